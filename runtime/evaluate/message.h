/* SPDX-License-Identifier: Apache-2.0 */
/** @file message.h  Point-to-point calls of a world: what they cost and when they end, by the rules of world.h. */
#ifndef FC_MESSAGE_H
#define FC_MESSAGE_H

#include "match.h"

/** What a message is for. Those of collectives are hidden: no receive or probe of the program takes them. */
typedef enum fc_purpose {
    FC_PURPOSE_PROGRAM,
    FC_PURPOSE_STEP, /* of an algorithm (planned.h), which tells both sides' sizes */
    FC_PURPOSE_BLOCK /* of a neighbourhood collective: as long as the receiver says */
} fc_purpose;

/** One side's words: n elements of a type to or from a peer of a communicator. */
typedef struct fc_envelope {
    double n;
    fc_datatype type;
    int peer; /* rank in comm; FC_MPI_PROC_NULL; FC_MPI_ANY_SOURCE */
    int tag;  /* >= 0, or FC_MPI_ANY_TAG */
    fc_comm comm;
    void *memory; /* control values: where a send has them, or a receive puts them; NULL: none */
    fc_purpose purpose;
} fc_envelope;

typedef enum fc_send_mode {
    FC_SEND_STANDARD,
    FC_SEND_SYNCHRONOUS, /* ends with its receive */
    FC_SEND_BUFFERED     /* never waits */
} fc_send_mode;

/** Calls that end before they return; status NULL: not asked for. */
void fc_message_send(fc_rank *r, int site, fc_envelope e, fc_send_mode mode);
void fc_message_receive(fc_rank *r, int site, fc_envelope e, fc_mpi_status *status);
void fc_message_exchange(fc_rank *r, int site, const fc_envelope *sent, const fc_envelope *received,
                         fc_mpi_status *status);

/** Calls that only begin; the message is for fc_message_complete() or fc_message_forget(). NULL: a buffered send,
 * complete from the start. */
fc_message *fc_message_post_send(fc_rank *r, int site, fc_envelope e, fc_send_mode mode);
fc_message *fc_message_post_receive(fc_rank *r, int site, fc_envelope e);

/** Waits for a message that a receive of these words would get; status as above. takes: nobody else gets it then, and
 * it is returned for fc_message_receive_taken() or ..._post_taken(); otherwise NULL is. */
fc_message *fc_message_probe(fc_rank *r, int site, const fc_envelope *e, bool takes, fc_mpi_status *status);
/** The same if such a message is there now. taken NULL: it stays. */
bool fc_message_probe_now(fc_rank *r, int site, const fc_envelope *e, fc_message **taken, fc_mpi_status *status);
/** n elements of a type into memory from a message that a probe took. */
void fc_message_receive_taken(fc_rank *r, int site, fc_message *taken, fc_envelope e, fc_mpi_status *status);
fc_message *fc_message_post_taken(fc_rank *r, int site, fc_message *taken, fc_envelope e);
/** A poll was in vain. The first at this virtual time may say so; a second one waits until something else happens to
 * this rank: one of its requests ends, or a message is there. */
void fc_message_poll_in_vain(fc_rank *r, int site);

/** Waits until no other rank can do anything before this one's time. */
void fc_message_let_others_come(fc_rank *r, int site);
/** Weighted seconds of a fit [s]; ends the run where the machine does not tell. */
double fc_message_cost(fc_rank *r, int site, const fc_message_price *price, fc_fit fit);
/** Waits until all n messages (NULL: none) are matched. */
void fc_message_await(fc_rank *r, int site, fc_message *const *message, int n);
/** Waits until all messages of the choice are matched, or nobody else can go on and it is the earliest to be decided.
 */
void fc_message_choose(fc_rank *r, int site, const fc_choice *choice);
/** When the owner's side of a message can end [s, virtual]; INFINITY: it is not matched. */
double fc_message_time(const fc_message *m);
/** Ends this side of a matched message: the clock goes on to its end, what it brings is given, the message is let go.
 * status of a send, or NULL: not written. */
void fc_message_complete(fc_rank *r, int site, fc_message *m, fc_mpi_status *status);
/** Lets a message go without waiting for it. */
void fc_message_forget(fc_rank *r, fc_message *m);

#endif
