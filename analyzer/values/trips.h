/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file trips.h  How often a loop iterates, as a value at its entry. */
#ifndef FC_TRIPS_H
#define FC_TRIPS_H

#include "analyzer/values/value_numbers.h"

/** A loop with one exit whose condition compares a function of the iteration number with an invariant value. Two loops
 * with equal fields, in the same iteration of the loops around them, iterate equally often. */
typedef struct fc_trip {
    fc_operator relation; /* the loop goes on while `variable` relation `bound`; FC_OP_NOT_EQUAL for a plain value */
    int variable;         /* a function of the loop's iteration number */
    int bound;
    int distance;     /* between the bound and the first value of `variable` */
    bool is_unsigned; /* the comparison is */
    bool is_do;       /* the condition follows the body */
    const fc_node *condition;
    const fc_node *bound_node; /* the expression of `bound`; NULL: a plain value that is compared with 0 */
} fc_trip;

typedef enum fc_trip_failure {
    FC_TRIP_FOUND,
    FC_TRIP_UNREACHED,
    FC_TRIP_SEVERAL_EXITS, /* another jump or condition may end the loop; *at: its block */
    FC_TRIP_NO_CONDITION,
    FC_TRIP_NOT_COUNTED, /* no side of the comparison is a function of the iteration number */
    FC_TRIP_VARYING_BOUND
} fc_trip_failure;

/** `loop`: an FC_FOR, FC_WHILE or FC_DO. Sets *out only if found. */
fc_trip_failure fc_trips_of(fc_trip *out, fc_value_numbers *values, fc_numbering *in, const fc_node *loop);
/** The loop of the nest that the statement is; FC_GRAPH_NONE: it is not reached, or never repeats. */
int fc_trips_loop_of(const fc_numbering *in, const fc_node *loop);
/** The value in the first iteration of all loops around it. */
int fc_trips_first_value(fc_value_numbers *values, const fc_numbering *in, int value);
/** What makes the count unknown, as a phrase. */
const char *fc_trips_failure_text(fc_trip_failure failure);

#endif
