/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/formats/taskgraph_file.h"

#include "runtime/taskgraph/formats/taskgraph_reader.h"

#include <stdlib.h>
#include <string.h>

static const double any_usage[2] = {-1e300, 1e300};

/* ---- settings ---- */

static fc_status read_names(fc_words *out, const fc_json_node *node, size_t most, fc_report *report)
{
    fc_status status = node->value ? fc_json_node_array(node, report) : FC_OK;
    for (size_t i = 0; !status && i < fc_json_node_length(node); i++) {
        fc_json_node element = fc_json_node_element(node, i);
        const char *name;
        status = i < most ? fc_json_node_string(&name, &element, report)
                          : fc_json_node_fail(&element, report, "more than %zu names", most);
        for (size_t k = 0; !status && k < out->n; k++)
            if (strcmp(out->item[k], name) == 0)
                status = fc_json_node_fail(&element, report, "duplicate name \"%s\"", name);
        if (!status)
            fc_words_add(out, name);
    }
    return status;
}

static fc_status read_start(fc_taskgraph_reader *reader, const fc_json_node *node)
{
    fc_status status = node->value ? fc_json_node_array(node, reader->report) : FC_OK;
    fc_taskgraph_file *file = reader->file;
    file->start = fc_allocate(fc_json_node_length(node) + 1, sizeof *file->start);
    for (size_t i = 0; !status && i < fc_json_node_length(node); i++) {
        fc_json_node element = fc_json_node_element(node, i);
        status = fc_taskgraph_reader_queue(&file->start[file->n_start++], reader, &element);
    }
    return status;
}

/* A user-defined system model: the file specifies its usage names and a list of parameters. */
static fc_status read_own_system(fc_taskgraph_file *file, const fc_json_node *node, fc_report *report)
{
    static const char *const known[] = {"model", "usage", "parameters", NULL};
    fc_json_node usage = fc_json_node_member(node, "usage"), parameters = fc_json_node_member(node, "parameters");
    fc_status status = fc_json_node_object(node, known, report);
    if (!status)
        status = read_names(&file->usage_names, &usage, FC_TASKGRAPH_MOST_USAGES, report);
    if (!status && parameters.value)
        status = fc_json_node_array(&parameters, report);
    if (!status && fc_json_node_length(&parameters) > FC_TASKGRAPH_MOST_USAGES)
        status = fc_json_node_fail(&parameters, report, "more than %d parameters", FC_TASKGRAPH_MOST_USAGES);
    for (size_t i = 0; !status && i < fc_json_node_length(&parameters); i++) {
        fc_json_node element = fc_json_node_element(&parameters, i);
        status = fc_json_node_number(&file->parameter[i], &element, any_usage, report);
    }
    return status;
}

static fc_status read_known_system(fc_taskgraph_file *file, const fc_json_node *node, fc_report *report)
{
    const char *known[FC_TASK_SYSTEM_NAMES + 2] = {"model"};
    const fc_task_system *system = file->system;
    for (int i = 0; system->parameter[i].name; i++)
        known[i + 1] = system->parameter[i].name;
    fc_status status = fc_json_node_object(node, known, report);
    for (int i = 0; !status && system->parameter[i].name; i++) {
        fc_json_node member = fc_json_node_member(node, system->parameter[i].name);
        status = fc_json_node_number(&file->parameter[i], &member,
                                     (double[]){system->parameter[i].least, system->parameter[i].most}, report);
    }
    for (int i = 0; !status && system->usage[i].name; i++)
        fc_words_add(&file->usage_names, system->usage[i].name);
    return status;
}

static fc_status read_system(fc_taskgraph_file *file, const fc_json_node *node, fc_report *report)
{
    const char *name;
    if (!node->value)
        return FC_OK;
    fc_json_node model = fc_json_node_member(node, "model");
    fc_status status = fc_json_node_string(&name, &model, report);
    if (status)
        return status;
    if (strcmp(name, "own") == 0)
        return read_own_system(file, node, report);
    for (const fc_task_system *system = fc_task_systems; system->name; system++)
        if (strcmp(system->name, name) == 0) {
            file->system = system;
            return read_known_system(file, node, report);
        }
    return fc_json_node_fail(&model, report, "expected none, bus, node or own, found \"%s\"", name);
}

static fc_status read_settings(fc_taskgraph_reader *reader, const fc_json_node *root)
{
    static const char *const known[] = {"taskgraph", "name",     "system", "usages", "queues",
                                        "start",     "schedule", "lock_s", "graph",  NULL};
    fc_taskgraph_file *file = reader->file;
    double format;
    const char *name = "taskgraph", *schedule = NULL;
    fc_json_node version = fc_json_node_member(root, "taskgraph"), named = fc_json_node_member(root, "name");
    fc_json_node system = fc_json_node_member(root, "system"), queues = fc_json_node_member(root, "queues");
    fc_json_node start = fc_json_node_member(root, "start"), scheduled = fc_json_node_member(root, "schedule");
    fc_json_node lock = fc_json_node_member(root, "lock_s");
    fc_status status = fc_json_node_object(root, known, reader->report);
    if (!status)
        status =
            fc_json_node_whole(&format, &version, (double[]){FC_TASKGRAPH_FORMAT, FC_TASKGRAPH_FORMAT}, reader->report);
    if (!status && named.value)
        status = fc_json_node_string(&name, &named, reader->report);
    if (!status && scheduled.value)
        status = fc_json_node_string(&schedule, &scheduled, reader->report);
    if (!status && lock.value)
        status = fc_json_node_number(&file->lock_s, &lock, (double[]){0, 1e9}, reader->report);
    if (!status)
        status = read_system(file, &system, reader->report);
    if (!status)
        status = read_names(&file->graph.queue_names, &queues, 1000000, reader->report);
    if (!status)
        status = read_start(reader, &start);
    if (status)
        return status;
    file->name = fc_copy_string(name);
    file->schedule = schedule ? fc_copy_string(schedule) : NULL;
    return FC_OK;
}

static fc_status read_graph(fc_taskgraph_reader *reader, const fc_json_node *root)
{
    static const char *const no_names[] = {NULL};
    fc_taskgraph_file *file = reader->file;
    double range[FC_TASKGRAPH_MOST_USAGES][2];
    fc_json_node graph = fc_json_node_member(root, "graph");
    file->graph.n_usage = (int)file->usage_names.n;
    for (int i = 0; i < file->graph.n_usage; i++) {
        range[i][0] = file->system ? file->system->usage[i].least : any_usage[0];
        range[i][1] = file->system ? file->system->usage[i].most : any_usage[1];
    }
    reader->usage_range = (const double(*)[2])range;
    reader->usages = fc_json_node_member(root, "usages");
    reader->usage_name = file->usage_names.n ? (const char *const *)file->usage_names.item : no_names;
    fc_status status = fc_taskgraph_reader_block(reader, &graph, 0);
    if (status)
        return status;
    fc_place whole = {file->path, 0, 0};
    return fc_taskgraph_close(&file->graph, reader->n_explicit == 1 ? reader->place : whole, reader->report);
}

fc_status fc_taskgraph_file_read(fc_taskgraph_file *out, const char *path, fc_report *report)
{
    fc_taskgraph_file file = {0};
    fc_taskgraph_reader reader = {.file = &file, .report = report};
    fc_json_document document = {0};
    fc_status status = fc_json_node_read_document(&document, path, report);
    if (status)
        return status;
    fc_json_node root = fc_json_node_root(&document);
    file.path = fc_copy_string(path);
    status = read_settings(&reader, &root);
    if (!status)
        status = read_graph(&reader, &root);
    fc_json_node_free_document(&document);
    if (status) {
        fc_taskgraph_file_free(&file);
        return status;
    }
    *out = file;
    return FC_OK;
}

void fc_taskgraph_file_free(fc_taskgraph_file *file)
{
    fc_taskgraph_free(&file->graph);
    fc_words_free(&file->usage_names);
    free(file->path);
    free(file->name);
    free(file->schedule);
    free(file->start);
    *file = (fc_taskgraph_file){0};
}
