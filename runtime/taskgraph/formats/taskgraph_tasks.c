/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/formats/taskgraph_reader.h"
#include "support/map.h"

#include <stdlib.h>
#include <string.h>

static const double times[2] = {0, 1e9}, processes[2] = {0, 1e6}, processes_or_join[2] = {-1, 1e6};

static void begin_block(fc_taskgraph_reader *reader, const fc_json_node *node, const char *name, fc_task_block block)
{
    block.split_of = 1;
    fc_taskgraph_add_block(&reader->file->graph, name, &block);
    if (reader->n_explicit++ == 0)
        reader->place = fc_json_node_place(node);
}

/* ---- kind "list": numbers only, for large graphs written by tools ---- */

static fc_status read_demands(fc_taskgraph_reader *reader, const fc_json_node *node, const char *name)
{
    fc_json_node demands = fc_json_node_member(node, "cpu_s"), listed = fc_json_node_member(node, "process");
    const size_t n = fc_json_node_length(&demands);
    int usage = 0;
    fc_status status = fc_json_node_array(&demands, reader->report);
    if (!status && n == 0)
        status = fc_json_node_fail(&demands, reader->report, "expected a task");
    if (!status)
        status = fc_taskgraph_reader_check_limit(reader, node, (double)n);
    if (!status && listed.value && fc_json_node_length(&listed) != n)
        status = fc_json_node_fail(&listed, reader->report, "expected %zu numbers, one a task", n);
    if (!status)
        status = fc_taskgraph_reader_usage(&usage, reader, node);
    if (status)
        return status;
    begin_block(reader, node, name, (fc_task_block){.slots = (uint32_t)n, .has_shared_labels = true});
    for (size_t i = 0; !status && i < n; i++) {
        double demand = 0, process = 0;
        fc_json_node value = fc_json_node_element(&demands, i), owner = fc_json_node_element(&listed, i);
        status = fc_json_node_number(&demand, &value, times, reader->report);
        if (!status && listed.value)
            status = fc_json_node_whole(&process, &owner, processes_or_join, reader->report);
        const bool is_join = process < 0;
        if (!status && is_join && demand > 0)
            status = fc_json_node_fail(&value, reader->report, "a join (process -1) must have cpu_s 0");
        uint32_t slot = is_join ? FC_TASKGRAPH_JOIN : (uint32_t)i;
        uint32_t task = fc_taskgraph_add_task(&reader->file->graph, demand, slot, usage);
        if (listed.value && !is_join)
            fc_taskgraph_set_process(&reader->file->graph, task, (int)process);
    }
    return status;
}

/* Reads one number a task, -1 for none, each less than `most`. */
static fc_status read_numbers(fc_taskgraph_reader *reader, const fc_json_node *numbers, const uint32_t run[2],
                              void set(fc_taskgraph_reader *reader, uint32_t task, int number), size_t most)
{
    const size_t n = fc_json_node_length(numbers);
    if (!numbers->value)
        return FC_OK;
    fc_status status = fc_json_node_array(numbers, reader->report);
    if (!status && n != run[1] - run[0])
        status = fc_json_node_fail(numbers, reader->report, "expected %u numbers, one a task", run[1] - run[0]);
    for (size_t i = 0; !status && i < n; i++) {
        double number = 0;
        fc_json_node value = fc_json_node_element(numbers, i);
        status = fc_json_node_whole(&number, &value, (const double[]){-1, (double)most - 1}, reader->report);
        if (!status && number >= 0)
            set(reader, run[0] + (uint32_t)i, (int)number);
    }
    return status;
}

static void set_label(fc_taskgraph_reader *reader, uint32_t task, int number)
{
    fc_taskgraph_set_label(&reader->file->graph, task, reader->first_label + (uint32_t)number);
}

static void set_queue(fc_taskgraph_reader *reader, uint32_t task, int number)
{
    fc_taskgraph_set_queue(&reader->file->graph, task, number);
}

/* Reads the labels, the label number of each task, and its queue number. */
static fc_status read_list_places(fc_taskgraph_reader *reader, const fc_json_node *node, const uint32_t run[2])
{
    fc_taskgraph *graph = &reader->file->graph;
    fc_json_node labels = fc_json_node_member(node, "labels"), labeled = fc_json_node_member(node, "label");
    fc_json_node queues = fc_json_node_member(node, "queue");
    fc_status status = labels.value ? fc_json_node_array(&labels, reader->report) : FC_OK;
    reader->first_label = (uint32_t)graph->labels.n + 1;
    for (size_t i = 0; !status && i < fc_json_node_length(&labels); i++) {
        const char *label;
        fc_json_node element = fc_json_node_element(&labels, i);
        status = fc_json_node_string(&label, &element, reader->report);
        if (!status)
            fc_taskgraph_add_label(graph, label);
    }
    if (!status)
        status = read_numbers(reader, &labeled, run, set_label, fc_json_node_length(&labels));
    return status ? status : read_numbers(reader, &queues, run, set_queue, graph->queue_names.n);
}

/* edge = [ from, to ] | [ from, to, delay in seconds ]     task numbers in the list */
static fc_status read_edge(fc_taskgraph_reader *reader, const fc_json_node *node, const uint32_t run[2])
{
    double end[2] = {0}, delay = 0;
    const double range[2] = {0, (double)run[1] - run[0] - 1};
    fc_json_node late = fc_json_node_element(node, 2);
    fc_status status = fc_json_node_array(node, reader->report);
    if (!status && (fc_json_node_length(node) < 2 || fc_json_node_length(node) > 3))
        status = fc_json_node_fail(node, reader->report, "expected [from, to] or [from, to, delay_s]");
    for (size_t i = 0; !status && i < 2; i++) {
        fc_json_node number = fc_json_node_element(node, i);
        status = fc_json_node_whole(&end[i], &number, range, reader->report);
    }
    if (!status && late.value)
        status = fc_json_node_number(&delay, &late, times, reader->report);
    if (!status)
        fc_taskgraph_add_edge(&reader->file->graph, run[0] + (uint32_t)end[0], run[0] + (uint32_t)end[1], delay);
    return status;
}

fc_status fc_taskgraph_reader_list(fc_taskgraph_reader *reader, const fc_json_node *node)
{
    static const char *const known[] = {"kind",  "name",  "cpu_s", "process", "labels",
                                        "label", "queue", "usage", "edges",   NULL};
    const char *name = "task";
    fc_json_node named = fc_json_node_member(node, "name"), edges = fc_json_node_member(node, "edges");
    uint32_t first = reader->file->graph.n;
    fc_status status = fc_json_node_object(node, known, reader->report);
    if (!status && named.value)
        status = fc_json_node_string(&name, &named, reader->report);
    if (!status)
        status = read_demands(reader, node, name);
    if (!status)
        status = read_list_places(reader, node, (uint32_t[]){first, reader->file->graph.n});
    if (!status && edges.value)
        status = fc_json_node_array(&edges, reader->report);
    for (size_t i = 0; !status && i < fc_json_node_length(&edges); i++) {
        fc_json_node edge = fc_json_node_element(&edges, i);
        status = read_edge(reader, &edge, (uint32_t[]){first, reader->file->graph.n});
    }
    return status;
}

/* ---- kind "tasks": tasks by name ---- */

static fc_status read_place(fc_taskgraph_reader *reader, const fc_json_node *node, uint32_t task)
{
    fc_taskgraph *graph = &reader->file->graph;
    fc_json_node queue = fc_json_node_member(node, "queue"), priority = fc_json_node_member(node, "priority");
    fc_json_node process = fc_json_node_member(node, "process");
    double number;
    int q;
    fc_status status = FC_OK;
    if (queue.value) {
        status = fc_taskgraph_reader_queue(&q, reader, &queue);
        if (!status)
            fc_taskgraph_set_queue(graph, task, q);
    }
    if (!status && priority.value) {
        status = fc_json_node_number(&number, &priority, (double[]){-1e15, 1e15}, reader->report);
        if (!status)
            fc_taskgraph_set_priority(graph, task, number);
    }
    if (!status && process.value) {
        status = fc_json_node_whole(&number, &process, processes, reader->report);
        if (!status)
            fc_taskgraph_set_process(graph, task, (int)number);
    }
    return status;
}

/* known: task names of this block -> number in the block plus one. */
static fc_status read_task(fc_taskgraph_reader *reader, const fc_json_node *node, fc_map *known)
{
    static const char *const members[] = {"name", "cpu_s", "queue", "priority", "usage", "process", "parents", NULL};
    fc_taskgraph *graph = &reader->file->graph;
    const char *name;
    double demand;
    int usage;
    fc_json_node named = fc_json_node_member(node, "name"), cpu = fc_json_node_member(node, "cpu_s");
    fc_status status = fc_json_node_object(node, members, reader->report);
    if (!status)
        status = fc_json_node_string(&name, &named, reader->report);
    if (!status && fc_map_get(known, name, strlen(name)))
        status = fc_json_node_fail(&named, reader->report, "duplicate task \"%s\"", name);
    if (!status)
        status = fc_json_node_number(&demand, &cpu, times, reader->report);
    if (!status)
        status = fc_taskgraph_reader_usage(&usage, reader, node);
    if (status)
        return status;
    fc_map_put(known, name, strlen(name), (void *)(uintptr_t)(known->n + 1));
    uint32_t task = fc_taskgraph_add_task(graph, demand, (uint32_t)known->n - 1, usage);
    fc_taskgraph_set_label(graph, task, fc_taskgraph_add_label(graph, name));
    return read_place(reader, node, task);
}

static fc_status find_task(uint32_t *out, const fc_json_node *node, const fc_map *known, fc_report *report)
{
    const char *name;
    fc_status status = fc_json_node_string(&name, node, report);
    uintptr_t number = status ? 0 : (uintptr_t)fc_map_get(known, name, strlen(name));
    if (!status && number == 0)
        status = fc_json_node_fail(node, report, "unknown task \"%s\" in this block", name);
    *out = (uint32_t)number - 1;
    return status;
}

static fc_status read_parents(fc_taskgraph_reader *reader, const fc_json_node *task, uint32_t at[2],
                              const fc_map *known)
{
    fc_json_node parents = fc_json_node_member(task, "parents");
    fc_status status = parents.value ? fc_json_node_array(&parents, reader->report) : FC_OK;
    for (size_t i = 0; !status && i < fc_json_node_length(&parents); i++) {
        uint32_t parent = 0;
        fc_json_node element = fc_json_node_element(&parents, i);
        status = find_task(&parent, &element, known, reader->report);
        if (!status)
            fc_taskgraph_add_edge(&reader->file->graph, at[0] + parent, at[0] + at[1], 0);
    }
    return status;
}

/* edge = [ name, name ] | [ name, name, delay in seconds ] */
static fc_status read_named_edges(fc_taskgraph_reader *reader, const fc_json_node *edges, uint32_t first,
                                  const fc_map *known)
{
    fc_status status = edges->value ? fc_json_node_array(edges, reader->report) : FC_OK;
    for (size_t i = 0; !status && i < fc_json_node_length(edges); i++) {
        uint32_t from = 0, to = 0;
        double delay = 0;
        fc_json_node edge = fc_json_node_element(edges, i), late = fc_json_node_element(&edge, 2);
        fc_json_node ends[2] = {fc_json_node_element(&edge, 0), fc_json_node_element(&edge, 1)};
        status = fc_json_node_array(&edge, reader->report);
        if (!status && fc_json_node_length(&edge) > 3)
            status = fc_json_node_fail(&edge, reader->report, "expected [from, to] or [from, to, delay_s]");
        if (!status)
            status = find_task(&from, &ends[0], known, reader->report);
        if (!status)
            status = find_task(&to, &ends[1], known, reader->report);
        if (!status && late.value)
            status = fc_json_node_number(&delay, &late, times, reader->report);
        if (!status)
            fc_taskgraph_add_edge(&reader->file->graph, first + from, first + to, delay);
    }
    return status;
}

static fc_status read_all(fc_taskgraph_reader *reader, const fc_json_node *tasks, fc_map *known)
{
    const uint32_t first = reader->file->graph.n;
    fc_status status = FC_OK;
    for (size_t i = 0; !status && i < fc_json_node_length(tasks); i++) {
        fc_json_node task = fc_json_node_element(tasks, i);
        status = read_task(reader, &task, known);
    }
    for (size_t i = 0; !status && i < fc_json_node_length(tasks); i++) {
        fc_json_node task = fc_json_node_element(tasks, i);
        status = read_parents(reader, &task, (uint32_t[]){first, (uint32_t)i}, known);
    }
    return status;
}

fc_status fc_taskgraph_reader_tasks(fc_taskgraph_reader *reader, const fc_json_node *node)
{
    static const char *const members[] = {"kind", "name", "tasks", "edges", NULL};
    const uint32_t first = reader->file->graph.n;
    fc_map known = {0};
    const char *name = "task";
    fc_json_node named = fc_json_node_member(node, "name"), tasks = fc_json_node_member(node, "tasks");
    fc_json_node edges = fc_json_node_member(node, "edges");
    fc_status status = fc_json_node_object(node, members, reader->report);
    if (!status && named.value)
        status = fc_json_node_string(&name, &named, reader->report);
    if (!status)
        status = fc_json_node_array(&tasks, reader->report);
    if (!status && fc_json_node_length(&tasks) == 0)
        status = fc_json_node_fail(&tasks, reader->report, "expected a task");
    if (!status)
        status = fc_taskgraph_reader_check_limit(reader, node, (double)fc_json_node_length(&tasks));
    if (!status) {
        begin_block(reader, node, name, (fc_task_block){.slots = (uint32_t)fc_json_node_length(&tasks)});
        status = read_all(reader, &tasks, &known);
    }
    if (!status)
        status = read_named_edges(reader, &edges, first, &known);
    fc_map_free(&known);
    return status;
}
