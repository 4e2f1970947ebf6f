/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file targets.h  Address-taken procedures, the conservative targets of indirect calls. */
#ifndef FC_TARGETS_H
#define FC_TARGETS_H

#include "analyzer/model/reached.h"

typedef struct fc_targets {
    const fc_procedure **procedure; /* address taken in reachable code; in the program's order */
    size_t n, capacity;
} fc_targets;

void fc_targets_find(FC_GIVE fc_targets *out, const fc_program *program, const fc_reached *reached);
void fc_targets_free(fc_targets *targets);

/** The call is indirect and its types fit the procedure: number and kinds of arguments, kind of the result. */
bool fc_targets_fit(const fc_procedure *procedure, const fc_node *call);

#endif
