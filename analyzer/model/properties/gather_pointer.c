/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/properties/gather_pointer.h"

#include "analyzer/model/node_search.h"

static bool reads_memory(const fc_node *node, const void *unused)
{
    (void)unused;
    return node->kind == FC_INDEX || node->kind == FC_MEMBER ||
           (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
}

/* The node or one of its descendants assigns the variable or takes its address. */
static bool changes(const fc_node *node, const void *variable)
{
    bool takes =
        node->kind == FC_ASSIGN || node->kind == FC_STEP || (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS);
    const fc_node *target = node->kind == FC_DECLARE ? node : takes ? node->child[0] : NULL;
    return target && target->symbol == variable;
}

const fc_node *fc_gather_pointer_nest(const fc_node *name)
{
    const fc_node *nest = NULL;
    for (const fc_node *up = name->parent; up && !fc_node_search_first(up, changes, name->symbol); up = up->parent)
        if (up->kind == FC_FOR || up->kind == FC_WHILE || up->kind == FC_DO)
            nest = up;
    return nest;
}

bool fc_gather_pointer_is(const fc_node *node)
{
    const fc_node *below = node, *of = node->parent;
    for (; of && of->kind == FC_CAST; of = of->parent)
        below = of;
    bool is_pointer = node->kind == FC_NAME && node->type && node->type->kind == FC_TYPE_POINTER &&
                      (node->symbol->kind == FC_SYMBOL_LOCAL || node->symbol->kind == FC_SYMBOL_PARAMETER);
    return is_pointer && of && of->kind == FC_INDEX && of->child[0] == below &&
           fc_node_search_first(of->child[1], reads_memory, NULL) && fc_gather_pointer_nest(node);
}
