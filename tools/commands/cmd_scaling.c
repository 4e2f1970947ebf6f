/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/json_writer.h"
#include "support/messages/command_line.h"
#include "tools/command_line/command_table.h"
#include "tools/output/plot.h"
#include "tools/output/table.h"
#include "tools/points/points_command.h"
#include "tools/prediction/prediction_open.h"
#include "tools/scaling/scaling.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- printing ---- */

static fc_table rows_table(const fc_scaling *scaling, const fc_scaling_request *q)
{
    fc_table table = {0};
    int sizes = q->size ? FC_SHOW_ALL : FC_SHOW_DATA;
    char *needed = fc_format("%s for %.0f %%", q->size ? q->size : "", 100 * q->efficiency);
    fc_table_column(&table, "ranks", "ranks", FC_UNIT_COUNT, FC_SHOW_ALL);
    fc_table_column(&table, "time_s", "time", FC_UNIT_SECONDS, FC_SHOW_ALL);
    fc_table_column(&table, "speedup", "speedup", FC_UNIT_RATIO, FC_SHOW_ALL);
    fc_table_column(&table, "efficiency", "efficiency", FC_UNIT_SHARE, FC_SHOW_ALL);
    fc_table_column(&table, "sequential", "serial", FC_UNIT_ERROR, FC_SHOW_ALL);
    fc_table_column(&table, "weak.size", q->size, FC_UNIT_COUNT, sizes);
    fc_table_column(&table, "weak.time_s", "weak time", FC_UNIT_SECONDS, sizes);
    fc_table_column(&table, "weak.efficiency", "weak eff.", FC_UNIT_SHARE, sizes);
    fc_table_column(&table, "needed_size", needed, FC_UNIT_COUNT, sizes);
    free(needed);
    for (int i = 0; i < scaling->n; i++) {
        const fc_scaling_row *row = &scaling->row[i];
        const double value[] = {row->ranks,       row->time_s,          row->speedup,
                                row->efficiency,  row->sequential,      row->weak_size,
                                row->weak_time_s, row->weak_efficiency, row->needed_size};
        fc_table_row(&table);
        for (size_t k = 0; k < sizeof value / sizeof *value; k++)
            fc_table_number(&table, k, value[k]);
    }
    return table;
}

static void add_answers(fc_text *out, const fc_scaling *scaling, const fc_scaling_request *q)
{
    const fc_scaling_row *first = &scaling->row[0], *last = &scaling->row[scaling->n - 1];
    fc_text_add(out, "Least time at p = %d (", scaling->least_ranks);
    fc_table_seconds(out, scaling->least_s, 3);
    fc_text_add(out, ")%s.\n", scaling->least_ranks == last->ranks ? ", the most ranks of the sweep" : "");
    fc_text_add(out, "Efficiency is %.0f %% or more up to p = %d%s.\n", 100 * q->efficiency, scaling->efficient_ranks,
                scaling->efficient_ranks == last->ranks ? ", the most ranks of the sweep" : "");
    if (scaling->communication_exceeds) {
        fc_text_add(out, "Communication exceeds computation from p = %d on", scaling->hand_over.ranks);
        const fc_crossover *at = &scaling->hand_over;
        if (at->first < at->last)
            fc_text_add(out, " (alternating from %d to %d)", at->first, at->last);
        if (scaling->longest_operation.operation)
            fc_text_add(out, ": %s, %s:%d", scaling->longest_operation.operation,
                        strrchr(scaling->longest_operation.file, '/')
                            ? strrchr(scaling->longest_operation.file, '/') + 1
                            : scaling->longest_operation.file,
                        scaling->longest_operation.line);
        fc_text_add(out, ".\n");
    }
    if (scaling->n > 1)
        fc_text_add(out, "Amdahl's law fits best with a serial fraction of %.2g %%.\n",
                    100 * scaling->amdahl.parameter[0]);
    if (isfinite(scaling->growth))
        fc_text_add(out, "To keep the efficiency, %s grows as p^%.2f.\n", q->size, scaling->growth);
    if (first->ranks > 1)
        fc_text_add(out, "Speedup and efficiency are over %d ranks.\n", first->ranks);
}

static void print(const fc_arguments *arguments, const fc_scaling *scaling, const fc_scaling_request *q)
{
    const char *format = fc_arguments_value(arguments, "format");
    fc_table rows = rows_table(scaling, q);
    fc_text text = {0};
    if (strcmp(format, "json") == 0) {
        fc_json_writer json = fc_json_writer_document(&text);
        fc_json_writer_string(&json, "program", q->context->model);
        fc_json_writer_string(&json, "machine", q->context->machine->coefficients.name);
        fc_json_writer_number(&json, "least_time_ranks", scaling->least_ranks);
        fc_json_writer_number(&json, "least_time_s", scaling->least_s);
        fc_json_writer_number(&json, "efficiency_asked", q->efficiency);
        fc_json_writer_number(&json, "efficient_ranks", scaling->efficient_ranks);
        fc_json_writer_number(&json, "hand_over_ranks",
                              scaling->communication_exceeds ? scaling->hand_over.ranks : NAN);
        fc_json_writer_number(&json, "amdahl_share", scaling->n > 1 ? scaling->amdahl.parameter[0] : NAN);
        fc_json_writer_number(&json, "isoefficiency_exponent", scaling->growth);
        fc_table_json(&json, "points", &rows, 2);
        fc_json_writer_end(&json);
    } else if (strcmp(format, "csv") == 0) {
        fc_table_csv(&text, &rows);
    } else {
        add_answers(&text, scaling, q);
        fc_table_print(&text, &rows);
    }
    fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    fc_table_free(&rows);
}

/* ---- command ---- */

static fc_status read_efficiency(double *out, const fc_arguments *arguments, fc_report *report)
{
    fc_range range = {0};
    fc_range_limits limits = {.what = "--efficiency", .least = 0.001, .greatest = 0.999};
    fc_status status = fc_range_parse(&range, fc_arguments_value(arguments, "efficiency"), &limits, report);
    if (!status && range.n > 1)
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give one share, for example 0.5.",
                         FC_MSG_EFFICIENCY_TAKES_ONE_VALUE);
    if (!status)
        *out = range.value[0];
    fc_range_free(&range);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_prediction_context context = {0};
    fc_sweep sweep = {0};
    fc_scaling scaling = {0};
    fc_scaling_request question = {
        .context = &context, .arguments = arguments, .sweep = &sweep, .size = fc_arguments_value(arguments, "size")};
    fc_status status = fc_plot_check(fc_arguments_value(arguments, "plot"), report);
    if (!status)
        status = read_efficiency(&question.efficiency, arguments, report);
    if (!status)
        status = fc_sweep_parse(&sweep, arguments, FC_RANGE_MAX_POINTS, report);
    if (!status)
        status = fc_sweep_check_curve(&sweep, report);
    if (!status)
        status = fc_prediction_open(&context, arguments, report);
    if (!status) {
        gsl_sort(sweep.ranks.value, 1, (size_t)sweep.ranks.n);
        status = fc_scaling_create(&scaling, &question, report);
    }
    if (!status && fc_arguments_has(arguments, "plot"))
        status = fc_scaling_plot(fc_arguments_value(arguments, "plot"), &scaling, &question, report);
    if (!status)
        print(arguments, &scaling, &question);
    fc_scaling_free(&scaling);
    fc_prediction_context_close(&context);
    fc_sweep_free(&sweep);
    return status;
}

static const fc_option options[] = {
    FC_PREDICTION_OPTIONS,
    {0, "efficiency", "SHARE", NULL, "0.5", false, "the least acceptable efficiency, 0.001 to 0.999"},
    {0, "size", "NAME", NULL, NULL, false, "the integer parameter that grows in weak scaling"},
    {0, "format", "FORMAT", "table|json|csv", "table", false, "the format of the output"},
    FC_PLOT_OPTION("a picture of the efficiency over ranks"),
};

const fc_command fc_command_scaling = {
    .name = "scaling",
    .workflow = FC_WORKFLOW_QUESTIONS,
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`; {ranks} in them is the number of ranks",
    .help = "analyze scaling: strong, weak, isoefficiency",
    .about =
        "Predicts a program over ranks. Prints the exact number of ranks with the least time, and the most ranks with "
        "the wanted efficiency. Prints the number of ranks where communication exceeds computation. Prints the serial "
        "fraction "
        "of each speedup (Karp and Flatt). With --size it adds weak scaling: the size grows so that a rank computes "
        "as long as on the fewest ranks. It also adds the size that keeps the efficiency on each number of ranks "
        "(isoefficiency).",
    .example = "forecost scaling jacobi.fc -m here.yaml -n 1:4096:x2 --size n -- 4000 100",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
