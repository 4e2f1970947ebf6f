/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file node_search.h  Searches and walks in a tree of statements and expressions, and what a procedure returns.
 *
 * A test or visit that goes down by fc_node_any_child() or fc_node_each_child() with itself chooses the subtrees. */
#ifndef FC_NODE_SEARCH_H
#define FC_NODE_SEARCH_H

#include "analyzer/model/program.h"

typedef bool fc_node_search_test(const fc_node *node, const void *data);
typedef void fc_node_visit(const fc_node *node, void *data);

/** The first node of a tree that passes the test, a parent before its children; NULL: none, also without a tree. */
const fc_node *fc_node_search_first(const fc_node *tree, fc_node_search_test *passes, const void *data);
/** A child passes the test; the later ones are not tested. */
bool fc_node_any_child(const fc_node *node, fc_node_search_test *passes, const void *data);
/** Visits the children in order. */
void fc_node_each_child(const fc_node *node, fc_node_visit *visit, void *data);

/** The one expression a procedure returns when it does nothing else (declarations with a value may precede); NULL
 * otherwise. */
const fc_node *fc_procedure_returned(const fc_procedure *procedure);
/** What a procedure without another end returns after its last statement; NULL: it has another end. */
const fc_node *fc_procedure_returned_at_end(const fc_procedure *procedure);

#endif
