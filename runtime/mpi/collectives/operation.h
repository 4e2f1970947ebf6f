/* SPDX-License-Identifier: Apache-2.0 */
/** @file operation.h  Compares the operations of the ranks of a reduction, as fc_MPI_Check_operator() gives them. */
#ifndef FC_OPERATION_H
#define FC_OPERATION_H

#include "rank.h"

/** Ends the run at a reduction whose operation is MPI_OP_NULL or was freed, unless the run collects findings. */
void fc_operation_require(fc_rank *r, int site);
/** A rank arrives at the reduction whose first arrival is the call `first`. known: the operation of the ranks before,
 * 0: unknown; returns it with that of this rank. */
int fc_operation_meet(fc_rank *r, int site, int known, const fc_site *first);

#endif
