/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file complex_operations.h  The real operations of complex arithmetic (C 11, annex G): what a compiler emits without
 * -ffast-math. A product checks its result for NaN; a quotient is a call of its run-time library, not counted here. */
#ifndef FC_COMPLEX_OPERATIONS_H
#define FC_COMPLEX_OPERATIONS_H

#include "analyzer/model/program.h"
#include "analyzer/regions/region_model.h"

static inline bool fc_complex_is(const fc_type *type)
{
    return type && type->kind == FC_TYPE_COMPLEX;
}
/** A real operand: its imaginary part is not computed with. */
bool fc_complex_is_real(const fc_node *operand);
/** How many operations of the class `part` an operation on complex numbers has; with_real: one operand is real. */
double fc_complex_parts(fc_operation operation, fc_operation part, bool with_real);
/** The same for those that follow each other on the way from an operand to the result. */
double fc_complex_chain(fc_operation operation, fc_operation part, bool with_real);

#endif
