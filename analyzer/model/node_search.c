/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/node_search.h"

const fc_node *fc_node_search_first(const fc_node *tree, fc_node_search_test *passes, const void *data)
{
    const fc_node *found = !tree || passes(tree, data) ? tree : NULL;
    for (int i = 0; tree && i < tree->n_children && !found; i++)
        found = fc_node_search_first(tree->child[i], passes, data);
    return found;
}

bool fc_node_any_child(const fc_node *node, fc_node_search_test *passes, const void *data)
{
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && passes(node->child[i], data))
            return true;
    return false;
}

void fc_node_each_child(const fc_node *node, fc_node_visit *visit, void *data)
{
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            visit(node->child[i], data);
}
