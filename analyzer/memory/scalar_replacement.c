/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/memory/scalar_replacement.h"

#include "comm_interface/operations.h"

#include <string.h>

enum {
    MOST_ELEMENTS = 1024
};

static bool is_candidate(const fc_symbol *symbol)
{
    const fc_type *type = symbol->type;
    return symbol->kind == FC_SYMBOL_LOCAL && type && type->kind == FC_TYPE_ARRAY && type->length > 0 &&
           type->length <= MOST_ELEMENTS && type->of->kind == FC_TYPE_INTEGER;
}

static bool is_at_constant(const fc_node *index, const fc_node *name)
{
    if (index->kind != FC_INDEX || index->child[0] != name)
        return false;
    const fc_node *at = index->child[1], *up = index->parent;
    return at->kind == FC_INTEGER && at->value >= 0 && at->value < name->symbol->type->length &&
           !(up && up->kind == FC_UNARY && up->op == FC_OP_ADDRESS);
}

static bool is_broadcast(const fc_node *name)
{
    const fc_node *below = name, *up = name->parent;
    for (; up && up->kind == FC_CAST; up = up->parent)
        below = up;
    const fc_symbol *target = up && up->kind == FC_CALL ? fc_call_target(up) : NULL;
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    return operation && strcmp(operation->name, "MPI_Bcast") == 0 && up->child[1] == below;
}

static bool tells_apart(const fc_node *node)
{
    if (node->kind == FC_DECLARE)
        return node->n_children == 0 || !node->child[0];
    return node->parent && (is_at_constant(node->parent, node) || is_broadcast(node));
}

bool *fc_scalar_replacement_find(const fc_program *program)
{
    bool *apart = fc_allocate((size_t)program->n_symbols, sizeof *apart);
    for (int i = 0; i < program->n_symbols; i++)
        apart[i] = is_candidate(program->symbol[i]);
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        bool names = node->kind == FC_NAME || node->kind == FC_DECLARE;
        if (names && apart[node->symbol->id])
            apart[node->symbol->id] = tells_apart(node);
    }
    return apart;
}
