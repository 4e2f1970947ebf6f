/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file schedule.h  Task scheduling functions [taskgraph, Table I]: which ready task an idle process executes next. */
#ifndef FC_SCHEDULE_H
#define FC_SCHEDULE_H

#include "runtime/taskgraph/core/taskgraph.h"

/** Static schedules assign slots to processes, which execute their tasks in the order of the tasks' numbers. The other
 * schedules give ready tasks to idle processes. */
typedef enum fc_schedule_kind {
    FC_SCHEDULE_BLOCK,        /* contiguous ranges of slots */
    FC_SCHEDULE_CYCLIC,       /* round-robin */
    FC_SCHEDULE_BLOCK_CYCLIC, /* ranges of `chunk` slots, round-robin */
    FC_SCHEDULE_SPLIT,        /* round-robin among the processes that a block's split selects */
    FC_SCHEDULE_LISTED,       /* the process specified for each task */
    FC_SCHEDULE_DYNAMIC,      /* one queue, first come first served */
    FC_SCHEDULE_PRIORITY,     /* greatest priority first */
    FC_SCHEDULE_LPT,          /* longest processing time first */
    FC_SCHEDULE_LARGEST,      /* the largest task of each block first, then first come first served */
    FC_SCHEDULE_CRITICAL,     /* longest path to the end first */
    FC_SCHEDULE_QUEUES,       /* several queues; from an empty one to the one with the fewest processes */
    FC_SCHEDULE_QUEUES_FULL,  /* the same, to the queue with the most ready tasks */
    FC_SCHEDULE_QUEUES_FIXED, /* the same, without switching */
    FC_SCHEDULE_STEAL,        /* a stack a process; an idle process steals the oldest task of the next that has one */
    FC_N_SCHEDULES
} fc_schedule_kind;

typedef struct fc_schedule {
    fc_schedule_kind kind;
    uint32_t chunk;   /* of FC_SCHEDULE_BLOCK_CYCLIC, >= 1 */
    const int *start; /* [n_start] process p begins with queue start[p % n_start]; NULL: with queue p */
    int n_start;
} fc_schedule;

/** Parses "block", "cyclic", "block-cyclic:8", ...; FC_E_USAGE with the list of names. start is left NULL. */
fc_status fc_schedule_parse(fc_schedule *out, const char *text, fc_report *report);
/** Appends the schedule's name as parsed, with the chunk. */
void fc_schedule_name(fc_text *out, const fc_schedule *schedule);
/** "block, cyclic, ...", for the help. */
FC_GIVE char *fc_schedule_names(void);
bool fc_schedule_is_static(const fc_schedule *schedule);
/** The process that executes a task (not a join) under a static schedule, < processes. */
uint32_t fc_schedule_process(const fc_schedule *schedule, const fc_taskgraph *graph, uint32_t task, uint32_t processes);
/** FC_E_INPUT where the graph lacks a property that the schedule needs: a process < `processes` for each task, or a
 * queue for each task. `place` is the file. */
fc_status fc_schedule_check(const fc_schedule *schedule, const fc_taskgraph *graph, uint32_t processes, fc_place place,
                            fc_report *report);

#endif
