/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jumps: what they end, what they skip, and where the cost program can follow them. */
#include "analyzer/passes/cost_builder.h"

#include "analyzer/model/repeats.h"
#include "analyzer/passes/definitions.h"

#include <string.h>

bool fc_cost_jumps_at_end(const fc_node *node)
{
    if (!node)
        return false;
    switch (node->kind) {
    case FC_RETURN:
    case FC_BREAK:
    case FC_CONTINUE:
        return true;
    case FC_BLOCK:
        return node->n_children > 0 && fc_cost_jumps_at_end(node->child[node->n_children - 1]);
    case FC_EVALUATE:
        return node->child[0]->kind == FC_CALL && fc_call_target(node->child[0]) &&
               fc_control_is_stop(fc_call_target(node->child[0]));
    case FC_IF:
        return fc_cost_jumps_at_end(node->child[1]) &&
               fc_cost_jumps_at_end(node->n_children > 2 ? node->child[2] : NULL);
    default:
        return false;
    }
}

static bool is_arm_with_jump(const fc_node *node, const fc_node *child)
{
    return node->kind == FC_IF && child != node->child[0] && fc_cost_jumps_at_end(child);
}

/* Statements stand behind the jump, before its target, that run where it is not taken and are in no other arm of a
 * branch: if (a) { if (b) continue; x; } y. */
static bool jump_skips(const fc_node *jump)
{
    bool aside = true; /* what stands behind `below` in its block is dead, or in another arm */
    for (const fc_node *below = jump, *up = jump->parent; up; below = up, up = up->parent) {
        bool split = below->kind == FC_IF && up->parent && up->parent->kind == FC_SWITCH;
        if (up->kind == FC_BLOCK && (!aside || split) && below != up->child[up->n_children - 1])
            return true;
        bool target = fc_node_is_loop(up) || (up->kind == FC_SWITCH && jump->kind == FC_BREAK);
        if (target && jump->kind != FC_RETURN)
            return false;
        aside = is_arm_with_jump(up, below) || (up->kind == FC_BLOCK && fc_cost_jumps_at_end(below));
    }
    return false;
}

static bool data_decides(const fc_builder *b, const fc_node *jump)
{
    for (const fc_node *up = jump->parent; up; up = up->parent) {
        if (up->kind == FC_IF && !fc_control_executable(b->analysis->control, up->child[0]))
            return true;
        if (jump->kind != FC_RETURN && (fc_node_is_loop(up) || (up->kind == FC_SWITCH && jump->kind == FC_BREAK)))
            return false;
    }
    return false;
}

void fc_cost_jumps_build(fc_builder *b, fc_cost *sequence, const fc_node *jump)
{
    fc_cost *cost = fc_builder_append(sequence, fc_builder_cost(FC_COST_JUMP, jump));
    cost->skips = jump_skips(jump);
    b->n_skips += cost->skips;
    if (!cost->skips || !data_decides(b, jump))
        return;
    fc_builder_warn(b, jump->span,
                    "data decides this jump out of nested conditions: what stands behind it is counted in full");
    b->may_be_left |= jump->kind == FC_RETURN;
}

/* What on data decides the goto, between it and its label's block; NULL: nothing, the cost program can jump. */
static const fc_node *goto_decision(const fc_builder *b, const fc_node *jump, const fc_node *label)
{
    const fc_control *control = b->analysis->control;
    for (const fc_node *below = jump, *up = jump->parent; up != label->parent; below = up, up = up->parent) {
        const fc_node *condition = fc_control_condition(up);
        if (condition && condition != below && !fc_control_executable(control, condition))
            return condition;
        if (fc_node_is_loop(up) && fc_control_loop_decided_by(control, up))
            return up;
    }
    return NULL;
}

/* Something stands between the jump and its label, which lies behind it. */
static bool goto_skips(const fc_node *jump, const fc_node *label)
{
    for (const fc_node *below = jump, *up = jump->parent; up; below = up, up = up->parent) {
        int i = up->kind == FC_BLOCK ? up->n_children - 1 : 0;
        while (up->kind == FC_BLOCK && up->child[i] != below)
            i--;
        if (up == label->parent)
            return up->kind != FC_BLOCK || up->child[i + 1] != label;
        if (up->kind == FC_BLOCK && i + 1 < up->n_children)
            return true;
    }
    return false;
}

static const fc_node *find_goto_by_data(const fc_builder *b, const fc_node *node, const fc_node *label)
{
    if (node->kind == FC_GOTO && node->symbol == label->symbol)
        return goto_decision(b, node, label);
    for (int i = 0; i < node->n_children; i++) {
        const fc_node *found = node->child[i] ? find_goto_by_data(b, node->child[i], label) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

const fc_node *fc_cost_jumps_repeated_by_data(const fc_builder *b, const fc_node *label)
{
    return fc_repeats_at(label) ? find_goto_by_data(b, label->child[0], label) : NULL;
}

void fc_cost_jumps_build_goto(fc_builder *b, fc_cost *sequence, const fc_node *jump)
{
    const fc_node *label = fc_control_label(b->analysis->control, jump);
    bool repeats = label && fc_node_is_within(jump, label);
    if (!label || !fc_node_is_within(jump, label->parent) || (!repeats && label->id < jump->id)) {
        fc_builder_refuse(b, jump->span, "goto", "it goes into a block, or back over a declaration");
    } else if (repeats ? fc_cost_jumps_repeated_by_data(b, label) != NULL : goto_decision(b, jump, label) != NULL) {
        if (!repeats && goto_skips(jump, label))
            fc_builder_warn(b, jump->span,
                            "data decides this goto: what stands between it and its label is counted in full");
    } else if (!repeats && fc_cost_jumps_repeated_by_data(b, label)) {
        fc_builder_refuse(b, jump->span, "goto", "it goes into a loop of gotos that data decides");
    } else {
        fc_builder_append(sequence, fc_builder_cost(FC_COST_JUMP, jump))->skips = true;
        b->n_skips++;
    }
}

bool fc_cost_jumps_end_program(const fc_builder *b, const fc_node *node)
{
    if (!node)
        return false;
    if (node->kind == FC_BLOCK)
        return node->n_children > 0 && fc_cost_jumps_end_program(b, node->child[node->n_children - 1]);
    if (node->kind == FC_RETURN && strcmp(b->procedure->symbol->name, "main") == 0)
        return node->n_children > 0 && node->child[0] && node->child[0]->kind == FC_INTEGER &&
               node->child[0]->value != 0;
    return node->kind == FC_EVALUATE && fc_cost_jumps_at_end(node);
}
