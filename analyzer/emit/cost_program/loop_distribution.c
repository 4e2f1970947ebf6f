/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/cost_program/loop_distribution.h"

#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/cost_tree/loop_effects.h"
#include "analyzer/memory/cells.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"

#include <stdlib.h>
#include <string.h>

/* ---- variables of recurrences ---- */

static bool has_variable(const fc_loop_distribution *split, const fc_symbol *symbol)
{
    for (size_t i = 0; i < split->n; i++)
        if (split->variable[i] == symbol)
            return true;
    return false;
}

static bool add_variable(fc_loop_distribution *split, const fc_symbol *symbol)
{
    if (has_variable(split, symbol))
        return false;
    split->variable = fc_grow(split->variable, &split->capacity, split->n + 1, sizeof *split->variable);
    split->variable[split->n++] = symbol;
    return true;
}

/* The scalar that the node sets in the slice; NULL: none. */
static const fc_symbol *target_of(const fc_control *control, const fc_node *node)
{
    if (node->kind == FC_DECLARE)
        return fc_control_symbol_in_slice(control, node->symbol) ? node->symbol : NULL;
    bool sets = (node->kind == FC_ASSIGN || node->kind == FC_STEP) && fc_control_in_slice(control, node);
    return sets && node->child[0]->kind == FC_NAME ? node->child[0]->symbol : NULL;
}

static bool reads_variable(const fc_loop_distribution *split, const fc_node *node)
{
    for (size_t i = 0; i < split->n; i++)
        if (fc_control_reads_within(split->analysis->control, split->variable[i], node))
            return true;
    return false;
}

static bool sets_variable(const fc_node *node, const void *data)
{
    const fc_loop_distribution *split = data;
    const fc_symbol *target = target_of(split->analysis->control, node);
    return (target && has_variable(split, target)) || fc_node_any_child(node, sets_variable, split);
}

bool fc_loop_distribution_is_recurrence(const fc_loop_distribution *split, const fc_cost *statement)
{
    return statement->kind == FC_COST_SLICE && sets_variable(statement->node, split);
}

/* A recurrence, or a branch by one. */
static bool is_recurrent(const fc_cost *cost, const void *data)
{
    const fc_loop_distribution *split = data;
    return fc_loop_distribution_is_recurrence(split, cost) ||
           (cost->kind == FC_COST_BRANCH && reads_variable(split, cost->node->child[0]));
}

bool fc_loop_distribution_counts(const fc_loop_distribution *split, const fc_cost *branch)
{
    return branch->kind == FC_COST_BRANCH && fc_cost_search_first(branch, is_recurrent, split);
}

/* What is executed to count iterations: a recurrence, or the condition of a counted branch; NULL: nothing. */
static const fc_node *counting_part(const fc_loop_distribution *split, const fc_cost *cost)
{
    if (fc_loop_distribution_is_recurrence(split, cost))
        return cost->node;
    return fc_loop_distribution_counts(split, cost) ? cost->node->child[0] : NULL;
}

/* ---- their closure ---- */

/* The symbol is read where iterations are counted. */
static bool is_counted_by(const fc_loop_distribution *split, const fc_symbol *symbol, const fc_cost *cost)
{
    const fc_node *part = counting_part(split, cost);
    bool found = part && fc_control_reads_within(split->analysis->control, symbol, part);
    for (int i = 0; i < cost->n_children && !found; i++)
        found = is_counted_by(split, symbol, cost->child[i]);
    return found;
}

/* A statement of the body; branch: the innermost counted one around; NULL: none. */
typedef struct body_statement {
    const fc_node *node, *branch;
} body_statement;

/* Adds the targets below the node that are carried, depend on a recurrence (by data, or as set in a counted branch
 * and read after it), or are read by one; true: some were. */
static bool add_targets(fc_loop_distribution *split, const fc_node *node, const body_statement *statement)
{
    const fc_control *control = split->analysis->control;
    const fc_symbol *target = target_of(control, node);
    bool added = false;
    if (target && !has_variable(split, target) &&
        (fc_control_is_carried(control, target, split->loop->node) || reads_variable(split, statement->node) ||
         (statement->branch && fc_control_outlives(control, target, statement->branch)) ||
         sets_variable(statement->node, split) || is_counted_by(split, target, split->loop->child[0])))
        added = add_variable(split, target);
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            added |= add_targets(split, node->child[i], statement);
    return added;
}

static bool add_of_body(fc_loop_distribution *split, const fc_cost *cost, const fc_node *branch)
{
    const body_statement statement = {cost->node, branch};
    bool added = cost->kind == FC_COST_SLICE && add_targets(split, cost->node, &statement);
    branch = fc_loop_distribution_counts(split, cost) ? cost->node : branch;
    for (int i = 0; i < cost->n_children; i++)
        added |= add_of_body(split, cost->child[i], branch);
    return added;
}

/* All that the head changes. */
static void add_of_head(const fc_node *node, void *data)
{
    fc_loop_distribution *split = data;
    const fc_symbol *target = target_of(split->analysis->control, node);
    if (target)
        add_variable(split, target);
    fc_node_each_child(node, add_of_head, split);
}

/* ---- what may be counted ---- */

static bool takes_address(const fc_node *node, const void *data)
{
    const fc_symbol *symbol = data;
    return (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS && node->child[0]->kind == FC_NAME &&
            node->child[0]->symbol == symbol) ||
           fc_node_any_child(node, takes_address, symbol);
}

/* A local scalar that only its own procedure accesses. */
static bool is_own_scalar(const fc_loop_distribution *split, const fc_symbol *symbol)
{
    const fc_node *body = split->loop->node;
    bool is_local = symbol->kind == FC_SYMBOL_LOCAL || symbol->kind == FC_SYMBOL_PARAMETER;
    bool is_scalar = symbol->type && (symbol->type->kind == FC_TYPE_INTEGER || symbol->type->kind == FC_TYPE_REAL ||
                                      symbol->type->kind == FC_TYPE_BOOL);
    while (body->parent)
        body = body->parent;
    return is_local && is_scalar && !takes_address(body, symbol);
}

/* An expression of recurrences and of places that the loop does not change, without calls. */
static bool is_countable(const fc_loop_distribution *split, const fc_node *node)
{
    const fc_control *control = split->analysis->control;
    bool is_place = node->kind == FC_NAME || node->kind == FC_MEMBER || node->kind == FC_INDEX ||
                    (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
    bool sets = node->kind == FC_ASSIGN || node->kind == FC_STEP;
    if (node->kind == FC_CALL || (sets && !target_of(control, node)))
        return false;
    if (is_place)
        return (node->kind == FC_NAME && has_variable(split, node->symbol)) ||
               fc_control_is_invariant(control, node, split->loop->node);
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && !is_countable(split, node->child[i]))
            return false;
    return true;
}

static void find_request(void *data, const fc_cost *cost, bool is_called)
{
    bool *found = data;
    (void)is_called;
    *found |= cost->kind == FC_COST_MPI && strpbrk(cost->operation->arguments, "qQhMk");
}

/* The branch starts or ends messages: which iteration it runs in matters. */
static bool has_requests(const fc_loop_distribution *split, const fc_cost *branch)
{
    bool found = false;
    return !fc_cost_walk_called(split->analysis, branch, find_request, &found) || found;
}

/* The costs below can be charged once, and the recurrences counted without them. */
static bool is_countable_body(const fc_loop_distribution *split, const fc_cost *cost)
{
    if (cost->kind == FC_COST_SLICE)
        return !fc_loop_distribution_is_recurrence(split, cost) || is_countable(split, cost->node);
    if (!fc_cost_search_first(cost, is_recurrent, split))
        return true;
    if (cost->kind == FC_COST_BRANCH && (!is_countable(split, cost->node->child[0]) || has_requests(split, cost)))
        return false;
    bool is_plain = cost->kind == FC_COST_SEQUENCE || cost->kind == FC_COST_BRANCH;
    for (int i = 0; i < cost->n_children && is_plain; i++)
        is_plain = is_countable_body(split, cost->child[i]);
    return is_plain;
}

/* The node is in the loop's head, in a recurrence or in a counted condition. */
static bool is_counted_place(const fc_loop_distribution *split, const fc_cost *cost, const fc_node *node)
{
    const fc_node *part = counting_part(split, cost);
    bool found = part && fc_node_is_within(node, part);
    for (int i = 0; i < cost->n_children && !found; i++)
        found = is_counted_place(split, cost->child[i], node);
    return found;
}

static bool is_apart(const fc_loop_distribution *split, const fc_node *node)
{
    const fc_node *loop = split->loop->node, *body = loop->child[loop->n_children - 1];
    return !fc_node_is_within(node, loop) || !fc_node_is_within(node, body) ||
           is_counted_place(split, split->loop->child[0], node);
}

/* All that the loop does with the variable is in what is counted. */
static bool is_separate(const fc_loop_distribution *split, const fc_symbol *symbol)
{
    const fc_control *control = split->analysis->control;
    const fc_definitions *all = fc_control_definitions(control);
    int cell = fc_cells_of_symbol(fc_control_cells(control), symbol);
    bool is = cell >= 0 && is_own_scalar(split, symbol);
    for (size_t i = is ? all->first[cell] : 0; is && i < all->first[cell + 1]; i++)
        is = is_apart(split, all->definition[i].node);
    for (size_t i = 0; is && i < all->n_reads[symbol->id]; i++)
        is = is_apart(split, all->read[symbol->id][i]) || !fc_control_needs_value(control, all->read[symbol->id][i]);
    return is;
}

/* ---- all of it ---- */

static bool is_recurrence(void *data, const fc_cost *statement)
{
    return fc_loop_distribution_is_recurrence(data, statement);
}

static bool has_plain_head(const fc_loop_distribution *split)
{
    const fc_node *loop = split->loop->node, *condition = fc_control_condition(loop);
    if ((loop->kind != FC_FOR && loop->kind != FC_WHILE) || !condition || !is_countable(split, condition))
        return false;
    return loop->kind == FC_WHILE || !loop->child[2] || is_countable(split, loop->child[2]);
}

static bool is_statement(void *data, const fc_cost *cost)
{
    (void)data;
    return cost->kind == FC_COST_SLICE;
}

bool fc_loop_distribution_find(fc_loop_distribution *out, const fc_analysis *analysis, const fc_cost *loop)
{
    fc_loop_distribution split = {.analysis = analysis, .loop = loop};
    const fc_node *node = loop->node;
    /* Most loops end here: jumps, or what their calls leave behind, prevent equal iterations in any case. */
    if (!fc_loop_effects_repeat_without(analysis, loop, is_statement, NULL))
        return false;
    if (node->kind == FC_FOR && node->child[2])
        add_of_head(node->child[2], &split);
    if (fc_control_condition(node))
        add_of_head(fc_control_condition(node), &split);
    while (add_of_body(&split, loop->child[0], NULL))
        continue;
    bool can = has_plain_head(&split) && is_countable_body(&split, loop->child[0]);
    for (size_t i = 0; i < split.n && can; i++)
        can = is_separate(&split, split.variable[i]);
    can = can && fc_loop_effects_repeat_without(analysis, loop, is_recurrence, &split);
    if (can)
        *out = split;
    else
        fc_loop_distribution_free(&split);
    return can;
}

void fc_loop_distribution_free(fc_loop_distribution *split)
{
    free(split->variable);
    *split = (fc_loop_distribution){0};
}
