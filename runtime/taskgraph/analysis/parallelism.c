/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/analysis/parallelism.h"

#include <math.h>
#include <stdlib.h>

/* A task begins (+1) or ends (-1). */
typedef struct change {
    double at;
    int by;
} change;

static int by_time(const void *a, const void *b)
{
    const change *one = a, *other = b;
    return (one->at > other->at) - (one->at < other->at);
}

fc_parallelism fc_parallelism_of(const fc_taskgraph *graph, const fc_critical_path *path)
{
    fc_parallelism of = {0};
    if (path->time_s <= 0)
        return of;
    change *list = fc_allocate(2 * (size_t)graph->n, sizeof *list);
    /* Joins and tasks without demand do not count. */
    size_t n = 0;
    for (uint32_t i = 0; i < graph->n; i++) {
        if (graph->demand_s[i] <= 0)
            continue;
        list[n++] = (change){path->start_s[i], 1};
        list[n++] = (change){path->start_s[i] + graph->demand_s[i], -1};
    }
    qsort(list, n, sizeof *list, by_time);
    double now = 0, at_once = 0, squares = 0;
    of.A = path->work_s / path->time_s;
    for (size_t i = 0; i < n; i++) {
        double lasts = list[i].at - now;
        squares += lasts * (at_once - of.A) * (at_once - of.A);
        if (lasts > 1e-12 * path->time_s) /* tasks that follow each other are not at once */
            of.most = fmax(of.most, at_once);
        at_once += list[i].by;
        now = list[i].at;
    }
    free(list);
    of.variance = squares / path->time_s;
    of.sigma = of.A > 1 ? of.variance / ((of.A - 1) * (of.A - 1)) : 0;
    return of;
}
