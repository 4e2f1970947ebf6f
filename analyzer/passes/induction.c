/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/passes/induction.h"

static bool is_variable(const fc_node *node, const fc_symbol *symbol)
{
    node = fc_node_without_casts(node);
    return node && node->kind == FC_NAME && node->symbol == symbol;
}

int fc_induction_compared(const fc_node *condition, const fc_symbol *variable)
{
    bool ordered = condition && condition->kind == FC_BINARY && condition->op >= FC_OP_LESS &&
                   condition->op <= FC_OP_GREATER_EQUAL;
    bool unequal = condition && condition->kind == FC_BINARY && condition->op == FC_OP_NOT_EQUAL;
    if (!ordered && !unequal)
        return -1;
    bool left = is_variable(condition->child[0], variable), right = is_variable(condition->child[1], variable);
    return left == right ? -1 : right;
}

/* ---- the parts of a head ---- */

/* What stands between the commas of a start or an increment. */
static bool has_parts(const fc_node *node)
{
    return node->kind == FC_BLOCK || node->kind == FC_EVALUATE || node->kind == FC_COMMA;
}

/* The number of parts that change the variable; `last` is the last of them. */
static int count_changes(const fc_node **last, const fc_control *control, const fc_node *node,
                         const fc_symbol *variable)
{
    if (!node)
        return 0;
    if (!has_parts(node)) {
        bool changes = fc_control_changes_within(control, variable, node);
        *last = changes ? fc_node_without_casts(node) : *last;
        return changes;
    }
    int n = 0;
    for (int i = 0; i < node->n_children; i++)
        n += count_changes(last, control, node->child[i], variable);
    return n;
}

static fc_symbol *started_by(const fc_node *part, const fc_node **value)
{
    if (part->kind == FC_DECLARE && part->n_children > 0 && part->child[0]) {
        *value = part->child[0];
        return part->symbol;
    }
    if (part->kind != FC_ASSIGN || part->op != FC_OP_NONE || part->child[0]->kind != FC_NAME)
        return NULL;
    *value = part->child[1];
    return part->child[0]->symbol;
}

/* i = i + step and i = i - step, written out. */
static void find_written_step(fc_induction *out, const fc_node *value)
{
    value = fc_node_without_casts(value);
    if (value->kind != FC_BINARY || (value->op != FC_OP_ADD && value->op != FC_OP_SUBTRACT))
        return;
    if (is_variable(value->child[0], out->variable))
        out->step = value->child[1];
    else if (value->op == FC_OP_ADD && is_variable(value->child[1], out->variable))
        out->step = value->child[0];
    if (out->step)
        out->sign = value->op == FC_OP_ADD ? 1 : -1;
}

static void find_step(fc_induction *out, const fc_node *part)
{
    if (part->kind == FC_STEP) {
        out->sign = part->op == FC_OP_PRE_INCREMENT || part->op == FC_OP_POST_INCREMENT ? 1 : -1;
    } else if (part->op == FC_OP_NONE) {
        find_written_step(out, part->child[1]);
    } else if (part->op == FC_OP_ADD || part->op == FC_OP_SUBTRACT) {
        out->sign = part->op == FC_OP_ADD ? 1 : -1;
        out->step = part->child[1];
    }
}

bool fc_induction_find(fc_induction *out, const fc_control *control, const fc_node *loop, const fc_symbol *variable)
{
    const fc_node *start = NULL, *moved = NULL;
    if (loop->kind != FC_FOR || count_changes(&start, control, loop->child[0], variable) != 1)
        return false;
    fc_induction found = {0};
    found.variable = started_by(start, &found.start);
    if (found.variable != variable || count_changes(&moved, control, loop->child[2], variable) != 1)
        return false;
    if ((loop->child[1] && fc_control_changes_within(control, variable, loop->child[1])) ||
        fc_control_changes_within(control, variable, loop->child[3]))
        return false;
    bool moves = moved->kind == FC_STEP || moved->kind == FC_ASSIGN;
    if (moves && is_variable(moved->child[0], variable) &&
        (moved->kind == FC_STEP || !fc_control_changes_within(control, variable, moved->child[1])))
        find_step(&found, moved);
    *out = found;
    return true;
}

/* ---- the loop's own variable ---- */

typedef struct search {
    const fc_control *control;
    const fc_node *loop;
    fc_induction own;
} search;

static void consider(search *s, const fc_node *node)
{
    if (!node)
        return;
    for (int i = 0; has_parts(node) && i < node->n_children; i++)
        consider(s, node->child[i]);
    const fc_node *value = NULL, *condition = s->loop->child[1];
    const fc_symbol *variable = has_parts(node) ? NULL : started_by(fc_node_without_casts(node), &value);
    bool better = !s->own.variable || (fc_induction_compared(condition, s->own.variable) < 0 && variable &&
                                       fc_induction_compared(condition, variable) >= 0);
    fc_induction found;
    if (variable && better && fc_induction_find(&found, s->control, s->loop, variable))
        s->own = found;
}

bool fc_induction_own(fc_induction *out, const fc_control *control, const fc_node *loop)
{
    search s = {control, loop, {0}};
    if (loop->kind == FC_FOR)
        consider(&s, loop->child[0]);
    *out = s.own;
    return s.own.variable != NULL;
}
