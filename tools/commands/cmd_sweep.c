/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/command_table.h"
#include "tools/prediction/points_command.h"
#include "tools/prediction/sweep_rows.h"

enum {
    MOST_POINTS = 1000000000,
    MOST_JOBS = 64,
    CHUNK = 10000 /* points predicted before they are printed */
};

/* One run of the command, gathered as it goes. */
typedef struct session {
    fc_subject subject;
    fc_sweep sweep;
    fc_sweep_rows rows;
} session;

/* Predicts and prints chunk by chunk; ends early where nobody reads on. */
static fc_status stream(session *of, const fc_arguments *arguments, fc_report *report)
{
    fc_text text = {0};
    fc_status status = FC_OK;
    fc_sweep_rows_keys(&text, &of->rows);
    for (int at = 0; at < of->sweep.n_points && !status && !ferror(arguments->out); at += CHUNK) {
        int left = of->sweep.n_points - at;
        status = fc_sweep_rows_write(&text, &of->rows, at, left < CHUNK ? left : CHUNK, report);
        if (!status)
            fwrite(text.bytes, 1, text.length, arguments->out);
        fflush(arguments->out);
        text.length = 0;
    }
    fc_text_free(&text);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    session of = {0};
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
        status = fc_sweep_rows_open(&of.rows, &of.subject, &of.sweep, arguments, report);
    }
    if (!status)
        status = stream(&of, arguments, report);
    fc_sweep_rows_close(&of.rows);
    fc_subject_close(&of.subject);
    fc_sweep_free(&of.sweep);
    return status;
}

static const fc_option options[] = {
    FC_PREDICTION_OPTIONS,
    {'j', "jobs", "N", NULL, NULL, false, "processes to predict with; standard: the cores there are"},
    {0, "columns", "KEYS", NULL, NULL, false,
     "what is printed behind ranks and parameters: time_s,low_s,...; standard: all"},
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
