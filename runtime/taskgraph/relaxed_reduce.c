/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed.h"

#include <stdlib.h>
#include <string.h>

/* The state's only transition in, or out; -1: it has none, several, or one that is a forward edge. */
static int only_transition(const fc_relaxed *graph, int state, bool incoming)
{
    int only = -1;
    for (int t = 0; t < graph->n_transitions; t++) {
        const fc_relaxed_transition *edge = &graph->transition[t];
        if ((incoming ? edge->to : edge->from) != state)
            continue;
        if (only >= 0 || edge->ahead)
            return -1;
        only = t;
    }
    return only;
}

static bool is_bound_to_loop(const fc_relaxed *graph, int state)
{
    for (int l = 0; l < graph->n_loops; l++)
        if (graph->loop[l].first == state || graph->loop[l].last == state)
            return true;
    return false;
}

static bool can_go(int *in, int *out, const fc_relaxed *graph, int state)
{
    const int loop = graph->state[state].loop;
    *in = only_transition(graph, state, true);
    *out = only_transition(graph, state, false);
    return *in >= 0 && *out >= 0 && !is_bound_to_loop(graph, state) &&
           graph->state[graph->transition[*in].from].loop == loop &&
           graph->state[graph->transition[*out].to].loop == loop;
}

static void remove_state(fc_relaxed *graph, int state)
{
    free(graph->state[state].name);
    memmove(graph->state + state, graph->state + state + 1, (size_t)(--graph->n_states - state) * sizeof *graph->state);
    for (int t = 0; t < graph->n_transitions; t++) {
        graph->transition[t].from -= graph->transition[t].from > state;
        graph->transition[t].to -= graph->transition[t].to > state;
    }
    for (int l = 0; l < graph->n_loops; l++) {
        graph->loop[l].first -= graph->loop[l].first > state;
        graph->loop[l].last -= graph->loop[l].last > state;
    }
}

/* in: a -> state, out: state -> b; now a -> b. */
static void merge(fc_relaxed *graph, int in, int out)
{
    fc_relaxed_transition *first = &graph->transition[in], *second = &graph->transition[out];
    char *name = fc_format("%s + %s", first->name, second->name);
    free(first->name);
    free(second->name);
    first->name = name;
    first->to = second->to;
    first->cost_s = fc_expression_add(first->cost_s, second->cost_s);
    *second = graph->transition[--graph->n_transitions];
}

int fc_relaxed_reduce(fc_relaxed *graph)
{
    int gone = 0, in, out;
    for (int state = 0; state < graph->n_states; state++) {
        if (!can_go(&in, &out, graph, state))
            continue;
        merge(graph, in, out);
        remove_state(graph, state--);
        gone++;
    }
    return gone;
}
