/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file speedup_print.h  What run times tell of a program's parallelism, as a person or a program reads it. */
#ifndef FC_SPEEDUP_PRINT_H
#define FC_SPEEDUP_PRINT_H

#include "machine_properties/support/text.h"
#include "runtime/scaling/speedup.h"

/** name: of the file the observations are from. format: "table", "json" or "csv" (the points alone). */
void fc_speedup_print(fc_text *out, const fc_speedup_inference *inference, const fc_speedup_data *data,
                      const char *name, const char *format);
/** Observations, the fitted curve, and the bounds of a program with this A, as figure 5 of [speedup]. */
fc_status fc_speedup_plot(const char *path, const fc_speedup_inference *inference, const fc_speedup_data *data,
                          const char *name, fc_report *report);

#endif
