/* SPDX-License-Identifier: Apache-2.0 */
/* Each collective call of a group is a record that its first arrival creates and its last departure frees. The last
 * arrival wakes the waiting ranks; each then computes its own end from the arrival times. */
#include "sync.h"

#include "dependence.h"
#include "message.h"
#include "message_race.h"
#include "operation.h"
#include "quotient_match.h"
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A rank's arrival at a prefix operation (Scan, Exscan). */
typedef struct prefix_arrival {
    double came, latest; /* s: its own, and the latest of ranks 0 ... own */
    unsigned long event;
} prefix_arrival;

/* One collective call in progress. */
typedef struct fc_sync_call {
    struct fc_sync_call *next; /* of the group */
    fc_group *group;
    unsigned number; /* among the group's collective calls */
    unsigned number_in_world;
    int arrived, left;
    int operation;             /* of a reduction; 0: unknown */
    const fc_site *site;       /* the call of the first arrival */
    int first;                 /* rank of the first arrival in MPI_COMM_WORLD */
    int root, root_place;      /* the root's rank, and its index in `carried` */
    bool is_sized;             /* `bytes` is set */
    fc_type_signature brought; /* of the first arrival that has elements */
    double bytes;              /* of a block, if equal on all ranks */
    double seconds, error;     /* largest runtime function of the ranks, and its relative error */
    double latest;             /* s: latest arrival */
    double root_arrival;       /* s */
    unsigned long root_event;
    prefix_arrival *each; /* by rank in the group; NULL: no prefix operation */
    fc_plan plan;         /* of a call executed by messages; n is 0 before the first arrival */
    fc_carried held;      /* owned copy of the root's payload, for a call executed by messages */
    fc_rank *waiting;     /* list by next_waiting */
    fc_carried *carried;  /* payload buffers of a broadcast in the order of arrival; NULL: none so far */
    int (*bid)[2];        /* split: color and key by rank in the group */
    fc_group **made;      /* split: the new group by rank in the group */
    int *rank_in_made;    /* split: the rank in it */
    fc_group *copy;       /* MPI_Comm_idup: the duplicate's group */
    unsigned *clock;      /* message_race.h; NULL: none */
    fc_payload *payload;  /* payload of other operations; NULL: none so far */
    int n_carried;        /* ranks that have contributed to it */
} fc_sync_call;

static void free_call(fc_sync_call *call)
{
    free(call->clock);
    free(call->held.bytes);
    free(call->each);
    free(call->carried);
    fc_payload_free(call->payload);
    free(call->bid);
    free(call->made);
    free(call->rank_in_made);
    free(call);
}

void fc_sync_free_all(fc_group *group)
{
    while (group->collective) {
        fc_sync_call *call = group->collective;
        group->collective = call->next;
        free_call(call);
    }
}

static _Noreturn void end_short_of_memory(fc_rank *r)
{
    fc_rank_end(r, FC_END_LIMIT, "Predict fewer ranks.", "out of memory for a collective call");
}

/* The record of this rank's next collective call on the communicator. */
static fc_sync_call *next_call(fc_rank *r, const fc_communicator *comm, const fc_site *site)
{
    unsigned number = comm->collective_calls;
    fc_sync_call **at = &comm->group->collective;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    if (!*at) {
        fc_sync_call *made = calloc(1, sizeof *made);
        if (!made)
            end_short_of_memory(r);
        *made =
            (fc_sync_call){.group = comm->group, .number = number, .site = site, .first = r->launch.rank, .root = -1};
        made->number_in_world = r->process->world->n_collectives++;
        *at = made;
    }
    return *at;
}

static fc_sync_call *enter(fc_rank *r, fc_communicator *comm, const fc_site *site)
{
    fc_call_require_simulated(r, comm, site);
    fc_sync_call *call = next_call(r, comm, site);
    comm->collective_calls++;
    fc_message_race_arrive(r, &call->clock);
    r->process->progress++;
    fc_dependence_event(r);
    return call;
}

static void leave(fc_sync_call *call)
{
    if (++call->left < call->group->present)
        return;
    fc_sync_call **at = &call->group->collective;
    while (*at != call)
        at = &(*at)->next;
    *at = call->next;
    free_call(call);
}

static bool is_last(const fc_sync_call *call)
{
    return call->arrived == call->group->present;
}

/* Wakes the waiting ranks if all have arrived. */
static void wake_all(fc_sync_call *call)
{
    while (is_last(call) && call->waiting) {
        fc_rank *other = call->waiting;
        call->waiting = other->process->next_waiting;
        fc_process_wake(other);
    }
}

static void await_others(fc_rank *r, fc_sync_call *call, const fc_site *site)
{
    fc_process *p = r->process;
    if (!is_last(call)) {
        p->next_waiting = call->waiting;
        call->waiting = r;
        p->waits_in = call;
        fc_process_wait(r, site);
        p->waits_in = NULL;
    }
    fc_message_race_leave(r, call->clock);
}

static void synchronize(fc_rank *r, fc_sync_call *call, const fc_site *site)
{
    wake_all(call);
    await_others(r, call, site);
}

const fc_site *fc_sync_site(const fc_sync_call *call)
{
    return call->site;
}

const fc_group *fc_sync_group(const fc_sync_call *call)
{
    return call->group;
}

int fc_sync_first_missing(const fc_simulation *w, const fc_sync_call *call)
{
    for (int i = 0; i < call->group->present; i++) {
        int place = w->fold ? i : fc_group_member(call->group, i);
        if (w->process[place].waits_in != call)
            return w->process[place].number;
    }
    return -1;
}

/* ---- collective operations ---- */

static void check_same(fc_rank *r, int site, const fc_sync_call *call, int root)
{
    const fc_site *own = fc_rank_site(r, site), *other = call->site;
    if (own->operation != other->operation && strcmp(own->operation, other->operation) != 0)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_COLLECTIVE, other},
                     "rank %d calls it where rank %d calls %s at %s:%d", r->launch.rank, call->first, other->operation,
                     other->file, other->line);
    if (root >= 0 && call->root >= 0 && root != call->root)
        fc_call_contradict(r, site, (fc_defect){FC_FINDING_COLLECTIVE, other},
                           "rank %d names root %d, where an earlier rank at %s:%d names root %d", r->launch.rank, root,
                           other->file, other->line, call->root);
}

/* Checks that block sizes agree, except for operations with a size for each rank, and for profiled or assumed means. */
static void check_size(fc_rank *r, int site, fc_sync_call *call, const fc_transfer *transfer)
{
    double bytes = transfer->n * fc_datatype_bytes(transfer->type);
    bool varies = transfer->fit == FC_FIT_GATHERV || transfer->fit == FC_FIT_SCATTERV ||
                  transfer->fit == FC_FIT_ALLGATHERV || transfer->fit == FC_FIT_ALLTOALLV ||
                  transfer->fit >= FC_FIT_FILE_OPEN;
    if (varies || r->counted_origin >= 0)
        return;
    if (call->arrived > 0 && call->is_sized && bytes != call->bytes)
        fc_call_contradict(r, site, (fc_defect){FC_FINDING_COLLECTIVE, call->site},
                           "rank %d calls it with %.17g bytes where an earlier rank has %.17g at %s:%d", r->launch.rank,
                           bytes, call->bytes, call->site->file, call->site->line);
    call->bytes = bytes;
    call->is_sized = true;
}

static void note_arrival(fc_rank *r, fc_sync_call *call, const fc_arrival *arrival)
{
    double now = fc_now(r);
    fc_dependence_arrival(r, call->number_in_world);
    if (r->process->world->fold)
        fc_quotient_match_note(r, now);
    int rank = arrival->rank, size = arrival->comm->size;
    if (arrival->root >= 0)
        call->root = arrival->root;
    if (arrival->root == rank) {
        call->root_arrival = now;
        call->root_event = r->process->events;
        call->root_place = call->arrived;
    }
    call->latest = call->arrived++ ? fmax(call->latest, now) : now;
    if (arrival->rule != FC_SYNC_PREFIX)
        return;
    if (!call->each)
        call->each = calloc((size_t)size, sizeof *call->each);
    if (!call->each)
        end_short_of_memory(r);
    call->each[rank] = (prefix_arrival){now, now, r->process->events};
    for (int i = 1; i < size && call->arrived == size; i++)
        call->each[i].latest = fmax(call->each[i].latest, call->each[i - 1].latest);
}

/* A broadcast's payload: the last arrival copies it from the root's memory to that of the others. */
static void carry(fc_rank *r, fc_sync_call *call)
{
    fc_process *p = r->process;
    int size = call->group->present;
    if (p->carried && !call->carried)
        call->carried = calloc((size_t)size, sizeof *call->carried);
    if (p->carried && !call->carried)
        end_short_of_memory(r);
    if (p->carried)
        call->carried[call->arrived - 1] = (fc_carried){p->carried, p->carried_bytes};
    p->carried = NULL;
    if (!call->carried || !is_last(call) || call->root < 0)
        return;
    const fc_carried *from = &call->carried[call->root_place];
    for (int i = 0; i < size; i++) {
        const fc_carried *to = &call->carried[i];
        if (i != call->root_place && from->bytes && to->bytes)
            memcpy(to->bytes, from->bytes, to->size < from->size ? to->size : from->size);
    }
}

void fc_sync_carry(fc_rank *r, int site, const fc_arrival *arrival, const fc_payload *own, fc_payload_buffers mine)
{
    fc_sync_call *call = next_call(r, arrival->comm, fc_rank_site(r, site));
    check_same(r, site, call, arrival->root);
    if (!call->payload)
        call->payload = fc_payload_create(own);
    fc_payload *all = call->payload;
    if (!all)
        end_short_of_memory(r);
    if (!fc_payload_agrees(all, own))
        fc_call_fail(r, site, (fc_defect){FC_FINDING_COLLECTIVE, call->site},
                     "rank %d contributes blocks of %.17g bytes, rank %d of %.17g", r->launch.rank,
                     own->n * fc_datatype_bytes(own->type), call->first, all->n * fc_datatype_bytes(all->type));
    if (!fc_payload_contribute(all, arrival->rank, &mine, false))
        end_short_of_memory(r);
    all->carrier[arrival->rank].out = mine.out == FC_MPI_IN_PLACE ? NULL : mine.out;
    all->root = arrival->root;
    if (++call->n_carried < call->group->size)
        return;
    for (int rank = 0; rank < all->size; rank++) {
        const char *fault = fc_payload_deliver(all, rank, all->carrier[rank].out);
        if (fault)
            fc_call_refuse(r, site, "%s", fault);
    }
}

static double own_receive(fc_rank *r, const fc_transfer *transfer)
{
    fc_simulation *w = r->process->world;
    const fc_message_price *price =
        fc_message_price_of(&w->message_prices, &w->setting, transfer->n, transfer->type, transfer->variant);
    return r->weight * price->receive;
}

/* `delay` after the latest arrival. */
static double after_all(const fc_rank *r, const fc_sync_call *call, double delay)
{
    fc_dependence_sync(r, call->number_in_world, call->latest + delay, delay);
    return call->latest + delay;
}

static double after_own(const fc_rank *r, const fc_begun *begun, double delay)
{
    fc_dependence_after(r, r->launch.rank, begun->event, begun->came + delay);
    return begun->came + delay;
}

static double after_root(const fc_rank *r, const fc_sync_call *call, double delay)
{
    double end = call->root_arrival + delay;
    fc_dependence_after(r, fc_group_member(call->group, call->root), call->root_event, end);
    return end;
}

/* This rank's end of the call, by the table in sync.h. */
static double end_of(fc_rank *r, const fc_begun *begun, const fc_transfer *transfer)
{
    const fc_sync_call *call = begun->collective;
    double seconds = r->weight * call->seconds;
    bool is_root = begun->rank == begun->root;
    bool eager = transfer->n * fc_datatype_bytes(transfer->type) < r->process->world->eager_bytes;
    bool rooted = begun->root >= 0 && eager;
    if (r->process->world->traffic) /* traffic.h simulates links forward in time only */
        return after_all(r, call, seconds);
    if (begun->rule == FC_SYNC_PREFIX) {
        int rank = begun->rank;
        for (int i = 0; r->setting.trace && i <= rank; i++)
            fc_dependence_after(r, fc_group_member(call->group, i), call->each[i].event, call->each[i].came + seconds);
        return call->each[rank].latest + seconds;
    }
    if (begun->rule == FC_SYNC_FROM_ROOT && rooted && is_root)
        return after_own(r, begun, seconds);
    if (begun->rule == FC_SYNC_FROM_ROOT && rooted)
        return fmax(after_own(r, begun, own_receive(r, transfer)), after_root(r, call, seconds));
    if (begun->rule == FC_SYNC_TO_ROOT && rooted && !is_root)
        return after_own(r, begun, seconds);
    return after_all(r, call, seconds);
}

static void complete(fc_rank *r, int site, const fc_begun *begun, const fc_transfer *transfer)
{
    fc_sync_call *call = begun->collective;
    await_others(r, call, fc_rank_site(r, site));
    double end = fmax(fc_now(r), end_of(r, begun, transfer));
    fc_call_advance(r, site, end, r->weight * call->seconds, call->error);
    fc_dependence_end(r);
    leave(call);
}

static fc_begun begin(fc_rank *r, int site, const fc_arrival *arrival)
{
    fc_sync_call *call = enter(r, arrival->comm, fc_rank_site(r, site));
    check_same(r, site, call, arrival->root);
    call->operation = fc_operation_meet(r, site, call->operation, call->site);
    if (!arrival->comm->stands_in) { /* the groups of an inter-communicator have blocks of their own */
        check_size(r, site, call, &arrival->transfer);
        /* Checks that type signatures agree. */
        const fc_transfer *transfer = &arrival->transfer;
        fc_type_signature own = transfer->n > 0 ? fc_call_signature(r, transfer->type) : fc_type_signature_none;
        fc_call_note_longs(r, site, own, call->brought);
        if (!fc_type_signature_fits(call->brought, own))
            fc_call_contradict(r, site, (fc_defect){FC_FINDING_TYPE, call->site},
                               "rank %d calls it with %s where an earlier rank has %s at %s:%d", r->launch.rank,
                               fc_type_signature_name(own), fc_type_signature_name(call->brought), call->site->file,
                               call->site->line);
        if (call->brought.n == 0)
            call->brought = fc_type_signature_message(own, transfer->n);
    }
    /* The largest cost counts for all ranks: a rank with a profiled mean size, or a root's own block, may know less. */
    double error, seconds = fc_call_time(r, site, arrival->transfer, &error);
    if (seconds >= call->seconds) {
        call->seconds = seconds;
        call->error = error;
    }
    note_arrival(r, call, arrival);
    carry(r, call);
    wake_all(call);
    return (fc_begun){call, arrival->rule, arrival->root, arrival->rank, fc_now(r), r->process->events};
}

void fc_sync_collective(fc_rank *r, int site, const fc_arrival *arrival)
{
    fc_begun begun = begin(r, site, arrival);
    complete(r, site, &begun, &arrival->transfer);
}

void fc_sync_begin(fc_rank *r, int site, const fc_arrival *arrival, fc_begun *begun)
{
    *begun = begin(r, site, arrival);
    begun->collective->group->holders++; /* the communicator may be freed before the call ends */
}

fc_group *fc_sync_end(fc_rank *r, int site, const fc_pending *pending)
{
    fc_group *group = pending->begun.collective->group;
    fc_transfer transfer = {pending->fit, pending->ranks, pending->n, pending->type, pending->variant};
    complete(r, site, &pending->begun, &transfer);
    return group;
}

double fc_sync_time(fc_rank *r, const fc_pending *pending)
{
    const fc_transfer transfer = {pending->fit, pending->ranks, pending->n, pending->type, pending->variant};
    const fc_trace *trace = r->setting.trace;
    double weight = r->weight;
    if (!is_last(pending->begun.collective))
        return INFINITY;
    r->setting.trace = NULL; /* the trace gets the end when the call completes */
    r->weight = pending->weight;
    double end = end_of(r, &pending->begun, &transfer);
    r->setting.trace = trace;
    r->weight = weight;
    return end;
}

/* ---- executed by messages ---- */

fc_sync_part fc_sync_arrive(fc_rank *r, int site, const fc_arrival *arrival)
{
    fc_process *p = r->process;
    fc_sync_call *call = enter(r, arrival->comm, fc_rank_site(r, site));
    fc_carried values = {p->carried, p->carried_bytes};
    p->carried = NULL;
    check_same(r, site, call, arrival->root);
    if (arrival->root >= 0)
        call->root = arrival->root;
    if (call->plan.n == 0 && fc_call_has_algorithm(r, &arrival->transfer))
        fc_call_plan(&call->plan, r, &arrival->transfer);
    call->arrived++;
    bool is_root = arrival->rank == arrival->root;
    if (is_root && values.bytes) {
        char *copy = malloc(values.size + 1);
        if (!copy)
            end_short_of_memory(r);
        memcpy(copy, values.bytes, values.size);
        free(call->held.bytes);
        call->held = (fc_carried){copy, values.size};
    }
    return (fc_sync_part){call, call->plan, (int)(call->number % FC_SYNC_TAGS) * FC_SYNC_LANES,
                          is_root ? (fc_carried){NULL, 0} : values};
}

void fc_sync_leave(const fc_sync_part *there)
{
    const fc_carried *held = &there->collective->held, *to = &there->takes;
    if (to->bytes && held->bytes)
        memcpy(to->bytes, held->bytes, to->size < held->size ? to->size : held->size);
    leave(there->collective);
}

/* ---- split ---- */

fc_group *fc_sync_duplicate(fc_rank *r, const fc_begun *begun)
{
    fc_sync_call *call = begun->collective;
    const fc_group *of = call->group;
    if (!call->copy)
        call->copy = fc_group_create(r->process->world, of->size, of->member, of->present);
    if (!call->copy)
        end_short_of_memory(r);
    return call->copy;
}

typedef struct candidate {
    int color, key, rank;
} candidate;

static int compare_candidates(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->color != y->color)
        return x->color < y->color ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->rank - y->rank;
}

/* One group of n candidates of the same color; member: workspace for n ints. */
static bool make_group(fc_simulation *w, fc_sync_call *call, const candidate *c, int n, int *member)
{
    for (int i = 0; i < n; i++)
        member[i] = fc_group_member(call->group, c[i].rank);
    fc_group *made = fc_group_create(w, n, member, n);
    for (int i = 0; made && i < n; i++) {
        call->made[c[i].rank] = made;
        call->rank_in_made[c[i].rank] = i;
    }
    return made != NULL;
}

/* The color or key of some rank is dynamic: no rank knows its new communicator. */
static bool has_unknown_bid(const fc_sync_call *call)
{
    for (int i = 0; i < call->group->size; i++)
        if (call->bid[i][0] == FC_MPI_NUMBER_UNKNOWN || call->bid[i][1] == FC_MPI_NUMBER_UNKNOWN)
            return true;
    return false;
}

static bool make_groups(fc_simulation *w, fc_sync_call *call)
{
    int size = call->group->size, first = 0, last;
    candidate *c = malloc((size_t)size * sizeof *c);
    int *member = malloc((size_t)size * sizeof *member);
    call->made = calloc((size_t)size, sizeof(fc_group *));
    call->rank_in_made = calloc((size_t)size, sizeof(int));
    bool well = c && member && call->made && call->rank_in_made;
    bool is_unknown = has_unknown_bid(call);
    for (int i = 0; i < size && well; i++) {
        c[i] = (candidate){call->bid[i][0], call->bid[i][1], i};
        call->rank_in_made[i] = is_unknown ? FC_MPI_NUMBER_UNKNOWN : 0;
    }
    if (well)
        qsort(c, (size_t)size, sizeof *c, compare_candidates);
    for (; first < size && well && !is_unknown; first = last) {
        for (last = first + 1; last < size && c[last].color == c[first].color; last++)
            continue;
        if (c[first].color != FC_MPI_UNDEFINED)
            well = make_group(w, call, c + first, last - first, member);
    }
    free(c);
    free(member);
    return well;
}

/* Contributes color and key; the last arrival makes the groups. */
static void bid(fc_rank *r, fc_sync_call *call, int own, const int color_and_key[2])
{
    if (!call->bid)
        call->bid = calloc((size_t)call->group->size, sizeof *call->bid);
    if (!call->bid)
        end_short_of_memory(r);
    memcpy(call->bid[own], color_and_key, sizeof *call->bid);
    if (is_last(call) && !make_groups(r->process->world, call))
        end_short_of_memory(r);
}

static fc_sync_call *arrive_at_split(fc_rank *r, int site, fc_communicator *of)
{
    fc_sync_call *call = enter(r, of, fc_rank_site(r, site));
    check_same(r, site, call, -1);
    call->latest = call->arrived++ ? fmax(call->latest, fc_now(r)) : fc_now(r);
    fc_dependence_arrival(r, call->number_in_world);
    return call;
}

static void leave_split(fc_rank *r, int site, fc_sync_call *call)
{
    fc_call_advance(r, site, after_all(r, call, 0), 0, 0);
    fc_dependence_end(r);
    leave(call);
}

fc_group *fc_sync_split(fc_rank *r, int site, fc_communicator *of, const int color_and_key[2], int *rank)
{
    int own = of->rank;
    fc_sync_call *call = arrive_at_split(r, site, of);
    bid(r, call, own, color_and_key);
    synchronize(r, call, fc_rank_site(r, site));
    fc_group *made = call->made[own];
    *rank = call->rank_in_made[own];
    leave_split(r, site, call);
    return made;
}

void fc_sync_split_quotient(fc_rank *r, int site, fc_communicator *of)
{
    fc_sync_call *call = arrive_at_split(r, site, of);
    fc_quotient_match_note(r, fc_now(r));
    synchronize(r, call, fc_rank_site(r, site));
    leave_split(r, site, call);
}

fc_sync_part fc_sync_barrier(fc_rank *r, int site, fc_communicator *of,
                             void settle(fc_rank *last, int site, struct fc_shared_window *exposure))
{
    const fc_site *where = fc_rank_site(r, site);
    fc_sync_call *call = enter(r, of, where);
    check_same(r, site, call, -1);
    call->arrived++;
    if (is_last(call) && settle)
        settle(r, site, call->group->exposure);
    synchronize(r, call, where);
    return (fc_sync_part){.collective = call};
}

const fc_payload *fc_sync_payload(const fc_sync_part *there)
{
    return there->collective->payload;
}
