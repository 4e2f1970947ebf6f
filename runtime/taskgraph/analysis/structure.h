/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file structure.h  The structure of a task graph [taskgraph, Table I]: fork-join phases with the Kruskal-Weiss
 * model, series-parallel reduction, and the condensed task graph. */
#ifndef FC_STRUCTURE_H
#define FC_STRUCTURE_H

#include "runtime/taskgraph/schedules/schedule.h"

/** Independent tasks between two barriers; a serial phase has one task. */
typedef struct fc_structure_phase {
    double n, mean_s, deviation_s; /* joins excluded; the deviation is that of the population (divided by n) */
} fc_structure_phase;

/** Splits a fork-join graph into its phases, in order. False: the graph is not fork-join. The caller frees *phase. */
bool fc_structure_phases(FC_GIVE fc_structure_phase **phase, size_t *n, const fc_taskgraph *graph);
/** Expected seconds by [Kruskal and Weiss 1985], summed over the phases, from the tasks' own standard deviation or, if
 * `exponential`, from their mean. lock_s: time to take one task. */
double fc_structure_kruskal_weiss(const fc_structure_phase *phase, size_t n, double processes, double lock_s,
                                  bool exponential);

/** Result of repeated series and parallel reduction; graphs with edge delays are not reduced. */
typedef struct fc_structure_reduction {
    uint32_t left; /* vertices left; 1: the graph is series-parallel */
    double time_s; /* with left = 1: the time on unlimited processes; otherwise NAN */
} fc_structure_reduction;

/** O((n + E) log E) a round, with one round for each level of nesting. */
fc_structure_reduction fc_structure_reduce(const fc_taskgraph *graph);

/** The condensed task graph under a static schedule without deadlock: tasks that a process executes between two
 * synchronization points become one task. Its schedule is "listed". The time is the same in the basic model and in the
 * complete model, as only tasks of equal usage are merged. */
void fc_structure_condense(FC_GIVE fc_taskgraph *out, const fc_taskgraph *graph, const fc_schedule *schedule,
                           uint32_t processes);

#endif
