/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file report_data.h  A report's data as one JSON document, for its page and for `--format json`.
 *
 * {"forecost", "arguments",
 *  "machine": facts, and "coefficients" (input of formula_runtime.mjs),
 *  "programs": [{"name", "prediction": as `predict --format json`, "summary": its lines for people,
 *                "formula": as `formula --format json`, or null, with the reason in "no_formula",
 *                "counters": values by point,
 *                "places": regions, then sites of the cost program, with the origin of their counts,
 *                "sources": ("text" is null with the reason in "note"; "url" with "{line}" for the line)}],
 *  "comparison": as `compare --format json`, null for one program} */
#ifndef FC_REPORT_DATA_H
#define FC_REPORT_DATA_H

#include "tools/compare/comparison.h"

/** Appends the document. script: [comparison->n], each the formula as fc_formula_print_script() prints it; NULL if
 *  there is none; the caller frees. Errors of the formula, except FC_E_INPUT, which the document reports. */
fc_status fc_report_data_write(fc_text *out, FC_GIVE char **script, const fc_comparison *comparison,
                               const fc_arguments *arguments, fc_report *report);

#endif
