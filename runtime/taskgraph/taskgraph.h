/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file taskgraph.h  A task graph [taskgraph, Table I]: tasks, precedences, and what a task scheduling function asks
 * of them. Arrays of one number a task, so that ten million tasks fit into a gigabyte. */
#ifndef FC_TASKGRAPH_H
#define FC_TASKGRAPH_H

#include "machine_properties/support/words.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FC_TASK_NONE = -1,
    FC_TASKGRAPH_MOST_TASKS = 50000000,
    FC_TASKGRAPH_MOST_CLASSES = 60000
};

#define FC_SLOT_JOIN UINT32_MAX

/** Tasks that stand together: a loop's iterations, a pipeline. A static schedule deals its slots out to processes;
 * where slots are rows, all tasks of a row are one slot. Its tasks are first .. the next block's first - 1. */
typedef struct fc_task_block {
    const char *name; /* the graph's */
    uint32_t first;
    uint32_t slots;                /* >= 1; 0: one join, a task that takes no time and no process */
    uint32_t columns;              /* tasks are named [row,column]; 0: [i] */
    bool shares_labels;            /* several of its tasks may have the same: their numbers stand behind it */
    uint32_t split_of, split_part; /* processor splitting: only processes p with p % of == part; of 1: all */
} fc_task_block;

/** Precedence: `to` may begin once `from` has ended (and its message has arrived, where the edge has a delay). */
typedef struct fc_task_edge {
    uint32_t from, to;
} fc_task_edge;

/** Built with fc_taskgraph_add...(), then closed; read-only from then on. */
typedef struct fc_taskgraph {
    uint32_t n;
    double *demand_s; /* [n] mean CPU demand T_i, finite, >= 0 */
    uint32_t *slot;   /* [n] within its block; FC_SLOT_JOIN: takes no process */
    uint16_t *usage;  /* [n] class of resource usage: row of `usages` */
    int32_t *queue;   /* [n] FC_TASK_NONE: none; NULL: none has one */
    int32_t *process; /* [n] for listed schedules, FC_TASK_NONE: none; NULL: none has one */
    double *priority; /* [n] the greater the earlier; NULL: all 0 */
    uint32_t *label;  /* [n] of `labels`, from 1 on; 0: named after the block; NULL: none has one */
    fc_task_block *block;
    size_t n_blocks;
    fc_words block_names, queue_names, labels;
    double *usages; /* [n_usages][n_usage]: M_ij of each class */
    int n_usages, n_usage;
    uint32_t *n_parents; /* [n] */
    size_t n_edges;
    size_t *child_start; /* [n + 1] into child, once closed */
    uint32_t *child;     /* [n_edges] */
    double *delay_s;     /* [n_edges] beside child; NULL: all 0 */
    uint32_t *order;     /* [n] a topological order, once closed */
    /* while it is built */
    fc_task_edge *edge;
    double *edge_delay_s; /* NULL: all 0 */
    uint32_t *n_children; /* [n] */
    size_t task_capacity, block_capacity, edge_capacity, delay_capacity, usages_capacity;
} fc_taskgraph;

/** The class of these usage values [n_usage], the same for the same values; < 0: too many classes. */
int fc_taskgraph_usage(fc_taskgraph *graph, const double *value);
/** Begins a block; the tasks added from now on are its. name is copied. Returns its index. */
size_t fc_taskgraph_add_block(fc_taskgraph *graph, const char *name, const fc_task_block *block);
/** Adds a task of the last block; returns its number. The caller sees to FC_TASKGRAPH_MOST_TASKS. */
uint32_t fc_taskgraph_add_task(fc_taskgraph *graph, double demand_s, uint32_t slot, int usage);
void fc_taskgraph_set_queue(fc_taskgraph *graph, uint32_t task, int queue);
void fc_taskgraph_set_process(fc_taskgraph *graph, uint32_t task, int process);
void fc_taskgraph_set_priority(fc_taskgraph *graph, uint32_t task, double priority);
/** A name that tasks may have; its number, from 1 on. Not looked for among those that are there. */
uint32_t fc_taskgraph_add_label(fc_taskgraph *graph, const char *name);
void fc_taskgraph_set_label(fc_taskgraph *graph, uint32_t task, uint32_t label);
/** Both of the graph; delay_s >= 0 and finite. */
void fc_taskgraph_add_edge(fc_taskgraph *graph, uint32_t from, uint32_t to, double delay_s);

/** Puts the edges in order. FC_E_INPUT at `place` where they go round in a circle, whose tasks are named. O(n + E). */
fc_status fc_taskgraph_close(fc_taskgraph *graph, fc_place place, fc_report *report);
void fc_taskgraph_free(fc_taskgraph *graph);

/** "sweep[3]", "rows[2,7]", or the task's own name. */
void fc_taskgraph_name(fc_text *out, const fc_taskgraph *graph, uint32_t task);
/** The block the task belongs to; O(log n_blocks). */
const fc_task_block *fc_taskgraph_block(const fc_taskgraph *graph, uint32_t task);
/** Every array fits the others and every number its range; for tests. */
bool fc_taskgraph_is_valid(const fc_taskgraph *graph);

#endif
