/* SPDX-License-Identifier: Apache-2.0 */
/** @file communicator.h  Communicators that a virtual rank makes, for the files of this room. */
#ifndef FC_COMMUNICATOR_H
#define FC_COMMUNICATOR_H

#include "communication.h"

/** What this rank makes of `from` with those of the same color, in the order of key, then of their ranks in `from`; in
 * a world all ranks of `from` meet. Color FC_MPI_UNDEFINED: nothing, MPI_COMM_NULL. Size, rank and members are those of
 * `made`, or, where its size is 0 and in a world, as all of them tell. Costs COMM_DUP among those it is made for. */
fc_comm fc_communicator_make(fc_rank *r, int site, fc_comm from, fc_communicator made, const int color_and_key[2]);
/** A copy for what is not the program's own, at no cost; all ranks of `from` meet. */
fc_comm fc_communicator_copy(fc_rank *r, int site, fc_comm from);
/** Puts a communicator among this rank's; its handle. May move the others. */
fc_comm fc_communicator_add(fc_rank *r, fc_communicator made);
/** A name that all members find alone, over what it was made of, by which call, with which color. */
unsigned long fc_communicator_name(unsigned long of, unsigned call, int color);
/** What making a communicator costs the ranks of `comm`: by messages where they share links (planned.h); nothing on a
 * machine where it was not measured. */
void fc_communicator_pay(fc_rank *r, int site, fc_fit fit, fc_comm comm);
/** The rank in MPI_COMM_WORLD. */
int fc_communicator_member(const fc_communicator *of, int rank);

/** The ranks in MPI_COMM_WORLD of a group; ends the run if the handle is none. */
fc_members *fc_communicator_group(fc_rank *r, int site, fc_mpi_group group);

#endif
