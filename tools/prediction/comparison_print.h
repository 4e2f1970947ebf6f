/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file comparison_print.h  Comparisons on one or more machines, as a person or a program reads them. */
#ifndef FC_COMPARISON_PRINT_H
#define FC_COMPARISON_PRINT_H

#include "tools/prediction/comparison.h"

/** All of the same programs and points. format: "table", "json" or "csv" (the points alone). */
void fc_comparison_print(fc_text *out, const fc_comparison *comparison, int n, const char *format);
/** Who wins where over ranks and the one parameter that is swept; without one, the times over ranks. FC_E_USAGE where
 *  more than one parameter is swept. */
fc_status fc_comparison_plot(const char *path, const fc_comparison *comparison, fc_report *report);

#endif
