/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file undisturbed_time.h  Estimates a timed region's undisturbed time from several runs.
 *
 * Other guests of a host slow down busy cores by up to a factor of two, in intervals of 0.1 to 6 ms. All runs divide a
 * region's executions into the same slices (fc_timer_slices). If the runs disagree on which slices are slow, the slices
 * are equal work, and the lower tail of all slices is the undisturbed time. If they agree, the slow slices are more
 * work, and each slice is compared only with itself in other runs. */
#ifndef FC_UNDISTURBED_TIME_H
#define FC_UNDISTURBED_TIME_H

#include "analyzer/model/profile/profile.h"

/** Nanoseconds of all executions, and their standard deviation. */
typedef struct fc_undisturbed_time {
    double all, unsure;
} fc_undisturbed_time;

/** run[0 .. n_runs - 1], n_runs >= 1: the same region on the same rank. */
fc_undisturbed_time fc_undisturbed_time_estimate(const fc_timer_slices *const *run, int n_runs);

#endif
