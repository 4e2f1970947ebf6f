/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/analysis/active_set.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_RESULTS = 1 << 18
};

void fc_active_set_begin(fc_active_set *out, const fc_taskgraph *graph, const fc_task_analysis_system *system)
{
    *out = (fc_active_set){.graph = graph, .system = *system, .n_classes = system->overhead ? graph->n_usages : 1};
    const size_t n = (size_t)out->n_classes;
    out->class_of = fc_allocate(n, sizeof *out->class_of);
    out->active = fc_allocate(n, sizeof *out->active);
    out->count = fc_allocate(n, sizeof *out->count);
    out->overhead = fc_allocate(n, sizeof *out->overhead);
    for (size_t c = 0; c < n; c++)
        out->class_of[c] = (fc_active_class){.slow = 1, .active_at = -1};
}

static void forget_results(fc_active_set *executing)
{
    for (size_t i = 0; i < executing->n_results; i++)
        free(executing->result[i]);
    executing->n_results = 0;
    fc_map_free(&executing->known);
    executing->known = (fc_map){0};
}

void fc_active_set_end(fc_active_set *executing)
{
    for (int c = 0; c < executing->n_classes; c++)
        free(executing->class_of[c].heap);
    forget_results(executing);
    free(executing->result);
    free(executing->class_of);
    free(executing->active);
    free(executing->count);
    free(executing->overhead);
    *executing = (fc_active_set){0};
}

/* ---- a class's heap ---- */

static bool ends_before(const fc_active_task *a, const fc_active_task *b)
{
    return a->until < b->until || (a->until == b->until && a->process < b->process);
}

static fc_active_task pop(fc_active_class *of)
{
    const fc_active_task top = of->heap[0], last = of->heap[--of->n];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < of->n; at = child) {
        if (child + 1 < of->n && ends_before(&of->heap[child + 1], &of->heap[child]))
            child++;
        if (!ends_before(&of->heap[child], &last))
            break;
        of->heap[at] = of->heap[child];
    }
    of->heap[at] = last;
    return top;
}

/* ---- active classes ---- */

void fc_active_set_add(fc_active_set *executing, uint32_t process, int usage, double demand_s)
{
    const int number = executing->n_classes > 1 ? usage : 0;
    fc_active_class *of = &executing->class_of[number];
    if (of->active_at < 0) {
        executing->class_of[number].active_at = executing->n_active;
        executing->active[executing->n_active++] = number;
        of->clock = executing->now; /* any value is valid; this one keeps the basic model free of rounding */
    }
    fc_active_task running = (fc_active_task){of->clock + demand_s, process};
    size_t at = of->n++;
    of->heap = fc_grow(of->heap, &of->capacity, of->n, sizeof *of->heap);
    for (; at > 0 && ends_before(&running, &of->heap[(at - 1) / 2]); at = (at - 1) / 2)
        of->heap[at] = of->heap[(at - 1) / 2];
    of->heap[at] = running;
    executing->n++;
    executing->is_changed = true;
}

/* ---- step 1: the overheads of the present set, memoized ---- */

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Writes the set as pairs (class, number of tasks), sorted by class. Returns its length in ints. */
static int write_key(int *key, const fc_active_set *executing)
{
    for (int i = 0; i < executing->n_active; i++)
        key[i] = executing->active[i];
    qsort(key, (size_t)executing->n_active, sizeof *key, compare_ints);
    for (int i = 0; i < executing->n_active; i++)
        key[executing->n_active + i] = (int)executing->class_of[key[i]].n;
    return 2 * executing->n_active;
}

static void find_slowdowns(fc_active_set *executing)
{
    executing->is_changed = false;
    if (!executing->system.overhead || executing->n_active == 0)
        return;
    int *key = fc_allocate(2 * (size_t)executing->n_active, sizeof *key);
    const size_t bytes = (size_t)write_key(key, executing) * sizeof *key;
    double *result = fc_map_get(&executing->known, key, bytes);
    if (!result) {
        const fc_taskgraph *graph = executing->graph;
        result = fc_allocate((size_t)executing->n_active, sizeof *result);
        for (int i = 0; i < executing->n_active; i++)
            executing->count[key[i]] = (int)executing->class_of[key[i]].n;
        fc_task_load load = {executing->n_classes, executing->count, graph->usages, graph->n_usage};
        executing->system.overhead(executing->overhead, &load, executing->system.parameter);
        for (int i = 0; i < executing->n_active; i++) {
            double overhead = executing->overhead[key[i]];
            result[i] = overhead >= 0 && isfinite(overhead) ? 1 + overhead : NAN;
            executing->count[key[i]] = 0;
        }
        if (executing->n_results == MOST_RESULTS)
            forget_results(executing);
        executing->result = fc_grow(executing->result, &executing->result_capacity, executing->n_results + 1,
                                    sizeof *executing->result);
        executing->result[executing->n_results++] = result;
        fc_map_put(&executing->known, key, bytes, result);
    }
    for (int i = 0; i < executing->n_active; i++)
        executing->class_of[key[i]].slow = result[i];
    free(key);
}

/* ---- steps 2 and 3 ---- */

/* Without contention the clock equals the time, bit by bit. */
static double end_of_first(const fc_active_set *executing, const fc_active_class *of)
{
    if (of->slow == 1 && of->clock == executing->now)
        return of->heap[0].until;
    return executing->now + fmax(0, of->heap[0].until - of->clock) * of->slow;
}

double fc_active_set_next(fc_active_set *executing)
{
    double next = INFINITY;
    if (executing->is_changed)
        find_slowdowns(executing);
    for (int i = 0; i < executing->n_active; i++) {
        double end = end_of_first(executing, &executing->class_of[executing->active[i]]);
        if (!(end >= next))
            next = end; /* the negated comparison also passes on NaN of a failing model */
    }
    return next;
}

void fc_active_set_advance(fc_active_set *executing, double time)
{
    for (int i = 0; i < executing->n_active; i++) {
        fc_active_class *of = &executing->class_of[executing->active[i]];
        if (of->slow == 1 && of->clock == executing->now)
            of->clock = time;
        else if (end_of_first(executing, of) <= time)
            of->clock = of->heap[0].until;
        else
            of->clock += (time - executing->now) / of->slow;
    }
    executing->now = time;
}

bool fc_active_set_take(uint32_t *process, fc_active_set *executing)
{
    int best = -1;
    for (int i = 0; i < executing->n_active; i++) {
        const int c = executing->active[i];
        const fc_active_class *of = &executing->class_of[c];
        if (of->heap[0].until <= of->clock &&
            (best < 0 || of->heap[0].process < executing->class_of[best].heap[0].process))
            best = c;
    }
    if (best < 0)
        return false;
    *process = pop(&executing->class_of[best]).process;
    executing->n--;
    executing->is_changed = true;
    if (executing->class_of[best].n == 0) {
        const int at = executing->class_of[best].active_at, moved = executing->active[--executing->n_active];
        executing->active[at] = moved;
        executing->class_of[moved].active_at = at;
        executing->class_of[best].active_at = -1;
    }
    return true;
}
