/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/memory/allocation_wrappers.h"

#include "analyzer/effects/external.h"

#include <stdlib.h>
#include <string.h>

/* The node that uses the value, without conversions; *below: the child of that node that provides it. */
static const fc_node *user_of(const fc_node *node, const fc_node **below)
{
    *below = node;
    while ((*below)->parent && (*below)->parent->kind == FC_CAST)
        *below = (*below)->parent;
    return (*below)->parent;
}

static bool is_compared(const fc_node *user, const fc_node *below)
{
    switch (user->kind) {
    case FC_EVALUATE:
        return true;
    case FC_IF:
    case FC_WHILE:
    case FC_CONDITIONAL:
        return user->child[0] == below;
    case FC_UNARY:
        return user->op == FC_OP_NOT;
    case FC_BINARY:
        return user->op == FC_OP_EQUAL || user->op == FC_OP_NOT_EQUAL || user->op == FC_OP_AND || user->op == FC_OP_OR;
    default:
        return false;
    }
}

/* ---- parameters ---- */

/* Passed to free, or to an inert parameter. */
static bool is_given_away(const fc_allocation_wrappers *wrappers, const fc_node *call, const fc_node *argument)
{
    const fc_symbol *target = call->kind == FC_CALL ? fc_call_target(call) : NULL;
    if (!target || !target->definition)
        return target && fc_external_frees(target);
    for (int i = 0; i < target->definition->n_parameters && i + 1 < call->n_children; i++)
        if (call->child[i + 1] == argument)
            return wrappers->is_inert[target->definition->parameter[i]->id];
    return false;
}

static bool leaves_alone(const fc_allocation_wrappers *wrappers, const fc_node *name)
{
    const fc_node *below, *user = user_of(name, &below);
    bool is_overwritten = user && user->kind == FC_ASSIGN && user->op == FC_OP_NONE && user->child[0] == below;
    return user && (is_overwritten || is_compared(user, below) || is_given_away(wrappers, user, below));
}

/* The greatest fixed point: parameters stay inert until a use disproves it, so mutually recursive wrappers are inert.
 */
static void find_inert(fc_allocation_wrappers *out, const fc_program *program)
{
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_symbol *symbol = program->symbol[i];
        out->is_inert[i] = symbol->kind == FC_SYMBOL_PARAMETER && symbol->type && symbol->type->kind == FC_TYPE_POINTER;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < program->n_nodes; i++) {
            const fc_node *node = program->node[i];
            if (node->kind != FC_NAME || !out->is_inert[node->symbol->id] || leaves_alone(out, node))
                continue;
            out->is_inert[node->symbol->id] = false;
            changed = true;
        }
    }
}

/* ---- allocation ---- */

static bool is_fresh(const fc_allocation_wrappers *wrappers, const fc_node *value)
{
    static const char *const fresh[] = {"malloc", "calloc", "valloc", "aligned_alloc", "memalign", "_mm_malloc"};
    value = fc_node_without_casts(value);
    const fc_symbol *target = value->kind == FC_CALL ? fc_call_target(value) : NULL;
    bool found = fc_node_is_null(value);
    for (size_t i = 0; target && !target->definition && i < sizeof fresh / sizeof *fresh; i++)
        found |= strcmp(target->name, fresh[i]) == 0;
    return found || (target && target->definition && wrappers->allocates[target->definition->id]);
}

/* memset(memory, 0, bytes): in a cost program fresh memory is zero anyway. */
static bool is_cleared(const fc_node *call, const fc_node *argument)
{
    const fc_symbol *target = call->kind == FC_CALL ? fc_call_target(call) : NULL;
    return target && strcmp(target->name, "memset") == 0 && call->n_children == 4 && call->child[1] == argument &&
           call->child[2]->kind == FC_INTEGER && call->child[2]->value == 0;
}

/* posix_memalign(&memory, ...). */
static bool is_filled(const fc_node *address)
{
    const fc_node *below, *call = user_of(address, &below);
    return address->kind == FC_UNARY && address->op == FC_OP_ADDRESS && call && call->kind == FC_CALL &&
           call->n_children == 4 && call->child[1] == below && fc_external_allocates_by_argument(call);
}

/* Every use of the variable below the node leaves it with fresh memory. */
static bool holds_fresh(const fc_allocation_wrappers *wrappers, const fc_symbol *variable, const fc_node *node)
{
    if (!node)
        return true;
    if (node->kind == FC_NAME && node->symbol == variable) {
        /* The use of a local sets it to fresh memory, or clears, compares, frees or returns it. */
        const fc_node *below, *user = user_of(node, &below);
        if (!user)
            return false;
        if (user->kind == FC_ASSIGN)
            return user->op == FC_OP_NONE && user->child[0] == below && user->parent->kind == FC_EVALUATE &&
                   is_fresh(wrappers, user->child[1]);
        return user->kind == FC_RETURN || is_compared(user, below) || is_cleared(user, below) || is_filled(user) ||
               is_given_away(wrappers, user, below);
    }
    if (node->kind == FC_DECLARE && node->symbol == variable && node->n_children > 0 && node->child[0])
        return is_fresh(wrappers, node->child[0]);
    for (int i = 0; i < node->n_children; i++)
        if (!holds_fresh(wrappers, variable, node->child[i]))
            return false;
    return true;
}

static bool returns_fresh(const fc_allocation_wrappers *wrappers, const fc_procedure *procedure, const fc_node *node,
                          int *n)
{
    if (!node)
        return true;
    if (node->kind == FC_RETURN) {
        const fc_node *value = node->n_children > 0 ? fc_node_without_casts(node->child[0]) : NULL;
        bool is_local = value && value->kind == FC_NAME && value->symbol->kind == FC_SYMBOL_LOCAL;
        ++*n;
        return value && (is_local ? holds_fresh(wrappers, value->symbol, procedure->body) : is_fresh(wrappers, value));
    }
    for (int i = 0; i < node->n_children; i++)
        if (!returns_fresh(wrappers, procedure, node->child[i], n))
            return false;
    return true;
}

static bool is_allocator(const fc_allocation_wrappers *wrappers, const fc_procedure *procedure)
{
    int n = 0;
    const fc_type *result = procedure->symbol->type->of;
    return result && result->kind == FC_TYPE_POINTER && returns_fresh(wrappers, procedure, procedure->body, &n) &&
           n > 0;
}

/* ---- memory of single calls ---- */

/* The use does not give the variable any value but fresh memory. */
static bool stays_own(const fc_allocation_wrappers *wrappers, const fc_node *name)
{
    const fc_node *below, *user = user_of(name, &below);
    if (user && user->kind == FC_ASSIGN && user->child[0] == below)
        return user->op == FC_OP_NONE && is_fresh(wrappers, user->child[1]);
    return user && user->kind != FC_STEP && !(user->kind == FC_UNARY && user->op == FC_OP_ADDRESS);
}

static void find_own(fc_allocation_wrappers *out, const fc_program *program)
{
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_symbol *symbol = program->symbol[i];
        out->is_own[i] = symbol->kind == FC_SYMBOL_LOCAL && symbol->type && symbol->type->kind == FC_TYPE_POINTER;
    }
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        const fc_node *value = node->kind == FC_DECLARE && node->n_children > 0 ? node->child[0] : NULL;
        if (node->kind == FC_NAME && out->is_own[node->symbol->id])
            out->is_own[node->symbol->id] = stays_own(out, node);
        else if (value && out->is_own[node->symbol->id])
            out->is_own[node->symbol->id] = is_fresh(out, value);
    }
}

void fc_allocation_wrappers_find(fc_allocation_wrappers *out, const fc_program *program)
{
    out->is_own = fc_allocate((size_t)program->n_symbols, sizeof *out->is_own);
    out->allocates = fc_allocate((size_t)program->n_procedures, sizeof *out->allocates);
    out->is_inert = fc_allocate((size_t)program->n_symbols, sizeof *out->is_inert);
    find_inert(out, program);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < program->n_procedures; i++)
            if (!out->allocates[i] && is_allocator(out, program->procedure[i]))
                out->allocates[i] = changed = true;
    }
    find_own(out, program);
}

void fc_allocation_wrappers_free(fc_allocation_wrappers *wrappers)
{
    free(wrappers->allocates);
    free(wrappers->is_inert);
    free(wrappers->is_own);
    *wrappers = (fc_allocation_wrappers){0};
}
