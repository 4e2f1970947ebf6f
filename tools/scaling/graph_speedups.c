/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/scaling/graph_speedups.h"

#include "runtime/scaling/downey.h"
#include "runtime/taskgraph/analysis/task_analysis.h"
#include "runtime/taskgraph/formats/taskgraph_file.h"
#include "support/messages/command_line.h"
#include "tools/command_line/range.h"
#include "tools/output/interrupt.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool fc_graph_speedups_accepts(const char *path)
{
    static const char member[] = "\"taskgraph\"";
    char head[256] = {0};
    size_t n = fc_file_peek(head, sizeof head - 1, path), at = 0;
    while (at < n && (isspace((unsigned char)head[at]) || head[at] == '{'))
        at++;
    return strncmp(head + at, member, sizeof member - 1) == 0;
}

static fc_status refuse_options(const fc_arguments *arguments, fc_report *report)
{
    static const char *const allowed[] = {"ranks", "format", "plot"};
    for (int i = 0; i < arguments->n_given; i++) {
        const char *name = arguments->given[i].option->name;
        bool is_allowed = false;
        for (size_t k = 0; k < sizeof allowed / sizeof *allowed; k++)
            is_allowed |= strcmp(name, allowed[k]) == 0;
        if (!is_allowed)
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give a model, or leave the option out.",
                           FC_MSG_NEEDS_MODEL_HOLDS_OBSERVATIONS, name, arguments->operand[0], "a task graph");
    }
    return FC_OK;
}

/* -n, or 1, 2, 3, 4, 6, 8, 12, ... up to twice the kink of the profile's curve, from which on A shows. */
static fc_status read_processes(fc_range *out, const fc_arguments *arguments, const fc_downey *curve, fc_report *report)
{
    enum {
        MOST_VALUES = 64
    };
    if (fc_arguments_has(arguments, "ranks"))
        return fc_range_parse_ranks(out, fc_arguments_value(arguments, "ranks"), report);
    *out = (fc_range){fc_allocate(MOST_VALUES, sizeof *out->value), 0};
    for (double p = 1; out->n < MOST_VALUES - 1 && (out->n < 3 || p / 2 <= 2 * fc_downey_kink(curve)) && p < 1e6;
         p *= 2) {
        out->value[out->n++] = p;
        if (p > 1)
            out->value[out->n++] = 3 * p / 2;
    }
    return FC_OK;
}

static fc_status analyze_points(fc_speedup_data *out, const fc_taskgraph_file *file, const fc_range *processes,
                                fc_report *report)
{
    *out = (fc_speedup_data){true, fc_allocate((size_t)processes->n, sizeof *out->row), 0};
    for (int i = 0; i < processes->n; i++) {
        fc_analysis result;
        const fc_task_analysis_options options = {.processes = (uint32_t)processes->value[i],
                                                  .schedule = {.kind = FC_SCHEDULE_DYNAMIC},
                                                  .stop = fc_interrupt_flag(),
                                                  .place = {file->path, 0, 0}};
        fc_status status = fc_task_analysis_run(&result, &file->graph, &options, report);
        if (status)
            return status;
        out->row[out->n++] = (fc_speedup_row){processes->value[i], result.time_s};
    }
    fc_speedup_data_sort(out);
    return FC_OK;
}

fc_status fc_graph_speedups_analyze(fc_speedup_data *out, fc_parallelism *profile, const fc_arguments *arguments,
                                    fc_report *report)
{
    fc_taskgraph_file file = {0};
    fc_critical_path path = {0};
    fc_range processes = {0};
    fc_status status = refuse_options(arguments, report);
    if (!status)
        status = fc_taskgraph_file_read(&file, arguments->operand[0], report);
    if (status)
        return status;
    fc_critical_path_find(&path, &file.graph);
    *profile = fc_parallelism_of(&file.graph, &path);
    status = read_processes(&processes, arguments, &(fc_downey){profile->A, profile->sigma}, report);
    if (!status)
        status = analyze_points(out, &file, &processes, report);
    fc_range_free(&processes);
    fc_critical_path_free(&path);
    fc_taskgraph_file_free(&file);
    return status;
}
