/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file residual_mpi.h  Prints MPI calls of the residual code: fc_MPI_X, with the memory whose values it transfers. */
#ifndef FC_RESIDUAL_MPI_H
#define FC_RESIDUAL_MPI_H

#include "analyzer/emit/cost_program/residual.h"

void fc_residual_mpi_call(fc_residual *residual, const fc_node *call);

#endif
