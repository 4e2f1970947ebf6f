/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jumps: their targets, the code they skip, and whether the cost program can execute them. */
#include "analyzer/cost_tree/cost_builder.h"

#include "analyzer/model/properties/irregular_flow.h"

#include "analyzer/cost_tree/collapse.h"
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/effects/external.h"
#include "analyzer/effects/stops.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/properties/goto_loops.h"

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
               fc_external_is_stop(fc_call_target(node->child[0]));
    case FC_IF:
        return fc_cost_jumps_at_end(node->child[1]) &&
               fc_cost_jumps_at_end(node->n_children > 2 ? node->child[2] : NULL);
    default:
        return false;
    }
}

/* The dynamic condition between a goto and its label's block; NULL: none, the cost program can jump. */
static const fc_node *goto_decision(const fc_cost_builder *b, const fc_node *jump, const fc_node *label)
{
    const fc_control *control = b->analysis->control;
    for (const fc_node *below = jump, *up = jump->parent; up != label->parent; below = up, up = up->parent) {
        const fc_node *condition = fc_control_condition(up);
        if (condition && condition != below && !fc_control_is_static(control, condition))
            return condition;
        if (fc_node_is_loop(up) && fc_control_dynamic_loop_decision(control, up))
            return up;
    }
    return NULL;
}

static const fc_node *find_goto_by_data(const fc_cost_builder *b, const fc_node *node, const fc_node *label)
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

int fc_cost_jumps_label_of_gotos(const fc_cost_builder *b, fc_cost_statements of)
{
    for (int at = of.end - 1; at > of.first; at--) {
        const fc_node *label = of.block->child[at];
        for (int i = of.first; label->kind == FC_LABEL && i < at; i++)
            if (find_goto_by_data(b, of.block->child[i], label))
                return at;
    }
    return of.end;
}

/* Dynamic gotos lead to a label after `below` in the block. */
static bool has_label_after(const fc_cost_builder *b, const fc_node *block, const fc_node *below)
{
    int label = fc_cost_jumps_label_of_gotos(b, (fc_cost_statements){block, 0, block->n_children});
    return label < block->n_children && block->child[label]->id > below->id;
}

/* Code between the jump and its target runs if the jump is not taken, and lies in no other branch of an if: if (a) { if
 * (b) continue; x; } y. */
static bool jump_skips(const fc_cost_builder *b, const fc_node *jump)
{
    bool aside = true; /* the code after `below` in its block is dead, or in another branch, up to a label */
    for (const fc_node *below = jump, *up = jump->parent; up; below = up, up = up->parent) {
        bool split = below->kind == FC_IF && up->parent && up->parent->kind == FC_SWITCH;
        if (up->kind == FC_BLOCK && (!aside || split || has_label_after(b, up, below)) &&
            below != up->child[up->n_children - 1])
            return true;
        bool target = fc_node_is_loop(up) || (up->kind == FC_SWITCH && jump->kind == FC_BREAK);
        if (target && jump->kind != FC_RETURN)
            return false;
        aside = (up->kind == FC_IF && below != up->child[0] && fc_cost_jumps_at_end(below)) ||
                (up->kind == FC_BLOCK && fc_cost_jumps_at_end(below));
    }
    return false;
}

static bool data_decides(const fc_cost_builder *b, const fc_node *jump)
{
    for (const fc_node *up = jump->parent; up; up = up->parent) {
        if (jump->kind != FC_RETURN && (fc_node_is_loop(up) || (up->kind == FC_SWITCH && jump->kind == FC_BREAK)))
            return false;
        bool chooses = up->kind == FC_IF || up->kind == FC_SWITCH;
        if (chooses && !fc_control_is_static(b->analysis->control, up->child[0]))
            return true;
    }
    return false;
}

/* The loop or switch that a break or continue leaves, or the block of a goto's label; NULL: another jump, which leaves
 * the procedure. */
static const fc_node *left_by(const fc_cost_builder *b, const fc_node *jump)
{
    const fc_node *label = jump->kind == FC_GOTO ? fc_control_label(b->analysis->control, jump) : NULL;
    if (label)
        return label->parent;
    const fc_node *up = jump->kind == FC_BREAK || jump->kind == FC_CONTINUE ? jump->parent : NULL;
    while (up && !fc_node_is_loop(up) && !(up->kind == FC_SWITCH && jump->kind == FC_BREAK))
        up = up->parent;
    return up;
}

/* Only blocks, loops and dynamic branches lie between the jump and its target, so that their counters determine its
 * probability. */
static bool is_counted(const fc_cost_builder *b, const fc_node *jump)
{
    const fc_node *target = left_by(b, jump);
    for (const fc_node *up = jump->parent; up != target; up = up->parent) {
        bool is_plain = up->kind == FC_BLOCK && !fc_irregular_flow_is_block(up);
        bool on_data = up->kind == FC_IF && !fc_control_is_static(b->analysis->control, up->child[0]);
        if (!is_plain && !on_data && !fc_node_is_loop(up))
            return false;
    }
    return strcmp(b->procedure->symbol->name, "main") != 0;
}

/* The jumps over statements of a block. */
typedef struct leaving {
    const fc_cost_builder *b;
    fc_cost_statements over;
    bool is_too_long; /* the expression; its jumps count as never taken */
} leaving;

/* The jump does not return to the statements: it leaves their block, or goes to a label after them. */
static bool leaves(const leaving *of, const fc_node *jump)
{
    const fc_node *target = left_by(of->b, jump), *block = of->over.block;
    int at = 0;
    if (!target || !fc_node_is_within(target, block))
        return true;
    const fc_node *label =
        jump->kind == FC_GOTO && target == block ? fc_control_label(of->b->analysis->control, jump) : NULL;
    while (label && block->child[at] != label)
        at++;
    return label && at >= of->over.end;
}

static const fc_sym *left_below(leaving *of, const fc_cost *cost);

/* Expected number of jumps over the statements in child i per execution of the cost; NULL: none. */
static const fc_sym *left_in_child(leaving *of, const fc_cost *cost, int i)
{
    const fc_analysis *analysis = of->b->analysis;
    const fc_sym *part = left_below(of, cost->child[i]), *times = NULL;
    if (part && cost->kind == FC_COST_SHARE)
        times = fc_cost_counts_share(analysis, cost);
    else if (part && cost->kind == FC_COST_COUNTED_LOOP)
        times = fc_cost_counts_counter(analysis, cost->counter);
    if (times && cost->kind == FC_COST_SHARE && i == 1)
        times = fc_sym_subtract(analysis->algebra, fc_sym_integer(analysis->algebra, 1), times);
    return times ? fc_sym_multiply(analysis->algebra, part, times) : part;
}

/* The probability of passing k conditions in turn is a polynomial of 2^k terms. */
static const fc_sym *left_below(leaving *of, const fc_cost *cost)
{
    enum {
        MOST_TERMS = 300
    };
    fc_algebra *algebra = of->b->analysis->algebra;
    const fc_sym *sum = NULL;
    if (cost->kind == FC_COST_JUMP)
        return cost->is_left && leaves(of, cost->node) ? fc_sym_integer(algebra, 1) : NULL;
    bool leads_on = cost->kind == FC_COST_SEQUENCE || cost->kind == FC_COST_SHARE || cost->kind == FC_COST_COUNTED_LOOP;
    for (int i = 0; leads_on && i < cost->n_children; i++) {
        const fc_sym *part = left_in_child(of, cost, i);
        if (part)
            sum = sum ? fc_sym_add(algebra, sum, part) : part;
    }
    bool is_too_long = sum && fc_sym_is_longer(sum, MOST_TERMS);
    of->is_too_long |= is_too_long;
    return is_too_long ? NULL : sum;
}

const fc_sym *fc_cost_jumps_share_after(fc_cost_builder *b, const fc_cost *sequence, fc_cost_statements rest)
{
    fc_algebra *algebra = b->analysis->algebra;
    leaving of = {b, rest, false};
    const fc_sym *left = left_below(&of, sequence);
    if (of.is_too_long)
        fc_cost_builder_warn(b, rest.block->span,
                             "too many data-dependent jumps leave this block; code after them is counted as always "
                             "executed");
    return left ? fc_sym_maximum(algebra, fc_sym_subtract(algebra, fc_sym_integer(algebra, 1), left),
                                 fc_sym_integer(algebra, 0))
                : NULL;
}

typedef struct search {
    const fc_cost_builder *b;
    const fc_node *block;
    const fc_node *found;
} search;

/* Finds a jump out of the block under a static condition. A return or continue that skips nothing and lies in no inner
 * loop is not needed. */
static void find_kept_jump(void *data, const fc_cost *cost)
{
    search *s = data;
    const fc_node *jump = cost->node, *up = jump;
    if (cost->kind != FC_COST_JUMP || cost->is_left || data_decides(s->b, jump))
        return;
    const fc_node *target = jump->kind == FC_GOTO ? NULL : left_by(s->b, jump);
    if (target && fc_node_is_within(target, s->block))
        return;
    bool is_needed = cost->skips || (jump->kind != FC_RETURN && jump->kind != FC_CONTINUE), is_conditional = false;
    for (; up != s->block; up = up->parent) {
        is_needed |= fc_node_is_loop(up);
        is_conditional |= up->kind == FC_IF || up->kind == FC_SWITCH || fc_node_is_loop(up);
    }
    if (is_needed && is_conditional)
        s->found = jump;
}

bool fc_cost_jumps_leave_statically(fc_cost_builder *b, const fc_cost *rest, const fc_node *block)
{
    search s = {b, block, NULL};
    fc_cost_walk(rest, find_kept_jump, &s);
    if (s.found)
        fc_cost_builder_warn(
            b, s.found->span,
            "this jump follows a data-dependent jump; the code between them is counted as always executed");
    return s.found != NULL;
}

void fc_cost_jumps_build(fc_cost_builder *b, fc_cost *sequence, const fc_node *jump)
{
    fc_cost *cost = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_JUMP, jump));
    cost->skips = jump_skips(b, jump);
    b->n_skips += cost->skips;
    if (!cost->skips || !data_decides(b, jump))
        return;
    cost->is_left = is_counted(b, jump);
    if (!cost->is_left)
        fc_cost_builder_warn(
            b, jump->span,
            "this jump out of nested conditions is data-dependent; the code after it is counted as always executed");
    b->may_be_left |= jump->kind == FC_RETURN;
}

/* There is code between the jump and its later label. */
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

const fc_node *fc_cost_jumps_goto_condition(const fc_cost_builder *b, const fc_node *label)
{
    return fc_goto_loops_is_head(label) ? find_goto_by_data(b, label->child[0], label) : NULL;
}

void fc_cost_jumps_build_goto(fc_cost_builder *b, fc_cost *sequence, const fc_node *jump)
{
    const fc_node *label = fc_control_label(b->analysis->control, jump);
    bool repeats = label && fc_node_is_within(jump, label);
    if (!label || !fc_node_is_within(jump, label->parent) || (!repeats && label->id < jump->id)) {
        fc_cost_builder_refuse(b, jump->span, "goto", "it enters a block, or goes back over a declaration");
    } else if (repeats ? fc_cost_jumps_goto_condition(b, label) != NULL : goto_decision(b, jump, label) != NULL) {
        if (!repeats && goto_skips(jump, label)) {
            /* A dynamic goto over code: the code's share follows from the counters around the goto, if these determine
             * it. */
            if (!is_counted(b, jump)) {
                fc_cost_builder_warn(
                    b, jump->span,
                    "this goto is data-dependent; the code up to its label is counted as always executed");
                return;
            }
            fc_cost *cost = fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_JUMP, jump));
            cost->skips = cost->is_left = true;
            b->n_skips++;
        }
    } else if (!repeats && fc_cost_jumps_goto_condition(b, label)) {
        fc_cost_builder_refuse(b, jump->span, "goto", "it enters a goto loop whose trip count is dynamic");
    } else {
        fc_cost_builder_append(sequence, fc_cost_builder_node(FC_COST_JUMP, jump))->skips = true;
        b->n_skips++;
    }
}

bool fc_cost_jumps_end_program(const fc_cost_builder *b, const fc_node *node)
{
    if (!node)
        return false;
    if (node->kind == FC_BLOCK)
        return node->n_children > 0 && fc_cost_jumps_end_program(b, node->child[node->n_children - 1]);
    if (node->kind == FC_RETURN && strcmp(b->procedure->symbol->name, "main") == 0)
        return node->n_children > 0 && node->child[0] && node->child[0]->kind == FC_INTEGER &&
               node->child[0]->value != 0;
    const fc_node *call = node->kind == FC_EVALUATE ? node->child[0] : NULL;
    return call && call->kind == FC_CALL && fc_call_target(call) && fc_stops_certainly(fc_call_target(call));
}
