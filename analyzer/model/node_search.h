/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file node_search.h  Search in a tree of statements and expressions. */
#ifndef FC_NODE_SEARCH_H
#define FC_NODE_SEARCH_H

#include "analyzer/model/program.h"

typedef bool fc_node_search_test(const fc_node *node, const void *data);

/** The first node of a tree that passes the test, a parent before its children; NULL: none, also without a tree. */
const fc_node *fc_node_search_first(const fc_node *tree, fc_node_search_test *passes, const void *data);

#endif
