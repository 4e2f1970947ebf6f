/* SPDX-License-Identifier: Apache-2.0 */
/** @file message.h  Point-to-point calls of a world: their costs and ends by the rules of simulation.h (LogGP). */
#ifndef FC_MESSAGE_H
#define FC_MESSAGE_H

#include "match.h"

/** The call that a message belongs to. Messages of collectives are hidden from the program's receives and probes. */
typedef enum fc_purpose {
    FC_PURPOSE_PROGRAM, /* a point-to-point call */
    FC_PURPOSE_STEP,    /* a step of a collective algorithm (collective_messages.h); sizes are not checked */
    FC_PURPOSE_BLOCK    /* a block of a neighborhood collective: must have the receiver's size */
} fc_purpose;

/** One side's arguments: n elements of a type to or from a peer of a communicator. */
typedef struct fc_envelope {
    double n;
    fc_datatype type;
    int peer; /* rank in comm; FC_MPI_PROC_NULL; FC_MPI_ANY_SOURCE */
    int tag;  /* >= 0, or FC_MPI_ANY_TAG */
    fc_comm comm;
    void *memory; /* payload: source of a send, destination of a receive; NULL: none */
    fc_purpose purpose;
    const fc_site *made_by; /* the call that gave these arguments, if not the one that begins the transfer; or NULL */
} fc_envelope;

typedef enum fc_send_mode {
    FC_SEND_STANDARD,
    FC_SEND_SYNCHRONOUS, /* ends when its sender knows that the receive has begun */
    FC_SEND_BUFFERED     /* never waits */
} fc_send_mode;

/** Blocking calls; status NULL: not wanted. */
void fc_message_send(fc_rank *r, int site, fc_envelope e, fc_send_mode mode);
void fc_message_receive(fc_rank *r, int site, fc_envelope e, fc_mpi_status *status);
void fc_message_sendrecv(fc_rank *r, int site, const fc_envelope *sent, const fc_envelope *received,
                         fc_mpi_status *status);

/** Non-blocking calls; the result is for fc_message_complete() or fc_message_forget(). NULL: an eager send, which is
 * already complete. */
fc_message *fc_message_post_send(fc_rank *r, int site, fc_envelope e, fc_send_mode mode);
fc_message *fc_message_post_receive(fc_rank *r, int site, fc_envelope e);

/** MPI_Probe, or MPI_Mprobe if `takes`: waits for a message that a receive with this envelope would get. A message that
 * it takes is returned for fc_message_mrecv() or fc_message_imrecv(); otherwise the result is NULL. */
fc_message *fc_message_probe(fc_rank *r, int site, const fc_envelope *e, bool takes, fc_mpi_status *status);
/** MPI_Iprobe, or MPI_Improbe if taken is not NULL. */
bool fc_message_iprobe(fc_rank *r, int site, const fc_envelope *e, fc_message **taken, fc_mpi_status *status);
/** MPI_Mrecv and MPI_Imrecv of a message that a probe took. */
void fc_message_mrecv(fc_rank *r, int site, fc_message *taken, fc_envelope e, fc_mpi_status *status);
fc_message *fc_message_imrecv(fc_rank *r, int site, fc_message *taken, fc_envelope e);
/** A probe for the next message of the program that arrives from now on, whatever its envelope; once matched, `start`
 * is its arrival. */
fc_message *fc_message_watch(fc_rank *r, int site);
void fc_message_unwatch(fc_rank *r, fc_message *watch);

/** Waits until no other rank can act before this rank's virtual time. */
void fc_message_yield(fc_rank *r, int site);
/** Weighted seconds of a fit; ends the run if the machine does not have it. */
double fc_message_cost(fc_rank *r, int site, const fc_message_price *price, fc_fit fit);
/** Waits until all n messages (NULL: none) are matched. */
void fc_message_await(fc_rank *r, int site, fc_message *const *message, int n);
/** Waits until no rank can go on otherwise, and the choice is the earliest in virtual time. */
void fc_message_choose(fc_rank *r, int site, const fc_choice *choice);
/** Earliest end of this side of a message [s, virtual]; INFINITY: not matched. */
double fc_message_time(const fc_message *m);
/** Completes this side of a matched message: advances the clock, delivers payload and status (of a receive; status
 * NULL: not wanted), and releases it. */
void fc_message_complete(fc_rank *r, int site, fc_message *m, fc_mpi_status *status);
/** Releases a message without waiting for it (MPI_Request_free). */
void fc_message_forget(fc_rank *r, fc_message *m);

#endif
