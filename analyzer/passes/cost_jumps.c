/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jumps: what they end, what they skip, and where the cost program can follow them. */
#include "analyzer/passes/cost_builder.h"

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
               fc_control_is_stop(fc_call_target(node->child[0])->name);
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
    if (cost->skips && data_decides(b, jump))
        fc_builder_warn(b, jump->span,
                        "data decides this jump out of nested conditions: what stands behind it is counted in full");
}

/* Why the cost program cannot jump there; NULL: it can, forwards out of statements that kept values decide. */
static const char *goto_refusal(const fc_builder *b, const fc_node *jump)
{
    const fc_control *control = b->analysis->control;
    const fc_node *label = fc_control_label(control, jump);
    if (!label || label->id < jump->id)
        return "it goes backwards: write a loop";
    for (const fc_node *up = jump->parent; up != label->parent; up = up->parent) {
        if (!up)
            return "it goes into a block";
        const fc_node *condition = up->kind == FC_IF || up->kind == FC_SWITCH ? up->child[0] : NULL;
        if (condition && !fc_control_executable(control, condition))
            return "data decides it";
        if (fc_node_is_loop(up) && fc_control_loop_depends_on_data(control, up))
            return "data decides how often its loop runs";
    }
    return NULL;
}

void fc_cost_jumps_build_goto(fc_builder *b, fc_cost *sequence, const fc_node *jump)
{
    const char *refusal = goto_refusal(b, jump);
    if (refusal)
        fc_builder_refuse(b, jump->span, "goto", refusal);
    fc_builder_append(sequence, fc_builder_cost(FC_COST_JUMP, jump))->skips = true;
    b->n_skips++;
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
