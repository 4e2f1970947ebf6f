/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/node_removal.h"

#include <stdlib.h>

static bool holds_breaks(const fc_node *node)
{
    return node->kind == FC_FOR || node->kind == FC_WHILE || node->kind == FC_DO || node->kind == FC_SWITCH;
}

/* is_switched: within a switch of the part, whose labels it holds. */
static bool is_possible(const fc_node *node, bool is_breaking, bool is_switched)
{
    switch (node->kind) {
    case FC_BREAK:
        return !is_breaking;
    case FC_CASE:
    case FC_DEFAULT:
        if (!is_switched)
            return false;
        break;
    case FC_LABEL:
    case FC_IRREGULAR_REGION:
    case FC_PRAGMA:
        return false;
    default:
        break;
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] &&
            !is_possible(node->child[i], is_breaking && !holds_breaks(node), is_switched || node->kind == FC_SWITCH))
            return false;
    return true;
}

bool fc_node_removal_is_possible(const fc_node *node, bool is_breaking)
{
    return is_possible(node, is_breaking, false);
}

static void replace(fc_node *node, fc_node_kind kind, int n_children, long value, fc_removed_nodes *removed)
{
    if (removed) {
        removed->item = fc_grow(removed->item, &removed->capacity, removed->n + 1, sizeof *removed->item);
        removed->item[removed->n++] = (fc_removed_node){node, node->kind, node->n_children, node->value};
    }
    node->kind = kind;
    node->n_children = n_children;
    node->value = value;
}

void fc_node_removal_empty(fc_node *node, fc_removed_nodes *removed)
{
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            fc_node_removal_empty(node->child[i], removed);
    replace(node, FC_EMPTY, 0, node->value, removed);
}

void fc_node_removal_decide(fc_node *expression, long value, fc_removed_nodes *removed)
{
    for (int i = 0; i < expression->n_children; i++)
        fc_node_removal_empty(expression->child[i], removed);
    replace(expression, FC_INTEGER, 0, value, removed);
}

void fc_node_removal_evaluate(fc_node *branch, fc_removed_nodes *removed)
{
    for (int i = 1; i < branch->n_children; i++)
        if (branch->child[i])
            fc_node_removal_empty(branch->child[i], removed);
    replace(branch, FC_EVALUATE, 1, branch->value, removed);
}

void fc_node_removal_restore(FC_TAKE fc_removed_nodes *removed)
{
    for (size_t i = removed->n; i-- > 0;) {
        removed->item[i].node->kind = removed->item[i].kind;
        removed->item[i].node->n_children = removed->item[i].n_children;
        removed->item[i].node->value = removed->item[i].value;
    }
    free(removed->item);
    *removed = (fc_removed_nodes){0};
}
