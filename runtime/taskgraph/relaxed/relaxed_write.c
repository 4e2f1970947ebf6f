/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/relaxed_write.h"

#include "support/json_writer.h"

/* A number, or an expression in quotes. */
static void add_expression(fc_json_writer *json, const char *key, const fc_relaxed *graph, const fc_expression *e)
{
    const char *quote = fc_expression_is_number(e) ? "" : "\"";
    fc_json_writer_item(json, key);
    fc_text_add(json->out, "%s", quote);
    fc_expression_write(json->out, e, &graph->names);
    fc_text_add(json->out, "%s", quote);
}

static void add_loops(fc_json_writer *json, const fc_relaxed *graph)
{
    fc_json_writer_array(json, "loops", 2);
    for (int i = 0; i < graph->n_loops; i++) {
        const fc_relaxed_loop *of = &graph->loop[i];
        fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_string(json, "counter", graph->names.item[of->counter]);
        if (of->around >= 0)
            fc_json_writer_string(json, "in", graph->names.item[graph->loop[of->around].counter]);
        add_expression(json, "limit", graph, of->limit);
        fc_json_writer_string(json, "first", graph->state[of->first].name);
        fc_json_writer_string(json, "last", graph->state[of->last].name);
        add_expression(json, "cost_s", graph, of->cost_s);
        fc_json_writer_end(json);
    }
    fc_json_writer_end(json);
}

/* A state outside of loops is its name. */
static void add_states(fc_json_writer *json, const fc_relaxed *graph)
{
    fc_json_writer_array(json, "states", 2);
    for (int i = 0; i < graph->n_states; i++) {
        const fc_relaxed_state *of = &graph->state[i];
        if (of->loop < 0) {
            fc_json_writer_string(json, NULL, of->name);
            continue;
        }
        fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_string(json, "name", of->name);
        fc_json_writer_string(json, "loop", graph->names.item[graph->loop[of->loop].counter]);
        fc_json_writer_end(json);
    }
    fc_json_writer_end(json);
}

static void add_transitions(fc_json_writer *json, const fc_relaxed *graph)
{
    fc_json_writer_array(json, "transitions", 2);
    for (int i = 0; i < graph->n_transitions; i++) {
        const fc_relaxed_transition *of = &graph->transition[i];
        if (of->is_dropped)
            continue;
        fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_string(json, "from", graph->state[of->from].name);
        fc_json_writer_string(json, "to", graph->state[of->to].name);
        if (of->ahead)
            fc_json_writer_whole(json, "ahead", of->ahead);
        add_expression(json, "cost_s", graph, of->cost_s);
        fc_json_writer_end(json);
    }
    fc_json_writer_end(json);
}

void fc_relaxed_write(fc_text *out, const fc_relaxed *graph)
{
    fc_json_writer json = {.out = out};
    fc_json_writer_object(&json, NULL, 0);
    fc_json_writer_whole(&json, "relaxed", 1);
    fc_json_writer_string(&json, "name", graph->name);
    fc_json_writer_object(&json, "parameters", FC_JSON_ONE_LINE);
    for (int i = 0; i < graph->n_parameters; i++)
        fc_json_writer_exact(&json, graph->names.item[i], graph->parameter[i]);
    fc_json_writer_end(&json);
    fc_json_writer_object(&json, "definitions", 2);
    for (int i = 0; i < graph->n_definitions; i++)
        add_expression(&json, graph->names.item[graph->definition[i].name], graph, graph->definition[i].value);
    fc_json_writer_end(&json);
    add_loops(&json, graph);
    add_states(&json, graph);
    add_transitions(&json, graph);
    fc_json_writer_end(&json);
}
