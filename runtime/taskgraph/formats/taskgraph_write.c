/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/formats/taskgraph_write.h"

#include "support/quote.h"

#include <jansson.h>
#include <stdlib.h>

enum {
    A_LINE = 16 /* numbers */
};

static const char *between(size_t i)
{
    return i == 0 ? "" : i % A_LINE == 0 ? ",\n" : ",";
}

static void add_names(fc_text *out, const fc_words *names)
{
    for (size_t i = 0; i < names->n; i++) {
        fc_text_add(out, "%s", i == 0 ? "" : ",\n");
        fc_quote_json(out, names->item[i]);
    }
}

static void add_numbers(fc_text *out, const char *key, const int32_t *number, size_t n)
{
    fc_text_add(out, "],\n\"%s\": [", key);
    for (size_t i = 0; i < n; i++)
        fc_text_add(out, "%s%d", between(i), number ? number[i] : FC_TASK_NONE);
}

/* Writes the labels in the order of their first use. */
static void add_labels(fc_text *out, const fc_taskgraph *graph)
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
    fc_text_add(out, "],\n\"labels\": [");
    add_names(out, &used);
    add_numbers(out, "label", of, graph->n);
    fc_words_free(&used);
    free(number);
    free(of);
}

/* Writes the queues, and the initial queue of each process: that of a task it executes. */
static void add_queues(fc_text *out, const fc_taskgraph *graph)
{
    int32_t most = -1;
    for (uint32_t i = 0; i < graph->n; i++)
        most = graph->process[i] > most ? graph->process[i] : most;
    int32_t *queue = fc_allocate((size_t)most + 1, sizeof *queue);
    for (uint32_t i = 0; i < graph->n; i++)
        if (graph->process[i] >= 0)
            queue[graph->process[i]] = graph->queue[i];
    fc_text_add(out, "\"queues\": [");
    add_names(out, &graph->queue_names);
    fc_text_add(out, "],\n\"start\": [");
    for (int32_t p = 0; p <= most; p++) {
        fc_text_add(out, "%s", between((size_t)p));
        fc_quote_json(out, graph->queue_names.item[queue[p]]);
    }
    fc_text_add(out, "],\n");
    free(queue);
}

static void add_edges(fc_text *out, const fc_taskgraph *graph)
{
    fc_text_add(out, "],\n\"edges\": [");
    for (size_t i = 0; i < graph->n_edges; i++) {
        const double delay = graph->edge_delay_s ? graph->edge_delay_s[i] : 0;
        fc_text_add(out, "%s[%u,%u", between(i), graph->edge[i].from, graph->edge[i].to);
        if (delay > 0)
            fc_text_add(out, ",%.17g", delay);
        fc_text_add(out, "]");
    }
}

void fc_taskgraph_write_listed(fc_text *out, const fc_taskgraph *graph, const char *name)
{
    fc_text_add(out, "{\"taskgraph\": 1, \"name\": ");
    fc_quote_json(out, name);
    fc_text_add(out, ", \"schedule\": \"listed\",\n");
    if (graph->queue)
        add_queues(out, graph);
    fc_text_add(out, "\"graph\": {\"kind\": \"list\", \"name\": \"stretch\",\n\"cpu_s\": [");
    for (size_t i = 0; i < graph->n; i++)
        fc_text_add(out, "%s%.17g", between(i), graph->demand_s[i]);
    add_numbers(out, "process", graph->process, graph->n);
    if (graph->label)
        add_labels(out, graph);
    if (graph->queue)
        add_numbers(out, "queue", graph->queue, graph->n);
    add_edges(out, graph);
    fc_text_add(out, "]}}\n");
}
