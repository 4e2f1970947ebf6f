/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/taskgraph/program_teams.h"

#include <stdlib.h>

static void set_task(fc_program_team *team, size_t part, uint32_t task)
{
    team->task = fc_grow(team->task, &team->capacity, part + 1, sizeof *team->task);
    team->task[part] = task;
    team->n = part + 1 > team->n ? part + 1 : team->n;
}

void fc_program_team_begin(fc_program_team *team, uint32_t before)
{
    team->is_open = true;
    team->n = team->n_edges = 0;
    set_task(team, 0, before);
}

void fc_program_team_add_part(fc_program_team *team, fc_taskgraph *graph, const fc_trace_record *record, int process)
{
    const bool is_join = record->peer < 0 || record->end <= record->begin;
    uint32_t task = fc_taskgraph_add_task(graph, is_join ? 0 : record->end - record->begin,
                                          is_join ? FC_TASKGRAPH_JOIN : graph->n, 0);
    if (!is_join) {
        fc_taskgraph_set_process(graph, task, process + record->peer);
        fc_taskgraph_set_label(graph, task, (uint32_t)record->item + 1);
    }
    set_task(team, (size_t)record->part, task);
}

void fc_program_team_add_edge(fc_program_team *team, const fc_trace_record *record)
{
    team->edge = fc_grow(team->edge, &team->edge_capacity, team->n_edges + 1, sizeof *team->edge);
    team->edge[team->n_edges++] = *record;
}

void fc_program_team_end(fc_program_team *team, fc_taskgraph *graph, uint32_t after, double delay)
{
    for (size_t i = 0; i < team->n_edges; i++) {
        const fc_trace_record *edge = &team->edge[i];
        fc_taskgraph_add_edge(graph, team->task[edge->peer], team->task[edge->part], edge->end);
    }
    fc_taskgraph_add_edge(graph, team->task[team->n - 1], after, delay);
    team->is_open = false;
}

void fc_program_team_free(fc_program_team *team)
{
    free(team->task);
    free(team->edge);
    *team = (fc_program_team){0};
}
