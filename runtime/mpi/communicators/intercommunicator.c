/* SPDX-License-Identifier: Apache-2.0 */
/* The leaders exchange the lists of their groups by a message and broadcast them, as MPI libraries do. Each list begins
 * with a number for the creation, by which all ranks name the new communicator alike. The time of the broadcast is that
 * of the local group's list. */
#include "intercommunicator.h"

#include "announcement.h"
#include "collective_messages.h"
#include "communicator.h"
#include "message.h"
#include "support/hash.h"
#include "sync.h"

#include <string.h>

enum {
    NAME = sizeof(unsigned long) / sizeof(int), /* ints of the number */
    HEADER = NAME + 1                           /* and of the group's size */
};

static int size_of(const int *list)
{
    return list[NAME];
}

static unsigned long number_of(const int *list)
{
    unsigned long number;
    memcpy(&number, list, sizeof number);
    return number;
}

/* One side's list: number of the creation, size, ranks in MPI_COMM_WORLD. */
static int *make_list(fc_rank *r, fc_communicator *of)
{
    int *list = fc_memory_keep(r, (double)(HEADER + of->size) * sizeof *list);
    unsigned long number = fc_hash_mix(of->group->context, of->exchanges++);
    memcpy(list, &number, sizeof number);
    list[NAME] = of->size;
    for (int i = 0; i < of->size; i++)
        list[HEADER + i] = fc_communicator_member(of, i);
    return list;
}

/* The leader's list reaches the other ranks of its group. */
static void broadcast(fc_rank *r, int site, fc_comm local, int leader, int *list)
{
    fc_communicator *of = &r->comm[local];
    const fc_transfer transfer = {FC_FIT_BCAST, of->size, HEADER + of->size, FC_MPI_INT, of->variant};
    const fc_arrival arrival = {of, of->rank, transfer, FC_SYNC_FROM_ROOT, leader};
    r->process->carried = list;
    r->process->carried_bytes = (size_t)(HEADER + r->launch.ranks) * sizeof *list;
    if (fc_collective_messages_apply(r, &arrival))
        fc_collective_messages_run(r, site, &arrival);
    else
        fc_sync_collective(r, site, &arrival);
}

/* The hidden communicator of both groups: first the one with the lower first rank. */
static fc_comm make_whole(fc_rank *r, int site, const int *own, const int *other)
{
    const int *first = own[HEADER] < other[HEADER] ? own : other, *second = first == own ? other : own;
    int size = size_of(own) + size_of(other), n = 0;
    int *member = fc_memory_keep(r, (double)size * sizeof *member);
    fc_communicator made = {.size = size, .alive = true, .n_dims = -1, .member = member};
    for (int i = 0; i < size_of(first); i++)
        member[n++] = first[HEADER + i];
    for (int i = 0; i < size_of(second); i++)
        member[n++] = second[HEADER + i];
    for (int i = 0; i < size; i++)
        made.rank = member[i] == r->launch.rank ? i : made.rank;
    made.context = made.kind = fc_hash_mix(number_of(first), number_of(second));
    made.group = fc_group_of_name(r, made.context, size, member, size);
    made.group->made_by = fc_rank_site(r, site);
    return fc_communicator_add(r, made);
}

/* By rank in MPI_COMM_WORLD: the rank is in the local group of `of`. */
static bool *mark_members(fc_rank *r, const fc_communicator *of)
{
    bool *is_member = fc_memory_keep(r, (double)r->launch.ranks * sizeof *is_member);
    for (int i = 0; i < of->size; i++)
        is_member[fc_communicator_member(of, i)] = true;
    return is_member;
}

fc_comm fc_intercommunicator_pair(fc_rank *r, int site, fc_comm whole, fc_comm of)
{
    if (whole == FC_MPI_COMM_NULL || whole == FC_MPI_COMM_UNKNOWN)
        return whole;
    fc_communicator *both = &r->comm[whole];
    int *local = fc_memory_keep(r, (double)both->size * sizeof *local), n = 0, n_remote = 0;
    int *remote = fc_memory_keep(r, (double)both->size * sizeof *remote), rank = 0;
    const bool *in_group = mark_members(r, &r->comm[of]);
    for (int i = 0; i < both->size; i++) {
        int member = fc_communicator_member(both, i);
        bool is_local = in_group[member];
        if (is_local && i == both->rank)
            rank = n;
        *(is_local ? &local[n++] : &remote[n_remote++]) = member;
    }
    both->stands_in = true;
    both->made_at = 0;
    if (n_remote == 0) {
        fc_MPI_Comm_free(r, site, &whole);
        return FC_MPI_COMM_NULL;
    }
    fc_communicator made = *both;
    made.stands_in = false;
    made.made_at = 1 + site;
    made.size = n;
    made.rank = rank;
    made.member = local;
    made.remote = remote;
    made.n_remote = n_remote;
    made.whole = whole;
    return fc_communicator_add(r, made);
}

int fc_intercommunicator_root(const fc_rank *r, const fc_communicator *of, int root)
{
    const fc_communicator *whole = &r->comm[of->whole];
    if (root == FC_MPI_ROOT)
        return whole->rank;
    for (int i = 0; i < whole->size && root >= 0; i++)
        if (fc_communicator_member(whole, i) == of->remote[root])
            return i;
    return FC_MPI_ANY_SOURCE;
}

/* The arguments that only the leader's group, or only the leader, gives a meaning. */
typedef struct link {
    int leader; /* in the local group; FC_MPI_NUMBER_UNKNOWN */
    fc_comm peer;
    int remote_leader, tag;
} link;

static bool is_static(const link *l)
{
    return l->leader != FC_MPI_NUMBER_UNKNOWN && l->peer != FC_MPI_COMM_UNKNOWN &&
           l->remote_leader != FC_MPI_NUMBER_UNKNOWN && l->tag != FC_MPI_NUMBER_UNKNOWN;
}

/* The other leader names this rank: what it knows completes *l. */
static void learn(fc_rank *r, link *l, int own, const fc_announcement *named)
{
    fc_communicator between = named->between;
    for (int i = 0; i < between.size; i++)
        between.rank = fc_communicator_member(&between, i) == r->launch.rank ? i : between.rank;
    between.made_at = 0;
    between.stands_in = true;
    *l = (link){own, fc_communicator_add(r, between), named->leader, named->tag};
}

/* For another leader whose arguments are dynamic. */
static void announce(fc_rank *r, const link *l)
{
    const fc_communicator *between = &r->comm[l->peer];
    if (fc_intercommunicator_is(between))
        return;
    const int other = fc_communicator_partner(between, l->remote_leader);
    fc_announcement_make(
        r, &(fc_announcement){.n = 1, .member = &other, .between = *between, .leader = between->rank, .tag = l->tag});
}

/* The other leader's list reaches this leader. */
static void exchange_lists(fc_rank *r, int site, const link *l, int *own, int *other)
{
    const fc_communicator *between = fc_call_comm(r, site, l->peer);
    int peers = fc_intercommunicator_peers(between);
    if (l->remote_leader < 0 || l->remote_leader >= peers)
        fc_call_refuse(r, site, "the remote leader %d is not in the peer communicator of %d ranks", l->remote_leader,
                       peers);
    announce(r, l);
    /* The leader's part: `envelope` names the other leader. */
    const fc_envelope *envelope = &(fc_envelope){
        .type = FC_MPI_INT, .peer = l->remote_leader, .tag = l->tag, .comm = l->peer, .purpose = FC_PURPOSE_STEP};
    fc_envelope sent = *envelope, received = *envelope;
    sent.n = HEADER + size_of(own);
    sent.memory = own;
    received.n = HEADER + r->launch.ranks;
    received.memory = other;
    fc_message_sendrecv(r, site, &sent, &received, NULL);
    fc_announcement_withdraw(r);
}

/* The remote group's list, at each rank of the local group; of size 0 if no rank knows it. */
static int *remote_list(fc_rank *r, int site, fc_comm local, link l, int *own)
{
    const fc_communicator *of = &r->comm[local];
    int rank = of->rank, *other = fc_memory_keep(r, (double)(HEADER + r->launch.ranks) * sizeof *other);
    bool is_known = l.leader == rank && is_static(&l);
    fc_announcement named;
    if (!is_known && (l.leader == of->rank || l.leader == FC_MPI_NUMBER_UNKNOWN) &&
        fc_announcement_await(&named, r, site, NULL)) {
        learn(r, &l, rank, &named);
        is_known = true;
    }
    if (is_known)
        exchange_lists(r, site, &l, own, other);
    broadcast(r, site, local, l.leader == FC_MPI_NUMBER_UNKNOWN ? FC_MPI_ANY_SOURCE : l.leader, other);
    return other;
}

/* The arguments are static at all ranks of both groups. */
static bool all_know(fc_rank *r, int site, fc_comm whole, bool knows)
{
    fc_communicator *of = &r->comm[whole];
    of->stands_in = true;
    of->group->is_dynamic |= !knows;
    const fc_sync_part there = fc_sync_barrier(r, site, of, NULL);
    bool is_dynamic = of->group->is_dynamic;
    fc_sync_leave(&there);
    return !is_dynamic;
}

int fc_MPI_Intercomm_create(fc_rank *r, int site, fc_comm local, int leader, fc_comm peer, int remote_leader, int tag,
                            fc_comm *made)
{
    const link l = {leader, peer, remote_leader, tag};
    fc_call_store(made, FC_MPI_COMM_UNKNOWN);
    if (local == FC_MPI_COMM_UNKNOWN)
        return FC_MPI_SUCCESS;
    fc_communicator *of = fc_call_comm(r, site, local);
    if (!r->process && !is_static(&l)) {
        fc_communicator_charge(r, site, FC_FIT_COMM_DUP, local);
        return FC_MPI_SUCCESS;
    }
    if (r->fingerprint)
        fc_fingerprint_exclude(r, site, "the groups of an inter-communicator are known by messages");
    if (!r->process)
        fc_rank_end(r, FC_END_NEEDS_MESSAGE, "Predict with --method ranks.",
                    "%s: method sum does not simulate inter-communicators", fc_rank_site(r, site)->operation);
    if (leader != FC_MPI_NUMBER_UNKNOWN)
        fc_call_check_root(r, site, of, leader);
    int *own = make_list(r, of), *other = remote_list(r, site, local, l, own);
    const bool *is_local = mark_members(r, &r->comm[local]);
    for (int i = 0; i < size_of(other); i++)
        if (is_local[other[HEADER + i]])
            fc_call_refuse(r, site, "rank %d of MPI_COMM_WORLD is in both groups", other[HEADER + i]);
    fc_comm whole = size_of(other) == 0 ? local : make_whole(r, site, own, other);
    bool is_known = whole != local && all_know(r, site, whole, is_static(&l));
    fc_communicator_charge(r, site, FC_FIT_COMM_DUP, whole);
    if (is_known)
        fc_call_store(made, fc_intercommunicator_pair(r, site, whole, local));
    return FC_MPI_SUCCESS;
}

static const fc_communicator *inter(fc_rank *r, int site, fc_comm comm)
{
    const fc_communicator *of = fc_call_comm(r, site, comm);
    if (!fc_intercommunicator_is(of))
        fc_call_refuse(r, site, "the communicator is no inter-communicator");
    return of;
}

/* First the group whose ranks give high = 0; if both give the same, in the order of `whole`. */
int fc_MPI_Intercomm_merge(fc_rank *r, int site, fc_comm comm, int high, fc_comm *made)
{
    const fc_communicator part = {.alive = true, .n_dims = -1};
    fc_comm merged = FC_MPI_COMM_UNKNOWN;
    if (comm != FC_MPI_COMM_UNKNOWN) {
        fc_comm whole = inter(r, site, comm)->whole;
        if (r->comm[whole].is_spawned) /* the started processes are after the own ones */
            r->comm[whole].rank = r->comm[comm].rank + (high > 0 ? r->comm[comm].n_remote : 0);
        merged = high == FC_MPI_NUMBER_UNKNOWN
                     ? fc_communicator_split_unknown(r, site, whole, true)
                     : fc_communicator_split(r, site, whole, part, (const int[2]){0, high ? 1 : 0});
    }
    fc_call_store(made, merged);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Comm_remote_size(fc_rank *r, int site, fc_comm comm, int *size)
{
    fc_call_store(size, inter(r, site, comm)->n_remote);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Comm_test_inter(fc_rank *r, int site, fc_comm comm, int *flag)
{
    fc_call_store(flag, fc_intercommunicator_is(fc_call_comm(r, site, comm)));
    return FC_MPI_SUCCESS;
}
