/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file operations.h  Operations of an expression by operator and result type, and its memory accesses (analyzer,
 * section 2.2).
 *
 * The counts model what a compiler leaves in the loop. Scalar variables live in registers, affine subscripts are
 * strength-reduced, integer widening is free, and a real product that feeds a sum is one MADD. Linear in the
 * expression, with calls inlined up to a fixed depth. */
#ifndef FC_PASSES_OPERATIONS_H
#define FC_PASSES_OPERATIONS_H

#include "analyzer/regions/region_model.h"

/** Adds the expression's operations and accesses to the region. Calls of the program's own procedures, of MPI and of
 * the allocator are nodes of the cost tree instead. */
void fc_operations_count(fc_region_model *region, const fc_node *expression);
fc_numeric fc_operations_numeric(const fc_type *type);
/** Adds an access of that type to the region's reads and writes; the caller adds its stream. */
void fc_operations_access(fc_region_model *region, const fc_type *type, fc_access access);
/** The operation class of an operator on a result type; FC_N_OPERATIONS if it costs nothing. */
fc_operation fc_operations_class(fc_operator op);
/** The class of a binary expression. Compilers replace an integer division by a constant by a mask or shift for powers
 * of two, and otherwise by a product. */
fc_operation fc_operations_of_binary(const fc_node *node);

/** The inlined expression of a call to a procedure that only returns one. NULL: other calls, also if the expression
 * communicates, allocates, recurs or calls a procedure that is not inlined. */
const fc_node *fc_operations_inlined(const fc_node *call);
/** Every call of the procedure is inlined, so that callers count its operations. */
bool fc_operations_in_callers(const fc_procedure *procedure);
/** The region has no operation, access or call. */
bool fc_operations_is_empty(const fc_region_model *region);

#endif
