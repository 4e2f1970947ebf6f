/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file whatif_print.h  The results of a what-if analysis as table, JSON, CSV, or picture. */
#ifndef FC_WHATIF_PRINT_H
#define FC_WHATIF_PRINT_H

#include "tools/whatif/whatif.h"

/** format: "table", "json" or "csv". */
void fc_whatif_print(fc_text *out, const fc_whatif *whatif, const char *format);
/** Draws the speedup on every hypothetical machine over ranks ([machine], figure 9). */
fc_status fc_whatif_plot(const char *path, const fc_whatif *whatif, fc_report *report);

#endif
