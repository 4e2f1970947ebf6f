/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/properties/address_taken.h"

#include <stdlib.h>

/* f(x) and (*f)(x) call f; every other occurrence of its name takes its address. */
static bool is_callee(const fc_node *name)
{
    const fc_node *below = name, *up = name->parent;
    while (up && (up->kind == FC_CAST || (up->kind == FC_UNARY && up->op == FC_OP_DEREFERENCE))) {
        below = up;
        up = up->parent;
    }
    return up && up->kind == FC_CALL && up->child[0] == below;
}

void fc_address_taken_find(fc_address_taken *out, const fc_program *program, const fc_reachable *reached)
{
    *out = (fc_address_taken){0};
    bool *taken = fc_allocate((size_t)program->n_procedures, sizeof *taken);
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        if (!reached->node[i] || node->kind != FC_NAME || node->symbol->kind != FC_SYMBOL_PROCEDURE || is_callee(node))
            continue;
        if (node->symbol->definition)
            taken[node->symbol->definition->id] = true;
    }
    for (int i = 0; i < program->n_procedures; i++)
        if (taken[i]) {
            const fc_procedure *procedure = program->procedure[i];
            out->procedure = fc_grow(out->procedure, &out->capacity, out->n + 1, sizeof *out->procedure);
            out->procedure[out->n++] = procedure;
        }
    free(taken);
}

void fc_address_taken_free(fc_address_taken *targets)
{
    free(targets->procedure);
    *targets = (fc_address_taken){0};
}

static fc_type_kind sort_of(const fc_type *type)
{
    switch (type->kind) {
    case FC_TYPE_ARRAY:
    case FC_TYPE_FUNCTION:
        return FC_TYPE_POINTER;
    case FC_TYPE_BOOL:
        return FC_TYPE_INTEGER;
    default:
        return type->kind;
    }
}

bool fc_address_taken_fits(const fc_procedure *procedure, const fc_node *call)
{
    int n = call->n_children - 1;
    if (fc_call_target(call) || n < procedure->n_parameters || (n > procedure->n_parameters && !procedure->is_variadic))
        return false;
    for (int i = 0; i < procedure->n_parameters; i++) {
        const fc_node *argument = call->child[i + 1];
        bool null = argument->kind == FC_INTEGER && argument->value == 0;
        fc_type_kind wanted = sort_of(procedure->parameter[i]->type);
        if (!argument->type || (sort_of(argument->type) != wanted && !(null && wanted == FC_TYPE_POINTER)))
            return false;
        if (wanted == FC_TYPE_RECORD && argument->type != procedure->parameter[i]->type)
            return false;
    }
    return sort_of(procedure->symbol->type->of) == sort_of(call->type);
}
