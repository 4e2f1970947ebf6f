/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file trip_count.h  How often a loop iterates, in closed form: the minimum over its exits.
 *
 * Each exit compares two values that are functions of the iteration t. Linear differences give quotients, quadratic
 * ones integer square roots, geometric ones logarithms. Overflow of signed integers is undefined, so that no count
 * wraps; a loop that ends only by reaching a value (!=) is assumed to reach it if it is the loop's only exit. */
#ifndef FC_TRIP_COUNT_H
#define FC_TRIP_COUNT_H

#include "analyzer/loops/evolution.h"

enum {
    FC_MAX_ASSUMED = 4
};

/** Variables of a loop's step whose sign is unknown. A loop that is entered ends only if its step is positive, so each
 * stands in its positive form, max(x, 1): "s12+" for "s12". */
typedef struct fc_assumption {
    const fc_sym *variable[FC_MAX_ASSUMED], *positive[FC_MAX_ASSUMED];
    int n;
} fc_assumption;

/** The value with its assumed variables in their positive form. */
const fc_sym *fc_trip_count_assume(fc_algebra *algebra, const fc_assumption *assumed, const fc_sym *value);

typedef struct fc_trip_count {
    const fc_sym *last;  /* the number of the last iteration, from 0; below 0: there is none */
    fc_loop_index index; /* in terms of the assumption; variable NULL: the loop has no counting variable; start NULL:
                            its value in an iteration is unknown */
    fc_assumption assumed;
} fc_trip_count;

/** Which exits count. */
typedef struct fc_trip_request {
    int loop;
    const fc_node *bound; /* only the exit that this comparison decides; NULL: all of them */
    bool is_domain;       /* a formula's domain has positive steps: no positive forms are needed */
} fc_trip_request;

/** False: some exit has no closed count. */
bool fc_trip_count_find(fc_trip_count *out, const fc_evolution *e, const fc_trip_request *request);
/** All exits are regular comparisons, so that a count may exist. */
bool fc_trip_count_may_exist(const fc_procedure_loops *loops, int loop);

#endif
