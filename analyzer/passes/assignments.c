/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/passes/assignments.h"

/* Whether the expression or statement gives the variable a value, whatever it had. */
static bool assigns(const fc_node *node, const fc_symbol *symbol)
{
    if (!node)
        return false;
    if (node->kind == FC_EVALUATE || node->kind == FC_COMMA || node->kind == FC_BLOCK) {
        for (int i = 0; i < node->n_children; i++)
            if (assigns(node->child[i], symbol))
                return true;
        return false;
    }
    if (node->kind == FC_DECLARE)
        return node->symbol == symbol && node->n_children > 0 && node->child[0];
    return node->kind == FC_ASSIGN && node->op == FC_OP_NONE && node->child[0]->kind == FC_NAME &&
           node->child[0]->symbol == symbol;
}

bool fc_assignments_start(const fc_node *loop, const fc_symbol *symbol)
{
    return loop->kind == FC_FOR && assigns(loop->child[0], symbol);
}

const fc_node *fc_assignments_before(const fc_node *node, const fc_symbol *symbol)
{
    const fc_node *block = node->parent;
    int i = block->kind == FC_BLOCK ? block->n_children - 1 : -1;
    while (i >= 0 && block->child[i] != node)
        i--;
    for (; i >= 0; i--) {
        const fc_node *statement = block->child[i];
        if (statement->kind == FC_LABEL || statement->kind == FC_CASE || statement->kind == FC_DEFAULT)
            return NULL;
        if (statement != node && assigns(statement, symbol))
            return statement;
    }
    return NULL;
}
