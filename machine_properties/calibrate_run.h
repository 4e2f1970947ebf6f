/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file calibrate_run.h  Builds and runs one benchmark program; used by calibrate*.c only. */
#ifndef FC_CALIBRATE_RUN_H
#define FC_CALIBRATE_RUN_H

#include "machine_properties/calibrate.h"

/** A calibration under way. */
typedef struct fc_calibration {
    const fc_calibrate_options *options;
    char *folder; /* scratch; removed at the end */
    fc_machine *machine;
    const char *stage;              /* for progress */
    double began, expected_s;       /* monotonic clock; expected seconds in all */
    double stage_share, done_share; /* of expected_s: this stage, the stages before it */
} fc_calibration;

/** One line a benchmark printed: words, then samples. */
enum {
    FC_BENCH_WORDS = 9,
    FC_BENCH_SAMPLES = 160
};
typedef struct fc_bench_line {
    char word[FC_BENCH_WORDS][24];
    double sample[FC_BENCH_SAMPLES]; /* [s] */
    int n_samples;
} fc_bench_line;
/** Splits a line of `n_words` words, the last of which counts the samples of one of `n_sets` sets. False if it is not
 * so. */
bool fc_bench_line_parse(fc_bench_line *line, const char *text, int n_words, int n_sets);

/** Compiles benchmarks/<name>.c to <folder>/<name>, loops on lines of their own where the compiler can do so: a cost is
 * that of an operation, not of where its loop came to lie (fc_core.line_s tells that). */
fc_status fc_bench_build(const fc_calibration *c, const char *name, const char *compiler, fc_report *report);
/** Runs a shell command in the scratch folder and gives its standard output; lines "# done total" become progress. */
fc_status fc_bench_run(FC_GIVE char **output, const fc_calibration *c, const char *command, fc_report *report);
/** First line a command prints, without newline; "" if it fails. */
FC_GIVE char *fc_bench_first_line(const fc_calibration *c, const char *command);

/** Each stage with `active` cores busy; that of one core comes first and builds the benchmark. */
fc_status fc_calibrate_core(fc_calibration *c, int active, fc_report *report);
fc_status fc_calibrate_memory(fc_calibration *c, int active, fc_report *report);
fc_status fc_calibrate_communication(fc_calibration *c, int ranks, fc_text *output, fc_report *report);
/** Fits what the runs printed. */
fc_status fc_calibrate_fit_communication(fc_calibration *c, const char *output, fc_report *report);
void fc_calibrate_host(fc_calibration *c);

#endif
