/* SPDX-License-Identifier: Apache-2.0 */
#include "persistent_collective.h"

#include "communicator.h"
#include "intercommunicator.h"
#include "request.h"
#include "topology.h"

#include <stdlib.h>
#include <string.h>

/* The arguments of the call that made the request. Lists are owned copies. */
typedef struct fc_persistent_collective {
    int (*call)(fc_rank *r, int site, const struct fc_persistent_collective *of); /* the blocking form */
    fc_comm comm; /* the request's own, or FC_MPI_COMM_UNKNOWN */
    int root;
    fc_blocks sent, received; /* a vector is `sent` */
    int reduces_by;           /* operation.h */
} collective;

fc_request fc_persistent_collective_begin(fc_rank *r, int site, const collective *of)
{
    fc_request slot;
    r->begins = true;
    r->begun_request = &slot;
    r->reduces_by = of->reduces_by;
    of->call(r, site, of);
    return slot;
}

static void free_lists(fc_blocks *of)
{
    free((void *)of->count);
    free((void *)of->types);
}

void fc_persistent_collective_free(collective *of)
{
    if (!of)
        return;
    free_lists(&of->sent);
    free_lists(&of->received);
    free(of);
}

/* An owned copy of n items; NULL for NULL, or if there is no memory. */
static void *copy_list(const void *list, int n, size_t bytes)
{
    void *copy = list ? malloc((size_t)n * bytes + 1) : NULL;
    return copy ? memcpy(copy, list, (size_t)n * bytes) : NULL;
}

static void copy_lists(fc_blocks *of, int n)
{
    of->count = copy_list(of->count, n, sizeof *of->count);
    of->types = copy_list(of->types, n, sizeof *of->types);
}

/* The communicator of a request's own, between the same ranks. */
static fc_comm own_communicator(fc_rank *r, int site, fc_comm comm)
{
    comm = fc_call_only_comm(r, comm);
    if (comm == FC_MPI_COMM_UNKNOWN)
        return comm;
    const fc_communicator *of = fc_call_comm(r, site, comm);
    if (of->is_spawned)
        return comm;
    if (!fc_intercommunicator_is(of))
        return fc_communicator_duplicate(r, site, comm);
    return fc_intercommunicator_pair(r, site, fc_communicator_duplicate(r, site, of->whole), comm);
}

/* Rooted calls read their list at the root only. */
static bool reads_lists(const fc_rank *r, const collective *of)
{
    bool is_rooted = of->root != FC_MPI_ANY_SOURCE;
    return !is_rooted || of->root == FC_MPI_ROOT || of->root == r->comm[of->comm].rank;
}

static int make_any(fc_rank *r, int site, collective made, bool is_neighborhood, fc_request *request)
{
    made.reduces_by = r->reduces_by;
    r->reduces_by = 0;
    made.comm = own_communicator(r, site, made.comm); /* waits: nothing may be allocated before */
    collective *kept = malloc(sizeof *kept);
    if (!kept)
        fc_rank_end(r, FC_END_LIMIT, "Predict fewer ranks.", "out of memory for a persistent request");
    /* The lists have an item for each rank, or of a neighborhood collective for each neighbor. */
    const fc_communicator *comm = &r->comm[made.comm == FC_MPI_COMM_UNKNOWN ? FC_MPI_COMM_WORLD : made.comm];
    int peers = fc_intercommunicator_peers(comm);
    if (made.comm != FC_MPI_COMM_UNKNOWN && !reads_lists(r, &made))
        made.sent.count = made.received.count = NULL;
    copy_lists(&made.sent, is_neighborhood ? fc_topology_degree(comm, false) : peers);
    copy_lists(&made.received, is_neighborhood ? fc_topology_degree(comm, true) : peers);
    *kept = made;
    return fc_request_keep(r, site, (fc_persistent){.alive = true, .collective = kept}, request);
}

static int make(fc_rank *r, int site, collective made, fc_request *request)
{
    return make_any(r, site, made, false, request);
}

static int make_neighborhood(fc_rank *r, int site, collective made, fc_request *request)
{
    return make_any(r, site, made, true, request);
}

/* The macros define the call of the blocking form with the arguments of a request, and the function that makes it. */

static int call_barrier(fc_rank *r, int site, const collective *of)
{
    return fc_MPI_Barrier(r, site, of->comm);
}

int fc_MPI_Barrier_init(fc_rank *r, int site, fc_comm comm, fc_request *request)
{
    return make(r, site, (collective){.call = call_barrier, .comm = comm, .root = FC_MPI_ANY_SOURCE}, request);
}

#define VECTOR(name)                                                                                                   \
    static int call_##name(fc_rank *r, int site, const collective *of)                                                 \
    {                                                                                                                  \
        return fc_MPI_##name(r, site, of->sent.n, of->sent.type, of->comm);                                            \
    }                                                                                                                  \
    int fc_MPI_##name##_init(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, fc_request *request)      \
    {                                                                                                                  \
        collective made = {call_##name, comm, FC_MPI_ANY_SOURCE, .sent = {.n = n, .type = type}};                      \
        return make(r, site, made, request);                                                                           \
    }

VECTOR(Allreduce)
VECTOR(Scan)
VECTOR(Exscan)
VECTOR(Reduce_scatter_block)

#define ROOTED_VECTOR(name)                                                                                            \
    static int call_##name(fc_rank *r, int site, const collective *of)                                                 \
    {                                                                                                                  \
        return fc_MPI_##name(r, site, of->sent.n, of->sent.type, of->root, of->comm);                                  \
    }                                                                                                                  \
    int fc_MPI_##name##_init(fc_rank *r, int site, double n, fc_datatype type, int root, fc_comm comm,                 \
                             fc_request *request)                                                                      \
    {                                                                                                                  \
        collective made = {call_##name, comm, root, .sent = {.n = n, .type = type}};                                   \
        return make(r, site, made, request);                                                                           \
    }

ROOTED_VECTOR(Bcast)
ROOTED_VECTOR(Reduce)

static int call_reduce_scatter(fc_rank *r, int site, const collective *of)
{
    return fc_MPI_Reduce_scatter(r, site, of->received.count, of->received.type, of->comm);
}

int fc_MPI_Reduce_scatter_init(fc_rank *r, int site, const int *counts, fc_datatype type, fc_comm comm,
                               fc_request *request)
{
    collective made = {call_reduce_scatter, comm, FC_MPI_ANY_SOURCE, .received = {.count = counts, .type = type}};
    return make(r, site, made, request);
}

#define ROOTED_BLOCKS(name)                                                                                            \
    static int call_##name(fc_rank *r, int site, const collective *of)                                                 \
    {                                                                                                                  \
        const fc_blocks *a = &of->sent, *b = &of->received;                                                            \
        return fc_MPI_##name(r, site, a->n, a->type, b->n, b->type, of->root, of->comm);                               \
    }                                                                                                                  \
    int fc_MPI_##name##_init(fc_rank *r, int site, double n, fc_datatype type, double n_received,                      \
                             fc_datatype type_received, int root, fc_comm comm, fc_request *request)                   \
    {                                                                                                                  \
        collective made = {call_##name, comm, root, .sent = {.n = n, .type = type},                                    \
                           .received = {.n = n_received, .type = type_received}};                                      \
        return make(r, site, made, request);                                                                           \
    }

ROOTED_BLOCKS(Gather)
ROOTED_BLOCKS(Scatter)

static int call_gatherv(fc_rank *r, int site, const collective *of)
{
    const fc_blocks *a = &of->sent, *b = &of->received;
    return fc_MPI_Gatherv(r, site, a->n, a->type, b->count, b->type, of->root, of->comm);
}

int fc_MPI_Gatherv_init(fc_rank *r, int site, double n, fc_datatype type, const int *counts, fc_datatype type_received,
                        int root, fc_comm comm, fc_request *request)
{
    collective made = {call_gatherv, comm, root, .sent = {.n = n, .type = type},
                       .received = {.count = counts, .type = type_received}};
    return make(r, site, made, request);
}

static int call_scatterv(fc_rank *r, int site, const collective *of)
{
    const fc_blocks *a = &of->sent, *b = &of->received;
    return fc_MPI_Scatterv(r, site, a->count, a->type, b->n, b->type, of->root, of->comm);
}

int fc_MPI_Scatterv_init(fc_rank *r, int site, const int *counts, fc_datatype type, double n_received,
                         fc_datatype type_received, int root, fc_comm comm, fc_request *request)
{
    collective made = {call_scatterv, comm, root, .sent = {.count = counts, .type = type},
                       .received = {.n = n_received, .type = type_received}};
    return make(r, site, made, request);
}

#define BLOCKS(name, make)                                                                                             \
    static int call_##name(fc_rank *r, int site, const collective *of)                                                 \
    {                                                                                                                  \
        const fc_blocks *a = &of->sent, *b = &of->received;                                                            \
        return fc_MPI_##name(r, site, a->n, a->type, b->n, b->type, of->comm);                                         \
    }                                                                                                                  \
    int fc_MPI_##name##_init(fc_rank *r, int site, double n, fc_datatype type, double n_received,                      \
                             fc_datatype type_received, fc_comm comm, fc_request *request)                             \
    {                                                                                                                  \
        const fc_blocks sent = {.n = n, .type = type}, received = {.n = n_received, .type = type_received};            \
        return make(r, site, (collective){call_##name, comm, FC_MPI_ANY_SOURCE, .sent = sent, .received = received},   \
                    request);                                                                                          \
    }

BLOCKS(Allgather, make)
BLOCKS(Alltoall, make)
BLOCKS(Neighbor_allgather, make_neighborhood)
BLOCKS(Neighbor_alltoall, make_neighborhood)

#define COUNTED_RECEIVES(name, make)                                                                                   \
    static int call_##name(fc_rank *r, int site, const collective *of)                                                 \
    {                                                                                                                  \
        const fc_blocks *a = &of->sent, *b = &of->received;                                                            \
        return fc_MPI_##name(r, site, a->n, a->type, b->count, b->type, of->comm);                                     \
    }                                                                                                                  \
    int fc_MPI_##name##_init(fc_rank *r, int site, double n, fc_datatype type, const int *counts,                      \
                             fc_datatype type_received, fc_comm comm, fc_request *request)                             \
    {                                                                                                                  \
        const fc_blocks sent = {.n = n, .type = type}, received = {.count = counts, .type = type_received};            \
        return make(r, site, (collective){call_##name, comm, FC_MPI_ANY_SOURCE, .sent = sent, .received = received},   \
                    request);                                                                                          \
    }

COUNTED_RECEIVES(Allgatherv, make)
COUNTED_RECEIVES(Neighbor_allgatherv, make_neighborhood)

#define COUNTED_BLOCKS(name, make)                                                                                     \
    static int call_##name(fc_rank *r, int site, const collective *of)                                                 \
    {                                                                                                                  \
        const fc_blocks *a = &of->sent, *b = &of->received;                                                            \
        return fc_MPI_##name(r, site, a->count, a->type, b->count, b->type, of->comm);                                 \
    }                                                                                                                  \
    int fc_MPI_##name##_init(fc_rank *r, int site, const int *counts, fc_datatype type, const int *counts_received,    \
                             fc_datatype type_received, fc_comm comm, fc_request *request)                             \
    {                                                                                                                  \
        const fc_blocks sent = {.count = counts, .type = type},                                                        \
                        received = {.count = counts_received, .type = type_received};                                  \
        return make(r, site, (collective){call_##name, comm, FC_MPI_ANY_SOURCE, .sent = sent, .received = received},   \
                    request);                                                                                          \
    }

COUNTED_BLOCKS(Alltoallv, make)
COUNTED_BLOCKS(Neighbor_alltoallv, make_neighborhood)

#define TYPED_BLOCKS(name, make)                                                                                       \
    static int call_##name(fc_rank *r, int site, const collective *of)                                                 \
    {                                                                                                                  \
        const fc_blocks *a = &of->sent, *b = &of->received;                                                            \
        return fc_MPI_##name(r, site, a->count, a->types, b->count, b->types, of->comm);                               \
    }                                                                                                                  \
    int fc_MPI_##name##_init(fc_rank *r, int site, const int *counts, const fc_datatype *types,                        \
                             const int *counts_received, const fc_datatype *types_received, fc_comm comm,              \
                             fc_request *request)                                                                      \
    {                                                                                                                  \
        const fc_blocks sent = {.count = counts, .types = types},                                                      \
                        received = {.count = counts_received, .types = types_received};                                \
        return make(r, site, (collective){call_##name, comm, FC_MPI_ANY_SOURCE, .sent = sent, .received = received},   \
                    request);                                                                                          \
    }

TYPED_BLOCKS(Alltoallw, make)
TYPED_BLOCKS(Neighbor_alltoallw, make_neighborhood)
