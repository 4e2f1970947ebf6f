/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The expression whose value a procedure returns. */
#include "analyzer/context/values.h"
#include "analyzer/model/node_search.h"

const fc_node *fc_value_returned(const fc_procedure *procedure)
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

const fc_node *fc_value_returned_at_end(const fc_procedure *procedure)
{
    const fc_node *body = procedure->body;
    const fc_node *last = body->n_children > 0 ? body->child[body->n_children - 1] : NULL;
    bool is_end = last && last->kind == FC_RETURN && last->n_children > 0 && last->child[0];
    return is_end && !fc_node_search_first(body, leaves, last) ? last->child[0] : NULL;
}
