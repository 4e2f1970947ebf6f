/* SPDX-License-Identifier: Apache-2.0 */
/** @file communicator.h  Communicators that a virtual rank creates (MPI 3.1, section 6.4). Internal to this folder. */
#ifndef FC_COMMUNICATOR_H
#define FC_COMMUNICATOR_H

#include "call.h"

/** MPI_Comm_split of `from`: ranks of equal color, ordered by key, then by rank in `from`. Color FC_MPI_UNDEFINED gives
 * MPI_COMM_NULL. Size, rank and members are those of `made`. If its size is 0, or in a world, they come from the colors
 * and keys of all ranks; FC_MPI_COMM_UNKNOWN, if one of these is dynamic. Costs COMM_DUP of the new communicator. */
fc_comm fc_communicator_split(fc_rank *r, int site, fc_comm from, fc_communicator made, const int color_and_key[2]);
/** A duplicate for internal use (windows, files), at no cost; collective over `from`. */
fc_comm fc_communicator_duplicate(fc_rank *r, int site, fc_comm from);
/** Adds a communicator to this rank's table; returns its handle. May move the table. */
fc_comm fc_communicator_add(fc_rank *r, fc_communicator made);
/** Hash of parent, call number and color: equal on all members without communication. */
unsigned long fc_communicator_hash(unsigned long of, unsigned call, int color);
/** Charges the creation of `comm`: by messages if they share links (collective_messages.h); nothing if the machine has
 * no fit. */
void fc_communicator_charge(fc_rank *r, int site, fc_fit fit, fc_comm comm);
/** This rank's part in the creation of a communicator from dynamic numbers: it synchronizes and costs as any, and gives
 * FC_MPI_COMM_UNKNOWN. `asks`: the others need all colors (fc_communicator_split() with size 0). */
fc_comm fc_communicator_split_unknown(fc_rank *r, int site, fc_comm from, bool asks);
/** Rank in MPI_COMM_WORLD of a communicator's rank. */
int fc_communicator_member(const fc_communicator *of, int rank);
/** The same of a partner: a rank in the remote group of an inter-communicator. */
int fc_communicator_partner(const fc_communicator *of, int rank);

/** Members of an MPI group; ends the run if the handle is invalid. */
fc_members *fc_communicator_members(fc_rank *r, int site, fc_mpi_group group);

#endif
