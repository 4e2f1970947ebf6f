/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file taskgraph.h  A task graph [taskgraph, Table I]: tasks, precedences, and the task properties that scheduling
 * functions use. Stored as one array a property: ten million tasks take less than a gigabyte. */
#ifndef FC_TASKGRAPH_H
#define FC_TASKGRAPH_H

#include "support/words.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FC_TASK_NONE = -1,
    FC_TASKGRAPH_MOST_TASKS = 4000000, /* two seconds and 400 MB */
    FC_TASKGRAPH_MOST_CLASSES = 60000
};

#define FC_TASKGRAPH_JOIN UINT32_MAX

/** A block of related tasks: a loop's iterations, a pipeline. A static schedule assigns its slots to processes; where
 * slots are rows, all tasks of a row have one slot. Its tasks are first .. the next block's first - 1. */
typedef struct fc_task_block {
    const char *name; /* owned by the graph */
    uint32_t first;
    uint32_t slots;                /* >= 1; 0: a single join, which takes no time and no process */
    uint32_t columns;              /* tasks are named [row,column]; 0: named [i] */
    bool has_shared_labels;        /* labels are not unique in the block: task numbers are appended to names */
    uint32_t split_of, split_part; /* processor splitting: processes p with p % of == part; of 1: all */
} fc_task_block;

/** Precedence: `to` may start once `from` has ended and, with a delay, its message has arrived. */
typedef struct fc_task_edge {
    uint32_t from, to;
} fc_task_edge;

/** Built with fc_taskgraph_add...(), then closed; read-only after that. */
typedef struct fc_taskgraph {
    uint32_t n;
    double *demand_s; /* [n] mean CPU demand T_i, finite, >= 0 */
    uint32_t *slot;   /* [n] slot in its block; FC_TASKGRAPH_JOIN: takes no process */
    uint16_t *usage;  /* [n] usage class: a row of `usages` */
    int32_t *queue;   /* [n] FC_TASK_NONE: none; NULL: no task has one */
    int32_t *process; /* [n] for the schedule `listed`; FC_TASK_NONE: none; NULL: no task has one */
    double *priority; /* [n] greatest first; NULL: all 0 */
    uint32_t *label;  /* [n] number in `labels`, from 1; 0: named after the block; NULL: no task has one */
    fc_task_block *block;
    size_t n_blocks;
    fc_words block_names, queue_names, labels;
    double *usages; /* [n_usages][n_usage]: M_ij of each class */
    int n_usages, n_usage;
    uint32_t *n_parents; /* [n] */
    size_t n_edges;
    size_t *child_start; /* [n + 1] index into child, once closed */
    uint32_t *child;     /* [n_edges] */
    double *delay_s;     /* [n_edges] of the edges in child; NULL: all 0 */
    uint32_t *order;     /* [n] a topological order, once closed */
    /* while the graph is being built */
    fc_task_edge *edge;
    double *edge_delay_s; /* NULL: all 0 */
    uint32_t *n_children; /* [n] */
    size_t task_capacity, block_capacity, edge_capacity, delay_capacity, usages_capacity;
} fc_taskgraph;

/** The class with these usage values [n_usage], added if new; < 0: too many classes. */
int fc_taskgraph_usage(fc_taskgraph *graph, const double *value);
/** Begins a block; tasks added later belong to it. name is copied. Returns its index. */
size_t fc_taskgraph_add_block(fc_taskgraph *graph, const char *name, const fc_task_block *block);
/** Adds a task to the last block; returns its number. The caller enforces FC_TASKGRAPH_MOST_TASKS. */
uint32_t fc_taskgraph_add_task(fc_taskgraph *graph, double demand_s, uint32_t slot, int usage);
void fc_taskgraph_set_queue(fc_taskgraph *graph, uint32_t task, int queue);
void fc_taskgraph_set_process(fc_taskgraph *graph, uint32_t task, int process);
void fc_taskgraph_set_priority(fc_taskgraph *graph, uint32_t task, double priority);
/** Adds a label for tasks; returns its number, from 1. Duplicates are not detected. */
uint32_t fc_taskgraph_add_label(fc_taskgraph *graph, const char *name);
void fc_taskgraph_set_label(fc_taskgraph *graph, uint32_t task, uint32_t label);
/** Adds an edge between existing tasks; delay_s >= 0 and finite. */
void fc_taskgraph_add_edge(fc_taskgraph *graph, uint32_t from, uint32_t to, double delay_s);

/** Sorts the edges and the tasks topologically (Kahn), O(n + E). FC_E_INPUT at `place` for a cycle, with its tasks. */
fc_status fc_taskgraph_close(fc_taskgraph *graph, fc_place place, fc_report *report);
void fc_taskgraph_free(fc_taskgraph *graph);

/** Appends the task's name: "sweep[3]", "rows[2,7]", or its label. */
void fc_taskgraph_name(fc_text *out, const fc_taskgraph *graph, uint32_t task);
/** The block the task belongs to; O(log n_blocks). */
const fc_task_block *fc_taskgraph_block(const fc_taskgraph *graph, uint32_t task);
/** Checks the consistency of all arrays and ranges; for tests. */
bool fc_taskgraph_is_valid(const fc_taskgraph *graph);

#endif
