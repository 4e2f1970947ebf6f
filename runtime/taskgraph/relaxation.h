/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file relaxation.h  A relaxed task graph [machine, section 2.2] made from a program's task graph: what its processes
 * do over and over becomes loops.
 *
 * A loop is looked for at a piece of source that all processes come to equally often: what lies between two comings is
 * one of its turns. Turns are alike if every process does the same in them: tasks of the same pieces and costs, edges
 * from the same tasks of the same or of the same number of turns before, edges to the same. A row of alike turns is
 * folded into one with a loop edge, and forward edges from turn to turn; before, in and behind it more loops are looked
 * for. The first and the last turn differ by their edges to what is around them, and stay. Costs are alike up to the
 * rounding of the clocks they were read from, and the loop takes their mean; or they change from turn to turn as a
 * polynomial of the turn that is exact in all of them (turn_cost.h), as where a triangle is worked off, and the loop
 * takes that: an expression in its counter.
 *
 * What is not alike stays as it is, so the result always takes the graph's time. */
#ifndef FC_RELAXATION_H
#define FC_RELAXATION_H

#include "runtime/taskgraph/relaxed.h"
#include "runtime/taskgraph/taskgraph.h"

/** A task is made of this piece of source; a process's in order. */
typedef struct fc_task_mark {
    uint32_t task;
    int item; /* >= 0 */
} fc_task_mark;

typedef struct fc_relaxation_source {
    const char *name;
    const fc_taskgraph *graph; /* of tasks with processes, in order of time each, and of joins; not closed */
    const fc_task_mark *mark;  /* [n_marks] */
    size_t n_marks;
    double time_s;                                     /* of the graph: for rounding */
    void (*place)(fc_text *out, void *data, int item); /* the piece's name */
    void *data;
} fc_relaxation_source;

/** Of what is relaxed (the longest path alone, if it is that): the first turn of the largest loop that differs from
 * those folded, other than its first and last; where no turns were folded, from the one before. */
typedef struct fc_relaxation_unlike {
    bool is_told;
    uint32_t strand; /* processes by number that have tasks */
    int process;
    uint32_t turn; /* from 1 on */
    int item;      /* where the loop's turns begin */
    uint32_t task; /* the process's first that differs */
    bool by_cost;  /* it takes a time that no polynomial tells; else: it is another, or waits for others */
} fc_relaxation_unlike;

/** How it went. */
typedef struct fc_relaxation_told {
    fc_relaxation_unlike unlike;
    int states; /* of the whole graph, folded; its tasks left, where these are far too many */
    /* they were too many: the longest path alone is what was folded. The graph takes the same time; what decides
     * nothing there is relaxed away, so that it may underestimate where costs or limits are changed */
    bool is_path;
} fc_relaxation_told;

enum {
    FC_RELAXATION_MOST = 4000 /* states of a whole graph */
};

/** *out: paths reduced, and in order. FC_E_INPUT where more than FC_RELAXED_MOST states are left even so; *told is set
 * then too. */
fc_status fc_relaxation_make(FC_GIVE fc_relaxed *out, fc_relaxation_told *told, const fc_relaxation_source *source,
                             fc_report *report);

#endif
