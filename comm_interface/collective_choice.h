/* SPDX-License-Identifier: Apache-2.0 */
/** @file collective_choice.h  Algorithm selection: which algorithm an MPI library uses for a collective.
 *
 * Open MPI: the fixed rules of coll/tuned, 4.1 series (ompi/mca/coll/tuned/coll_tuned_decision_fixed.c, unchanged from
 * v4.1.0 to v4.1.8 and to v5.0.2), for commutative operations; MPI_Gatherv, MPI_Scatterv and MPI_Scan linear
 * (coll/basic, coll/base). Open MPI 5 uses them where each node has one rank; its coll/han is not modeled.
 * MPICH: the rules of its 3.x series (src/mpi/coll, MPIR_CVAR_..._MSG_SIZE; Thakur et al. 2005).
 * MPICH4: those of MPICH 4.0.2 (maint/tuning/coll/mpir/generic.json), for predefined operations and one rank a node:
 * beyond 8 bytes MPI_Allreduce is Rabenseifner's.
 * SMPI: the rules of SimGrid 3.32 under smpi/coll-selector:mpich (src/smpi/colls/smpi_mpich_selector.cpp).
 * SMPI_OMPI: those under smpi/coll-selector:ompi (smpi_openmpi_selector.cpp, unchanged from v3.32 to v4.1), for
 * commutative operations, with the segments of the algorithms in src/smpi/colls.
 * Communicator creation: src/mpi/comm/contextid.c of MPICH 3.x, ompi/communicator/comm_cid.c of Open MPI 4.1,
 * src/smpi/mpi/smpi_comm.cpp of SimGrid. */
#ifndef FC_COLLECTIVE_CHOICE_H
#define FC_COLLECTIVE_CHOICE_H

#include "collective_plan.h"

/** The algorithm that the machine file names for the operation, otherwise the one its library's rules select. Requires
 * machine->collectives other than FC_COLLECTIVES_FITTED, and what->p >= 2. */
fc_algorithm fc_collective_choose(const fc_coefficients *machine, const fc_collective *what);
/** The plan of the selected algorithm. An operation composed of two collectives gets the plans of both. */
void fc_collective_plan(fc_plan *out, const fc_coefficients *machine, const fc_collective *what);

#endif
