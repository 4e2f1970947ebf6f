/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command_table.h"
#include "tools/output/table.h"
#include "tools/prediction/points_command.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_POINTS = 1000000000,
    MOST_JOBS = 64,
    CHUNK = 10000 /* points predicted before they are printed */
};

/* One run of the command, gathered as it goes. */
typedef struct session {
    fc_subject subject;
    fc_sweep sweep;
    fc_table table; /* of the chunk that is printed */
    bool is_csv;
} session;

/* The keys of predict's CSV and JSON, those that are numbers of the whole point. */
static const char *const time_keys[] = {"time_s",          "low_s",  "high_s",   "compute_s",
                                        "communication_s", "wait_s", "messages", "bytes"};
enum {
    N_TIMES = sizeof time_keys / sizeof *time_keys
};

static void add_columns(session *of)
{
    const fc_cost_program *program = of->subject.loaded.program;
    fc_table_column(&of->table, "ranks", NULL, FC_UNIT_COUNT, FC_SHOW_DATA);
    for (int i = 0; i < program->n_parameters; i++) {
        char *key = fc_format("parameters.%s", program->parameter[i]);
        fc_table_column(&of->table, key, NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
        free(key);
    }
    for (int i = 0; i < N_TIMES; i++)
        fc_table_column(&of->table, time_keys[i], NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
}

static void add_row(session *of, const fc_prediction *prediction)
{
    const fc_totals *totals = &prediction->totals;
    const double time[N_TIMES] = {totals->time_s,          totals->low_s,  totals->high_s,   totals->compute_s,
                                  totals->communication_s, totals->wait_s, totals->messages, totals->bytes};
    size_t at = 0;
    fc_table_row(&of->table);
    fc_table_number(&of->table, at++, prediction->ranks);
    for (int i = 0; i < of->subject.loaded.program->n_parameters; i++)
        fc_table_number(&of->table, at++, prediction->parameter[i]);
    for (int i = 0; i < N_TIMES; i++)
        fc_table_number(&of->table, at++, time[i]);
}

static void print_chunk(session *of, const fc_prediction *prediction, int n, FILE *out)
{
    fc_text text = {0};
    for (int i = 0; i < n; i++)
        add_row(of, &prediction[i]);
    if (of->is_csv)
        fc_table_csv_rows(&text, &of->table);
    else
        fc_table_json_lines(&text, &of->table);
    fwrite(text.bytes, 1, text.length, out);
    fflush(out);
    fc_text_free(&text);
    fc_table_clear(&of->table);
}

/* Predicts and prints chunk by chunk; ends early where nobody reads on. */
static fc_status stream(session *of, const fc_arguments *arguments, fc_report *report)
{
    fc_text keys = {0};
    fc_status status = FC_OK;
    for (int at = 0; at < of->sweep.n_points && !status && !ferror(arguments->out); at += CHUNK) {
        int left = of->sweep.n_points - at, n = left < CHUNK ? left : CHUNK;
        fc_sweep part = fc_sweep_part(&of->sweep, at, n);
        fc_prediction *prediction = NULL;
        status = fc_subject_predict(&prediction, &of->subject, &part, arguments, report);
        if (status)
            break;
        if (at == 0 && of->is_csv) {
            fc_table_csv(&keys, &of->table);
            fwrite(keys.bytes, 1, keys.length, arguments->out);
        }
        print_chunk(of, prediction, n, arguments->out);
        fc_predictions_free(prediction, n);
    }
    fc_text_free(&keys);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    session of = {.is_csv = strcmp(fc_arguments_value(arguments, "format"), "csv") == 0};
    long jobs = 0;
    fc_status status = FC_OK;
    if (fc_arguments_has(arguments, "jobs"))
        status = fc_arguments_whole(&jobs, arguments, "jobs", (const long[]){1, MOST_JOBS}, report);
    if (!status)
        status = fc_sweep_parse(&of.sweep, arguments, MOST_POINTS, report);
    if (!status)
        status = fc_subject_open(&of.subject, arguments, report);
    if (!status) {
        of.subject.children = (int)jobs;
        add_columns(&of);
        status = stream(&of, arguments, report);
    }
    fc_table_free(&of.table);
    fc_subject_close(&of.subject);
    fc_sweep_free(&of.sweep);
    return status;
}

static const fc_option options[] = {
    FC_PREDICTION_OPTIONS,
    {'j', "jobs", "N", NULL, NULL, false, "processes to predict with; standard: the cores there are"},
    {0, "format", "FORMAT", "csv|jsonl", "csv", false, "a table with a line of keys, or one JSON object a line"},
};

const fc_command fc_command_sweep = {
    .name = "sweep",
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`",
    .help = "predict many points, for programs to read",
    .about =
        "Predicts every combination of the ranks and of the parameters' values, up to a thousand million points, and "
        "prints them as they come: ranks run fastest, then the last -D. Keys are those of `forecost predict`. The "
        "output is the same for every number of processes.",
    .example = "forecost sweep jacobi.fc -n 1:1024 -D n=500:8000:500 -- 4000 100 >times.csv",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
