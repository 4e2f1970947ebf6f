/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/core/taskgraph.h"

#include "support/messages/taskgraph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int fc_taskgraph_usage(fc_taskgraph *graph, const double *value)
{
    const size_t width = (size_t)graph->n_usage;
    for (int i = 0; i < graph->n_usages; i++)
        if (width == 0 || memcmp(graph->usages + (size_t)i * width, value, width * sizeof *value) == 0)
            return i;
    if (graph->n_usages == FC_TASKGRAPH_MOST_CLASSES)
        return -1;
    graph->usages =
        fc_grow(graph->usages, &graph->usages_capacity, ((size_t)graph->n_usages + 1) * width, sizeof *graph->usages);
    if (width)
        memcpy(graph->usages + (size_t)graph->n_usages * width, value, width * sizeof *value);
    return graph->n_usages++;
}

/* Stores equal names once, as repeated blocks share their name. */
static const char *keep_name(fc_words *names, const char *name)
{
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->item[i], name) == 0)
            return names->item[i];
    fc_words_add(names, name);
    return names->item[names->n - 1];
}

size_t fc_taskgraph_add_block(fc_taskgraph *graph, const char *name, const fc_task_block *block)
{
    graph->block = fc_grow(graph->block, &graph->block_capacity, graph->n_blocks + 1, sizeof *graph->block);
    graph->block[graph->n_blocks] = *block;
    graph->block[graph->n_blocks].name = keep_name(&graph->block_names, name);
    graph->block[graph->n_blocks].first = graph->n;
    return graph->n_blocks++;
}

/* Allocates an optional array of one number a task, initialized to FC_TASK_NONE. */
static int32_t *make_numbers(const fc_taskgraph *graph)
{
    int32_t *numbers = fc_allocate(graph->task_capacity, sizeof *numbers);
    for (size_t i = 0; i < graph->task_capacity; i++)
        numbers[i] = FC_TASK_NONE;
    return numbers;
}

static void *widen(FC_TAKE void *array, size_t from, size_t to, size_t size)
{
    return fc_grow(array, &from, to, size);
}

static void widen_numbers(int32_t **numbers, size_t from, size_t to)
{
    if (!*numbers)
        return;
    *numbers = widen(*numbers, from, to, sizeof **numbers);
    for (size_t i = from; i < to; i++)
        (*numbers)[i] = FC_TASK_NONE;
}

uint32_t fc_taskgraph_add_task(fc_taskgraph *graph, double demand_s, uint32_t slot, int usage)
{
    if (graph->n == graph->task_capacity) {
        const size_t from = graph->task_capacity, to = from ? 2 * from : 64;
        graph->demand_s = widen(graph->demand_s, from, to, sizeof *graph->demand_s);
        graph->slot = widen(graph->slot, from, to, sizeof *graph->slot);
        graph->usage = widen(graph->usage, from, to, sizeof *graph->usage);
        graph->n_parents = widen(graph->n_parents, from, to, sizeof *graph->n_parents);
        graph->n_children = widen(graph->n_children, from, to, sizeof *graph->n_children);
        if (graph->priority)
            graph->priority = widen(graph->priority, from, to, sizeof *graph->priority);
        if (graph->label)
            graph->label = widen(graph->label, from, to, sizeof *graph->label);
        widen_numbers(&graph->queue, from, to);
        widen_numbers(&graph->process, from, to);
        graph->task_capacity = to;
    }
    graph->demand_s[graph->n] = demand_s;
    graph->slot[graph->n] = slot;
    graph->usage[graph->n] = (uint16_t)usage;
    return graph->n++;
}

void fc_taskgraph_set_queue(fc_taskgraph *graph, uint32_t task, int queue)
{
    if (!graph->queue)
        graph->queue = make_numbers(graph);
    graph->queue[task] = queue;
}

void fc_taskgraph_set_process(fc_taskgraph *graph, uint32_t task, int process)
{
    if (!graph->process)
        graph->process = make_numbers(graph);
    graph->process[task] = process;
}

void fc_taskgraph_set_priority(fc_taskgraph *graph, uint32_t task, double priority)
{
    if (!graph->priority)
        graph->priority = fc_allocate(graph->task_capacity, sizeof *graph->priority);
    graph->priority[task] = priority;
}

uint32_t fc_taskgraph_add_label(fc_taskgraph *graph, const char *name)
{
    fc_words_add(&graph->labels, name);
    return (uint32_t)graph->labels.n;
}

void fc_taskgraph_set_label(fc_taskgraph *graph, uint32_t task, uint32_t label)
{
    if (!graph->label)
        graph->label = fc_allocate(graph->task_capacity, sizeof *graph->label);
    graph->label[task] = label;
}

void fc_taskgraph_add_edge(fc_taskgraph *graph, uint32_t from, uint32_t to, double delay_s)
{
    const size_t at = graph->n_edges++;
    graph->edge = fc_grow(graph->edge, &graph->edge_capacity, graph->n_edges, sizeof *graph->edge);
    graph->edge[at] = (fc_task_edge){from, to};
    if (delay_s > 0 || graph->edge_delay_s) {
        graph->edge_delay_s =
            fc_grow(graph->edge_delay_s, &graph->delay_capacity, graph->n_edges, sizeof *graph->edge_delay_s);
        graph->edge_delay_s[at] = delay_s;
    }
    graph->n_children[from]++;
    graph->n_parents[to]++;
}

/* Stable counting sort by parent: children keep the order in which their edges were added. */
static void sort_edges(fc_taskgraph *graph)
{
    graph->child_start = fc_allocate((size_t)graph->n + 2, sizeof *graph->child_start);
    graph->child = fc_allocate(graph->n_edges + 1, sizeof *graph->child);
    if (graph->edge_delay_s)
        graph->delay_s = fc_allocate(graph->n_edges, sizeof *graph->delay_s);
    size_t *fill =
        graph->child_start + 1; /* where a task's next child goes; in the end where the next task's children begin */
    for (uint32_t i = 1; i < graph->n; i++)
        fill[i] = fill[i - 1] + graph->n_children[i - 1];
    for (size_t e = 0; e < graph->n_edges; e++) {
        size_t at = fill[graph->edge[e].from]++;
        graph->child[at] = graph->edge[e].to;
        if (graph->delay_s)
            graph->delay_s[at] = graph->edge_delay_s[e];
    }
    free(graph->edge);
    free(graph->edge_delay_s);
    graph->edge = NULL;
    graph->edge_delay_s = NULL;
}

/* Kahn's topological sort; returns how many tasks it reaches. *waits keeps the parents not reached. */
static uint32_t order_tasks(fc_taskgraph *graph, uint32_t *waits)
{
    uint32_t n = 0;
    graph->order = fc_allocate((size_t)graph->n + 1, sizeof *graph->order);
    for (uint32_t i = 0; i < graph->n; i++) {
        waits[i] = graph->n_parents[i];
        if (waits[i] == 0)
            graph->order[n++] = i;
    }
    for (uint32_t at = 0; at < n; at++) {
        uint32_t task = graph->order[at];
        for (size_t e = graph->child_start[task]; e < graph->child_start[task + 1]; e++)
            if (--waits[graph->child[e]] == 0)
                graph->order[n++] = graph->child[e];
    }
    return n;
}

static fc_status report_cycle(const fc_taskgraph *graph, const uint32_t *waits, fc_place place, fc_report *report)
{
    enum {
        MOST_NAMED = 12
    };
    uint32_t *parent = fc_allocate(graph->n, sizeof *parent), at = 0, length = 0;
    fc_text names = {0};
    /* For each unreached task, one unreached parent: following them ends in a cycle. */
    for (uint32_t i = 0; i < graph->n; i++)
        for (size_t e = graph->child_start[i]; waits[i] && e < graph->child_start[i + 1]; e++)
            parent[graph->child[e]] = i;
    while (waits[at] == 0)
        at++;
    for (uint32_t i = 0; i < graph->n; i++)
        at = parent[at]; /* after n steps the walk is on the cycle */
    for (uint32_t on = parent[at], end = at; on != end; on = parent[on])
        at = on < at ? on : at;
    uint32_t *cycle = fc_allocate(graph->n, sizeof *cycle), task = at;
    do
        cycle[length++] = task;
    while ((task = parent[task]) != at);
    for (uint32_t i = 0; i <= length; i++) {
        if (i > MOST_NAMED && i < length)
            continue;
        fc_text_add(&names, i == 0 ? "" : i == length && length > MOST_NAMED + 1 ? " -> ... -> " : " -> ");
        fc_taskgraph_name(&names, graph, cycle[(2 * length - i) % length]);
    }
    fc_status status = fc_fail(report, FC_E_INPUT, place, "A task cannot precede itself: remove one of these edges.",
                               FC_MSG_TASK_CYCLE, length, length == 1 ? "" : "s", names.bytes);
    fc_text_free(&names);
    free(cycle);
    free(parent);
    return status;
}

fc_status fc_taskgraph_close(fc_taskgraph *graph, fc_place place, fc_report *report)
{
    fc_status status = FC_OK;
    uint32_t *waits = fc_allocate((size_t)graph->n + 1, sizeof *waits);
    if (graph->n_usages == 0)
        fc_taskgraph_usage(graph, NULL);
    sort_edges(graph);
    if (order_tasks(graph, waits) != graph->n)
        status = report_cycle(graph, waits, place, report);
    free(waits);
    free(graph->n_children);
    graph->n_children = NULL;
    return status;
}

void fc_taskgraph_free(fc_taskgraph *graph)
{
    void *arrays[] = {graph->demand_s,     graph->slot,        graph->usage, graph->queue,  graph->process,
                      graph->priority,     graph->label,       graph->block, graph->usages, graph->n_parents,
                      graph->delay_s,      graph->child_start, graph->child, graph->order,  graph->edge,
                      graph->edge_delay_s, graph->n_children};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    fc_words_free(&graph->block_names);
    fc_words_free(&graph->queue_names);
    fc_words_free(&graph->labels);
    *graph = (fc_taskgraph){0};
}

const fc_task_block *fc_taskgraph_block(const fc_taskgraph *graph, uint32_t task)
{
    size_t low = 0, high = graph->n_blocks;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (graph->block[middle].first <= task)
            low = middle;
        else
            high = middle;
    }
    return &graph->block[low];
}

void fc_taskgraph_name(fc_text *out, const fc_taskgraph *graph, uint32_t task)
{
    const fc_task_block *block = fc_taskgraph_block(graph, task);
    uint32_t at = task - block->first;
    const char *label = graph->label && graph->label[task] ? graph->labels.item[graph->label[task] - 1] : NULL;
    if (label && !block->has_shared_labels)
        fc_text_add(out, "%s", label);
    else if (block->slots == 0)
        fc_text_add(out, "%s", block->name);
    else if (block->columns)
        fc_text_add(out, "%s[%u,%u]", block->name, at / block->columns, at % block->columns);
    else
        fc_text_add(out, "%s[%u]", label ? label : block->name, at);
}

static bool are_edges_valid(const fc_taskgraph *graph)
{
    uint32_t *seen = fc_allocate((size_t)graph->n + 1, sizeof *seen);
    bool valid = graph->child_start[0] == 0 && graph->child_start[graph->n] == graph->n_edges;
    for (size_t e = 0; valid && e < graph->n_edges; e++) {
        valid = graph->child[e] < graph->n && (!graph->delay_s || graph->delay_s[e] >= 0);
        if (valid)
            seen[graph->child[e]]++;
    }
    for (uint32_t i = 0; valid && i < graph->n; i++)
        valid = seen[i] == graph->n_parents[i] && graph->child_start[i] <= graph->child_start[i + 1];
    free(seen);
    return valid;
}

bool fc_taskgraph_is_valid(const fc_taskgraph *graph)
{
    bool valid = graph->order && are_edges_valid(graph);
    for (uint32_t i = 0; valid && i < graph->n; i++)
        valid = isfinite(graph->demand_s[i]) && graph->demand_s[i] >= 0 && graph->usage[i] < graph->n_usages &&
                (graph->slot[i] == FC_TASKGRAPH_JOIN || graph->slot[i] < fc_taskgraph_block(graph, i)->slots);
    return valid;
}
