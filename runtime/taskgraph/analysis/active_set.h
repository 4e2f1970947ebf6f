/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file active_set.h  The set E of executing tasks ([taskgraph], figure 2, steps 1 to 3): the next completion, and
 * progress until then.
 *
 * All tasks of a usage class are slowed by the same factor, as D_i / r_i is equal. So a class has one clock, the CPU
 * seconds that each of its tasks has received; a task ends when that clock has advanced by its demand. A new slowdown
 * changes the clock's rate only. A step costs O(classes + log P), not O(P). */
#ifndef FC_ACTIVE_SET_H
#define FC_ACTIVE_SET_H

#include "runtime/taskgraph/analysis/task_analysis.h"

#include "support/map.h"

/** A busy process: its task ends when the class's clock reaches `until`. */
typedef struct fc_active_task {
    double until;
    uint32_t process;
} fc_active_task;

typedef struct fc_active_class {
    double clock;         /* CPU seconds */
    double slow;          /* 1 + D_i / r_i: seconds per CPU second */
    fc_active_task *heap; /* by until, then by process */
    size_t n, capacity;
    int active_at; /* index in fc_active_set.active; -1: the class has no executing task */
} fc_active_class;

typedef struct fc_active_set {
    const fc_taskgraph *graph;
    fc_task_analysis_system system;
    double now; /* seconds since the start: T_total */
    uint32_t n;
    fc_active_class *class_of; /* [n_classes] */
    int n_classes;             /* 1 without a system model, which ignores usage */
    int *active, n_active;     /* classes with executing tasks, unordered */
    bool is_changed;           /* since the slowdowns were computed */
    int *count;                /* [n_classes] input of the model */
    double *overhead;          /* [n_classes] output of the model */
    fc_map known;              /* memoized: set of executing tasks -> slowdowns */
    double **result;           /* [n_results] the values of `known`, owned */
    size_t n_results, result_capacity;
} fc_active_set;

void fc_active_set_begin(FC_GIVE fc_active_set *out, const fc_taskgraph *graph, const fc_task_analysis_system *system);
void fc_active_set_end(fc_active_set *executing);
/** Starts a task of this usage class that needs demand_s CPU seconds. */
void fc_active_set_add(fc_active_set *executing, uint32_t process, int usage, double demand_s);
/** The time of the next completion under the slowdowns of the present set; INFINITY: no task executes. */
double fc_active_set_next(fc_active_set *executing);
/** Advances the clocks to `time`, at most fc_active_set_next(). */
void fc_active_set_advance(fc_active_set *executing, double time);
/** Removes a task that has ended and returns its process; false: none has ended. */
bool fc_active_set_take(uint32_t *process, fc_active_set *executing);

#endif
