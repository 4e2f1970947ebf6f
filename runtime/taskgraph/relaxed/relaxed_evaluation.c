/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/relaxed_evaluation.h"

#include "support/messages/report.h"
#include "support/messages/taskgraph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef fc_relaxed_evaluation evaluation;

static const double rounding = 1e-14; /* relative to the time so far */

static void complain(evaluation *v, const char *what, const char *name, double value)
{
    if (!v->status)
        v->status = fc_fail(v->report, FC_E_INPUT, (fc_place){v->graph->path, 0, 0},
                            "A cost must be finite and >= 0, a limit less than 1e15.", FC_MSG_VALUE_OUT_OF_RANGE, what,
                            name, value);
}

/* Evaluates a cost; a value slightly below 0 from rounding counts as 0. */
static double cost_of(evaluation *v, const fc_expression *expression, const char *name)
{
    double cost = v->skipped ? 0 : fc_expression_value(expression, v->value);
    if (cost < 0 && cost >= -rounding * v->result.time_s)
        cost = 0;
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

/* The stamp of transition t at its state in this iteration; -1: none yet. */
static double arriving(const evaluation *v, int t)
{
    const fc_relaxed_transition *edge = &v->graph->transition[t];
    if (!edge->ahead)
        return v->stamp[t];
    const int64_t iteration = v->iteration[v->ring[t].loop];
    return iteration > edge->ahead ? v->ring[t].stamp[(iteration - edge->ahead) % (edge->ahead + 1)] : -1;
}

static void activate(evaluation *v, int state)
{
    double time = 0, first = v->loop_at[state] >= 0 ? v->loop_s[v->loop_at[state]] : NAN;
    if (first >= 0)
        time = first;
    for (int i = v->in.start[state]; i < v->in.start[state + 1]; i++)
        time = fmax(time, v->arrived[v->in.transition[i]] = arriving(v, v->in.transition[i]));
    for (int i = v->in.start[state]; i < v->in.start[state + 1]; i++)
        if (v->arrived[v->in.transition[i]] == time)
            v->result.decided[v->in.transition[i]] = true;
    v->active_s[state] = time;
    v->result.time_s = fmax(v->result.time_s, time);
    v->result.activations += !v->skipped;
    for (int i = v->out.start[state]; i < v->out.start[state + 1]; i++) {
        const int t = v->out.transition[i];
        const fc_relaxed_transition *edge = &v->graph->transition[t];
        double stamp = time + cost_of(v, edge->cost_s, edge->name);
        if (edge->ahead)
            v->ring[t].stamp[v->iteration[v->ring[t].loop] % (edge->ahead + 1)] = stamp;
        else
            v->stamp[t] = stamp;
    }
    if (v->loop_from[state] >= 0) {
        const fc_relaxed_loop *loop = &v->graph->loop[v->loop_from[state]];
        v->loop_next[v->loop_from[state]] = time + cost_of(v, loop->cost_s, v->graph->names.item[loop->counter]);
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
    v->loop_next[loop] = NAN;
    v->skipped += limit < 1;
    fc_relaxed_steady_begin(v, loop);
    for (v->iteration[loop] = 1; v->iteration[loop] == 1 || (double)v->iteration[loop] <= limit; v->iteration[loop]++) {
        v->value[of->counter] = (double)v->iteration[loop];
        v->loop_s[loop] = v->loop_next[loop];
        compute_definitions(v);
        run_items(v, loop);
        if (v->stop && *v->stop && !v->status)
            v->status = fc_fail(v->report, FC_E_INTERRUPTED, FC_NOWHERE, NULL, FC_MSG_INTERRUPTED);
        if (v->status)
            break;
        v->iteration[loop] += (int64_t)fc_relaxed_steady_extrapolate(v, loop, limit - (double)v->iteration[loop]);
    }
    v->skipped -= limit < 1;
    v->value[of->counter] = before;
    compute_definitions(v);
}

static fc_relaxed_lists make_lists(const fc_relaxed *graph, bool incoming)
{
    fc_relaxed_lists list = {fc_allocate((size_t)graph->n_states + 2, sizeof *list.start),
                             fc_allocate((size_t)graph->n_transitions + 1, sizeof *list.transition)};
    for (int t = 0; t < graph->n_transitions; t++)
        if (!graph->transition[t].is_dropped)
            list.start[(incoming ? graph->transition[t].to : graph->transition[t].from) + 2]++;
    for (int s = 0; s < graph->n_states; s++)
        list.start[s + 2] += list.start[s + 1];
    for (int t = 0; t < graph->n_transitions; t++)
        if (!graph->transition[t].is_dropped)
            list.transition[list.start[(incoming ? graph->transition[t].to : graph->transition[t].from) + 1]++] = t;
    return list;
}

static void begin_loops(evaluation *v)
{
    const fc_relaxed *graph = v->graph;
    const size_t loops = (size_t)graph->n_loops + 1;
    v->loop_s = fc_allocate(loops, sizeof *v->loop_s);
    v->loop_next = fc_allocate(loops, sizeof *v->loop_next);
    v->iteration = fc_allocate(loops, sizeof *v->iteration);
    v->pace = fc_allocate(loops, sizeof *v->pace);
    v->loop_at = fc_allocate((size_t)graph->n_states + 1, sizeof *v->loop_at);
    v->loop_from = fc_allocate((size_t)graph->n_states + 1, sizeof *v->loop_from);
    for (int s = 0; s < graph->n_states; s++)
        v->loop_at[s] = v->loop_from[s] = -1;
    for (int l = 0; l < graph->n_loops; l++) {
        v->loop_at[graph->loop[l].first] = l;
        v->loop_from[graph->loop[l].last] = l;
    }
}

static void begin(evaluation *v, const double *parameter)
{
    const fc_relaxed *graph = v->graph;
    const size_t transitions = (size_t)graph->n_transitions + 1;
    v->value = fc_allocate(graph->names.n + 1, sizeof *v->value);
    v->active_s = fc_allocate((size_t)graph->n_states + 1, sizeof *v->active_s);
    v->stamp = fc_allocate(transitions, sizeof *v->stamp);
    v->arrived = fc_allocate(transitions, sizeof *v->arrived);
    v->ring = fc_allocate(transitions, sizeof *v->ring);
    v->result.decided = fc_allocate(transitions, sizeof *v->result.decided);
    v->in = make_lists(graph, true);
    v->out = make_lists(graph, false);
    begin_loops(v);
    for (int t = 0; t < graph->n_transitions; t++) {
        const fc_relaxed_transition *edge = &graph->transition[t];
        v->stamp[t] = -1;
        if (edge->ahead)
            v->ring[t] = (fc_relaxed_ring){fc_allocate((size_t)edge->ahead + 1, sizeof(double)),
                                           fc_relaxed_common_loop(graph, edge->from, edge->to)};
    }
    memcpy(v->value, parameter, (size_t)graph->n_parameters * sizeof *parameter);
    compute_definitions(v);
}

static void end(evaluation *v)
{
    for (int t = 0; t < v->graph->n_transitions; t++)
        free(v->ring[t].stamp);
    for (int l = 0; l < v->graph->n_loops; l++)
        fc_relaxed_steady_free(v->pace[l]);
    void *arrays[] = {v->value,     v->active_s,      v->stamp,     v->arrived,        v->loop_s,
                      v->iteration, v->loop_next,     v->ring,      v->pace,           v->loop_at,
                      v->in.start,  v->in.transition, v->out.start, v->out.transition, v->loop_from};
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
