/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the program gives up: the formula is for the points at which it does not. And where an arm ends the timed part.
 */
#include "analyzer/effects/external.h"
#include "analyzer/model/node_search.h"
#include "analyzer/summary/formula_run.h"

#include <string.h>

/* The value may differ between points: it names a number. What memory there is, and what argc and argv hold, is the
 * same at all of them; a place whose address is passed is only written. */
static bool may_vary(const fc_node *node, const void *data)
{
    const fc_run *run = data;
    const fc_procedure *start = fc_program_find(run->analysis->program, "main");
    bool is_argc = start->n_parameters > 0 && node->symbol == start->parameter[0];
    bool is_number = node->type && (node->type->kind == FC_TYPE_INTEGER || node->type->kind == FC_TYPE_REAL);
    if (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS)
        return false;
    if ((node->kind == FC_NAME || node->kind == FC_MEMBER) && is_number && !is_argc)
        return true;
    return fc_node_any_child(node, may_vary, run);
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

/* ---- failures that callers pass on ---- */

enum {
    MOST_CALLERS = 8 /* one within the other */
};

static bool is_given_up(const fc_run *run, const fc_node *statement, int depth);

static bool constant_of(const fc_node *node, long *value)
{
    if (node->kind == FC_CAST)
        return constant_of(node->child[0], value);
    bool is_negated = node->kind == FC_UNARY && node->op == FC_OP_NEGATE;
    const fc_node *number = is_negated ? node->child[0] : node;
    *value = is_negated ? -number->value : number->value;
    return number->kind == FC_INTEGER;
}

/* *value, which `node` has in a comparison, becomes that of the comparison. False: with no constant. */
static bool compare(const fc_node *comparison, const fc_node *node, long *value)
{
    bool is_left = comparison->child[0] == node;
    long other;
    if (!constant_of(comparison->child[is_left ? 1 : 0], &other))
        return false;
    long left = is_left ? *value : other, right = is_left ? other : *value;
    switch (comparison->op) {
    case FC_OP_EQUAL:
        *value = left == right;
        return true;
    case FC_OP_NOT_EQUAL:
        *value = left != right;
        return true;
    case FC_OP_LESS:
        *value = left < right;
        return true;
    case FC_OP_GREATER:
        *value = left > right;
        return true;
    default:
        return false;
    }
}

/* The call stands in a condition, and what runs if it gives that value gives up. */
static bool is_passed_on(const fc_run *run, const fc_node *call, long value, int depth)
{
    const fc_node *node = call, *above = call->parent;
    for (; above && above->kind != FC_IF; node = above, above = above->parent) {
        if (above->kind == FC_UNARY && above->op == FC_OP_NOT)
            value = !value;
        else if (above->kind != FC_CAST && !(above->kind == FC_BINARY && compare(above, node, &value)))
            return false;
    }
    const fc_node *taken = above && above->child[0] == node ? above->child[value ? 1 : 2] : NULL;
    return taken && is_given_up(run, taken, depth + 1);
}

static bool all_callers_fail(const fc_run *run, const fc_procedure *callee, long value, int depth)
{
    const fc_program *program = run->analysis->program;
    int n = 0;
    for (int i = 0; i < program->n_nodes && depth < MOST_CALLERS; i++) {
        const fc_node *node = program->node[i];
        bool is_call = node->kind == FC_CALL && fc_call_target(node) == callee->symbol;
        if (is_call && !is_passed_on(run, node, value, depth))
            return false;
        n += is_call;
    }
    return n > 0;
}

/* What the statement ends with. */
static bool is_given_up(const fc_run *run, const fc_node *statement, int depth)
{
    const fc_node *last = statement;
    while (last->kind == FC_BLOCK && last->n_children > 0)
        last = last->child[last->n_children - 1];
    const fc_node *value = last->n_children > 0 ? last->child[0] : NULL;
    const fc_symbol *called = last->kind == FC_EVALUATE && value->kind == FC_CALL ? fc_call_target(value) : NULL;
    long number;
    if (called)
        return fc_external_is_stop(called);
    if (last->kind != FC_RETURN || !value || !constant_of(value, &number))
        return false;
    const fc_procedure *owner = fc_control_owner(run->analysis->control, last);
    if (owner && strcmp(owner->symbol->name, "main") == 0)
        return number != 0;
    return owner && all_callers_fail(run, owner, number, depth);
}

bool fc_run_is_failure(const fc_run *run, const fc_node *jump)
{
    return is_given_up(run, jump, 0);
}

/* ---- stops ---- */

/* A return of main inside of its body that the inputs choose: usage, as by exit(0). */
static bool is_end_by_inputs(const fc_run *run, const fc_node *jump)
{
    const fc_procedure *owner = fc_control_owner(run->analysis->control, jump);
    return owner && strcmp(owner->symbol->name, "main") == 0 && jump->parent != owner->body &&
           fc_control_chosen_by_inputs(run->analysis->control, jump);
}

bool fc_run_ends(const fc_run *run, const fc_cost *jump)
{
    const fc_node *node = jump->node;
    return node->kind == FC_CALL ||
           (node->kind == FC_RETURN && (fc_run_is_failure(run, node) || is_end_by_inputs(run, node)));
}

bool fc_run_arm_stops(const fc_run *run, const fc_cost *arm)
{
    const fc_cost *last = arm->n_children ? arm->child[arm->n_children - 1] : NULL;
    if (!last || last->kind != FC_COST_JUMP)
        return last && last->kind == FC_COST_SEQUENCE && fc_run_arm_stops(run, last);
    return fc_run_ends(run, last);
}

static void add(fc_run *run, const fc_sym *stop)
{
    fc_formula *formula = run->formula;
    double constant;
    if (fc_sym_is_constant(stop, &constant) && constant == 0)
        return;
    if (run->n_sums > 0 || run->n_counted_around > 0) {
        formula->may_stop = true;
        return;
    }
    formula->stop = fc_grow(formula->stop, &formula->stop_capacity, formula->n_stops + 1, sizeof *formula->stop);
    formula->stop[formula->n_stops++] = stop;
}

static void stop_where(fc_run *run, const fc_node *condition, bool where)
{
    fc_algebra *algebra = run->analysis->algebra;
    if (condition->kind == FC_CAST) {
        stop_where(run, condition->child[0], where);
        return;
    }
    if (condition->kind == FC_UNARY && condition->op == FC_OP_NOT) {
        stop_where(run, condition->child[0], !where);
        return;
    }
    if (condition->kind == FC_BINARY && condition->op == (where ? FC_OP_OR : FC_OP_AND)) {
        stop_where(run, condition->child[0], where);
        stop_where(run, condition->child[1], where);
        return;
    }
    fc_view view = {.control = run->analysis->control, .algebra = algebra, .root = condition, .state = run->state};
    const fc_sym *chosen = fc_value_condition(&view, condition);
    if (chosen && !where)
        chosen = fc_sym_subtract(algebra, fc_sym_integer(algebra, 1), chosen);
    if (chosen)
        add(run, fc_sym_multiply(algebra, run->weight, chosen));
    else if (!needs_memory(condition, where ? FC_OP_AND : FC_OP_OR))
        run->formula->may_stop |= may_vary(condition, run);
}

/* A procedure that is called several times has the place once. */
static void add_place(fc_formula *formula, const fc_node *place)
{
    for (size_t i = 0; i < formula->n_stop_places; i++)
        if (formula->stop_place[i] == place)
            return;
    formula->stop_place = fc_grow(formula->stop_place, &formula->stop_place_capacity, formula->n_stop_places + 1,
                                  sizeof *formula->stop_place);
    formula->stop_place[formula->n_stop_places++] = place;
}

void fc_run_stop(fc_run *run, const fc_node *condition, bool where)
{
    fc_formula *formula = run->formula;
    size_t n = formula->n_stops;
    bool could = formula->may_stop;
    formula->may_stop = false;
    run->names_no_quantities = true; /* a run that does not stop needs no value for the condition */
    stop_where(run, condition, where);
    run->names_no_quantities = false;
    if (formula->may_stop || formula->n_stops > n)
        add_place(formula, condition);
    formula->may_stop |= could;
}

void fc_run_stop_where(fc_run *run, const fc_node *place, const fc_sym *chosen)
{
    add(run, fc_sym_multiply(run->analysis->algebra, run->weight, chosen));
    add_place(run->formula, place);
}

/* ---- the end of the timed part ---- */

static const fc_sym *running_after(fc_run *run, const fc_run_ending *end)
{
    const fc_sym *one = fc_sym_integer(run->analysis->algebra, 1);
    return end->finalized ? fc_sym_integer(run->analysis->algebra, 0) : end->running ? end->running : one;
}

void fc_run_join_endings(fc_run *run, const fc_run_ending *yes, const fc_run_ending *no, const fc_sym *chosen)
{
    fc_algebra *algebra = run->analysis->algebra;
    run->finalized = yes->finalized && no->finalized;
    run->running = yes->running;
    if (yes->finalized != no->finalized || yes->running != no->running)
        run->running = fc_sym_choose(algebra, chosen, running_after(run, yes), running_after(run, no));
}
