/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a symbolic run does not follow. Of a part of the program, the smallest node of the cost tree around the reason
 * that the cost program can measure: its time is one term, which the cost program gives at each point. Of messages, the
 * calls that only method ranks follows. */
#include "analyzer/cost_tree/collapse.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/openmp.h"
#include "analyzer/summary/formula_arguments.h"
#include "analyzer/summary/formula_run.h"
#include "comm_interface/operations.h"

#include <stdlib.h>
#include <string.h>

int fc_run_part_of(const fc_run *run, const fc_cost *cost)
{
    for (size_t i = 0; i < run->n_parts; i++)
        if (run->part[i].cost == cost)
            return (int)i;
    return -1;
}

/* ---- what can be measured ---- */

static bool is_printed(fc_run *run, size_t n_around)
{
    for (size_t i = 0; i < n_around; i++)
        if (fc_run_collapses(run, run->stack[i]))
            return false;
    return true;
}

bool fc_run_is_printed(fc_run *run)
{
    return run->n_stack > 0 && is_printed(run, run->n_stack - 1);
}

typedef struct jump_check {
    const fc_run *run;
    const fc_cost *part;
    bool is_last; /* nothing follows the part in its procedure, nor in the loop around it */
    bool leaves;
} jump_check;

static const fc_node *left_by(const fc_node *jump)
{
    const fc_node *node = jump->parent;
    while (node && !fc_node_is_loop(node) && !(jump->kind == FC_BREAK && node->kind == FC_SWITCH))
        node = node->parent;
    return node;
}

static bool has_goto_from_outside(const jump_check *check, const fc_node *label)
{
    const fc_program *program = check->run->analysis->program;
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        if (node->kind == FC_GOTO && node->symbol == label->symbol && !fc_cost_contains(check->part, node))
            return true;
    }
    return false;
}

static bool leaves(const jump_check *check, const fc_cost *jump)
{
    const fc_node *node = jump->node;
    if (fc_run_ends(check->run, jump) || (node->kind == FC_GOTO && jump->is_left))
        return false;
    if (node->kind == FC_BREAK || node->kind == FC_CONTINUE) {
        const fc_node *target = left_by(node);
        bool is_inside = target && fc_cost_contains(check->part, target);
        return !is_inside && !(node->kind == FC_CONTINUE && check->is_last && !jump->skips);
    }
    if (node->kind == FC_GOTO)
        return !fc_cost_contains(check->part, fc_control_label(check->run->analysis->control, node));
    return !check->is_last;
}

static void check_jump(void *data, const fc_cost *cost)
{
    jump_check *check = data;
    if (cost->kind == FC_COST_JUMP)
        check->leaves |= leaves(check, cost);
    else if (cost->kind == FC_COST_LABEL)
        check->leaves |= has_goto_from_outside(check, cost->node);
}

static bool is_last(const fc_run *run, const fc_cost *cost)
{
    bool last = true;
    for (size_t i = run->n_stack; i > run->in_procedure && last; i--) {
        const fc_cost *around = run->stack[i - 1];
        last = around->kind != FC_COST_SEQUENCE || around->child[around->n_children - 1] == cost;
        if (around->kind == FC_COST_CANONICAL_LOOP || around->kind == FC_COST_COUNTED_LOOP)
            return false;
        cost = around;
    }
    return last;
}

bool fc_run_is_printed_inside(const fc_cost *cost)
{
    bool is_call = cost->kind == FC_COST_CALL || cost->kind == FC_COST_MPI || cost->kind == FC_COST_ALLOCATE ||
                   cost->kind == FC_COST_POINTER;
    return is_call && cost->value_kept;
}

bool fc_run_prints(const fc_cost *cost, const fc_cost *call)
{
    bool may = cost->kind == FC_COST_SLICE || cost->kind == FC_COST_JUMP || cost->kind == FC_COST_BRANCH ||
               cost->kind == FC_COST_SWITCH || cost->kind == FC_COST_CANONICAL_LOOP ||
               cost->kind == FC_COST_EXECUTED_LOOP || cost->kind == FC_COST_CALL || cost->kind == FC_COST_MPI ||
               cost->kind == FC_COST_ALLOCATE;
    return may && !fc_run_is_printed_inside(cost) && fc_node_is_within(call->node, cost->node) &&
           (cost->kind != FC_COST_BRANCH || fc_node_is_within(call->node, cost->node->child[0]));
}

static bool prints(const fc_cost *cost, const void *call)
{
    return fc_run_prints(cost, call);
}

static bool is_printed_outside(const fc_cost *cost, const void *whole)
{
    return fc_run_is_printed_inside(cost) && !fc_cost_search_first(whole, prints, cost);
}

const fc_cost *fc_run_call_printed_elsewhere(const fc_cost *cost)
{
    return fc_cost_search_first(cost, is_printed_outside, cost);
}

static bool may_be_part(fc_run *run, const fc_cost *cost)
{
    jump_check check = {.run = run, .part = cost, .is_last = is_last(run, cost)};
    bool is_jump = cost->kind == FC_COST_JUMP && cost->node->kind != FC_RETURN;
    if (is_jump || cost->kind == FC_COST_CASE || cost->kind == FC_COST_LABEL || cost->kind == FC_COST_MARK)
        return false;
    /* Overheads within a team are charged at its end. */
    if (run->n_teams > 0 && fc_openmp_binds_outside(run->analysis->program, cost->node))
        return false;
    fc_cost_walk(cost, check_jump, &check);
    return !check.leaves && !fc_run_call_printed_elsewhere(cost) && is_printed(run, run->n_stack);
}

/* ---- the part ---- */

static const fc_formula_probe *find_probe(const fc_formula *formula, const fc_cost *cost)
{
    for (size_t i = 0; i < formula->n_probes; i++)
        if (formula->probe[i].cost == cost)
            return &formula->probe[i];
    return NULL;
}

static int setup_number(const fc_formula *formula)
{
    for (size_t i = 0; i < formula->n_probes; i++)
        if (!formula->probe[i].why)
            return formula->probe[i].number;
    return -1;
}

static const fc_formula_probe *add_probe(fc_run *run, const fc_cost *cost)
{
    fc_formula *formula = run->formula;
    int part = fc_run_part_of(run, cost), setup = part < 0 ? setup_number(formula) : -1;
    fc_formula_probe probe = {.cost = cost, .number = setup};
    if (part >= 0) {
        probe.why = fc_copy_string(run->part[part].why);
        probe.where = run->part[part].where;
    }
    if (setup < 0)
        probe.number = formula->n_numbers++;
    formula->probe = fc_grow(formula->probe, &formula->probe_capacity, formula->n_probes + 1, sizeof *formula->probe);
    formula->probe[formula->n_probes++] = probe;
    return &formula->probe[formula->n_probes - 1];
}

static bool has_term(const fc_formula *formula, int number)
{
    for (size_t i = 0; i < formula->n_terms; i++)
        if (formula->term[i].executed && formula->probe[formula->term[i].probe].number == number)
            return true;
    return false;
}

/* A sequence in place of a statement has the place of the first node in it. */
static const fc_node *place_of(const fc_cost *cost)
{
    const fc_node *place = cost->node;
    for (int i = 0; i < cost->n_children && !place; i++)
        place = place_of(cost->child[i]);
    return place;
}

void fc_run_execute(fc_run *run, const fc_cost *cost)
{
    const fc_run_frame frame = fc_run_set_written(run, cost);
    if (frame.starts)
        fc_run_start_time(run);
    /* One term for all parts of one number, outside of all loops and branches: the seconds are those of the whole run.
     */
    fc_formula *formula = run->formula;
    const fc_formula_probe *probe = find_probe(formula, cost);
    if (!probe)
        probe = add_probe(run, cost);
    fc_formula_term *term = has_term(formula, probe->number) ? NULL : fc_run_term(run, place_of(cost));
    if (term) {
        term->executed = cost;
        term->probe = (int)(probe - formula->probe);
        term->is_setup = !probe->why;
        term->count = fc_sym_integer(run->analysis->algebra, 1);
        term->n_sums = 0;
        term->bytes = fc_sym_integer(run->analysis->algebra, 0);
    }
    run->finalized |= frame.ends;
}

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

bool fc_run_given(fc_run *run, const fc_cost *cost)
{
    if (!may_be_part(run, cost))
        return false;
    fc_run_execute(run, cost);
    return true;
}

bool fc_run_take_part(fc_run *run, const fc_cost *cost)
{
    if (!may_be_part(run, cost))
        return false;
    run->part = fc_grow(run->part, &run->part_capacity, run->n_parts + 1, sizeof *run->part);
    run->part[run->n_parts++] = (fc_run_part){cost, run->why ? run->why : fc_copy_string(""), run->where};
    run->why = NULL;
    run->is_repeated |= run->n_copies > 1 || run->entered[run->procedure->id] > 1;
    return true;
}

/* ---- calls whose received message decides how the program goes on ---- */

/* The slice reads what they receive, or their status. Method sum has no messages, so that only method ranks follows the
 * program after them. */
static bool is_wildcard(const fc_cost *cost)
{
    const fc_node *peer = fc_node_without_casts(fc_run_argument(cost, FC_ARG_PEER, 0));
    return peer && peer->kind == FC_HANDLE && strcmp(peer->text, "MPI_ANY_SOURCE") == 0;
}

/* A receive, a probe or a completion. */
static bool needs_message(const fc_control *control, const fc_cost *cost)
{
    bool has_message = fc_run_argument(cost, FC_ARG_PEER, 0) || strncmp(cost->operation->name, "MPI_Wait", 8) == 0 ||
                       strncmp(cost->operation->name, "MPI_Test", 8) == 0;
    const fc_node *status = fc_run_argument(cost, FC_ARG_STATUS, 0);
    return has_message &&
           (fc_control_receives_values(control, cost->node) || (status && fc_control_needs_value(control, status)));
}

static void note_left_out(void *data, const fc_cost *cost, bool is_called)
{
    fc_formula *formula = data;
    bool is_known = cost->kind != FC_COST_MPI || !needs_message(formula->analysis->control, cost);
    (void)is_called;
    for (size_t i = 0; i < formula->n_left_out && !is_known; i++)
        is_known = formula->left_out[i].call == cost->node;
    if (is_known)
        return;
    formula->left_out =
        fc_grow(formula->left_out, &formula->left_out_capacity, formula->n_left_out + 1, sizeof *formula->left_out);
    formula->left_out[formula->n_left_out++] = (fc_formula_left_out){
        cost->node, cost->operation->name, is_wildcard(cost) ? "wildcard receive" : "received value"};
}

static int by_node(const void *a, const void *b)
{
    const fc_formula_left_out *one = a, *other = b;
    int by_kind = strcmp(other->why, one->why);
    return by_kind ? by_kind : one->call->id - other->call->id;
}

void fc_run_find_left_out(fc_formula *formula)
{
    const fc_analysis *analysis = formula->analysis;
    const fc_procedure *start = fc_program_find(analysis->program, "main");
    fc_cost_walk_called(analysis, analysis->tree[start->id], note_left_out, formula);
    if (formula->n_left_out)
        qsort(formula->left_out, formula->n_left_out, sizeof *formula->left_out, by_node);
}
