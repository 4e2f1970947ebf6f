/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/machine_source.h"
#include "tools/command_line/command_table.h"
#include "tools/launch/workers.h"
#include "tools/output/interrupt.h"
#include "tools/output/progress.h"
#include "tools/points/points_command.h"
#include "tools/sweep/sweep_rows.h"

#include <sched.h>
#include <stdlib.h>

enum {
    MOST_POINTS = 1000000000,
    MOST_JOBS = 64,
    CHUNK = 10000,        /* points of a chunk, if the formula predicts them */
    CHUNK_OF_RUNS = 1000, /* points of a chunk, if the cost program runs for each; at most */
    LEAST_CHUNKS = 64
};

/* One run of the command, gathered as it goes. */
typedef struct session {
    fc_arguments arguments; /* on ranks above 0 errors go to `silence` */
    fc_workers_rank seat;
    FILE *silence; /* NULL: rank 0 */
    fc_prediction_context subject;
    fc_sweep sweep;
    fc_sweep_rows rows;
    int chunk; /* points */
    fc_progress_line line;
} session;

/* The lines of a chunk; the header line precedes the first chunk. */
static fc_status write_chunk(void *data, int chunk, fc_text *out, fc_report *report)
{
    session *of = data;
    int first = chunk * of->chunk, left = of->sweep.n_points - first;
    if (chunk == 0)
        fc_sweep_rows_keys(out, &of->rows);
    return fc_sweep_rows_write(out, &of->rows, first, left < of->chunk ? left : of->chunk, report);
}

static bool watch(void *data, int printed, double spent)
{
    session *of = data;
    double share = (double)printed * of->chunk / of->sweep.n_points;
    if (spent > 0.5) {
        char *what = fc_format("predicting  %.0f %% of %d points", 100 * share, of->sweep.n_points);
        fc_progress_show(&of->line, what, share > 0 ? spent * (1 - share) / share : -1);
        free(what);
    }
    return *fc_interrupt_flag() == 0;
}

/* Chunks are repeated and printed as a whole, so their size depends on the sweep and not on the number of workers. */
static int chunk_of(const session *of)
{
    int each = of->sweep.n_points / LEAST_CHUNKS + 1;
    if (of->rows.closed.points)
        return CHUNK;
    return each < CHUNK_OF_RUNS ? each : CHUNK_OF_RUNS;
}

/* A key of everything that must agree on all ranks: version, program, machine and command line. */
static void identify(char key[33], const session *of)
{
    fc_text all = {0};
    fc_text_add(&all, "%s\n%s\n", FORECOST_VERSION, of->subject.text.bytes);
    fc_machine_source_add(&all, &of->subject.machine->coefficients, "machine");
    for (int i = 0; i < of->arguments.n_given; i++)
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

static fc_status distribute(session *of, int jobs, fc_report *report)
{
    char identity[33];
    of->chunk = chunk_of(of);
    of->subject.children = 1;
    of->line = fc_progress_on(of->arguments.errors);
    identify(identity, of);
    fc_workers crew = {.work = write_chunk,
                       .data = of,
                       .n_chunks = (of->sweep.n_points - 1) / of->chunk + 1,
                       .workers = jobs > 0            ? jobs
                                  : of->seat.size > 1 ? 1
                                                      : cores(),
                       .identity = identity,
                       .folder = fc_arguments_value(&of->arguments, "meet"),
                       .out = of->arguments.out,
                       .errors = of->arguments.errors,
                       .watch = watch,
                       .watch_data = of};
    fc_interrupt_watch();
    fc_status status = fc_workers_run(&crew, report);
    fc_interrupt_release();
    fc_progress_clear(&of->line);
    return status;
}

/* Workers print no notes: predicts the first point here for its notes, and ignores its result. */
static void note_first(session *of)
{
    fc_report unused = {0};
    fc_prediction *prediction = NULL;
    fc_sweep first = fc_sweep_part(&of->sweep, 0, 1);
    if (of->sweep.n_parameters > 0 &&
        fc_prediction_context_predict(&prediction, &of->subject, &first, &of->arguments, &unused) == FC_OK)
        fc_predictions_free(prediction, 1);
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    session of = {.arguments = *arguments, .seat = fc_workers_rank_find()};
    long jobs = 0;
    fc_status status = FC_OK;
    if (of.seat.rank > 0 && (of.silence = fopen("/dev/null", "w")))
        of.arguments.errors = of.silence;
    if (fc_arguments_has(arguments, "jobs"))
        status = fc_arguments_whole(&jobs, arguments, "jobs", (const long[]){1, MOST_JOBS}, report);
    if (!status)
        status = fc_sweep_parse(&of.sweep, arguments, MOST_POINTS, report);
    if (!status)
        status = fc_prediction_context_open(&of.subject, &of.arguments, report);
    if (!status)
        fc_prediction_context_note(&of.subject, &of.sweep, of.arguments.errors);
    if (!status)
        status = fc_sweep_rows_open(&of.rows, &of.subject, &of.sweep, &of.arguments, report);
    if (!status) {
        note_first(&of);
        status = distribute(&of, (int)jobs, report);
    }
    fc_sweep_rows_close(&of.rows);
    fc_prediction_context_close(&of.subject);
    fc_sweep_free(&of.sweep);
    if (of.silence)
        fclose(of.silence);
    return status;
}

static const fc_option options[] = {
    FC_PREDICTION_OPTIONS,
    {'j', "jobs", "N", NULL, NULL, false,
     "worker processes of each rank; default: the number of cores, under mpirun 1"},
    {0, "meet", "FOLDER", NULL, ".", false, "under mpirun: a shared folder, through which the ranks exchange files"},
    {0, "columns", "KEYS", NULL, NULL, false, "the columns after ranks and parameters: time_s,low_s,...; default: all"},
    {0, "format", "FORMAT", "csv|jsonl", "csv", false, "CSV with a header line, or one JSON object a line"},
};

const fc_command fc_command_sweep = {
    .name = "sweep",
    .workflow = FC_WORKFLOW_QUESTIONS,
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`; {ranks} in them is the number of ranks",
    .help = "predict many points, as CSV or JSON lines",
    .about =
        "Predicts every combination of the ranks and the parameters' values, up to 1e9 points, and prints them in "
        "order: ranks vary fastest, then the last -D. The keys are those of `forecost predict`. If the program has a "
        "closed formula, the formula predicts the points, and the cost program checks it at the corners of the sweep. "
        "To use several machines, run `mpirun -n K forecost sweep ...`; rank 0 distributes the points and prints. "
        "If a worker is lost, its points are predicted again by the others. To survive the loss of a process that "
        "mpirun started, give mpirun --enable-recovery. The output is the same for every number of processes.",
    .example = "forecost sweep jacobi.fc -n 1:1024 -D n=500:8000:500 -- 4000 100 >times.csv",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
