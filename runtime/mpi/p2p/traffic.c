/* SPDX-License-Identifier: Apache-2.0 */
#include "traffic.h"
#include "fair_share.h"

#include <stdlib.h>

/* Events within rounding errors of each other are simultaneous; a link is full unless its demand fits but for rounding.
 */
static const double same = 1 + 1e-12, full = 1 + 1e-9;
/* Shares that differ by less may be equal. */
static const double margin = 1e-9;
/* Lower bound of a route's latency, whatever the machine file says. */
static const double least_latency_s = 1e-9;

/* Fewer acknowledgments are a rounding error of their measurement: links that carry nothing else would be full of them,
 * and their messages never end. */
static const double least_acknowledgements = 1e-6;

/* A message. Before its bytes enter the links: moves is false, `event` is when they do. Later `event` is when its last
 * byte leaves at the present rate. */
typedef struct flow {
    struct fc_message *message;
    double left, since; /* bytes left on the narrowest link, at time `since` */
    double rate, most;  /* B/s */
    double weight;      /* of its share of a full link */
    double event;
    int n_links;
    int heap_at; /* -1: free */
    int local;   /* its index in the problem being solved; -1: none */
    bool moves;
    int next_free;
} flow;

/* The flows of a link are a list of uses: use i is link i % longest of flow i / longest. */
typedef struct use {
    int link, next, before;
    double take; /* share of the flow's rate: 1, or that of its acknowledgments on the way back */
} use;

typedef struct link {
    double capacity, demand; /* B/s; demand: of its flows, each at its maximum rate */
    double weights;          /* sum of take * weight of its flows */
    double fixed;            /* B/s of the flows that are not in the problem being solved */
    int first, n;            /* its uses; first -1: none */
    int local;               /* its index in the problem being solved; -1: none */
    bool was_full;
} link;

struct fc_traffic {
    const fc_mapping *layout;
    double now;
    int longest, n_links;
    link *link;
    flow *flow;
    use *use;
    int *heap; /* of flows, by event */
    int n_flows, capacity, n_heap, free_flow;
    int *route;              /* room for the longest */
    double level;            /* lower bound of rate / weight of the flows whose rates may change; INFINITY: none */
    int *touched, n_touched; /* links whose flows have changed, and full links connected with them */
    int *moved, n_moved;     /* flows whose rates are recomputed */
    int *first, *local_link; /* arrays of the problem, as are the following ones */
    double *local_take;
    double *number; /* most, rate, weight by flow; capacity, left, weights by link; key by both */
    int *integer;   /* users, begin by link; heap by link and flow; member by use */
};

static bool has_acknowledgements(const fc_network *network)
{
    return network->acknowledgements >= least_acknowledgements;
}

fc_traffic *fc_traffic_create(const fc_mapping *layout)
{
    fc_traffic *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->layout = layout;
    t->longest = fc_network_diameter(layout->network) * (has_acknowledgements(layout->network) ? 2 : 1);
    t->n_links = fc_network_links(layout->network, layout->ranks);
    t->free_flow = -1;
    t->level = INFINITY;
    t->link = malloc(((size_t)t->n_links + 1) * sizeof *t->link);
    t->touched = malloc(((size_t)t->n_links + 1) * sizeof *t->touched);
    t->route = malloc(((size_t)t->longest + 1) * sizeof *t->route);
    if (!t->link || !t->touched || !t->route) {
        fc_traffic_free(t);
        return NULL;
    }
    for (int i = 0; i < t->n_links; i++)
        t->link[i] = (link){.capacity = fc_network_bandwidth(layout->network, i), .first = -1, .local = -1};
    return t;
}

void fc_traffic_free(fc_traffic *t)
{
    if (!t)
        return;
    free(t->link);
    free(t->flow);
    free(t->use);
    free(t->heap);
    free(t->touched);
    free(t->route);
    free(t->moved);
    free(t->first);
    free(t->local_link);
    free(t->local_take);
    free(t->number);
    free(t->integer);
    free(t);
}

/* ---- the heap of events ---- */

static void put(fc_traffic *t, int at, int f)
{
    t->heap[at] = f;
    t->flow[f].heap_at = at;
}

static void move_up(fc_traffic *t, int at, int f)
{
    while (at > 0 && t->flow[f].event < t->flow[t->heap[(at - 1) / 2]].event) {
        put(t, at, t->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(t, at, f);
}

static void move_down(fc_traffic *t, int at, int f)
{
    for (int child = 2 * at + 1; child < t->n_heap; child = 2 * at + 1) {
        if (child + 1 < t->n_heap && t->flow[t->heap[child + 1]].event < t->flow[t->heap[child]].event)
            child++;
        if (t->flow[t->heap[child]].event >= t->flow[f].event)
            break;
        put(t, at, t->heap[child]);
        at = child;
    }
    put(t, at, f);
}

static int take_first(fc_traffic *t)
{
    int f = t->heap[0], last = t->heap[--t->n_heap];
    if (t->n_heap > 0)
        move_down(t, 0, last);
    t->flow[f].heap_at = -1;
    return f;
}

/* ---- flows and their links ---- */

static bool grow(void *table, int capacity, size_t size)
{
    void **at = table, *bigger = realloc(*at, (size_t)capacity * size);
    if (bigger)
        *at = bigger;
    return bigger != NULL;
}

/* Room for one more flow in all tables. */
static bool make_room(fc_traffic *t)
{
    int capacity = t->capacity ? 2 * t->capacity : 64;
    if (t->free_flow >= 0 || t->n_flows < t->capacity)
        return true;
    if (capacity > (1 << 30) / (t->longest + 1) || !grow(&t->flow, capacity, sizeof *t->flow) ||
        !grow(&t->use, capacity * t->longest, sizeof *t->use) || !grow(&t->heap, capacity, sizeof *t->heap) ||
        !grow(&t->moved, capacity, sizeof *t->moved) || !grow(&t->first, capacity + 1, sizeof *t->first) ||
        !grow(&t->local_link, capacity * t->longest, sizeof *t->local_link) ||
        !grow(&t->local_take, capacity * t->longest, sizeof *t->local_take) ||
        !grow(&t->number, 4 * (capacity + t->n_links), sizeof *t->number) ||
        !grow(&t->integer, 3 * t->n_links + 1 + capacity * (t->longest + 1), sizeof *t->integer))
        return false;
    t->capacity = capacity;
    return true;
}

/* The flow uses `take` of its rate on the links from one end to the other. */
static fc_path add_uses(fc_traffic *t, int f, int from, int to, double take)
{
    const fc_path path = fc_network_route(t->route, t->layout->network, from, to);
    for (int i = 0; i < path.links; i++)
        t->use[f * t->longest + t->flow[f].n_links++] = (use){.link = t->route[i], .take = take};
    return path;
}

bool fc_traffic_begin(fc_traffic *t, const fc_transmission *freight)
{
    if (!make_room(t))
        return false;
    int f = t->free_flow >= 0 ? t->free_flow : t->n_flows++;
    if (f == t->free_flow)
        t->free_flow = t->flow[f].next_free;
    t->flow[f] = (flow){.message = freight->message, .local = -1};
    const fc_path path = add_uses(t, f, freight->from, freight->to, 1);
    bool is_bound = freight->busy > 0 && !isinf(path.bandwidth);
    bool by_round_trip = t->layout->network->contention == FC_CONTENTION_ROUND_TRIP;
    t->flow[f].left = is_bound ? freight->busy * path.bandwidth : 0;
    t->flow[f].most = path.bandwidth;
    t->flow[f].weight = by_round_trip ? 1 / fmax(path.latency_s, least_latency_s) : 1;
    t->flow[f].event = fmax(freight->begin, t->now) + (is_bound ? 0 : freight->busy);
    if (has_acknowledgements(t->layout->network))
        add_uses(t, f, freight->to, freight->from, t->layout->network->acknowledgements);
    move_up(t, t->n_heap++, f);
    return true;
}

static void touch(fc_traffic *t, int l)
{
    if (t->link[l].local < 0) {
        t->link[l].local = t->n_touched;
        t->touched[t->n_touched++] = l;
    }
}

static bool is_full(const link *l)
{
    return l->demand > l->capacity * full;
}

/* A flow that begins or ends changes no rate below its own share of the links: up to there links fill alike with and
 * without it. A new flow's share is at least that among all flows of a full link. */
static void enter_links(fc_traffic *t, int f)
{
    for (int i = f * t->longest; i < f * t->longest + t->flow[f].n_links; i++) {
        link *l = &t->link[t->use[i].link];
        t->use[i].next = l->first;
        t->use[i].before = -1;
        if (l->first >= 0)
            t->use[l->first].before = i;
        l->first = i;
        l->n++;
        l->demand += t->use[i].take * t->flow[f].most;
        l->weights += t->use[i].take * t->flow[f].weight;
        if (is_full(l))
            t->level = fmin(t->level, l->capacity / l->weights);
        touch(t, t->use[i].link);
    }
    t->flow[f].moves = true;
}

static void leave_links(fc_traffic *t, int f)
{
    t->level = fmin(t->level, t->flow[f].rate / t->flow[f].weight);
    for (int i = f * t->longest; i < f * t->longest + t->flow[f].n_links; i++) {
        link *l = &t->link[t->use[i].link];
        const use *u = &t->use[i];
        l->was_full = l->was_full || is_full(l);
        if (u->before >= 0)
            t->use[u->before].next = u->next;
        else
            l->first = u->next;
        if (u->next >= 0)
            t->use[u->next].before = u->before;
        l->demand = --l->n > 0 ? l->demand - u->take * t->flow[f].most : 0;
        l->weights = l->n > 0 ? l->weights - u->take * t->flow[f].weight : 0;
        touch(t, u->link);
    }
}

/* ---- rates ---- */

/* Collects all flows whose rates may change: those of at least t->level in the component of flows and full links that
 * contains the touched links. The list of touched links grows during the search. */
static void gather_moved(fc_traffic *t)
{
    const double least = t->level * (1 - margin);
    for (int k = 0; k < t->n_touched; k++) {
        link *l = &t->link[t->touched[k]];
        l->fixed = 0;
        if (!is_full(l) && !l->was_full)
            continue;
        for (int i = l->first; i >= 0; i = t->use[i].next) {
            int f = i / t->longest;
            if (t->flow[f].local >= 0)
                continue;
            if (t->flow[f].rate < least * t->flow[f].weight) {
                l->fixed += t->use[i].take * t->flow[f].rate;
                continue;
            }
            t->flow[f].local = t->n_moved;
            t->moved[t->n_moved++] = f;
            for (int j = f * t->longest; j < f * t->longest + t->flow[f].n_links; j++)
                if (is_full(&t->link[t->use[j].link]))
                    touch(t, t->use[j].link);
        }
    }
}

/* Full links constrain the rates; the others never do. */
static fc_fair_share_problem problem_of(fc_traffic *t)
{
    double *most = t->number, *rate = most + t->capacity, *weight = rate + t->capacity;
    double *capacity = weight + t->capacity, *left = capacity + t->n_links, *weights = left + t->n_links;
    int *users = t->integer, *begin = users + t->n_links, *heap = begin + t->n_links + 1, n = 0;
    for (int k = 0; k < t->n_touched; k++)
        capacity[k] = t->link[t->touched[k]].capacity - t->link[t->touched[k]].fixed;
    for (int k = 0; k < t->n_moved; k++) {
        int f = t->moved[k];
        t->first[k] = n;
        most[k] = t->flow[f].most;
        weight[k] = t->flow[f].weight;
        for (int i = f * t->longest; i < f * t->longest + t->flow[f].n_links; i++)
            if (is_full(&t->link[t->use[i].link])) {
                t->local_take[n] = t->use[i].take;
                t->local_link[n++] = t->link[t->use[i].link].local;
            }
    }
    t->first[t->n_moved] = n;
    return (fc_fair_share_problem){.n_flows = t->n_moved,
                                   .n_links = t->n_touched,
                                   .first = t->first,
                                   .link = t->local_link,
                                   .take = t->local_take,
                                   .capacity = capacity,
                                   .most = most,
                                   .weight = weight,
                                   .rate = rate,
                                   .left = left,
                                   .weights = weights,
                                   .key = weights + t->n_links,
                                   .users = users,
                                   .begin = begin,
                                   .heap = heap,
                                   .member = heap + t->n_links + t->capacity};
}

static void set_rate(fc_traffic *t, int f, double rate)
{
    flow *of = &t->flow[f];
    if (rate == of->rate)
        return;
    of->left = fmax(of->left - of->rate * (t->now - of->since), 0);
    of->since = t->now;
    of->rate = rate;
    double event = t->now + of->left / rate;
    double before = t->flow[f].event;
    t->flow[f].event = event;
    if (event < before)
        move_up(t, t->flow[f].heap_at, f);
    else
        move_down(t, t->flow[f].heap_at, f);
}

static void update_rates(fc_traffic *t)
{
    gather_moved(t);
    fc_fair_share_problem problem = problem_of(t);
    fc_fair_share(&problem);
    for (int k = 0; k < t->n_moved; k++) {
        set_rate(t, t->moved[k], problem.rate[k]);
        t->flow[t->moved[k]].local = -1;
    }
    for (int k = 0; k < t->n_touched; k++) {
        t->link[t->touched[k]].local = -1;
        t->link[t->touched[k]].was_full = false;
    }
    t->n_touched = t->n_moved = 0;
    t->level = INFINITY;
}

/* ---- events ---- */

double fc_traffic_next(const fc_traffic *t)
{
    return t->n_heap > 0 ? t->flow[t->heap[0]].event : INFINITY;
}

void fc_traffic_advance(fc_traffic *t, fc_traffic_delivery *deliver, void *data)
{
    double until = fc_traffic_next(t) * same;
    while (fc_traffic_next(t) <= until) {
        int f = take_first(t);
        flow *of = &t->flow[f];
        t->now = fmax(t->now, of->event);
        if (!of->moves && of->left > 0) {
            enter_links(t, f);
            of->since = of->event;
            of->rate = of->most;
            of->event += of->left / of->most;
            move_up(t, t->n_heap++, f);
            continue;
        }
        struct fc_message *message = of->message;
        double at = of->event;
        if (of->moves)
            leave_links(t, f);
        t->flow[f].next_free = t->free_flow;
        t->free_flow = f;
        deliver(data, message, at);
    }
    update_rates(t);
}
