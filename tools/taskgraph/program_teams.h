/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file program_teams.h  OpenMP teams (runtime/openmp/team_trace.h) in a program's task graph: a part (chunk,
 * section, task) is a task of its thread. A join, or a part of zero length, is a task without a process. */
#ifndef FC_PROGRAM_TEAMS_H
#define FC_PROGRAM_TEAMS_H

#include "runtime/core/trace.h"
#include "runtime/taskgraph/core/taskgraph.h"

/** The current team; only one is open at a time. */
typedef struct fc_program_team {
    bool is_open;
    uint32_t *task; /* [n] by part; part 0 is the rank's task before the team */
    size_t n, capacity;
    fc_trace_record *edge; /* [n_edges] FC_TRACE_PART_AFTER */
    size_t n_edges, edge_capacity;
} fc_program_team;

/** Opens a team that begins at the end of task `before`. */
void fc_program_team_begin(fc_program_team *team, uint32_t before);
/** Adds a part. process: that of the rank's first thread; those of its other threads follow. */
void fc_program_team_add_part(fc_program_team *team, fc_taskgraph *graph, const fc_trace_record *record, int process);
/** Adds a dependence between parts. */
void fc_program_team_add_edge(fc_program_team *team, const fc_trace_record *record);
/** Adds the team's edges to the graph, and an edge from its last part to `after`. */
void fc_program_team_end(fc_program_team *team, fc_taskgraph *graph, uint32_t after, double delay);
void fc_program_team_free(fc_program_team *team);

#endif
