/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file kept.h  The control slice as C text: types, declarations, expressions and effects of kept source. */
#ifndef FC_KEPT_H
#define FC_KEPT_H

#include "analyzer/passes/analysis.h"

typedef struct fc_kept {
    const fc_analysis *analysis;
    fc_text *out;
    int indent;
    const int *site;        /* by node id: the call's site, -1 */
    const char **parameter; /* names of parameters, in order of first use */
    size_t n_parameters, parameter_capacity;
} fc_kept;

void fc_kept_indent(const fc_kept *kept);
/** It is initialised by a list. */
bool fc_kept_is_aggregate(const fc_type *type);
/** `type` applied to a declarator: records are struct fc_t<number>, MPI handles fc_comm and its kin. */
void fc_kept_type(fc_text *out, const fc_kept *kept, const fc_type *type, const char *declarator);
/** Definitions of all records that kept variables and fields need, members first. */
void fc_kept_records(fc_kept *kept);
/** An executable expression. */
void fc_kept_expression(fc_kept *kept, const fc_node *node);
/** The kept effects of a statement, a line each; also its declaration if it is one. */
void fc_kept_statement(fc_kept *kept, const fc_node *statement);
/** The kept effects of an expression, joined by commas: for a loop's head. */
void fc_kept_effects(fc_kept *kept, const fc_node *expression);
/** The start of a for loop without its semicolon, for the loop's head; nothing if nothing is kept, or for several
 * declarations. */
void fc_kept_start(fc_kept *kept, const fc_node *init);
/** A call of a program's procedure, fc_MPI_X or an allocation, as an expression without its value. */
void fc_kept_call(fc_kept *kept, const fc_cost *cost);
/** The same, and its value. */
void fc_kept_value_call(fc_kept *kept, const fc_node *call);
/** The arguments of an external function that the cost program calls as the program does. */
void fc_kept_arguments(fc_kept *kept, const fc_node *call);
/** "x = fc_parameter(r, 0, x);": a number that is a named parameter. Behind "if (pointer)" where a pointer leads to it.
 */
void fc_kept_given_parameter(fc_kept *kept, const fc_node *place);
/** The number of the parameter that the place, or the variable declared, is. */
size_t fc_kept_parameter(fc_kept *kept, const fc_node *place, const fc_symbol *declared);
/** A value of the type that stands for data. */
void fc_kept_nothing(fc_kept *kept, const fc_type *type);

#endif
