/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file execution_counts.h  Derives execution counts of statements and expressions from other counters.
 *
 * Counters on the edges outside of a spanning tree of the control-flow graph determine all counts (Knuth and Stevenson
 * 1973; Ball and Larus 1994, section 3). Here the flow equations follow from the nesting. A statement is executed as
 * often as its predecessor, minus the predecessor's jumps. A loop's body is executed once per iteration, and one arm of
 * a branch as often as its condition, minus the other arm.
 *
 * A call is assumed to return once, unless it may jump, be a jump's target, or end the program successfully. Runs that
 * fail have no profile. */
#ifndef FC_EXECUTION_COUNTS_H
#define FC_EXECUTION_COUNTS_H

#include "analyzer/model/program.h"

#include <limits.h>

/** Index in the vector of a rank's counters; ~k: the k-th derived count. */
enum {
    FC_EXECUTION_COUNTS_UNKNOWN = INT_MIN
};

/** first - second, or their sum; both are indices of counters or of earlier derived counts. */
typedef struct fc_derived_count {
    int first, second;
    bool adds;
} fc_derived_count;

typedef struct fc_execution_counts fc_execution_counts;

FC_GIVE fc_execution_counts *fc_execution_counts_create(const fc_program *program);
/** By procedure id: a call may end the program, or return elsewhere or more than once. */
const bool *fc_execution_counts_may_end(const fc_execution_counts *executions);
void fc_execution_counts_free(FC_TAKE fc_execution_counts *executions);
/** Clears the procedure's counts, since it is instrumented again in another unit. */
void fc_execution_counts_clear(fc_execution_counts *executions, const fc_procedure *procedure);
/** Registers counters of a node. `times`: its executions. `inner`: executions of a loop's body, a branch's first arm,
 * the right side of && and ||, a case's statement, or the piece that begins here. FC_EXECUTION_COUNTS_UNKNOWN:
 * unchanged. */
void fc_execution_counts_register(fc_execution_counts *executions, const fc_node *node, int times, int inner);
/** The index of the node's execution count; FC_EXECUTION_COUNTS_UNKNOWN: it cannot be derived. */
int fc_execution_counts_find(fc_execution_counts *executions, const fc_node *node);
/** True if each evaluation of the expression completes: executions of its two outcomes add up to its own. */
bool fc_execution_counts_completes(const fc_execution_counts *executions, const fc_node *expression);
/** The index of first - second, which are such indices. */
int fc_execution_counts_subtract(fc_execution_counts *executions, int first, int second);
/** All derived counts, each a function of counters and earlier ones. */
FC_GIVE fc_derived_count *fc_execution_counts_take_derived(fc_execution_counts *executions, size_t *n);

#endif
