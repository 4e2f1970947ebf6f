/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file program_teams.h  Tasks of OpenMP teams (runtime/evaluate/team_tell.h) in a program's task graph: a part is a
 * task of its thread, a join or a part that takes no time one that needs no process. */
#ifndef FC_PROGRAM_TEAMS_H
#define FC_PROGRAM_TEAMS_H

#include "runtime/evaluate/trace.h"
#include "runtime/taskgraph/taskgraph.h"

/** The team that is being told: one at a time. */
typedef struct fc_program_team {
    bool is_open;
    uint32_t *task; /* [n] by part; of part 0 the rank's task before */
    size_t n, capacity;
    fc_trace_record *edge; /* [n_edges] FC_TRACE_PART_AFTER */
    size_t n_edges, edge_capacity;
} fc_program_team;

/** The team begins when task `before` has ended. */
void fc_program_team_begin(fc_program_team *team, uint32_t before);
/** process: the rank's first; its threads' follow. */
void fc_program_team_part(fc_program_team *team, fc_taskgraph *graph, const fc_trace_record *record, int process);
void fc_program_team_after(fc_program_team *team, const fc_trace_record *record);
/** Adds the team's edges, and that to `after`. */
void fc_program_team_end(fc_program_team *team, fc_taskgraph *graph, uint32_t after, double delay);
void fc_program_team_free(fc_program_team *team);

#endif
