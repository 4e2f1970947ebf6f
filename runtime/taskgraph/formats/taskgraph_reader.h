/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file taskgraph_reader.h  State and helpers that the readers of settings, blocks and tasks share. For taskgraph_*.c
 * only. */
#ifndef FC_TASKGRAPH_READER_H
#define FC_TASKGRAPH_READER_H

#include "runtime/taskgraph/formats/json_node.h"
#include "runtime/taskgraph/formats/taskgraph_file.h"

typedef struct fc_taskgraph_reader {
    fc_taskgraph_file *file;
    fc_json_node usages;           /* table of usages of the file; value NULL: none */
    const char *const *usage_name; /* [file->graph.n_usage], terminated by NULL */
    const double (*usage_range)[2];
    uint32_t first_label; /* number of the first label of the current list */
    int n_explicit;       /* blocks of tasks and edges read so far */
    fc_place place;       /* of the first such block: the only place where a cycle can be */
    fc_report *report;
} fc_taskgraph_reader;

/** Adds the tasks of the block and of the blocks inside it. */
fc_status fc_taskgraph_reader_block(fc_taskgraph_reader *reader, const fc_json_node *node, int depth);
/** Read a block of kind "tasks", and one of kind "list". */
fc_status fc_taskgraph_reader_tasks(fc_taskgraph_reader *reader, const fc_json_node *node);
fc_status fc_taskgraph_reader_list(fc_taskgraph_reader *reader, const fc_json_node *node);

/** The usage class of the member "usage": a name from the file's table, an object, or missing (all 0). */
fc_status fc_taskgraph_reader_usage(int *out, fc_taskgraph_reader *reader, const fc_json_node *node);
/** The queue with the name at `node`. */
fc_status fc_taskgraph_reader_queue(int *out, fc_taskgraph_reader *reader, const fc_json_node *node);
/** FC_E_INPUT if `more` tasks exceed the limit. */
fc_status fc_taskgraph_reader_check_limit(const fc_taskgraph_reader *reader, const fc_json_node *node, double more);

#endif
