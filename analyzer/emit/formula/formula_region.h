/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_region.h  Converts a region of the analysis into the compute models' input, without a cost program. */
#ifndef FC_FORMULA_REGION_H
#define FC_FORMULA_REGION_H

#include "analyzer/summary/formula.h"
#include "runtime/core/forecost.h"

typedef struct fc_formula_counts {
    fc_count operation[FC_N_OPERATIONS * FC_N_NUMERICS], chain[FC_N_OPERATIONS * FC_N_NUMERICS];
} fc_formula_counts;

/** `region` points into the other fields: the struct must not be moved. */
typedef struct fc_formula_region {
    fc_region region, loop, always;
    fc_formula_counts counts, loop_counts, always_counts;
    fc_stream *stream;
    double *working_set; /* [fc_region_n_sizes(&region)], for the caller */
} fc_formula_region;

void fc_formula_region_build(FC_GIVE fc_formula_region *out, const fc_program *program, const fc_region_model *from);
/** `region` may be {0}. */
void fc_formula_region_free(fc_formula_region *region);

#endif
