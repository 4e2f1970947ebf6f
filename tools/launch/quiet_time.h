/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file quiet_time.h  What a piece of a program takes where nobody else disturbs the core, from several runs.
 *
 * Other guests of a host slow what keeps a core's units busy by up to two, in stretches of 0.1 to 6 ms: the sum of a
 * run is a mean of both. Runs slice a piece's executions alike (fc_timer_slices). Where which slices are long is
 * another matter in each run, their work is the same, and all of them could have gone as the fastest did. Where the
 * runs agree on the long ones, these are more work, and a slice is compared with itself in the other runs alone. */
#ifndef FC_QUIET_TIME_H
#define FC_QUIET_TIME_H

#include "analyzer/model/profile.h"

/** Nanoseconds of all executions; unsure: standard deviation of that. */
typedef struct fc_quiet_time {
    double all, unsure;
} fc_quiet_time;

/** run[0 .. n_runs - 1], n_runs >= 1: the same piece on the same rank. */
fc_quiet_time fc_quiet_time_find(const fc_timer_slices *const *run, int n_runs);

#endif
