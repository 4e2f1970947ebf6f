/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file crossover.h  Finds the number of ranks from which another of several programs is the fastest.
 *
 * Ranks are integers, and run times jump wherever ceil(n/p) does. So a crossover is found by bisection on integers, not
 * as a root of a smooth curve. The winner may change more than once near the crossover. Cost: O(log(high - low))
 * evaluations. A number of ranks on which a time is unknown is left out: a program may run on powers of two only. */
#ifndef FC_CROSSOVER_H
#define FC_CROSSOVER_H

#include "support/status.h"

/** Computes the seconds of every program for n_ranks rank counts: time[i * n_programs + program]; NAN: unknown. */
typedef fc_status fc_crossover_times(void *data, const int *ranks, int n_ranks, double *time, fc_report *report);

typedef struct fc_crossover_question {
    fc_crossover_times *times;
    void *data;
    int n_programs;
    int low, high; /* rank counts with different winners, low < high */
    int near;      /* most rank counts to examine on each side of the crossover; 0: as below */
} fc_crossover_question;

/** `from` is the fastest program on `before`, `to` on ranks. No known number of ranks lies between them. */
typedef struct fc_crossover {
    int from, to;
    int ranks;
    int before;
    int first, last; /* nearby: ranks on which `from` is first beaten, and from which it no longer wins */
    int last_won;    /* the greatest known number below `last` */
} fc_crossover;

/** The program with the least time, the first of equals. n >= 1. */
int fc_crossover_winner(const double *time, int n);

/** Finds one crossover between low and high, and further changes within 1/32 of it on both sides (4 to 64 ranks).
 * FC_E_USAGE where low and high have the same winner; errors of `times`. */
fc_status fc_crossover_find(fc_crossover *out, const fc_crossover_question *question, fc_report *report);

#endif
