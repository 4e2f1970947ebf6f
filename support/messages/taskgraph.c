/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/taskgraph.h"

#include "support/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_STATIC_SCHEDULE_DEADLOCKS, NULL,
     "Number the tasks in an order that satisfies their edges, or use a dynamic schedule."},
    {"error", FC_MSG_NO_PROCESS_SERVES_QUEUE_NONE, NULL, "Use more processes, or the schedule queues."},
    {"error", FC_MSG_SYSTEM_MODEL_RETURNED_INVALID_OVERHEAD, NULL,
     "The model must return seconds of overhead per CPU second, >= 0."},
    {"error", FC_MSG_SIMULATED_TIME_OVERFLOWS, NULL, "Specify times in seconds."},
    {"error", FC_MSG_TASK_CYCLE, NULL, "A task cannot precede itself: remove one of these edges."},
    {"error", FC_MSG_LONGEST_PATH_STATES_MORE_THAN, NULL, "Export the graph of a smaller point."},
    {"error", FC_MSG_EXPRESSION_INVALID, NULL, "Correct the expression. docs/formats.md has its grammar."},
    {"error", FC_MSG_TRANSITIONS_FORM_CYCLE_THROUGH_BEFORE, NULL,
     "Use a loop edge, or make one of the transitions a forward edge."},
    {"error", FC_MSG_VALUE_OUT_OF_RANGE, NULL, "A cost must be finite and >= 0, a limit less than 1e15."},
    {"error", FC_MSG_UNKNOWN_SCHEDULE, NULL, "`forecost help taskgraph run` lists the schedules."},
    {"error", FC_MSG_TASK_NO_WHICH_SCHEDULE_NEEDS, NULL, "Specify one for each task, or use another --schedule."},
    {"error", FC_MSG_TASK_ASSIGNED_PROCESS_BUT_THERE, NULL, "Give -P at least as many processes as the file lists."},
    {"error", FC_MSG_O_MISSING_FILE_PROGRAM_S, NULL, "Give -o GRAPH.json."},
    {"error", FC_MSG_TASK_GRAPH_TAKES_ONE_POINT, NULL, "Give -n and -D one value each."},
    {"error", FC_MSG_PROGRAM_S_TASK_GRAPH_MORE, NULL,
     "Give fewer ranks or iterations; a smaller graph shows the same pattern."},
    {"error", FC_MSG_NEEDS_TASK_GRAPH_RELAXED_TASK, NULL, "Leave the option out."},
    {"error", FC_MSG_UNKNOWN_GRAPH_PARAMETER, NULL, "Name a parameter of the graph, as its file lists them."},
    {"error", FC_MSG_MORE_THAN_SCHEDULES, NULL, "Compare fewer schedules at once."},
    {"error", FC_MSG_SCHEDULE_COMPARE_BOTH_GIVEN, NULL, "Give one of them."},
    {"error", FC_MSG_LOCK_TAKES_ONE_TIME_FOUND, NULL, "Give one time in seconds, for example 2e-6."},
    {"error", FC_MSG_FUNCTION_FC_TASK_OVERHEAD_MISSING, NULL,
     "Define: void fc_task_overhead(double *overhead, const fc_task_load *load, const double *parameter)"},
    {"error", FC_MSG_NEEDS_USER_DEFINED_SYSTEM_MODEL, NULL, "Give --system FILE.c, or --system none."},
    {"note", FC_MSG_RANK_ITERATION_LOOP_NOT_FOLDED, NULL, "Nothing. The loop's iterations stay apart in the graph."},
    {"warning", FC_MSG_TIME_RELAXED_GRAPH_DIFFERS_PROGRAM, NULL,
     "Use the task graph that is not relaxed: forecost taskgraph run."},
    {"note", FC_MSG_RELAXED_GRAPH_WOULD_STATES_MORE, NULL, "Export a smaller point, if other paths matter."},
    {"note", FC_MSG_NOT_RELAXED_UNRELAXED_GRAPH_WRITTEN, NULL, "Nothing. Use the graph with forecost taskgraph run."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_taskgraph = {
    "A task graph, its schedule or its relaxation is not valid, or exceeds a limit.", messages};
