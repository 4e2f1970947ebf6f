/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/taskgraph/execution.h"

#include <math.h>
#include <stdlib.h>

static void keep(void *data, uint32_t task, uint32_t process, double start_s, double end_s)
{
    fc_execution *execution = data;
    execution->slice = fc_grow(execution->slice, &execution->capacity, execution->n + 1, sizeof *execution->slice);
    execution->slice[execution->n++] = (fc_execution_slice){start_s, end_s, task, process};
}

fc_status fc_execution_record(fc_execution *out, const fc_study *study, fc_report *report)
{
    const int at = study->processes.n - 1;
    fc_execution execution = {.graph = &study->file.graph, .processes = (uint32_t)study->processes.value[at]};
    fc_analysis result;
    fc_status status = fc_study_observe(&result, study, at, &(fc_task_analysis_observer){keep, &execution}, report);
    if (status) {
        fc_execution_free(&execution);
        return status;
    }
    execution.time_s = result.time_s;
    *out = execution;
    return FC_OK;
}

void fc_execution_free(fc_execution *execution)
{
    free(execution->slice);
    *execution = (fc_execution){0};
}

/* ---- processes per active queue ---- */

typedef struct change {
    double time_s;
    uint32_t queue;
    int by; /* 1: a task of the queue begins; -1: one ends */
} change;

/* By time, ends before begins: a process that continues in a queue never counts twice. */
static int compare_changes(const void *a, const void *b)
{
    const change *x = a, *y = b;
    if (x->time_s != y->time_s)
        return x->time_s < y->time_s ? -1 : 1;
    return x->by - y->by;
}

static change *sort_changes(const fc_execution *execution)
{
    const fc_taskgraph *graph = execution->graph;
    change *changes = fc_allocate(2 * execution->n + 1, sizeof *changes);
    for (size_t i = 0; i < execution->n; i++) {
        const fc_execution_slice *slice = &execution->slice[i];
        uint32_t queue = graph->queue ? (uint32_t)(graph->queue[slice->task] + 1) : 0;
        changes[2 * i] = (change){slice->start_s, queue, 1};
        changes[2 * i + 1] = (change){slice->end_s, queue, -1};
    }
    qsort(changes, 2 * execution->n, sizeof *changes, compare_changes);
    return changes;
}

/* Sums over parts of the time: [n]. */
typedef struct parts {
    double *sum, *covered; /* of ratio * time, of time */
    double part_s;
    int n;
} parts;

/* Adds ratio * time of [run[0], run[1]) to the parts it falls into. */
static void spread(parts *of, const double run[2], double ratio)
{
    for (int k = (int)(run[0] / of->part_s); k < of->n && k * of->part_s < run[1]; k++) {
        double low = fmax(run[0], k * of->part_s), high = fmin(run[1], (k + 1) * of->part_s);
        if (high > low) {
            of->sum[k] += ratio * (high - low);
            of->covered[k] += high - low;
        }
    }
}

void fc_execution_queue_means(double *mean, int n, const fc_execution *execution)
{
    change *changes = sort_changes(execution);
    parts of = {mean, fc_allocate((size_t)n, sizeof(double)), execution->time_s / n, n};
    uint32_t *executing = fc_allocate(execution->graph->queue_names.n + 1, sizeof *executing);
    int processes = 0, queues = 0;
    for (int k = 0; k < n; k++)
        mean[k] = 0;
    for (size_t i = 0; i < 2 * execution->n; i++) {
        const change *at = &changes[i];
        if (i > 0 && queues > 0 && at->time_s > changes[i - 1].time_s)
            spread(&of, (double[]){changes[i - 1].time_s, at->time_s}, (double)processes / queues);
        processes += at->by;
        if (at->by > 0)
            queues += executing[at->queue]++ == 0;
        else
            queues -= --executing[at->queue] == 0;
    }
    for (int k = 0; k < n; k++)
        mean[k] = of.covered[k] > 0 ? mean[k] / of.covered[k] : NAN;
    free(executing);
    free(of.covered);
    free(changes);
}
