/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file executions.h  How often statements and expressions are executed, where the counters of others tell it.
 *
 * A counter on each edge off a spanning tree of the flow graph tells all of them (Knuth and Stevenson 1973; Ball and
 * Larus 1994, section 3). Here the relations are read off the nesting: a statement is executed as often as the one
 * before it, less the times that one jumped away; the first of a loop's body as often as the loop turns; one arm of a
 * branch as often as its condition less the other.
 *
 * A call is taken to come back once, but where it may jump, be jumped back to, or end the program well: what fails has
 * no profile. */
#ifndef FC_EXECUTIONS_H
#define FC_EXECUTIONS_H

#include "analyzer/model/program.h"

#include <limits.h>

/** A place in the vector of a rank's numbers; ~k: of the k-th that is derived. */
enum {
    FC_EXECUTIONS_UNKNOWN = INT_MIN
};

/** first - second, or their sum: places of counters, or of what was derived before. */
typedef struct fc_derived_count {
    int first, second;
    bool adds;
} fc_derived_count;

typedef struct fc_executions fc_executions;

FC_GIVE fc_executions *fc_executions_create(const fc_program *program);
void fc_executions_free(FC_TAKE fc_executions *executions);
/** Forgets what is known of the procedure: it is counted again, in another unit. */
void fc_executions_begin(fc_executions *executions, const fc_procedure *procedure);
/** `times` counts the executions of a node; `turns`: of a loop's body, a branch's first arm, the right side of && and
 * ||, what a case labels, the piece that begins here. FC_EXECUTIONS_UNKNOWN: neither changes. */
void fc_executions_know(fc_executions *executions, const fc_node *node, int times, int turns);
/** The place that tells how often the node is executed; FC_EXECUTIONS_UNKNOWN: none does. */
int fc_executions_of(fc_executions *executions, const fc_node *node);
/** The expression has a value whenever its evaluation begins: what goes on one way did not go on the other. */
bool fc_executions_come_back(const fc_executions *executions, const fc_node *expression);
/** The place that tells first - second, both of which are such places. */
int fc_executions_less(fc_executions *executions, int first, int second);
/** All that was derived: each from counters and those before it. */
FC_GIVE fc_derived_count *fc_executions_take_derived(fc_executions *executions, size_t *n);

#endif
