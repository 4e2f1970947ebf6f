/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file reached.h  Which procedures a run of the program can come to: what main names, directly or not.
 *
 * Programs are linked with more than they use, and what a dead procedure would do to a variable says nothing about it.
 */
#ifndef FC_REACHED_H
#define FC_REACHED_H

#include "analyzer/model/program.h"

typedef struct fc_reached {
    bool *procedure; /* by id; all of them if the program has no main */
    bool *node;      /* by id; false: below a procedure that is not reached */
} fc_reached;

/** Direct calls that bring nobody to what they call. */
typedef struct fc_reached_filter {
    bool (*leaves_out)(void *data, const fc_node *call);
    void *data;
} fc_reached_filter;

/** filter: NULL: each call counts. */
void fc_reached_find(FC_GIVE fc_reached *out, const fc_program *program, const fc_reached_filter *filter);
void fc_reached_free(fc_reached *reached);

#endif
