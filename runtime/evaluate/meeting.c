/* SPDX-License-Identifier: Apache-2.0 */
#include "meeting.h"

#include "dependence.h"
#include "fold.h"
#include "message.h"
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a call that waits for lower ranks: one rank's coming. */
typedef struct coming {
    double came, latest; /* s: its arrival, and the latest up to it */
    unsigned long event;
} coming;

/* Ranks that come together for one collective call; the last to leave frees it. */
typedef struct fc_meeting {
    struct fc_meeting *next; /* of the group */
    fc_group *group;
    unsigned number; /* of the group's collective calls */
    unsigned number_in_world;
    int arrived, left;
    const fc_site *site; /* of the first to come, and its rank in MPI_COMM_WORLD */
    int first;
    int root, root_place; /* its rank, and where it stands in carried */
    bool is_sized;
    fc_type_signature brought; /* by the first to tell one */
    double bytes;              /* of the block, where all know it */
    double seconds, error;
    double latest; /* s: arrival */
    double root_arrival;
    unsigned long root_event;
    coming *each;        /* by rank in the group; NULL: not asked for */
    fc_plan plan;        /* carried out by messages: n is 0 until the first has come */
    fc_carried held;     /* control values of its root, its own */
    fc_rank *waiting;    /* list by next_waiting */
    fc_carried *carried; /* in the order of arrival: memory of control values; NULL: none so far */
    int (*bid)[2];       /* split: color and key by rank in the group */
    fc_group **made;     /* split: by rank in the group, and the rank in it */
    int *rank_in_made;
    fc_group *copy;        /* MPI_Comm_idup */
    fc_carriage *carriage; /* control values; NULL: none so far */
    int n_carried;
} fc_meeting;

static void free_meeting(fc_meeting *meeting)
{
    free(meeting->held.bytes);
    free(meeting->each);
    free(meeting->carried);
    fc_carriage_free(meeting->carriage);
    free(meeting->bid);
    free(meeting->made);
    free(meeting->rank_in_made);
    free(meeting);
}

void fc_meeting_free_all(fc_group *group)
{
    while (group->meeting) {
        fc_meeting *meeting = group->meeting;
        group->meeting = meeting->next;
        free_meeting(meeting);
    }
}

static _Noreturn void end_short_of_memory(fc_rank *r)
{
    fc_rank_end(r, FC_END_RUNAWAY, "Predict fewer ranks.",
                "memory is short for what the ranks of a communicator share");
}

/* The meeting of this rank's next collective call on the communicator. */
static fc_meeting *next_meeting(fc_rank *r, const fc_communicator *comm, const fc_site *site)
{
    unsigned number = comm->meetings;
    fc_meeting **at = &comm->group->meeting;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    if (!*at) {
        fc_meeting *made = calloc(1, sizeof *made);
        if (!made)
            end_short_of_memory(r);
        *made = (fc_meeting){.group = comm->group, .number = number, .site = site, .first = r->seat.rank, .root = -1};
        made->number_in_world = r->process->world->n_meetings++;
        *at = made;
    }
    return *at;
}

static fc_meeting *enter(fc_rank *r, fc_communicator *comm, const fc_site *site)
{
    fc_meeting *meeting = next_meeting(r, comm, site);
    comm->meetings++;
    fc_dependence_event(r);
    return meeting;
}

static void leave(fc_meeting *meeting)
{
    if (++meeting->left < meeting->group->present)
        return;
    fc_meeting **at = &meeting->group->meeting;
    while (*at != meeting)
        at = &(*at)->next;
    *at = meeting->next;
    free_meeting(meeting);
}

static bool is_last(const fc_meeting *meeting)
{
    return meeting->arrived == meeting->group->present;
}

/* The last to come lets all who wait go on. */
static void let_go(fc_meeting *meeting)
{
    while (is_last(meeting) && meeting->waiting) {
        fc_rank *other = meeting->waiting;
        meeting->waiting = other->process->next_waiting;
        fc_process_wake(other);
    }
}

static void await_others(fc_rank *r, fc_meeting *meeting, const fc_site *site)
{
    fc_process *p = r->process;
    if (is_last(meeting))
        return;
    p->next_waiting = meeting->waiting;
    meeting->waiting = r;
    p->waits_in = meeting;
    fc_process_wait(r, site);
    p->waits_in = NULL;
}

static void meet(fc_rank *r, fc_meeting *meeting, const fc_site *site)
{
    let_go(meeting);
    await_others(r, meeting, site);
}

int fc_meeting_lacks(const fc_world *w, const fc_meeting *meeting)
{
    for (int i = 0; i < meeting->group->present; i++) {
        int place = w->fold ? i : fc_group_member(meeting->group, i);
        if (w->process[place].waits_in != meeting)
            return w->process[place].number;
    }
    return -1;
}

/* ---- collective operations ---- */

static void check_same(fc_rank *r, int site, const fc_meeting *meeting, int root)
{
    const fc_site *own = fc_rank_site(r, site), *other = meeting->site;
    if (own->operation != other->operation && strcmp(own->operation, other->operation) != 0)
        fc_communication_refuse(r, site, "rank %d calls it where rank %d calls %s at %s:%d", r->seat.rank,
                                meeting->first, other->operation, other->file, other->line);
    if (root >= 0 && meeting->root >= 0 && root != meeting->root)
        fc_communication_refuse(r, site, "rank %d names root %d, where an earlier rank at %s:%d names root %d",
                                r->seat.rank, root, other->file, other->line, meeting->root);
}

/* Of operations whose blocks are the same everywhere; means that a profile or assumption tells need not be. */
static void check_size(fc_rank *r, int site, fc_meeting *meeting, const fc_transfer *transfer)
{
    double bytes = transfer->n * fc_datatype_bytes(transfer->type);
    bool varies = transfer->fit == FC_FIT_GATHERV || transfer->fit == FC_FIT_SCATTERV ||
                  transfer->fit == FC_FIT_ALLGATHERV || transfer->fit == FC_FIT_ALLTOALLV ||
                  transfer->fit >= FC_FIT_FILE_OPEN;
    if (varies || r->counted_origin >= 0)
        return;
    if (meeting->arrived > 0 && meeting->is_sized && bytes != meeting->bytes)
        fc_communication_refuse(r, site, "rank %d calls it with %.17g bytes where an earlier rank has %.17g at %s:%d",
                                r->seat.rank, bytes, meeting->bytes, meeting->site->file, meeting->site->line);
    meeting->bytes = bytes;
    meeting->is_sized = true;
}

/* Of all operations: a block's elements are of the same types, whoever names it. */
static void check_type(fc_rank *r, int site, fc_meeting *meeting, const fc_transfer *transfer)
{
    fc_type_signature own = transfer->n > 0 ? fc_communication_signature(r, transfer->type) : fc_type_signature_none;
    if (!fc_type_signature_fits(meeting->brought, own))
        fc_communication_refuse(r, site, "rank %d calls it with %s where an earlier rank has %s at %s:%d", r->seat.rank,
                                fc_type_signature_name(own), fc_type_signature_name(meeting->brought),
                                meeting->site->file, meeting->site->line);
    if (meeting->brought.n == 0)
        meeting->brought = fc_type_signature_message(own, transfer->n);
}

/* The longest vector counts: those who know less of it (profiled means, a root's own block) pay no less. */
static void take_price(fc_rank *r, int site, fc_meeting *meeting, const fc_arrival *arrival)
{
    double error, seconds = fc_communication_time(r, site, arrival->transfer, &error);
    if (seconds >= meeting->seconds) {
        meeting->seconds = seconds;
        meeting->error = error;
    }
}

static void note_arrival(fc_rank *r, fc_meeting *meeting, const fc_arrival *arrival)
{
    double now = fc_now(r);
    fc_dependence_meet(r, meeting->number_in_world);
    if (r->process->world->fold)
        fc_fold_note(r, now);
    int rank = arrival->rank, size = arrival->comm->size;
    if (arrival->root >= 0)
        meeting->root = arrival->root;
    if (arrival->root == rank) {
        meeting->root_arrival = now;
        meeting->root_event = r->process->events;
        meeting->root_place = meeting->arrived;
    }
    meeting->latest = meeting->arrived++ ? fmax(meeting->latest, now) : now;
    if (arrival->rule != FC_RULE_PREFIX)
        return;
    if (!meeting->each)
        meeting->each = calloc((size_t)size, sizeof *meeting->each);
    if (!meeting->each)
        end_short_of_memory(r);
    meeting->each[rank] = (coming){now, now, r->process->events};
    for (int i = 1; i < size && meeting->arrived == size; i++)
        meeting->each[i].latest = fmax(meeting->each[i].latest, meeting->each[i - 1].latest);
}

/* Control values go from the root's memory to the others'. */
static void carry(fc_rank *r, fc_meeting *meeting)
{
    fc_process *p = r->process;
    int size = meeting->group->present;
    if (p->carried && !meeting->carried)
        meeting->carried = calloc((size_t)size, sizeof *meeting->carried);
    if (p->carried && !meeting->carried)
        end_short_of_memory(r);
    if (p->carried)
        meeting->carried[meeting->arrived - 1] = (fc_carried){p->carried, p->carried_bytes};
    p->carried = NULL;
    if (!meeting->carried || !is_last(meeting) || meeting->root < 0)
        return;
    const fc_carried *from = &meeting->carried[meeting->root_place];
    for (int i = 0; i < size; i++) {
        const fc_carried *to = &meeting->carried[i];
        if (i != meeting->root_place && from->bytes && to->bytes)
            memcpy(to->bytes, from->bytes, to->size < from->size ? to->size : from->size);
    }
}

void fc_meeting_carry(fc_rank *r, int site, const fc_arrival *arrival, const fc_carriage *own, fc_carrier mine)
{
    fc_meeting *meeting = next_meeting(r, arrival->comm, fc_rank_site(r, site));
    check_same(r, site, meeting, arrival->root);
    if (!meeting->carriage)
        meeting->carriage = fc_carriage_create(own);
    fc_carriage *all = meeting->carriage;
    if (!all)
        end_short_of_memory(r);
    if (!fc_carriage_fits(all, own))
        fc_communication_refuse(r, site, "rank %d brings blocks of %.17g bytes, rank %d of %.17g", r->seat.rank,
                                own->n * fc_datatype_bytes(own->type), meeting->first,
                                all->n * fc_datatype_bytes(all->type));
    if (!fc_carriage_hand_in(all, arrival->rank, &mine, false))
        end_short_of_memory(r);
    all->carrier[arrival->rank].out = mine.out == FC_MPI_IN_PLACE ? NULL : mine.out;
    all->root = arrival->root;
    if (++meeting->n_carried < meeting->group->size)
        return;
    for (int rank = 0; rank < all->size; rank++) {
        const char *fault = fc_carriage_deliver(all, rank, all->carrier[rank].out);
        if (fault)
            fc_communication_refuse(r, site, "%s", fault);
    }
}

static double own_receive(fc_rank *r, const fc_transfer *transfer)
{
    fc_world *w = r->process->world;
    const fc_message_price *price =
        fc_message_price_of(&w->message_prices, &w->setting, transfer->n, transfer->type, transfer->variant);
    return r->weight * price->receive;
}

/* Its end, `delay` after the latest arrival. */
static double after_all(const fc_rank *r, const fc_meeting *meeting, double delay)
{
    fc_dependence_met(r, meeting->number_in_world, meeting->latest + delay, delay);
    return meeting->latest + delay;
}

static double after_lower(const fc_rank *r, const fc_meeting *meeting, int rank, double delay)
{
    for (int i = 0; r->setting.trace && i <= rank; i++)
        fc_dependence_after(r, fc_group_member(meeting->group, i), meeting->each[i].event,
                            meeting->each[i].came + delay);
    return meeting->each[rank].latest + delay;
}

static double after_own(const fc_rank *r, const fc_begun *begun, double delay)
{
    fc_dependence_after(r, r->seat.rank, begun->event, begun->came + delay);
    return begun->came + delay;
}

static double after_root(const fc_rank *r, const fc_meeting *meeting, double delay)
{
    double end = meeting->root_arrival + delay;
    fc_dependence_after(r, fc_group_member(meeting->group, meeting->root), meeting->root_event, end);
    return end;
}

/* When this rank goes on (meeting.h). */
static double end_of(fc_rank *r, const fc_begun *begun, const fc_transfer *transfer)
{
    const fc_meeting *meeting = begun->meeting;
    double seconds = r->weight * meeting->seconds;
    bool is_root = begun->rank == begun->root;
    bool eager = transfer->n * fc_datatype_bytes(transfer->type) < r->process->world->eager_bytes;
    bool rooted = begun->root >= 0 && eager;
    if (r->process->world->traffic) /* nobody goes on before what has been told of the links */
        return after_all(r, meeting, seconds);
    if (begun->rule == FC_RULE_PREFIX)
        return after_lower(r, meeting, begun->rank, seconds);
    if (begun->rule == FC_RULE_FROM_ROOT && rooted && is_root)
        return after_own(r, begun, seconds);
    if (begun->rule == FC_RULE_FROM_ROOT && rooted)
        return fmax(after_own(r, begun, own_receive(r, transfer)), after_root(r, meeting, seconds));
    if (begun->rule == FC_RULE_TO_ROOT && rooted && !is_root)
        return after_own(r, begun, seconds);
    return after_all(r, meeting, seconds);
}

static fc_meeting *come(fc_rank *r, int site, const fc_arrival *arrival)
{
    fc_meeting *meeting = enter(r, arrival->comm, fc_rank_site(r, site));
    check_same(r, site, meeting, arrival->root);
    check_size(r, site, meeting, &arrival->transfer);
    check_type(r, site, meeting, &arrival->transfer);
    take_price(r, site, meeting, arrival);
    note_arrival(r, meeting, arrival);
    carry(r, meeting);
    let_go(meeting);
    return meeting;
}

static void go(fc_rank *r, int site, const fc_begun *begun, const fc_transfer *transfer)
{
    fc_meeting *meeting = begun->meeting;
    await_others(r, meeting, fc_rank_site(r, site));
    double end = fmax(fc_now(r), end_of(r, begun, transfer));
    fc_communication_reach(r, site, end, r->weight * meeting->seconds, meeting->error);
    fc_dependence_over(r);
    leave(meeting);
}

static fc_begun begin(fc_rank *r, int site, const fc_arrival *arrival)
{
    fc_meeting *meeting = come(r, site, arrival);
    return (fc_begun){meeting, arrival->rule, arrival->root, arrival->rank, fc_now(r), r->process->events};
}

void fc_meeting_collect(fc_rank *r, int site, const fc_arrival *arrival)
{
    fc_begun begun = begin(r, site, arrival);
    go(r, site, &begun, &arrival->transfer);
}

void fc_meeting_begin(fc_rank *r, int site, const fc_arrival *arrival, fc_begun *begun)
{
    *begun = begin(r, site, arrival);
    begun->meeting->group->holders++; /* the communicator may be freed before the call ends */
}

void fc_meeting_end(fc_rank *r, int site, const fc_pending *pending)
{
    fc_group *group = pending->begun.meeting->group;
    fc_transfer transfer = {pending->fit, pending->ranks, pending->n, pending->type, pending->variant};
    go(r, site, &pending->begun, &transfer);
    fc_group_release(r->process->world, group);
}

/* ---- carried out by messages ---- */

static void hold(fc_rank *r, fc_meeting *meeting, fc_carried values)
{
    char *copy = malloc(values.size + 1);
    if (!copy)
        end_short_of_memory(r);
    memcpy(copy, values.bytes, values.size);
    free(meeting->held.bytes);
    meeting->held = (fc_carried){copy, values.size};
}

fc_attendance fc_meeting_attend(fc_rank *r, int site, const fc_arrival *arrival)
{
    fc_process *p = r->process;
    fc_meeting *meeting = enter(r, arrival->comm, fc_rank_site(r, site));
    fc_carried values = {p->carried, p->carried_bytes};
    p->carried = NULL;
    check_same(r, site, meeting, arrival->root);
    if (arrival->root >= 0)
        meeting->root = arrival->root;
    if (meeting->plan.n == 0 && fc_communication_plans(r, &arrival->transfer))
        fc_communication_plan(&meeting->plan, r, &arrival->transfer);
    meeting->arrived++;
    bool is_root = arrival->rank == arrival->root;
    if (is_root && values.bytes)
        hold(r, meeting, values);
    return (fc_attendance){meeting, meeting->plan, (int)(meeting->number % FC_MEETING_TAGS) * FC_MEETING_LANES,
                           is_root ? (fc_carried){NULL, 0} : values};
}

void fc_meeting_part(const fc_attendance *there)
{
    const fc_carried *held = &there->meeting->held, *to = &there->takes;
    if (to->bytes && held->bytes)
        memcpy(to->bytes, held->bytes, to->size < held->size ? to->size : held->size);
    leave(there->meeting);
}

/* ---- split ---- */

fc_group *fc_meeting_copy(fc_rank *r, const fc_begun *begun)
{
    fc_meeting *meeting = begun->meeting;
    const fc_group *of = meeting->group;
    if (!meeting->copy)
        meeting->copy = fc_group_create(r->process->world, of->size, of->member, of->present);
    if (!meeting->copy)
        end_short_of_memory(r);
    return meeting->copy;
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

/* One group for candidates first ... last - 1, who share a color; member: room for them. */
static bool make_group(fc_world *w, fc_meeting *meeting, const candidate *c, int n, int *member)
{
    for (int i = 0; i < n; i++)
        member[i] = fc_group_member(meeting->group, c[i].rank);
    fc_group *made = fc_group_create(w, n, member, n);
    for (int i = 0; made && i < n; i++) {
        meeting->made[c[i].rank] = made;
        meeting->rank_in_made[c[i].rank] = i;
    }
    return made != NULL;
}

static bool make_groups(fc_world *w, fc_meeting *meeting)
{
    int size = meeting->group->size, first = 0, last;
    candidate *c = malloc((size_t)size * sizeof *c);
    int *member = malloc((size_t)size * sizeof *member);
    meeting->made = calloc((size_t)size, sizeof(fc_group *));
    meeting->rank_in_made = calloc((size_t)size, sizeof(int));
    bool well = c && member && meeting->made && meeting->rank_in_made;
    for (int i = 0; i < size && well; i++)
        c[i] = (candidate){meeting->bid[i][0], meeting->bid[i][1], i};
    if (well)
        qsort(c, (size_t)size, sizeof *c, compare_candidates);
    for (; first < size && well; first = last) {
        for (last = first + 1; last < size && c[last].color == c[first].color; last++)
            continue;
        if (c[first].color != FC_MPI_UNDEFINED)
            well = make_group(w, meeting, c + first, last - first, member);
    }
    free(c);
    free(member);
    return well;
}

/* Brings color and key; the last to come makes the groups. */
static void bid(fc_rank *r, fc_meeting *meeting, int own, const int color_and_key[2])
{
    if (!meeting->bid)
        meeting->bid = calloc((size_t)meeting->group->size, sizeof *meeting->bid);
    if (!meeting->bid)
        end_short_of_memory(r);
    memcpy(meeting->bid[own], color_and_key, sizeof *meeting->bid);
    if (is_last(meeting) && !make_groups(r->process->world, meeting))
        end_short_of_memory(r);
}

static fc_meeting *come_to_split(fc_rank *r, int site, fc_communicator *of)
{
    fc_meeting *meeting = enter(r, of, fc_rank_site(r, site));
    check_same(r, site, meeting, -1);
    meeting->latest = meeting->arrived++ ? fmax(meeting->latest, fc_now(r)) : fc_now(r);
    fc_dependence_meet(r, meeting->number_in_world);
    return meeting;
}

static void go_from_split(fc_rank *r, int site, fc_meeting *meeting)
{
    fc_communication_reach(r, site, after_all(r, meeting, 0), 0, 0);
    fc_dependence_over(r);
    leave(meeting);
}

fc_group *fc_meeting_split(fc_rank *r, int site, fc_communicator *of, const int color_and_key[2], int *rank)
{
    int own = of->rank;
    fc_meeting *meeting = come_to_split(r, site, of);
    bid(r, meeting, own, color_and_key);
    meet(r, meeting, fc_rank_site(r, site));
    fc_group *made = meeting->made[own];
    *rank = meeting->rank_in_made[own];
    go_from_split(r, site, meeting);
    return made;
}

void fc_meeting_split_alike(fc_rank *r, int site, fc_communicator *of)
{
    fc_meeting *meeting = come_to_split(r, site, of);
    fc_fold_note(r, fc_now(r));
    meet(r, meeting, fc_rank_site(r, site));
    go_from_split(r, site, meeting);
}

fc_attendance fc_meeting_assemble(fc_rank *r, int site, fc_communicator *of,
                                  void settle(fc_rank *last, int site, struct fc_exposure *exposure))
{
    const fc_site *call = fc_rank_site(r, site);
    fc_meeting *meeting = enter(r, of, call);
    check_same(r, site, meeting, -1);
    meeting->arrived++;
    if (is_last(meeting) && settle)
        settle(r, site, meeting->group->exposure);
    meet(r, meeting, call);
    return (fc_attendance){.meeting = meeting};
}

const fc_carriage *fc_meeting_brought(const fc_attendance *there)
{
    return there->meeting->carriage;
}
