/* SPDX-License-Identifier: Apache-2.0 */
/** @file taskgraph.h  Messages, FC0700 and after: task graphs (messages.h). */
#ifndef FC_MESSAGES_TASKGRAPH_H
#define FC_MESSAGES_TASKGRAPH_H

#define FC_MSG_STATIC_SCHEDULE_DEADLOCKS "FC0701\tthe static schedule deadlocks:%s"
#define FC_MSG_NO_PROCESS_SERVES_QUEUE_NONE "FC0702\tno process serves queue %s, and none may switch to it"
#define FC_MSG_SYSTEM_MODEL_RETURNED_INVALID_OVERHEAD                                                                  \
    "FC0703\tthe system model returned an overhead that is negative, NaN or too large"
#define FC_MSG_SIMULATED_TIME_OVERFLOWS "FC0704\tthe simulated time overflows"
#define FC_MSG_TASK_CYCLE "FC0705\t%u task%s in a cycle: %s"
#define FC_MSG_LONGEST_PATH_STATES_MORE_THAN "FC0706\tthe longest path has %d states, more than %d"
#define FC_MSG_EXPRESSION_INVALID "FC0707\t%s at \"%.20s\""
#define FC_MSG_TRANSITIONS_FORM_CYCLE_THROUGH_BEFORE "FC0708\tthe transitions form a cycle through %s or before it"
#define FC_MSG_VALUE_OUT_OF_RANGE "FC0709\t%s %s is %g"
#define FC_MSG_UNKNOWN_SCHEDULE "FC0710\tunknown schedule \"%s\""
#define FC_MSG_TASK_NO_WHICH_SCHEDULE_NEEDS "FC0711\ttask %s has no %s, which the schedule needs"
#define FC_MSG_TASK_ASSIGNED_PROCESS_BUT_THERE                                                                         \
    "FC0712\ta task is assigned to process %d, but there are only %u (numbered from 0)"
#define FC_MSG_O_MISSING_FILE_PROGRAM_S "FC0714\t-o is missing: the file of the program's task graph"
#define FC_MSG_TASK_GRAPH_TAKES_ONE_POINT "FC0715\ta task graph takes one point, and %d are given"
#define FC_MSG_PROGRAM_S_TASK_GRAPH_MORE "FC0716\tthe program's task graph has more than %d tasks"
#define FC_MSG_NEEDS_TASK_GRAPH_RELAXED_TASK "FC0717\t--%s needs a task graph, and %s is a relaxed task graph"
#define FC_MSG_UNKNOWN_GRAPH_PARAMETER "FC0718\t%s has no parameter %s"
#define FC_MSG_MORE_THAN_SCHEDULES "FC0719\tmore than %d schedules"
#define FC_MSG_SCHEDULE_COMPARE_BOTH_GIVEN "FC0720\t--schedule and --compare are both given"
#define FC_MSG_LOCK_TAKES_ONE_TIME_FOUND "FC0721\t--lock takes one time, found \"%s\""
#define FC_MSG_FUNCTION_FC_TASK_OVERHEAD_MISSING "FC0722\tthe function fc_task_overhead is missing"
#define FC_MSG_NEEDS_USER_DEFINED_SYSTEM_MODEL "FC0723\t%s needs a user-defined system model"
#define FC_MSG_RANK_ITERATION_LOOP_NOT_FOLDED "FC0724\trank %d, iteration %u of the loop at %s is not folded: %s."
#define FC_MSG_TIME_RELAXED_GRAPH_DIFFERS_PROGRAM                                                                      \
    "FC0725\tthe time of the relaxed graph differs from the program's prediction; do not use it."
#define FC_MSG_RELAXED_GRAPH_WOULD_STATES_MORE                                                                         \
    "FC0726\tthe relaxed graph would have %d states, more than %d; only the critical path at this point is kept."
#define FC_MSG_NOT_RELAXED_UNRELAXED_GRAPH_WRITTEN "FC0727\tnot relaxed: %s. The unrelaxed graph is written."

#endif
