/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file report_data.h  All that a report tells, as one JSON document: what its page shows, and `--format json` prints.
 *
 * {"forecost", "arguments", "machine": facts and "coefficients" (as formula_runtime.mjs takes them), "programs": of
 * each "name", "prediction" (as `predict --format json`), "summary" (its lines for people), "formula" (as `formula
 * --format json`; null, then "no_formula" says why), "counters" (their values by point), "places" (regions, then sites
 * of the cost program, with the origin of their counts), "sources" ("text" null, then "note" says why), "comparison":
 * as `compare --format json`, null for one program}. */
#ifndef FC_REPORT_DATA_H
#define FC_REPORT_DATA_H

#include "tools/prediction/comparison.h"

/** Appends the document. script: [comparison->n], of each the formula as fc_formula_print_script() prints it; NULL
 *  where there is none; the caller frees. Errors of the formula, but FC_E_INPUT, which the document tells. */
fc_status fc_report_data_write(fc_text *out, FC_GIVE char **script, const fc_comparison *comparison,
                               const fc_arguments *arguments, fc_report *report);

#endif
