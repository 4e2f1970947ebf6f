/* SPDX-License-Identifier: Apache-2.0 */
#include "persistent.h"

#include "buffer_race.h"
#include "call.h"
#include "delivery.h"
#include "persistent_collective.h"

void fc_persistent_free(fc_persistent *persistent)
{
    persistent->alive = false;
    fc_persistent_collective_free(persistent->collective);
    persistent->collective = NULL;
}

void fc_persistent_reset(fc_rank *r)
{
    for (int i = 0; i < r->n_persistent; i++)
        fc_persistent_free(&r->persistent[i]);
    r->n_persistent = 0;
}

int fc_persistent_make(fc_rank *r, int site, fc_persistent made, fc_request *request)
{
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    made.envelope.memory = made.receives ? hand.out : (void *)hand.in;
    made.envelope.comm = fc_call_comm_or_assumed(r, site, made.envelope.comm, made.envelope.memory);
    fc_call_comm(r, site, made.envelope.comm);
    if (r->setting.findings) { /* else MPI_Start refuses it */
        fc_request_check(r, site, made.envelope, made.receives);
        made.envelope.made_by = fc_rank_site(r, site);
    }
    return fc_request_keep(r, site, made, request);
}

/* Makes the request of a message, with the direction and the mode of `like`. */
static int make_message(fc_rank *r, int site, fc_persistent like, fc_envelope envelope, fc_request *request)
{
    like.alive = true;
    like.envelope = envelope;
    return fc_persistent_make(r, site, like, request);
}

int fc_MPI_Send_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                     fc_request *request)
{
    return make_message(r, site, (fc_persistent){.mode = FC_SEND_STANDARD},
                        (fc_envelope){n, type, peer, tag, comm, .memory = NULL}, request);
}

int fc_MPI_Ssend_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request)
{
    return make_message(r, site, (fc_persistent){.mode = FC_SEND_SYNCHRONOUS},
                        (fc_envelope){n, type, peer, tag, comm, .memory = NULL}, request);
}

int fc_MPI_Bsend_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request)
{
    return make_message(r, site, (fc_persistent){.mode = FC_SEND_BUFFERED},
                        (fc_envelope){n, type, peer, tag, comm, .memory = NULL}, request);
}

int fc_MPI_Rsend_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request)
{
    return make_message(r, site, (fc_persistent){.mode = FC_SEND_STANDARD},
                        (fc_envelope){n, type, peer, tag, comm, .memory = NULL}, request);
}

int fc_MPI_Recv_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                     fc_request *request)
{
    return make_message(r, site, (fc_persistent){.receives = true, .mode = FC_SEND_STANDARD},
                        (fc_envelope){n, type, peer, tag, comm, .memory = NULL}, request);
}

/* Begins the operation of a persistent request; returns its entry. The call that made a collective's request is named
 * where a run collects findings. */
static fc_request begin(fc_rank *r, int site, const fc_persistent *of)
{
    fc_request slot;
    if (of->collective)
        return fc_persistent_collective_begin(r, r->setting.findings ? of->made_at : site, of->collective);
    if (of->partitions == 0)
        return fc_request_begin(r, site, of->envelope, of->receives, of->mode);
    fc_request_open(r, site, &slot)->awaits_program = true; /* until MPI_Pready of the last partition */
    return slot;
}

int fc_MPI_Start(fc_rank *r, int site, fc_request *request)
{
    fc_rank_site(r, site);
    if (!request) {
        fc_call_assume(r, site, FC_ASSUMED_UNSTARTED);
        return FC_MPI_SUCCESS;
    }
    fc_persistent *persistent = fc_request_persistent(r, *request);
    if (!persistent)
        fc_call_refuse(r, site, "the request is not persistent, or depends on data");
    if (persistent->started)
        fc_call_refuse(r, site, "the request is already active");
    fc_persistent begins = *persistent;
    fc_request slot = begin(r, site, &begins);
    persistent = fc_request_persistent(r, *request);
    persistent->started = slot;
    persistent->n_ready = 0;
    fc_buffer_race_start(r, site, *request - FC_REQUEST_PERSISTENT, slot);
    fc_request_persistent(r, *request)->was_started = true;
    return FC_MPI_SUCCESS;
}

int fc_MPI_Startall(fc_rank *r, int site, int n, fc_request *requests)
{
    if (!requests)
        fc_call_assume(r, site, FC_ASSUMED_UNSTARTED);
    for (int i = 0; i < n && requests; i++)
        fc_MPI_Start(r, site, &requests[i]);
    return FC_MPI_SUCCESS;
}
