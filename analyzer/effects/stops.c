/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/effects/stops.h"

#include "analyzer/effects/external.h"

enum {
    MOST_NODES = 400, /* visited for one question; longer procedures do more than report an error */
    MOST_DEPTH = 4    /* of calls */
};

static bool ends(const fc_symbol *function, int depth, int *left);

/* Control may leave the statement elsewhere than at its end, or the budget is used up. */
static bool may_leave(const fc_node *node, int *left)
{
    if (--*left < 0 || node->kind == FC_RETURN || node->kind == FC_GOTO || node->kind == FC_LABEL)
        return true;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && may_leave(node->child[i], left))
            return true;
    return false;
}

static bool statement_ends(const fc_node *statement, int depth, int *left);

static bool block_ends(const fc_node *block, int depth, int *left)
{
    for (int i = 0; i < block->n_children && block->child[i]; i++) {
        if (statement_ends(block->child[i], depth, left))
            return true;
        if (may_leave(block->child[i], left))
            return false;
    }
    return false;
}

static bool statement_ends(const fc_node *statement, int depth, int *left)
{
    if (--*left < 0)
        return false;
    if (statement->kind == FC_BLOCK)
        return block_ends(statement, depth, left);
    if (statement->kind == FC_IF)
        return statement->n_children > 2 && statement->child[2] && statement_ends(statement->child[1], depth, left) &&
               statement_ends(statement->child[2], depth, left);
    const fc_node *call = statement->kind == FC_EVALUATE ? statement->child[0] : NULL;
    return call && call->kind == FC_CALL && fc_call_target(call) && ends(fc_call_target(call), depth, left);
}

static bool ends(const fc_symbol *function, int depth, int *left)
{
    if (fc_external_is_stop(function))
        return true;
    const fc_procedure *procedure = function->definition;
    return procedure && procedure->body && depth < MOST_DEPTH && block_ends(procedure->body, depth + 1, left);
}

bool fc_stops_certainly(const fc_symbol *function)
{
    int left = MOST_NODES;
    return ends(function, 0, &left);
}
