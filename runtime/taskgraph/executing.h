/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file executing.h  The set E of executing tasks ([taskgraph], figure 2, steps 1 to 3): the next completion, and
 * progress until then.
 *
 * All tasks of a usage class are slowed by the same factor, as D_i / r_i is equal. So a class has one clock, the CPU
 * seconds that each of its tasks has received; a task ends when that clock has advanced by its demand. A new slowdown
 * changes the clock's rate only. A step costs O(classes + log P), not O(P). */
#ifndef FC_EXECUTING_H
#define FC_EXECUTING_H

#include "runtime/taskgraph/analysis.h"

#include "machine_properties/support/map.h"

/** A busy process: its task ends when the class's clock reaches `until`. */
typedef struct fc_running {
    double until;
    uint32_t process;
} fc_running;

typedef struct fc_running_class {
    double clock;     /* CPU seconds */
    double slow;      /* 1 + D_i / r_i: seconds per CPU second */
    fc_running *heap; /* by until, then by process */
    size_t n, capacity;
    int active_at; /* index in fc_executing.active; -1: the class has no executing task */
} fc_running_class;

typedef struct fc_executing {
    const fc_taskgraph *graph;
    fc_analysis_system system;
    double now; /* seconds since the start: T_total */
    uint32_t n;
    fc_running_class *class_of; /* [n_classes] */
    int n_classes;              /* 1 without a system model, which ignores usage */
    int *active, n_active;      /* classes with executing tasks, unordered */
    bool is_changed;            /* since the slowdowns were computed */
    int *count;                 /* [n_classes] input of the model */
    double *overhead;           /* [n_classes] output of the model */
    fc_map known;               /* memoized: set of executing tasks -> slowdowns */
    double **result;            /* [n_results] the values of `known`, owned */
    size_t n_results, result_capacity;
} fc_executing;

void fc_executing_begin(FC_GIVE fc_executing *out, const fc_taskgraph *graph, const fc_analysis_system *system);
void fc_executing_end(fc_executing *executing);
/** Starts a task of this usage class that needs demand_s CPU seconds. */
void fc_executing_add(fc_executing *executing, uint32_t process, int usage, double demand_s);
/** The time of the next completion under the slowdowns of the present set; INFINITY: no task executes. */
double fc_executing_next(fc_executing *executing);
/** Advances the clocks to `time`, at most fc_executing_next(). */
void fc_executing_advance(fc_executing *executing, double time);
/** Removes a task that has ended and returns its process; false: none has ended. */
bool fc_executing_take(uint32_t *process, fc_executing *executing);

#endif
