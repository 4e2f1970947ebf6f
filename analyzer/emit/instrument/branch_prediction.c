/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/branch_prediction.h"
#include "analyzer/binding/control.h"
#include "analyzer/effects/external.h"
#include "analyzer/model/node_search.h"

/* True for the literals -1, 0 and 1. */
static bool is_about_zero(const fc_node *node)
{
    bool is_negated = node->kind == FC_UNARY && node->op == FC_OP_NEGATE;
    const fc_node *number = is_negated ? node->child[0] : node;
    return number->kind == FC_INTEGER && number->value >= -1 && number->value <= 1;
}

/* Opcode heuristic: integers are mostly positive, since negative ones often signal errors. Two integers or pointers
 * mostly differ. No prediction for comparisons of floating-point numbers, or for equality with -1, 0 and 1, which may
 * be truth values. */
static int by_comparison(const fc_node *comparison)
{
    const fc_node *left = comparison->child[0], *right = comparison->child[1];
    bool is_pointer = left->type->kind == FC_TYPE_POINTER || right->type->kind == FC_TYPE_POINTER;
    bool is_real = left->type->kind == FC_TYPE_REAL || right->type->kind == FC_TYPE_REAL;
    int positive = is_about_zero(right) ? 1 : is_about_zero(left) ? -1 : 0;
    switch (comparison->op) {
    case FC_OP_LESS:
    case FC_OP_LESS_EQUAL:
        return is_real ? 0 : -positive;
    case FC_OP_GREATER:
    case FC_OP_GREATER_EQUAL:
        return is_real ? 0 : positive;
    case FC_OP_EQUAL:
        return is_pointer || (!is_real && !positive) ? -1 : 0;
    case FC_OP_NOT_EQUAL:
        return is_pointer || (!is_real && !positive) ? 1 : 0;
    default:
        return 0;
    }
}

static int by_condition(const fc_node *condition)
{
    if (condition->kind == FC_CAST)
        return by_condition(condition->child[0]);
    if (condition->kind == FC_UNARY && condition->op == FC_OP_NOT)
        return -by_condition(condition->child[0]);
    if (condition->kind != FC_BINARY)
        return condition->type->kind == FC_TYPE_POINTER;
    if (condition->op != FC_OP_AND && condition->op != FC_OP_OR)
        return by_comparison(condition);
    int left = by_condition(condition->child[0]), right = by_condition(condition->child[1]);
    int decides = condition->op == FC_OP_AND ? -1 : 1;
    return left == decides || right == decides ? decides : left == right ? left : 0;
}

/* True if the arm ends by leaving the loop, the procedure or the program. */
static bool leaves(const fc_node *arm)
{
    while (arm && arm->kind == FC_BLOCK && arm->n_children)
        arm = arm->child[arm->n_children - 1];
    if (!arm)
        return false;
    const fc_node *call = arm->kind == FC_EVALUATE && arm->child[0]->kind == FC_CALL ? arm->child[0] : NULL;
    const fc_symbol *target = call ? fc_call_target(call) : NULL;
    return arm->kind == FC_RETURN || arm->kind == FC_BREAK || arm->kind == FC_GOTO ||
           (target && fc_external_is_stop(target));
}

static bool is_same(const fc_node *a, const void *data)
{
    const fc_node *b = data;
    if (!a || !b)
        return a == b;
    bool same = a->kind == b->kind && a->op == b->op && a->symbol == b->symbol && a->value == b->value &&
                a->n_children == b->n_children;
    for (int i = 0; same && i < a->n_children; i++)
        same = is_same(a->child[i], b->child[i]);
    return same;
}

static bool sets_operand(const fc_node *node, const void *condition)
{
    return (node->kind == FC_ASSIGN || node->kind == FC_STEP) &&
           fc_node_search_first(condition, is_same, node->child[0]);
}

/* True if the arm changes an operand of the condition, as an update of a maximum does: such updates become rarer. */
static bool changes_operand(const fc_node *arm, const fc_node *condition)
{
    return fc_node_search_first(arm, sets_operand, condition);
}

int fc_branch_prediction_outcome(const fc_node *condition, const fc_node *first, const fc_node *second)
{
    int outcome = by_condition(condition);
    if (!outcome)
        outcome = (int)leaves(second) - (int)leaves(first);
    if (!outcome)
        outcome = (int)changes_operand(second, condition) - (int)changes_operand(first, condition);
    return outcome;
}
