/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file derivation.h  Derives a relaxed task graph [machine, section 2.2] from a program's task graph: repeated
 * patterns become loops.
 *
 * Candidate iterations are delimited by a code site that all processes visit equally often. Two iterations match if
 * every process executes tasks of the same sites and costs in them. Their edges must connect them with the same tasks
 * of the same or of equally distant iterations, or with the same tasks outside.
 *
 * A run of matching iterations becomes one loop body with a loop edge and forward edges. More loops are searched
 * before, inside and after it. The first and last iteration differ by their outside edges and remain.
 *
 * Costs match up to the rounding of the clocks they come from; the loop uses their mean. Otherwise a cost may be a
 * polynomial of the iteration number that is exact in all of them (iteration_cost.h); the loop then has an expression
 * in its counter. Tasks that match no others remain, so the result takes the same time as the task graph. */
#ifndef FC_DERIVATION_H
#define FC_DERIVATION_H

#include "runtime/taskgraph/core/taskgraph.h"
#include "runtime/taskgraph/relaxed/relaxed.h"

/** A task executed this code site; a process's marks are in order. */
typedef struct fc_derivation_mark {
    uint32_t task;
    int item; /* >= 0 */
} fc_derivation_mark;

typedef struct fc_derivation_source {
    const char *name;
    const fc_taskgraph *graph;      /* tasks with processes, each process's in order of time, and joins; not closed */
    const fc_derivation_mark *mark; /* [n_marks] */
    size_t n_marks;
    double time_s;                                     /* time of the graph, for rounding errors */
    void (*place)(fc_text *out, void *data, int item); /* appends the code site's name */
    void *data;
} fc_derivation_source;

/** The first iteration of the largest loop that does not match those folded, other than its first and last. If no
 * iterations were folded: the first that does not match its predecessor. If only the longest path is kept, it refers
 * to that path. */
typedef struct fc_derivation_mismatch {
    bool is_found;
    uint32_t sequence; /* index among the processes that have tasks */
    int process;
    uint32_t iteration; /* from 1 */
    int item;           /* code site that delimits the loop's iterations */
    uint32_t task;      /* the process's first task that does not match */
    bool by_cost;       /* its cost fits no polynomial; otherwise its site or its edges differ */
} fc_derivation_mismatch;

/** Report on a derivation. */
typedef struct fc_derivation_summary {
    fc_derivation_mismatch unlike;
    int states; /* states of the complete folded graph; tasks left, if these are far too many */
    /* There were too many states, so only the longest path was folded. The graph takes the same time. It lacks
     * transitions that do not determine this time, so it may underestimate where costs or limits are changed. */
    bool is_path;
} fc_derivation_summary;

enum {
    FC_DERIVATION_MOST_STATES = 4000 /* most states of a complete graph */
};

/** *out: after path reduction and fc_relaxed_order(). FC_E_INPUT if even the longest path leaves more than
 * FC_RELAXED_MOST states; *summary is set in that case too. */
fc_status fc_derivation_make(FC_GIVE fc_relaxed *out, fc_derivation_summary *summary,
                             const fc_derivation_source *source, fc_report *report);

#endif
