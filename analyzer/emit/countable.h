/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file countable.h  Which nodes of a program can be counted, and where executable code is below a node. */
#ifndef FC_COUNTABLE_H
#define FC_COUNTABLE_H

#include "analyzer/model/program.h"
#include "machine_properties/support/words.h"

/** A loop, also one that gotos make. */
bool fc_countable_is_loop(const fc_node *node);
/** && or ||. */
bool fc_countable_is_logical(const fc_node *node);
/** A case or default label. */
bool fc_countable_is_case(const fc_node *node);
/** The body of a procedure: counted where calls go to it through pointers. */
bool fc_countable_is_body(const fc_node *node);
/** A comparison that ends a loop, its condition or one of those that && joins to it. */
bool fc_countable_is_bound(const fc_node *node);
/** The loop of such a comparison. */
const fc_node *fc_countable_bound_loop(const fc_node *bound);
/** The role of what tells an MPI call how much: FC_ARG_COUNT, FC_ARG_DATATYPE or FC_ARG_COUNTS; 0: of all else. */
char fc_countable_size(const fc_node *node);
/** A call of one of these functions. */
bool fc_countable_is_call_of(const fc_node *node, const fc_words *functions);
/** A statement or expression with counters of its own: a loop, branch, case, condition or piece. */
bool fc_countable_is(const fc_node *node);
/** The children first ... n - 1 are executable code: the value of a case is not, nor is what sizeof asks about. */
int fc_countable_first_child(const fc_node *node);
int fc_countable_n_children(const fc_node *node);
/** The switch that a case belongs to; NULL: none. */
const fc_node *fc_countable_switch(const fc_node *node);

typedef struct fc_countable_list {
    const fc_node **node;
    size_t n, capacity;
} fc_countable_list;

/** Adds what can be counted at and below the node, in the order of the walk, and each switch; calls of these functions
 * too. list->node is the caller's to free. */
void fc_countable_walk(fc_countable_list *list, const fc_words *functions, const fc_node *node);

#endif
