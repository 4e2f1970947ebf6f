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
    fc_map joined;            /* by load and the join of versions that it reads: its value plus 2 */
    fc_map at_call;           /* by call and value at entry of its callee: the caller's value plus 2 */
};

/** What comes together in a block that is no loop's header. */
typedef struct fc_joined_values {
    int block, n;
    int *value; /* along each incoming edge */
    int itself; /* the joined value, where it is no expression of them */
    const fc_type *type;
    bool may_select; /* a condition may select among different values */
} fc_joined_values;
/** The one value, or the one that is selected; FC_VALUE_NONE: no expression of them. */
int fc_value_numbers_joined(fc_value_numbers *values, fc_numbering *in, const fc_joined_values *join);
/** operand[0] ? operand[1] : operand[2]; FC_VALUE_NONE: it is too large. */
int fc_value_numbers_selection(fc_value_numbers *values, const fc_numbering *in, const int operand[3],
                               const fc_type *type);

/** A null pointer, or a variable without a value. */
bool fc_value_numbers_leads_nowhere(const fc_value_numbers *values, int pointer);
/** The pointer that is followed where the program accesses what it leads to: of a selection the only arm that is
 * neither null nor undefined. */
int fc_value_numbers_followed(const fc_value_numbers *values, int pointer);
/** The access through one arm, 1 or 2, of the selection that is the object. False: a null pointer, which leads nowhere.
 */
bool fc_value_numbers_arm(fc_memory_access *out, const fc_value_numbers *values, fc_memory_access access, int arm);
/** What all returns of the procedure return, if that is one value. A null pointer leads nowhere. */
int fc_value_numbers_result(fc_value_numbers *values, fc_numbering *callee);
/** The value of the load at the end of the procedure; its position does not count. A caller has found that its object
 * is numbered. */
int fc_value_numbers_read_at_exit(fc_value_numbers *values, fc_numbering *in, const fc_value_numbers_load *load);
/** What the call leaves at the load's address; FC_VALUE_NONE: unknown. */
int fc_value_numbers_left_by_call(fc_value_numbers *values, fc_numbering *caller, const fc_node *call,
                                  const fc_value_numbers_load *load);
/** The procedure's first effect on the location or one that it points to. */
size_t fc_value_numbers_first_effect(const fc_numbering *in, int cell);

#endif
