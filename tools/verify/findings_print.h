/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file findings_print.h  Prints the findings of a verification: as text, JSON, SARIF 2.1.0 or JUnit XML. */
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

#endif
