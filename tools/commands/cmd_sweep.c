/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/machine_source.h"
#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "support/messages/evaluation.h"
#include "tools/command_line/command_table.h"
#include "tools/output/interrupt.h"
#include "tools/output/output_file.h"
#include "tools/output/progress.h"
#include "tools/points/points_command.h"
#include "tools/prediction/prediction_open.h"
#include "tools/sweep/sweep_rows.h"
#include "tools/sweep/sweep_shard.h"
#include "tools/sweep/sweep_workers.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_POINTS = 1000000000,
    MOST_JOBS = 64,
    MOST_SHARDS = 1000,   /* open files */
    CHUNK = 10000,        /* points of a chunk, if the formula predicts them */
    CHUNK_OF_RUNS = 1000, /* points of a chunk, if the cost program runs for each; at most */
    LEAST_CHUNKS = 64
};

/* One run of the command, gathered as it goes. */
typedef struct session {
    fc_arguments arguments;
    fc_sweep_shard_number shard; /* count 0: the whole sweep */
    bool is_mpi;                 /* --shard mpi */
    FILE *silence; /* the errors of ranks above 0, so that notes are printed once; NULL: not such a rank */
    fc_output_file file;
    fc_prediction_context context;
    fc_sweep sweep, part; /* the whole, and the points of the shard */
    fc_sweep_rows rows;
    char key[33];
    int chunk; /* points */
    fc_progress_line line;
} session;

/* The lines of a chunk. The first chunk follows the shard's line and the header line. */
static fc_status write_chunk(void *data, int chunk, fc_text *out, fc_sweep_skipped *skipped, fc_report *report)
{
    session *of = data;
    int first = chunk * of->chunk, left = of->part.n_points - first;
    fc_sweep points = fc_sweep_part(&of->part, first, left < of->chunk ? left : of->chunk);
    if (chunk == 0 && of->shard.count > 0)
        fc_sweep_shard_head(out, &of->shard, of->key, of->sweep.n_points, of->rows.is_csv);
    if (chunk == 0)
        fc_sweep_rows_keys(out, &of->rows);
    return left > 0 ? fc_sweep_rows_write(out, &of->rows, &points, skipped, report) : FC_OK;
}

static bool watch(void *data, int printed, double spent)
{
    session *of = data;
    double share = (double)printed * of->chunk / of->part.n_points;
    if (spent > 0.5) {
        char *what = fc_format("predicting  %.0f %% of %d points", 100 * share, of->part.n_points);
        fc_progress_show(&of->line, what, share > 0 ? spent * (1 - share) / share : -1);
        free(what);
    }
    return *fc_interrupt_flag() == 0;
}

/* Chunks are printed as a whole, so their size depends on the sweep and not on the number of workers. */
static int chunk_of(const session *of)
{
    int each = of->part.n_points / LEAST_CHUNKS + 1;
    if (of->rows.closed.points)
        return CHUNK;
    return each < CHUNK_OF_RUNS ? each : CHUNK_OF_RUNS;
}

/* Whether the option divides or stores the output, and has no effect on the points. */
static bool is_of_process(const char *option)
{
    return strcmp(option, "shard") == 0 || strcmp(option, "jobs") == 0 || strcmp(option, "output") == 0;
}

/* A key of everything that must agree in all shards: version, program, machine and command line. */
static void identify(char key[33], const session *of)
{
    fc_text all = {0};
    fc_text_add(&all, "%s\n%s\n", FORECOST_VERSION, of->context.text.bytes);
    fc_machine_source_add(&all, &of->context.machine->coefficients, "machine");
    for (int i = 0; i < of->arguments.n_given; i++)
        if (!is_of_process(of->arguments.given[i].option->name))
            fc_text_add(&all, "%s=%s\n", of->arguments.given[i].option->name,
                        of->arguments.given[i].value ? of->arguments.given[i].value : "");
    for (int i = 0; i < of->arguments.n_rest; i++)
        fc_text_add(&all, "%s\n", of->arguments.rest[i]);
    fc_content_key(key, all.bytes, all.length);
    fc_text_free(&all);
}

static int cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}

/* FC_E_INPUT if no point was predicted; a shard is written all the same, for the merge. */
static fc_status report_skipped(const session *of, const fc_sweep_skipped *skipped, fc_report *report)
{
    const int all = of->part.n_points;
    if (skipped->n == 0)
        return FC_OK;
    fc_diagnose(of->arguments.errors, FC_WARNING, FC_NOWHERE, FC_MSG_SWEEP_POINTS_SKIPPED, skipped->n, all,
                skipped->first);
    return skipped->n < all || of->shard.count > 0
               ? FC_OK
               : fc_fail(report, FC_E_INPUT, FC_NOWHERE, NULL, FC_MSG_SWEEP_NO_POINT);
}

static fc_status distribute(session *of, int jobs, fc_report *report)
{
    of->chunk = chunk_of(of);
    of->context.children = 1;
    of->context.skips_failed = true;
    of->line = fc_progress_on(of->arguments.errors);
    identify(of->key, of);
    int n_chunks = of->part.n_points > 0 ? (of->part.n_points - 1) / of->chunk + 1 : 1;
    int n_workers = jobs > 0 ? jobs : of->is_mpi ? 1 : cores();
    fc_sweep_skipped skipped = {0};
    fc_sweep_workers workers = {.work = write_chunk,
                                .watch = watch,
                                .data = of,
                                .n_chunks = n_chunks,
                                .n_workers = n_workers < n_chunks ? n_workers : n_chunks,
                                .out = of->arguments.out,
                                .skipped = &skipped};
    fc_interrupt_watch();
    fc_status status = fc_sweep_workers_run(&workers, report);
    fc_interrupt_release();
    fc_progress_clear(&of->line);
    if (!status)
        status = report_skipped(of, &skipped, report);
    free(skipped.first);
    return status;
}

/* Opens the file of -o, if it is given; {shard} in its name becomes the shard's number. */
static fc_status open_output(session *of, fc_report *report)
{
    static const char mark[] = "{shard}";
    const char *path = fc_arguments_value(&of->arguments, "output"), *at = path ? strstr(path, mark) : NULL;
    if (!path)
        return FC_OK;
    char *name = at && of->shard.count > 0
                     ? fc_format("%.*s%d%s", (int)(at - path), path, of->shard.number, at + strlen(mark))
                     : fc_copy_string(path);
    fc_status status = fc_output_file_open(&of->file, name, report);
    free(name);
    if (!status)
        of->arguments.out = of->file.stream;
    return status;
}

static fc_status predict(session *of, fc_report *report)
{
    long jobs = 0;
    const char *text = fc_arguments_value(&of->arguments, "shard");
    fc_status status = text ? fc_sweep_shard_parse(&of->shard, text, report) : FC_OK;
    of->is_mpi = text && strcmp(text, "mpi") == 0;
    if (!status && of->is_mpi && of->shard.number > 1 && (of->silence = fopen("/dev/null", "w")))
        of->arguments.errors = of->silence;
    if (!status && fc_arguments_has(&of->arguments, "jobs"))
        status = fc_arguments_whole(&jobs, &of->arguments, "jobs", (const long[]){1, MOST_JOBS}, report);
    if (!status)
        status = fc_sweep_parse(&of->sweep, &of->arguments, MOST_POINTS, report);
    if (!status)
        status = fc_prediction_open(&of->context, &of->arguments, report);
    if (status)
        return status;
    of->part = of->shard.count > 0 ? fc_sweep_shard(&of->sweep, of->shard.number - 1, of->shard.count) : of->sweep;
    fc_prediction_context_note(&of->context, &of->sweep, of->arguments.errors);
    status = fc_sweep_rows_open(&of->rows, &of->context, &of->sweep, &of->arguments, report);
    if (!status)
        status = open_output(of, report);
    if (!status) {
        /* Workers print no notes: predicts the first point here for its notes, and ignores its result. */
        fc_report unused = {0};
        fc_prediction *prediction = NULL;
        fc_sweep first = fc_sweep_part(&of->sweep, 0, 1);
        if (of->sweep.n_parameters > 0 &&
            fc_prediction_context_predict(&prediction, &of->context, &first, &of->arguments, &unused) == FC_OK)
            fc_evaluate_free(prediction, 1);
        status = distribute(of, (int)jobs, report);
    }
    return status;
}

static fc_status merge(session *of, fc_report *report)
{
    for (int i = 0; i < of->arguments.n_given; i++) {
        const char *name = of->arguments.given[i].option->name;
        if (strcmp(name, "merge") != 0 && strcmp(name, "output") != 0)
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE,
                           "For example forecost sweep --merge -o times.csv part-*.csv.",
                           FC_MSG_MERGE_TAKES_SHARDS_FILES_O, name);
    }
    fc_status status = open_output(of, report);
    return status ? status
                  : fc_sweep_shard_merge(of->arguments.out, of->arguments.operand, of->arguments.n_operands, report);
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    session of = {.arguments = *arguments};
    bool merges = fc_arguments_has(arguments, "merge");
    if (!merges && arguments->n_operands > 1)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Put the application's own arguments after \"--\".",
                       FC_MSG_SWEEP_ONE_OPERAND_TOO_MANY, arguments->operand[1]);
    fc_status status = merges ? merge(&of, report) : predict(&of, report);
    fc_status closed = fc_output_file_close(&of.file, status == FC_OK, report);
    fc_sweep_rows_close(&of.rows);
    fc_prediction_context_close(&of.context);
    fc_sweep_free(&of.sweep);
    if (of.silence)
        fclose(of.silence);
    return status ? status : closed;
}

static const fc_option options[] = {
    FC_PREDICTION_OPTIONS,
    {'j', "jobs", "N", NULL, NULL, false, "worker processes; default: the number of cores, with --shard mpi 1"},
    {0, "shard", "I/N", NULL, NULL, false,
     "predict only shard I of N; mpi: I and N are the rank and size under mpirun, mpiexec or srun"},
    {0, "merge", NULL, NULL, NULL, false, "merge the outputs of all shards, the operands"},
    {'o', "output", "FILE", NULL, NULL, false,
     "write to this file, when it is complete; {shard} in its name is the shard's number; default: standard output"},
    {0, "columns", "KEYS", NULL, NULL, false, "the columns after ranks and parameters: time_s,low_s,...; default: all"},
    {0, "format", "FORMAT", "csv|jsonl", "csv", false, "CSV with a header line, or one JSON object a line"},
};

const fc_command fc_command_sweep = {
    .name = "sweep",
    .workflow = FC_WORKFLOW_QUESTIONS,
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = MOST_SHARDS,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`; {ranks} in them is the number of ranks",
    .help = "predict many points, as CSV or JSON lines",
    .about =
        "Predicts every combination of the ranks and the parameters' values, up to 1e9 points, and prints them in "
        "order: ranks vary fastest, then the last -D. The keys are those of `forecost predict`. If the program has a "
        "closed formula, the formula predicts the points, and the cost program checks it at the corners of the sweep. "
        "A point at which the program aborts is skipped: its line has no times. "
        "To divide a sweep, --shard I/N predicts every N-th point. GNU parallel: `parallel forecost sweep ... --shard "
        "{}/8 "
        "-o part-{}.csv ::: 1 2 3 4 5 6 7 8`; MPI: `mpirun -n 8 forecost sweep ... --shard mpi -o 'part-{shard}.csv'`; "
        "a "
        "job array of Slurm: `--shard $SLURM_ARRAY_TASK_ID/8`. Then `forecost sweep --merge part-*.csv` checks that "
        "the shards belong together and are complete, and prints the same bytes as an undivided sweep. If a shard is "
        "lost, run it again.",
    .example = "forecost sweep jacobi.fc -n 1:1024 -D n=500:8000:500 -- 4000 100 >times.csv",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
