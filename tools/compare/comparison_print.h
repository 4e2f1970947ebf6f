/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file comparison_print.h  Comparisons on one or more machines as table, JSON, CSV, or picture. */
#ifndef FC_COMPARISON_PRINT_H
#define FC_COMPARISON_PRINT_H

#include "tools/compare/comparison.h"

/** n comparisons of the same programs and points, one a machine. format: "table", "json" or "csv" (the points alone).
 */
void fc_comparison_print(fc_text *out, const fc_comparison *comparison, int n, const char *format);
/** A map of the fastest program over ranks and the swept parameter; without one, the times over ranks. FC_E_USAGE: more
 *  than one parameter is swept. */
fc_status fc_comparison_plot(const char *path, const fc_comparison *comparison, fc_report *report);

#endif
