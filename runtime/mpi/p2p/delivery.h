/* SPDX-License-Identifier: Apache-2.0 */
/** @file delivery.h  Delivers the payload and status of a received message to the program slice (MPI 3.1,
 * section 3.2.5).
 *
 * Before a call, the cost program sets the buffers with fc_payload_set() and the status with fc_payload_set_status(). A
 * send copies its payload. Only method ranks has messages: under method sum, a rank whose control flow depends on a
 * message ends with FC_END_NEEDS_MESSAGE. */
#ifndef FC_DELIVERY_H
#define FC_DELIVERY_H

#include "match.h"

/** Takes the buffers set for this point-to-point call. Received control data excludes rank equivalence. */
fc_payload_arguments fc_delivery_take_p2p_buffers(fc_rank *r, int site);
/** The same for a collective call. */
fc_payload_arguments fc_delivery_take_buffers(fc_rank *r);
/** Ends the run under method sum if the program needs the content of a message. */
void fc_delivery_require(fc_rank *r, int site, bool asked);
/** A copy of a send's n bytes; NULL if `values` is. */
char *fc_delivery_copy(fc_rank *r, const void *values, double n);
/** Delivers the payload of a matched receive and, unless NULL, its status. */
void fc_delivery_complete(fc_rank *r, int site, const fc_message *m, fc_mpi_status *status);
/** Sets the status, unless NULL, of a call that received nothing, from MPI_PROC_NULL or FC_MPI_ANY_SOURCE (MPI 3.1,
 * sections 3.7.3, 3.11). */
void fc_delivery_status_empty(fc_mpi_status *status, int source);
/** Sets the status of a cancelled receive (section 3.8.4). */
void fc_delivery_status_cancelled(fc_mpi_status *status);

#endif
