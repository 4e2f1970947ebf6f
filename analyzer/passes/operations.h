/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file operations.h  Operations of an expression by operator and result type, and its memory accesses (analyzer,
 * section 2.2).
 *
 * Counted: what a compiler leaves in the loop. Scalar variables live in registers; subscripts that are affine in loop
 * variables are strength-reduced; integer widening is free; a real product that feeds a sum is one MADD. */
#ifndef FC_PASSES_OPERATIONS_H
#define FC_PASSES_OPERATIONS_H

#include "analyzer/passes/analysis.h"

/** Adds the expression's operations and accesses to the region. Calls of the program's own procedures, of MPI and of
 * the allocator are not counted here: they are nodes of the cost tree. */
void fc_operations_count(fc_region_model *region, const fc_node *expression);
fc_numeric fc_operations_numeric(const fc_type *type);
/** Adds an access of that type to what the region reads and writes; its stream is the caller's. */
void fc_operations_access(fc_region_model *region, const fc_type *type, fc_access access);
/** The operation class of an operator on a result type; FC_N_OPERATIONS for those that cost nothing. */
fc_operation fc_operations_class(fc_operator op);
/** Of a binary expression, with what compilers make of an integer division by a constant: a mask or shift for powers of
 * two, else a product. */
fc_operation fc_operations_of_binary(const fc_node *node);

/** The expression that stands for a call of a procedure that only returns one: compilers inline it. NULL: another call,
 * also of a procedure whose expression communicates, allocates, recurs or calls one that is not inlined. */
const fc_node *fc_operations_inlined(const fc_node *call);
/** Every call of the procedure is inlined: its operations are counted where it is called. */
bool fc_operations_in_callers(const fc_procedure *procedure);
/** The region costs nothing: no operation, access or call. */
bool fc_region_is_empty(const fc_region_model *region);

#endif
