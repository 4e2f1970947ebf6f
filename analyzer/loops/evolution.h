/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file evolution.h  Scalar evolution: the value of a variable as a function of the iteration.
 *
 * Within a statement `root`, the value of a name is followed along the SSA form up to root's entry: definitions by
 * their right sides, joins by the condition that selects the path, recurrences of loops in closed form (van Engelen
 * 2001). The loop's counting variable is itself (an atom); it stands for the value at the start of an iteration. All
 * other expressions are evaluated by the caller, who calls back for each name. */
#ifndef FC_EVOLUTION_H
#define FC_EVOLUTION_H

#include "analyzer/loops/procedure_loops.h"
#include "analyzer/symbolic/symbolic.h"

typedef struct fc_evolution {
    fc_algebra *algebra;
    fc_procedure_loops *loops; /* of the procedure that holds root; its work space changes */
    const fc_node *root;
    /* An expression within root, a condition as an indicator, a variable at root's entry, and a variable's atom. NULL:
     * no value. */
    const fc_sym *(*value)(const void *data, const fc_node *expression);
    const fc_sym *(*condition)(const void *data, const fc_node *condition);
    const fc_sym *(*at_entry)(const void *data, const fc_symbol *variable);
    const fc_sym *(*atom)(const void *data, const fc_symbol *variable);
    /* How often a loop within root iterates, as seen from root's entry. NULL: no value. */
    const fc_sym *(*trips)(const void *data, int loop);
    /* The value is proven to be >= 0 wherever the program runs. */
    bool (*is_nonnegative)(const void *data, const fc_sym *value);
    const void *data;
} fc_evolution;

/** False: the node, an FC_NAME that is read or an assignment or step of a name, has no value in SSA form. Otherwise
 * *out is the value that the name has there, or the node as an expression; NULL: it has none. */
bool fc_evolution_of(const fc_sym **out, const fc_evolution *e, const fc_node *node);

/** Iteration t = 0, 1, ... of a loop: its counting variable is start + sign * step * t. */
typedef struct fc_loop_index {
    const fc_sym *variable; /* the atom; NULL: the loop has no counting variable */
    const fc_sym *start, *step;
    int sign; /* +1, -1 */
} fc_loop_index;
/** False: the loop has none, or start or step have no value. */
bool fc_evolution_index(fc_loop_index *out, const fc_evolution *e, int loop);
/** The atom of a loop's iteration number, from 0, for loops without a counting variable. */
const fc_sym *fc_evolution_iteration(fc_algebra *algebra, const fc_node *loop);
/** The number of the loop's running iteration, from 0: by its counting variable, or that atom. NULL: start or step of
 * the variable have no value. */
const fc_sym *fc_evolution_number(const fc_evolution *e, int loop);
/** The SSA value is defined within root: it may differ from the variable's at root's entry. */
bool fc_evolution_is_within(const fc_evolution *e, int value);
/** What a recurrence multiplies by or divides by, at least 2. False: it adds, or the factor is not constant. */
bool fc_evolution_factor(long *factor, const fc_evolution *e, const fc_recurrence *recurrence);
/** The value of a recurrence in iteration t >= 0; NULL: none. */
const fc_sym *fc_evolution_at(const fc_evolution *e, int loop, const fc_recurrence *recurrence, const fc_sym *t);
/** The value at entry of the recurrence's loop. */
const fc_sym *fc_evolution_start(const fc_evolution *e, const fc_recurrence *recurrence);
/** a op b in the integers of C; NULL: not an operation of the algebra, an operand is NULL, or b is 0. */
const fc_sym *fc_evolution_operation(fc_algebra *algebra, fc_operator op, const fc_sym *a, const fc_sym *b);

#endif
