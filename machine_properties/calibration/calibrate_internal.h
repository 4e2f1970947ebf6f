/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file calibrate_internal.h  Builds and runs one benchmark program; used by calibrate*.c only. */
#ifndef FC_CALIBRATE_INTERNAL_H
#define FC_CALIBRATE_INTERNAL_H

#include "machine_properties/calibration/calibrate.h"
#include "machine_properties/calibration/core_counts.h"

/** A calibration under way. */
struct fc_calibration;
/** Receives the lines that a benchmark printed since the last step, including the mark "# done total ..." of this one.
 */
typedef fc_status fc_benchmark_step(struct fc_calibration *c, const char *lines, size_t length, fc_report *report);

/** State of a running calibration. */
typedef struct fc_calibration {
    const fc_calibrate_options *options;
    char *folder; /* scratch; removed at the end */
    fc_machine *machine;
    fc_core_counts cores;           /* of this host */
    const char *stage;              /* for progress */
    double began, expected_s;       /* start time on the monotonic clock; expected total seconds */
    double stage_share, done_share; /* shares of expected_s: this stage, the finished stages */
    fc_benchmark_step *step;        /* called after each step of the running benchmark; NULL: none */
    fc_text journal;                /* of communication (journal.c) */
} fc_calibration;

/** One line of a benchmark's output: words, then samples. */
enum {
    FC_BENCHMARK_WORDS = 9,
    FC_BENCHMARK_SAMPLES = 640,
    FC_BENCHMARK_PASSES = FC_CALIBRATE_PASSES
};
typedef struct fc_benchmark_line {
    char word[FC_BENCHMARK_WORDS][24];
    double sample[FC_BENCHMARK_SAMPLES]; /* [s] */
    int n_samples;
} fc_benchmark_line;
/** Splits a line of `n_words` words. The last word is the number of samples in each of `n_sets` sets. False if the line
 * does not match. */
bool fc_benchmark_line_parse(fc_benchmark_line *line, const char *text, int n_words, int n_sets);

/** The output of a benchmark in all passes of a calibration: the same lines with different samples. */
typedef struct fc_benchmark_output {
    char *text[FC_BENCHMARK_PASSES]; /* newlines of lines already read are NUL */
    char *line[FC_BENCHMARK_PASSES]; /* current line of each pass */
    char *rest[FC_BENCHMARK_PASSES]; /* text after the current line */
    int n;
} fc_benchmark_output;
void fc_benchmark_output_add(fc_benchmark_output *output, FC_TAKE char *text);
/** Advances to the next line that is not a mark "# ..."; false after the last. */
bool fc_benchmark_output_next(fc_benchmark_output *output);
/** As fc_benchmark_line_parse(), pooling the samples of all passes in each set. Also false if the passes' words differ.
 */
bool fc_benchmark_output_parse(fc_benchmark_line *line, const fc_benchmark_output *output, int n_words, int n_sets);
void fc_benchmark_output_free(fc_benchmark_output *output);

/** Compiles benchmarks/<name>.c to <folder>/<name>, with loops aligned to cache lines if the compiler supports it.
 * Costs then do not depend on code placement; fc_core.line_s is the cost of a further line. */
fc_status fc_benchmark_build(fc_calibration *c, const char *name, const char *compiler, fc_report *report);
/** The same with the compiler's own alignment of loops, as programs have it. */
fc_status fc_benchmark_build_unaligned(fc_calibration *c, const char *name, const char *compiler, fc_report *report);
/** Runs a shell command in the scratch folder and returns its standard output; lines "# done total" report progress. */
fc_status fc_benchmark_run(FC_GIVE char **output, fc_calibration *c, const char *command, fc_report *report);
/** First line a command prints, without newline; "" if it fails. */
FC_GIVE char *fc_benchmark_first_line(fc_calibration *c, const char *command);

/** Largest working set of the walks: beyond the last cache, at most 256 MiB, while all processes together, each with
 * three arrays of at most 3/2 of it, take half of the memory. */
double fc_calibrate_memory_most_bytes(double last, int active);
/** Command of one pass of a stage with `active` busy cores. A pass takes few samples, because disturbances are
 * correlated in time; several passes spread the samples. */
FC_GIVE char *fc_calibrate_core_command(const fc_calibration *c, int active);
FC_GIVE char *fc_calibrate_memory_command(const fc_calibration *c, int active);
/** Fits costs to the printed output; stages come in the order of their numbers of cores. */
fc_status fc_calibrate_core(fc_calibration *c, int active, fc_benchmark_output *printed, fc_report *report);
fc_status fc_calibrate_memory(fc_calibration *c, int active, fc_benchmark_output *printed, fc_report *report);
/** Sets SHORT_TRIPS and LONG_TRIPS from the entry costs of loops of 8, 16, 24, 32, 40, 48, 64 and 96 iterations: the
 * last one in the lowest quarter of their rise, and the first one in the highest, after isotonic regression. False: the
 * costs rise by less than an iteration; nothing is set. */
bool fc_calibrate_core_trips(fc_constants *to, const double entry_s[], double loop_s);
/** Measures OpenMP overheads with one thread and with `threads`. Measures nothing if the compiler lacks -fopenmp or the
 * system provides fewer threads. */
fc_status fc_calibrate_openmp(fc_calibration *c, int threads, fc_report *report);
/** Adds the times of kernels that no cost was fitted to (benchmarks/check.c) to the machine's samples, with one and
 * with all cores busy: "check NAME ACTIVE", by bytes. Their sizes lie within each cache level and beyond the last. */
fc_status fc_calibrate_check(fc_calibration *c, fc_report *report);
/** The launcher's command line that starts a built benchmark: every "{ranks}" is replaced; without a placeholder
 * " -n RANKS" is appended. It runs in the current folder, so that relative paths such as a host file are valid. */
FC_GIVE char *fc_calibrate_launch(const fc_calibration *c, const char *benchmark, int ranks, const char *arguments);
/** Measures the network on the largest number of ranks, and fits a topology (fit_network.h). */
fc_status fc_calibrate_network(fc_calibration *c, fc_report *report);
/** Measures communication at every rank count that the journal lacks, and fits it. */
fc_status fc_calibrate_communication(fc_calibration *c, fc_report *report);
void fc_calibrate_host(fc_calibration *c);

/** The journal of communication: a first line that identifies the calibration, then the benchmark's lines in blocks
 * that end with its mark "# done total ranks". Without a file it exists in memory only. */
fc_status fc_journal_open(fc_calibration *c, const char *head, fc_report *report);
/** Number of finished steps at a rank count; *total: of all steps (0: not known). */
int fc_journal_steps_done(const fc_calibration *c, int ranks, int *total);
/** For each variant, the largest number of ranks measured in runs at other rank counts; 0: none. */
void fc_journal_max_ranks(int most[FC_N_VARIANTS], const fc_calibration *c, int ranks);
/** Appends a block; has the type fc_benchmark_step. */
fc_status fc_journal_add(fc_calibration *c, const char *lines, size_t length, fc_report *report);
/** The lines of all blocks, without the first line. */
const char *fc_journal_lines(const fc_calibration *c);

#endif
