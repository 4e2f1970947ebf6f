/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_filled.h  Arrays that loops fill, in a symbolic run: after the loop, the elements are a function of
 * the index. */
#ifndef FC_FORMULA_FILLED_H
#define FC_FORMULA_FILLED_H

#include "analyzer/context/loops.h"
#include "analyzer/summary/formula_run.h"

enum {
    FC_FILLING_ARRAYS = 8
};

/** The arrays of which each iteration of a loop sets one element, which the state has as its own
 * (fc_state_set_element). No code outside of the loop sets elements of them. */
typedef struct fc_filling {
    struct fc_filling *outer; /* of the loop around */
    const fc_node *loop;
    const fc_sym *variable;                 /* that is summed over */
    char *array[FC_FILLING_ARRAYS];         /* fc_state_array() */
    const fc_sym *shift[FC_FILLING_ARRAYS]; /* of the element's index from the variable; NULL: none is set yet */
    bool is_lost[FC_FILLING_ARRAYS];        /* an iteration may set another element too */
    int n;
} fc_filling;

/** From here on the run is in the loop's iteration `range->variable`. */
void fc_filling_begin(fc_filling *out, fc_run *run, const fc_node *loop, const fc_loop_range *range);
/** From here on it is after the loop. */
void fc_filling_end(fc_filling *filling, fc_run *run, const fc_loop_range *range);
/** An assignment or step that gives an element this value; NULL: unknown. False: the element is not the iteration's, or
 * not of such an array. */
bool fc_filling_assign(fc_run *run, const fc_node *assignment, const fc_sym *value);
/** The assignment to an element is not followed. */
void fc_filling_lose(fc_run *run, const fc_node *element);
/** Elements of arrays that loops below root, or in what it calls, fill are unknown. */
void fc_filling_forget(fc_run *run, const fc_node *root);

#endif
