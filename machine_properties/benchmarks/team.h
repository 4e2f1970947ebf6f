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

/* Makes the other processes; every process returns from here, pinned. False: no memory. */
static inline int team_begin(team *t, int processes)
{
    *t = (team){.processes = processes};
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

/* Rank 0 waits for the others and returns; they end here. */
static inline void team_end(const team *t)
{
    if (t->rank != 0)
        _exit(0);
    while (wait(NULL) > 0)
        ;
}

#endif
