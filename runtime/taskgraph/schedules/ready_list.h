/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file ready_list.h  The list L of ready tasks, ordered by a task scheduling function: Sched(L, p) of [taskgraph,
 * Table II]. */
#ifndef FC_READY_LIST_H
#define FC_READY_LIST_H

#include "runtime/taskgraph/schedules/schedule.h"

/** An entry of the priority queue: the greatest key first, then the earliest arrival. */
typedef struct fc_ready_list_entry {
    double key;
    uint32_t arrival, task;
} fc_ready_list_entry;

/** The list L. Arrays that the schedule does not need are NULL. */
typedef struct fc_ready_list {
    const fc_taskgraph *graph;
    fc_schedule schedule;
    uint32_t processes, n_queues;
    uint32_t n;                  /* ready tasks not yet taken */
    uint32_t *next, *previous;   /* [graph->n] neighbors in a queue; static: the process's next task */
    uint32_t *first, *last;      /* [n_queues] ends of each queue; static: [processes] the process's next task */
    uint32_t *length, *attached; /* [n_queues] ready tasks; processes attached to the queue */
    uint32_t *at;                /* [processes] the queue a process is attached to */
    unsigned char *is_ready;     /* [graph->n], static only */
    uint32_t *owner;             /* [graph->n] the process of a task, static only */
    double *key;                 /* [graph->n] priority, the greatest first */
    fc_ready_list_entry *heap;   /* [graph->n] */
    uint32_t n_arrivals;
} fc_ready_list;

/** Begins with an empty list. The schedule must have passed fc_schedule_check(). */
void fc_ready_list_begin(FC_GIVE fc_ready_list *out, const fc_taskgraph *graph, const fc_schedule *schedule,
                         uint32_t processes);
void fc_ready_list_end(fc_ready_list *ready);
/** The task's parents have ended, the last of them on process `by`. */
void fc_ready_list_add(fc_ready_list *ready, uint32_t task, uint32_t by);
/** Removes and returns the next task for the idle process; FC_TASKGRAPH_JOIN: none. O(log n); O(n_queues) with several
 * queues, O(processes) for work stealing. */
uint32_t fc_ready_list_take(fc_ready_list *ready, uint32_t process);

#endif
