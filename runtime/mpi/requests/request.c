/* SPDX-License-Identifier: Apache-2.0 */
/* The table of pending operations, and the persistent requests of messages. */
#include "request.h"
#include "buffer_race.h"
#include "call.h"
#include "delivery.h"
#include "sync.h"

fc_persistent *fc_request_persistent(fc_rank *r, fc_request request)
{
    int number = request - FC_REQUEST_PERSISTENT;
    return number >= 0 && number < r->n_persistent && r->persistent[number].alive ? &r->persistent[number] : NULL;
}

double fc_request_time(fc_rank *r, int slot)
{
    const fc_pending *of = &r->pending[slot];
    double latest = of->over;
    if (of->awaits_program)
        return INFINITY;
    if (!r->process)
        return 0;
    if (of->message)
        return fc_message_time(of->message);
    if (of->begun.meeting)
        return fc_sync_time(r, of);
    for (int part = of->parts; part; part = r->pending[part].next_free)
        latest = fmax(latest, fc_request_time(r, part));
    return latest;
}

int fc_request_slot(fc_rank *r, fc_request request)
{
    const fc_persistent *persistent = fc_request_persistent(r, request);
    return persistent ? persistent->started : request;
}

int fc_request_keep(fc_rank *r, int site, fc_persistent made, fc_request *request)
{
    int number = 0;
    while (number < r->n_persistent && r->persistent[number].alive)
        number++;
    r->persistent = fc_rank_grow(r, r->persistent, &r->persistent_capacity, number, sizeof *r->persistent);
    r->n_persistent += number == r->n_persistent;
    made.made_at = site;
    r->persistent[number] = made;
    fc_buffer_race_keep(r, site, number);
    fc_call_store(request, FC_REQUEST_PERSISTENT + number);
    return FC_MPI_SUCCESS;
}

int fc_request_make(fc_rank *r, int site, fc_persistent made, fc_request *request)
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

int fc_MPI_Send_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                     fc_request *request)
{
    return fc_request_make(r, site,
                           (fc_persistent){.alive = true,
                                           .receives = false,
                                           .mode = FC_SEND_STANDARD,
                                           .envelope = {n, type, peer, tag, comm, .memory = NULL}},
                           request);
}

int fc_MPI_Ssend_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request)
{
    return fc_request_make(r, site,
                           (fc_persistent){.alive = true,
                                           .receives = false,
                                           .mode = FC_SEND_SYNCHRONOUS,
                                           .envelope = {n, type, peer, tag, comm, .memory = NULL}},
                           request);
}

int fc_MPI_Bsend_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request)
{
    return fc_request_make(r, site,
                           (fc_persistent){.alive = true,
                                           .receives = false,
                                           .mode = FC_SEND_BUFFERED,
                                           .envelope = {n, type, peer, tag, comm, .memory = NULL}},
                           request);
}

int fc_MPI_Rsend_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request)
{
    return fc_request_make(r, site,
                           (fc_persistent){.alive = true,
                                           .receives = false,
                                           .mode = FC_SEND_STANDARD,
                                           .envelope = {n, type, peer, tag, comm, .memory = NULL}},
                           request);
}

int fc_MPI_Recv_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                     fc_request *request)
{
    return fc_request_make(r, site,
                           (fc_persistent){.alive = true,
                                           .receives = true,
                                           .mode = FC_SEND_STANDARD,
                                           .envelope = {n, type, peer, tag, comm, .memory = NULL}},
                           request);
}
