/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file calibrate_run.h  Builds and runs one benchmark program; used by calibrate*.c only. */
#ifndef FC_CALIBRATE_RUN_H
#define FC_CALIBRATE_RUN_H

#include "machine_properties/calibrate.h"

/** A calibration under way. */
struct fc_calibration;
/** Takes the lines a benchmark printed since the last step, the mark "# done total ..." of this one included. */
typedef fc_status fc_bench_step(struct fc_calibration *c, const char *lines, size_t length, fc_report *report);

typedef struct fc_calibration {
    const fc_calibrate_options *options;
    char *folder; /* scratch; removed at the end */
    fc_machine *machine;
    const char *stage;              /* for progress */
    double began, expected_s;       /* monotonic clock; expected seconds in all */
    double stage_share, done_share; /* of expected_s: this stage, the stages before it */
    fc_bench_step *step;            /* of the benchmark that runs; NULL: nobody asks */
    fc_text journal;                /* of communication, as calibrate_journal.c writes it */
} fc_calibration;

/** One line a benchmark printed: words, then samples. */
enum {
    FC_BENCH_WORDS = 9,
    FC_BENCH_SAMPLES = 640,
    FC_BENCH_PASSES = FC_CALIBRATE_PASSES
};
typedef struct fc_bench_line {
    char word[FC_BENCH_WORDS][24];
    double sample[FC_BENCH_SAMPLES]; /* [s] */
    int n_samples;
} fc_bench_line;
/** Splits a line of `n_words` words, the last of which counts the samples of one of `n_sets` sets. False if it is not
 * so. */
bool fc_bench_line_parse(fc_bench_line *line, const char *text, int n_words, int n_sets);

/** What a benchmark printed in each pass of a calibration: the same lines, with samples of its own. */
typedef struct fc_bench_output {
    char *text[FC_BENCH_PASSES]; /* lines end where they were read */
    char *line[FC_BENCH_PASSES]; /* each pass's line at hand */
    char *rest[FC_BENCH_PASSES]; /* behind it */
    int n;
} fc_bench_output;
void fc_bench_output_add(fc_bench_output *output, FC_TAKE char *text);
/** Goes on to the next line that is no mark "# ..."; false behind the last. */
bool fc_bench_output_next(fc_bench_output *output);
/** As fc_bench_line_parse(), with the samples of all passes in each set; false too where the passes' words differ. */
bool fc_bench_output_parse(fc_bench_line *line, const fc_bench_output *output, int n_words, int n_sets);
void fc_bench_output_free(fc_bench_output *output);

/** Compiles benchmarks/<name>.c to <folder>/<name>, loops on lines of their own where the compiler can do so: a cost is
 * that of an operation, not of where its loop came to lie (fc_core.line_s tells that). */
fc_status fc_bench_build(fc_calibration *c, const char *name, const char *compiler, fc_report *report);
/** Runs a shell command in the scratch folder and gives its standard output; lines "# done total" become progress. */
fc_status fc_bench_run(FC_GIVE char **output, fc_calibration *c, const char *command, fc_report *report);
/** First line a command prints, without newline; "" if it fails. */
FC_GIVE char *fc_bench_first_line(fc_calibration *c, const char *command);

/** What measures a stage once, with `active` cores busy; a pass takes few samples, since samples of one moment are
 * alike and what disturbs a machine comes and goes. */
FC_GIVE char *fc_calibrate_core_command(const fc_calibration *c, int active);
FC_GIVE char *fc_calibrate_memory_command(const fc_calibration *c, int active);
/** Costs out of what those printed; that of one core comes first. */
fc_status fc_calibrate_core(fc_calibration *c, int active, fc_bench_output *printed, fc_report *report);
fc_status fc_calibrate_memory(fc_calibration *c, int active, fc_bench_output *printed, fc_report *report);
/** What OpenMP's constructs cost teams of one thread and of so many. Nothing is measured where the compiler knows no
 * -fopenmp or fewer threads are given. */
fc_status fc_calibrate_openmp(fc_calibration *c, int threads, fc_report *report);
/** Measures at every rank count what the journal does not hold yet, and fits it. */
fc_status fc_calibrate_communication(fc_calibration *c, fc_report *report);
void fc_calibrate_host(fc_calibration *c);

/** The journal of communication: a head that names the calibration, then every line the benchmark printed, in blocks
 * that end with its mark "# done total ranks". Without a file it is kept in memory only. */
fc_status fc_journal_open(fc_calibration *c, const char *head, fc_report *report);
/** Steps done at so many ranks; *total: of how many (0: not known). */
int fc_journal_done(const fc_calibration *c, int ranks, int *total);
/** The most ranks of each variant that was measured before so many ranks were; 0: none. */
void fc_journal_most(int most[FC_N_VARIANTS], const fc_calibration *c, int ranks);
/** Adds a block; an fc_bench_step. */
fc_status fc_journal_add(fc_calibration *c, const char *lines, size_t length, fc_report *report);
/** The lines of all blocks. */
const char *fc_journal_lines(const fc_calibration *c);

#endif
