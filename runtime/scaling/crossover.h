/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file crossover.h  At which number of ranks another of several programs becomes the fastest.
 *
 * Ranks are whole numbers, and run times jump wherever ceil(n/p) does, so a crossover is found by bisection on whole
 * numbers, not as the root of a smooth curve; about it the winners may change more than once. */
#ifndef FC_CROSSOVER_H
#define FC_CROSSOVER_H

#include "machine_properties/support/status.h"

/** Seconds of every program on each of n_ranks numbers of ranks: time[rank * n_programs + program]. */
typedef fc_status fc_crossover_times(void *data, const int *ranks, int n_ranks, double *time, fc_report *report);

typedef struct fc_crossover_question {
    fc_crossover_times *times;
    void *data;
    int n_programs;
    int low, high; /* ranks with different winners, low < high */
} fc_crossover_question;

/** `from` is the fastest on ranks - 1, `to` on ranks. */
typedef struct fc_crossover {
    int from, to;
    int ranks;
    int first, last; /* near by, ranks from which `from` is first beaten, and from which it no longer wins */
} fc_crossover;

/** The program with the least time; of equals the first. n >= 1. */
int fc_crossover_winner(const double *time, int n);

/** One crossover between low and high, and the changes within a 32nd of it (at least 4, at most 64 ranks) either way.
 *  FC_E_USAGE where low and high have the same winner; errors of `times`. */
fc_status fc_crossover_find(fc_crossover *out, const fc_crossover_question *question, fc_report *report);

#endif
