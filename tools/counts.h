/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file counts.h  Values of the counters a cost program asks for: assumed ones first, then profiled ones. */
#ifndef FC_COUNTS_H
#define FC_COUNTS_H

#include "analyzer/model/profile.h"
#include "runtime/evaluate/rank.h"
#include "tools/assumption.h"

struct fc_analysis;

typedef struct fc_counts {
    fc_assumptions assumptions;
    fc_profile *profile; /* NULL: none */
    int *node;           /* by counter: its node in the program */
} fc_counts;

/** From the options `assume` and `profile`. Without the latter, the profile beside the model (MODEL.fc.profile) serves
 * if there is one. program: the loaded cost program of the analysis. Errors of fc_assumptions_parse(),
 * fc_profile_read(). */
fc_status fc_counts_open(FC_GIVE fc_counts *out, const fc_arguments *arguments, const fc_cost_program *program,
                         const struct fc_analysis *analysis, fc_report *report);
void fc_counts_close(fc_counts *counts);

/** fc_counter_lookup over an fc_counts. */
bool fc_counts_lookup(void *data, const fc_question *question, double *value, fc_origin *origin);

#endif
