/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/schedules/ready_list.h"

#include "runtime/taskgraph/core/critical_path.h"

#include <stdlib.h>

static const uint32_t nothing = FC_TASKGRAPH_JOIN;

/* ---- queues: doubly linked, so that both ends can be taken ---- */

static void make_queues(fc_ready_list *ready, uint32_t n)
{
    ready->n_queues = n;
    ready->next = fc_allocate(ready->graph->n, sizeof *ready->next);
    ready->previous = fc_allocate(ready->graph->n, sizeof *ready->previous);
    ready->first = fc_allocate(n, sizeof *ready->first);
    ready->last = fc_allocate(n, sizeof *ready->last);
    ready->length = fc_allocate(n, sizeof *ready->length);
    for (uint32_t q = 0; q < n; q++)
        ready->first[q] = ready->last[q] = nothing;
}

static void append(fc_ready_list *ready, uint32_t queue, uint32_t task)
{
    const uint32_t last = ready->last[queue];
    ready->previous[task] = last;
    ready->next[task] = nothing;
    if (last == nothing)
        ready->first[queue] = task;
    else
        ready->next[last] = task;
    ready->last[queue] = task;
    ready->length[queue]++;
}

static uint32_t take_first(fc_ready_list *ready, uint32_t queue)
{
    const uint32_t task = ready->first[queue], next = ready->next[task];
    ready->first[queue] = next;
    if (next == nothing)
        ready->last[queue] = nothing;
    else
        ready->previous[next] = nothing;
    ready->length[queue]--;
    return task;
}

/* ---- static schedules: each process has its own list, and waits for its first task ---- */

static void make_lists(fc_ready_list *ready)
{
    const fc_taskgraph *graph = ready->graph;
    ready->next = fc_allocate(graph->n, sizeof *ready->next);
    ready->owner = fc_allocate(graph->n, sizeof *ready->owner);
    ready->is_ready = fc_allocate(graph->n, 1);
    ready->first = fc_allocate(ready->processes, sizeof *ready->first);
    for (uint32_t p = 0; p < ready->processes; p++)
        ready->first[p] = nothing;
    for (uint32_t i = graph->n; i-- > 0;) {
        if (graph->slot[i] == FC_TASKGRAPH_JOIN)
            continue;
        uint32_t owner = fc_schedule_process(&ready->schedule, graph, i, ready->processes);
        ready->owner[i] = owner;
        ready->next[i] = ready->first[owner];
        ready->first[owner] = i;
    }
}

static uint32_t take_own(fc_ready_list *ready, uint32_t process)
{
    const uint32_t task = ready->first[process];
    if (task == nothing || !ready->is_ready[task])
        return nothing;
    ready->first[process] = ready->next[task];
    return task;
}

/* ---- one queue ordered by key ---- */

static bool precedes(const fc_ready_list_entry *a, const fc_ready_list_entry *b)
{
    return a->key > b->key || (a->key == b->key && a->arrival < b->arrival);
}

static uint32_t pop_ordered(fc_ready_list *ready)
{
    const uint32_t n = ready->n - 1;
    const fc_ready_list_entry top = ready->heap[0], entry = ready->heap[n];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && precedes(&ready->heap[child + 1], &ready->heap[child]))
            child++;
        if (!precedes(&ready->heap[child], &entry))
            break;
        ready->heap[at] = ready->heap[child];
    }
    ready->heap[at] = entry;
    return top.task;
}

static void make_ordered(fc_ready_list *ready)
{
    const fc_taskgraph *graph = ready->graph;
    ready->key = fc_allocate(graph->n, sizeof *ready->key);
    ready->heap = fc_allocate(graph->n, sizeof *ready->heap);
    if (ready->schedule.kind == FC_SCHEDULE_LARGEST) {
        /* Key 1 for the first largest task of each block, 0 for the others. */
        for (size_t b = 0; b < graph->n_blocks; b++) {
            uint32_t end = b + 1 < graph->n_blocks ? graph->block[b + 1].first : graph->n,
                     largest = graph->block[b].first;
            for (uint32_t i = largest; i < end; i++)
                if (graph->demand_s[i] > graph->demand_s[largest])
                    largest = i;
            if (largest < end)
                ready->key[largest] = 1;
        }
    } else if (ready->schedule.kind == FC_SCHEDULE_CRITICAL)
        fc_critical_path_to_end(ready->key, graph);
    else
        for (uint32_t i = 0; i < graph->n; i++)
            ready->key[i] = ready->schedule.kind == FC_SCHEDULE_LPT ? graph->demand_s[i]
                            : graph->priority                       ? graph->priority[i]
                                                                    : 0;
}

/* ---- several queues: semi-static schedules [taskgraph, section 5.3] ---- */

static void attach_processes(fc_ready_list *ready)
{
    const fc_schedule *schedule = &ready->schedule;
    ready->attached = fc_allocate(ready->n_queues, sizeof *ready->attached);
    ready->at = fc_allocate(ready->processes, sizeof *ready->at);
    for (uint32_t p = 0; p < ready->processes; p++) {
        ready->at[p] =
            schedule->start ? (uint32_t)schedule->start[p % (uint32_t)schedule->n_start] : p % ready->n_queues;
        ready->attached[ready->at[p]]++;
    }
}

/* Whether queue q is a better one to switch to than `best`. */
static bool is_better(const fc_ready_list *ready, uint32_t q, uint32_t best)
{
    return ready->schedule.kind == FC_SCHEDULE_QUEUES_FULL ? ready->length[q] > ready->length[best]
                                                           : ready->attached[q] < ready->attached[best];
}

static uint32_t take_from_queues(fc_ready_list *ready, uint32_t process)
{
    uint32_t queue = ready->at[process], best = nothing;
    if (ready->length[queue] > 0)
        return take_first(ready, queue);
    if (ready->schedule.kind == FC_SCHEDULE_QUEUES_FIXED)
        return nothing;
    for (uint32_t q = 0; q < ready->n_queues; q++)
        if (ready->length[q] > 0 && (best == nothing || is_better(ready, q, best)))
            best = q;
    if (best == nothing)
        return nothing;
    ready->attached[queue]--;
    ready->attached[best]++;
    ready->at[process] = best;
    return take_first(ready, best);
}

/* ---- work stealing: own tasks newest first, stolen tasks oldest first ---- */

static uint32_t steal(fc_ready_list *ready, uint32_t process)
{
    if (ready->length[process] > 0) {
        const uint32_t task = ready->last[process], previous = ready->previous[task];
        ready->last[process] = previous;
        if (previous == nothing)
            ready->first[process] = nothing;
        else
            ready->next[previous] = nothing;
        ready->length[process]--;
        return task;
    }
    for (uint32_t i = 1; i < ready->processes; i++) {
        uint32_t victim = (process + i) % ready->processes;
        if (ready->length[victim] > 0)
            return take_first(ready, victim);
    }
    return nothing;
}

/* ---- interface ---- */

void fc_ready_list_begin(fc_ready_list *out, const fc_taskgraph *graph, const fc_schedule *schedule, uint32_t processes)
{
    *out = (fc_ready_list){.graph = graph, .schedule = *schedule, .processes = processes};
    switch (schedule->kind) {
    case FC_SCHEDULE_DYNAMIC:
        make_queues(out, 1);
        break;
    case FC_SCHEDULE_PRIORITY:
    case FC_SCHEDULE_LPT:
    case FC_SCHEDULE_LARGEST:
    case FC_SCHEDULE_CRITICAL:
        make_ordered(out);
        break;
    case FC_SCHEDULE_QUEUES:
    case FC_SCHEDULE_QUEUES_FULL:
    case FC_SCHEDULE_QUEUES_FIXED:
        make_queues(out, (uint32_t)graph->queue_names.n);
        attach_processes(out);
        break;
    case FC_SCHEDULE_STEAL:
        make_queues(out, processes);
        break;
    default:
        make_lists(out);
        break;
    }
}

void fc_ready_list_end(fc_ready_list *ready)
{
    void *arrays[] = {ready->next, ready->previous, ready->first, ready->last, ready->length, ready->attached,
                      ready->at,   ready->is_ready, ready->owner, ready->key,  ready->heap};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    *ready = (fc_ready_list){0};
}

void fc_ready_list_add(fc_ready_list *ready, uint32_t task, uint32_t by)
{
    if (ready->owner)
        ready->is_ready[task] = 1;
    else if (ready->heap) {
        const fc_ready_list_entry entry = {ready->key[task], ready->n_arrivals++, task};
        uint32_t at = ready->n; /* ready->n is incremented by the caller */
        for (; at > 0 && precedes(&entry, &ready->heap[(at - 1) / 2]); at = (at - 1) / 2)
            ready->heap[at] = ready->heap[(at - 1) / 2];
        ready->heap[at] = entry;
    } else if (ready->schedule.kind == FC_SCHEDULE_STEAL)
        append(ready, by, task);
    else
        append(ready, ready->at ? (uint32_t)ready->graph->queue[task] : 0, task);
    ready->n++;
}

uint32_t fc_ready_list_take(fc_ready_list *ready, uint32_t process)
{
    uint32_t task;
    if (ready->n == 0)
        return nothing;
    if (ready->owner)
        task = take_own(ready, process);
    else if (ready->heap)
        task = pop_ordered(ready);
    else if (ready->schedule.kind == FC_SCHEDULE_STEAL)
        task = steal(ready, process);
    else if (ready->at)
        task = take_from_queues(ready, process);
    else
        task = take_first(ready, 0);
    ready->n -= task != nothing;
    return task;
}
