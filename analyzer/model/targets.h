/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file targets.h  Which procedures a call through a pointer may run. */
#ifndef FC_TARGETS_H
#define FC_TARGETS_H

#include "analyzer/model/reached.h"

typedef struct fc_targets {
    const fc_procedure **procedure; /* those whose address is taken where a run can come to, in the program's order */
    size_t n, capacity;
} fc_targets;

void fc_targets_find(FC_GIVE fc_targets *out, const fc_program *program, const fc_reached *reached);
void fc_targets_free(fc_targets *targets);

/** The call goes through a pointer, and the procedure takes what it hands over: as many arguments of the same sort, the
 * same sort of result. */
bool fc_targets_fit(const fc_procedure *procedure, const fc_node *call);

#endif
