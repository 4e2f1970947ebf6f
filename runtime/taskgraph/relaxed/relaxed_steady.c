/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/relaxed_evaluation.h"

#include <math.h>
#include <stdlib.h>

static const double unit = 2.220446049250313e-16; /* relative rounding error of a sum */

enum {
    NOISE = 16,       /* units by which equal growth rates may differ */
    MOST_NOISY = 2500 /* most iterations per step where growth is within rounding: an error of 1e-11 of the time */
};

/* Observed stamps of a loop, in this order: activations of its states, stamps of their incoming transitions, its loop
 * edge. */
typedef struct fc_relaxed_steady {
    bool is_free;  /* no cost depends on the counter */
    bool is_inner; /* contains no loop */
    int *state;    /* [n_states] states of the loop and of loops inside it */
    int n_states;
    int n;                  /* observed stamps */
    double *now, *growth;   /* [n] */
    int iterations, steady; /* iterations observed; the last ones with equal growth */
    int window;             /* greatest `ahead` of a forward edge */
    double activations;     /* before this iteration */
} fc_relaxed_steady;

void fc_relaxed_steady_free(fc_relaxed_steady *pace)
{
    if (!pace)
        return;
    free(pace->state);
    free(pace->now);
    free(pace->growth);
    free(pace);
}

/* ---- dependence on the counter ---- */

static bool lies_in(const fc_relaxed *graph, int loop, int outer)
{
    while (loop >= 0 && loop != outer)
        loop = fc_relaxed_enclosing_loop(graph, loop);
    return loop == outer;
}

static bool depends_on_counter(const fc_relaxed *graph, int loop)
{
    bool *uses = fc_allocate(graph->names.n + 1, sizeof *uses), found = false;
    /* uses[names]: the counter, and the definitions that depend on it. */
    uses[graph->loop[loop].counter] = true;
    for (int i = 0; i < graph->n_definitions; i++)
        if (fc_expression_uses(graph->definition[i].value, uses))
            uses[graph->definition[i].name] = true;
    for (int t = 0; t < graph->n_transitions && !found; t++)
        if (lies_in(graph, graph->state[graph->transition[t].from].loop, loop))
            found = fc_expression_uses(graph->transition[t].cost_s, uses);
    for (int l = 0; l < graph->n_loops && !found; l++)
        if (lies_in(graph, l, loop))
            found = fc_expression_uses(graph->loop[l].cost_s, uses) ||
                    (l != loop && fc_expression_uses(graph->loop[l].limit, uses));
    free(uses);
    return found;
}

/* ---- observation ---- */

static fc_relaxed_steady *make(const fc_relaxed_evaluation *v, int loop)
{
    const fc_relaxed *graph = v->graph;
    fc_relaxed_steady *pace = fc_allocate(1, sizeof *pace);
    pace->is_free = !depends_on_counter(graph, loop);
    pace->is_inner = pace->is_free;
    pace->window = 1;
    pace->n = 1;
    pace->state = fc_allocate((size_t)graph->n_states + 1, sizeof *pace->state);
    for (int s = 0; s < graph->n_states && pace->is_free; s++) {
        if (!lies_in(graph, graph->state[s].loop, loop))
            continue;
        pace->is_inner &= graph->state[s].loop == loop;
        pace->state[pace->n_states++] = s;
        pace->n += 1 + v->in.start[s + 1] - v->in.start[s];
        for (int i = v->in.start[s]; i < v->in.start[s + 1]; i++)
            if (graph->transition[v->in.transition[i]].ahead > pace->window)
                pace->window = graph->transition[v->in.transition[i]].ahead;
    }
    pace->now = fc_allocate((size_t)pace->n + 1, sizeof *pace->now);
    pace->growth = fc_allocate((size_t)pace->n + 1, sizeof *pace->growth);
    return pace;
}

void fc_relaxed_steady_begin(fc_relaxed_evaluation *v, int loop)
{
    if (!v->pace[loop])
        v->pace[loop] = make(v, loop);
    v->pace[loop]->iterations = v->pace[loop]->steady = 0;
    v->pace[loop]->activations = v->result.activations;
}

/* Records the next observed stamp; true: it grew by the same amount as before. */
static bool observe(fc_relaxed_steady *pace, int i, double now)
{
    const double growth = now - pace->now[i], before = pace->growth[i];
    pace->now[i] = now;
    pace->growth[i] = growth;
    return fabs(growth - before) <= NOISE * unit * fabs(now) || (isnan(growth) && isnan(before));
}

/* ---- extrapolation ---- */

/* Iterations until a faster growing stamp catches up; INFINITY: never. */
static double iterations_until_overtaken(const fc_relaxed_steady *pace, int state, int stamp)
{
    const double faster = pace->growth[stamp] - pace->growth[state];
    if (!(faster > NOISE * unit * fabs(pace->now[state])))
        return INFINITY;
    return floor((pace->now[state] - pace->now[stamp]) / faster) - 1;
}

/* With inner loops, whose iterations are not observed one by one, all stamps must grow equally. */
static bool grow_alike(const fc_relaxed_steady *pace)
{
    for (int i = 1; i < pace->n_states; i++)
        if (fabs(pace->growth[i] - pace->growth[0]) > NOISE * unit * pace->now[i])
            return false;
    return true;
}

/* How many of `most` iterations can be extrapolated. */
static double count_iterations(const fc_relaxed_steady *pace, const fc_relaxed_evaluation *v, int loop, double most)
{
    int stamp = pace->n_states;
    for (int i = 0; i < pace->n_states; i++) {
        for (int e = v->in.start[pace->state[i]]; e < v->in.start[pace->state[i] + 1]; e++)
            most = fmin(most, iterations_until_overtaken(pace, i, stamp++));
        if (v->loop_at[pace->state[i]] == loop)
            most = fmin(most, iterations_until_overtaken(pace, i, pace->n - 1));
        if (most * NOISE * unit * pace->now[i] > 1e-11 * (pace->now[i] + most * pace->growth[i]))
            most = fmin(most, MOST_NOISY);
    }
    return most;
}

static void move_state(fc_relaxed_evaluation *v, int loop, int state, double by[2])
{
    const double iterations = by[0], growth = by[1];
    v->active_s[state] += iterations * growth;
    for (int i = v->out.start[state]; i < v->out.start[state + 1]; i++) {
        const int t = v->out.transition[i], ahead = v->graph->transition[t].ahead;
        fc_relaxed_ring *ring = &v->ring[t];
        if (!ahead)
            v->stamp[t] += iterations * growth;
        else if (ring->loop == loop) {
            /* Advances the stamps of a forward edge by `iterations` iterations of `growth` each. */
            int slots = ahead + 1;
            double *moved = fc_allocate((size_t)slots, sizeof *moved);
            for (int k = 0; k < slots; k++)
                moved[(k + (int)fmod(iterations, slots)) % slots] = ring->stamp[k] + iterations * growth;
            free(ring->stamp);
            ring->stamp = moved;
        } else if (!lies_in(v->graph, ring->loop, loop)) /* of an enclosing loop */
            ring->stamp[v->iteration[ring->loop] % (ahead + 1)] += iterations * growth;
    }
    if (v->loop_from[state] == loop)
        v->loop_next[loop] += iterations * growth;
}

double fc_relaxed_steady_extrapolate(fc_relaxed_evaluation *v, int loop, double left)
{
    fc_relaxed_steady *pace = v->pace[loop];
    const double activations = v->result.activations - pace->activations;
    double iterations = 0;
    if (!pace->is_free || v->skipped)
        return 0;
    bool alike = true;
    int n = 0;
    for (int i = 0; i < pace->n_states; i++)
        alike &= observe(pace, n++, v->active_s[pace->state[i]]);
    for (int i = 0; i < pace->n_states; i++)
        for (int e = v->in.start[pace->state[i]]; e < v->in.start[pace->state[i] + 1]; e++)
            alike &= observe(pace, n++, v->arrived[v->in.transition[e]]);
    alike &= observe(pace, n, v->loop_s[loop]);
    pace->iterations++;
    pace->steady = alike && pace->iterations > 2 ? pace->steady + 1 : 0;
    if (pace->steady > pace->window && left > 1 && (pace->is_inner || grow_alike(pace)))
        iterations = count_iterations(pace, v, loop, left - 1);
    if (iterations >= 1) {
        for (int i = 0; i < pace->n_states; i++)
            move_state(v, loop, pace->state[i], (double[]){iterations, pace->growth[i]});
        for (int i = 0; i < pace->n; i++)
            pace->now[i] += iterations * pace->growth[i];
        pace->steady = 0;
        v->result.activations += iterations * activations;
    }
    pace->activations = v->result.activations;
    return fmax(0, iterations);
}
