/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file reached.h  The procedures reachable from main: those named, directly or not, in reachable code.
 *
 * Programs link more code than they use, and the effects of dead code on a variable must not count. One traversal,
 * linear in the program's size. */
#ifndef FC_REACHED_H
#define FC_REACHED_H

#include "analyzer/model/program.h"

typedef struct fc_reached {
    bool *procedure; /* by id; all true if the program has no main */
    bool *node;      /* by id; false: in an unreachable procedure */
} fc_reached;

/** Direct calls that do not make their callee reachable. */
typedef struct fc_reached_filter {
    bool (*leaves_out)(void *data, const fc_node *call);
    void *data;
} fc_reached_filter;

/** filter NULL: every call counts. */
void fc_reached_find(FC_GIVE fc_reached *out, const fc_program *program, const fc_reached_filter *filter);
void fc_reached_free(fc_reached *reached);

#endif
