/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/node_removal.h"

#include <stdlib.h>

static bool holds_breaks(const fc_node *node)
{
    return node->kind == FC_FOR || node->kind == FC_WHILE || node->kind == FC_DO || node->kind == FC_SWITCH;
}

bool fc_node_removal_is_possible(const fc_node *node, bool is_breaking)
{
    switch (node->kind) {
    case FC_BREAK:
        return !is_breaking;
    case FC_LABEL:
    case FC_CASE:
    case FC_DEFAULT:
    case FC_IRREGULAR_REGION:
    case FC_PRAGMA:
    case FC_OPENMP:
        return false;
    default:
        break;
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && !fc_node_removal_is_possible(node->child[i], is_breaking && !holds_breaks(node)))
            return false;
    return true;
}

void fc_node_removal_empty(fc_node *node, fc_removed_nodes *removed)
{
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            fc_node_removal_empty(node->child[i], removed);
    if (removed) {
        removed->item = fc_grow(removed->item, &removed->capacity, removed->n + 1, sizeof *removed->item);
        removed->item[removed->n++] = (fc_removed_node){node, node->kind, node->n_children};
    }
    node->kind = FC_EMPTY;
    node->n_children = 0;
}

void fc_node_removal_restore(FC_TAKE fc_removed_nodes *removed)
{
    for (size_t i = removed->n; i-- > 0;) {
        removed->item[i].node->kind = removed->item[i].kind;
        removed->item[i].node->n_children = removed->item[i].n_children;
    }
    free(removed->item);
    *removed = (fc_removed_nodes){0};
}
