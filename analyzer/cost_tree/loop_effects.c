/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/loop_effects.h"

#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/effects/external.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"

#include <string.h>

bool fc_loop_effects_are_private(const fc_control *control, const fc_node *node, const fc_node *root)
{
    const fc_symbol *symbol = NULL;
    if (node->kind == FC_DECLARE)
        symbol = node->symbol;
    else if ((node->kind == FC_ASSIGN || node->kind == FC_STEP) && fc_control_in_slice(control, node)) {
        if (node->child[0]->kind != FC_NAME)
            return false;
        symbol = node->child[0]->symbol;
    } else if (node->kind == FC_CALL && fc_external_writes(node) && fc_control_in_slice(control, node)) {
        return false; /* memory, and where a file is read on */
    }
    if (symbol && (symbol->kind == FC_SYMBOL_STATIC || fc_control_outlives(control, symbol, root)))
        return false;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && !fc_loop_effects_are_private(control, node->child[i], root))
            return false;
    return true;
}

bool fc_loop_effects_has_private_head(const fc_control *control, const fc_node *loop, const fc_node *root)
{
    const fc_node *condition = fc_control_condition(loop);
    if (loop->kind != FC_FOR)
        return !condition || fc_loop_effects_are_private(control, condition, root);
    for (int i = 0; i < 3; i++)
        if (loop->child[i] && !fc_loop_effects_are_private(control, loop->child[i], root))
            return false;
    return true;
}

/* ---- equal iterations ---- */

typedef struct repeat_check {
    const fc_analysis *analysis;
    const fc_cost *loop;
    fc_loop_effects_is_apart *is_apart; /* NULL: no statement is */
    void *data;
    bool same;
} repeat_check;

/* A statement of the slice with a loop-carried dependence. */
static bool is_carried(const fc_node *node, const void *data)
{
    const repeat_check *check = data;
    const fc_control *control = check->analysis->control;
    bool changes = (node->kind == FC_ASSIGN || node->kind == FC_STEP) && fc_control_in_slice(control, node);
    return changes && node->child[0]->kind == FC_NAME &&
           fc_control_is_carried(control, node->child[0]->symbol, check->loop->node);
}

/* A call ends the program with an error. exit(0) is a normal end, whose cost depends on the iteration. */
static bool ends_badly(const fc_node *call)
{
    const fc_node *code = strstr(fc_call_target(call)->name, "exit") && call->n_children > 1 ? call->child[1] : NULL;
    if (code && code->kind == FC_UNARY && code->op == FC_OP_NEGATE)
        code = code->child[0];
    return !code || (code->kind == FC_INTEGER && code->value != 0);
}

/* The head of a loop in the body is the same each time the loop is entered; called: the loop is in a procedure that the
 * body calls. */
static bool repeats_head(const repeat_check *check, const fc_node *inner, bool is_called)
{
    const fc_control *control = check->analysis->control;
    const fc_node *loop = check->loop->node, *condition = fc_control_condition(inner);
    bool is_for = inner->kind == FC_FOR;
    bool repeats = is_called || is_for || !fc_node_search_first(condition, is_carried, check);
    for (int i = 0; i < 3 && is_for && !is_called && repeats; i++)
        repeats = !fc_node_search_first(inner->child[i], is_carried, check);
    return repeats &&
           fc_loop_effects_has_private_head(control, inner, is_called ? fc_control_owner(control, inner)->body : loop);
}

static void check_repeat(void *data, const fc_cost *cost, bool is_called)
{
    repeat_check *check = data;
    const fc_control *control = check->analysis->control;
    bool own_jump = cost->kind == FC_COST_JUMP && !is_called && /* dynamic jumps are in counts and shares */
                    !fc_control_jumps_dynamically(control, cost->node, check->loop->node);
    const fc_node *condition = cost->kind == FC_COST_CANONICAL_LOOP ? fc_control_condition(cost->node) : NULL;
    if (own_jump || cost->kind == FC_COST_MARK)
        check->same = false;
    if (condition && !is_called && fc_node_search_first(condition, is_carried, check))
        check->same = false;
    if (cost->kind == FC_COST_EXECUTED_LOOP && !repeats_head(check, cost->node, is_called))
        check->same = false;
    if (cost->kind == FC_COST_JUMP && cost->node->kind == FC_CALL && !ends_badly(cost->node))
        check->same = false;
    if (!is_called && check->is_apart && check->is_apart(check->data, cost))
        return;
    if (cost->kind == FC_COST_SLICE && !is_called && fc_node_search_first(cost->node, is_carried, check))
        check->same = false;
    if (cost->kind == FC_COST_SLICE &&
        !fc_loop_effects_are_private(control, cost->node, is_called ? cost->node : check->loop->node))
        check->same = check->same && is_called &&
                      fc_loop_effects_are_private(control, cost->node, fc_control_owner(control, cost->node)->body);
    if (cost->kind == FC_COST_CALL && !check->analysis->tree[cost->callee->id])
        check->same = false;
}

/* The change of a variable that the slice reads in the loop's body. */
static bool moves_read(const fc_node *node, const void *data)
{
    const repeat_check *check = data;
    return (node->kind == FC_ASSIGN || node->kind == FC_STEP) && node->child[0]->kind == FC_NAME &&
           fc_control_reads_within(check->analysis->control, node->child[0]->symbol, check->loop->child[0]->node);
}

bool fc_loop_effects_repeats(const fc_analysis *analysis, const fc_cost *loop)
{
    const fc_node *node = loop->node, *increment = node->kind == FC_FOR ? node->child[2] : NULL;
    const repeat_check check = {.analysis = analysis, .loop = loop};
    if (fc_node_search_first(increment, moves_read, &check))
        return false;
    if (!fc_loop_effects_has_private_head(analysis->control, node, node))
        return false;
    return fc_loop_effects_repeat_without(analysis, loop, NULL, NULL);
}

bool fc_loop_effects_repeat_without(const fc_analysis *analysis, const fc_cost *loop,
                                    fc_loop_effects_is_apart *is_apart, void *data)
{
    repeat_check check = {analysis, loop, is_apart, data, true};
    return fc_cost_walk_called(analysis, loop->child[0], check_repeat, &check) && check.same;
}
