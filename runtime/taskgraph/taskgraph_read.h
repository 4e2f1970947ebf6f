/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file taskgraph_read.h  What reading the file's head and reading its blocks share. For taskgraph_*.c only. */
#ifndef FC_TASKGRAPH_READ_H
#define FC_TASKGRAPH_READ_H

#include "runtime/taskgraph/json_node.h"
#include "runtime/taskgraph/taskgraph_file.h"

typedef struct fc_taskgraph_reader {
    fc_taskgraph_file *file;
    fc_json_node usages;           /* the file's table of usages; value NULL: none */
    const char *const *usage_name; /* [file->graph.n_usage], then NULL */
    const double (*usage_range)[2];
    uint32_t first_label; /* of the list in hand */
    int n_explicit;       /* blocks of tasks and edges read so far */
    fc_place place;       /* of the first of them: the only place where a circle can be */
    fc_report *report;
} fc_taskgraph_reader;

/** Adds the block's tasks, and those of the blocks in it. */
fc_status fc_taskgraph_read_block(fc_taskgraph_reader *reader, const fc_json_node *node, int depth);
/** A block of kind "tasks", and one of kind "list". */
fc_status fc_taskgraph_read_tasks(fc_taskgraph_reader *reader, const fc_json_node *node);
fc_status fc_taskgraph_read_list(fc_taskgraph_reader *reader, const fc_json_node *node);

/** The class of the member "usage": a name of the file's table, an object, or nothing (all 0). */
fc_status fc_taskgraph_read_usage(int *out, fc_taskgraph_reader *reader, const fc_json_node *node);
/** A name of the file's queues. */
fc_status fc_taskgraph_read_queue(int *out, fc_taskgraph_reader *reader, const fc_json_node *node);
/** Whether `more` tasks still fit. */
fc_status fc_taskgraph_read_room(const fc_taskgraph_reader *reader, const fc_json_node *node, double more);

#endif
