/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file missing_counts.h  The counters without a value that a prediction asked for.
 *
 * A prediction ends at the first unknown count. To list all at once, it is repeated with a value of 1 for each unknown
 * trip count and of 1/2 for each unknown share. Evaluations run in child processes, so the marks lie in shared memory.
 */
#ifndef FC_MISSING_COUNTS_H
#define FC_MISSING_COUNTS_H

#include "runtime/core/rank.h"
#include "support/status.h"

#include <stdio.h>

typedef struct fc_missing_counts {
    bool *asked; /* [n_counters] whether the counter was asked for in vain */
    int n_counters;
    bool supplies; /* unknown counters get a value */
} fc_missing_counts;

fc_status fc_missing_counts_open(FC_GIVE fc_missing_counts *out, const fc_cost_program *program, fc_report *report);
void fc_missing_counts_close(fc_missing_counts *missing);

/** Forgets what was asked. */
void fc_missing_counts_reset(fc_missing_counts *missing);
/** Marks a counter without a value. True: *answer is the supplied value. */
bool fc_missing_counts_ask(const fc_missing_counts *missing, int counter, const fc_cost_program *program,
                           fc_counter_value *answer);
/** Whether some counter was asked for in vain without which a prediction ends. */
bool fc_missing_counts_any(const fc_missing_counts *missing, const fc_cost_program *program);
/** A note with all places, and the options --assume that give them values. */
void fc_missing_counts_note(const fc_missing_counts *missing, const fc_cost_program *program, FILE *out);

#endif
