/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/formats/json_node.h"
#include "runtime/taskgraph/relaxed/relaxed.h"
#include "support/map.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- names and expressions ---- */

static int find_name(const fc_words *names, const char *name)
{
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->item[i], name) == 0)
            return (int)i;
    return -1;
}

static bool is_identifier(const char *name)
{
    bool good = isalpha((unsigned char)*name) || *name == '_';
    for (; good && *name; name++)
        good = isalnum((unsigned char)*name) || *name == '_';
    return good;
}

static fc_status add_name(fc_relaxed *graph, const fc_json_node *node, const char *name, fc_report *report)
{
    if (!is_identifier(name))
        return fc_json_node_fail(node, report, "invalid name \"%s\": expected letters, digits and _", name);
    if (find_name(&graph->names, name) >= 0)
        return fc_json_node_fail(node, report, "duplicate name \"%s\"", name);
    if (graph->names.n == FC_RELAXED_MOST)
        return fc_json_node_fail(node, report, "more than %d names", FC_RELAXED_MOST);
    fc_words_add(&graph->names, name);
    return FC_OK;
}

/* Reads a number, or an expression over the first `known` names. The place is determined only for an error, as it
 * requires a scan of the whole text. */
static fc_status read_expression(fc_expression **out, const fc_relaxed *graph, size_t known, const fc_json_node *node,
                                 fc_report *report)
{
    const char *text;
    fc_words names = {graph->names.item, known, 0};
    if (json_is_number(node->value)) {
        char *number = fc_format("%.17g", json_number_value(node->value));
        fc_status status = fc_expression_parse(out, number, &names, FC_NOWHERE, NULL);
        if (status)
            status = fc_expression_parse(out, number, &names, fc_json_node_place(node), report);
        free(number);
        return status;
    }
    fc_status status = fc_json_node_string(&text, node, report);
    if (status || !fc_expression_parse(out, text, &names, FC_NOWHERE, NULL))
        return status;
    fc_place place = fc_json_node_place(node);
    place.column++; /* after the quote */
    return fc_expression_parse(out, text, &names, place, report);
}

static fc_status read_cost(fc_expression **out, char **name, const fc_relaxed *graph, const fc_json_node *node,
                           fc_report *report)
{
    fc_json_node cost = fc_json_node_member(node, "cost_s");
    if (!cost.value)
        return fc_expression_parse(out, "0", &graph->names, FC_NOWHERE, report);
    if (name && json_is_string(cost.value))
        *name = fc_copy_string(json_string_value(cost.value));
    return read_expression(out, graph, graph->names.n, &cost, report);
}

/* ---- parameters, counters, definitions ---- */

static fc_status read_parameters(fc_relaxed *graph, const fc_json_node *node, fc_report *report)
{
    const char *key;
    json_t *value;
    fc_status status = FC_OK;
    if (node->value && !json_is_object(node->value))
        return fc_json_node_fail(node, report, "expected an object");
    graph->parameter = fc_allocate(json_object_size(node->value) + 1, sizeof *graph->parameter);
    json_object_foreach(node->value, key, value)
    {
        fc_json_node member = fc_json_node_member(node, key);
        status = add_name(graph, &member, key, report);
        if (!status)
            status = fc_json_node_number(&graph->parameter[graph->n_parameters++], &member, (double[]){-1e300, 1e300},
                                         report);
        if (status)
            break;
    }
    return status;
}

static fc_status read_counters(fc_relaxed *graph, const fc_json_node *loops, fc_report *report)
{
    fc_status status = loops->value ? fc_json_node_array(loops, report) : FC_OK;
    graph->loop = fc_allocate(fc_json_node_length(loops) + 1, sizeof *graph->loop);
    for (size_t i = 0; !status && i < fc_json_node_length(loops); i++) {
        const char *name = NULL, *outer = NULL;
        fc_json_node loop = fc_json_node_element(loops, i), counter = fc_json_node_member(&loop, "counter");
        fc_json_node in = fc_json_node_member(&loop, "in");
        status = fc_json_node_string(&name, &counter, report);
        if (!status && in.value)
            status = fc_json_node_string(&outer, &in, report);
        if (!status)
            status = add_name(graph, &counter, name, report);
        if (status)
            return status;
        fc_relaxed_loop *of = &graph->loop[graph->n_loops];
        *of = (fc_relaxed_loop){.counter = (int)graph->names.n - 1, .around = -1};
        if (outer)
            of->around = find_name(&graph->names, outer) - graph->n_parameters;
        if (outer && (of->around < 0 || of->around >= graph->n_loops))
            return fc_json_node_fail(&in, report, "unknown counter \"%s\" of an outer loop", outer);
        graph->n_loops++;
    }
    return status;
}

static fc_status read_definitions(fc_relaxed *graph, const fc_json_node *node, fc_report *report)
{
    const char *key;
    json_t *value;
    fc_status status = FC_OK;
    if (node->value && !json_is_object(node->value))
        return fc_json_node_fail(node, report, "expected an object");
    graph->definition = fc_allocate(json_object_size(node->value) + 1, sizeof *graph->definition);
    json_object_foreach(node->value, key, value)
    {
        fc_json_node member = fc_json_node_member(node, key);
        fc_relaxed_definition *of = &graph->definition[graph->n_definitions];
        status = read_expression(&of->value, graph, graph->names.n, &member, report);
        if (status)
            break;
        of->name = (int)graph->names.n;
        graph->n_definitions++;
        status = add_name(graph, &member, key, report);
        if (status)
            break;
    }
    return status;
}

/* ---- states, loops, transitions ---- */

/* The state's number; -1: none. `states` maps names to numbers from 1. */
static int find_state(const fc_map *states, const char *name)
{
    return (int)(intptr_t)fc_map_get(states, name, strlen(name)) - 1;
}

/* state = name | { "name": name, "loop": counter } */
static fc_status read_state(fc_relaxed *graph, fc_map *by_name, const fc_json_node *node, fc_report *report)
{
    static const char *const known[] = {"name", "loop", NULL};
    const char *name = NULL, *counter = NULL;
    int loop = -1;
    const bool is_object = json_is_object(node->value);
    fc_json_node named = is_object ? fc_json_node_member(node, "name") : *node, in = fc_json_node_member(node, "loop");
    fc_status status = is_object ? fc_json_node_object(node, known, report) : FC_OK;
    if (!status)
        status = fc_json_node_string(&name, &named, report);
    if (!status && in.value)
        status = fc_json_node_string(&counter, &in, report);
    if (status)
        return status;
    if (counter)
        loop = find_name(&graph->names, counter) - graph->n_parameters;
    if (counter && (loop < 0 || loop >= graph->n_loops))
        return fc_json_node_fail(&in, report, "unknown counter \"%s\"", counter);
    if (find_state(by_name, name) >= 0)
        return fc_json_node_fail(&named, report, "duplicate state \"%s\"", name);
    fc_map_put(by_name, name, strlen(name), (void *)(intptr_t)(graph->n_states + 1)); /* NOLINT: a number */
    graph->state[graph->n_states++] = (fc_relaxed_state){fc_copy_string(name), loop};
    return FC_OK;
}

static fc_status read_states(fc_relaxed *graph, fc_map *by_name, const fc_json_node *states, fc_report *report)
{
    fc_status status = fc_json_node_array(states, report);
    if (!status && (fc_json_node_length(states) == 0 || fc_json_node_length(states) > FC_RELAXED_MOST))
        return fc_json_node_fail(states, report, "expected 1 .. %d states", FC_RELAXED_MOST);
    graph->state = fc_allocate(fc_json_node_length(states) + 1, sizeof *graph->state);
    for (size_t i = 0; !status && i < fc_json_node_length(states); i++) {
        fc_json_node state = fc_json_node_element(states, i);
        status = read_state(graph, by_name, &state, report);
    }
    return status;
}

static fc_status read_state_name(int *out, const fc_map *by_name, const fc_json_node *node, const char *member,
                                 fc_report *report)
{
    const char *name;
    fc_json_node given = fc_json_node_member(node, member);
    fc_status status = fc_json_node_string(&name, &given, report);
    if (status)
        return status;
    *out = find_state(by_name, name);
    return *out >= 0 ? FC_OK : fc_json_node_fail(&given, report, "unknown state \"%s\"", name);
}

static fc_status read_loop(fc_relaxed *graph, int number, const fc_map *by_name, const fc_json_node *node,
                           fc_report *report)
{
    static const char *const known[] = {"counter", "in", "limit", "first", "last", "cost_s", NULL};
    fc_json_node limit = fc_json_node_member(node, "limit");
    fc_relaxed_loop *of = &graph->loop[number];
    fc_status status = fc_json_node_object(node, known, report);
    if (!status)
        status = read_expression(&of->limit, graph, graph->names.n, &limit, report);
    if (!status)
        status = read_state_name(&of->first, by_name, node, "first", report);
    if (!status)
        status = read_state_name(&of->last, by_name, node, "last", report);
    if (!status)
        status = read_cost(&of->cost_s, NULL, graph, node, report);
    if (!status && (graph->state[of->first].loop != number || graph->state[of->last].loop != number))
        status = fc_json_node_fail(node, report, "its first and last state must belong to this loop");
    return status;
}

static bool have_common_loop(const fc_relaxed *graph, int from, int to)
{
    for (int a = graph->state[from].loop; a >= 0; a = graph->loop[a].around)
        for (int b = graph->state[to].loop; b >= 0; b = graph->loop[b].around)
            if (a == b)
                return true;
    return false;
}

static fc_status read_transition(fc_relaxed *graph, const fc_map *by_name, const fc_json_node *node, fc_report *report)
{
    static const char *const known[] = {"from", "to", "ahead", "cost_s", NULL};
    fc_relaxed_transition edge = {0};
    double ahead = 0;
    fc_json_node forward = fc_json_node_member(node, "ahead");
    fc_status status = fc_json_node_object(node, known, report);
    if (!status)
        status = read_state_name(&edge.from, by_name, node, "from", report);
    if (!status)
        status = read_state_name(&edge.to, by_name, node, "to", report);
    if (!status && forward.value)
        status = fc_json_node_whole(&ahead, &forward, (double[]){1, FC_RELAXED_MOST_AHEAD}, report);
    if (!status && forward.value && !have_common_loop(graph, edge.from, edge.to))
        status = fc_json_node_fail(&forward, report, "no loop contains both states");
    if (!status)
        status = read_cost(&edge.cost_s, &edge.name, graph, node, report);
    if (!edge.name)
        edge.name = fc_copy_string("0");
    edge.ahead = (int)ahead;
    if (status)
        free(edge.name);
    else
        graph->transition[graph->n_transitions++] = edge;
    return status;
}

static fc_status read_transitions(fc_relaxed *graph, const fc_map *by_name, const fc_json_node *edges,
                                  fc_report *report)
{
    fc_status status = edges->value ? fc_json_node_array(edges, report) : FC_OK;
    if (!status && fc_json_node_length(edges) > FC_RELAXED_MOST)
        return fc_json_node_fail(edges, report, "more than %d transitions", FC_RELAXED_MOST);
    graph->transition = fc_allocate(fc_json_node_length(edges) + 1, sizeof *graph->transition);
    for (size_t i = 0; !status && i < fc_json_node_length(edges); i++) {
        fc_json_node edge = fc_json_node_element(edges, i);
        status = read_transition(graph, by_name, &edge, report);
    }
    return status;
}

static fc_status read_all(fc_relaxed *graph, const fc_json_node *root, fc_report *report)
{
    static const char *const known[] = {"relaxed", "name",   "parameters",  "definitions",
                                        "loops",   "states", "transitions", NULL};
    const char *name = "relaxed";
    double format;
    fc_json_node version = fc_json_node_member(root, "relaxed"), named = fc_json_node_member(root, "name");
    fc_json_node parameters = fc_json_node_member(root, "parameters"), loops = fc_json_node_member(root, "loops");
    fc_json_node definitions = fc_json_node_member(root, "definitions"), states = fc_json_node_member(root, "states");
    fc_json_node transitions = fc_json_node_member(root, "transitions");
    fc_map by_name = {0};
    fc_status status = fc_json_node_object(root, known, report);
    if (!status)
        status = fc_json_node_whole(&format, &version, (double[]){1, 1}, report);
    if (!status && named.value)
        status = fc_json_node_string(&name, &named, report);
    graph->name = fc_copy_string(name);
    if (!status)
        status = read_parameters(graph, &parameters, report);
    if (!status)
        status = read_counters(graph, &loops, report);
    if (!status)
        status = read_definitions(graph, &definitions, report);
    if (!status)
        status = read_states(graph, &by_name, &states, report);
    for (int i = 0; !status && i < graph->n_loops; i++) {
        fc_json_node loop = fc_json_node_element(&loops, (size_t)i);
        status = read_loop(graph, i, &by_name, &loop, report);
    }
    if (!status)
        status = read_transitions(graph, &by_name, &transitions, report);
    fc_map_free(&by_name);
    return status;
}

fc_status fc_relaxed_read(fc_relaxed *out, const char *path, fc_report *report)
{
    fc_relaxed graph = {0};
    fc_json_document document = {0};
    fc_status status = fc_json_node_read_document(&document, path, report);
    if (status)
        return status;
    fc_json_node root = fc_json_node_root(&document);
    graph.path = fc_copy_string(path);
    status = read_all(&graph, &root, report);
    fc_json_node_free_document(&document);
    if (status)
        fc_relaxed_free(&graph);
    else
        *out = graph;
    return status;
}
