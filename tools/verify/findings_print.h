/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file findings_print.h  Prints the findings of a verification. */
#ifndef FC_FINDINGS_PRINT_H
#define FC_FINDINGS_PRINT_H

#include "runtime/core/finding.h"
#include "support/text.h"

/** A verification; all borrowed. */
typedef struct fc_findings_report {
    const char *model;
    const fc_findings *findings;
    const int *ranks;     /* [n_points] verified */
    char *const *failure; /* [n_points] why one was not; NULL: it was */
    int n_points;
} fc_findings_report;

/** format: "text", "json", "sarif" or "junit". */
void fc_findings_print(fc_text *out, const fc_findings_report *report, const char *format);
/** The message of a kind: one of support/messages/verify.h, with its remedy. */
const char *fc_findings_message(fc_finding_kind kind);

/* ---- for findings_<format>.c ---- */
void fc_findings_json(fc_text *out, const fc_findings_report *report);
void fc_findings_sarif(fc_text *out, const fc_findings_report *report);
void fc_findings_junit(fc_text *out, const fc_findings_report *report);
/** "FC1001" */
void fc_findings_code(char code[8], fc_finding_kind kind);
const char *fc_findings_severity(fc_finding_kind kind);
const char *fc_findings_remedy(fc_finding_kind kind);
/** "2 of 4 ranks, and up to 64 ranks" */
FC_GIVE char *fc_findings_extent(const fc_finding *of);

#endif
