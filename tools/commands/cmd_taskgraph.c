/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/formats/taskgraph_dot.h"
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

/* The outputs of one execution sequence, on the last number of processes. */
static fc_status write_execution(fc_text *out, const fc_arguments *arguments, const fc_study *study, fc_report *report)
{
    const char *trace = fc_arguments_value(arguments, "timeline"), *gantt = fc_arguments_value(arguments, "gantt");
    fc_execution execution = {0};
    if (!needs_execution(arguments))
        return FC_OK;
    if (study->n_schedules > 1)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give one --schedule instead of --compare.",
                       "--timeline, --gantt and --metric take one schedule");
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

/* Refuses the options of relaxed task graphs and programs. */
static fc_status refuse_options(const fc_arguments *arguments, fc_report *report)
{
    static const char *const names[] = {"ranks",   "define",  "relax",       "machine",     "compute-model",
                                        "profile", "assume",  "placement",   "collectives", "comm-model",
                                        "output",  "threads", "omp-schedule"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fc_arguments_has(arguments, names[i]))
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Leave the option out.",
                           "--%s needs a %s, and %s is a task graph", names[i],
                           i < 3 ? "relaxed task graph" : "program", arguments->operand[0]);
    return FC_OK;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_study study = {0};
    const char *timeline = fc_arguments_value(arguments, "timeline");
    if (fc_program_graph_accepts(arguments->operand[0]))
        return fc_program_graph_run(arguments, report);
    if (arguments->n_rest > 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Leave out \"--\" and the arguments after it.",
                       "arguments after \"--\" need a program, and %s is a task graph", arguments->operand[0]);
    if (fc_relaxed_sweep_accepts(arguments->operand[0]))
        return fc_relaxed_sweep_run(arguments, report);
    fc_status status = refuse_options(arguments, report);
    if (!status)
        status = fc_plot_check(fc_arguments_value(arguments, "plot"), report);
    if (!status && timeline)
        status = fc_timeline_check_ending(timeline, report);
    if (!status)
        status = fc_study_open(&study, arguments, report);
    if (!status)
        status = fc_study_run(&study, arguments->errors, report);
    if (!status)
        status = write_all(arguments, &study, report);
    fc_study_close(&study);
    return status;
}

static const fc_option options[] = {
    {'P', "processes", "RANGE", NULL, NULL, false,
     "numbers of processes; default: 1,2,4,8,16, for a listed schedule the number it names"},
    {0, "schedule", "NAME", NULL, NULL, false,
     "block, cyclic, block-cyclic:N, split, listed, dynamic, priority, lpt, largest, critical, queues, queues-full, "
     "queues-fixed or steal; default: the file's schedule, else dynamic"},
    {0, "compare", "NAME,...", NULL, NULL, false, "several schedules side by side"},
    {0, "system", "none|FILE.c", NULL, NULL, false,
     "the contention model: none, or your own C file; default: the system model in the file"},
    {0, "lock", "SECONDS", NULL, NULL, false, "how long a process holds the task queue's lock to get a task"},
    {0, "critical", NULL, NULL, NULL, false, "print the tasks of the critical path"},
    {0, "slack", NULL, NULL, NULL, false,
     "print all tasks by slack: how much later each may begin without delaying the end"},
    {0, "structure", NULL, NULL, NULL, false,
     "print the kind of graph, the times of Kruskal and Weiss's model, and the size of the condensed graph"},
    {0, "metric", "queue", "queue", NULL, false, "print the mean number of processes per active queue over time"},
    {0, "timeline", "FILE", NULL, NULL, false,
     "write the execution on the last -P as a timeline: .json (Perfetto), .paje (ViTE)"},
    {0, "gantt", "FILE.svg", NULL, NULL, false, "draw the execution on the last -P as a Gantt chart"},
    FC_PLOT_OPTION("the speedup curves; for a relaxed task graph its time over the ranks or a parameter"),
    {0, "dot", "FILE.dot", NULL, NULL, false, "write the graph for Graphviz"},
    {'o', "output", "FILE.json", NULL, NULL, false,
     "for a program MODEL.fc: the task graph to write; optional with --relax"},
    FC_CONTEXT_OPTIONS,
    FC_PLACEMENT_OPTION,
    FC_COLLECTIVES_OPTION,
    FC_THREADS_OPTIONS,
    {0, "comm-model", "FILE.c", NULL, NULL, false, "C functions fc_time_MPI_... that replace runtime functions"},
    {0, "relax", NULL, NULL, NULL, false,
     "for a relaxed task graph: reduce its paths, and drop the transitions that are not critical at the first point; "
     "for a program: write a relaxed task graph, with the repeated phases of its ranks as loops"},
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
};

const fc_command fc_command_taskgraph = {
    .name = "taskgraph",
    .operands = "GRAPH.json|MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "for a program MODEL.fc: its own arguments, as after `mpirun -n P ./app`",
    .help = "predict a task graph under a schedule: time, speedup, waiting",
    .about =
        "Deterministic task graph analysis (Adve and Vernon 2004). The input is tasks with their CPU demands, the "
        "precedences between them, and a task scheduling function. The result is the unique execution sequence on any "
        "number of processes, with contention for a bus, a memory and the lock of the task queue. "
        "The processes' time is split into computing, contention, getting tasks, waiting for other tasks, and idling "
        "at the end. "
        "A relaxed task graph (Simon and Wierum 1997) has states, transitions with cost expressions, loops and forward "
        "edges. The cost of its evaluation does not depend on the parameters' values; -n is its parameter p. "
        "For a program MODEL.fc, with -m, -n and -o, the task graph of its ranks at one point is written. Its tasks "
        "are the stretches between calls, its edges messages and collectives; with --threads it has the chunks, "
        "sections and tasks of OpenMP teams. With --relax the graph is relaxed: equal iterations become loops, and "
        "one rank represents its equivalence class. Then the cost of the evaluation depends neither on the number of "
        "iterations nor on the number of ranks. The file formats are described in runtime/taskgraph/README.md.",
    .example = "forecost taskgraph polyroots.json -P 1:24 --compare dynamic,largest,lpt",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
