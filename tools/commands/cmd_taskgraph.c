/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/formats/taskgraph_dot.h"
#include "support/messages/command_line.h"
#include "tools/command_line/command_table.h"
#include "tools/output/plot.h"
#include "tools/prediction/prediction_context.h"
#include "tools/taskgraph/program_graph.h"
#include "tools/taskgraph/relaxed_sweep.h"
#include "tools/taskgraph/study_print.h"
#include "tools/timeline/timeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fc_status write_dot(const fc_arguments *arguments, const fc_study *study, fc_report *report)
{
    const char *path = fc_arguments_value(arguments, "dot");
    fc_text text = {0};
    if (!path)
        return FC_OK;
    fc_taskgraph_dot_write(&text, &study->file.graph, study->file.name);
    fc_status status = fc_file_write(path, text.bytes, text.length, report);
    fc_text_free(&text);
    return status;
}

static bool needs_execution(const fc_arguments *arguments)
{
    return fc_arguments_has(arguments, "timeline") || fc_arguments_has(arguments, "gantt") ||
           fc_arguments_has(arguments, "metric");
}

/* The outputs of one execution sequence, on the last number of processes. Only `run` has their options. */
static fc_status write_execution(fc_text *out, const fc_arguments *arguments, const fc_study *study, fc_report *report)
{
    const char *trace = fc_arguments_value(arguments, "timeline"), *gantt = fc_arguments_value(arguments, "gantt");
    fc_execution execution = {0};
    if (!needs_execution(arguments))
        return FC_OK;
    fc_status status = fc_execution_record(&execution, study, report);
    if (!status && trace)
        status = fc_execution_write_timeline(trace, &execution, study->file.name, report);
    if (!status && gantt)
        status = fc_execution_write_gantt(gantt, &execution, study->file.name, report);
    if (!status && fc_arguments_has(arguments, "metric"))
        fc_study_print_queues(out, study, &execution, fc_arguments_value(arguments, "format"));
    fc_execution_free(&execution);
    return status;
}

static fc_status write_all(const fc_arguments *arguments, const fc_study *study, fc_report *report)
{
    const char *picture = fc_arguments_value(arguments, "plot"), *format = fc_arguments_value(arguments, "format");
    fc_text text = {0};
    fc_status status = picture ? fc_study_plot(picture, study, report) : FC_OK;
    if (!status)
        status = write_dot(arguments, study, report);
    if (!status)
        status = write_execution(&text, arguments, study, report);
    if (!status && fc_arguments_has(arguments, "critical"))
        fc_study_print_critical(&text, study, format);
    else if (!status && fc_arguments_has(arguments, "slack"))
        fc_study_print_slack(&text, study, format);
    else if (!status && fc_arguments_has(arguments, "structure"))
        fc_study_print_structure(&text, study, format);
    else if (!status && !fc_arguments_has(arguments, "metric"))
        fc_study_print(&text, study, format);
    if (!status)
        fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    return status;
}

/* Of `run` and of `study`. */
static fc_status analyze(const fc_arguments *arguments, fc_report *report)
{
    fc_study study = {0};
    fc_status status = fc_plot_check(fc_arguments_value(arguments, "plot"), report);
    if (!status)
        status = fc_study_open(&study, arguments, report);
    if (!status)
        status = fc_study_run(&study, arguments->errors, report);
    if (!status)
        status = write_all(arguments, &study, report);
    fc_study_close(&study);
    return status;
}

static fc_status refuse_program(const fc_arguments *arguments, fc_report *report)
{
    if (!fc_program_graph_accepts(arguments->operand[0]))
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE,
                   "Export its graph first: forecost taskgraph export MODEL.fc -n 64 -o GRAPH.json -- ARGUMENTS.",
                   FC_MSG_EXPORTED_OPTION_NEEDS_GRAPH, arguments->command->name, arguments->operand[0]);
}

static fc_status run_run(const fc_arguments *arguments, fc_report *report)
{
    const char *timeline = fc_arguments_value(arguments, "timeline"), *graph = arguments->operand[0];
    fc_status status = refuse_program(arguments, report);
    if (!status && fc_relaxed_sweep_accepts(graph))
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Write forecost taskgraph study GRAPH.json.",
                         FC_MSG_EXPORTED_OPTION_NEEDS_PLAIN_GRAPH, arguments->command->name, graph);
    if (!status && timeline)
        status = fc_timeline_check_ending(timeline, report);
    return status ? status : analyze(arguments, report);
}

/* Refuses the options of relaxed task graphs. */
static fc_status refuse_options(const fc_arguments *arguments, fc_report *report)
{
    static const char *const names[] = {"ranks", "define", "relax"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fc_arguments_has(arguments, names[i]))
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Leave the option out.",
                           FC_MSG_NEEDS_RELAXED_TASK_GRAPH_TASK, names[i], arguments->operand[0]);
    return FC_OK;
}

static fc_status run_study(const fc_arguments *arguments, fc_report *report)
{
    fc_status status = refuse_program(arguments, report);
    if (!status && fc_relaxed_sweep_accepts(arguments->operand[0]))
        return fc_relaxed_sweep_run(arguments, report);
    if (!status)
        status = refuse_options(arguments, report);
    return status ? status : analyze(arguments, report);
}

/* ---- the command line ---- */

static const fc_option export_options[] = {
    {'o', "output", "FILE.json", NULL, NULL, false, "the task graph to write; optional with --relax"},
    FC_CONTEXT_OPTIONS,
    FC_PLACEMENT_OPTION,
    FC_COLLECTIVES_OPTION,
    FC_THREADS_OPTIONS,
    {0, "comm-model", "FILE.c", NULL, NULL, false, "C functions fc_time_MPI_... that replace runtime functions"},
    {0, "relax", NULL, NULL, NULL, false, "write a relaxed task graph, with the repeated phases of the ranks as loops"},
};

#define PROCESSES_OPTION                                                                                               \
    {                                                                                                                  \
        'P', "processes", "RANGE", NULL, NULL, false,                                                                  \
            "numbers of processes; default: 1,2,4,8,16, for a listed schedule the number it names"                     \
    }

/* The options of an unrelaxed graph, whatever its schedules. */
#define GRAPH_OPTIONS                                                                                                  \
    {0,                                                                                                                \
     "system",                                                                                                         \
     "none|FILE.c",                                                                                                    \
     NULL,                                                                                                             \
     NULL,                                                                                                             \
     false,                                                                                                            \
     "the contention model: none, or your own C file; default: the system model in the file"},                         \
        {0, "unsafe", NULL, NULL, NULL, false, "run FILE.c without a sandbox; only for a model that you trust"},       \
        {0, "lock", "SECONDS", NULL, NULL, false, "how long a process holds the task queue's lock to get a task"},     \
        {0, "critical", NULL, NULL, NULL, false, "print the tasks of the critical path"},                              \
        {0,                                                                                                            \
         "slack",                                                                                                      \
         NULL,                                                                                                         \
         NULL,                                                                                                         \
         NULL,                                                                                                         \
         false,                                                                                                        \
         "print all tasks by slack: how much later each may begin without delaying the end"},                          \
        {0,                                                                                                            \
         "structure",                                                                                                  \
         NULL,                                                                                                         \
         NULL,                                                                                                         \
         NULL,                                                                                                         \
         false,                                                                                                        \
         "print the kind of graph, the times of Kruskal and Weiss's model, and the size of the condensed graph"},      \
        {0, "dot", "FILE.dot", NULL, NULL, false, "write the graph for Graphviz"},                                     \
    {                                                                                                                  \
        0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"                            \
    }

static const fc_option run_options[] = {
    PROCESSES_OPTION,
    {0, "schedule", "NAME", NULL, NULL, false,
     "block, cyclic, block-cyclic:N, split, listed, dynamic, priority, lpt, largest, critical, queues, queues-full, "
     "queues-fixed or steal; default: the file's schedule, else dynamic"},
    GRAPH_OPTIONS,
    FC_PLOT_OPTION("the speedup curve"),
    {0, "metric", "queue", "queue", NULL, false, "print the mean number of processes per active queue over time"},
    {0, "timeline", "FILE", NULL, NULL, false,
     "write the execution on the last -P as a timeline: .json (Perfetto), .paje (ViTE)"},
    {0, "gantt", "FILE.svg", NULL, NULL, false, "draw the execution on the last -P as a Gantt chart"},
};

static const fc_option study_options[] = {
    PROCESSES_OPTION,
    {0, "compare", "NAME,...", NULL, NULL, false,
     "several schedules side by side, named as in `taskgraph run`; default: the file's schedule, else dynamic"},
    GRAPH_OPTIONS,
    FC_PLOT_OPTION("the speedup curves; for a relaxed task graph its time over the ranks or a parameter"),
    {'n', "ranks", "RANGE", NULL, NULL, false, "values of a relaxed task graph's parameter p; default: the file's"},
    {'D', "define", "NAME=RANGE", NULL, NULL, true, "values of another parameter of a relaxed task graph"},
    {0, "relax", NULL, NULL, NULL, false,
     "for a relaxed task graph: reduce its paths, and drop the transitions that are not critical at the first point"},
};

static const fc_command export_command = {
    .name = "taskgraph export",
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`",
    .help = "write the task graph of a program at one point",
    .about =
        "Writes the task graph of a program's ranks at one point. Its tasks are the stretches between calls, its edges "
        "messages and collectives; with --threads it has the chunks, sections and tasks of OpenMP teams. With --relax "
        "the graph is relaxed: equal iterations become loops, and one rank represents its equivalence class. Then the "
        "cost of the evaluation depends neither on the number of iterations nor on the number of ranks.",
    .example = "forecost taskgraph export app.fc -n 64 -o app.tg.json -- 4000 100",
    .option = export_options,
    .n_options = sizeof export_options / sizeof *export_options,
    .run = fc_program_graph_run,
};

static const fc_command run_command = {
    .name = "taskgraph run",
    .operands = "GRAPH.json",
    .least_operands = 1,
    .most_operands = 1,
    .help = "predict a task graph under one schedule: time, speedup, waiting",
    .about =
        "Deterministic task graph analysis (Adve and Vernon 2004). The input is tasks with their CPU demands, the "
        "precedences between them, and a task scheduling function. The result is the unique execution sequence on any "
        "number of processes. It includes contention for a bus, a memory and the lock of the task queue. "
        "The processes' time is split into computing, contention, getting tasks, waiting for other tasks, and idling "
        "at the end.",
    .example = "forecost taskgraph run polyroots.json -P 1:24 --schedule lpt --gantt polyroots.svg",
    .option = run_options,
    .n_options = sizeof run_options / sizeof *run_options,
    .run = run_run,
};

static const fc_command study_command = {
    .name = "taskgraph study",
    .operands = "GRAPH.json",
    .least_operands = 1,
    .most_operands = 1,
    .help = "compare schedules of a task graph, or sweep a relaxed task graph",
    .about =
        "Compares schedules of a task graph, each as `taskgraph run` predicts it. "
        "A relaxed task graph (Simon and Wierum 1997) has states, transitions with cost expressions, loops and forward "
        "edges. It is evaluated at every point of -n and -D. The cost of an evaluation does not depend on the "
        "parameters' values.",
    .example = "forecost taskgraph study polyroots.json -P 1:24 --compare dynamic,largest,lpt",
    .option = study_options,
    .n_options = sizeof study_options / sizeof *study_options,
    .run = run_study,
};

static const fc_command *const subcommands[] = {&export_command, &run_command, &study_command, NULL};

static const fc_old_spelling old[] = {
    {.operand = fc_program_graph_accepts, .subcommand = &export_command},
    {.operand = fc_relaxed_sweep_accepts, .subcommand = &study_command},
    {.option = "compare", .subcommand = &study_command},
    {.option = "ranks", .subcommand = &study_command},
    {.option = "define", .subcommand = &study_command},
    {.option = "relax", .subcommand = &study_command},
    {.subcommand = &run_command},
};

const fc_command fc_command_taskgraph = {
    .name = "taskgraph",
    .workflow = FC_WORKFLOW_QUESTIONS,
    .operands = "",
    .subcommand = subcommands,
    .old = old,
    .n_old = sizeof old / sizeof *old,
    .help = "export, run or study task graphs: time, speedup, waiting",
    .about =
        "A task graph has tasks with their CPU demands and the precedences between them. It is written by hand, or "
        "exported from a program. The subcommands predict its time under schedules and numbers of processes. The file "
        "formats are described in runtime/taskgraph/README.md.",
    .example = "forecost taskgraph run polyroots.json -P 1:24 --schedule lpt",
};
