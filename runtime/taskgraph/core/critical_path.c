/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/core/critical_path.h"

#include <math.h>
#include <stdlib.h>

static double delay_of(const fc_taskgraph *graph, size_t edge)
{
    return graph->delay_s ? graph->delay_s[edge] : 0;
}

void fc_critical_path_to_end(double *out, const fc_taskgraph *graph)
{
    for (uint32_t i = graph->n; i-- > 0;) {
        uint32_t task = graph->order[i];
        double rest = 0;
        for (size_t e = graph->child_start[task]; e < graph->child_start[task + 1]; e++)
            rest = fmax(rest, delay_of(graph, e) + out[graph->child[e]]);
        out[task] = graph->demand_s[task] + rest;
    }
}

/* Follows the longest path from its first task, at each step to the child with the longest remaining path. */
static void walk(fc_critical_path *path, const fc_taskgraph *graph, const double *to_end)
{
    uint32_t task = graph->order[0], best;
    for (uint32_t i = 0; i < graph->n; i++)
        if (graph->n_parents[i] == 0 && to_end[i] > to_end[task])
            task = i;
    do {
        double rest = -1;
        if (graph->slot[task] != FC_TASKGRAPH_JOIN)
            path->task[path->n_tasks++] = task;
        best = FC_TASKGRAPH_JOIN;
        for (size_t e = graph->child_start[task]; e < graph->child_start[task + 1]; e++)
            if (delay_of(graph, e) + to_end[graph->child[e]] > rest) {
                best = graph->child[e];
                rest = delay_of(graph, e) + to_end[best];
            }
        task = best;
    } while (best != FC_TASKGRAPH_JOIN);
}

void fc_critical_path_find(fc_critical_path *out, const fc_taskgraph *graph)
{
    double *to_end = fc_allocate(graph->n, sizeof *to_end);
    *out = (fc_critical_path){0};
    out->start_s = fc_allocate(graph->n, sizeof *out->start_s);
    out->slack_s = fc_allocate(graph->n, sizeof *out->slack_s);
    out->task = fc_allocate(graph->n, sizeof *out->task);
    double *start = out->start_s;
    for (uint32_t i = 0; i < graph->n; i++) {
        uint32_t task = graph->order[i];
        double end = start[task] + graph->demand_s[task];
        for (size_t e = graph->child_start[task]; e < graph->child_start[task + 1]; e++)
            start[graph->child[e]] = fmax(start[graph->child[e]], end + delay_of(graph, e));
    }
    fc_critical_path_to_end(to_end, graph);
    for (uint32_t i = 0; i < graph->n; i++) {
        out->work_s += graph->demand_s[i];
        out->time_s = fmax(out->time_s, to_end[i]);
    }
    for (uint32_t i = 0; i < graph->n; i++)
        out->slack_s[i] = fmax(0, out->time_s - to_end[i] - out->start_s[i]);
    walk(out, graph, to_end);
    free(to_end);
}

void fc_critical_path_free(fc_critical_path *path)
{
    free(path->start_s);
    free(path->slack_s);
    free(path->task);
    *path = (fc_critical_path){0};
}
