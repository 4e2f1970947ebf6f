/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file executing.h  The set E of executing tasks [taskgraph, figure 2]: when the next one ends, and how far the
 * others get until then.
 *
 * All tasks of a usage class are slowed alike, D_i / r_i being the same. So a class has one clock, the CPU seconds that
 * each of its tasks would have got since the beginning; a task ends when that clock has gone on by its demand. Changing
 * the slowdown changes no task, only the clock's pace: steps 1 to 3 cost O(classes), not O(P). */
#ifndef FC_EXECUTING_H
#define FC_EXECUTING_H

#include "runtime/taskgraph/analysis.h"

#include "machine_properties/support/map.h"

/** A process that executes: it ends when its class's clock shows `until`. */
typedef struct fc_running {
    double until;
    uint32_t process;
} fc_running;

typedef struct fc_running_class {
    double clock;     /* CPU seconds */
    double slow;      /* 1 + D_i / r_i: seconds a CPU second */
    fc_running *heap; /* by until, then by process */
    size_t n, capacity;
    int active_at; /* in fc_executing.active; -1: no task of the class executes */
} fc_running_class;

typedef struct fc_executing {
    const fc_taskgraph *graph;
    fc_analysis_system system;
    double now; /* seconds since the start: T_total */
    uint32_t n;
    fc_running_class *class_of; /* [n_classes] */
    int n_classes;              /* 1 without a system model: usage then means nothing */
    int *active, n_active;      /* the classes that execute, in no order */
    bool is_changed;            /* since the slowdowns were found */
    int *count;                 /* [n_classes] for the model */
    double *overhead;           /* [n_classes] from it */
    fc_map known;               /* sets -> their slowdowns */
    double **result;            /* [n_results] owned: what `known` holds */
    size_t n_results, result_capacity;
} fc_executing;

void fc_executing_begin(FC_GIVE fc_executing *out, const fc_taskgraph *graph, const fc_analysis_system *system);
void fc_executing_end(fc_executing *executing);
/** The process begins a task of this class that needs demand_s of CPU. */
void fc_executing_add(fc_executing *executing, uint32_t process, int usage, double demand_s);
/** The time at which the next task ends, under the slowdowns of the present set; INFINITY when none executes. */
double fc_executing_next(fc_executing *executing);
/** Goes on to `time`, at most that of fc_executing_next(); tasks progress. */
void fc_executing_advance(fc_executing *executing, double time);
/** Takes out a task that has ended and gives its process; false: no more have. */
bool fc_executing_take(uint32_t *process, fc_executing *executing);

#endif
