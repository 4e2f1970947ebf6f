/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_tree.h  The cost tree of one procedure, built from its syntax tree statement by statement. */
#ifndef FC_COST_TREE_H
#define FC_COST_TREE_H

#include "analyzer/cost_tree/analysis.h"

/** Builds analysis->tree[procedure->id]; adds regions, sites and counters. FC_E_INPUT for constructs that the model
 * does not cover. */
fc_status fc_cost_tree_build(fc_analysis *analysis, const fc_procedure *procedure, fc_report *report);
void fc_cost_free(FC_TAKE fc_cost *cost);
/** Calls visit for the node and all its descendants, parents first. */
void fc_cost_walk(const fc_cost *cost, void (*visit)(void *data, const fc_cost *cost), void *data);
typedef bool fc_cost_search_test(const fc_cost *cost, const void *data);
/** The first cost of the tree that passes the test, a parent before its children; NULL: none. */
const fc_cost *fc_cost_search_first(const fc_cost *tree, fc_cost_search_test *passes, const void *data);
/** The cost of this loop, switch, label or goto is the tree or part of it. Bodies and regions have the node of
 * their loop, and do not count. */
bool fc_cost_contains(const fc_cost *tree, const fc_node *node);
/** is_called: the cost belongs to a called procedure. */
typedef void fc_cost_visit_called(void *data, const fc_cost *cost, bool is_called);
/** Like fc_cost_walk, including all procedures called, each once. False: one of them is recursive. */
bool fc_cost_walk_called(const fc_analysis *analysis, const fc_cost *cost, fc_cost_visit_called *visit, void *data);
/** The outermost loop that encloses the node, or the procedure's body. */
const fc_node *fc_cost_outermost_loop(const fc_node *node);

/** The loop that a directive shares among threads or tasks, the last cost of its body; NULL: there is none. */
const fc_cost *fc_cost_shared_loop(const fc_cost *directive);
/** The loop in the loop's body, which collapse(n) joins with it; NULL: there is none. */
const fc_cost *fc_cost_joined_loop(const fc_cost *loop);

#endif
