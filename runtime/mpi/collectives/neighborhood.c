/* SPDX-License-Identifier: Apache-2.0 */
/* Neighborhood collectives of a virtual rank: a message to and from each neighbor, begun and completed together (MPI
 * 3.1, section 7.6). Each message is charged as a non-blocking one: with blocks of m bytes, a call costs
 * (out + in) P(m) + in T(m) under method sum. */
#include "delivery.h"
#include "payload.h"
#include "request.h"
#include "sync.h"
#include "topology.h"

/* The blocks sent to the neighbors, or received from them. */
typedef struct blocks {
    bool same;       /* one block for all */
    bool has_counts; /* individual sizes */
    fc_blocks each;
    char *memory; /* control data; NULL: none */
} blocks;

typedef struct call {
    fc_rank *r;
    int site;
    fc_comm comm;
    int tag;
    int first, last; /* list of requests begun so far; 0: none */
} call;

static fc_envelope envelope_of(const call *c, const blocks *b, bool incoming, int i)
{
    const fc_communicator *of = &c->r->comm[c->comm];
    int place = b->same ? 0 : i;
    return (fc_envelope){.n = b->each.count ? b->each.count[i] : b->each.n,
                         .type = b->each.types ? b->each.types[i] : b->each.type,
                         .peer = fc_topology_neighbor(of, incoming, i),
                         .tag = c->tag + fc_topology_lane(of, incoming, i),
                         .comm = c->comm,
                         .memory = b->memory ? b->memory + fc_blocks_displacement(&b->each, place) : NULL,
                         .purpose = FC_PURPOSE_BLOCK};
}

static void begin_blocks(call *c, const blocks *b, bool incoming)
{
    fc_rank *r = c->r;
    int degree = fc_topology_degree(&r->comm[c->comm], incoming);
    if (degree > 0 && b->has_counts)
        fc_call_check_array(r, c->site, b->each.count);
    if (degree > 0 && b->has_counts && b->memory && !b->each.place)
        fc_call_lack(r, c->site, "the displacements of its blocks depend on data");
    for (int i = 0; i < degree; i++) {
        int slot = fc_request_begin(r, c->site, envelope_of(c, b, incoming, i), incoming, FC_SEND_STANDARD);
        r->pending[slot].active = false; /* the request of the whole call completes it */
        r->pending[slot].next_free = 0;
        if (c->last)
            r->pending[c->last].next_free = slot;
        else
            c->first = slot;
        c->last = slot;
    }
}

/* Checks that all ranks make the same call, without synchronizing their clocks; returns the tag of its messages. */
static int match_call(fc_rank *r, int site, fc_comm comm)
{
    fc_communicator *of = &r->comm[comm];
    fc_arrival arrival = {
        of, of->rank, {FC_FIT_SINGLE, of->size, 0, FC_MPI_BYTE, FC_VARIANT_ANY}, FC_SYNC_ALL, FC_MPI_ANY_SOURCE};
    fc_sync_part there = fc_sync_arrive(r, site, &arrival);
    fc_sync_leave(&there);
    return there.tag;
}

static int exchange(fc_rank *r, int site, fc_comm comm, blocks out, blocks in)
{
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    bool begins = r->begins;
    fc_request whole;
    r->begins = false;
    if (fc_topology_kind(fc_call_comm(r, site, comm)) == FC_MPI_UNDEFINED)
        fc_call_refuse(r, site, "the communicator has no topology");
    out.memory = (char *)hand.in;
    in.memory = hand.out;
    out.each.place = hand.place_in;
    in.each.place = hand.place_out;
    call c = {.r = r, .site = site, .comm = comm, .tag = r->process ? match_call(r, site, comm) : 0};
    fc_request_open(r, site, &whole)->weight = r->weight;
    begin_blocks(&c, &in, true);
    begin_blocks(&c, &out, false);
    r->pending[whole].parts = c.first;
    if (begins)
        fc_call_store(r->begun_request, whole);
    else
        fc_request_end(r, site, whole);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Neighbor_allgather(fc_rank *r, int site, double n, fc_datatype type, double n_received,
                              fc_datatype type_received, fc_comm comm)
{
    return exchange(r, site, comm, (blocks){.same = true, .each = {.n = n, .type = type}},
                    (blocks){.each = {.n = n_received, .type = type_received}});
}

int fc_MPI_Neighbor_allgatherv(fc_rank *r, int site, double n, fc_datatype type, const int *counts,
                               fc_datatype type_received, fc_comm comm)
{
    return exchange(r, site, comm, (blocks){.same = true, .each = {.n = n, .type = type}},
                    (blocks){.has_counts = true, .each = {.count = counts, .type = type_received}});
}

int fc_MPI_Neighbor_alltoall(fc_rank *r, int site, double n, fc_datatype type, double n_received,
                             fc_datatype type_received, fc_comm comm)
{
    return exchange(r, site, comm, (blocks){.each = {.n = n, .type = type}},
                    (blocks){.each = {.n = n_received, .type = type_received}});
}

int fc_MPI_Neighbor_alltoallv(fc_rank *r, int site, const int *counts, fc_datatype type, const int *counts_received,
                              fc_datatype type_received, fc_comm comm)
{
    return exchange(r, site, comm, (blocks){.has_counts = true, .each = {.count = counts, .type = type}},
                    (blocks){.has_counts = true, .each = {.count = counts_received, .type = type_received}});
}

int fc_MPI_Neighbor_alltoallw(fc_rank *r, int site, const int *counts, const fc_datatype *types,
                              const int *counts_received, const fc_datatype *types_received, fc_comm comm)
{
    return exchange(r, site, comm, (blocks){.has_counts = true, .each = {.count = counts, .types = types}},
                    (blocks){.has_counts = true, .each = {.count = counts_received, .types = types_received}});
}
