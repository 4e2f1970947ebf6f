/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file schedule.h  Task scheduling functions [taskgraph, Table I]: which ready task an idle process executes next. */
#ifndef FC_SCHEDULE_H
#define FC_SCHEDULE_H

#include "runtime/taskgraph/taskgraph.h"

/** Static ones deal slots out to processes, which execute their tasks in the order of their numbers; the others hand
 * ready tasks to whoever is idle. */
typedef enum fc_schedule_kind {
    FC_SCHEDULE_BLOCK,        /* contiguous runs of slots */
    FC_SCHEDULE_CYCLIC,       /* round-robin */
    FC_SCHEDULE_BLOCK_CYCLIC, /* runs of `chunk` slots round-robin */
    FC_SCHEDULE_SPLIT,        /* round-robin among the processes that a block's split names */
    FC_SCHEDULE_LISTED,       /* the process of each task */
    FC_SCHEDULE_DYNAMIC,      /* one queue, first come first served */
    FC_SCHEDULE_PRIORITY,     /* the greatest priority first */
    FC_SCHEDULE_LPT,          /* the longest processing time first */
    FC_SCHEDULE_LARGEST,      /* a block's largest task first, then first come first served */
    FC_SCHEDULE_CRITICAL,     /* the longest path to the end first */
    FC_SCHEDULE_QUEUES,       /* several queues; from an empty one to the one with the fewest processes */
    FC_SCHEDULE_QUEUES_FULL,  /* to the one with the most ready tasks */
    FC_SCHEDULE_QUEUES_FIXED, /* never to another */
    FC_SCHEDULE_STEAL, /* a stack for each process; an idle one steals the oldest task of the next that has any */
    FC_N_SCHEDULES
} fc_schedule_kind;

typedef struct fc_schedule {
    fc_schedule_kind kind;
    uint32_t chunk;   /* of FC_SCHEDULE_BLOCK_CYCLIC, >= 1 */
    const int *start; /* [n_start] the queue a process begins with, process p with start[p % n_start]; NULL: queue p */
    int n_start;
} fc_schedule;

/** "block", "cyclic", "block-cyclic:8", ...; FC_E_USAGE with the nearest name. start is left NULL. */
fc_status fc_schedule_parse(fc_schedule *out, const char *text, fc_report *report);
/** The schedule's name as parsed; the chunk included. */
void fc_schedule_name(fc_text *out, const fc_schedule *schedule);
/** "block|cyclic|..." for the help. */
FC_GIVE char *fc_schedule_names(void);
bool fc_schedule_is_static(const fc_schedule *schedule);
/** The process that executes a task (not a join) under a static schedule, below `processes`. */
uint32_t fc_schedule_process(const fc_schedule *schedule, const fc_taskgraph *graph, uint32_t task, uint32_t processes);
/** FC_E_INPUT where the graph lacks what the schedule goes by: a process for each task, below `processes`; a queue for
 * each task. `place` is the file. */
fc_status fc_schedule_check(const fc_schedule *schedule, const fc_taskgraph *graph, uint32_t processes, fc_place place,
                            fc_report *report);

#endif
