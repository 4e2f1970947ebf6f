/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/taskgraph/program_graph.h"

#include "runtime/taskgraph/formats/taskgraph_write.h"
#include "runtime/taskgraph/relaxed/relaxed_write.h"
#include "support/diagnostics.h"
#include "support/messages/taskgraph.h"
#include "tools/output/table.h"
#include "tools/prediction/prediction_open.h"
#include "tools/taskgraph/program_tasks.h"
#include "tools/timeline/timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double most_error = 1e-9; /* relative, of a relaxed graph's time */

/* A program at one point. */
typedef struct evaluated {
    const fc_arguments *arguments;
    fc_prediction_context context;
    fc_recording recording;
    fc_prediction *prediction; /* [1] */
    fc_program_tasks tasks;
} evaluated;

/* There is a file to write, and one point. */
static fc_status check(const fc_arguments *arguments, const fc_sweep *sweep, fc_report *report)
{
    const char *next = arguments->command->example;
    if (!fc_arguments_has(arguments, "output") && !fc_arguments_has(arguments, "relax"))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_O_MISSING_FILE_PROGRAM_S);
    if (sweep->n_points != 1)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_TASK_GRAPH_TAKES_ONE_POINT, sweep->n_points);
    return FC_OK;
}

/* ---- the unrelaxed graph ---- */

static fc_status write_tasks(const evaluated *of, fc_report *report)
{
    const char *path = fc_arguments_value(of->arguments, "output");
    const fc_taskgraph *graph = &of->tasks.graph;
    fc_text text = {0};
    fc_taskgraph_write_listed(&text, graph, of->arguments->operand[0]);
    fc_status status = fc_file_write(path, text.bytes, text.length, report);
    text.length = 0;
    fc_table_seconds(&text, of->prediction->totals.time_s, 4);
    if (!status)
        fprintf(of->arguments->out, "%s: %u tasks, %zu edges, %d rank%s, predicted %s\n", path, graph->n,
                graph->n_edges, of->tasks.ranks, of->tasks.ranks == 1 ? "" : "s", text.bytes);
    fc_text_free(&text);
    return status;
}

/* ---- the relaxed graph ---- */

static void add_place(fc_text *out, void *data, int item)
{
    fc_timeline_place place = fc_timeline_place_of(data, item);
    fc_text_add(out, "%s %s:%d", place.what, place.file, place.line);
}

static void note_different_iteration(const evaluated *of, const fc_derivation_mismatch *unlike)
{
    fc_text place = {0};
    if (!unlike->is_found)
        return;
    add_place(&place, (void *)of->context.loaded.program, unlike->item);
    fc_diagnose(of->arguments->errors, FC_NOTE, (fc_place){of->arguments->operand[0], 0, 0},
                FC_MSG_RANK_ITERATION_LOOP_NOT_FOLDED, unlike->process, unlike->iteration, place.bytes,
                unlike->by_cost ? "its time fits no polynomial over the neighboring iterations"
                                : "its operations differ from the neighboring iterations");
    fc_text_free(&place);
}

static fc_status write_relaxed(const evaluated *of, const fc_relaxed *graph, fc_report *report)
{
    const char *path = fc_arguments_value(of->arguments, "output");
    fc_relaxed_result result;
    fc_text text = {0};
    fc_status status = fc_relaxed_evaluate(&result, graph, graph->parameter, NULL, report);
    if (status)
        return status;
    if (fabs(result.time_s - of->prediction->totals.time_s) > most_error * of->prediction->totals.time_s)
        fc_diagnose(of->arguments->errors, FC_WARNING, (fc_place){graph->name, 0, 0},
                    FC_MSG_TIME_RELAXED_GRAPH_DIFFERS_PROGRAM);
    fc_relaxed_write(&text, graph);
    if (path)
        status = fc_file_write(path, text.bytes, text.length, report);
    text.length = 0;
    fc_table_seconds(&text, result.time_s, 4);
    fc_text_add(&text, ", predicted ");
    fc_table_seconds(&text, of->prediction->totals.time_s, 4);
    if (!status)
        fprintf(of->arguments->out, "%s: %d states, %d transitions, %d loop%s from %u tasks of %d of %d rank%s; %s\n",
                path ? path : graph->name, graph->n_states, graph->n_transitions, graph->n_loops,
                graph->n_loops == 1 ? "" : "s", of->tasks.graph.n, of->tasks.with_tasks, of->tasks.ranks,
                of->tasks.ranks == 1 ? "" : "s", text.bytes);
    fc_relaxed_result_free(&result);
    fc_text_free(&text);
    return status;
}

/* Writes the relaxed graph; a graph that cannot be folded enough is written unrelaxed. */
static fc_status relax(const evaluated *of, fc_report *report)
{
    const char *name = of->arguments->operand[0];
    fc_relaxed graph;
    fc_derivation_summary result;
    fc_report large = {0};
    fc_derivation_source source = {name,
                                   &of->tasks.graph,
                                   of->tasks.mark,
                                   of->tasks.n_marks,
                                   of->prediction->totals.time_s,
                                   add_place,
                                   (void *)of->context.loaded.program};
    fc_status status = fc_derivation_make(&graph, &result, &source, &large);
    note_different_iteration(of, &result.unlike);
    if (result.is_path)
        fc_diagnose(of->arguments->errors, FC_NOTE, (fc_place){name, 0, 0}, FC_MSG_RELAXED_GRAPH_WOULD_STATES_MORE,
                    result.states, FC_DERIVATION_MOST_STATES);
    if (!status) {
        status = write_relaxed(of, &graph, report);
        fc_relaxed_free(&graph);
        return status;
    }
    fc_diagnose(of->arguments->errors, FC_NOTE, (fc_place){name, 0, 0}, FC_MSG_NOT_RELAXED_UNRELAXED_GRAPH_WRITTEN,
                large.text);
    return fc_arguments_has(of->arguments, "output") ? write_tasks(of, report) : FC_OK;
}

bool fc_program_graph_accepts(const char *path)
{
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".fc") == 0;
}

fc_status fc_program_graph_run(const fc_arguments *arguments, fc_report *report)
{
    fc_sweep sweep = {0};
    evaluated of = {.arguments = arguments};
    fc_status status = fc_sweep_parse(&sweep, arguments, FC_RANGE_MAX_POINTS, report);
    if (!status)
        status = check(arguments, &sweep, report);
    if (!status) {
        const bool relaxes = fc_arguments_has(of.arguments, "relax");
        fc_trace wanted = {
            .ranks = fc_sweep_ranks(&sweep, 0), .dependences = true, .teams = !relaxes, .by_class = relaxes};
        status = fc_prediction_open(&of.context, of.arguments, report);
        if (!status)
            status = fc_recording_open(&of.recording, &wanted, report);
        of.context.trace = &of.recording.trace;
        status =
            status ? status : fc_prediction_context_predict(&of.prediction, &of.context, &sweep, of.arguments, report);
    }
    if (!status)
        status = fc_program_tasks_make(&of.tasks, &of.recording, of.context.loaded.program, report);
    if (!status)
        status = fc_arguments_has(arguments, "relax") ? relax(&of, report) : write_tasks(&of, report);
    fc_program_tasks_free(&of.tasks);
    if (of.prediction)
        fc_evaluate_free(of.prediction, sweep.n_points);
    fc_recording_close(&of.recording);
    fc_prediction_context_close(&of.context);
    fc_sweep_free(&sweep);
    return status;
}
