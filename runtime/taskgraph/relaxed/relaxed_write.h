/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file relaxed_write.h  Writes a relaxed task graph as a file that fc_relaxed_read() reads (README). */
#ifndef FC_RELAXED_WRITE_H
#define FC_RELAXED_WRITE_H

#include "runtime/taskgraph/relaxed/relaxed.h"

/** Transitions removed by edge relaxation are omitted. */
void fc_relaxed_write(fc_text *out, const fc_relaxed *graph);

#endif
