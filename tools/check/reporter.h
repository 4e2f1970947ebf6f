/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file reporter.h  Reporters of a check: one reporter_<format>.c for each output format.
 *
 * Names may hold anything (markup, quotes, line ends): each format escapes them. */
#ifndef FC_REPORTER_H
#define FC_REPORTER_H

#include "runtime/scaling/regression.h"

/** All borrowed. */
typedef struct fc_reporter_input {
    const char *settings, *baseline; /* the files' names */
    const fc_baseline *now;
    const fc_regression_decisions *decisions;
} fc_reporter_input;

/** format: "text", "json", "junit", "markdown", "sarif" or "bmf". */
void fc_reporter_print(fc_text *out, const fc_reporter_input *input, const char *format);

/* ---- for reporter_*.c ---- */
void fc_reporter_text(fc_text *out, const fc_reporter_input *input);
/** All results, with every cost before and after and all causes. */
void fc_reporter_json(fc_text *out, const fc_reporter_input *input);
/** JUnit XML as Jenkins and GitLab read it: a suite for each program, a case for each point. */
void fc_reporter_junit(fc_text *out, const fc_reporter_input *input);
/** Markdown of GitHub and GitLab, for a pull request. */
void fc_reporter_markdown(fc_text *out, const fc_reporter_input *input);
/** SARIF 2.1.0 (OASIS): a result for each outcome other than "same", at the line of its main cause. */
void fc_reporter_sarif(fc_text *out, const fc_reporter_input *input);
/** Bencher Metric Format: every point as a benchmark; latency in ns, messages, bytes. */
void fc_reporter_bmf(fc_text *out, const fc_reporter_input *input);

const char *fc_reporter_program(const fc_regression_decision *decision);
/** "p = 64, arguments 2000 50"; "" if the whole program failed. */
FC_GIVE char *fc_reporter_point(const fc_regression_decision *decision);
/** The reason of FAILED and UNMEASURED; else NULL. */
const char *fc_reporter_fault(const fc_regression_decision *decision);
/** "533.2 ms -> 612.0 ms, +15 %" for SLOWER and FASTER; "533.2 ms" for another point with a time; else "". */
FC_GIVE char *fc_reporter_change(const fc_regression_decision *decision);
/** is / was; infinite if was is 0. */
double fc_reporter_ratio(const fc_regression_decision *decision);
/** The decision whose causes are printed for all decisions first .. last - 1 of one program: the largest change, the
 * last one of equal changes. NULL: none has causes. */
const fc_regression_decision *fc_reporter_worst(const fc_regression_decision *first,
                                                const fc_regression_decision *last);
/** The end of the decisions of the same program as the one at `first`. */
size_t fc_reporter_group_end(const fc_regression_decisions *decisions, size_t first);

/** The line responsible. */
fc_place fc_reporter_cause_place(const fc_regression_cause *cause);
/** "new: MPI_Allreduce in jacobi: 0 s -> 79.1 ms; iterations * T_allreduce(p, 8)". */
void fc_reporter_cause_text(fc_text *out, const fc_regression_decision *decision, const fc_regression_cause *cause);
/** "1 slower, 0 faster, ..." */
void fc_reporter_counts(fc_text *out, const fc_regression_decisions *decisions);

#endif
