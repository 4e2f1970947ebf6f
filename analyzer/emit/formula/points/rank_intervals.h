/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file rank_intervals.h  The division of a point's ranks into intervals, from the lowest to the highest. */
#ifndef FC_RANK_INTERVALS_H
#define FC_RANK_INTERVALS_H

enum {
    FC_RANK_INTERVALS_MOST = 4096 /* evaluated ranks, as in runtime/host/evaluate.h */
};

/** An interval of ranks. */
typedef struct fc_rank_range {
    double low, high;
} fc_rank_range;

/** Of more than FC_RANK_INTERVALS_MOST ranks, as many evenly spaced ones are evaluated. */
typedef struct fc_rank_intervals {
    double ranks;
    fc_rank_range range; /* the current interval; a single evaluated rank is an interval of one */
    double members;      /* its evaluated ranks; 0: there is no further interval */
    int depth;           /* intervals on the stack */
    fc_rank_range stack[FC_RANK_INTERVALS_MOST + 1]; /* the lowest on top */
} fc_rank_intervals;

/** Of so many ranks, how many are evaluated. */
double fc_rank_intervals_evaluated(double ranks);

/** All ranks as the first interval; fc_rank_intervals_next() takes it. */
void fc_rank_intervals_start(fc_rank_intervals *of, double ranks);
/** Takes the next interval that has an evaluated rank. */
void fc_rank_intervals_next(fc_rank_intervals *of);
/** Divides the current interval after the rank `at`. */
void fc_rank_intervals_split(fc_rank_intervals *of, double at);

#endif
