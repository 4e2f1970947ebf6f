/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/binding/sign.h"

#include "analyzer/binding/control_state.h"

enum {
    MOST_ASSUMED = 32 /* variables whose definitions are being looked at; beyond them nothing is proven */
};

/* The greatest fixed point: a variable counts as >= 0 while its definitions are looked at. */
typedef struct proof {
    const fc_control *control;
    const fc_symbol *assumed[MOST_ASSUMED];
    int n;
} proof;

static bool is_nonnegative(proof *p, const fc_node *node);

/* left op right, of a left >= 0 if `is_left`. */
static bool is_nonnegative_operation(proof *p, fc_operator op, bool is_left, const fc_node *right)
{
    switch (op) {
    case FC_OP_ADD:
    case FC_OP_MULTIPLY:
    case FC_OP_DIVIDE:
    case FC_OP_BIT_OR:
    case FC_OP_BIT_XOR:
        return is_left && is_nonnegative(p, right);
    case FC_OP_REMAINDER:
    case FC_OP_SHIFT_LEFT:
    case FC_OP_SHIFT_RIGHT:
        return is_left;
    case FC_OP_BIT_AND:
        return is_left || is_nonnegative(p, right);
    default:
        return op >= FC_OP_LESS && op <= FC_OP_OR;
    }
}

static bool keeps_nonnegative(proof *p, const fc_definition *definition)
{
    const fc_node *node = definition->node;
    switch (definition->kind) {
    case FC_DEFINED_BY_VALUE:
    case FC_DEFINED_AS_ARGUMENT:
        return definition->right && is_nonnegative(p, definition->right);
    case FC_DEFINED_BY_UPDATE:
        if (node->kind == FC_STEP)
            return node->op == FC_OP_PRE_INCREMENT || node->op == FC_OP_POST_INCREMENT;
        return definition->right && is_nonnegative_operation(p, node->op, true, definition->right);
    default:
        return false;
    }
}

static bool is_nonnegative_variable(proof *p, const fc_symbol *symbol)
{
    const fc_control *control = p->control;
    const int cell = fc_cells_of_symbol(control->cells, symbol);
    if (fc_control_least_value(control, symbol) >= 0)
        return true;
    for (int i = 0; i < p->n; i++)
        if (p->assumed[i] == symbol)
            return true;
    if (cell < 0 || p->n == MOST_ASSUMED)
        return false;
    p->assumed[p->n++] = symbol;
    bool holds = true;
    for (size_t i = control->definitions.first[cell]; i < control->definitions.first[cell + 1] && holds; i++)
        holds = keeps_nonnegative(p, &control->definitions.definition[i]);
    p->n--;
    return holds;
}

static bool is_nonnegative(proof *p, const fc_node *node)
{
    node = fc_node_without_casts(node);
    switch (node->kind) {
    case FC_INTEGER:
        return node->value >= 0;
    case FC_SIZEOF:
        return true;
    case FC_NAME:
        return node->type->kind == FC_TYPE_INTEGER && is_nonnegative_variable(p, node->symbol);
    case FC_BINARY: {
        bool is_left = node->type->kind == FC_TYPE_INTEGER && is_nonnegative(p, node->child[0]);
        return is_nonnegative_operation(p, node->op, is_left, node->child[1]);
    }
    case FC_CONDITIONAL:
        return node->child[2] && is_nonnegative(p, node->child[1]) && is_nonnegative(p, node->child[2]);
    default:
        return false;
    }
}

bool fc_sign_is_nonnegative(const fc_control *control, const fc_node *expression)
{
    proof p = {.control = control};
    return is_nonnegative(&p, expression);
}
