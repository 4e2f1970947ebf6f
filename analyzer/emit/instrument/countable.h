/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file countable.h  Classifies the nodes that can be counted, and gives the children of a node that are executed. */
#ifndef FC_COUNTABLE_H
#define FC_COUNTABLE_H

#include "analyzer/model/program.h"
#include "support/words.h"

/** A loop, also one made by goto. */
bool fc_countable_is_loop(const fc_node *node);
/** && or ||. */
bool fc_countable_is_logical(const fc_node *node);
/** A case or default label. */
bool fc_countable_is_case(const fc_node *node);
/** The body of a procedure: counted if it is called through pointers. */
bool fc_countable_is_body(const fc_node *node);
/** A comparison that ends a loop: its condition, or an operand of && in it. */
bool fc_countable_is_bound(const fc_node *node);
/** The loop of such a comparison. */
const fc_node *fc_countable_bound_loop(const fc_node *bound);
/** The role of an argument that gives an MPI call's size: FC_ARG_COUNT, FC_ARG_DATATYPE, FC_ARG_COUNTS; 0: others. */
char fc_countable_size(const fc_node *node);
/** A call of one of these functions. */
bool fc_countable_is_call_of(const fc_node *node, const fc_words *functions);
/** A statement or expression with counters of its own: a loop, branch, case, condition or piece. */
bool fc_countable_is(const fc_node *node);
/** The children first ... n - 1 are executed: the value of a case and the operand of sizeof are not. */
int fc_countable_first_child(const fc_node *node);
int fc_countable_n_children(const fc_node *node);
/** The switch that a case belongs to; NULL: none. */
const fc_node *fc_countable_switch(const fc_node *node);

typedef struct fc_countable_list {
    const fc_node **node;
    size_t n, capacity;
} fc_countable_list;

/** Appends the countable nodes, switches and calls of these functions at and below the node, in preorder. The caller
 * frees list->node. */
void fc_countable_walk(fc_countable_list *list, const fc_words *functions, const fc_node *node);

#endif
