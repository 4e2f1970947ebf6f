/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loop_summary.h  How many loops have closed counts, over how many measured quantities. */
#ifndef FC_LOOP_SUMMARY_H
#define FC_LOOP_SUMMARY_H

#include "analyzer/values/quantities.h"

#include <stdio.h>

/** "Loops: 1,840 closed, 312 closed over 41 measured quantities, 12 dynamic", without the end of the line. */
void fc_loop_summary_print(FILE *out, const fc_quantities *quantities);
/** Each quantity with its place and the loops that it bounds, the most loops first. */
void fc_loop_summary_print_quantities(FILE *out, const fc_quantities *quantities);

#endif
