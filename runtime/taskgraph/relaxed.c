/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- the order of activation ---- */

/* The loop around a loop; that around all of them is -1. */
static int around(const fc_relaxed *graph, int loop)
{
    return loop < 0 ? -1 : graph->loop[loop].around;
}

static bool lies_in(const fc_relaxed *graph, int loop, int outer)
{
    while (loop >= 0 && loop != outer)
        loop = around(graph, loop);
    return loop == outer;
}

/* The innermost loop that holds both states; -1: none. */
static int common_loop(const fc_relaxed *graph, int from, int to)
{
    int loop = graph->state[from].loop;
    while (loop >= 0 && !lies_in(graph, graph->state[to].loop, loop))
        loop = around(graph, loop);
    return loop;
}

/* What stands for the state on the level of a loop: itself, or the loop there that holds it. */
static int item_of(const fc_relaxed *graph, int state, int level)
{
    int loop = graph->state[state].loop, item = state;
    for (; loop != level; loop = around(graph, loop))
        item = graph->n_states + loop;
    return item;
}

static int level_of_item(const fc_relaxed *graph, int item)
{
    return item < graph->n_states ? graph->state[item].loop : around(graph, item - graph->n_states);
}

static fc_status report_circle(const fc_relaxed *graph, const int *waits, fc_report *report)
{
    int item = 0;
    while (waits[item] == 0)
        item++;
    const char *name = item < graph->n_states ? graph->state[item].name
                                              : graph->names.item[graph->loop[item - graph->n_states].counter];
    return fc_fail(report, FC_E_INPUT, (fc_place){graph->path, 0, 0},
                   "Close it by a loop edge, or make one transition a forward edge.",
                   "transitions lead in a circle through %s, or to it", name);
}

fc_status fc_relaxed_order(fc_relaxed *graph, fc_report *report)
{
    const int n = graph->n_states + graph->n_loops;
    int *waits = fc_allocate((size_t)n + 1, sizeof *waits), n_done = 0;
    graph->order = fc_allocate((size_t)n + 1, sizeof *graph->order);
    graph->level = fc_allocate((size_t)graph->n_loops + 2, sizeof *graph->level);
    for (int t = 0; t < graph->n_transitions; t++) {
        const fc_relaxed_transition *edge = &graph->transition[t];
        int level = common_loop(graph, edge->from, edge->to);
        if (edge->ahead == 0)
            waits[item_of(graph, edge->to, level)]++;
    }
    for (int level = -1; level < graph->n_loops; level++) {
        graph->level[level + 1] = n_done;
        int at = n_done;
        for (int i = 0; i < n; i++)
            if (level_of_item(graph, i) == level && waits[i] == 0)
                graph->order[n_done++] = i;
        for (; at < n_done; at++)
            for (int t = 0; t < graph->n_transitions; t++) {
                const fc_relaxed_transition *edge = &graph->transition[t];
                if (edge->ahead || common_loop(graph, edge->from, edge->to) != level ||
                    item_of(graph, edge->from, level) != graph->order[at])
                    continue;
                int to = item_of(graph, edge->to, level);
                if (--waits[to] == 0)
                    graph->order[n_done++] = to;
            }
    }
    graph->level[graph->n_loops + 1] = n_done;
    fc_status status = n_done == n ? FC_OK : report_circle(graph, waits, report);
    free(waits);
    return status;
}

/* ---- evaluation ---- */

/* The stamps of a forward edge, one for each turn until it arrives. */
typedef struct ring {
    double *stamp; /* [ahead] */
    int loop;
} ring;

typedef struct evaluation {
    const fc_relaxed *graph;
    double *value;                  /* [names] */
    double *active_s;               /* [n_states] activation times */
    double *stamp;                  /* [n_transitions] */
    double *loop_s;                 /* [n_loops] stamp of the loop edge; NAN: first turn */
    int64_t *turn;                  /* [n_loops] */
    ring *ring;                     /* [n_transitions] of forward edges */
    int **out, *n_out, **in, *n_in; /* [n_states] transitions */
    int *loop_at, *loop_from;       /* [n_states] the loop whose first, or last, state it is; -1 */
    int skipped;                    /* loops of no turns around what is activated */
    const volatile sig_atomic_t *stop;
    fc_relaxed_result result;
    fc_report *report;
    fc_status status;
} evaluation;

static void complain(evaluation *v, const char *what, const char *name, double value)
{
    if (!v->status)
        v->status =
            fc_fail(v->report, FC_E_INPUT, (fc_place){v->graph->path, 0, 0}, NULL, "%s %s is %g", what, name, value);
}

static double cost_of(evaluation *v, const fc_expression *expression, const char *name)
{
    double cost = v->skipped ? 0 : fc_expression_value(expression, v->value);
    if (cost >= 0 && isfinite(cost))
        return cost;
    complain(v, "the cost", name, cost);
    return 0;
}

static void compute_definitions(evaluation *v)
{
    for (int i = 0; i < v->graph->n_definitions; i++)
        v->value[v->graph->definition[i].name] = fc_expression_value(v->graph->definition[i].value, v->value);
}

/* The stamp that transition t brings to its state in this turn; -1: none yet. */
static double arriving(const evaluation *v, int t)
{
    const fc_relaxed_transition *edge = &v->graph->transition[t];
    if (!edge->ahead)
        return v->stamp[t];
    const int64_t turn = v->turn[v->ring[t].loop];
    return turn > edge->ahead ? v->ring[t].stamp[turn % edge->ahead] : -1;
}

static double activation_time(evaluation *v, int state)
{
    double time = 0, first = v->loop_at[state] >= 0 ? v->loop_s[v->loop_at[state]] : NAN;
    if (first >= 0)
        time = first;
    for (int i = 0; i < v->n_in[state]; i++)
        time = fmax(time, arriving(v, v->in[state][i]));
    for (int i = 0; i < v->n_in[state]; i++)
        if (arriving(v, v->in[state][i]) == time)
            v->result.decided[v->in[state][i]] = true;
    return time;
}

static void activate(evaluation *v, int state)
{
    const double time = activation_time(v, state);
    v->active_s[state] = time;
    v->result.time_s = fmax(v->result.time_s, time);
    v->result.activations += !v->skipped;
    for (int i = 0; i < v->n_out[state]; i++) {
        const int t = v->out[state][i];
        const fc_relaxed_transition *edge = &v->graph->transition[t];
        double stamp = time + cost_of(v, edge->cost_s, edge->name);
        if (edge->ahead)
            v->ring[t].stamp[v->turn[v->ring[t].loop] % edge->ahead] = stamp;
        else
            v->stamp[t] = stamp;
    }
    if (v->loop_from[state] >= 0) {
        const fc_relaxed_loop *loop = &v->graph->loop[v->loop_from[state]];
        v->loop_s[v->loop_from[state]] = time + cost_of(v, loop->cost_s, v->graph->names.item[loop->counter]);
    }
}

static void run_loop(evaluation *v, int loop);

static void run_items(evaluation *v, int level)
{
    const fc_relaxed *graph = v->graph;
    for (int i = graph->level[level + 1]; i < graph->level[level + 2] && !v->status; i++) {
        if (graph->order[i] < graph->n_states)
            activate(v, graph->order[i]);
        else
            run_loop(v, graph->order[i] - graph->n_states);
    }
}

static void run_loop(evaluation *v, int loop)
{
    const fc_relaxed_loop *of = &v->graph->loop[loop];
    const double limit = v->skipped ? 0 : floor(fc_expression_value(of->limit, v->value)),
                 before = v->value[of->counter];
    if (!(limit < 1e15)) {
        complain(v, "the limit of loop", v->graph->names.item[of->counter], limit);
        return;
    }
    v->loop_s[loop] = NAN;
    v->skipped += limit < 1;
    v->turn[loop] = 1;
    do {
        v->value[of->counter] = (double)v->turn[loop];
        compute_definitions(v);
        run_items(v, loop);
        if (v->stop && *v->stop && !v->status)
            v->status = fc_fail(v->report, FC_E_INTERRUPTED, FC_NOWHERE, NULL, "interrupted");
    } while (++v->turn[loop] <= limit && !v->status);
    v->skipped -= limit < 1;
    v->value[of->counter] = before;
    compute_definitions(v);
}

static int **make_lists(int **n, const fc_relaxed *graph, bool incoming)
{
    int **list = fc_allocate((size_t)graph->n_states + 1, sizeof *list);
    *n = fc_allocate((size_t)graph->n_states + 1, sizeof **n);
    for (int s = 0; s < graph->n_states; s++)
        list[s] = fc_allocate((size_t)graph->n_transitions + 1, sizeof **list);
    for (int t = 0; t < graph->n_transitions; t++) {
        int state = incoming ? graph->transition[t].to : graph->transition[t].from;
        if (!graph->transition[t].is_dropped)
            list[state][(*n)[state]++] = t;
    }
    return list;
}

static void begin(evaluation *v, const double *parameter)
{
    const fc_relaxed *graph = v->graph;
    const size_t states = (size_t)graph->n_states, transitions = (size_t)graph->n_transitions + 1;
    v->value = fc_allocate(graph->names.n + 1, sizeof *v->value);
    v->active_s = fc_allocate(states + 1, sizeof *v->active_s);
    v->stamp = fc_allocate(transitions, sizeof *v->stamp);
    v->loop_s = fc_allocate((size_t)graph->n_loops + 1, sizeof *v->loop_s);
    v->turn = fc_allocate((size_t)graph->n_loops + 1, sizeof *v->turn);
    v->ring = fc_allocate(transitions, sizeof *v->ring);
    v->result.decided = fc_allocate(transitions, sizeof *v->result.decided);
    v->in = make_lists(&v->n_in, graph, true);
    v->out = make_lists(&v->n_out, graph, false);
    v->loop_at = fc_allocate(states + 1, sizeof *v->loop_at);
    v->loop_from = fc_allocate(states + 1, sizeof *v->loop_from);
    for (size_t s = 0; s < states; s++)
        v->loop_at[s] = v->loop_from[s] = -1;
    for (int l = 0; l < graph->n_loops; l++) {
        v->loop_at[graph->loop[l].first] = l;
        v->loop_from[graph->loop[l].last] = l;
    }
    for (int t = 0; t < graph->n_transitions; t++) {
        const fc_relaxed_transition *edge = &graph->transition[t];
        v->stamp[t] = -1;
        if (edge->ahead)
            v->ring[t] =
                (ring){fc_allocate((size_t)edge->ahead, sizeof(double)), common_loop(graph, edge->from, edge->to)};
    }
    memcpy(v->value, parameter, (size_t)graph->n_parameters * sizeof *parameter);
    compute_definitions(v);
}

static void end(evaluation *v)
{
    for (int t = 0; t < v->graph->n_transitions; t++)
        free(v->ring[t].stamp);
    for (int s = 0; s < v->graph->n_states; s++) {
        free(v->in[s]);
        free(v->out[s]);
    }
    void *arrays[] = {v->value, v->active_s, v->stamp, v->loop_s, v->turn,    v->ring,
                      v->in,    v->n_in,     v->out,   v->n_out,  v->loop_at, v->loop_from};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
}

fc_status fc_relaxed_evaluate(fc_relaxed_result *out, const fc_relaxed *graph, const double *parameter,
                              const volatile sig_atomic_t *stop, fc_report *report)
{
    evaluation v = {.graph = graph, .stop = stop, .report = report};
    begin(&v, parameter);
    run_items(&v, -1);
    end(&v);
    if (v.status)
        fc_relaxed_result_free(&v.result);
    else
        *out = v.result;
    return v.status;
}

void fc_relaxed_result_free(fc_relaxed_result *result)
{
    free(result->decided);
    *result = (fc_relaxed_result){0};
}

int fc_relaxed_drop(fc_relaxed *graph, const fc_relaxed_result *result)
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
