/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of settings, blocks and tasks share: usages, queues, the limit of tasks. */
#include "runtime/taskgraph/formats/taskgraph_reader.h"

#include <string.h>

static fc_status read_usage_values(double *value, const fc_taskgraph_reader *reader, const fc_json_node *node)
{
    fc_status status = fc_json_node_object(node, reader->usage_name, reader->report);
    for (int i = 0; !status && i < reader->file->graph.n_usage; i++) {
        fc_json_node member = fc_json_node_member(node, reader->usage_name[i]);
        status = fc_json_node_number(&value[i], &member, reader->usage_range[i], reader->report);
    }
    return status;
}

fc_status fc_taskgraph_reader_usage(int *out, fc_taskgraph_reader *reader, const fc_json_node *node)
{
    double value[FC_TASKGRAPH_MOST_USAGES] = {0};
    fc_json_node given = fc_json_node_member(node, "usage");
    fc_status status = FC_OK;
    if (given.value && reader->file->graph.n_usage == 0)
        return fc_json_node_fail(&given, reader->report, "the system of the file does not use it");
    if (json_is_string(given.value)) {
        fc_json_node named = fc_json_node_member(&reader->usages, json_string_value(given.value));
        if (!named.value)
            return fc_json_node_fail(&given, reader->report, "unknown usage \"%s\"", json_string_value(given.value));
        status = read_usage_values(value, reader, &named);
    } else if (given.value) {
        status = read_usage_values(value, reader, &given);
    }
    if (status)
        return status;
    int usage = fc_taskgraph_usage(&reader->file->graph, value);
    if (usage < 0)
        return fc_json_node_fail(&given, reader->report, "more than %d different usages", FC_TASKGRAPH_MOST_CLASSES);
    *out = usage;
    return FC_OK;
}

fc_status fc_taskgraph_reader_queue(int *out, fc_taskgraph_reader *reader, const fc_json_node *node)
{
    const fc_words *names = &reader->file->graph.queue_names;
    const char *name;
    fc_status status = fc_json_node_string(&name, node, reader->report);
    if (status)
        return status;
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->item[i], name) == 0) {
            *out = (int)i;
            return FC_OK;
        }
    return fc_json_node_fail(node, reader->report, "unknown queue \"%s\"", name);
}

fc_status fc_taskgraph_reader_check_limit(const fc_taskgraph_reader *reader, const fc_json_node *node, double more)
{
    if (reader->file->graph.n + more <= FC_TASKGRAPH_MOST_TASKS)
        return FC_OK;
    return fc_json_node_fail(node, reader->report, "more than %d tasks", FC_TASKGRAPH_MOST_TASKS);
}
