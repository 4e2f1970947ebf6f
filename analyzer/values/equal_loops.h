/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file equal_loops.h  Loops with equal counts: entered equally often, and each time as many iterations.
 *
 * Blocks with the same control dependences run equally often (Johnson, Pearson, Pingali 1994). Beyond one graph, blocks
 * are numbered by what they depend on: the procedure's entry, a condition's value and outcome, or the iterations of a
 * loop that is itself numbered by its entry and trip count. A procedure with a single call has the number of that call.
 * So the sums of two loops of one class are equal, entry by entry. */
#ifndef FC_EQUAL_LOOPS_H
#define FC_EQUAL_LOOPS_H

#include "analyzer/values/trips.h"

typedef struct fc_equal_loops {
    const fc_program *program;
    const fc_indirect_calls *pointer_calls;
    fc_value_numbers *values;
    const bool *may_end; /* by procedure id: a call may end the program, or return elsewhere or more than once */
} fc_equal_loops;

/** By node id: the id of the first loop with equal counts, which may be the loop itself; -1: not a loop, or of no
 * class. Loops in OpenMP constructs, headers and procedures that call what may_end or a pointer have none. */
FC_GIVE int *fc_equal_loops_find(const fc_equal_loops *request);

#endif
