/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_tree.h  One procedure, statement by statement, as what it costs. */
#ifndef FC_COST_TREE_H
#define FC_COST_TREE_H

#include "analyzer/passes/analysis.h"

/** Builds analysis->tree[procedure->id]; adds regions, sites and counters. FC_E_INPUT for what the model does not
 * cover. */
fc_status fc_cost_tree_build(fc_analysis *analysis, const fc_procedure *procedure, fc_report *report);
void fc_cost_free(FC_TAKE fc_cost *cost);
/** Calls visit for the node and everything below it, parents first. */
void fc_cost_walk(const fc_cost *cost, void (*visit)(void *data, const fc_cost *cost), void *data);
/** is_called: it lies in a procedure called from there. */
typedef void fc_cost_visit_called(void *data, const fc_cost *cost, bool is_called);
/** The same, and of the procedures called from there, on and on, each once. False: one of them calls itself. */
bool fc_cost_walk_called(const fc_analysis *analysis, const fc_cost *cost, fc_cost_visit_called *visit, void *data);
/** A view from the outermost loop around the node, or from the procedure's body. */
const fc_node *fc_cost_outermost_loop(const fc_node *node);

#endif
