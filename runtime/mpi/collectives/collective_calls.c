/* SPDX-License-Identifier: Apache-2.0 */
/* Collective calls of a virtual rank: one runtime function a call; comm_interface/operations.c defines its bytes. In a
 * world the ranks synchronize (sync.h). */
#include "block_sizes.h"
#include "collective_messages.h"
#include "communicator.h"
#include "deferred.h"
#include "delivery.h"
#include "fingerprint.h"
#include "intercommunicator.h"
#include "operation.h"
#include "request.h"
#include "sync.h"

/* n elements of a type: the send or receive block of a call. */
typedef struct block {
    double n;
    fc_datatype type;
} block;

/* One collective call. */
typedef struct call {
    fc_fit fit;
    fc_communicator *of;
    int root;                 /* FC_MPI_ANY_SOURCE: none */
    fc_blocks sent, received; /* of calls that have both; displacements are in fc_payload_arguments */
} call;

static fc_blocks uniform_blocks(double n, fc_datatype type)
{
    return (fc_blocks){.n = n, .type = type};
}

static fc_blocks counted_blocks(const int *counts, fc_datatype type)
{
    return (fc_blocks){.count = counts, .type = type};
}

static fc_sync_rule rule_of(fc_fit fit)
{
    switch (fit) {
    case FC_FIT_BCAST:
    case FC_FIT_BCAST_ELSEWHERE:
    case FC_FIT_SCATTER:
    case FC_FIT_SCATTERV:
        return FC_SYNC_FROM_ROOT;
    case FC_FIT_REDUCE:
    case FC_FIT_GATHER:
    case FC_FIT_GATHERV:
        return FC_SYNC_TO_ROOT;
    case FC_FIT_SCAN:
        return FC_SYNC_PREFIX;
    default:
        return FC_SYNC_ALL;
    }
}

/* Begins a non-blocking collective: it is charged at its completion. */
static const fc_pending *begin(fc_rank *r, int site, const fc_arrival *arrival)
{
    const fc_transfer *t = &arrival->transfer;
    fc_request slot;
    r->begins = false;
    fc_rank_site(r, site);
    fc_pending *made = fc_request_open(r, site, &slot);
    made->receives = true;
    made->fit = t->fit;
    made->ranks = t->ranks;
    made->n = t->n;
    made->type = t->type;
    made->variant = t->variant;
    made->weight = r->weight;
    if (r->process && !r->assumes_world)
        fc_sync_begin(r, site, arrival, &made->begun);
    fc_call_store(r->begun_request, slot);
    return made;
}

static void fingerprint_call(fc_rank *r, int site, const fc_arrival *arrival)
{
    const fc_communicator *of = arrival->comm;
    if (arrival->rule == FC_SYNC_PREFIX)
        fc_fingerprint_exclude(r, site, "the ranks of a scan end at different times");
    if (r->layout.network && r->layout.network->contention)
        fc_fingerprint_exclude(r, site, "messages share links");
    double root = arrival->root == of->rank ? -1 : arrival->root;
    const fc_transfer *t = &arrival->transfer;
    fc_fingerprint_add(r,
                       (const double[]){site, r->weight, root, (double)of->kind, of->size, (double)t->variant,
                                        r->begins, t->fit, t->n, (double)t->type},
                       10);
}

static void check_displacements(fc_rank *r, int site, const fc_blocks *blocks)
{
    if (blocks->count && !blocks->place)
        fc_call_lack(r, site, "the displacements of its blocks depend on data");
}

/* Moves the payload to and from the other ranks: before the charge under method sum, at the synchronization otherwise.
 */
static void move_payload(fc_rank *r, int site, const fc_arrival *arrival, const call *c)
{
    const fc_transfer *t = &arrival->transfer;
    fc_payload_arguments hand = fc_delivery_take_buffers(r);
    const char *name = fc_rank_site(r, site)->operation;
    bool excludes_own = strcmp(name, "MPI_Exscan") == 0 || strcmp(name, "MPI_Iexscan") == 0;
    fc_payload own = {.fit = t->fit,
                      .excludes_own = excludes_own,
                      .op = hand.op,
                      .size = arrival->comm->size,
                      .root = arrival->root,
                      .n = t->n,
                      .type = t->type};
    fc_payload_buffers mine = {.in = hand.in, .out = hand.out, .sent = c->sent, .received = c->received};
    mine.sent.is_dense = fc_call_is_contiguous(r, mine.sent.type);
    mine.received.is_dense = fc_call_is_contiguous(r, mine.received.type);
    mine.sent.place = hand.place_in;
    mine.received.place = hand.place_out;
    if (fc_intercommunicator_is(c->of)) {
        mine.group = fc_communicator_member(c->of, 0) < c->of->remote[0] ? 1 : 2;
        mine.place = c->of->rank;
    }
    bool reads = arrival->rule == FC_SYNC_ALL || arrival->comm->rank == arrival->root;
    if (reads && t->fit != FC_FIT_REDUCE_SCATTER) {
        check_displacements(r, site, &mine.sent);
        check_displacements(r, site, &mine.received);
    }
    if (fc_deferred_applies(r)) {
        fc_delivery_require(r, site, !fc_payload_is_uniform(&own) || t->fit == FC_FIT_REDUCE_SCATTER);
        fc_deferred_carry(r, site, arrival->comm, &own, mine, false);
    } else {
        fc_sync_carry(r, site, arrival, &own, mine);
    }
}

/* The call of an inter-communicator's collective, on the communicator of both groups. */
static fc_arrival two_sided(fc_rank *r, int site, const call *c, block b)
{
    fc_communicator *whole = &r->comm[c->of->whole];
    int root = fc_intercommunicator_root(r, c->of, c->root);
    if ((r->hand.in || r->hand.out) && rule_of(c->fit) != FC_SYNC_ALL)
        fc_rank_end(r, FC_END_ARGUMENT, "Profile what depends on it: put `#pragma forecost data` before the call.",
                    "%s: control flow depends on a rooted collective of an inter-communicator",
                    fc_rank_site(r, site)->operation);
    if (c->root == FC_MPI_PROC_NULL && r->process)
        r->process->carried = NULL;
    return (fc_arrival){whole, whole->rank, {c->fit, whole->size, b.n, b.type, whole->variant}, rule_of(c->fit), root};
}

/* Charges a collective that moves `copies` such blocks per rank. Ranks of a dynamic communicator do not synchronize. */
static int collect(fc_rank *r, int site, call c, block b, double copies)
{
    fc_transfer transfer = {c.fit, c.of->size, b.n, b.type, c.of->variant};
    fc_arrival arrival = {c.of, c.of->rank, transfer, rule_of(c.fit), c.root};
    if (fc_intercommunicator_is(c.of))
        arrival = two_sided(r, site, &c, b);
    if (c.root == FC_MPI_PROC_NULL)
        r->reduces_by = 0; /* MPI ignores the operation */
    fc_operation_require(r, site);
    fc_call_count(r, site, copies * b.n * fc_datatype_bytes(b.type));
    if (r->fingerprint)
        fingerprint_call(r, site, &arrival);
    if (r->hand.in || r->hand.out)
        move_payload(r, site, &arrival, &c);
    if (r->process && !r->assumes_world)
        fc_block_sizes_compare(r, site, &arrival, &c.sent, &c.received);
    if (r->begins)
        begin(r, site, &arrival);
    else if (r->process && !r->assumes_world && fc_collective_messages_apply(r, &arrival))
        fc_collective_messages_run(r, site, &arrival);
    else if (r->process && !r->assumes_world)
        fc_sync_collective(r, site, &arrival);
    else
        fc_call_charge(r, site, transfer);
    return FC_MPI_SUCCESS;
}

/* A collective with equal vectors on all ranks. */
static int vector(fc_rank *r, int site, fc_fit fit, block b, fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    fc_call_check_count(r, site, b.n, b.type);
    return collect(r, site, (call){.fit = fit, .of = of, .root = FC_MPI_ANY_SOURCE}, b, 1);
}

/* Checks the root; true: this rank is the root. */
static bool at_root(fc_rank *r, int site, fc_communicator *of, int root)
{
    fc_call_check_root(r, site, of, root);
    return fc_intercommunicator_is(of) ? root == FC_MPI_ROOT : of->rank == root;
}

static block mean_block(fc_rank *r, int site, fc_communicator *of, const int *counts, fc_datatype type)
{
    int peers = fc_intercommunicator_peers(of);
    return (block){fc_call_sum_counts(r, site, peers, counts, type) / peers, type};
}

/* MPI_PROC_NULL: only other ranks of this rank's group take part; its arguments do not count. */
static int rooted(fc_rank *r, int site, call c, block b)
{
    if (fc_intercommunicator_is(c.of) && c.root == FC_MPI_PROC_NULL)
        b = (block){0, FC_MPI_BYTE};
    fc_call_check_count(r, site, b.n, b.type);
    return collect(r, site, c, b, 1);
}

int fc_MPI_Barrier(fc_rank *r, int site, fc_comm comm)
{
    return vector(r, site, FC_FIT_BARRIER, (block){0, FC_MPI_BYTE}, comm);
}

/* Some broadcasts from another root send the vector to rank 0 first. They have their own runtime function if measured,
 * and their own plan by SMPI's rules. */
static fc_fit broadcast_of(const fc_setting *setting, fc_variant variant, int root)
{
    const fc_comm_model *user = setting->communication;
    const fc_coefficients *machine = setting->machine;
    bool is_measured = fc_runtime_function_general(machine, FC_FIT_BCAST_ELSEWHERE, variant)->n_segments > 0 ||
                       (user && user->collective[FC_FIT_BCAST_ELSEWHERE]);
    bool is_smpi = machine->collectives == FC_COLLECTIVES_SMPI || machine->collectives == FC_COLLECTIVES_SMPI_OMPI;
    bool is_known = machine->collectives == FC_COLLECTIVES_FITTED
                        ? is_measured
                        : is_smpi && machine->algorithm[FC_FIT_BCAST] == FC_ALGORITHM_CHOSEN;
    bool is_replaced = user && user->collective[FC_FIT_BCAST] && !user->collective[FC_FIT_BCAST_ELSEWHERE];
    return root > 0 && is_known && !is_replaced ? FC_FIT_BCAST_ELSEWHERE : FC_FIT_BCAST;
}

int fc_MPI_Bcast(fc_rank *r, int site, double n, fc_datatype type, int root, fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    at_root(r, site, of, root);
    return rooted(r, site, (call){.fit = broadcast_of(&r->setting, of->variant, root), .of = of, .root = root},
                  (block){n, type});
}

int fc_MPI_Reduce(fc_rank *r, int site, double n, fc_datatype type, int root, fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    at_root(r, site, of, root);
    return rooted(r, site, (call){.fit = FC_FIT_REDUCE, .of = of, .root = root}, (block){n, type});
}

int fc_MPI_Allreduce(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm)
{
    return vector(r, site, FC_FIT_ALLREDUCE, (block){n, type}, comm);
}

int fc_MPI_Scan(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm)
{
    return vector(r, site, FC_FIT_SCAN, (block){n, type}, comm);
}

int fc_MPI_Exscan(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm)
{
    return vector(r, site, FC_FIT_SCAN, (block){n, type}, comm);
}

/* The root describes the block by its receive arguments, since its send buffer may be MPI_IN_PLACE. */
int fc_MPI_Gather(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                  int root, fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    block b = at_root(r, site, of, root) ? (block){n_received, type_received} : (block){n, type};
    call c = {FC_FIT_GATHER, of, root, uniform_blocks(n, type), uniform_blocks(n_received, type_received)};
    return rooted(r, site, c, b);
}

int fc_MPI_Gatherv(fc_rank *r, int site, double n, fc_datatype type, const int *counts, fc_datatype type_received,
                   int root, fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    block b = at_root(r, site, of, root) ? mean_block(r, site, of, counts, type_received) : (block){n, type};
    call c = {FC_FIT_GATHERV, of, root, uniform_blocks(n, type), counted_blocks(counts, type_received)};
    return rooted(r, site, c, b);
}

int fc_MPI_Scatter(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                   int root, fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    block b = at_root(r, site, of, root) ? (block){n, type} : (block){n_received, type_received};
    call c = {FC_FIT_SCATTER, of, root, uniform_blocks(n, type), uniform_blocks(n_received, type_received)};
    return rooted(r, site, c, b);
}

int fc_MPI_Scatterv(fc_rank *r, int site, const int *counts, fc_datatype type, double n_received,
                    fc_datatype type_received, int root, fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    block b = at_root(r, site, of, root) ? mean_block(r, site, of, counts, type) : (block){n_received, type_received};
    call c = {FC_FIT_SCATTERV, of, root, counted_blocks(counts, type), uniform_blocks(n_received, type_received)};
    return rooted(r, site, c, b);
}

/* Every rank specifies the receive block, also with MPI_IN_PLACE. */
int fc_MPI_Allgather(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                     fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    fc_call_check_count(r, site, n, type);
    fc_call_check_count(r, site, n_received, type_received);
    call c = {FC_FIT_ALLGATHER, of, FC_MPI_ANY_SOURCE, uniform_blocks(n, type),
              uniform_blocks(n_received, type_received)};
    return collect(r, site, c, (block){n_received, type_received}, fc_intercommunicator_peers(of));
}

int fc_MPI_Allgatherv(fc_rank *r, int site, double n, fc_datatype type, const int *counts, fc_datatype type_received,
                      fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    fc_call_check_count(r, site, n, type);
    call c = {FC_FIT_ALLGATHERV, of, FC_MPI_ANY_SOURCE, uniform_blocks(n, type), counted_blocks(counts, type_received)};
    return collect(r, site, c, mean_block(r, site, of, counts, type_received), fc_intercommunicator_peers(of));
}

int fc_MPI_Alltoall(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                    fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    fc_call_check_count(r, site, n, type);
    fc_call_check_count(r, site, n_received, type_received);
    call c = {FC_FIT_ALLTOALL, of, FC_MPI_ANY_SOURCE, uniform_blocks(n, type),
              uniform_blocks(n_received, type_received)};
    return collect(r, site, c, (block){n_received, type_received}, fc_intercommunicator_peers(of));
}

int fc_MPI_Alltoallv(fc_rank *r, int site, const int *counts, fc_datatype type, const int *counts_received,
                     fc_datatype type_received, fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    block received = mean_block(r, site, of, counts_received, type_received);
    block larger = counts ? mean_block(r, site, of, counts, type) : received;
    if (received.n * fc_datatype_bytes(received.type) > larger.n * fc_datatype_bytes(larger.type))
        larger = received;
    call c = {FC_FIT_ALLTOALLV, of, FC_MPI_ANY_SOURCE, counted_blocks(counts, type),
              counted_blocks(counts_received, type_received)};
    return collect(r, site, c, larger, fc_intercommunicator_peers(of));
}

/* Bytes of blocks with individual datatypes. */
static double sum_bytes(fc_rank *r, int site, const fc_communicator *of, const int *counts, const fc_datatype *types)
{
    double sum = 0;
    fc_call_check_array(r, site, counts);
    fc_call_check_array(r, site, types);
    for (int i = 0; i < fc_intercommunicator_peers(of); i++) {
        fc_call_check_count(r, site, counts[i], types[i]);
        sum += (double)counts[i] * fc_datatype_bytes(types[i]);
    }
    return sum;
}

int fc_MPI_Alltoallw(fc_rank *r, int site, const int *counts, const fc_datatype *types, const int *counts_received,
                     const fc_datatype *types_received, fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    double bytes = sum_bytes(r, site, of, counts_received, types_received);
    if (counts)
        bytes = fmax(bytes, sum_bytes(r, site, of, counts, types));
    return collect(r, site,
                   (call){FC_FIT_ALLTOALLV,
                          of,
                          FC_MPI_ANY_SOURCE,
                          {.count = counts, .types = types},
                          {.count = counts_received, .types = types_received}},
                   (block){bytes / fc_intercommunicator_peers(of), FC_MPI_BYTE}, fc_intercommunicator_peers(of));
}

int fc_MPI_Reduce_scatter(fc_rank *r, int site, const int *counts, fc_datatype type, fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    double whole = fc_call_sum_counts(r, site, of->size, counts, type); /* of the local group, also between groups */
    return collect(r, site,
                   (call){.fit = FC_FIT_REDUCE_SCATTER,
                          .of = of,
                          .root = FC_MPI_ANY_SOURCE,
                          .received = counted_blocks(counts, type)},
                   (block){whole, type}, 1);
}

int fc_MPI_Reduce_scatter_block(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    fc_call_check_count(r, site, n, type);
    return collect(
        r, site,
        (call){.fit = FC_FIT_REDUCE_SCATTER, .of = of, .root = FC_MPI_ANY_SOURCE, .received = uniform_blocks(n, type)},
        (block){n * of->size, type}, 1);
}

int fc_MPI_Comm_idup(fc_rank *r, int site, fc_comm comm, fc_comm *made, fc_request *request)
{
    fc_communicator *of = fc_call_comm_or_world(r, site, comm);
    bool is_inter = fc_intercommunicator_is(of);
    of = is_inter ? &r->comm[of->whole] : of;
    fc_arrival arrival = {
        of, of->rank, {FC_FIT_COMM_DUP, of->size, 0, FC_MPI_BYTE, of->variant}, FC_SYNC_ALL, FC_MPI_ANY_SOURCE};
    r->begins = true;
    r->begun_request = request;
    if (r->fingerprint)
        fingerprint_call(r, site, &arrival);
    const fc_pending *pending = begin(r, site, &arrival);
    fc_communicator copy = *of;
    copy.kind = fc_communicator_hash(of->kind, of->exchanges, 0);
    copy.collective_calls = copy.exchanges = 0;
    copy.made_at = 1 + site;
    copy.context = fc_communicator_hash(of->context, of->exchanges++, 0);
    if (r->process && !copy.is_spawned)
        copy.group = fc_sync_duplicate(r, &pending->begun);
    fc_comm added = fc_communicator_add(r, copy);
    fc_call_store(made, is_inter ? fc_intercommunicator_pair(r, site, added, comm) : added);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Comm_idup_with_info(fc_rank *r, int site, fc_comm comm, fc_comm *made, fc_request *request)
{
    return fc_MPI_Comm_idup(r, site, comm, made, request);
}
