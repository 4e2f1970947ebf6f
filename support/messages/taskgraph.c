/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/taskgraph.h"

#include "support/messages/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_STATIC_SCHEDULE_DEADLOCKS,
     "A static schedule fixes the order of tasks on each process. Each process in the message waits for a task that "
     "comes after the one at which another process waits.",
     "Number the tasks in an order that satisfies their edges, or use a dynamic schedule."},
    {"error", FC_MSG_NO_PROCESS_SERVES_QUEUE_NONE,
     "The schedule binds each process to one queue. There are fewer processes than queues, so the ready tasks of this "
     "queue would never be executed.",
     "Use more processes, or the schedule queues."},
    {"error", FC_MSG_SYSTEM_MODEL_RETURNED_INVALID_OVERHEAD,
     "The user-defined system model computes the overhead of the tasks that are executed at the same time. One of its "
     "values is no valid overhead, so these tasks have no execution time.",
     "The model must return seconds of overhead per CPU second, >= 0."},
    {"error", FC_MSG_SIMULATED_TIME_OVERFLOWS,
     "Costs and overheads of the tasks add up to more than the greatest double-precision number. The costs may be in "
     "another unit than seconds.",
     "Specify times in seconds."},
    {"error", FC_MSG_TASK_CYCLE,
     "A task starts after all its predecessors have ended, so the edges of a task graph must not form a cycle. None of "
     "the listed tasks could ever start.",
     "A task cannot precede itself: remove one of these edges."},
    {"error", FC_MSG_LONGEST_PATH_STATES_MORE_THAN,
     "The relaxed graph is too large, and its critical path alone still has more states or transitions than the file "
     "format permits. No relaxed graph is made.",
     "Export the graph of a smaller point."},
    {"error", FC_MSG_EXPRESSION_INVALID,
     "Costs, limits and definitions in a relaxed task graph are expressions over its parameters and counters. The "
     "quoted text does not continue such an expression, or contains an unknown name.",
     "Correct the expression. docs/formats.md has its grammar."},
    {"error", FC_MSG_TRANSITIONS_FORM_CYCLE_THROUGH_BEFORE,
     "Apart from loop edges, the transitions of a relaxed task graph must permit an order of its states. These "
     "transitions form a cycle, so none of its states comes first.",
     "Use a loop edge, or make one of the transitions a forward edge."},
    {"error", FC_MSG_VALUE_OUT_OF_RANGE,
     "With these parameters, an expression of the relaxed task graph gives a negative or non-finite cost, or a limit "
     "of 1e15 or more. The time cannot be computed.",
     "A cost must be finite and >= 0, a limit less than 1e15."},
    {"error", FC_MSG_UNKNOWN_SCHEDULE,
     "The name is none of the known schedules, or the part after it is not a chunk size of 1 to 8 digits. No schedule "
     "is simulated.",
     "`forecost help taskgraph run` lists the schedules."},
    {"error", FC_MSG_TASK_NO_WHICH_SCHEDULE_NEEDS,
     "The schedule assigns each task by the queue or the process that the file gives for it. This task has none, so it "
     "cannot be assigned.",
     "Specify one for each task, or use another --schedule."},
    {"error", FC_MSG_TASK_ASSIGNED_PROCESS_BUT_THERE,
     "The schedule takes the process of each task from the file. The file names a process that does not exist with "
     "this number of processes.",
     "Give -P at least as many processes as the file lists."},
    {"error", FC_MSG_O_MISSING_FILE_PROGRAM_S,
     "The task graph of a program is written to a file, and neither -o nor --relax was given. The result would be "
     "lost.",
     "Give -o GRAPH.json."},
    {"error", FC_MSG_TASK_GRAPH_TAKES_ONE_POINT,
     "A task graph records a single execution of the program, so ranks and parameters need one value each. A list or "
     "range in -n or -D gives several points.",
     "Give -n and -D one value each."},
    {"error", FC_MSG_PROGRAM_S_TASK_GRAPH_MORE,
     "Each step of every rank becomes a task, and the number of tasks exceeds the limit that bounds memory and time. "
     "No graph is written.",
     "Give fewer ranks or iterations; a smaller graph shows the same pattern."},
    {"error", FC_MSG_NEEDS_TASK_GRAPH_RELAXED_TASK,
     "The time of a relaxed task graph is computed from expressions, without a simulation of processes. Options of a "
     "simulation, such as a schedule, therefore do not apply.",
     "Leave the option out."},
    {"error", FC_MSG_UNKNOWN_GRAPH_PARAMETER,
     "-D sets a parameter of the relaxed task graph, and its file declares none of this name. The value would have no "
     "effect.",
     "Name a parameter of the graph, as its file lists them."},
    {"error", FC_MSG_MORE_THAN_SCHEDULES,
     "--compare lists more schedules than one study simulates. None of them was simulated.",
     "Compare fewer schedules at once."},
    {"error", FC_MSG_SCHEDULE_COMPARE_BOTH_GIVEN,
     "--schedule simulates one schedule, and --compare several for a comparison. Both were given, so the schedules to "
     "simulate are ambiguous.",
     "Give one of them."},
    {"error", FC_MSG_LOCK_TAKES_ONE_TIME_FOUND,
     "--lock is the time for which a process holds the lock of the task queue, and a study has only one. A list or "
     "range was given.",
     "Give one time in seconds, for example 2e-6."},
    {"error", FC_MSG_FUNCTION_FC_TASK_OVERHEAD_MISSING,
     "The C file of --system defines no function of this name, which computes the overhead of simultaneous tasks. "
     "Without it the file is no system model.",
     "Define: void fc_task_overhead(double *overhead, const fc_task_load *load, const double *parameter)"},
    {"error", FC_MSG_NEEDS_USER_DEFINED_SYSTEM_MODEL,
     "The task graph gives usages of its own for the tasks and names no predefined system model. How these usages "
     "cause overhead is therefore unknown.",
     "Give --system FILE.c, or --system none."},
    {"note", FC_MSG_RANK_ITERATION_LOOP_NOT_FOLDED,
     "Iterations of a loop become one part of the relaxed graph if they have the same operations, and costs that are "
     "polynomials of the iteration. This iteration does not match.",
     "Nothing. The loop's iterations stay apart in the graph."},
    {"warning", FC_MSG_TIME_RELAXED_GRAPH_DIFFERS_PROGRAM,
     "The time of the relaxed graph at the point of its derivation differs from the program's predicted time by more "
     "than rounding. The graph does not represent this program.",
     "Use the task graph that is not relaxed: forecost taskgraph run."},
    {"note", FC_MSG_RELAXED_GRAPH_WOULD_STATES_MORE,
     "After folding of loops, the graph still has more states than a complete relaxed graph may have. Away from this "
     "point, another path may determine the time.",
     "Export a smaller point, if other paths matter."},
    {"note", FC_MSG_NOT_RELAXED_UNRELAXED_GRAPH_WRITTEN,
     "--relax was given, but no relaxed graph can be derived, for the reason in the message. If -o was given, the file "
     "receives the task graph itself.",
     "Nothing. Use the graph with forecost taskgraph run."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_taskgraph = {
    "A task graph, its schedule or its relaxation is not valid, or exceeds a limit.", messages};
