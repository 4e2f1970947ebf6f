/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file recurrences.h  Basic recurrences: variables that each iteration of a loop moves on in the same way.
 *
 * A phi function of a loop's header is a recurrence if the value that the latch brings is made from the phi function by
 * a chain of steps that is the same on every path (Bachmann, Zima, Wang 1994: {start, +, step}, {start, *, factor};
 * found on the cycles of the SSA graph as in Wolfe, "Beyond induction variables", 1992). */
#ifndef FC_RECURRENCES_H
#define FC_RECURRENCES_H

#include "analyzer/ir/procedure_ir.h"

typedef enum fc_recurrence_kind {
    FC_RECURRENCE_NONE,        /* changes in another way */
    FC_RECURRENCE_ADD,         /* + or - the values of step[] */
    FC_RECURRENCE_WRAP,        /* + or - the values of step[], then C's remainder by `modulus` */
    FC_RECURRENCE_MULTIPLY,    /* * step[0] */
    FC_RECURRENCE_DIVIDE,      /* C's quotient by step[0] */
    FC_RECURRENCE_SHIFT_LEFT,  /* << step[0] */
    FC_RECURRENCE_SHIFT_RIGHT, /* >> step[0] */
} fc_recurrence_kind;

typedef struct fc_recurrence_step {
    const fc_node *value; /* NULL: 1 */
    int sign;             /* +1, -1 */
} fc_recurrence_step;

enum {
    FC_RECURRENCE_STEPS = 8 /* assignments of one variable in one iteration; beyond, it is no recurrence */
};

typedef struct fc_recurrence {
    fc_recurrence_kind kind;
    int phi;   /* the SSA value at the start of an iteration */
    int start; /* the SSA value at entry of the loop; FC_GRAPH_NONE: several edges bring different ones */
    fc_recurrence_step step[FC_RECURRENCE_STEPS];
    int n_steps;
    const fc_node *modulus; /* NULL: another kind than FC_RECURRENCE_WRAP */
} fc_recurrence;

/** The recurrence of a phi function of the loop's header. False: it is none (kind NONE, with `start` as far as known).
 */
bool fc_recurrences_find(fc_recurrence *out, const fc_procedure_ir *ir, int loop, int phi);

#endif
