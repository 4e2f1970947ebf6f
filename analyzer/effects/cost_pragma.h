/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_pragma.h  Cost annotations in the source:
 *
 *     #pragma forecost cost(EXPRESSION)                   seconds per execution of the following statement
 *     #pragma forecost cost(EXPRESSION, OPERATION TYPE)   number of operations, as cost(2*n, madd f64)
 *     #pragma forecost ignore                             no cost
 *     #pragma forecost procedure cost(...)                the same for the whole enclosing body
 *     #pragma forecost procedure ignore
 *
 * cost_expression.h has the grammar of EXPRESSION. A name is a variable, a member (grid.nx, g->n) or a parameter,
 * written as in the statement or in the nearest preceding one. */
#ifndef FC_COST_PRAGMA_H
#define FC_COST_PRAGMA_H

#include "analyzer/effects/cost_expression.h"
#include "analyzer/model/annotations/cost_annotation.h"
#include "analyzer/model/program.h"

/** The pragma is a cost annotation. */
bool fc_cost_pragma_is(const fc_node *pragma);
/** It annotates the enclosing procedure. */
bool fc_cost_pragma_is_about_procedure(const fc_node *pragma);
/** Its parsed text. */
FC_GIVE fc_cost_annotation fc_cost_pragma_text(const fc_node *pragma);
/** The cost annotation directly before the statement; NULL: none. */
const fc_node *fc_cost_pragma_of_statement(const fc_node *statement);
/** The cost annotation of the procedure; NULL: none. */
const fc_node *fc_cost_pragma_of_procedure(const fc_procedure *procedure);
/** The annotated code: the statement after the pragma, or the body. NULL: none. */
const fc_node *fc_cost_pragma_annotated(const fc_node *pragma);

/** The values of the places that an annotation names. */
typedef struct fc_cost_pragma_names {
    const fc_node *pragma;
    const fc_procedure *procedure; /* that holds it; NULL: unknown */
    /* place NULL: the procedure does not know the name. place is valid during the call only. Returns NULL: no value */
    const fc_sym *(*value)(void *data, const fc_node *place, const char *name, size_t length);
    void *data;
} fc_cost_pragma_names;
/** *out: the value of the expression; NULL: not closed. */
fc_cost_fault fc_cost_pragma_evaluate(const fc_sym **out, fc_algebra *algebra, const char *expression,
                                      const fc_cost_pragma_names *names);

#endif
