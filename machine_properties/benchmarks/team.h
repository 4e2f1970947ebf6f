/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes that measure at the same time, each pinned to its own core. A list of processing units, "3,2,1", names the
 * cores: one process each, rank 0 on the first. */
#ifndef TEAM_H
#define TEAM_H

#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__GNUC__) && !defined(__clang__)
#define OPAQUE __attribute__((noipa))
#else
#define OPAQUE __attribute__((noinline))
#endif

enum {
    MOST_PROCESSES = 512
};

typedef struct board { /* shared memory */
    volatile int arrived, generation;
    volatile double time[MOST_PROCESSES];
} board;

typedef struct team {
    board *shared;
    int processes, rank;
    double least_probe; /* ns; least time of the probe so far */
    long work_done;     /* result of the probe, so that it is not optimized away */
    double patience;    /* ns left for repeating disturbed measurements */
} team;

static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Reads the list into `unit`; returns its length, 0 if it is no such list. */
static inline int team_units(int unit[MOST_PROCESSES], const char *list)
{
    int n = 0;
    for (char *end;; list = end + 1) {
        long number = strtol(list, &end, 10);
        if (n == MOST_PROCESSES || end == list || number < 0 || (*end != ',' && *end != '\0'))
            return 0;
        unit[n++] = (int)number;
        if (*end == '\0')
            return n;
    }
}

static inline void team_pin(int unit)
{
    size_t bytes = CPU_ALLOC_SIZE(unit + 1);
    cpu_set_t *one = CPU_ALLOC(unit + 1);
    if (!one)
        return;
    CPU_ZERO_S(bytes, one);
    CPU_SET_S(unit, bytes, one);
    sched_setaffinity(0, bytes, one);
    CPU_FREE(one);
}

/* Forks the other processes; every process returns, pinned. patience: nanoseconds. False: no list, or no memory. */
static inline int team_begin(team *t, const char *list, double patience)
{
    int unit[MOST_PROCESSES];
    *t = (team){.processes = team_units(unit, list), .least_probe = 1e30, .patience = patience};
    t->shared = mmap(NULL, sizeof *t->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (t->processes < 1 || t->shared == MAP_FAILED)
        return 0;
    for (int i = 1; i < t->processes && t->rank == 0; i++)
        if (fork() == 0)
            t->rank = i;
    team_pin(unit[t->rank]);
    return 1;
}

/* A sense-reversing barrier by a generation counter. */
static inline void team_barrier(team *t)
{
    int generation = t->shared->generation;
    if (__sync_add_and_fetch(&t->shared->arrived, 1) == t->processes) {
        t->shared->arrived = 0;
        __sync_synchronize();
        t->shared->generation = generation + 1;
    } else
        for (int spins = 0; t->shared->generation == generation; spins++)
            if (spins > 20000) /* another process occupies the core of a missing one */
                sched_yield();
}

/* Each process contributes a number; all get the mean. */
static inline double team_mean(team *t, double mine)
{
    double sum = 0;
    t->shared->time[t->rank] = mine;
    team_barrier(t);
    for (int i = 0; i < t->processes; i++)
        sum += t->shared->time[i];
    team_barrier(t);
    return sum / t->processes;
}

/* A fixed amount of work that saturates the core's integer units. It takes longer if another process uses the core or
 * its other hardware thread. */
static OPAQUE long team_work(long n)
{
    long a = n, b = n + 1, c = n + 2, d = n + 3, e = n + 4, f = n + 5;
    for (long i = 0; i < n; i++) {
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
        a ^= i, b += i, c ^= i, d += i, e ^= i, f += i;
    }
    return a + b + c + d + e + f;
}

/* Whether no process was disturbed a moment ago. Collective. */
static inline int team_is_quiet(team *t)
{
    double start = now(), time;
    t->work_done += team_work(20000);
    time = now() - start;
    if (time < t->least_probe)
        t->least_probe = time;
    return team_mean(t, time < 1.07 * t->least_probe) == 1;
}

/* Clears the upper halves of the vector registers, as compilers do after AVX code (System V ABI, x86-64, 3.2.3). After
 * a context switch they may count as in use, and SSE code then keeps them: on an EPYC (Zen 4) a register copy takes a
 * cycle, and zeroing a register does not end its dependence chain. A chain of maxima took 3 cycles a link instead of 2,
 * and a row of 150 additions waited for the one before: 122 instead of 77 ns. */
static inline void team_clear_vectors(void)
{
#if defined __x86_64__ && defined __GNUC__
    if (__builtin_cpu_supports("avx"))
        __asm__ volatile("vzeroupper" ::
                             : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
                               "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
#endif
}

/* Repeats a measurement while it is disturbed and patience lasts; returns the least time. */
static inline double team_measure(team *t, double (*once)(void *data), void *data)
{
    double least = 1e300;
    for (;;) {
        double start = now();
        int is_quiet = team_is_quiet(t);
        team_clear_vectors();
        double time = team_mean(t, once(data));
        least = time < least ? time : least;
        is_quiet &= team_is_quiet(t);
        if (is_quiet || t->patience <= 0)
            return least;
        usleep(300);
        t->patience -= team_mean(t, now() - start);
    }
}

/* Rank 0 waits for the others and returns; the others exit here. */
static inline void team_end(const team *t)
{
    if (t->rank != 0)
        _exit(0);
    while (wait(NULL) > 0)
        ;
}

#endif
