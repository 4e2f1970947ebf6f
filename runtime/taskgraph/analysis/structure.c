/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/analysis/structure.h"

#include "runtime/models/kruskal_weiss.h"
#include "support/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- fork-join ---- */

static fc_structure_phase measure_phase(const fc_taskgraph *graph, const uint32_t *task, uint32_t n)
{
    fc_structure_phase phase = {0};
    double square = 0;
    for (uint32_t i = 0; i < n; i++) {
        phase.n += graph->slot[task[i]] != FC_TASKGRAPH_JOIN;
        phase.mean_s += graph->demand_s[task[i]];
    }
    phase.mean_s /= fmax(phase.n, 1);
    for (uint32_t i = 0; i < n; i++) {
        double off = graph->demand_s[task[i]] - phase.mean_s;
        square += graph->slot[task[i]] != FC_TASKGRAPH_JOIN ? off * off : 0;
    }
    phase.deviation_s = sqrt(square / fmax(phase.n, 1));
    return phase;
}

/* The single child of all these tasks, if it has no other parents: the barrier after them. FC_TASKGRAPH_JOIN: there is
 * none. */
static uint32_t barrier_after(const fc_taskgraph *graph, const uint32_t *task, uint32_t n)
{
    const size_t first = graph->child_start[task[0]];
    if (graph->child_start[task[0] + 1] == first)
        return FC_TASKGRAPH_JOIN;
    const uint32_t child = graph->child[first];
    bool good = graph->n_parents[child] == n;
    for (uint32_t i = 0; i < n && good; i++)
        good = graph->child_start[task[i] + 1] == graph->child_start[task[i]] + 1 &&
               graph->child[graph->child_start[task[i]]] == child;
    return good ? child : FC_TASKGRAPH_JOIN;
}

/* Writes the next phase to `task`: after one task its children, if they have no other parent; after several tasks
 * their barrier. Returns their number. 0: the end, or not a fork-join graph. */
static uint32_t next_phase(uint32_t *task, const fc_taskgraph *graph, uint32_t n)
{
    uint32_t barrier = n > 1 ? barrier_after(graph, task, n) : FC_TASKGRAPH_JOIN;
    if (n > 1 && barrier == FC_TASKGRAPH_JOIN)
        return 0;
    if (n > 1) {
        task[0] = barrier;
        return 1;
    }
    const uint32_t lone = task[0];
    uint32_t found = 0;
    for (size_t e = graph->child_start[lone]; e < graph->child_start[lone + 1]; e++) {
        if (graph->n_parents[graph->child[e]] != 1)
            return 0;
        task[found++] = graph->child[e];
    }
    return found;
}

bool fc_structure_phases(fc_structure_phase **phase, size_t *n, const fc_taskgraph *graph)
{
    uint32_t *task = fc_allocate(graph->n, sizeof *task), in_phase = 0, seen = 0;
    size_t capacity = 0;
    *phase = NULL;
    *n = 0;
    for (uint32_t i = 0; i < graph->n && graph->n_parents[graph->order[i]] == 0; i++)
        task[in_phase++] = graph->order[i];
    for (; in_phase > 0 && !graph->delay_s; in_phase = next_phase(task, graph, in_phase)) {
        seen += in_phase;
        fc_structure_phase one = measure_phase(graph, task, in_phase);
        if (one.n == 0)
            continue;
        *phase = fc_grow(*phase, &capacity, *n + 1, sizeof **phase);
        (*phase)[(*n)++] = one;
    }
    free(task);
    if (seen == graph->n)
        return true;
    free(*phase);
    *phase = NULL;
    return false;
}

double fc_structure_kruskal_weiss(const fc_structure_phase *phase, size_t n, double processes, double lock_s,
                                  bool exponential)
{
    double time = 0;
    for (size_t i = 0; i < n; i++)
        time += fc_kruskal_weiss_time(phase[i].n, processes, phase[i].mean_s,
                                      exponential ? phase[i].mean_s : phase[i].deviation_s, lock_s);
    return time;
}

/* ---- series-parallel reduction ---- */

typedef struct edge {
    uint32_t from, to;
} edge;

/* The graph during reduction: edges between remaining vertices, sorted, without duplicates. */
typedef struct reduction {
    edge *edge;
    size_t n_edges;
    double *time_s;     /* [n] */
    uint32_t *into;     /* [n] union-find parent: the vertex it was merged into, or itself */
    uint32_t *in, *out; /* [n] degrees */
    uint64_t *mark;     /* [n] hash of its parents and children */
    uint32_t n, left;
} reduction;

static int compare_edges(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static uint32_t merged_into(reduction *r, uint32_t vertex)
{
    while (r->into[vertex] != vertex)
        vertex = r->into[vertex] = r->into[r->into[vertex]];
    return vertex;
}

/* Removes self-loops and duplicate edges, and recomputes degrees and marks. A mark is a sum of hashes over parents and
 * children: equal sets have equal marks, and different sets collide with probability 2^-64. */
static void clean(reduction *r)
{
    size_t kept = 0;
    for (size_t e = 0; e < r->n_edges; e++)
        r->edge[e] = (edge){merged_into(r, r->edge[e].from), merged_into(r, r->edge[e].to)};
    qsort(r->edge, r->n_edges, sizeof *r->edge, compare_edges);
    memset(r->in, 0, r->n * sizeof *r->in);
    memset(r->out, 0, r->n * sizeof *r->out);
    memset(r->mark, 0, r->n * sizeof *r->mark);
    for (size_t e = 0; e < r->n_edges; e++) {
        edge one = r->edge[e];
        if (one.from == one.to || (kept > 0 && compare_edges(&r->edge[kept - 1], &one) == 0))
            continue;
        r->edge[kept++] = one;
        r->out[one.from]++;
        r->in[one.to]++;
        r->mark[one.from] += fc_hash_scramble(2 * (uint64_t)one.to + 1);
        r->mark[one.to] += fc_hash_scramble(2 * (uint64_t)one.from + 2);
    }
    r->n_edges = kept;
}

/* Series reduction: merges V2 into V1 where V1 is its only parent and V2 the only child of V1. */
static bool reduce_series(reduction *r)
{
    const uint32_t before = r->left;
    for (size_t e = 0; e < r->n_edges; e++) {
        edge one = r->edge[e];
        if (r->out[one.from] != 1 || r->in[one.to] != 1)
            continue;
        uint32_t head = merged_into(r, one.from);
        r->time_s[head] += r->time_s[one.to];
        r->into[one.to] = head;
        r->left--;
    }
    return r->left < before;
}

typedef struct marked {
    uint64_t mark;
    uint32_t vertex;
} marked;

static int compare_marks(const void *a, const void *b)
{
    const marked *x = a, *y = b;
    if (x->mark != y->mark)
        return x->mark < y->mark ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* Parallel reduction: merges vertices with the same parents and the same children. */
static bool reduce_parallel(reduction *r)
{
    marked *list = fc_allocate((size_t)r->left + 1, sizeof *list);
    uint32_t n = 0;
    const uint32_t before = r->left;
    for (uint32_t i = 0; i < r->n; i++)
        if (r->into[i] == i)
            list[n++] = (marked){r->mark[i], i};
    qsort(list, n, sizeof *list, compare_marks);
    for (uint32_t i = 1, head = 0; i < n; i++) {
        if (list[i].mark != list[head].mark) {
            head = i;
            continue;
        }
        r->time_s[list[head].vertex] = fmax(r->time_s[list[head].vertex], r->time_s[list[i].vertex]);
        r->into[list[i].vertex] = list[head].vertex;
        r->left--;
    }
    free(list);
    return r->left < before;
}

fc_structure_reduction fc_structure_reduce(const fc_taskgraph *graph)
{
    reduction r = {.n = graph->n, .left = graph->n, .n_edges = graph->n_edges};
    if (graph->delay_s)
        return (fc_structure_reduction){graph->n, NAN};
    r.edge = fc_allocate(graph->n_edges + 1, sizeof *r.edge);
    r.time_s = fc_allocate(graph->n, sizeof *r.time_s);
    r.into = fc_allocate(graph->n, sizeof *r.into);
    r.in = fc_allocate(graph->n, sizeof *r.in);
    r.out = fc_allocate(graph->n, sizeof *r.out);
    r.mark = fc_allocate(graph->n, sizeof *r.mark);
    for (uint32_t i = 0; i < graph->n; i++) {
        r.into[i] = i;
        r.time_s[i] = graph->demand_s[i];
        for (size_t e = graph->child_start[i]; e < graph->child_start[i + 1]; e++)
            r.edge[e] = (edge){i, graph->child[e]};
    }
    for (bool changed = true; changed;) {
        clean(&r);
        changed = reduce_series(&r);
        clean(&r);
        changed |= reduce_parallel(&r);
    }
    fc_structure_reduction result = {r.left, NAN};
    for (uint32_t i = 0; i < graph->n && r.left == 1; i++)
        if (r.into[i] == i)
            result.time_s = r.time_s[i];
    void *arrays[] = {r.edge, r.time_s, r.into, r.in, r.out, r.mark};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    return result;
}

/* ---- condensed graph ---- */

typedef struct condensing {
    const fc_taskgraph *graph;
    uint32_t *owner;    /* [n] the process; joins: FC_TASKGRAPH_JOIN */
    uint64_t *awaits;   /* [n] hash of the parents on other processes, joins included; 0: none */
    uint64_t *awaited;  /* [n] hash of the children on other processes; 0: none */
    uint32_t *vertex;   /* [n] of the condensed graph */
    bool *heads, *ends; /* [n] first, last task of its vertex */
} condensing;

/* Marks as in the reduction. Each message gets a unique mark: tasks that wait for different messages are not merged. */
static void find_owners(condensing *c, const fc_schedule *schedule, uint32_t processes)
{
    const fc_taskgraph *graph = c->graph;
    for (uint32_t i = 0; i < graph->n; i++)
        c->owner[i] = graph->slot[i] == FC_TASKGRAPH_JOIN ? FC_TASKGRAPH_JOIN
                                                          : fc_schedule_process(schedule, graph, i, processes);
    for (uint32_t i = 0; i < graph->n; i++)
        for (size_t e = graph->child_start[i]; e < graph->child_start[i + 1]; e++) {
            const uint32_t child = graph->child[e];
            const bool is_late = graph->delay_s && graph->delay_s[e] > 0;
            if (c->owner[i] == c->owner[child] && c->owner[i] != FC_TASKGRAPH_JOIN && !is_late)
                continue;
            c->awaited[i] += fc_hash_scramble(is_late ? ~(uint64_t)e : 2 * (uint64_t)child + 1);
            c->awaits[child] += fc_hash_scramble(is_late ? ~(uint64_t)e : 2 * (uint64_t)i + 2);
        }
}

/* Whether task i can join the vertex that ends with task `before` of the same process. Requires that the vertex
 * already waited for every parent of i, that every child of `before` also waits for i, and equal usage. */
static bool goes_on(const condensing *c, uint32_t head, uint32_t before, uint32_t i)
{
    return (c->awaits[i] == 0 || c->awaits[i] == c->awaits[head]) &&
           (c->awaited[before] == 0 || c->awaited[before] == c->awaited[i]) &&
           c->graph->usage[before] == c->graph->usage[i];
}

/* Visits each process's tasks in the order of their numbers. */
static void add_vertices(fc_taskgraph *out, condensing *c, uint32_t processes)
{
    const fc_taskgraph *graph = c->graph;
    uint32_t *last = fc_allocate(processes, sizeof *last), *head = fc_allocate(processes, sizeof *head);
    for (uint32_t p = 0; p < processes; p++)
        last[p] = FC_TASKGRAPH_JOIN;
    for (uint32_t i = 0; i < graph->n; i++) {
        const uint32_t p = c->owner[i];
        const bool is_join = p == FC_TASKGRAPH_JOIN;
        c->ends[i] = true;
        if (!is_join && last[p] != FC_TASKGRAPH_JOIN && goes_on(c, head[p], last[p], i)) {
            c->vertex[i] = c->vertex[last[p]];
            c->ends[last[p]] = false;
            out->demand_s[c->vertex[i]] += graph->demand_s[i];
            last[p] = i;
            continue;
        }
        c->heads[i] = true;
        c->vertex[i] = fc_taskgraph_add_task(out, graph->demand_s[i], is_join ? FC_TASKGRAPH_JOIN : i, graph->usage[i]);
        if (is_join)
            continue;
        fc_taskgraph_set_process(out, c->vertex[i], (int)p);
        last[p] = head[p] = i;
    }
    free(last);
    free(head);
}

/* Adds edges from the last task of a vertex to the first task of another. All other edges are implied by these or by
 * process order. */
static void add_edges(fc_taskgraph *out, const condensing *c)
{
    const fc_taskgraph *graph = c->graph;
    for (uint32_t i = 0; i < graph->n; i++)
        for (size_t e = graph->child_start[i]; e < graph->child_start[i + 1]; e++)
            if (c->ends[i] && c->heads[graph->child[e]])
                fc_taskgraph_add_edge(out, c->vertex[i], c->vertex[graph->child[e]],
                                      graph->delay_s ? graph->delay_s[e] : 0);
}

void fc_structure_condense(fc_taskgraph *out, const fc_taskgraph *graph, const fc_schedule *schedule,
                           uint32_t processes)
{
    const size_t n = graph->n;
    condensing c = {.graph = graph,
                    .owner = fc_allocate(n, sizeof *c.owner),
                    .awaits = fc_allocate(n, sizeof *c.awaits),
                    .awaited = fc_allocate(n, sizeof *c.awaited),
                    .vertex = fc_allocate(n, sizeof *c.vertex),
                    .heads = fc_allocate(n, sizeof *c.heads),
                    .ends = fc_allocate(n, sizeof *c.ends)};
    *out = (fc_taskgraph){.n_usage = graph->n_usage};
    for (int u = 0; u < graph->n_usages; u++)
        fc_taskgraph_usage(out, graph->usages + (size_t)u * (size_t)graph->n_usage);
    fc_taskgraph_add_block(out, "run", &(fc_task_block){.slots = graph->n, .split_of = 1});
    find_owners(&c, schedule, processes);
    add_vertices(out, &c, processes);
    add_edges(out, &c);
    void *arrays[] = {c.owner, c.awaits, c.awaited, c.vertex, c.heads, c.ends};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    (void)fc_taskgraph_close(out, FC_NOWHERE, NULL);
}
