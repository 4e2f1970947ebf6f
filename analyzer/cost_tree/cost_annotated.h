/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_annotated.h  Cost annotations in the source:
 *
 *     #pragma forecost cost(EXPRESSION)                   seconds per execution of the following statement
 *     #pragma forecost cost(EXPRESSION, OPERATION TYPE)   number of operations, as cost(2*n, madd f64)
 *     #pragma forecost ignore                             no cost
 *     #pragma forecost procedure cost(...)                the same for the whole enclosing body
 *     #pragma forecost procedure ignore
 *
 * cost_expression.h has the grammar of EXPRESSION. A name is a variable, a member (grid.nx, g->n) or a parameter,
 * written as in the statement or in the nearest preceding one. The program slice still computes its part of the
 * annotated code. Everything else in that code costs nothing and is not counted. */
#ifndef FC_COST_ANNOTATED_H
#define FC_COST_ANNOTATED_H

#include "analyzer/cost_tree/cost_builder.h"
#include "analyzer/cost_tree/values.h"
#include "analyzer/model/annotations/cost_annotation.h"

/** The cost annotation directly before the statement; NULL: none. */
const fc_node *fc_cost_annotated_statement(const fc_node *statement);
/** The cost annotation of the procedure; NULL: none. */
const fc_node *fc_cost_annotated_procedure(const fc_procedure *procedure);
/** The pragma is a cost annotation. */
bool fc_cost_annotated_is_pragma(const fc_node *pragma);

/** The pragma annotates code of a reachable procedure. */
bool fc_cost_annotated_is_used(const fc_analysis *analysis, const fc_node *pragma);

/** Calls visit for each place that the expression names and the procedure knows. */
void fc_cost_annotated_visit_names(const fc_control *control, const fc_node *pragma,
                                   void (*visit)(void *data, const fc_node *place), void *data);
/** The expression of the pragma, or of the call (library_annotated.h), evaluated in the view; NULL: not closed. */
const fc_sym *fc_cost_annotated_value(const fc_view *view, const fc_node *pragma);
/** Appends the annotated cost of the pragma or the call. */
void fc_cost_annotated_append(fc_cost_builder *b, fc_cost *sequence, const fc_node *node,
                              const fc_cost_annotation *annotation);

/** By procedure id: reachable, and not only through calls that cost annotations replace. */
FC_GIVE bool *fc_cost_annotated_reachable(const fc_analysis *analysis);

/** The state of the analysis before the annotated code. */
typedef struct fc_cost_annotated_mark {
    size_t n_counters, n_warnings;
    int n_loops;
} fc_cost_annotated_mark;
fc_cost_annotated_mark fc_cost_annotated_begin(const fc_cost_builder *b);
/** Replaces `own`, the cost of the annotated code, by the annotation and what must stay, appended to the sequence.
 * Refuses a malformed expression, an unknown or dynamic name, and MPI calls or jumps in the code. */
void fc_cost_annotated_end(fc_cost_builder *b, fc_cost *sequence, FC_TAKE fc_cost *own, const fc_node *pragma,
                           const fc_cost_annotated_mark *mark);

#endif
