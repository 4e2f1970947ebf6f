/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_split.h  The ranks of a communicator that MPI_Comm_split makes of all ranks, in closed form. */
#ifndef FC_FORMULA_SPLIT_H
#define FC_FORMULA_SPLIT_H

#include "analyzer/summary/formula_run.h"

/** Of the communicator that this rank is in. rank: this rank's there; NULL: not closed. */
typedef struct fc_run_group {
    const fc_sym *size, *rank;
} fc_run_group;

/** The ranks of one color, ordered by key; color and key as functions of the rank in MPI_COMM_WORLD, NULL: not closed.
 * False: the size is not closed. */
bool fc_run_split(fc_run_group *out, const fc_run *run, const fc_sym *color, const fc_sym *key);

#endif
