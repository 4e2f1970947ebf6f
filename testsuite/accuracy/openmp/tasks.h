/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the three programs share. */
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

/* The threads exist, and the clock has gone up, before the time is taken. */
static inline void warm_up(void)
{
    double start = seconds();
#pragma omp parallel
    while (seconds() - start < 0.05)
        ;
}

#endif
