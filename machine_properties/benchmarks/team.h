/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes that measure at the same time, one pinned to a core each. */
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
    MOST_PROCESSES = 64
};

typedef struct board { /* shared memory */
    volatile int arrived, turn;
    volatile double time[MOST_PROCESSES];
} board;

typedef struct team {
    board *shared;
    int processes, rank;
    double least_probe; /* ns; what the probe takes undisturbed, as far as seen */
    long work_done;     /* so that the probe's work has a use */
    double patience;    /* ns left to spend on measuring again what was disturbed */
} team;

static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* To the last cores this process may use, the very last for rank 0. */
static inline void team_pin(int rank)
{
    cpu_set_t set, one;
    if (sched_getaffinity(0, sizeof set, &set))
        return;
    CPU_ZERO(&one);
    for (int i = CPU_SETSIZE - 1; i >= 0; i--)
        if (CPU_ISSET(i, &set) && rank-- == 0) {
            CPU_SET(i, &one);
            sched_setaffinity(0, sizeof one, &one);
            return;
        }
}

/* Makes the other processes; every process returns from here, pinned. patience: nanoseconds. False: no memory. */
static inline int team_begin(team *t, int processes, double patience)
{
    *t = (team){.processes = processes, .least_probe = 1e30, .patience = patience};
    t->shared = mmap(NULL, sizeof *t->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (processes < 1 || processes > MOST_PROCESSES || t->shared == MAP_FAILED)
        return 0;
    for (int i = 1; i < processes && t->rank == 0; i++)
        if (fork() == 0)
            t->rank = i;
    team_pin(t->rank);
    return 1;
}

/* A barrier; nobody goes on before all came. */
static inline void team_meet(team *t)
{
    int turn = t->shared->turn;
    if (__sync_add_and_fetch(&t->shared->arrived, 1) == t->processes) {
        t->shared->arrived = 0;
        __sync_synchronize();
        t->shared->turn = turn + 1;
    } else
        for (int spins = 0; t->shared->turn == turn; spins++)
            if (spins > 20000) /* somebody else uses the other's core */
                sched_yield();
}

/* Every process gives a number and gets the mean. */
static inline double team_mean(team *t, double mine)
{
    double sum = 0;
    t->shared->time[t->rank] = mine;
    team_meet(t);
    for (int i = 0; i < t->processes; i++)
        sum += t->shared->time[i];
    team_meet(t);
    return sum / t->processes;
}

/* A fixed piece of work that fills the units of a core: takes longer when somebody else uses the core, or the other
 * hardware thread of it. */
static OPAQUE long team_work(long n)
{
    long a = n, b = n + 1, c = n + 2, d = n + 3, e = n + 4, f = n + 5;
    for (long i = 0; i < n; i++) {
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
        a ^= i, b += i, c ^= i, d += i, e ^= i, f += i;
    }
    return a + b + c + d + e + f;
}

/* Whether all processes had their cores for themselves a moment ago. All must call it. */
static inline int team_is_quiet(team *t)
{
    double start = now(), time;
    t->work_done += team_work(20000);
    time = now() - start;
    if (time < t->least_probe)
        t->least_probe = time;
    return team_mean(t, time < 1.07 * t->least_probe) == 1;
}

/* Repeats a measurement while it was disturbed and patience lasts; the least of what it gave. */
static inline double team_measure(team *t, double (*once)(void *data), void *data)
{
    double least = 1e300;
    for (;;) {
        double start = now();
        int is_quiet = team_is_quiet(t);
        double time = team_mean(t, once(data));
        least = time < least ? time : least;
        is_quiet &= team_is_quiet(t);
        if (is_quiet || t->patience <= 0)
            return least;
        usleep(300);
        t->patience -= team_mean(t, now() - start);
    }
}

/* Rank 0 waits for the others and returns; they end here. */
static inline void team_end(const team *t)
{
    if (t->rank != 0)
        _exit(0);
    while (wait(NULL) > 0)
        ;
}

#endif
