/* SPDX-License-Identifier: Apache-2.0 */
/** @file request.h  Requests of a virtual rank: slots of its table, and those that begin again (MPI 3.1, section 3.9).
 */
#ifndef FC_REQUEST_H
#define FC_REQUEST_H

#include "message.h"

enum {
    FC_REQUEST_PERSISTENT = 1 << 24 /* handles from here on are persistent requests, lower ones slots */
};

/** What MPI_Start begins; `started`: its slot while it is active, 0 otherwise. */
typedef struct fc_persistent {
    bool alive;
    bool receives;
    fc_send_mode mode;
    fc_envelope envelope;
    fc_request started;
} fc_persistent;

/** A slot for an operation that begins, active and otherwise zero, valid until the next one; its handle. */
fc_pending *fc_request_open(fc_rank *r, fc_request *handle);
/** Begins to send or to receive; the handle. */
fc_request fc_request_begin(fc_rank *r, int site, fc_envelope s, bool receives, fc_send_mode mode);
/** Waits for and pays what this slot's operation began. */
void fc_request_end(fc_rank *r, int site, fc_request slot);
/** Checks one side's words. True: there is a message; false: the peer is MPI_PROC_NULL. */
bool fc_request_has_peer(fc_rank *r, int site, fc_envelope *s);
/** The persistent request of a handle; NULL: it is none. */
fc_persistent *fc_request_persistent(fc_rank *r, fc_request request);
/** The slot of a handle; 0: null, or persistent and not active. */
int fc_request_slot(fc_rank *r, fc_request request);

#endif
