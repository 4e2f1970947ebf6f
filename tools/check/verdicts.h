/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file verdicts.h  Reporters of a check: one verdicts_<format>.c for each output format.
 *
 * Names may hold anything (markup, quotes, line ends): each format escapes them. */
#ifndef FC_VERDICTS_H
#define FC_VERDICTS_H

#include "runtime/scaling/judgement.h"

/** All borrowed. */
typedef struct fc_verdicts {
    const char *settings, *baseline; /* the files' names */
    const fc_baseline *now;
    const fc_judgements *judgements;
} fc_verdicts;

/** format: "text", "json", "junit", "markdown", "sarif" or "bmf". */
void fc_verdicts_print(fc_text *out, const fc_verdicts *verdicts, const char *format);

/* ---- for the other verdicts*.c ---- */
void fc_verdicts_text(fc_text *out, const fc_verdicts *verdicts);
/** All results, with every cost before and after and all causes. */
void fc_verdicts_json(fc_text *out, const fc_verdicts *verdicts);
/** JUnit XML as Jenkins and GitLab read it: a suite for each program, a case for each point. */
void fc_verdicts_junit(fc_text *out, const fc_verdicts *verdicts);
/** Markdown of GitHub and GitLab, for a pull request. */
void fc_verdicts_markdown(fc_text *out, const fc_verdicts *verdicts);
/** SARIF 2.1.0 (OASIS): a result for each verdict other than "same", at the line of its main cause. */
void fc_verdicts_sarif(fc_text *out, const fc_verdicts *verdicts);
/** Bencher Metric Format: every point as a benchmark; latency in ns, messages, bytes. */
void fc_verdicts_bmf(fc_text *out, const fc_verdicts *verdicts);

const char *fc_verdict_program(const fc_judgement *judgement);
/** "p = 64, arguments 2000 50"; "" if the whole program failed. */
FC_GIVE char *fc_verdict_point(const fc_judgement *judgement);
/** The reason of FAILED and UNMEASURED; else NULL. */
const char *fc_verdict_fault(const fc_judgement *judgement);
/** "533.2 ms -> 612.0 ms, +15 %" for SLOWER and FASTER; "533.2 ms" for another point with a time; else "". */
FC_GIVE char *fc_verdict_change(const fc_judgement *judgement);
/** is / was; infinite if was is 0. */
double fc_verdict_ratio(const fc_judgement *judgement);
/** The judgement whose causes are printed for all judgements first .. last - 1 of one program: the largest change, the
 * last one of equal changes. NULL: none has causes. */
const fc_judgement *fc_verdict_worst(const fc_judgement *first, const fc_judgement *last);
/** The end of the judgements of the same program as the one at `first`. */
size_t fc_verdict_group(const fc_judgements *judgements, size_t first);

/** The line responsible. */
fc_place fc_cause_place(const fc_cause *cause);
/** "new: MPI_Allreduce in jacobi: 0 s -> 79.1 ms; iterations * T_allreduce(p, 8)". */
void fc_cause_text(fc_text *out, const fc_judgement *judgement, const fc_cause *cause);
/** "1 slower, 0 faster, ..." */
void fc_verdicts_sums(fc_text *out, const fc_judgements *judgements);

#endif
