/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_told.h  Costs that a person tells:
 *
 *     #pragma forecost cost(EXPRESSION)                   seconds each time the statement behind it runs
 *     #pragma forecost cost(EXPRESSION, OPERATION TYPE)   so many operations, as cost(2*n, madd f64)
 *     #pragma forecost ignore                             nothing
 *     #pragma forecost procedure cost(...)                the same of the whole body it stands in
 *     #pragma forecost procedure ignore
 *
 * The grammar of EXPRESSION is cost_expression.h's. A name in it is that of a variable, a member (grid.nx, g->n) or a
 * parameter, as the statement or the nearest one before it in the procedure writes it. What the control slice needs of
 * the statement is still computed; all else it holds costs nothing and is not counted. */
#ifndef FC_COST_TOLD_H
#define FC_COST_TOLD_H

#include "analyzer/model/told_text.h"
#include "analyzer/passes/cost_builder.h"
#include "analyzer/passes/values.h"

/** The pragma that tells the cost of the statement; NULL: none. */
const fc_node *fc_told_before(const fc_node *statement);
/** The pragma that tells the cost of the procedure; NULL: none. */
const fc_node *fc_told_within(const fc_procedure *procedure);
/** A pragma of these. */
bool fc_told_is(const fc_node *pragma);

/** There is a statement it is told of, in a procedure that something calls. */
bool fc_told_has_subject(const fc_analysis *analysis, const fc_node *pragma);

/** Calls visit for each place that the pragma's expression names and the procedure knows. */
void fc_told_names(const fc_control *control, const fc_node *pragma, void (*visit)(void *data, const fc_node *place),
                   void *data);
/** The expression of the pragma, or of the call (library_told.h), seen from the view; NULL: not closed. */
const fc_sym *fc_told_value(const fc_view *view, const fc_node *pragma);
/** What is told, as a cost of the pragma or the call. */
void fc_told_append(fc_builder *b, fc_cost *sequence, const fc_node *node, const fc_told_text *told);

/** By procedure id: a run comes to it, and not by calls alone that go with what a cost is told of. */
FC_GIVE bool *fc_told_reached(const fc_analysis *analysis);

/** How far the analysis had come before the costs that go. */
typedef struct fc_told_mark {
    size_t n_counters, n_warnings;
    int n_loops;
} fc_told_mark;
fc_told_mark fc_told_begin(const fc_builder *b);
/** What is left of `own`, the costs of what the pragma is told of, goes behind the sequence, and what is told. Refuses
 * an expression that is none, that names what is not known, and MPI calls or jumps that the statement holds. */
void fc_told_end(fc_builder *b, fc_cost *sequence, FC_TAKE fc_cost *own, const fc_node *pragma,
                 const fc_told_mark *mark);

#endif
