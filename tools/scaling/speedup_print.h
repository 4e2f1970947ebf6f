/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file speedup_print.h  The fit of Downey's speedup model ([speedup]) as table, JSON, CSV, or picture. */
#ifndef FC_SPEEDUP_PRINT_H
#define FC_SPEEDUP_PRINT_H

#include "runtime/scaling/speedup.h"
#include "runtime/taskgraph/analysis/parallelism.h"
#include "support/text.h"

/** What is printed: observations with the name of their file, the fit, and a task graph's parallelism profile (NULL:
 * observations of no task graph). */
typedef struct fc_speedup_results {
    const fc_speedup_inference *inference;
    const fc_speedup_data *data;
    const char *name;
    const fc_parallelism *profile;
} fc_speedup_results;

/** format: "table", "json" or "csv" (the points alone). */
void fc_speedup_print(fc_text *out, const fc_speedup_results *of, const char *format);
/** Draws the observations, the fitted curve, and the bounds for sigma = 0 and infinite, as figure 5 of [speedup]. */
fc_status fc_speedup_plot(const char *path, const fc_speedup_results *of, fc_report *report);

#endif
