/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loop_exits.h  The edges that leave a loop, and the conditions that decide them.
 *
 * An exit is regular if its condition is evaluated once in each iteration: its block lies in no inner loop and
 * dominates every latch. If all exits are regular and lead after the loop, the trip count is the minimum over them.
 * Edges to where the program only stops are no exits. Linear in the edges of the loop times the blocks
 * that its exits pass. */
#ifndef FC_LOOP_EXITS_H
#define FC_LOOP_EXITS_H

#include "analyzer/ir/procedure_ir.h"

typedef struct fc_loop_exit {
    const fc_node *decision; /* leaves the loop ... */
    bool on_true;            /* ... if this is not 0; otherwise if it is 0 */
    bool is_head;            /* part of the condition of a for or while loop: the iteration that leaves has not begun */
    bool is_regular;
} fc_loop_exit;

typedef struct fc_loop_exits {
    fc_loop_exit *exit;
    size_t n, capacity;
    bool meet; /* all lead after the loop: none returns or is a goto */
} fc_loop_exits;

/** The loop goes on while `left` relation `right`. A condition that is no comparison is compared with 0. */
typedef struct fc_loop_comparison {
    fc_operator relation;        /* FC_OP_LESS ... FC_OP_NOT_EQUAL */
    const fc_node *left, *right; /* right NULL: 0 */
} fc_loop_comparison;

/** leaves_on_true: as fc_loop_exit.on_true. */
fc_loop_comparison fc_loop_exits_comparison(const fc_node *decision, bool leaves_on_true);
/** An exit at the end of this block is regular: each iteration that begins another one evaluates it once. */
bool fc_loop_exits_is_regular(const fc_procedure_ir *ir, int loop, int block);
/** The header has a statement. */
void fc_loop_exits_find(FC_GIVE fc_loop_exits *out, const fc_procedure_ir *ir, int loop);
void fc_loop_exits_free(fc_loop_exits *exits);

#endif
