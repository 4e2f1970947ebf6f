/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/formats/taskgraph_write.h"

#include "support/json_writer.h"

#include <stdlib.h>

enum {
    A_LINE = 16 /* numbers */
};

/* Precedes the i-th number of a list. */
static void break_line(fc_json_writer *json, size_t i)
{
    if (i > 0 && i % A_LINE == 0)
        fc_json_writer_break(json, 0);
}

static void add_names(fc_json_writer *json, const char *key, const fc_words *names)
{
    fc_json_writer_array(json, key, FC_JSON_ONE_LINE);
    for (size_t i = 0; i < names->n; i++) {
        if (i > 0)
            fc_json_writer_break(json, 0);
        fc_json_writer_string(json, NULL, names->item[i]);
    }
    fc_json_writer_end(json);
}

static void add_numbers(fc_json_writer *json, const char *key, const int32_t *number, size_t n)
{
    fc_json_writer_break(json, 0);
    fc_json_writer_array(json, key, FC_JSON_ONE_LINE);
    for (size_t i = 0; i < n; i++) {
        break_line(json, i);
        fc_json_writer_whole(json, NULL, number ? number[i] : FC_TASK_NONE);
    }
    fc_json_writer_end(json);
}

/* Writes the labels in the order of their first use. */
static void add_labels(fc_json_writer *json, const fc_taskgraph *graph)
{
    int32_t *number = fc_allocate(graph->labels.n + 1, sizeof *number), *of = fc_allocate(graph->n + 1, sizeof *of);
    fc_words used = {0};
    for (uint32_t i = 0; i < graph->n; i++) {
        uint32_t label = graph->label[i];
        if (label > 0 && number[label] == 0) {
            fc_words_add(&used, graph->labels.item[label - 1]);
            number[label] = (int32_t)used.n;
        }
        of[i] = label > 0 ? number[label] - 1 : FC_TASK_NONE;
    }
    fc_json_writer_break(json, 0);
    add_names(json, "labels", &used);
    add_numbers(json, "label", of, graph->n);
    fc_words_free(&used);
    free(number);
    free(of);
}

/* Writes the queues, and the initial queue of each process: that of a task it executes. */
static void add_queues(fc_json_writer *json, const fc_taskgraph *graph)
{
    int32_t most = -1;
    for (uint32_t i = 0; i < graph->n; i++)
        most = graph->process[i] > most ? graph->process[i] : most;
    int32_t *queue = fc_allocate((size_t)most + 1, sizeof *queue);
    for (uint32_t i = 0; i < graph->n; i++)
        if (graph->process[i] >= 0)
            queue[graph->process[i]] = graph->queue[i];
    fc_json_writer_break(json, 0);
    add_names(json, "queues", &graph->queue_names);
    fc_json_writer_break(json, 0);
    fc_json_writer_array(json, "start", FC_JSON_ONE_LINE);
    for (int32_t p = 0; p <= most; p++) {
        break_line(json, (size_t)p);
        fc_json_writer_string(json, NULL, graph->queue_names.item[queue[p]]);
    }
    fc_json_writer_end(json);
    free(queue);
}

static void add_edges(fc_json_writer *json, const fc_taskgraph *graph)
{
    fc_json_writer_break(json, 0);
    fc_json_writer_array(json, "edges", FC_JSON_ONE_LINE);
    for (size_t i = 0; i < graph->n_edges; i++) {
        const double delay = graph->edge_delay_s ? graph->edge_delay_s[i] : 0;
        break_line(json, i);
        fc_json_writer_array(json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_whole(json, NULL, graph->edge[i].from);
        fc_json_writer_whole(json, NULL, graph->edge[i].to);
        if (delay > 0)
            fc_json_writer_exact(json, NULL, delay);
        fc_json_writer_end(json);
    }
    fc_json_writer_end(json);
}

void fc_taskgraph_write_listed(fc_text *out, const fc_taskgraph *graph, const char *name)
{
    fc_json_writer json = {.out = out};
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_whole(&json, "taskgraph", 1);
    fc_json_writer_string(&json, "name", name);
    fc_json_writer_string(&json, "schedule", "listed");
    if (graph->queue)
        add_queues(&json, graph);
    fc_json_writer_break(&json, 0);
    fc_json_writer_object(&json, "graph", FC_JSON_ONE_LINE);
    fc_json_writer_string(&json, "kind", "list");
    fc_json_writer_string(&json, "name", "stretch");
    fc_json_writer_break(&json, 0);
    fc_json_writer_array(&json, "cpu_s", FC_JSON_ONE_LINE);
    for (size_t i = 0; i < graph->n; i++) {
        break_line(&json, i);
        fc_json_writer_exact(&json, NULL, graph->demand_s[i]);
    }
    fc_json_writer_end(&json);
    add_numbers(&json, "process", graph->process, graph->n);
    if (graph->label)
        add_labels(&json, graph);
    if (graph->queue)
        add_numbers(&json, "queue", graph->queue, graph->n);
    add_edges(&json, graph);
    fc_json_writer_end(&json);
    fc_json_writer_end(&json);
}
