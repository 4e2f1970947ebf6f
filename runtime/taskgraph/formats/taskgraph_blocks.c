/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/core/generator.h"
#include "runtime/taskgraph/formats/taskgraph_reader.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_DEPTH = 100
};

/* ---- composite blocks: parallel, series, repeat ---- */

/* Tasks of a range without an edge on one side: no children (exits) or no parents (entries), by `degree`. */
static uint32_t *find_ends(uint32_t *n, const uint32_t *degree, const uint32_t run[2])
{
    uint32_t *end = NULL;
    size_t capacity = 0;
    *n = 0;
    for (uint32_t i = run[0]; i < run[1]; i++)
        if (degree[i] == 0) {
            end = fc_grow(end, &capacity, (size_t)*n + 1, sizeof *end);
            end[(*n)++] = i;
        }
    return end;
}

/* The task after which the whole range has ended: its only exit, or a new join of all exits. A range without exit
 * contains a cycle, which fc_taskgraph_close() reports. */
static uint32_t close_run(fc_taskgraph *graph, const uint32_t run[2])
{
    uint32_t n, *exit = find_ends(&n, graph->n_children, run), last = n ? exit[0] : run[0];
    if (n > 1) {
        fc_taskgraph_add_block(graph, "join", &(fc_task_block){.split_of = 1});
        last = fc_taskgraph_add_task(graph, 0, FC_TASKGRAPH_JOIN, 0);
        for (uint32_t i = 0; i < n; i++)
            fc_taskgraph_add_edge(graph, exit[i], last, 0);
    }
    free(exit);
    return last;
}

static void follow(fc_taskgraph *graph, uint32_t last, const uint32_t run[2])
{
    uint32_t n, *entry = find_ends(&n, graph->n_parents, run);
    for (uint32_t i = 0; i < n; i++)
        fc_taskgraph_add_edge(graph, last, entry[i], 0);
    free(entry);
}

/* Reads the elements of "body" `times` times; in series each block waits for the previous one. The first time shows
 * whether the others exceed the limit. */
static fc_status read_body(fc_taskgraph_reader *reader, const fc_json_node *node, double times, int depth)
{
    fc_taskgraph *graph = &reader->file->graph;
    fc_json_node body = fc_json_node_member(node, "body");
    const bool in_series = strcmp(json_string_value(json_object_get(node->value, "kind")), "parallel") != 0;
    fc_status status = fc_json_node_array(&body, reader->report);
    if (!status && fc_json_node_length(&body) == 0)
        status = fc_json_node_fail(&body, reader->report, "expected a block");
    uint32_t run[2] = {graph->n, graph->n}, n_before = graph->n;
    for (double i_repeat = 0; !status && i_repeat < times; i_repeat++) {
        for (size_t i = 0; !status && i < fc_json_node_length(&body); i++) {
            fc_json_node element = fc_json_node_element(&body, i);
            bool is_first = run[0] == run[1];
            uint32_t last = in_series && !is_first ? close_run(graph, run) : 0;
            run[0] = in_series ? graph->n : run[0];
            status = fc_taskgraph_reader_block(reader, &element, depth + 1);
            run[1] = graph->n;
            if (!status && in_series && !is_first)
                follow(graph, last, run);
        }
        if (!status && i_repeat == 0)
            status = fc_taskgraph_reader_check_limit(reader, node, (times - 1) * (graph->n - n_before));
    }
    return status;
}

static fc_status read_composite(fc_taskgraph_reader *reader, const fc_json_node *node, const char *kind, int depth)
{
    static const char *const known[] = {"kind", "body", NULL}, *const repeated[] = {"kind", "n", "body", NULL};
    const bool is_repeat = strcmp(kind, "repeat") == 0;
    double times = 1;
    fc_json_node n = fc_json_node_member(node, "n");
    fc_status status = fc_json_node_object(node, is_repeat ? repeated : known, reader->report);
    if (!status && is_repeat)
        status = fc_json_node_whole(&times, &n, (double[]){1, FC_TASKGRAPH_MOST_TASKS}, reader->report);
    return status ? status : read_body(reader, node, times, depth);
}

/* ---- generated blocks ---- */

/* demand = number | [ number, ... ] | { "uniform": [ low, high ], "seed": n } | { "exponential": mean, "seed": n } */
static fc_status read_random_demand(fc_generator_demand *out, const fc_json_node *node, fc_report *report)
{
    static const char *const known[] = {"uniform", "exponential", "seed", NULL};
    static const double times[2] = {0, 1e9};
    double seed = 0;
    fc_json_node uniform = fc_json_node_member(node, "uniform"), mean = fc_json_node_member(node, "exponential");
    fc_json_node seeded = fc_json_node_member(node, "seed");
    fc_json_node low = fc_json_node_element(&uniform, 0), high = fc_json_node_element(&uniform, 1);
    fc_status status = fc_json_node_object(node, known, report);
    if (!status && !uniform.value == !mean.value)
        status = fc_json_node_fail(node, report, "expected either uniform or exponential");
    if (!status && seeded.value)
        status = fc_json_node_whole(&seed, &seeded, (double[]){0, 1e15}, report);
    if (!status && mean.value)
        status = fc_json_node_number(&out->first, &mean, times, report);
    if (!status && uniform.value)
        status = fc_json_node_number(&out->first, &low, times, report);
    if (!status && uniform.value)
        status = fc_json_node_number(&out->second, &high, (double[]){out->first, times[1]}, report);
    out->kind = uniform.value ? FC_DEMAND_UNIFORM : FC_DEMAND_EXPONENTIAL;
    out->state = (uint64_t)seed;
    return status;
}

static fc_status read_demand_list(fc_generator_demand *out, const fc_json_node *node, double n, fc_report *report)
{
    if ((double)fc_json_node_length(node) != n)
        return fc_json_node_fail(node, report, "expected %.0f numbers, found %zu", n, fc_json_node_length(node));
    out->kind = FC_DEMAND_LIST;
    out->n = fc_json_node_length(node);
    out->value = fc_allocate(out->n, sizeof *out->value);
    fc_status status = FC_OK;
    for (size_t i = 0; !status && i < out->n; i++) {
        fc_json_node element = fc_json_node_element(node, i);
        status = fc_json_node_number(&out->value[i], &element, (double[]){0, 1e9}, report);
    }
    return status;
}

static fc_status read_demand(fc_generator_demand *out, const fc_json_node *node, double n, fc_report *report)
{
    if (json_is_object(node->value))
        return read_random_demand(out, node, report);
    if (json_is_array(node->value))
        return read_demand_list(out, node, n, report);
    return fc_json_node_number(&out->first, node, (double[]){0, 1e9}, report);
}

/* queue = name | [ name, ... ] */
static fc_status read_queues(int **out, int *n, fc_taskgraph_reader *reader, const fc_json_node *node)
{
    fc_status status = FC_OK;
    if (!node->value)
        return FC_OK;
    const bool is_list = json_is_array(node->value);
    *n = is_list ? (int)fc_json_node_length(node) : 1;
    *out = fc_allocate((size_t)*n + 1, sizeof **out);
    for (int i = 0; !status && i < *n; i++) {
        fc_json_node element = is_list ? fc_json_node_element(node, (size_t)i) : *node;
        status = fc_taskgraph_reader_queue(&(*out)[i], reader, &element);
    }
    return status;
}

/* split = { "of": processes, "part": which of them } */
static fc_status read_split(fc_task_block *out, const fc_json_node *node, fc_report *report)
{
    static const char *const known[] = {"of", "part", NULL};
    double of = 1, part = 0;
    if (!node->value)
        return FC_OK;
    fc_json_node of_node = fc_json_node_member(node, "of"), part_node = fc_json_node_member(node, "part");
    fc_status status = fc_json_node_object(node, known, report);
    if (!status)
        status = fc_json_node_whole(&of, &of_node, (double[]){1, 1000000}, report);
    if (!status)
        status = fc_json_node_whole(&part, &part_node, (double[]){0, of - 1}, report);
    out->split_of = (uint32_t)of;
    out->split_part = (uint32_t)part;
    return status;
}

static fc_status read_sizes(fc_generator_shape *shape, fc_taskgraph_reader *reader, const fc_json_node *node,
                            const fc_generator *generator)
{
    fc_status status = FC_OK;
    for (int i = 0; !status && i < FC_GENERATOR_SIZES && generator->size[i]; i++) {
        fc_json_node size = fc_json_node_member(node, generator->size[i]);
        status = fc_json_node_whole(&shape->size[i], &size, (double[]){1, FC_TASKGRAPH_MOST_TASKS}, reader->report);
    }
    return status ? status : fc_taskgraph_reader_check_limit(reader, node, fc_generator_count(generator, shape->size));
}

static fc_status read_shape(fc_generator_shape *shape, int **queues, fc_taskgraph_reader *reader,
                            const fc_json_node *node, const fc_generator *generator)
{
    fc_json_node priority = fc_json_node_member(node, "priority"), queue = fc_json_node_member(node, "queue");
    fc_status status = read_sizes(shape, reader, node, generator);
    for (int i = 0; !status && i < FC_GENERATOR_ROLES && generator->demand[i]; i++) {
        fc_json_node demand = fc_json_node_member(node, generator->demand[i]);
        status = read_demand(&shape->demand[i], &demand, generator->count(shape->size, i), reader->report);
    }
    if (!status)
        status = fc_taskgraph_reader_usage(&shape->usage, reader, node);
    if (!status && priority.value)
        status = fc_json_node_number(&shape->priority, &priority, (double[]){-1e15, 1e15}, reader->report);
    if (!status)
        status = read_queues(queues, &shape->n_queues, reader, &queue);
    shape->queues = *queues;
    return status;
}

static fc_status read_generated(fc_taskgraph_reader *reader, const fc_json_node *node, const fc_generator *generator)
{
    fc_generator_shape shape = {0};
    fc_task_block block = {.split_of = 1};
    int *queues = NULL;
    const char *name = generator->kind;
    fc_json_node named = fc_json_node_member(node, "name"), split = fc_json_node_member(node, "split");
    const char *known[16] = {"kind", "name", "usage", "priority", "queue", "split"};
    int n = 6;
    for (int i = 0; i < FC_GENERATOR_SIZES && generator->size[i]; i++)
        known[n++] = generator->size[i];
    for (int i = 0; i < FC_GENERATOR_ROLES && generator->demand[i]; i++)
        known[n++] = generator->demand[i];
    fc_status status = fc_json_node_object(node, known, reader->report);
    if (!status && named.value)
        status = fc_json_node_string(&name, &named, reader->report);
    if (!status)
        status = read_split(&block, &split, reader->report);
    if (!status)
        status = read_shape(&shape, &queues, reader, node, generator);
    if (!status) {
        block.slots = (uint32_t)generator->slots(shape.size);
        block.columns = generator->columns ? (uint32_t)generator->columns(shape.size) : 0;
        fc_taskgraph_add_block(&reader->file->graph, name, &block);
        generator->generate(&reader->file->graph, &shape);
    }
    for (int i = 0; i < FC_GENERATOR_ROLES; i++)
        free(shape.demand[i].value);
    free(queues);
    return status;
}

/* ---- all kinds of blocks ---- */

static fc_status report_kind(const fc_json_node *node, const char *kind, fc_report *report)
{
    fc_text kinds = {0};
    for (const fc_generator *generator = fc_generators; generator->kind; generator++)
        fc_text_add(&kinds, "%s, ", generator->kind);
    fc_status status = fc_json_node_fail(
        node, report, "expected %stasks, list, series, parallel or repeat, found \"%s\"", kinds.bytes, kind);
    fc_text_free(&kinds);
    return status;
}

fc_status fc_taskgraph_reader_block(fc_taskgraph_reader *reader, const fc_json_node *node, int depth)
{
    const char *kind;
    fc_json_node kind_node = fc_json_node_member(node, "kind");
    if (depth > MOST_DEPTH)
        return fc_json_node_fail(node, reader->report, "blocks are nested more than %d deep", MOST_DEPTH);
    if (!json_is_object(node->value))
        return fc_json_node_object(node, (const char *[]){NULL}, reader->report);
    fc_status status = fc_json_node_string(&kind, &kind_node, reader->report);
    if (status)
        return status;
    if (strcmp(kind, "series") == 0 || strcmp(kind, "parallel") == 0 || strcmp(kind, "repeat") == 0)
        return read_composite(reader, node, kind, depth);
    if (strcmp(kind, "tasks") == 0)
        return fc_taskgraph_reader_tasks(reader, node);
    if (strcmp(kind, "list") == 0)
        return fc_taskgraph_reader_list(reader, node);
    for (const fc_generator *generator = fc_generators; generator->kind; generator++)
        if (strcmp(generator->kind, kind) == 0)
            return read_generated(reader, node, generator);
    return report_kind(&kind_node, kind, reader->report);
}
