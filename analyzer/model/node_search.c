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

const fc_node *fc_procedure_returned(const fc_procedure *procedure)
{
    const fc_node *body = procedure->body;
    int n = body->n_children;
    if (n == 0 || body->child[n - 1]->kind != FC_RETURN || body->child[n - 1]->n_children == 0)
        return NULL;
    for (int i = 0; i + 1 < n; i++)
        if (body->child[i]->kind != FC_DECLARE || body->child[i]->n_children == 0)
            return NULL;
    return body->child[n - 1]->child[0];
}

static bool leaves(const fc_node *node, const void *data)
{
    return node != data && (node->kind == FC_RETURN || node->kind == FC_GOTO);
}

const fc_node *fc_procedure_returned_at_end(const fc_procedure *procedure)
{
    const fc_node *body = procedure->body;
    const fc_node *last = body->n_children > 0 ? body->child[body->n_children - 1] : NULL;
    bool is_end = last && last->kind == FC_RETURN && last->n_children > 0 && last->child[0];
    return is_end && !fc_node_search_first(body, leaves, last) ? last->child[0] : NULL;
}
