/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file value_numbers_state.h  The tables of the value numbering; for the files value_numbers*.c alone. */
#ifndef FC_VALUE_NUMBERS_STATE_H
#define FC_VALUE_NUMBERS_STATE_H

#include "analyzer/values/value_numbers.h"
#include "support/map.h"

enum {
    FC_VALUE_NUMBERS_UNKNOWN = -2,
    FC_VALUE_NUMBERS_IN_PROGRESS = -3,
    FC_VALUE_NUMBERS_DEEPEST = 400,  /* nested evaluations; deeper expressions are opaque */
    FC_VALUE_NUMBERS_FARTHEST = 2000 /* versions that one load looks past; farther ones may modify it */
};

struct fc_value_numbers {
    const fc_program *program;
    const fc_control *control;
    fc_modified_memory modified;
    fc_points_to *points;
    fc_value_table table;
    fc_numbering **numbering; /* by procedure id; NULL: not made yet */
    int depth;                /* nested evaluations */
    int query;                /* searches for versions so far */
    fc_map at_call;           /* by call and value at entry of its callee: the caller's value plus 2 */
};

/** The procedure's first effect on the location or one behind it. */
size_t fc_value_numbers_first_effect(const fc_numbering *in, int cell);

#endif
