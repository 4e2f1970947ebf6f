/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file relaxed.h  Relaxed task graphs [machine, sections 2.2 and 2.5]: states and transitions with cost expressions,
 * loop edges and forward edges, evaluated with time stamps. The cost of an evaluation does not depend on the size of
 * the machine, which is but a parameter of the expressions.
 *
 * A state belongs to a loop, or to none; loops lie in loops. In each turn of a loop its states are activated in the
 * order of their transitions. The activation time of a state is the greatest time stamp of its incoming transitions; a
 * transition's time stamp is the activation time of its state plus its cost, with the parameters as they are then.
 *
 * - A loop edge leads from a loop's last state to its first: the stamp is that of the turn before.
 * - A forward edge carries its stamp to the turn `ahead` turns later of the innermost loop that holds both states.
 * - A transition out of a loop leaves with the stamp of the last turn. A loop of no turns is passed without time. */
#ifndef FC_RELAXED_H
#define FC_RELAXED_H

#include "runtime/taskgraph/expression.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    FC_RELAXED_MOST = 20000, /* states, transitions, loops, names */
    FC_RELAXED_MOST_AHEAD = 1000
};

typedef struct fc_relaxed_state {
    char *name;
    int loop; /* -1: none */
} fc_relaxed_state;

typedef struct fc_relaxed_transition {
    char *name; /* of its cost, as written */
    int from, to;
    int ahead; /* 0: none; turns that a forward edge leads ahead */
    fc_expression *cost_s;
    bool is_dropped; /* relaxed away */
} fc_relaxed_transition;

/** counter runs from 1 to `limit`, rounded down. */
typedef struct fc_relaxed_loop {
    int counter; /* its name */
    int around;  /* the loop it lies in; -1: none */
    fc_expression *limit;
    int first, last;       /* states of the loop */
    fc_expression *cost_s; /* of the loop edge */
} fc_relaxed_loop;

/** A name with an expression over the names before it, computed whenever a counter changes. */
typedef struct fc_relaxed_definition {
    int name;
    fc_expression *value;
} fc_relaxed_definition;

typedef struct fc_relaxed {
    char *path, *name;
    fc_words names; /* parameters first, then counters and definitions */
    int n_parameters;
    double *parameter; /* [n_parameters] as the file gives them */
    fc_relaxed_definition *definition;
    int n_definitions;
    fc_relaxed_state *state;
    int n_states;
    fc_relaxed_transition *transition;
    int n_transitions;
    fc_relaxed_loop *loop;
    int n_loops;
    int *order; /* [n_states + n_loops] items of the levels, level by level: a state, or n_states + a loop */
    int *
        level; /* [n_loops + 2] where the items of level i begin in order: level 0 is outside all loops, i + 1 loop i */
} fc_relaxed;

/** Reads a file of format "relaxed" 1 (README); it is not in order yet. FC_E_INPUT with its place. */
fc_status fc_relaxed_read(FC_GIVE fc_relaxed *out, const char *path, fc_report *report);
void fc_relaxed_free(fc_relaxed *graph);
/** Puts states and loops in order, after reading. FC_E_INPUT names a circle that no loop edge closes. */
fc_status fc_relaxed_order(fc_relaxed *graph, fc_report *report);

/** The loop around a loop; that around all of them is -1. */
static inline int fc_relaxed_around(const fc_relaxed *graph, int loop)
{
    return loop < 0 ? -1 : graph->loop[loop].around;
}
/** The innermost loop that holds both states; -1: none. */
int fc_relaxed_common_loop(const fc_relaxed *graph, int from, int to);

typedef struct fc_relaxed_result {
    double time_s;      /* the latest activation */
    double activations; /* states activated */
    bool *decided;      /* [n_transitions] in some turn no other stamp at its state was greater */
} fc_relaxed_result;

/** One evaluation; parameter[n_parameters]. FC_E_INPUT where a cost is negative or no number, or a limit no number of
 * turns; FC_E_INTERRUPTED by `stop`, which may be NULL. */
fc_status fc_relaxed_evaluate(FC_GIVE fc_relaxed_result *out, const fc_relaxed *graph, const double *parameter,
                              const volatile sig_atomic_t *stop, fc_report *report);
void fc_relaxed_result_free(fc_relaxed_result *result);

/** Edge relaxation [machine, section 2.2]: drops the transitions that decided nothing in the result. Returns how many.
 * The graph stays exact where it was evaluated, and may underestimate elsewhere. */
int fc_relaxed_drop(fc_relaxed *graph, const fc_relaxed_result *result);
/** Path reduction [machine, section 2.2]: a state with one transition in and one out, all within one turn of one loop,
 * becomes a transition with the sum of their costs. Before the graph is put in order. Returns how many states went. */
int fc_relaxed_reduce(fc_relaxed *graph);

#endif
