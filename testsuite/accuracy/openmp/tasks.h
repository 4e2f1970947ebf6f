/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the three programs. */
#ifndef TASKS_H
#define TASKS_H

#include <stdio.h>
#include <time.h>

static inline double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Before the time is taken, the threads exist and the clock frequency has risen. */
static inline void warm_up(void)
{
    double start = seconds();
#pragma omp parallel
    while (seconds() - start < 0.05)
        ;
}

#endif
