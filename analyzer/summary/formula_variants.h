/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_variants.h  Variants of runtime functions in a symbolic run: those that runtime/placement/mapping.h
 * selects, as indicators in p and the rank. Without variants on the machine every call has ANY. */
#ifndef FC_FORMULA_VARIANTS_H
#define FC_FORMULA_VARIANTS_H

#include "analyzer/summary/formula_run.h"

/** How often a call counts with each variant of its runtime function; NULL: never. */
typedef struct fc_run_variants {
    const fc_sym *times[FC_N_VARIANTS];
} fc_run_variants;

/** The ranks of a communicator of this size are those of MPI_COMM_WORLD, in their order. */
bool fc_run_is_number_of_ranks(const fc_run *run, const fc_sym *size);
/** Of a call among all ranks of a communicator, or of a window's. False: fc_run_fail(). */
bool fc_run_variants_of_ranks(fc_run_variants *out, fc_run *run, const fc_cost *cost, const fc_node *comm);
/** Of a message between this rank and `peer`, a rank of the communicator. False: fc_run_fail(). */
bool fc_run_variants_of_pair(fc_run_variants *out, fc_run *run, const fc_cost *cost, const fc_node *comm,
                             const fc_sym *peer);
/** ANY, once. */
fc_run_variants fc_run_variants_any(const fc_run *run);
const fc_sym *fc_run_variants_total(const fc_run *run, const fc_run_variants *of);
fc_run_variants fc_run_variants_scale(const fc_run *run, const fc_sym *factor, const fc_run_variants *of);
fc_run_variants fc_run_variants_add(const fc_run *run, const fc_run_variants *a, const fc_run_variants *b);
/** chosen ? a : b. */
fc_run_variants fc_run_variants_choose(const fc_run *run, const fc_sym *chosen, const fc_run_variants *a,
                                       const fc_run_variants *b);
/** `made`, the address of a handle, has the ranks of the communicator `from`; NULL: those that the call makes. */
void fc_run_variants_bind(fc_run *run, const fc_cost *cost, const fc_node *made, const fc_node *from);

#endif
