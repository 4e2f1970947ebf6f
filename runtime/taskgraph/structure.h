/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file structure.h  What kind of graph it is [taskgraph, Table I], the cheap model of the simplest kind, and the
 * condensed graph. */
#ifndef FC_STRUCTURE_H
#define FC_STRUCTURE_H

#include "runtime/taskgraph/schedule.h"

/** Independent tasks between two barriers; a serial phase has one. */
typedef struct fc_phase_of_tasks {
    double n, mean_s, deviation_s; /* joins left out; the deviation with n in the denominator */
} fc_phase_of_tasks;

/** The phases of a fork-join graph, in order; false: it is none. phase is the caller's to free. */
bool fc_structure_phases(FC_GIVE fc_phase_of_tasks **phase, size_t *n, const fc_taskgraph *graph);
/** Expected seconds by [Kruskal and Weiss 1985], phase after phase: with the tasks' own deviation, or, exponential,
 * with their mean. lock_s: what getting a task takes. */
double fc_structure_kruskal_weiss(const fc_phase_of_tasks *phase, size_t n, double processes, double lock_s,
                                  bool exponential);

/** Repeated series and parallel reduction; edges with delays are not reduced. */
typedef struct fc_series_parallel {
    uint32_t left; /* vertices; 1: the graph is series-parallel */
    double time_s; /* then: of the whole on processes enough */
} fc_series_parallel;

/** O((n + E) log E) a round, as many rounds as reductions are nested. */
fc_series_parallel fc_structure_reduce(const fc_taskgraph *graph);

/** The condensed graph under a static schedule that can be executed: tasks that a process executes one after the other
 * between synchronisation points are one task. Its schedule is "listed"; it takes the same time in the basic model, and
 * in the complete one too, as only tasks of the same usage are put together. */
void fc_structure_condense(FC_GIVE fc_taskgraph *out, const fc_taskgraph *graph, const fc_schedule *schedule,
                           uint32_t processes);

#endif
