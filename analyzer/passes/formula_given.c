/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements that go by what a run is given (control.h), in a symbolic run: nothing in the formula's parameters tells
 * how they go. The cost program runs them; the numbers they leave behind are parameters, and their time is told. */
#include "analyzer/passes/cost_tree.h"
#include "analyzer/passes/external.h"
#include "analyzer/passes/formula_run.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_CALLS = 12,  /* one within the other */
    MOST_LOOKS = 1000 /* into procedures, on all ways */
};

/* A walk over what may run. */
typedef struct walk {
    fc_run *run;
    bool binds; /* what arguments tell becomes a parameter; otherwise all else becomes unknown */
    int calls;
    int looks;
} walk;

static void set_place(const walk *w, const fc_node *node)
{
    const fc_control *control = w->run->analysis->control;
    const fc_node *place = node->child[0];
    bool is_told =
        node->kind == FC_ASSIGN && node->op == FC_OP_NONE && fc_control_is_parameter(control, node->child[1]);
    if (is_told && w->binds)
        fc_run_effects(w->run, node);
    fc_view view = fc_run_view(w->run, place);
    char *key = NULL;
    if (!is_told && !w->binds && fc_value_key(&key, &view, place))
        fc_state_forget(w->run->state, key);
    free(key);
}

static void set_below(const walk *w, const fc_node *node)
{
    const fc_control *control = w->run->analysis->control;
    bool changes = node->kind == FC_ASSIGN || node->kind == FC_STEP;
    if (changes && fc_control_kept(control, node))
        set_place(w, node);
    else if (node->kind == FC_CALL && fc_external_writes(node) && fc_control_kept(control, node) &&
             fc_control_is_parameter(control, node->child[1]) == w->binds)
        fc_run_effects(w->run, node);
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            set_below(w, node->child[i]);
}

/* What ends the run is not gone into: a run that is told of does not take it. */
static bool ends_run(const fc_run *run, const fc_cost *part)
{
    const fc_cost *last = part->n_children ? part->child[part->n_children - 1] : NULL;
    bool is_of_main = strcmp(run->procedure->symbol->name, "main") == 0;
    return fc_run_arm_stops(run, part) ||
           (is_of_main && last && last->kind == FC_COST_JUMP && last->node->kind == FC_RETURN);
}

static bool set_by(walk *w, const fc_cost *cost);

static bool set_by_children(walk *w, const fc_cost *cost)
{
    bool done = true;
    for (int i = 0; i < cost->n_children && done; i++)
        done = ends_run(w->run, cost->child[i]) || set_by(w, cost->child[i]);
    return done;
}

static bool set_by_call(walk *w, const fc_cost *cost)
{
    fc_run *run = w->run;
    const fc_procedure *caller = run->procedure;
    const fc_cost *tree = run->analysis->tree[cost->callee->id];
    if (!tree || w->calls >= MOST_CALLS)
        return fc_run_fail(run, cost->node, "%s calls itself", cost->callee->symbol->name);
    if (++w->looks > MOST_LOOKS)
        return fc_run_fail(run, cost->node, "the code that depends on the program's arguments contains too many calls");
    fc_run_bind_arguments(run, cost->callee, cost->node);
    run->procedure = cost->callee;
    w->calls++;
    bool done = ends_run(run, tree) || set_by(w, tree);
    w->calls--;
    run->procedure = caller;
    return done;
}

static bool set_by(walk *w, const fc_cost *cost)
{
    switch (cost->kind) {
    case FC_COST_SLICE:
        set_below(w, cost->node);
        return true;
    case FC_COST_BRANCH:
        set_below(w, cost->node->child[0]);
        return set_by_children(w, cost);
    case FC_COST_EXECUTED_LOOP:
    case FC_COST_CANONICAL_LOOP:
        set_below(w, cost->node);
        return set_by_children(w, cost);
    case FC_COST_CALL:
        return set_by_call(w, cost);
    case FC_COST_MPI:
    case FC_COST_COUNTED_LOOP:
    case FC_COST_SHARE:
        return fc_run_fail(w->run, cost->node,
                           "this lies in code that depends on the program's arguments and is run step by step");
    default:
        return set_by_children(w, cost);
    }
}

/* ---- its time ---- */

typedef struct items {
    const fc_analysis *analysis;
    bool *is_part;
} items;

static void find_items(void *data, const fc_cost *cost, bool is_called)
{
    items *of = data;
    (void)is_called;
    if (cost->region)
        of->is_part[cost->region->id] = true;
    if (cost->site >= 0)
        of->is_part[of->analysis->n_regions + (size_t)cost->site] = true;
}

bool *fc_formula_executed_items(const fc_formula *formula, const fc_formula_term *term)
{
    const fc_analysis *analysis = formula->analysis;
    items of = {analysis, NULL};
    if (!term->executed)
        return NULL;
    of.is_part = fc_allocate(analysis->n_regions + analysis->n_sites, sizeof *of.is_part);
    fc_cost_walk_called(analysis, term->executed, find_items, &of);
    return of.is_part;
}

/* ---- the statement ---- */

bool fc_run_given(fc_run *run, const fc_cost *cost)
{
    walk w = {.run = run, .binds = true};
    bool done = set_by(&w, cost);
    w = (walk){.run = run, .binds = false};
    done = done && set_by(&w, cost);
    fc_formula_term *term = done ? fc_run_term(run, cost->node) : NULL;
    if (term) {
        term->executed = cost;
        term->bytes = fc_sym_integer(run->analysis->algebra, 0);
    }
    return done;
}

void fc_run_given_numbers(fc_run *run, const fc_cost *cost)
{
    fc_given_number *number = NULL;
    size_t n = fc_control_given(&number, run->analysis->control, cost->node);
    for (size_t i = 0; i < n; i++) {
        const fc_node *place = number[i].place;
        fc_view view = fc_run_view(run, place);
        char *key = NULL;
        const fc_sym *value = NULL;
        bool is_place = fc_value_key(&key, &view, place);
        bool is_known = is_place && fc_state_lookup(run->state, key, &value) && value;
        if (is_place && (number[i].is_read || !is_known))
            fc_state_bind(run->state, key, fc_run_parameter(run, key, place->type, fc_run_name_of(place), place));
        free(key);
    }
    free(number);
}
