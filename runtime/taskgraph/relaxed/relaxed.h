/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file relaxed.h  Relaxed task graphs [machine, sections 2.2 and 2.5]: states and transitions with cost expressions,
 * loop edges and forward edges, evaluated with time stamps. The evaluation cost does not depend on the machine size,
 * which is a parameter of the expressions.
 *
 * A state belongs to a loop or to none; loops may be nested. Each iteration of a loop activates its states in the order
 * of their transitions. A state's activation time is the maximum time stamp of its incoming transitions. A transition's
 * time stamp is the activation time of its source plus its cost under the current parameters.
 *
 * - A loop edge leads from a loop's last state to its first and carries the stamp to the next iteration.
 * - A forward edge carries its stamp `ahead` iterations of the innermost loop that contains both states.
 * - A transition out of a loop carries the stamp of the last iteration. A loop with no iterations takes no time. */
#ifndef FC_RELAXED_H
#define FC_RELAXED_H

#include "runtime/taskgraph/relaxed/expression.h"

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
    char *name; /* its cost expression as text */
    int from, to;
    int ahead; /* 0: none; iterations that a forward edge leads ahead */
    fc_expression *cost_s;
    bool is_dropped; /* removed by edge relaxation */
} fc_relaxed_transition;

/** A loop: its counter runs from 1 to floor(limit). */
typedef struct fc_relaxed_loop {
    int counter; /* index of its name */
    int around;  /* the enclosing loop; -1: none */
    fc_expression *limit;
    int first, last;       /* states of the loop */
    fc_expression *cost_s; /* of the loop edge */
} fc_relaxed_loop;

/** A name for an expression over earlier names, recomputed whenever a counter changes. */
typedef struct fc_relaxed_definition {
    int name;
    fc_expression *value;
} fc_relaxed_definition;

typedef struct fc_relaxed {
    char *path, *name;
    fc_words names; /* parameters, then counters, then definitions */
    int n_parameters;
    double *parameter; /* [n_parameters] values from the file */
    fc_relaxed_definition *definition;
    int n_definitions;
    fc_relaxed_state *state;
    int n_states;
    fc_relaxed_transition *transition;
    int n_transitions;
    fc_relaxed_loop *loop;
    int n_loops;
    int *order; /* [n_states + n_loops] items in evaluation order, level by level: a state, or n_states + a loop */
    int *level; /* [n_loops + 2] first item of each level in order; level 0: outside all loops, i + 1: loop i */
} fc_relaxed;

/** Reads a file of format "relaxed" 1 (README). fc_relaxed_order() must follow. FC_E_INPUT with its place. */
fc_status fc_relaxed_read(FC_GIVE fc_relaxed *out, const char *path, fc_report *report);
void fc_relaxed_free(fc_relaxed *graph);
/** Sorts states and loops topologically. FC_E_INPUT names a cycle that no loop edge closes. */
fc_status fc_relaxed_order(fc_relaxed *graph, fc_report *report);

/** The enclosing loop; -1: none. */
static inline int fc_relaxed_enclosing_loop(const fc_relaxed *graph, int loop)
{
    return loop < 0 ? -1 : graph->loop[loop].around;
}
/** The innermost loop that contains both states; -1: none. */
int fc_relaxed_common_loop(const fc_relaxed *graph, int from, int to);

typedef struct fc_relaxed_result {
    double time_s;      /* the latest activation time */
    double activations; /* number of activations */
    bool *decided;      /* [n_transitions] in some iteration its stamp was the maximum at its state */
} fc_relaxed_result;

/** Evaluates the graph for parameter[n_parameters]. FC_E_INPUT for a cost that is negative or not finite, or an invalid
 * limit; FC_E_INTERRUPTED by `stop`, which may be NULL. */
fc_status fc_relaxed_evaluate(FC_GIVE fc_relaxed_result *out, const fc_relaxed *graph, const double *parameter,
                              const volatile sig_atomic_t *stop, fc_report *report);
void fc_relaxed_result_free(fc_relaxed_result *result);

/** Edge relaxation [machine, section 2.2]: drops the transitions that never determined an activation in the result.
 * Returns their number. The graph stays exact for these parameters, and may underestimate for others. */
int fc_relaxed_relax_edges(fc_relaxed *graph, const fc_relaxed_result *result);
/** Path reduction [machine, section 2.2]: replaces a state with one incoming and one outgoing transition, all in one
 * iteration of one loop, by a transition with the summed cost. To be called before fc_relaxed_order(). Returns the
 * number of states removed. */
int fc_relaxed_reduce_paths(fc_relaxed *graph);

#endif
