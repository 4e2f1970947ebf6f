/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the program gives up: the formula is for the points at which it does not. */
#include "analyzer/passes/formula_run.h"

/* The value may differ between points: it names a number. What memory there is, and what argc and argv hold, is the
 * same at all of them; a place whose address is passed is only written. */
static bool may_vary(const fc_run *run, const fc_node *node)
{
    const fc_procedure *start = fc_program_find(run->analysis->program, "main");
    bool is_argc = start->n_parameters > 0 && node->symbol == start->parameter[0];
    bool is_number = node->type && (node->type->kind == FC_TYPE_INTEGER || node->type->kind == FC_TYPE_REAL);
    if (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS)
        return false;
    if ((node->kind == FC_NAME || node->kind == FC_MEMBER) && is_number && !is_argc)
        return true;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && may_vary(run, node->child[i]))
            return true;
    return false;
}

/* Asks for nothing but whether pointers are null: what malloc gives never is, in a cost program too. */
static bool asks_for_memory(const fc_node *node)
{
    if (node->kind == FC_NAME || node->kind == FC_MEMBER)
        return node->type->kind == FC_TYPE_POINTER;
    if (node->kind != FC_UNARY && node->kind != FC_BINARY && node->kind != FC_CAST && node->kind != FC_INTEGER)
        return false;
    bool asks = !(node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
    for (int i = 0; i < node->n_children && asks; i++)
        asks = node->child[i] && asks_for_memory(node->child[i]);
    return asks;
}

static bool needs_memory(const fc_node *condition, fc_operator both)
{
    if (condition->kind == FC_CAST)
        return needs_memory(condition->child[0], both);
    bool joins = condition->kind == FC_BINARY && condition->op == both;
    return joins ? needs_memory(condition->child[0], both) || needs_memory(condition->child[1], both)
                 : asks_for_memory(condition);
}

static void add(fc_run *run, const fc_sym *stop)
{
    fc_formula *formula = run->formula;
    double constant;
    if (fc_sym_is_constant(stop, &constant) && constant == 0)
        return;
    if (run->n_sums > 0) {
        formula->may_stop = true;
        return;
    }
    formula->stop = fc_grow(formula->stop, &formula->stop_capacity, formula->n_stops + 1, sizeof *formula->stop);
    formula->stop[formula->n_stops++] = stop;
}

void fc_run_stop(fc_run *run, const fc_node *condition, bool where)
{
    fc_algebra *algebra = run->analysis->algebra;
    if (condition->kind == FC_CAST) {
        fc_run_stop(run, condition->child[0], where);
        return;
    }
    if (condition->kind == FC_UNARY && condition->op == FC_OP_NOT) {
        fc_run_stop(run, condition->child[0], !where);
        return;
    }
    if (condition->kind == FC_BINARY && condition->op == (where ? FC_OP_OR : FC_OP_AND)) {
        fc_run_stop(run, condition->child[0], where);
        fc_run_stop(run, condition->child[1], where);
        return;
    }
    fc_view view = {run->analysis->control, algebra, condition, NULL, NULL, run->state, NULL};
    const fc_sym *chosen = fc_value_condition(&view, condition);
    if (chosen && !where)
        chosen = fc_sym_subtract(algebra, fc_sym_integer(algebra, 1), chosen);
    if (chosen)
        add(run, fc_sym_multiply(algebra, run->weight, chosen));
    else if (!needs_memory(condition, where ? FC_OP_AND : FC_OP_OR))
        run->formula->may_stop |= may_vary(run, condition);
}
