/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/task_sequences.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void fc_task_sequences_free(fc_task_sequences *s)
{
    void *arrays[] = {s->first, s->sequence,    s->task, s->cost, s->like, s->in,  s->from,
                      s->delay, s->delay_class, s->out,  s->to,   s->mark, s->item};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    fc_cost_polynomial_free(&s->counted);
    *s = (fc_task_sequences){0};
}

/* ---- the order of nodes ---- */

/* Sort key of a task: process, then `after`, then, for joins, the task's own number. */
typedef struct place {
    int process;
    uint32_t after, task;
} place;

static int compare_places(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->process != y->process)
        return x->process < y->process ? -1 : 1;
    if (x->after != y->after)
        return x->after < y->after ? -1 : 1;
    const bool x_joins = x->task != x->after, y_joins = y->task != y->after;
    if (x_joins != y_joins)
        return x_joins ? 1 : -1;
    return x->task < y->task ? -1 : x->task > y->task;
}

/* node[n]: the node of each task. */
static void place_nodes(fc_task_sequences *s, uint32_t *node, const fc_taskgraph *graph)
{
    place *places = fc_allocate((size_t)graph->n + 1, sizeof *places);
    for (uint32_t i = 0; i < graph->n; i++)
        places[i] = (place){graph->process[i] >= 0 ? graph->process[i] : INT32_MAX, i, i};
    for (size_t e = 0; e < graph->n_edges; e++) {
        place *join = &places[graph->edge[e].to];
        const int process = graph->process[graph->edge[e].from];
        if (graph->process[join->task] < 0 && process >= 0 && process < join->process) {
            join->process = process;
            join->after = graph->edge[e].from;
        }
    }
    qsort(places, graph->n, sizeof *places, compare_places);
    for (uint32_t i = 0; i < graph->n; i++) {
        if (i == 0 || places[i].process != places[i - 1].process)
            s->first[s->n_sequences++] = i;
        s->task[i] = places[i].task;
        s->sequence[i] = s->n_sequences - 1;
        s->cost[i].s = graph->demand_s[places[i].task];
        node[places[i].task] = i;
    }
    s->first[s->n_sequences] = graph->n;
    free(places);
}

/* ---- edges and marks ---- */

/* Prefix sums: from counts at [i + 1] to the first index of each i. */
static void add_up(size_t *start, size_t n)
{
    for (size_t i = 0; i < n; i++)
        start[i + 1] += start[i];
}

/* Indices of the graph's edges, sorted by source node. */
static size_t *sort_edges(const fc_task_sequences *s, const uint32_t *node, const fc_taskgraph *graph)
{
    size_t *start = fc_allocate((size_t)s->n + 2, sizeof *start);
    size_t *sorted = fc_allocate(graph->n_edges + 1, sizeof *sorted);
    for (size_t e = 0; e < graph->n_edges; e++)
        start[node[graph->edge[e].from] + 1]++;
    add_up(start, s->n);
    for (size_t e = 0; e < graph->n_edges; e++)
        sorted[start[node[graph->edge[e].from]]++] = e;
    free(start);
    return sorted;
}

/* Stores each node's edges sorted by the node at the other end, independent of the order in the graph. */
static void place_edges(fc_task_sequences *s, const uint32_t *node, const fc_taskgraph *graph)
{
    size_t *at = fc_allocate((size_t)s->n + 2, sizeof *at), *sorted = sort_edges(s, node, graph);
    for (size_t e = 0; e < graph->n_edges; e++) {
        s->in[node[graph->edge[e].to] + 1]++;
        s->out[node[graph->edge[e].from] + 1]++;
    }
    add_up(s->in, s->n);
    add_up(s->out, s->n);
    for (size_t i = 0; i < graph->n_edges; i++) {
        const fc_task_edge *edge = &graph->edge[sorted[i]];
        const size_t to = s->in[node[edge->to]] + at[node[edge->to]]++;
        s->from[to] = node[edge->from];
        s->delay[to].s = graph->edge_delay_s ? graph->edge_delay_s[sorted[i]] : 0;
    }
    memset(at, 0, s->n * sizeof *at);
    for (uint32_t to = 0; to < s->n; to++)
        for (size_t e = s->in[to]; e < s->in[to + 1]; e++)
            s->to[s->out[s->from[e]] + at[s->from[e]]++] = to;
    free(at);
    free(sorted);
}

/* ---- cost classes ---- */

static const double alike = 1e-11,
                    clock_units = 4 * DBL_EPSILON; /* relative to the cost; units of the latest clock value */

typedef struct value {
    double s;
    size_t at;
} value;

static int compare_values(const void *a, const void *b)
{
    const value *x = a, *y = b;
    return x->s < y->s ? -1 : x->s > y->s;
}

/* Assigns one class number to sorted costs whose neighbors differ by rounding only. Costs are differences of clocks,
 * each accurate to half a unit in the last place of the graph's time. */
static void number_costs(uint32_t *like, const fc_cost_polynomial *cost, size_t n, double rounding_s)
{
    value *values = fc_allocate(n + 1, sizeof *values);
    uint32_t number = 0;
    for (size_t i = 0; i < n; i++)
        values[i] = (value){cost[i].s, i};
    qsort(values, n, sizeof *values, compare_values);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && values[i].s - values[i - 1].s > alike * values[i].s + rounding_s)
            number++;
        like[values[i].at] = number;
    }
    free(values);
}

/* Allocates n nodes with the given numbers of edges and marks, all zero. */
static fc_task_sequences make(uint32_t n, size_t edges, size_t marks)
{
    const size_t nodes = (size_t)n + 2;
    fc_task_sequences s = {.n = n};
    s.first = fc_allocate(nodes, sizeof *s.first);
    s.sequence = fc_allocate(nodes, sizeof *s.sequence);
    s.task = fc_allocate(nodes, sizeof *s.task);
    s.cost = fc_allocate(nodes, sizeof *s.cost);
    s.like = fc_allocate(nodes, sizeof *s.like);
    s.in = fc_allocate(nodes, sizeof *s.in);
    s.out = fc_allocate(nodes, sizeof *s.out);
    s.mark = fc_allocate(nodes, sizeof *s.mark);
    s.from = fc_allocate(edges + 1, sizeof *s.from);
    s.delay = fc_allocate(edges + 1, sizeof *s.delay);
    s.delay_class = fc_allocate(edges + 1, sizeof *s.delay_class);
    s.to = fc_allocate(edges + 1, sizeof *s.to);
    s.item = fc_allocate(marks + 1, sizeof *s.item);
    return s;
}

void fc_task_sequences_make(fc_task_sequences *out, const fc_derivation_source *source)
{
    const fc_taskgraph *graph = source->graph;
    fc_task_sequences s = make(graph->n, graph->n_edges, source->n_marks);
    uint32_t *node = fc_allocate((size_t)graph->n + 1, sizeof *node);
    place_nodes(&s, node, graph);
    place_edges(&s, node, graph);
    size_t *at = fc_allocate((size_t)s.n + 2, sizeof *at);
    for (size_t i = 0; i < source->n_marks; i++)
        s.mark[node[source->mark[i].task] + 1]++;
    add_up(s.mark, s.n);
    for (size_t i = 0; i < source->n_marks; i++) {
        const uint32_t of = node[source->mark[i].task];
        s.item[s.mark[of] + at[of]++] = source->mark[i].item;
        if (source->mark[i].item >= s.n_items)
            s.n_items = source->mark[i].item + 1;
    }
    free(at);
    s.rounding_s = clock_units * source->time_s;
    number_costs(s.like, s.cost, graph->n, s.rounding_s);
    number_costs(s.delay_class, s.delay, graph->n_edges, s.rounding_s);
    free(node);
    *out = s;
}

/* ---- the longest path ---- */

/* rest_s[n]: the longest path from a node's start to the end of the graph, in reverse topological order. */
static void find_rests(double *rest_s, const fc_task_sequences *s)
{
    uint32_t *stack = fc_allocate((size_t)s->n + 1, sizeof *stack), n = 0;
    size_t *waits = fc_allocate((size_t)s->n + 1, sizeof *waits);
    for (uint32_t i = 0; i < s->n; i++) {
        waits[i] = s->out[i + 1] - s->out[i];
        if (waits[i] == 0)
            stack[n++] = i;
    }
    while (n > 0) {
        const uint32_t node = stack[--n];
        rest_s[node] += s->cost[node].s;
        for (size_t e = s->in[node]; e < s->in[node + 1]; e++) {
            const uint32_t from = s->from[e];
            rest_s[from] = fmax(rest_s[from], s->delay[e].s + rest_s[node]);
            if (--waits[from] == 0)
                stack[n++] = from;
        }
    }
    free(stack);
    free(waits);
}

/* The greatest delay of the edges between two nodes; < 0: no edge. */
static double delay_between(const fc_task_sequences *s, uint32_t from, uint32_t to)
{
    double delay = -1;
    for (size_t e = s->in[to]; e < s->in[to + 1]; e++)
        if (s->from[e] == from)
            delay = fmax(delay, s->delay[e].s);
    return delay;
}

/* The next node of the longest path; s->n: none. */
static uint32_t next_node(const fc_task_sequences *s, const double *rest_s, uint32_t node)
{
    uint32_t best = s->n;
    double longest = 0;
    for (size_t e = s->out[node]; e < s->out[node + 1]; e++) {
        const double rest = delay_between(s, node, s->to[e]) + rest_s[s->to[e]];
        const bool stays = s->sequence[s->to[e]] == s->sequence[node];
        if (best == s->n || rest > longest + s->rounding_s || (stays && rest > longest - s->rounding_s)) {
            best = s->to[e];
            longest = fmax(longest, rest);
        }
    }
    return best;
}

/* Builds the sequence of the path's node[n]. */
static void follow(fc_task_sequences *out, const fc_task_sequences *s, const uint32_t *node, uint32_t n)
{
    size_t marks = 0;
    for (uint32_t i = 0; i < n; i++)
        marks += s->mark[node[i] + 1] - s->mark[node[i]];
    *out = make(n, n, marks);
    out->n_sequences = 1;
    out->first[1] = n;
    out->n_items = s->n_items;
    out->rounding_s = s->rounding_s;
    for (uint32_t i = 0; i < n; i++) {
        const size_t n_marks = s->mark[node[i] + 1] - s->mark[node[i]];
        out->task[i] = s->task[node[i]];
        out->cost[i] = s->cost[node[i]];
        out->like[i] = s->like[node[i]];
        out->in[i + 1] = i;
        out->out[i + 1] = i + 1 < n ? i + 1 : i;
        out->mark[i + 1] = out->mark[i] + n_marks;
        memcpy(out->item + out->mark[i], s->item + s->mark[node[i]], n_marks * sizeof *s->item);
        if (i == 0)
            continue;
        out->from[i - 1] = i - 1;
        out->to[i - 1] = i;
        out->delay[i - 1].s = delay_between(s, node[i - 1], node[i]);
    }
}

void fc_task_sequences_longest_path(fc_task_sequences *out, const fc_task_sequences *s)
{
    double *rest_s = fc_allocate((size_t)s->n + 1, sizeof *rest_s);
    uint32_t *path = fc_allocate((size_t)s->n + 1, sizeof *path), n = 0;
    find_rests(rest_s, s);
    uint32_t first = 0;
    for (uint32_t i = 1; i < s->n; i++)
        if (rest_s[i] > rest_s[first] + s->rounding_s)
            first = i;
    for (uint32_t node = first; node < s->n; node = next_node(s, rest_s, node))
        path[n++] = node;
    follow(out, s, path, n);
    number_costs(out->delay_class, out->delay, n > 0 ? n - 1 : 0, s->rounding_s);
    free(rest_s);
    free(path);
}
