/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_region.h  A region of the program as the compute models read it, without a cost program's tables. */
#ifndef FC_EMIT_FORMULA_REGION_H
#define FC_EMIT_FORMULA_REGION_H

#include "analyzer/passes/formula.h"
#include "runtime/evaluate/forecost.h"

/** `region` points into the rest: it stays where it was built. */
typedef struct fc_formula_region {
    fc_region region;
    fc_count operation[FC_N_OPERATIONS * FC_N_NUMERICS], chain[FC_N_OPERATIONS * FC_N_NUMERICS];
    fc_stream *stream;
    double *working_set; /* [region.n_streams], for the caller */
} fc_formula_region;

void fc_formula_region_build(FC_GIVE fc_formula_region *out, const fc_program *program, const fc_region_model *from);
/** Of {0} too. */
void fc_formula_region_free(fc_formula_region *region);

#endif
