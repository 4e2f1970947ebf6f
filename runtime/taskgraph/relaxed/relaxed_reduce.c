/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/relaxed.h"

#include <stdlib.h>
#include <string.h>

/* Degrees and incident transitions of the states during path reduction. */
typedef struct incidence {
    int *n_in, *n_out;         /* [n_states] transitions */
    int *in, *out;             /* [n_states] the last such transition */
    bool *is_bound;            /* [n_states] first or last state of a loop, or end of a forward edge */
    bool *is_gone, *is_merged; /* [n_states], [n_transitions] */
} incidence;

static void find_incidence(incidence *s, const fc_relaxed *graph)
{
    const size_t n = (size_t)graph->n_states + 1;
    *s = (incidence){fc_allocate(n, sizeof(int)),
                     fc_allocate(n, sizeof(int)),
                     fc_allocate(n, sizeof(int)),
                     fc_allocate(n, sizeof(int)),
                     fc_allocate(n, sizeof(bool)),
                     fc_allocate(n, sizeof(bool)),
                     fc_allocate((size_t)graph->n_transitions + 1, sizeof(bool))};
    for (int l = 0; l < graph->n_loops; l++)
        s->is_bound[graph->loop[l].first] = s->is_bound[graph->loop[l].last] = true;
    for (int t = 0; t < graph->n_transitions; t++) {
        const fc_relaxed_transition *edge = &graph->transition[t];
        s->n_out[edge->from]++;
        s->n_in[edge->to]++;
        s->out[edge->from] = s->in[edge->to] = t;
        if (edge->ahead)
            s->is_bound[edge->from] = s->is_bound[edge->to] = true;
    }
}

static bool can_go(const incidence *s, const fc_relaxed *graph, int state)
{
    const int loop = graph->state[state].loop;
    return s->n_in[state] == 1 && s->n_out[state] == 1 && s->in[state] != s->out[state] && !s->is_bound[state] &&
           graph->state[graph->transition[s->in[state]].from].loop == loop &&
           graph->state[graph->transition[s->out[state]].to].loop == loop;
}

/* Removes merged states and transitions. place[n_states]: new state numbers. */
static void close_up(fc_relaxed *graph, const incidence *s)
{
    int *place = fc_allocate((size_t)graph->n_states + 1, sizeof *place), n_states = 0, n_transitions = 0;
    for (int i = 0; i < graph->n_states; i++) {
        place[i] = n_states;
        if (s->is_gone[i])
            free(graph->state[i].name);
        else
            graph->state[n_states++] = graph->state[i];
    }
    for (int t = 0; t < graph->n_transitions; t++) {
        fc_relaxed_transition edge = graph->transition[t];
        edge.from = place[edge.from];
        edge.to = place[edge.to];
        if (!s->is_merged[t])
            graph->transition[n_transitions++] = edge;
    }
    for (int l = 0; l < graph->n_loops; l++) {
        graph->loop[l].first = place[graph->loop[l].first];
        graph->loop[l].last = place[graph->loop[l].last];
    }
    graph->n_states = n_states;
    graph->n_transitions = n_transitions;
    free(place);
}

int fc_relaxed_reduce_paths(fc_relaxed *graph)
{
    incidence s;
    const int before = graph->n_states;
    find_incidence(&s, graph);
    for (int state = 0; state < graph->n_states; state++)
        if (can_go(&s, graph, state)) {
            /* Merges in: a -> state and out: state -> b into a -> b. */
            const int in = s.in[state], out = s.out[state];
            fc_relaxed_transition *first = &graph->transition[in], *second = &graph->transition[out];
            const bool numbers = fc_expression_is_number(first->cost_s) && fc_expression_is_number(second->cost_s);
            first->cost_s = fc_expression_add(first->cost_s, second->cost_s);
            char *name = numbers ? fc_format("%.17g", fc_expression_value(first->cost_s, NULL))
                                 : fc_format("%s + %s", first->name, second->name);
            free(first->name);
            free(second->name);
            first->name = name;
            first->to = second->to;
            if (s.in[first->to] == out)
                s.in[first->to] = in;
            s.is_merged[out] = s.is_gone[state] = true;
        }
    close_up(graph, &s);
    void *arrays[] = {s.n_in, s.n_out, s.in, s.out, s.is_bound, s.is_gone, s.is_merged};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    return before - graph->n_states;
}
