/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/clock.h"

#include <time.h>

double fc_clock_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
