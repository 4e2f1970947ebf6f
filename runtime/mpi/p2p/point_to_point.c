/* SPDX-License-Identifier: Apache-2.0 */
/* Point-to-point messages of a virtual rank. mpi_virtual.h states the charges under method sum, message.h the matching
 * and timing under method ranks. */
#include "buffer_race.h"
#include "communicator.h"
#include "delivery.h"
#include "fingerprint.h"
#include "intercommunicator.h"
#include "request.h"

static void fingerprint_distance(fc_rank *r, int site, int partner)
{
    if (r->layout.has_variants)
        fc_fingerprint_add(
            r, (const double[]){fc_mapping_node(&r->layout, partner) == fc_mapping_node(&r->layout, r->launch.rank)},
            1);
    if (!r->layout.network)
        return;
    fc_path path = fc_mapping_path(&r->layout, r->launch.rank, partner);
    if (r->layout.network->contention)
        fc_fingerprint_exclude(r, site, "messages share links");
    fc_fingerprint_add(r, (const double[]){path.latency_s, path.bandwidth}, 2);
}

/* Adds the envelope, which determines the matching, and the weight to the fingerprint. */
static void fingerprint_envelope(fc_rank *r, int site, const fc_communicator *of, fc_envelope s)
{
    bool is_null = s.peer == FC_MPI_PROC_NULL;
    if (s.peer == FC_MPI_ANY_SOURCE || (s.tag == FC_MPI_ANY_TAG && !is_null))
        fc_fingerprint_exclude(r, site, "which message a receive takes depends on timing");
    int partner = is_null ? r->launch.rank : fc_communicator_partner(of, s.peer);
    if (!is_null)
        fingerprint_distance(r, site, partner);
    fc_fingerprint_add(r,
                       (const double[]){site, r->weight, is_null, partner - r->launch.rank, s.tag, (double)of->kind,
                                        s.n, (double)s.type},
                       8);
    if (!is_null)
        fc_fingerprint_add_partner(r, site, partner);
}

/* A send names its partner and tag, unless the program slice does not compute them. */
static void check_sent(fc_rank *r, int site, const fc_envelope *s)
{
    if (s->peer == FC_MPI_ANY_SOURCE)
        fc_call_refuse(r, site, "partner %d is not in a communicator", s->peer);
    if (s->tag == FC_MPI_ANY_TAG && s->peer != FC_MPI_PROC_NULL)
        fc_call_refuse(r, site, "the tag is %d, not between 0 and %d", s->tag, FC_MPI_TAG_UB);
}

/* In the envelope of a send, too, the wildcards stand for a partner and a tag that the slice does not compute. */
static const fc_communicator *check(fc_rank *r, int site, fc_envelope *s)
{
    s->comm = fc_call_comm_or_assumed(r, site, s->comm, s->memory);
    const fc_communicator *of = fc_call_comm(r, site, s->comm);
    fc_call_check_count(r, site, s->n, s->type);
    s->peer = s->peer == FC_MPI_RANK_UNKNOWN ? FC_MPI_ANY_SOURCE : s->peer;
    s->tag = s->tag == FC_MPI_TAG_UNKNOWN ? FC_MPI_ANY_TAG : s->tag;
    if (s->tag < 0 && s->tag != FC_MPI_ANY_TAG)
        fc_call_refuse(r, site, "the tag is %d, not between 0 and %d", s->tag, FC_MPI_TAG_UB);
    bool is_rank = s->peer != FC_MPI_PROC_NULL && s->peer != FC_MPI_ANY_SOURCE;
    if (is_rank && (s->peer < 0 || s->peer >= fc_intercommunicator_peers(of)))
        fc_call_refuse(r, site, "partner %d is not in a communicator of %d ranks", s->peer,
                       fc_intercommunicator_peers(of));
    return of;
}

void fc_request_check(fc_rank *r, int site, fc_envelope s, bool receives)
{
    if (!receives)
        check_sent(r, site, &s);
    check(r, site, &s);
}

bool fc_request_has_peer(fc_rank *r, int site, fc_envelope *s)
{
    const fc_communicator *of = check(r, site, s);
    if (r->fingerprint)
        fingerprint_envelope(r, site, of, *s);
    return s->peer != FC_MPI_PROC_NULL;
}

static double bytes_of(fc_envelope s)
{
    return s.n * fc_datatype_bytes(s.type);
}

static fc_transfer transfer_of(const fc_rank *r, fc_fit fit, const fc_envelope *s)
{
    return (fc_transfer){fit, 2, s->n, s->type, fc_call_variant(r, &r->comm[s->comm], s->peer)};
}

/* The payload of a send; NULL: no control data. */
static void *payload(fc_rank *r, int site)
{
    return (void *)fc_delivery_take_p2p_buffers(r, site).in;
}

/* The message is matched with its partner's. Processes that the program starts are always ready. */
static bool is_matched(const fc_rank *r, const fc_envelope *s)
{
    return r->process && !r->comm[s->comm].is_spawned;
}

/* What the slice reads of a message must come from a simulated rank. */
static void require_sender(fc_rank *r, int site, const fc_envelope *s, bool asked)
{
    if (asked && r->comm[s->comm].is_spawned)
        fc_call_lack(r, site, "the message comes from a process that the program starts, which is not simulated");
    fc_delivery_require(r, site, asked);
}

/* A send to a partner that exists. */
static void send_to(fc_rank *r, int site, const fc_envelope *s, fc_send_mode mode)
{
    fc_fit fit = mode == FC_SEND_SYNCHRONOUS ? FC_FIT_SINGLE : FC_FIT_SEND;
    fc_call_count(r, site, bytes_of(*s));
    if (is_matched(r, s))
        fc_message_send(r, site, *s, mode);
    else
        fc_call_charge(r, site, transfer_of(r, fit, s));
    if (!is_matched(r, s) && mode == FC_SEND_SYNCHRONOUS) {
        const fc_envelope answer = {.type = FC_MPI_BYTE, .peer = s->peer, .comm = s->comm};
        fc_call_charge(r, site, transfer_of(r, FC_FIT_SINGLE, &answer));
    }
}

static int send(fc_rank *r, int site, fc_envelope s, fc_send_mode mode)
{
    check_sent(r, site, &s);
    if (fc_request_has_peer(r, site, &s))
        send_to(r, site, &s, mode);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Send(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm)
{
    return send(r, site, (fc_envelope){n, type, peer, tag, comm, .memory = payload(r, site)}, FC_SEND_STANDARD);
}

int fc_MPI_Ssend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm)
{
    return send(r, site, (fc_envelope){n, type, peer, tag, comm, .memory = payload(r, site)}, FC_SEND_SYNCHRONOUS);
}

int fc_MPI_Bsend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm)
{
    return send(r, site, (fc_envelope){n, type, peer, tag, comm, .memory = payload(r, site)}, FC_SEND_BUFFERED);
}

int fc_MPI_Rsend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm)
{
    return send(r, site, (fc_envelope){n, type, peer, tag, comm, .memory = payload(r, site)}, FC_SEND_STANDARD);
}

static int receive(fc_rank *r, int site, fc_envelope s, fc_mpi_status *status)
{
    if (!fc_request_has_peer(r, site, &s)) {
        fc_delivery_status_empty(status, FC_MPI_PROC_NULL);
        return FC_MPI_SUCCESS;
    }
    require_sender(r, site, &s, s.memory || status);
    if (is_matched(r, &s))
        fc_message_receive(r, site, s, status);
    else
        fc_call_charge(r, site, transfer_of(r, FC_FIT_SINGLE, &s));
    return FC_MPI_SUCCESS;
}

int fc_MPI_Recv(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm)
{
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    return receive(r, site, (fc_envelope){n, type, peer, tag, comm, .memory = hand.out}, hand.status);
}

/* A request to or from MPI_PROC_NULL completes without cost. */
fc_request fc_request_begin(fc_rank *r, int site, fc_envelope s, bool receives, fc_send_mode mode)
{
    fc_request handle;
    if (!receives)
        check_sent(r, site, &s);
    bool has_peer = fc_request_has_peer(r, site, &s);
    fc_pending *made = fc_request_open(r, site, &handle);
    made->fit = FC_FIT_SINGLE;
    made->ranks = 2;
    made->n = s.n;
    made->type = s.type;
    made->variant = fc_call_variant(r, &r->comm[s.comm], s.peer);
    made->weight = r->weight;
    made->is_null = !has_peer;
    made->receives = receives && has_peer;
    if (!has_peer) {
        fc_buffer_race_end(r, handle);
        return handle;
    }
    require_sender(r, site, &s, receives && s.memory);
    if (r->fingerprint) /* neither counted nor charged */
        return handle;
    if (!receives)
        fc_call_count(r, site, bytes_of(s));
    if (!is_matched(r, &s))
        fc_call_charge(r, site, transfer_of(r, receives ? FC_FIT_POST_RECEIVE : FC_FIT_POST, &s));
    else
        made->message = receives ? fc_message_post_receive(r, site, s) : fc_message_post_send(r, site, s, mode);
    return handle;
}

static int post_send(fc_rank *r, int site, fc_envelope s, fc_send_mode mode, fc_request *request)
{
    fc_request made = fc_request_begin(r, site, s, false, mode);
    fc_call_store(request, made);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Isend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm, fc_request *request)
{
    return post_send(r, site, (fc_envelope){n, type, peer, tag, comm, .memory = payload(r, site)}, FC_SEND_STANDARD,
                     request);
}

int fc_MPI_Issend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                  fc_request *request)
{
    return post_send(r, site, (fc_envelope){n, type, peer, tag, comm, .memory = payload(r, site)}, FC_SEND_SYNCHRONOUS,
                     request);
}

int fc_MPI_Ibsend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                  fc_request *request)
{
    return post_send(r, site, (fc_envelope){n, type, peer, tag, comm, .memory = payload(r, site)}, FC_SEND_BUFFERED,
                     request);
}

int fc_MPI_Irsend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                  fc_request *request)
{
    return post_send(r, site, (fc_envelope){n, type, peer, tag, comm, .memory = payload(r, site)}, FC_SEND_STANDARD,
                     request);
}

int fc_MPI_Irecv(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm, fc_request *request)
{
    fc_envelope wanted = {n, type, peer, tag, comm, .memory = fc_delivery_take_p2p_buffers(r, site).out};
    fc_request made = fc_request_begin(r, site, wanted, true, FC_SEND_STANDARD);
    fc_call_store(request, made);
    return FC_MPI_SUCCESS;
}

static int exchange(fc_rank *r, int site, fc_envelope *sent, fc_envelope *received, fc_mpi_status *status)
{
    check_sent(r, site, sent);
    bool sends = fc_request_has_peer(r, site, sent);
    bool receives = fc_request_has_peer(r, site, received);
    if (sends && receives) {
        const fc_envelope *larger = bytes_of(*sent) >= bytes_of(*received) ? sent : received;
        require_sender(r, site, received, received->memory || status);
        if (is_matched(r, sent))
            fc_message_sendrecv(r, site, sent, received, status);
        else
            fc_call_charge(r, site, transfer_of(r, FC_FIT_SENDRECV, larger));
        fc_call_count(r, site, bytes_of(*sent));
        return FC_MPI_SUCCESS;
    }
    if (sends)
        send_to(r, site, sent, FC_SEND_STANDARD);
    return receive(r, site, *received, status);
}

int fc_MPI_Sendrecv(fc_rank *r, int site, double n, fc_datatype type, int target, int tag, double n_received,
                    fc_datatype type_received, int source, int tag_received, fc_comm comm)
{
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    fc_envelope sent = {n, type, target, tag, comm, .memory = (void *)hand.in};
    return exchange(r, site, &sent,
                    &(fc_envelope){n_received, type_received, source, tag_received, comm, .memory = hand.out},
                    hand.status);
}

int fc_MPI_Sendrecv_replace(fc_rank *r, int site, double n, fc_datatype type, int target, int tag, int source,
                            int tag_received, fc_comm comm)
{
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    return exchange(r, site, &(fc_envelope){n, type, target, tag, comm, .memory = (void *)hand.in},
                    &(fc_envelope){n, type, source, tag_received, comm, .memory = hand.out}, hand.status);
}

/* One request for both transfers. */
static int begin_exchange(fc_rank *r, int site, const fc_envelope *sent, const fc_envelope *received,
                          fc_request *request)
{
    fc_request whole;
    fc_request_open(r, site, &whole)->weight = r->weight;
    int in = fc_request_begin(r, site, *received, true, FC_SEND_STANDARD);
    int out = fc_request_begin(r, site, *sent, false, FC_SEND_STANDARD);
    r->pending[in].active = r->pending[out].active = false; /* the request of the whole call completes them */
    r->pending[in].next_free = out;
    r->pending[out].next_free = 0;
    r->pending[whole].parts = in;
    fc_call_store(request, whole);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Isendrecv(fc_rank *r, int site, double n, fc_datatype type, int target, int tag, double n_received,
                     fc_datatype type_received, int source, int tag_received, fc_comm comm, fc_request *request)
{
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    return begin_exchange(r, site, &(fc_envelope){n, type, target, tag, comm, .memory = (void *)hand.in},
                          &(fc_envelope){n_received, type_received, source, tag_received, comm, .memory = hand.out},
                          request);
}

int fc_MPI_Isendrecv_replace(fc_rank *r, int site, double n, fc_datatype type, int target, int tag, int source,
                             int tag_received, fc_comm comm, fc_request *request)
{
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    return begin_exchange(r, site, &(fc_envelope){n, type, target, tag, comm, .memory = (void *)hand.in},
                          &(fc_envelope){n, type, source, tag_received, comm, .memory = hand.out}, request);
}
