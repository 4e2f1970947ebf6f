/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file measured_parts.h  What a profile counts for parts of the program slice that may exceed its budget
 * (tools/prediction/prediction_open.c). */
#ifndef FC_MEASURED_PARTS_H
#define FC_MEASURED_PARTS_H

#include "analyzer/model/program.h"

struct fc_analysis;

/** By node id: the counters of the program if every loop that the slice executes is measured; *n of them, none if the
 * slice executes no loop. */
fc_status fc_measured_parts_counters(FC_GIVE int **out, int *n, fc_program *program, const struct fc_analysis *analysis,
                                     fc_report *report);

#endif
