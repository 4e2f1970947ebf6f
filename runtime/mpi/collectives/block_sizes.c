/* SPDX-License-Identifier: Apache-2.0 */
#include "block_sizes.h"

#include <stdlib.h>

enum {
    MOST_RANKS = 256
};

/* A rank's part of a call: bytes to and from each rank; NAN: none, or unknown. */
typedef struct part {
    const fc_site *site; /* NULL: it has not arrived */
    double *sent, *received;
} part;

/* A call in progress. */
struct fc_block_sizes {
    struct fc_block_sizes *next; /* of the group */
    unsigned number;             /* among the group's collective calls */
    int size, n_arrived;
    part part[];
};

static void free_call(struct fc_block_sizes *call)
{
    for (int i = 0; i < call->size; i++) {
        free(call->part[i].sent);
        free(call->part[i].received);
    }
    free(call);
}

void fc_block_sizes_free(struct fc_block_sizes *first)
{
    while (first) {
        struct fc_block_sizes *next = first->next;
        free_call(first);
        first = next;
    }
}

/* Bytes of the block for a rank. No block with an element has MPI_DATATYPE_NULL, nor have ignored arguments a count. */
static double bytes_of(const fc_blocks *blocks, int rank)
{
    bool is_single = !blocks->count;
    fc_datatype type = blocks->types ? blocks->types[rank] : blocks->type;
    double n = is_single ? blocks->n : blocks->count[rank];
    return is_single && n == 0 ? NAN : n * fc_datatype_bytes(type);
}

static bool is_rooted(const fc_arrival *arrival)
{
    return arrival->transfer.fit == FC_FIT_GATHERV || arrival->transfer.fit == FC_FIT_SCATTERV;
}

/* The root of a Gatherv receives from all, the other ranks send to it; reversed for Scatterv. */
static double *list(const fc_arrival *arrival, const fc_blocks *blocks, bool sends)
{
    int size = arrival->comm->size;
    bool from_all = arrival->rank == arrival->root && sends == (arrival->transfer.fit == FC_FIT_SCATTERV);
    double *bytes = malloc((size_t)size * sizeof *bytes);
    for (int i = 0; bytes && i < size; i++) {
        bool takes_part =
            !is_rooted(arrival) || from_all ||
            (i == arrival->root && i != arrival->rank && sends == (arrival->transfer.fit == FC_FIT_GATHERV));
        bytes[i] = takes_part ? bytes_of(blocks, i) : NAN;
    }
    return bytes;
}

static struct fc_block_sizes *call_of(const fc_communicator *of)
{
    struct fc_block_sizes **at = &of->group->block_sizes;
    while (*at && (*at)->number != of->collective_calls)
        at = &(*at)->next;
    if (!*at)
        *at = calloc(1, sizeof **at + (size_t)of->size * sizeof(part));
    if (*at) {
        (*at)->number = of->collective_calls;
        (*at)->size = of->size;
    }
    return *at;
}

/* Two ranks' parts; `own` is this rank's. */
static void compare(fc_rank *r, int site, const struct fc_block_sizes *call, int from, int to, int own)
{
    const part *sender = &call->part[from], *receiver = &call->part[to], *other = from == own ? receiver : sender;
    if (!sender->sent || !receiver->received)
        return;
    double sent = sender->sent[to], expected = receiver->received[from];
    if (sent != expected && !isnan(sent) && !isnan(expected))
        fc_call_find(r, site, (fc_defect){FC_FINDING_COLLECTIVE, other->site},
                     "rank %d sends %.17g bytes to rank %d, which expects %.17g", from, sent, to, expected);
}

/* Means of a profile are not compared. */
static bool applies(const fc_rank *r, const fc_arrival *arrival)
{
    bool has_counts =
        is_rooted(arrival) || arrival->transfer.fit == FC_FIT_ALLGATHERV || arrival->transfer.fit == FC_FIT_ALLTOALLV;
    bool is_known = arrival->root >= 0 || !is_rooted(arrival);
    return r->setting.findings && r->counted_origin < 0 && has_counts && is_known && !arrival->comm->stands_in &&
           arrival->comm->size <= MOST_RANKS;
}

void fc_block_sizes_compare(fc_rank *r, int site, const fc_arrival *arrival, const fc_blocks *sent,
                            const fc_blocks *received)
{
    if (!applies(r, arrival))
        return;
    struct fc_block_sizes *call = call_of(arrival->comm);
    int own = arrival->rank;
    if (!call)
        return;
    call->part[own] = (part){fc_rank_site(r, site), list(arrival, sent, true), list(arrival, received, false)};
    for (int i = 0; i < call->size; i++) {
        compare(r, site, call, own, i, own);
        if (i != own)
            compare(r, site, call, i, own, own);
    }
    if (++call->n_arrived == call->size) {
        struct fc_block_sizes **at = &arrival->comm->group->block_sizes;
        while (*at != call)
            at = &(*at)->next;
        *at = call->next;
        free_call(call);
    }
}
