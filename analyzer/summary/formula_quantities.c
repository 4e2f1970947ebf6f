/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities of a symbolic run: values that it does not follow, but that the program keeps and does not change from the
 * first use on. Each is a variable of the formula. The cost program gives its value, in front of the node that uses it
 * first; a value that differs from time to time is no quantity. */
#include "analyzer/cost_tree/collapse.h"
#include "analyzer/model/node_search.h"
#include "analyzer/summary/formula_run.h"
#include "support/path.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

/* A pointer's name stands for what it refers to: "*" reads as a product. */
static void add_name(fc_text *out, const fc_node *place)
{
    if (place->kind == FC_NAME) {
        fc_text_add(out, "%s", place->symbol->name);
    } else if (place->kind == FC_MEMBER) {
        add_name(out, place->child[0]);
        fc_text_add(out, "%s%s", place->op == FC_OP_ARROW ? "->" : ".", place->symbol->name);
    } else if (place->kind == FC_INDEX) {
        add_name(out, place->child[0]);
        if (place->child[1]->kind == FC_INTEGER)
            fc_text_add(out, "[%ld]", place->child[1]->value);
        else
            fc_text_add(out, "[]");
    } else if (place->n_children > 0) {
        add_name(out, place->child[0]);
    }
}

static bool is_taken(const fc_run *run, const char *name)
{
    const fc_formula *formula = run->formula;
    bool taken = strcmp(name, "p") == 0 || strcmp(name, "rank") == 0;
    for (size_t i = 0; i < run->n_reserved && !taken; i++)
        taken = strcmp(run->reserved[i], name) == 0;
    for (size_t i = 0; i < formula->n_parameters && !taken; i++)
        taken = strcmp(formula->parameter[i], name) == 0;
    return taken;
}

/* Makes the name, which ends with ")", differ from others. */
static FC_GIVE char *number_name(const fc_run *run, fc_text *name)
{
    for (int i = 2; is_taken(run, name->bytes); i++) {
        name->length--;
        fc_text_add(name, ",%d)", i);
    }
    return fc_text_take(name);
}

/* The source's name, with the place where another one has it too. */
static FC_GIVE char *name_of(const fc_run *run, const fc_node *place, fc_quantity_kind kind)
{
    static const char *const of[] = {
        [FC_QUANTITY_VALUE] = "", [FC_QUANTITY_SIZE] = "size(", [FC_QUANTITY_VARIANT] = "variant("};
    fc_text text = {0};
    fc_place at = fc_program_place(run->analysis->program, place->span);
    fc_text_add(&text, "%s", of[kind]);
    add_name(&text, place);
    fc_text_add(&text, kind == FC_QUANTITY_VALUE ? "" : ")");
    if (is_taken(run, text.bytes)) {
        fc_text_add(&text, "(%s:%d)", fc_path_name(at.file), at.line);
    }
    return number_name(run, &text);
}

/* What a count is of: the case of a switch, otherwise the node itself. */
static const fc_node *place_of_count(const fc_cost *cost, const fc_cost *arm)
{
    for (int i = 0; cost->kind == FC_COST_SWITCH && i < cost->n_children; i++)
        if (cost->child[i]->child[0] == arm)
            return cost->child[i]->node;
    return cost->node;
}

bool fc_quantity_is_share(const fc_quantity *quantity)
{
    return fc_quantity_is_count(quantity) &&
           (quantity->cost->kind == FC_COST_BRANCH || quantity->cost->kind == FC_COST_SWITCH);
}

static const char *word_of_count(const fc_quantity *quantity)
{
    switch (quantity->cost->kind) {
    case FC_COST_BRANCH:
        return quantity->arm == quantity->cost->child[0] ? "taken" : "not_taken";
    case FC_COST_SWITCH:
        return "taken";
    case FC_COST_POINTER:
        return "calls";
    default:
        return "iterations";
    }
}

static FC_GIVE char *name_of_count(const fc_run *run, const fc_quantity *quantity)
{
    const fc_cost *cost = quantity->cost;
    fc_text text = {0};
    fc_place at = fc_program_place(run->analysis->program, quantity->place->span);
    fc_text_add(&text, "%s(%s:%d", word_of_count(quantity), fc_path_name(at.file), at.line);
    if (cost->kind == FC_COST_POINTER)
        fc_text_add(&text, ",%s", quantity->arm->callee->symbol->name);
    fc_text_add(&text, ")");
    return number_name(run, &text);
}

/* ---- quantities ---- */

static bool is_refused(const fc_run *run, const fc_node *place)
{
    for (size_t i = 0; i < run->n_refused; i++)
        if (run->refused[i] == place)
            return true;
    return false;
}

static const fc_sym *atom_of(const fc_run *run, const fc_quantity *quantity)
{
    const char *name = run->formula->parameter[quantity->parameter];
    const int real = run->formula->is_real[quantity->parameter] ? FC_FACT_REAL : FC_FACT_NONE;
    return fc_sym_variable(run->analysis->algebra, name, name, NULL,
                           fc_quantity_is_count(quantity) ? real | FC_FACT_NONNEGATIVE : real);
}

static const fc_quantity *find(const fc_run *run, const fc_quantity *like)
{
    for (size_t i = 0; i < run->formula->n_quantities; i++) {
        const fc_quantity *of = &run->formula->quantity[i];
        if (of->place == like->place && of->cost == like->cost && of->arm == like->arm && of->kind == like->kind)
            return of;
    }
    return NULL;
}

static const fc_quantity *add(fc_run *run, const fc_quantity *quantity)
{
    fc_formula *formula = run->formula;
    const bool is_count = fc_quantity_is_count(quantity);
    char *name = is_count ? name_of_count(run, quantity) : name_of(run, quantity->place, quantity->kind);
    size_t n = formula->n_parameters;
    formula->parameter = fc_grow(formula->parameter, &formula->parameter_capacity, n + 1, sizeof *formula->parameter);
    formula->is_real = fc_grow(formula->is_real, &formula->real_capacity, n + 1, sizeof *formula->is_real);
    formula->is_signed = fc_grow(formula->is_signed, &formula->signed_capacity, n + 1, sizeof *formula->is_signed);
    run->place = fc_grow(run->place, &run->place_capacity, n + 1, sizeof *run->place);
    formula->parameter[n] = name;
    formula->is_real[n] = is_count || quantity->place->type->kind == FC_TYPE_REAL;
    formula->is_signed[n] = !is_count;
    run->place[n] = fc_copy_string("");
    formula->n_parameters++;
    formula->quantity =
        fc_grow(formula->quantity, &formula->quantity_capacity, formula->n_quantities + 1, sizeof *formula->quantity);
    fc_quantity *added = &formula->quantity[formula->n_quantities++];
    *added = *quantity;
    added->parameter = n;
    added->name = name;
    added->number = formula->n_numbers++;
    return added;
}

static const fc_sym *find_or_add(fc_run *run, const fc_quantity *quantity)
{
    const fc_quantity *found = find(run, quantity);
    return atom_of(run, found ? found : add(run, quantity));
}

/* The slice has the value in front of the node, the same in every iteration of the loops around: it was made before
 * them. */
static bool is_steady(const fc_run *run, const fc_node *place, long made)
{
    const fc_control *control = run->analysis->control;
    bool is_number = place->type->kind == FC_TYPE_INTEGER || place->type->kind == FC_TYPE_REAL;
    bool is_before = made < run->node_since && (run->loop_since == 0 || made < run->loop_since);
    return is_number && is_before && fc_control_has_value(control, place) &&
           !fc_control_asks_arguments(control, place) && fc_control_owner(control, place) == run->procedure;
}

static const fc_sym *name_unknown(void *data, const char *key, const fc_node *place, long made)
{
    fc_run *run = data;
    const fc_cost *cost = run->n_stack > run->in_procedure ? run->stack[run->n_stack - 1] : NULL;
    if (!cost || run->finalized || run->names_no_quantities || is_refused(run, place) || !is_steady(run, place, made) ||
        !fc_run_is_printed(run))
        return NULL;
    const fc_sym *atom = find_or_add(run, &(fc_quantity){.place = place, .cost = cost, .kind = FC_QUANTITY_VALUE});
    fc_state_bind(run->state, key, atom);
    return atom;
}

void fc_run_watch_unknown(fc_run *run)
{
    fc_state_watch(run->state, name_unknown, run);
}

bool fc_run_depends_on_quantity(const void *data, const fc_sym *value)
{
    const fc_run *run = data;
    for (size_t i = 0; i < run->formula->n_quantities; i++)
        if (run->formula->quantity[i].kind == FC_QUANTITY_VALUE &&
            fc_sym_depends(value, atom_of(run, &run->formula->quantity[i])))
            return true;
    return false;
}

const fc_sym *fc_run_number_of_made(fc_run *run, const fc_cost *cost, const fc_node *place, fc_quantity_kind kind)
{
    bool may_ask = !run->finalized && !run->names_no_quantities && !is_refused(run, place) &&
                   !fc_run_is_printed_inside(cost) && fc_run_is_printed(run) &&
                   fc_control_has_value(run->analysis->control, place);
    return may_ask ? find_or_add(run, &(fc_quantity){.place = place, .cost = cost, .kind = kind}) : NULL;
}

const fc_sym *fc_run_count_of(fc_run *run, const fc_cost *cost, const fc_cost *arm)
{
    return find_or_add(
        run, &(fc_quantity){.place = place_of_count(cost, arm), .cost = cost, .arm = arm, .kind = FC_QUANTITY_COUNT});
}

/* ---- calls through pointers ---- */

static bool has_effects(const fc_node *node, const void *unused)
{
    (void)unused;
    return node->kind == FC_ASSIGN || node->kind == FC_STEP || node->kind == FC_CALL ||
           fc_node_any_child(node, has_effects, NULL);
}

const fc_procedure *fc_run_target_of(fc_run *run, const fc_cost *cost)
{
    for (size_t i = 0; i < run->n_targets; i++)
        if (run->target[i].cost == cost)
            return run->target[i].callee;
    if (!has_effects(fc_call_pointer(cost->node), NULL) && fc_run_is_printed(run) && !run->finalized) {
        run->target = fc_grow(run->target, &run->target_capacity, run->n_targets + 1, sizeof *run->target);
        run->target[run->n_targets++] = (fc_formula_target){.cost = cost};
    }
    return NULL;
}

/* ---- those that the formula uses ---- */

typedef struct use {
    const char *key;
    bool found;
} use;

static void check_use(void *data, const fc_sym *variable)
{
    use *of = data;
    of->found |= strcmp(fc_sym_key(variable), of->key) == 0;
}

static bool is_used(const fc_formula *formula, const char *name)
{
    use of = {name, false};
    for (size_t i = 0; i < formula->n_terms && !of.found; i++) {
        const fc_formula_term *term = &formula->term[i];
        const fc_sym *part[] = {term->count, term->entries, term->iterations, term->bytes, term->ranks, term->moved};
        for (size_t k = 0; k < sizeof part / sizeof *part; k++)
            if (part[k])
                fc_sym_variables(part[k], check_use, &of);
        for (int k = 0; k < term->n_sums; k++) {
            fc_sym_variables(term->sum[k].low, check_use, &of);
            fc_sym_variables(term->sum[k].high, check_use, &of);
        }
        for (size_t k = 0; term->region && k < fc_region_model_n_sizes(term->region); k++)
            if (term->working_set[k])
                fc_sym_variables(term->working_set[k], check_use, &of);
    }
    for (size_t i = 0; i < formula->n_stops && !of.found; i++)
        fc_sym_variables(formula->stop[i], check_use, &of);
    return of.found;
}

void fc_run_drop_unused(fc_formula *formula)
{
    for (size_t i = formula->n_quantities; i > 0; i--)
        if (!is_used(formula, formula->quantity[i - 1].name)) {
            size_t index = i - 1;
            const size_t at = formula->quantity[index].parameter;
            free(formula->quantity[index].name);
            for (size_t k = at; k + 1 < formula->n_parameters; k++) {
                formula->parameter[k] = formula->parameter[k + 1];
                formula->is_real[k] = formula->is_real[k + 1];
                formula->is_signed[k] = formula->is_signed[k + 1];
            }
            formula->n_parameters--;
            for (size_t k = index; k + 1 < formula->n_quantities; k++)
                formula->quantity[k] = formula->quantity[k + 1];
            formula->n_quantities--;
            for (size_t k = 0; k < formula->n_quantities; k++)
                formula->quantity[k].parameter -= formula->quantity[k].parameter > at;
        }
}
