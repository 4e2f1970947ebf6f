/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/taskgraph/relaxed_sweep.h"

#include "runtime/taskgraph/relaxed/relaxed.h"
#include "support/json_writer.h"
#include "support/messages/taskgraph.h"
#include "tools/command_line/sweep_axis.h"
#include "tools/output/interrupt.h"
#include "tools/output/plot.h"
#include "tools/output/table.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_POINTS = 100000
};

bool fc_relaxed_sweep_accepts(const char *path)
{
    char head[256];
    head[fc_file_peek(head, sizeof head - 1, path)] = '\0';
    const char *first = strchr(head, '"');
    return first && strncmp(first, "\"relaxed\"", 9) == 0;
}

/* The graph, its sizes before reduction, and the results. */
typedef struct relaxed_study {
    fc_relaxed graph;
    fc_sweep sweep;
    int states, transitions; /* as the file has them */
    int dropped;             /* transitions that --relax removed */
    double *time_s;          /* [sweep.n_points] */
    fc_table points;
} relaxed_study;

static fc_status refuse_options(const fc_arguments *arguments, fc_report *report)
{
    static const char *const known[] = {"ranks", "define", "relax", "plot", "format"};
    for (int i = 0; i < arguments->n_given; i++) {
        const char *name = arguments->given[i].option->name;
        size_t k = 0;
        while (k < sizeof known / sizeof *known && strcmp(known[k], name) != 0)
            k++;
        if (k == sizeof known / sizeof *known)
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Leave the option out.",
                           FC_MSG_NEEDS_TASK_GRAPH_RELAXED_TASK, name, arguments->operand[0]);
    }
    return FC_OK;
}

static int find_parameter(const fc_relaxed *graph, const char *name)
{
    for (int i = 0; i < graph->n_parameters; i++)
        if (strcmp(graph->names.item[i], name) == 0)
            return i;
    return -1;
}

/* Fails with "graph.json has no parameter m"; the hint lists its parameters. */
static fc_status refuse_name(const fc_relaxed *graph, const char *name, fc_report *report)
{
    fc_text next = {0};
    fc_text_add(&next, graph->n_parameters > 0 ? "Its parameters are:" : "It has none.");
    for (int i = 0; i < graph->n_parameters; i++)
        fc_text_add(&next, "%s %s", i > 0 ? "," : "", graph->names.item[i]);
    fc_status status =
        fc_fail(report, FC_E_USAGE, FC_NOWHERE, next.bytes, FC_MSG_UNKNOWN_GRAPH_PARAMETER, graph->path, name);
    fc_text_free(&next);
    return status;
}

static fc_status check_names(const relaxed_study *study, bool has_ranks, fc_report *report)
{
    if (has_ranks && find_parameter(&study->graph, "p") < 0)
        return refuse_name(&study->graph, "p for -n", report);
    for (int i = 0; i < study->sweep.n_parameters; i++)
        if (find_parameter(&study->graph, study->sweep.name[i]) < 0)
            return refuse_name(&study->graph, study->sweep.name[i], report);
    return FC_OK;
}

/* value[n_parameters]: the file's values, replaced by those of -n and -D. */
static void set_point(double *value, const relaxed_study *study, int point, bool has_ranks)
{
    const fc_relaxed *graph = &study->graph;
    double *swept = fc_allocate((size_t)study->sweep.n_parameters + 1, sizeof *swept);
    memcpy(value, graph->parameter, (size_t)graph->n_parameters * sizeof *value);
    fc_sweep_values(swept, &study->sweep, point);
    for (int i = 0; i < study->sweep.n_parameters; i++)
        value[find_parameter(graph, study->sweep.name[i])] = swept[i];
    if (has_ranks)
        value[find_parameter(graph, "p")] = fc_sweep_ranks(&study->sweep, point);
    free(swept);
}

static void begin_table(relaxed_study *study)
{
    const fc_relaxed *graph = &study->graph;
    for (int i = 0; i < graph->n_parameters; i++) {
        char *key = fc_format("parameters.%s", graph->names.item[i]);
        fc_table_column(&study->points, key, graph->names.item[i], FC_UNIT_NUMBER, FC_SHOW_ALL);
        free(key);
    }
    fc_table_column(&study->points, "time_s", "time", FC_UNIT_SECONDS, FC_SHOW_ALL);
    fc_table_column(&study->points, "activations", "activations", FC_UNIT_COUNT, FC_SHOW_ALL);
}

/* Evaluates every point. With --relax, the transitions that are not critical at the first point are dropped before the
 * others. */
static fc_status evaluate(relaxed_study *study, const fc_arguments *arguments, fc_report *report)
{
    const bool has_ranks = fc_arguments_has(arguments, "ranks");
    double *value = fc_allocate((size_t)study->graph.n_parameters + 1, sizeof *value);
    fc_status status = check_names(study, has_ranks, report);
    begin_table(study);
    study->time_s = fc_allocate((size_t)study->sweep.n_points + 1, sizeof *study->time_s);
    fc_interrupt_watch();
    for (int i = 0; !status && i < study->sweep.n_points; i++) {
        fc_relaxed_result result;
        set_point(value, study, i, has_ranks);
        status = fc_relaxed_evaluate(&result, &study->graph, value, fc_interrupt_flag(), report);
        if (status)
            break;
        const size_t n = (size_t)study->graph.n_parameters;
        fc_table_row(&study->points);
        for (size_t k = 0; k < n; k++)
            fc_table_number(&study->points, k, value[k]);
        fc_table_number(&study->points, n, result.time_s);
        fc_table_number(&study->points, n + 1, result.activations);
        study->time_s[i] = result.time_s;
        if (i == 0 && fc_arguments_has(arguments, "relax"))
            study->dropped = fc_relaxed_relax_edges(&study->graph, &result);
        fc_relaxed_result_free(&result);
    }
    fc_interrupt_release();
    free(value);
    return status;
}

static void print(fc_text *out, const relaxed_study *study, const char *format)
{
    if (strcmp(format, "csv") == 0) {
        fc_table_csv(out, &study->points);
        return;
    }
    if (strcmp(format, "json") == 0) {
        fc_json_writer json = fc_json_writer_document(out);
        fc_json_writer_string(&json, "graph", study->graph.name);
        fc_json_writer_whole(&json, "states", study->graph.n_states);
        fc_json_writer_whole(&json, "transitions", study->graph.n_transitions - study->dropped);
        fc_table_json(&json, "points", &study->points, 2);
        fc_json_writer_end(&json);
        return;
    }
    fc_text_add(out, "%s   %d states, %d transitions, %d loop%s", study->graph.name, study->states, study->transitions,
                study->graph.n_loops, study->graph.n_loops == 1 ? "" : "s");
    if (study->graph.n_states < study->states)
        fc_text_add(out, "; paths reduced: %d states, %d transitions", study->graph.n_states,
                    study->graph.n_transitions);
    fc_text_add(out, "\n");
    fc_table_print(out, &study->points);
    for (int t = 0; t < study->graph.n_transitions && study->dropped > 0; t++)
        if (study->graph.transition[t].is_dropped)
            fc_text_add(out, "Dropped, not critical at the first point: %s -> %s (%s)\n",
                        study->graph.state[study->graph.transition[t].from].name,
                        study->graph.state[study->graph.transition[t].to].name, study->graph.transition[t].name);
}

/* Draws the time over the sweep's axis, a curve for each combination of the other parameters. */
static fc_status plot(const char *path, const relaxed_study *study, fc_report *report)
{
    const fc_sweep *sweep = &study->sweep;
    const fc_sweep_axis over = fc_sweep_axis_choose(sweep);
    const size_t n = (size_t)sweep->n_points;
    double *x = fc_allocate(2 * n + 1, sizeof *x), *y = x + n;
    fc_plot_series series[FC_AXIS_MOST_CURVES] = {0};
    int curves = 0;
    for (int first = 0, at = 0; first < sweep->n_points; first++) {
        if (!fc_sweep_axis_starts_curve(&over, first))
            continue;
        series[curves++] = (fc_plot_series){
            fc_sweep_axis_curve_label(sweep, &over, first), FC_PLOT_MARKED, x + at, y + at, over.n, NULL};
        for (int i = 0; i < over.n; i++, at++) {
            x[at] = fc_sweep_axis_coordinate(sweep, &over, first + i * over.stride);
            y[at] = study->time_s[first + i * over.stride];
        }
    }
    const fc_plot picture = {study->graph.name,
                             {fc_sweep_axis_name(sweep, &over), FC_PLOT_NUMBER, false},
                             {"time", FC_PLOT_SECONDS, false},
                             series,
                             curves};
    fc_status status = fc_plot_write(path, &picture, report);
    for (int i = 0; i < curves; i++)
        free((char *)(uintptr_t)series[i].title);
    free(x);
    return status;
}

static fc_status check_plot(const char *path, const fc_sweep *sweep, fc_report *report)
{
    fc_status status = path ? fc_plot_check(path, report) : FC_OK;
    return path && !status ? fc_sweep_axis_check(sweep, report) : status;
}

fc_status fc_relaxed_sweep_run(const fc_arguments *arguments, fc_report *report)
{
    relaxed_study study = {0};
    const char *picture = fc_arguments_value(arguments, "plot");
    fc_text text = {0};
    fc_status status = refuse_options(arguments, report);
    if (!status)
        status = fc_sweep_parse(&study.sweep, arguments, MOST_POINTS, report);
    if (!status)
        status = check_plot(picture, &study.sweep, report);
    if (!status)
        status = fc_relaxed_read(&study.graph, arguments->operand[0], report);
    if (!status) {
        study.states = study.graph.n_states;
        study.transitions = study.graph.n_transitions;
        if (fc_arguments_has(arguments, "relax"))
            fc_relaxed_reduce_paths(&study.graph);
        status = fc_relaxed_order(&study.graph, report);
    }
    if (!status)
        status = evaluate(&study, arguments, report);
    if (!status && picture)
        status = plot(picture, &study, report);
    if (!status) {
        print(&text, &study, fc_arguments_value(arguments, "format"));
        fwrite(text.bytes, 1, text.length, arguments->out);
    }
    fc_text_free(&text);
    free(study.time_s);
    fc_table_free(&study.points);
    fc_relaxed_free(&study.graph);
    fc_sweep_free(&study.sweep);
    return status;
}
