/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all parts of a symbolic run share: its failure, its terms and tallies, values and places in its state. */
#include "analyzer/summary/formula_run.h"

#include "analyzer/cost_tree/collapse.h"
#include "analyzer/effects/external.h"
#include "analyzer/memory/cells.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool fc_run_fail(fc_run *run, const fc_node *node, const char *format, ...)
{
    fc_text text = {0};
    va_list args;
    va_start(args, format);
    fc_text_add_list(&text, format, args);
    va_end(args);
    free(run->why);
    run->why = fc_text_take(&text);
    run->where = node;
    return false;
}

void fc_run_cut_terms(fc_run *run, size_t n)
{
    fc_formula *formula = run->formula;
    while (formula->n_terms > n) {
        fc_formula_term *term = &formula->term[--formula->n_terms];
        free(term->sum);
        free(term->working_set);
    }
    run->n_checked = n < run->n_checked ? n : run->n_checked;
}

fc_formula_term *fc_run_term(fc_run *run, const fc_node *node)
{
    if (run->finalized)
        return NULL;
    fc_formula *formula = run->formula;
    formula->term = fc_grow(formula->term, &formula->term_capacity, formula->n_terms + 1, sizeof *formula->term);
    fc_formula_term *term = &formula->term[formula->n_terms++];
    *term = (fc_formula_term){.node = node,
                              .procedure = run->procedure,
                              .is_asked = run->is_asked,
                              .probe = -1,
                              .count = run->running ? fc_sym_multiply(run->analysis->algebra, run->weight, run->running)
                                                    : run->weight,
                              .n_sums = run->n_sums};
    term->sum = fc_allocate((size_t)run->n_sums, sizeof *term->sum);
    memcpy(term->sum, run->sum, (size_t)run->n_sums * sizeof *term->sum);
    return term;
}

typedef struct known {
    const fc_run *run;
    const fc_sym *unknown;
} known;

/* A variable that no evaluation of the formula has: a place of the program without a value in the run. */
static void check_variable(void *data, const fc_sym *variable)
{
    known *of = data;
    const fc_run *run = of->run;
    const fc_formula *formula = run->formula;
    const char *key = fc_sym_key(variable);
    bool is_known =
        strcmp(key, "p") == 0 || strcmp(key, "rank") == 0 || (key[0] == 'c' && isdigit((unsigned char)key[1]));
    for (int i = 0; i < run->n_sums && !is_known; i++)
        is_known = run->sum[i].variable == variable;
    for (size_t i = 0; i < formula->n_parameters && !is_known; i++)
        is_known = strcmp(fc_formula_key(formula->parameter[i]), key) == 0;
    of->unknown = is_known ? of->unknown : variable;
}

bool fc_run_has_known_terms(fc_run *run, const fc_cost *cost)
{
    const fc_sym *unknown = NULL;
    fc_text label = {0};
    for (; run->n_checked < run->formula->n_terms && !unknown; run->n_checked++) {
        const fc_formula_term *term = &run->formula->term[run->n_checked];
        const fc_sym *part[] = {term->count, term->entries, term->iterations, term->bytes, term->ranks, term->moved};
        known of = {run, NULL};
        for (size_t i = 0; i < sizeof part / sizeof *part; i++)
            if (part[i])
                fc_sym_variables(part[i], check_variable, &of);
        for (size_t i = 0; term->region && i < fc_region_model_n_sizes(term->region); i++)
            if (term->working_set[i])
                fc_sym_variables(term->working_set[i], check_variable, &of);
        for (int i = 0; i < term->n_sums; i++) {
            fc_sym_variables(term->sum[i].low, check_variable, &of);
            fc_sym_variables(term->sum[i].high, check_variable, &of);
        }
        unknown = of.unknown;
    }
    if (!unknown)
        return true;
    fc_sym_print(&label, unknown, FC_NOTATION_TEXT);
    fc_run_fail(run, cost->node, "%s is not a function of the parameters", label.bytes);
    fc_text_free(&label);
    return false;
}

const char *fc_formula_key(const char *parameter)
{
    return strcmp(parameter, "p") == 0 ? "p'" : strcmp(parameter, "rank") == 0 ? "rank'" : parameter;
}

const fc_sym *fc_run_value(const fc_run *run, const fc_node *expression)
{
    fc_view view = fc_run_view(run, expression);
    return fc_type_is_address(expression->type) ? fc_value_pointer(&view, expression) : fc_value(&view, expression);
}

bool fc_run_key(const fc_run *run, char **key, const fc_node *place)
{
    fc_view view = fc_run_view(run, place);
    return fc_value_key(key, &view, place);
}

bool fc_run_is_allocation(const fc_run *run, const fc_node *call)
{
    const fc_symbol *target = call->kind == FC_CALL ? fc_call_target(call) : NULL;
    if (target && target->definition)
        return fc_cells_allocates(fc_control_cells(run->analysis->control), target->definition);
    return target && fc_external_is_allocation(target->name) && strcmp(target->name, "realloc") != 0;
}

bool fc_run_target(const fc_run *run, char **key, bool *is_array, const fc_node *address)
{
    address = fc_node_without_casts(address);
    *is_array = false;
    if (address->kind == FC_CALL) { /* what a symbolic run of the callee has returned */
        char *result = fc_format("call%d", address->id);
        bool is_known = fc_state_pointee(key, is_array, run->state, result);
        free(result);
        return is_known;
    }
    if (address->kind == FC_UNARY && address->op == FC_OP_ADDRESS)
        return fc_run_key(run, key, address->child[0]);
    if (address->type->kind == FC_TYPE_ARRAY) {
        *is_array = true;
        return fc_run_key(run, key, address);
    }
    char *pointer = NULL;
    if (address->type->kind != FC_TYPE_POINTER || !fc_run_key(run, &pointer, address))
        return false;
    char *starred = fc_format("(*%s)", pointer), *resolved = fc_state_resolve(run->state, starred);
    size_t length = strlen(resolved);
    *is_array = length > 3 && strcmp(resolved + length - 3, "[0]") == 0;
    if (*is_array)
        resolved[length - 3] = '\0';
    free(pointer);
    free(starred);
    *key = resolved;
    return true;
}

bool fc_run_around(const fc_run *run, char **key, const fc_node *place)
{
    bool is_array, is_varying = true;
    while (is_varying) {
        place = fc_node_without_casts(place);
        is_varying = place->kind == FC_INDEX || place->kind == FC_MEMBER || place->kind == FC_BINARY ||
                     (place->kind == FC_UNARY && place->op == FC_OP_ADDRESS);
        if (is_varying)
            place = place->child[0];
        if (fc_type_is_address(place->type) && fc_run_target(run, key, &is_array, place))
            return true;
    }
    return false;
}

/* A write to what has that cell. */
typedef struct writing {
    const fc_run *run;
    int cell; /* -1: not known */
} writing;

static bool may_alias(const void *data, int symbol_id)
{
    const writing *of = data;
    const fc_analysis *analysis = of->run->analysis;
    const fc_cells *cells = fc_control_cells(analysis->control);
    return of->cell < 0 || fc_cells_of_symbol(cells, analysis->program->symbol[symbol_id]) == of->cell;
}

void fc_run_forget_aliases(fc_run *run, const char *key, int cell)
{
    char *resolved = fc_state_resolve(run->state, key);
    if (fc_state_is_open(resolved))
        fc_state_forget_aliases(run->state, resolved, may_alias, &(writing){run, cell});
    free(resolved);
}

void fc_run_forget_tallies(fc_run *run, size_t n)
{
    while (run->n_tallies > n) {
        fc_run_tally *last = &run->tally[--run->n_tallies];
        for (size_t i = 0; i < last->n_terms; i++) {
            free(last->term[i].sum);
            free(last->term[i].working_set);
        }
        free(last->term);
    }
}

void fc_run_start_time(fc_run *run)
{
    fc_run_cut_terms(run, 0);
    fc_run_forget_tallies(run, 0);
}

bool fc_run_collapses(fc_run *run, const fc_cost *cost)
{
    bool may =
        cost->kind == FC_COST_CANONICAL_LOOP || cost->kind == FC_COST_COUNTED_LOOP || cost->kind == FC_COST_SHARE;
    if (!may)
        return false;
    signed char *known = &run->collapses[cost->node->id];
    if (*known == 0) {
        const fc_view view = {.control = run->analysis->control, .algebra = run->analysis->algebra, .root = cost->node};
        fc_terms terms = {0};
        *known = fc_collapse(&terms, run->analysis, cost, &view) ? 1 : -1;
        fc_terms_free(&terms);
    }
    return *known > 0;
}
