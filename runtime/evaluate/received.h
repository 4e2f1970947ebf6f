/* SPDX-License-Identifier: Apache-2.0 */
/** @file received.h  What a receive brings to the control slice: the numbers of a message, and who sent how much under
 * which tag (MPI 3.1, section 3.2.5).
 *
 * The cost program tells where they go by fc_carry() and fc_carry_status() before a call; a send hands on a copy of its
 * numbers. Only a world has messages: under method sum a rank that goes on by what one brings ends with FC_END_APART.
 */
#ifndef FC_RECEIVED_H
#define FC_RECEIVED_H

#include "match.h"

/** Takes what has been told for this call of a message. What messages tell bars that ranks are alike. */
fc_hand fc_received_hand(fc_rank *r, int site);
/** The same for a call of all ranks. */
fc_hand fc_received_take_hand(fc_rank *r);
/** Ends the run where there is no world, but something of a message is asked for. */
void fc_received_check(fc_rank *r, int site, bool asked);
/** A copy of a send's n bytes; NULL: nothing is handed in. */
char *fc_received_copy(fc_rank *r, const void *values, double n);
/** Of a matched receive: gives its numbers and, unless NULL, its status. */
void fc_received_give(fc_rank *r, int site, const fc_message *m, fc_mpi_status *status);
/** The status, unless NULL, of a call that received nothing, from MPI_PROC_NULL or FC_MPI_ANY_SOURCE (MPI 3.1, sections
 * 3.7.3, 3.11). */
void fc_received_nothing(fc_mpi_status *status, int source);
/** The same of a receive that was cancelled (section 3.8.4). */
void fc_received_cancelled(fc_mpi_status *status);

#endif
