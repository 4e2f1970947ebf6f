/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/relaxed.h"

#include "support/messages/taskgraph.h"

#include <stdlib.h>

void fc_relaxed_free(fc_relaxed *graph)
{
    for (int i = 0; i < graph->n_states; i++)
        free(graph->state[i].name);
    for (int i = 0; i < graph->n_transitions; i++) {
        free(graph->transition[i].name);
        fc_expression_free(graph->transition[i].cost_s);
    }
    for (int i = 0; i < graph->n_loops; i++) {
        fc_expression_free(graph->loop[i].limit);
        fc_expression_free(graph->loop[i].cost_s);
    }
    for (int i = 0; i < graph->n_definitions; i++)
        fc_expression_free(graph->definition[i].value);
    void *arrays[] = {graph->path,       graph->name, graph->parameter, graph->definition, graph->state,
                      graph->transition, graph->loop, graph->order,     graph->level};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    fc_words_free(&graph->names);
    *graph = (fc_relaxed){0};
}

static bool lies_in(const fc_relaxed *graph, int loop, int outer)
{
    while (loop >= 0 && loop != outer)
        loop = fc_relaxed_enclosing_loop(graph, loop);
    return loop == outer;
}

int fc_relaxed_common_loop(const fc_relaxed *graph, int from, int to)
{
    int loop = graph->state[from].loop;
    while (loop >= 0 && !lies_in(graph, graph->state[to].loop, loop))
        loop = fc_relaxed_enclosing_loop(graph, loop);
    return loop;
}

/* The item that represents the state on the level of a loop: the state itself, or the loop on that level that contains
 * it. */
static int item_of(const fc_relaxed *graph, int state, int level)
{
    int loop = graph->state[state].loop, item = state;
    for (; loop != level; loop = fc_relaxed_enclosing_loop(graph, loop))
        item = graph->n_states + loop;
    return item;
}

static fc_status report_cycle(const fc_relaxed *graph, const int *waits, fc_report *report)
{
    int item = 0;
    while (waits[item] == 0)
        item++;
    const char *name = item < graph->n_states ? graph->state[item].name
                                              : graph->names.item[graph->loop[item - graph->n_states].counter];
    return fc_fail(report, FC_E_INPUT, (fc_place){graph->path, 0, 0},
                   "Use a loop edge, or make one of the transitions a forward edge.",
                   FC_MSG_TRANSITIONS_FORM_CYCLE_THROUGH_BEFORE, name);
}

/* Transitions between items of one level, sorted by source item. */
typedef struct leaving {
    size_t *start; /* [items + 1] index into `to` */
    int *to;       /* items */
} leaving;

/* waits[items]: the number of incoming transitions of each item. */
static void list_leaving(leaving *out, int *waits, const fc_relaxed *graph)
{
    const size_t n = (size_t)graph->n_states + (size_t)graph->n_loops;
    size_t *at = fc_allocate(n + 1, sizeof *at);
    out->start = fc_allocate(n + 1, sizeof *out->start);
    out->to = fc_allocate((size_t)graph->n_transitions + 1, sizeof *out->to);
    for (int pass = 0; pass < 2; pass++) {
        for (int t = 0; t < graph->n_transitions; t++) {
            const fc_relaxed_transition *edge = &graph->transition[t];
            if (edge->ahead)
                continue;
            const int level = fc_relaxed_common_loop(graph, edge->from, edge->to);
            const int from = item_of(graph, edge->from, level), to = item_of(graph, edge->to, level);
            if (pass == 0) {
                out->start[from + 1]++;
                waits[to]++;
            } else {
                out->to[out->start[from] + at[from]++] = to;
            }
        }
        for (size_t i = 0; i < n && pass == 0; i++)
            out->start[i + 1] += out->start[i];
    }
    free(at);
}

fc_status fc_relaxed_order(fc_relaxed *graph, fc_report *report)
{
    const int n = graph->n_states + graph->n_loops;
    int *waits = fc_allocate((size_t)n + 1, sizeof *waits), n_done = 0;
    leaving edges;
    list_leaving(&edges, waits, graph);
    graph->order = fc_allocate((size_t)n + 1, sizeof *graph->order);
    graph->level = fc_allocate((size_t)graph->n_loops + 2, sizeof *graph->level);
    for (int level = -1; level < graph->n_loops; level++) {
        graph->level[level + 1] = n_done;
        int at = n_done;
        for (int i = 0; i < n; i++)
            if ((i < graph->n_states ? graph->state[i].loop : fc_relaxed_enclosing_loop(graph, i - graph->n_states)) ==
                    level &&
                waits[i] == 0)
                graph->order[n_done++] = i;
        for (; at < n_done; at++)
            for (size_t e = edges.start[graph->order[at]]; e < edges.start[graph->order[at] + 1]; e++)
                if (--waits[edges.to[e]] == 0)
                    graph->order[n_done++] = edges.to[e];
    }
    graph->level[graph->n_loops + 1] = n_done;
    fc_status status = n_done == n ? FC_OK : report_cycle(graph, waits, report);
    free(edges.start);
    free(edges.to);
    free(waits);
    return status;
}

int fc_relaxed_relax_edges(fc_relaxed *graph, const fc_relaxed_result *result)
{
    int dropped = 0;
    for (int t = 0; t < graph->n_transitions; t++) {
        fc_relaxed_transition *edge = &graph->transition[t];
        if (edge->is_dropped || result->decided[t])
            continue;
        edge->is_dropped = true;
        dropped++;
    }
    return dropped;
}
