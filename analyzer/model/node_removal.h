/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file node_removal.h  Statements that no run executes, removed before the analysis. */
#ifndef FC_NODE_REMOVAL_H
#define FC_NODE_REMOVAL_H

#include "analyzer/model/program.h"

/** What removed nodes were. */
typedef struct fc_removed_node {
    fc_node *node;
    fc_node_kind kind;
    int n_children;
    long value;
} fc_removed_node;

typedef struct fc_removed_nodes {
    fc_removed_node *item;
    size_t n, capacity;
} fc_removed_nodes;

/** Control reaches the part through its branch only, and it holds no annotation of the user. is_breaking: it holds no
 * break of a surrounding loop either. */
bool fc_node_removal_is_possible(const fc_node *node, bool is_breaking);
/** Makes the node and all nodes below it empty statements, in which no pass finds anything. Appends them to `removed`;
 * NULL: they stay removed. */
void fc_node_removal_empty(fc_node *node, fc_removed_nodes *removed);
/** Makes the expression a constant of its type, likewise. */
void fc_node_removal_decide(fc_node *expression, long value, fc_removed_nodes *removed);
/** Makes an if statement the evaluation of its condition, likewise. */
void fc_node_removal_evaluate(fc_node *branch, fc_removed_nodes *removed);
/** Makes them what they were. */
void fc_node_removal_restore(FC_TAKE fc_removed_nodes *removed);

#endif
