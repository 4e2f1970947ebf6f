/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overheads of OpenMP constructs, compiled by the user's compiler with -fopenmp. Prints one line per construct and
 * team: <construct> <threads> <rounds>, then `rounds` samples in nanoseconds of thread time per item: the wall-clock
 * time, times threads if they share the items, divided by the items. `work` is a bare work item; chunk, critical and
 * task execute the same item, so that threads rarely contend. argv: rounds, threads of the larger team (the smaller has
 * one). */
#include "team.h"

#include <omp.h>

enum {
    MOST_ROUNDS = 64,
    ITEMS = 2000,
    REGIONS = 200
};

/* About 0.2 us: a dependence chain, so that hardware threads of a core hardly slow each other. */
static OPAQUE void piece(void)
{
    unsigned long x = 1;
    for (int i = 0; i < 150; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : "+r"(x));
    }
}

static OPAQUE void nothing(void)
{
    __asm__ volatile("" ::: "memory");
}

static double region(int threads)
{
    double start = now();
    for (int i = 0; i < REGIONS; i++) {
#pragma omp parallel num_threads(threads)
        nothing();
    }
    return (now() - start) / REGIONS;
}

static double barrier(int threads)
{
    double start = now();
#pragma omp parallel num_threads(threads)
    for (int i = 0; i < ITEMS; i++) {
#pragma omp barrier
    }
    return (now() - start) / ITEMS;
}

static double work(int threads)
{
    double start = now();
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int i = 0; i < ITEMS; i++)
        piece();
    return (now() - start) * threads / ITEMS;
}

static double chunk(int threads)
{
    double start = now();
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int i = 0; i < ITEMS; i++)
        piece();
    return (now() - start) * threads / ITEMS;
}

static double critical(int threads)
{
    double start = now();
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int i = 0; i < ITEMS; i++) {
        piece();
#pragma omp critical
        nothing();
    }
    return (now() - start) * threads / ITEMS;
}

static double task(int threads)
{
    double start = now();
#pragma omp parallel num_threads(threads)
#pragma omp single
    for (int i = 0; i < ITEMS; i++) {
#pragma omp task
        piece();
    }
    return (now() - start) * threads / ITEMS;
}

typedef struct construct {
    const char *name;
    double (*run)(int threads);
    double sample[2][MOST_ROUNDS]; /* with one thread, with all */
} construct;

static int team_of(int threads)
{
    int n = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
    n = omp_get_num_threads();
    return n;
}

int main(int argc, char **argv)
{
    static construct table[] = {{"region", region, {{0}}}, {"barrier", barrier, {{0}}},   {"work", work, {{0}}},
                                {"chunk", chunk, {{0}}},   {"critical", critical, {{0}}}, {"task", task, {{0}}}};
    int rounds = argc > 1 ? atoi(argv[1]) : 15, n = (int)(sizeof table / sizeof *table);
    const int team[2] = {1, argc > 2 ? atoi(argv[2]) : 2};
    if (rounds < 1 || rounds > MOST_ROUNDS || team[1] < 2 || team_of(team[1]) != team[1])
        return 1;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < 2 * n; i++)
            table[i / 2].sample[i % 2][round] = table[i / 2].run(team[i % 2]);
        printf("# %d %d\n", round + 1, rounds);
        fflush(stdout);
    }
    for (int i = 0; i < 2 * n; i++) {
        printf("%s %d %d", table[i / 2].name, team[i % 2], rounds);
        for (int round = 0; round < rounds; round++)
            printf(" %.4g", table[i / 2].sample[i % 2][round]);
        printf("\n");
    }
    return 0;
}
