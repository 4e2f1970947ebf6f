/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file counts.h  Values of the counters a cost program asks for: assumed ones first, then profiled ones. */
#ifndef FC_COUNTS_H
#define FC_COUNTS_H

#include "runtime/evaluate/rank.h"
#include "tools/assumption.h"

struct fc_analysis;

typedef struct fc_counts {
    fc_assumptions assumptions;
} fc_counts;

/** From the option `assume`. Errors of fc_assumptions_parse(). */
fc_status fc_counts_open(FC_GIVE fc_counts *out, const fc_arguments *arguments, const fc_cost_program *program,
                         const struct fc_analysis *analysis, fc_report *report);
void fc_counts_close(fc_counts *counts);

/** fc_counter_lookup over an fc_counts. */
bool fc_counts_lookup(void *data, const fc_question *question, double *value, fc_origin *origin);

#endif
