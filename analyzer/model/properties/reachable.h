/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file reachable.h  The procedures reachable from main: those named, directly or not, in reachable code.
 *
 * Programs link more code than they use, and the effects of dead code on a variable must not count. One traversal,
 * linear in the program's size. */
#ifndef FC_REACHABLE_H
#define FC_REACHABLE_H

#include "analyzer/model/program.h"

typedef struct fc_reachable {
    bool *procedure; /* by id; all true if the program has no main */
    bool *node;      /* by id; false: in an unreachable procedure */
} fc_reachable;

/** Direct calls that do not make their callee reachable. */
typedef struct fc_reachable_filter {
    bool (*leaves_out)(void *data, const fc_node *call);
    void *data;
} fc_reachable_filter;

/** filter NULL: every call counts. */
void fc_reachable_find(FC_GIVE fc_reachable *out, const fc_program *program, const fc_reachable_filter *filter);
void fc_reachable_free(fc_reachable *reached);

#endif
