/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_transfers.h  What MPI calls cost in a symbolic run: terms with a runtime function, one for each of its
 * variants. */
#ifndef FC_FORMULA_TRANSFERS_H
#define FC_FORMULA_TRANSFERS_H

#include "analyzer/summary/formula_variants.h"

/** What a call costs; moved as in fc_formula_term. ranks or bytes NULL: not closed. */
typedef struct fc_run_transfer {
    fc_fit fit;
    const fc_sym *ranks, *bytes, *moved;
} fc_run_transfer;

/** NULL if a factor is. */
const fc_sym *fc_run_multiply(fc_run *run, const fc_sym *a, const fc_sym *b);
/** Bytes of the nth count and datatype among the arguments; NULL: not closed. */
const fc_sym *fc_run_bytes_of(fc_run *run, const fc_cost *cost, int nth);
/** The nth count among the arguments; NULL: not closed. */
const fc_sym *fc_run_elements_of(fc_run *run, const fc_cost *cost, int nth);
/** Bytes of an element of the nth datatype among the arguments; NULL: not closed. */
const fc_sym *fc_run_element_bytes_of(fc_run *run, const fc_cost *cost, int nth);
/** The root of a collective. The cost program passes no root that is dynamic, and takes rank 0 (residual_mpi.c). NULL:
 * fc_run_fail(). */
const fc_sym *fc_run_root_of(fc_run *run, const fc_cost *cost);
/** A call among all ranks of a communicator, or of a window's. False: fc_run_fail(). */
bool fc_run_add_among(fc_run *run, const fc_cost *cost, const fc_run_transfer *made, const fc_node *comm);
/** How often a message with the call's nth partner counts: never where it is MPI_PROC_NULL. False: fc_run_fail(). */
bool fc_run_find_partner(fc_run_variants *out, fc_run *run, const fc_cost *cost, int nth, bool receives);
/** A message to or from one other rank; made.ranks is not read. False: fc_run_fail(). */
bool fc_run_add_message(fc_run *run, const fc_cost *cost, fc_run_transfer made, const fc_run_variants *partner);
/** A collective with a count for each rank, such as MPI_Gatherv. As in the runtime
 * (runtime/mpi/collectives/collective_calls.c), it costs by its mean block: the sum of the counts, in closed form where
 * a loop has filled them, over the number of ranks. False: fc_run_fail(). */
bool fc_run_blocks(fc_run *run, const fc_cost *cost);

#endif
