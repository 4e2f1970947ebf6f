/* SPDX-License-Identifier: Apache-2.0 */
/* Probes (MPI 3.1, section 3.8). Under method sum there are no messages: a probe returns at once, and the receive that
 * follows is charged. */
#include "call.h"
#include "delivery.h"
#include "fingerprint.h"
#include "polling.h"
#include "request.h"
#include "support/hash.h"

/* The envelope that a probe looks for; *has_peer: it is not MPI_PROC_NULL, whose probe returns at once. */
static fc_envelope check(fc_rank *r, int site, fc_envelope wanted, bool *has_peer)
{
    if (r->fingerprint)
        fc_fingerprint_exclude(r, site, "what a probe finds depends on timing");
    *has_peer = fc_request_has_peer(r, site, &wanted);
    if (*has_peer && r->comm[wanted.comm].is_spawned)
        fc_call_lack(r, site, "the message comes from a process that the program starts, which is not simulated");
    return wanted;
}

/* A hash of the call. */
static uint64_t key_of(int site, const fc_envelope *wanted)
{
    uint64_t who = fc_hash_mix((unsigned)site, (unsigned)wanted->comm);
    return fc_hash_mix(fc_hash_mix(who, (unsigned)wanted->peer), (unsigned)wanted->tag);
}

int fc_MPI_Probe(fc_rank *r, int site, int peer, int tag, fc_comm comm)
{
    bool has_peer;
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    fc_envelope wanted = check(r, site, (fc_envelope){0, FC_MPI_BYTE, peer, tag, comm, .memory = NULL}, &has_peer);
    fc_delivery_require(r, site, has_peer && hand.status);
    if (has_peer && r->process)
        fc_message_probe(r, site, &wanted, false, hand.status);
    else
        fc_delivery_status_empty(hand.status, FC_MPI_PROC_NULL);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Iprobe(fc_rank *r, int site, int peer, int tag, fc_comm comm, int *flag)
{
    bool has_peer, is_there = true;
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    fc_envelope wanted = check(r, site, (fc_envelope){0, FC_MPI_BYTE, peer, tag, comm, .memory = NULL}, &has_peer);
    fc_delivery_require(r, site, has_peer && hand.status);
    if (has_peer && r->process)
        is_there = fc_message_iprobe(r, site, &wanted, NULL, hand.status);
    else
        fc_delivery_status_empty(hand.status, FC_MPI_PROC_NULL);
    if (!is_there)
        fc_polling_failed(r, site, key_of(site, &wanted));
    fc_call_store(flag, is_there);
    return FC_MPI_SUCCESS;
}

static fc_mpi_message keep(fc_rank *r, struct fc_message *taken)
{
    int i = 0;
    while (i < r->n_chosen && r->chosen[i])
        i++;
    r->chosen = fc_rank_grow(r, r->chosen, &r->chosen_capacity, i, sizeof *r->chosen);
    r->n_chosen += i == r->n_chosen;
    r->chosen[i] = taken;
    return i + 1;
}

int fc_MPI_Mprobe(fc_rank *r, int site, int peer, int tag, fc_comm comm, fc_mpi_message *message)
{
    bool has_peer;
    fc_mpi_message made = FC_MPI_MESSAGE_NO_PROC;
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    fc_envelope wanted = check(r, site, (fc_envelope){0, FC_MPI_BYTE, peer, tag, comm, .memory = NULL}, &has_peer);
    fc_delivery_require(r, site, has_peer);
    if (has_peer)
        made = keep(r, fc_message_probe(r, site, &wanted, true, hand.status));
    else
        fc_delivery_status_empty(hand.status, FC_MPI_PROC_NULL);
    fc_call_store(message, made);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Improbe(fc_rank *r, int site, int peer, int tag, fc_comm comm, int *flag, fc_mpi_message *message)
{
    bool has_peer, is_there = true;
    fc_message *taken = NULL;
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    fc_envelope wanted = check(r, site, (fc_envelope){0, FC_MPI_BYTE, peer, tag, comm, .memory = NULL}, &has_peer);
    fc_delivery_require(r, site, has_peer);
    if (has_peer)
        is_there = fc_message_iprobe(r, site, &wanted, &taken, hand.status);
    else
        fc_delivery_status_empty(hand.status, FC_MPI_PROC_NULL);
    if (!is_there)
        fc_polling_failed(r, site, key_of(site, &wanted));
    fc_call_store(flag, is_there);
    if (is_there)
        fc_call_store(message, taken ? keep(r, taken) : FC_MPI_MESSAGE_NO_PROC);
    return FC_MPI_SUCCESS;
}

/* The message of a handle, which becomes null; NULL: MPI_PROC_NULL's. */
static struct fc_message *take(fc_rank *r, int site, fc_mpi_message *message)
{
    fc_delivery_require(r, site, true);
    fc_call_check_array(r, site, message);
    fc_mpi_message handle = *message;
    bool is_known = handle > 0 && handle <= r->n_chosen && r->chosen[handle - 1];
    if (!is_known && handle != FC_MPI_MESSAGE_NO_PROC)
        fc_call_refuse(r, site, "the message was received before or never probed");
    *message = FC_MPI_MESSAGE_NULL;
    if (!is_known)
        return NULL;
    struct fc_message *taken = r->chosen[handle - 1];
    r->chosen[handle - 1] = NULL;
    return taken;
}

int fc_MPI_Mrecv(fc_rank *r, int site, double n, fc_datatype type, fc_mpi_message *message)
{
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    fc_envelope into = {.n = n, .type = type, .memory = hand.out};
    fc_call_check_count(r, site, n, type);
    struct fc_message *taken = take(r, site, message);
    if (taken)
        fc_message_mrecv(r, site, taken, into, hand.status);
    else
        fc_delivery_status_empty(hand.status, FC_MPI_PROC_NULL);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Imrecv(fc_rank *r, int site, double n, fc_datatype type, fc_mpi_message *message, fc_request *request)
{
    fc_request handle;
    fc_envelope into = {.n = n, .type = type, .memory = fc_delivery_take_p2p_buffers(r, site).out};
    fc_call_check_count(r, site, n, type);
    struct fc_message *taken = take(r, site, message);
    fc_message *posted = taken ? fc_message_imrecv(r, site, taken, into) : NULL;
    fc_pending *made = fc_request_open(r, site, &handle);
    made->fit = FC_FIT_SINGLE;
    made->ranks = 2;
    made->n = n;
    made->type = type;
    made->weight = r->weight;
    made->is_null = !taken;
    made->receives = taken != NULL;
    made->message = posted;
    fc_call_store(request, handle);
    return FC_MPI_SUCCESS;
}
