/* SPDX-License-Identifier: Apache-2.0 */
/** @file collective_choice.h  Which algorithm an MPI library takes for a collective.
 *
 * Open MPI: the fixed rules of coll/tuned, 4.1 series (ompi/mca/coll/tuned/coll_tuned_decision_fixed.c, the same from
 * v4.1.0 to v4.1.8), commutative operations; MPI_Gatherv, MPI_Scatterv and MPI_Scan linear (coll/basic, coll/base).
 * MPICH: the rules of its 3.x series (src/mpi/coll, MPIR_CVAR_..._MSG_SIZE; Thakur et al. 2005).
 * SMPI: what SimGrid 3.32 takes under smpi/coll-selector:mpich (src/smpi/colls/smpi_mpich_selector.cpp).
 * Making communicators: src/mpi/comm/contextid.c of MPICH 3.x, ompi/communicator/comm_cid.c of Open MPI 4.1,
 * src/smpi/mpi/smpi_comm.cpp of SimGrid. */
#ifndef FC_COLLECTIVE_CHOICE_H
#define FC_COLLECTIVE_CHOICE_H

#include "collective_plan.h"

/** What the machine tells of the operation, or its library's rules choose; its collectives are not
 * FC_COLLECTIVES_FITTED; what->p >= 2. */
fc_algorithm fc_collective_choose(const fc_coefficients *machine, const fc_collective *what);
/** The plan of the chosen algorithm, or of the two collectives it consists of. */
void fc_collective_plan(fc_plan *out, const fc_coefficients *machine, const fc_collective *what);

#endif
