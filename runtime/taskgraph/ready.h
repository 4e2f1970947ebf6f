/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file ready.h  The ready tasks as a task scheduling function keeps them: Sched(L, p) of [taskgraph, Table II]. */
#ifndef FC_READY_H
#define FC_READY_H

#include "runtime/taskgraph/schedule.h"

/** A ready task in order: the greatest key first, then the first to arrive. */
typedef struct fc_ready_entry {
    double key;
    uint32_t arrival, task;
} fc_ready_entry;

/** The list L. The arrays that a schedule does not need are NULL. */
typedef struct fc_ready {
    const fc_taskgraph *graph;
    fc_schedule schedule;
    uint32_t processes, n_queues;
    uint32_t n;                  /* ready tasks that no process has taken */
    uint32_t *next, *previous;   /* [graph->n] neighbours in a queue; static: the process's next task */
    uint32_t *first, *last;      /* [n_queues] of each queue; static: [processes] the task that is next */
    uint32_t *length, *attached; /* [n_queues] ready tasks; processes that work on it */
    uint32_t *at;                /* [processes] the queue a process works on */
    unsigned char *is_ready;     /* [graph->n], static only */
    uint32_t *owner;             /* [graph->n] the process of a task, static only */
    double *key;                 /* [graph->n] the greater the earlier */
    fc_ready_entry *heap;        /* [graph->n] */
    uint32_t n_arrivals;
} fc_ready;

/** No task is ready. The schedule fits the graph (fc_schedule_check()). */
void fc_ready_begin(FC_GIVE fc_ready *out, const fc_taskgraph *graph, const fc_schedule *schedule, uint32_t processes);
void fc_ready_end(fc_ready *ready);
/** The task's parents have ended, the last of them on process `by`. */
void fc_ready_add(fc_ready *ready, uint32_t task, uint32_t by);
/** What the idle process executes next, taken from the list; FC_SLOT_JOIN: nothing. O(log n), with several queues
 * O(n_queues), when stealing O(processes). */
uint32_t fc_ready_take(fc_ready *ready, uint32_t process);

#endif
