/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/properties/subscript_variables.h"

#include <stdlib.h>

/* The value of `from` enters the definition of `into`. */
typedef struct flow {
    const fc_symbol *from, *into;
} flow;

typedef struct finder {
    bool *is; /* by symbol id */
    flow *flow;
    size_t n_flows, capacity;
} finder;

static bool is_sum_or_product(const fc_node *node)
{
    return node->kind == FC_BINARY &&
           (node->op == FC_OP_ADD || node->op == FC_OP_SUBTRACT || node->op == FC_OP_MULTIPLY);
}

static bool is_plain_assignment(const fc_node *node)
{
    return node->kind == FC_ASSIGN && node->op == FC_OP_NONE && node->child[0]->kind == FC_NAME && node->parent &&
           node->parent->kind == FC_EVALUATE;
}

/* The variable that the value defines; NULL: it defines none. */
static const fc_symbol *defined_by(const fc_node *value)
{
    const fc_node *up = value->parent;
    if (up->kind == FC_DECLARE)
        return up->symbol;
    return is_plain_assignment(up) && up->child[1] == value ? up->child[0]->symbol : NULL;
}

static bool is_in_subscript(const fc_node *value)
{
    const fc_node *up = value->parent;
    return (up->kind == FC_INDEX && up->child[1] == value) || (is_sum_or_product(up) && fc_type_is_address(up->type));
}

static void note_use(finder *f, const fc_node *name)
{
    if (!name->parent || (is_plain_assignment(name->parent) && name->parent->child[0] == name))
        return;
    /* The largest sum or product of integers that the node is a part of. */
    const fc_node *node = name;
    while (node->parent && !fc_type_is_address(node->parent->type) &&
           (node->parent->kind == FC_CAST || is_sum_or_product(node->parent)))
        node = node->parent;
    const fc_node *value = node;
    if (!value->parent || is_in_subscript(value))
        return;
    const fc_symbol *into = defined_by(value);
    if (!into) {
        f->is[name->symbol->id] = false;
        return;
    }
    f->flow = fc_grow(f->flow, &f->capacity, f->n_flows + 1, sizeof *f->flow);
    f->flow[f->n_flows++] = (flow){name->symbol, into};
}

static bool drop_one_round(finder *f)
{
    bool dropped = false;
    for (size_t i = 0; i < f->n_flows; i++)
        if (f->is[f->flow[i].from->id] && !f->is[f->flow[i].into->id]) {
            f->is[f->flow[i].from->id] = false;
            dropped = true;
        }
    return dropped;
}

bool *fc_subscript_variables_find(const fc_program *program)
{
    finder f = {.is = fc_allocate((size_t)program->n_symbols, sizeof *f.is)};
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_symbol *symbol = program->symbol[i];
        f.is[symbol->id] = symbol->kind == FC_SYMBOL_LOCAL && symbol->type && symbol->type->kind == FC_TYPE_INTEGER;
    }
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_NAME)
            note_use(&f, program->node[i]);
    while (drop_one_round(&f))
        continue;
    free(f.flow);
    return f.is;
}
