/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of a virtual rank: lists of ranks in MPI_COMM_WORLD (MPI 3.1, section 6.3), and communicators created from
 * groups. Set operations on groups of n ranks cost O(n^2). */
#include "announcement.h"
#include "communicator.h"
#include "fingerprint.h"
#include "intercommunicator.h"
#include "leaks.h"
#include "sync.h"

#include <stdlib.h>

fc_members *fc_communicator_members(fc_rank *r, int site, fc_mpi_group group)
{
    static fc_members empty;
    int slot = group - FC_MPI_GROUP_EMPTY - 1;
    if (group == FC_MPI_GROUP_EMPTY)
        return &empty;
    if (group < FC_MPI_GROUP_EMPTY || slot >= r->n_members || !r->members[slot].alive)
        fc_call_refuse(r, site,
                       group == FC_MPI_GROUP_UNKNOWN ? "the group depends on data"
                                                     : "the group is MPI_GROUP_NULL, was freed, or depends on data");
    return &r->members[slot];
}

/* A new list with room for n ranks. */
static fc_members *add(fc_rank *r, int site, int n, fc_mpi_group *made)
{
    int slot = 0;
    while (slot < r->n_members && r->members[slot].alive)
        slot++;
    r->members = fc_rank_grow(r, r->members, &r->members_capacity, slot, sizeof *r->members);
    r->n_members += slot == r->n_members;
    r->members[slot] =
        (fc_members){.alive = true, .rank = fc_memory_keep(r, (double)n * sizeof(int)), .made_at = 1 + site};
    fc_call_store(made, slot + FC_MPI_GROUP_EMPTY + 1);
    return &r->members[slot];
}

static int find(const fc_members *members, int rank)
{
    for (int i = 0; i < members->n; i++)
        if (members->rank[i] == rank)
            return i;
    return FC_MPI_UNDEFINED;
}

static void append(fc_members *members, int rank)
{
    members->rank[members->n++] = rank;
}

static void check_index(fc_rank *r, int site, const fc_members *members, int index)
{
    if (index < 0 || index >= members->n)
        fc_call_refuse(r, site, "rank %d is not in a group of %d", index, members->n);
}

/* The length of a list of ranks that the call reads; unknown if the list depends on data. */
static int length(int n, const void *list)
{
    return n > 0 && !list ? FC_MPI_COUNT_UNKNOWN : n;
}

/* A group is unknown if one of its operands depends on data. */
static bool gives_unknown(const fc_mpi_group of[2], int n, fc_mpi_group *made)
{
    bool is_unknown = of[0] == FC_MPI_GROUP_UNKNOWN || of[1] == FC_MPI_GROUP_UNKNOWN || n == FC_MPI_COUNT_UNKNOWN;
    if (is_unknown)
        fc_call_store(made, FC_MPI_GROUP_UNKNOWN);
    return is_unknown;
}

int fc_MPI_Comm_group(fc_rank *r, int site, fc_comm comm, fc_mpi_group *made)
{
    comm = fc_call_only_comm(r, comm);
    if (gives_unknown((fc_mpi_group[2]){comm == FC_MPI_COMM_UNKNOWN ? FC_MPI_GROUP_UNKNOWN : FC_MPI_GROUP_EMPTY}, 0,
                      made))
        return FC_MPI_SUCCESS;
    const fc_communicator *of = fc_call_comm(r, site, comm);
    fc_members *members = add(r, site, of->size, made);
    for (int i = 0; i < of->size; i++)
        append(members, fc_communicator_member(of, i));
    return FC_MPI_SUCCESS;
}

int fc_MPI_Comm_remote_group(fc_rank *r, int site, fc_comm comm, fc_mpi_group *made)
{
    const fc_communicator *of = fc_call_comm(r, site, comm);
    if (!fc_intercommunicator_is(of))
        fc_call_refuse(r, site, "the communicator is no inter-communicator");
    fc_members *members = add(r, site, of->n_remote, made);
    for (int i = 0; i < of->n_remote; i++)
        append(members, of->remote[i]);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Group_size(fc_rank *r, int site, fc_mpi_group group, int *size)
{
    fc_call_store(size, fc_communicator_members(r, site, group)->n);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Group_rank(fc_rank *r, int site, fc_mpi_group group, int *rank)
{
    fc_call_store(rank, find(fc_communicator_members(r, site, group), r->launch.rank));
    return FC_MPI_SUCCESS;
}

/* The members whose index is in the list (wanted), in its order; or those whose index is not, in the group's order. */
static int select_listed(fc_rank *r, int site, fc_mpi_group group, const fc_members *list, bool wanted,
                         fc_mpi_group *made)
{
    int size = fc_communicator_members(r, site, group)->n;
    fc_members *selected = add(r, site, wanted ? list->n : size, made);
    const fc_members *from = fc_communicator_members(r, site, group);
    for (int i = 0; i < list->n; i++) {
        check_index(r, site, from, list->rank[i]);
        if (wanted)
            append(selected, from->rank[list->rank[i]]);
    }
    for (int i = 0; i < size && !wanted; i++)
        if (find(list, i) == FC_MPI_UNDEFINED)
            append(selected, from->rank[i]);
    return FC_MPI_SUCCESS;
}

static fc_members listed(fc_rank *r, int site, int n, const int *ranks)
{
    if (n < 0)
        fc_call_refuse(r, site, "the number of ranks is %d", n);
    if (n > 0)
        fc_call_check_array(r, site, ranks);
    return (fc_members){true, n, (int *)ranks, 0};
}

int fc_MPI_Group_incl(fc_rank *r, int site, fc_mpi_group group, int n, const int *ranks, fc_mpi_group *made)
{
    if (gives_unknown((fc_mpi_group[2]){group}, length(n, ranks), made))
        return FC_MPI_SUCCESS;
    fc_members list = listed(r, site, n, ranks);
    return select_listed(r, site, group, &list, true, made);
}

int fc_MPI_Group_excl(fc_rank *r, int site, fc_mpi_group group, int n, const int *ranks, fc_mpi_group *made)
{
    if (gives_unknown((fc_mpi_group[2]){group}, length(n, ranks), made))
        return FC_MPI_SUCCESS;
    fc_members list = listed(r, site, n, ranks);
    return select_listed(r, site, group, &list, false, made);
}

/* The ranks of (first, last, stride) triplets; at most as many as the group has. */
static fc_members expand(fc_rank *r, int site, fc_mpi_group group, int n, int ranges[][3])
{
    int size = fc_communicator_members(r, site, group)->n;
    fc_members list = {true, 0, fc_memory_keep(r, (double)size * sizeof(int)), 0};
    listed(r, site, n, n > 0 ? ranges[0] : NULL);
    for (int i = 0; i < n; i++) {
        int stride = ranges[i][2];
        if (stride == 0)
            fc_call_refuse(r, site, "range %d has stride 0", i);
        for (long rank = ranges[i][0]; stride > 0 ? rank <= ranges[i][1] : rank >= ranges[i][1]; rank += stride) {
            if (list.n == size || rank < 0 || rank >= size)
                fc_call_refuse(r, site, "range %d exceeds a group of %d", i, size);
            append(&list, (int)rank);
        }
    }
    return list;
}

int fc_MPI_Group_range_incl(fc_rank *r, int site, fc_mpi_group group, int n, int ranges[][3], fc_mpi_group *made)
{
    if (gives_unknown((fc_mpi_group[2]){group}, length(n, ranges), made))
        return FC_MPI_SUCCESS;
    fc_members list = expand(r, site, group, n, ranges);
    return select_listed(r, site, group, &list, true, made);
}

int fc_MPI_Group_range_excl(fc_rank *r, int site, fc_mpi_group group, int n, int ranges[][3], fc_mpi_group *made)
{
    if (gives_unknown((fc_mpi_group[2]){group}, length(n, ranges), made))
        return FC_MPI_SUCCESS;
    fc_members list = expand(r, site, group, n, ranges);
    return select_listed(r, site, group, &list, false, made);
}

/* take: the first group's members that are in the second; those that are not; the rest of the second group. */
static int combine(fc_rank *r, int site, const fc_mpi_group group[2], const bool take[3], fc_mpi_group *made)
{
    if (gives_unknown(group, 0, made))
        return FC_MPI_SUCCESS;
    int n = fc_communicator_members(r, site, group[0])->n + fc_communicator_members(r, site, group[1])->n;
    fc_members *combined = add(r, site, n, made);
    const fc_members *a = fc_communicator_members(r, site, group[0]), *b = fc_communicator_members(r, site, group[1]);
    for (int i = 0; i < a->n; i++)
        if (take[find(b, a->rank[i]) == FC_MPI_UNDEFINED])
            append(combined, a->rank[i]);
    for (int i = 0; i < b->n && take[2]; i++)
        if (find(a, b->rank[i]) == FC_MPI_UNDEFINED)
            append(combined, b->rank[i]);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Group_union(fc_rank *r, int site, fc_mpi_group a, fc_mpi_group b, fc_mpi_group *made)
{
    return combine(r, site, (const fc_mpi_group[2]){a, b}, (const bool[3]){true, true, true}, made);
}

int fc_MPI_Group_intersection(fc_rank *r, int site, fc_mpi_group a, fc_mpi_group b, fc_mpi_group *made)
{
    return combine(r, site, (const fc_mpi_group[2]){a, b}, (const bool[3]){true, false, false}, made);
}

int fc_MPI_Group_difference(fc_rank *r, int site, fc_mpi_group a, fc_mpi_group b, fc_mpi_group *made)
{
    return combine(r, site, (const fc_mpi_group[2]){a, b}, (const bool[3]){false, true, false}, made);
}

int fc_MPI_Group_translate_ranks(fc_rank *r, int site, fc_mpi_group group, int n, const int *ranks, fc_mpi_group other,
                                 int *out)
{
    const fc_members *from = fc_communicator_members(r, site, group), *to = fc_communicator_members(r, site, other);
    fc_members list = listed(r, site, n, ranks);
    for (int i = 0; i < list.n && out; i++) {
        if (ranks[i] != FC_MPI_PROC_NULL)
            check_index(r, site, from, ranks[i]);
        out[i] = ranks[i] == FC_MPI_PROC_NULL ? FC_MPI_PROC_NULL : find(to, from->rank[ranks[i]]);
    }
    return FC_MPI_SUCCESS;
}

int fc_MPI_Group_compare(fc_rank *r, int site, fc_mpi_group a, fc_mpi_group b, int *result)
{
    const fc_members *x = fc_communicator_members(r, site, a), *y = fc_communicator_members(r, site, b);
    bool same = x->n == y->n, similar = same;
    for (int i = 0; i < x->n && similar; i++) {
        similar = find(y, x->rank[i]) != FC_MPI_UNDEFINED;
        same = same && x->rank[i] == y->rank[i];
    }
    fc_call_store(result, !similar ? FC_MPI_UNEQUAL : same ? FC_MPI_IDENT : FC_MPI_SIMILAR);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Group_free(fc_rank *r, int site, fc_mpi_group *group)
{
    if (!group || *group == FC_MPI_GROUP_UNKNOWN)
        fc_leaks_note_unknown(r, FC_OBJECT_GROUP);
    if (!group)
        return FC_MPI_SUCCESS;
    if (*group != FC_MPI_GROUP_EMPTY && *group != FC_MPI_GROUP_UNKNOWN) {
        fc_members *members = fc_communicator_members(r, site, *group);
        members->alive = false;
        fc_leaks_note_free(r, members->made_at, site);
    }
    *group = FC_MPI_GROUP_NULL;
    return FC_MPI_SUCCESS;
}

/* One call may create several communicators from disjoint groups: the color is the first member of the group. */
int fc_MPI_Comm_create(fc_rank *r, int site, fc_comm comm, fc_mpi_group group, fc_comm *made)
{
    comm = fc_call_only_comm(r, comm);
    if (comm != FC_MPI_COMM_UNKNOWN && group == FC_MPI_GROUP_UNKNOWN) {
        bool between = fc_intercommunicator_is(fc_call_comm(r, site, comm));
        fc_comm from = between ? r->comm[comm].whole : comm;
        fc_call_store(made, fc_communicator_split_unknown(r, site, from, between));
        return FC_MPI_SUCCESS;
    }
    /* A communicator is unknown if its parent or group depends on data; its uses assume MPI_COMM_WORLD. */
    bool is_unknown = comm == FC_MPI_COMM_UNKNOWN || group == FC_MPI_GROUP_UNKNOWN;
    if (is_unknown)
        fc_call_store(made, FC_MPI_COMM_UNKNOWN);
    if (is_unknown)
        return FC_MPI_SUCCESS;
    const fc_members *members = fc_communicator_members(r, site, group);
    int own = find(members, r->launch.rank);
    const fc_communicator *of = fc_call_comm(r, site, comm);
    bool is_inter = fc_intercommunicator_is(of); /* the remote group's part is known to its ranks only */
    fc_communicator part = {.alive = true, .n_dims = -1};
    if (!is_inter)
        part = (fc_communicator){members->n, own, .alive = true, .n_dims = -1, .member = members->rank};
    int color = own == FC_MPI_UNDEFINED ? FC_MPI_UNDEFINED : is_inter ? 0 : members->rank[0];
    fc_comm added = fc_communicator_split(r, site, is_inter ? of->whole : comm, part, (const int[2]){color, own});
    fc_call_store(made, is_inter ? fc_intercommunicator_pair(r, site, added, comm) : added);
    return FC_MPI_SUCCESS;
}

/* A number for the creation from a group of `of`, equal at each of its members. */
static unsigned long name_of(const fc_communicator *of, const fc_members *members)
{
    unsigned long name = fc_communicator_hash(of->group ? of->group->context : of->context, (unsigned)members->n, 0);
    for (int i = 0; i < members->n; i++)
        name = fc_communicator_hash(name, (unsigned)i, members->rank[i]);
    return name;
}

/* The communicator on which the members of a group synchronize without the rest of `comm`. Calls with the same members
 * share it. */
static fc_comm stand_in(fc_rank *r, fc_comm comm, const fc_members *members, int own)
{
    unsigned long name = name_of(&r->comm[comm], members);
    for (int i = 0; i < r->n_comms; i++)
        if (r->comm[i].alive && r->comm[i].stands_in && r->comm[i].context == name)
            return i;
    fc_communicator made = {.size = members->n, .rank = own, .alive = true, .n_dims = -1, .member = members->rank};
    made.stands_in = true;
    made.context = made.kind = name;
    if (r->process) {
        const fc_simulation *w =
            r->process->world; /* under rank equivalence the group has all ranks: see the bar below */
        made.group = fc_group_of_name(r, name, members->n, members->rank, w->fold ? w->n_run : members->n);
    }
    return fc_communicator_add(r, made);
}

/* The group is dynamic here: the members come from a rank that knows them. Otherwise the ranks that wait here with
 * dynamic groups are assumed to be the members. No rank knows the communicator. */
static fc_comm create_from_unknown(fc_rank *r, int site, fc_comm comm)
{
    const fc_group *parent = fc_call_comm(r, site, comm)->group;
    fc_announcement named;
    if (r->fingerprint)
        fc_fingerprint_exclude(r, site, "the group depends on data");
    if (!r->process) {
        fc_communicator_charge(r, site, FC_FIT_COMM_DUP, comm);
        return FC_MPI_COMM_UNKNOWN;
    }
    if (!fc_announcement_await(&named, r, site, parent))
        fc_announcement_assume(&named, r, parent);
    const fc_members members = {.alive = true, .n = named.n, .rank = (int *)named.member};
    return fc_communicator_split_unknown(r, site, stand_in(r, comm, &members, find(&members, r->launch.rank)), false);
}

/* The members duplicate the communicator of stand_in(). */
static fc_comm create_from_group(fc_rank *r, int site, fc_comm comm, const fc_members *members)
{
    const fc_communicator *of = fc_call_comm(r, site, comm);
    int own = find(members, r->launch.rank);
    if (r->fingerprint && (own != of->rank || of->size != r->launch.ranks))
        fc_fingerprint_exclude(r, site, "MPI_Comm_create_group names a subset of the ranks");
    if (own == FC_MPI_UNDEFINED)
        return FC_MPI_COMM_NULL;
    if (r->process && of->group && !r->process->world->fold)
        fc_announcement_make(
            r, &(fc_announcement){
                   .parent = of->group, .name = name_of(of, members), .n = members->n, .member = members->rank});
    fc_comm from = stand_in(r, comm, members, own);
    fc_communicator copy = r->comm[from];
    copy.stands_in = false;
    return fc_communicator_split(r, site, from, copy, (const int[2]){0, own});
}

/* Only the group's members take part (MPI 3.1, section 6.4.2). */
int fc_MPI_Comm_create_group(fc_rank *r, int site, fc_comm comm, fc_mpi_group group, fc_comm *made)
{
    comm = fc_call_only_comm(r, comm);
    bool is_dynamic = group == FC_MPI_GROUP_UNKNOWN;
    if (comm == FC_MPI_COMM_UNKNOWN)
        fc_call_store(made, FC_MPI_COMM_UNKNOWN);
    else
        fc_call_store(made, is_dynamic ? create_from_unknown(r, site, comm)
                                       : create_from_group(r, site, comm, fc_communicator_members(r, site, group)));
    return FC_MPI_SUCCESS;
}

static int compare_groups(fc_rank *r, int site, const fc_comm of[2],
                          int group_of(fc_rank *, int, fc_comm, fc_mpi_group *))
{
    fc_mpi_group groups[2];
    int compared;
    group_of(r, site, of[0], &groups[0]);
    group_of(r, site, of[1], &groups[1]);
    fc_MPI_Group_compare(r, site, groups[0], groups[1], &compared);
    fc_MPI_Group_free(r, site, &groups[0]);
    fc_MPI_Group_free(r, site, &groups[1]);
    return compared;
}

/* The groups of two inter-communicators are compared each with its like; the less equal pair counts. */
int fc_MPI_Comm_compare(fc_rank *r, int site, fc_comm a, fc_comm b, int *result)
{
    const fc_comm both[2] = {a, b};
    const fc_communicator *x = fc_call_comm(r, site, a), *y = fc_call_comm(r, site, b);
    bool inter = fc_intercommunicator_is(x), alike = inter == fc_intercommunicator_is(y);
    bool is_same = x->context == y->context && x->group == y->group;
    int compared = alike ? compare_groups(r, site, both, fc_MPI_Comm_group) : FC_MPI_UNEQUAL;
    int remote = alike && inter ? compare_groups(r, site, both, fc_MPI_Comm_remote_group) : compared;
    if (compared == FC_MPI_UNEQUAL || remote == FC_MPI_UNEQUAL)
        compared = FC_MPI_UNEQUAL;
    else if (compared != remote)
        compared = FC_MPI_SIMILAR;
    fc_call_store(result, compared == FC_MPI_IDENT && !is_same ? FC_MPI_CONGRUENT : compared);
    return FC_MPI_SUCCESS;
}
