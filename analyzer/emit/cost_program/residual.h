/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file residual.h  Prints the residual code of the program slice as C: types, declarations, expressions and side
 * effects (partial evaluation: Jones, Gomard and Sestoft 1993). */
#ifndef FC_RESIDUAL_H
#define FC_RESIDUAL_H

#include "analyzer/cost_tree/analysis.h"

typedef struct fc_residual {
    const fc_analysis *analysis;
    fc_text *out;
    int indent;
    const int *site;     /* by node id: the call's site; -1: none */
    fc_words parameters; /* their names, in order of first use */
    const fc_node *part; /* an operand that is a parameter's value, while its statement is printed; NULL: none */
    size_t part_number;
} fc_residual;

void fc_residual_indent(const fc_residual *residual);
/** True for types that are initialized by a list. */
bool fc_residual_is_aggregate(const fc_type *type);
/** Prints `type` applied to a declarator. Records are struct fc_t<number>, MPI handles fc_comm, fc_datatype, ... */
void fc_residual_type(fc_text *out, const fc_residual *residual, const fc_type *type, const char *declarator);
/** Prints definitions of all records, members first, with only the fields of the slice. */
void fc_residual_records(fc_residual *residual);
/** Prints a static expression. */
void fc_residual_expression(fc_residual *residual, const fc_node *node);
/** Prints the statement's side effects in the slice, one line each, or its declaration. */
void fc_residual_statement(fc_residual *residual, const fc_node *statement);
/** Prints the expression's side effects in the slice, joined by commas: for a loop's head. */
void fc_residual_effects(fc_residual *residual, const fc_node *expression);
/** Prints a for loop's init part without the semicolon; nothing if it is not in the slice or has several declarations.
 */
void fc_residual_loop_init(fc_residual *residual, const fc_node *init);
/** Prints a call of a program's procedure, fc_MPI_X or an allocation, as an expression whose value is not used. */
void fc_residual_call(fc_residual *residual, const fc_cost *cost);
/** The same with its value. */
void fc_residual_call_value(fc_residual *residual, const fc_node *call);
/** Prints the arguments of an external function that the cost program calls unchanged. */
void fc_residual_arguments(fc_residual *residual, const fc_node *call);
/** Prints "x = fc_parameter(r, 0, x);" for a number that is a named parameter; preceded by "if (pointer)" if the number
 * is accessed through a pointer. */
void fc_residual_named_parameter(fc_residual *residual, const fc_node *place);
/** The index of the parameter named like the place, or like the declared variable. */
size_t fc_residual_parameter_index(fc_residual *residual, const fc_node *place, const fc_symbol *declared);
/** The runtime's headers declare the constant, "FC_MPI_SUM". */
bool fc_residual_is_declared(const char *name);
/** Prints a zero value of the type, in place of a dynamic value. */
void fc_residual_zero(fc_residual *residual, const fc_type *type);

#endif
