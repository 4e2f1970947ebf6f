/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times of the kernels of check_kernels.h, on several cores at once. argv: processing units, patience in seconds, then
 * numbers of bytes. Prints a line for each number of bytes and kernel: <name> <bytes> <nanoseconds of an execution>. */
#include "team.h"

#include "check_kernels.h"

#include <limits.h>
#include <malloc.h>

typedef struct measuring {
    data m;
    int kernel;
    long times;
    double sum;
} measuring;

static const double slice = 3e5, /* ns; quiet stretches between disturbances last 0.1 to 6 ms */
    enough = 2.5e7;              /* ns of rounds of a kernel */
enum {
    LEAST_ROUNDS = 4,
    MOST_ROUNDS = 60
};

static double once(void *of)
{
    measuring *at = of;
    double start = now();
    for (long t = 0; t < at->times; t++)
        run(at->kernel, &at->m, &at->sum);
    return now() - start;
}

static void destroy(data *m)
{
    free(m->a);
    free(m->b);
    free(m->c);
    free(m->d);
    free(m->table);
    free(m->f);
    free(m->g);
    free(m->index);
    free(m->word);
    free(m->body);
}

/* The least time of several slices, each of as many executions as take about `slice`. */
static double measure(team *t, measuring *at)
{
    double least = 1e300;
    at->times = 1;
    double first = team_mean(t, once(at)), one = team_mean(t, once(at)); /* the first touches caches and pages */
    one = one < first ? one : first;
    at->times = one < slice / 2 ? (long)(slice / (one > 10 ? one : 10)) : 1;
    double all = 0;
    for (int i = 0; i < LEAST_ROUNDS || (i < MOST_ROUNDS && all < enough); i++) {
        double time = team_measure(t, once, at);
        all += time;
        least = time < least ? time : least;
    }
    return least / (double)at->times;
}

int main(int argc, char **argv)
{
    team t;
    measuring at = {.sum = 0};
    mallopt(M_MMAP_MAX, 0), mallopt(M_TRIM_THRESHOLD, INT_MAX); /* keep pages: some hosts take 70 us to map one */
    if (argc < 4 || !team_begin(&t, argv[1], atof(argv[2]) * 1e9))
        return 1;
    for (int i = 3; i < argc; i++)
        for (at.kernel = 0; at.kernel < N_KERNELS; at.kernel++) {
            make(&at.m, at.kernel, atol(argv[i]));
            double time = measure(&t, &at);
            if (t.rank == 0) {
                printf("%s %s %.9g\n# %d %d\n", form[at.kernel].name, argv[i], time,
                       (i - 3) * N_KERNELS + at.kernel + 1, (argc - 3) * N_KERNELS);
                fflush(stdout);
            }
            destroy(&at.m);
        }
    team_end(&t);
    return at.sum > 1e300;
}
