/* SPDX-License-Identifier: Apache-2.0 */
/** @file request.h  Requests of a virtual rank: the table of pending operations, and persistent requests (MPI 3.1,
 * section 3.9). */
#ifndef FC_REQUEST_H
#define FC_REQUEST_H

#include "message.h"

enum {
    FC_REQUEST_PERSISTENT = 1 << 24 /* handles from here on are persistent requests; lower ones index the table */
};

/** A persistent request; `started`: its entry in the table while it is active, 0 otherwise. */
typedef struct fc_persistent {
    bool alive, was_started;
    int made_at; /* the site that made it */
    bool receives;
    fc_send_mode mode;
    fc_envelope envelope;
    fc_request started;
    int partitions, n_ready;                     /* of a partitioned send; 0: of none */
    struct fc_persistent_collective *collective; /* owned; NULL: a message */
} fc_persistent;

/** Opens an entry for a new operation of this site: active and otherwise zero, valid until the next call. Sets *handle.
 */
fc_pending *fc_request_open(fc_rank *r, int site, fc_request *handle);
/** Starts to send or to receive; returns the handle. */
fc_request fc_request_begin(fc_rank *r, int site, fc_envelope s, bool receives, fc_send_mode mode);
/** Keeps a persistent request, whose collective it owns, and sets *request. */
int fc_request_keep(fc_rank *r, int site, fc_persistent made, fc_request *request);
/** Waits for the operation of this entry and charges it. */
void fc_request_end(fc_rank *r, int site, fc_request slot);
/** When the operation of this entry can end [s, virtual]: 0 under method sum; INFINITY: its end is not known yet. */
double fc_request_time(fc_rank *r, int slot);
/** Checks the envelope of a send or receive. */
void fc_request_check(fc_rank *r, int site, fc_envelope s, bool receives);
/** The same. True: there is a message; false: the peer is MPI_PROC_NULL. */
bool fc_request_has_peer(fc_rank *r, int site, fc_envelope *s);
/** The persistent request of a handle; NULL: the handle is not persistent. */
fc_persistent *fc_request_persistent(fc_rank *r, fc_request request);
/** The entry of a handle; 0: null, or persistent and not active. */
int fc_request_slot(fc_rank *r, fc_request request);

#endif
