/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file quantities.h  Measured quantities: the values that the trip counts of dynamic loops are expressions of.
 *
 * Loops bounded by one value share one quantity. A quantity at entry of a procedure is one of its callers' where each
 * call determines it: procedures from the callers down, each quantity once. The sum of I[i + 1] - I[i] over the rows of
 * a compressed matrix is one quantity for all traversals of the same I. */
#ifndef FC_QUANTITIES_H
#define FC_QUANTITIES_H

#include "analyzer/cost_tree/analysis.h"
#include "analyzer/values/trips.h"

typedef struct fc_quantity {
    int value;
    const fc_procedure *procedure;
    const fc_node *loop; /* the first loop that it bounds, as far as this procedure or its callees go */
    char *name;          /* from the source: "A->n", "I[i + 1] - I[i]" */
    int n_loops;         /* that it bounds */
} fc_quantity;

typedef struct fc_quantity_loop {
    const fc_node *node;
    const fc_procedure *procedure;
    fc_trip_failure failure;
    fc_trip trip; /* if found */
    int whole;    /* the value of its count, if found */
    int first, n; /* its quantities: quantity_of_loop[first] .. [first + n - 1]; n 0: its count is known */
} fc_quantity_loop;

typedef struct fc_quantities {
    const fc_analysis *analysis;
    fc_value_numbers *values;
    fc_quantity *quantity;
    size_t n, capacity;
    fc_quantity_loop *loop; /* the dynamic loops, by procedure and node */
    size_t n_loops, loop_capacity;
    int *quantity_of_loop;
    size_t n_of_loops, of_loop_capacity;
    int n_measured, n_dynamic; /* loops whose count is an expression of quantities; other dynamic loops */
} fc_quantities;

void fc_quantities_find(FC_GIVE fc_quantities *out, const fc_analysis *analysis);
void fc_quantities_free(fc_quantities *quantities);
/** NULL: the loop is not dynamic. */
const fc_quantity_loop *fc_quantities_of_loop(const fc_quantities *quantities, const fc_node *loop);

#endif
