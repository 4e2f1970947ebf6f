/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for executions whose expression is too long to be printed. */
#include "analyzer/emit/formula/formula_view.h"

#include <stdlib.h>
#include <string.h>

bool fc_formula_is_long(const fc_sym *expression)
{
    enum {
        MOST_LETTERS = 200
    };
    fc_text text = {0};
    fc_sym_print(&text, expression, FC_NOTATION_TEXT);
    size_t length = text.length;
    fc_text_free(&text);
    return length > MOST_LETTERS;
}

const fc_sym *fc_formula_name_executions(fc_formula_view *view, size_t term, const fc_sym *executions)
{
    fc_place place = fc_formula_place(view->formula, &view->term[term]);
    int same = 0;
    for (size_t i = 0; i < term; i++) {
        fc_place other = fc_formula_place(view->formula, &view->term[i]);
        same += other.line == place.line && strcmp(other.file, place.file) == 0;
    }
    char *key = fc_format("executions %zu", term);
    char *name = fc_format("N%s(%s:%d)", same ? "'" : "", place.file, place.line);
    const fc_sym *variable =
        fc_sym_variable(view->formula->analysis->algebra, key, name, NULL, FC_FACT_REAL | FC_FACT_NONNEGATIVE);
    free(name);
    free(key);
    for (size_t i = 0; i < view->n_named; i++)
        if (view->named[i].printed == variable)
            return variable;
    fc_formula_variable named = {variable, fc_formula_view_value(view, executions)};
    view->variable = fc_grow(view->variable, &view->variable_capacity, view->n_variables + 1, sizeof *view->variable);
    view->variable[view->n_variables++] = named;
    size_t capacity = view->named_capacity;
    view->is_name_shown = fc_grow(view->is_name_shown, &capacity, view->n_named + 1, sizeof *view->is_name_shown);
    view->named = fc_grow(view->named, &view->named_capacity, view->n_named + 1, sizeof *view->named);
    view->named[view->n_named++] = named;
    return variable;
}

void fc_formula_show_name(fc_formula_view *view, const fc_sym *name)
{
    for (size_t i = 0; i < view->n_named; i++)
        view->is_name_shown[i] = view->is_name_shown[i] || view->named[i].printed == name;
}

/* Names the executions of a term's body or call, added up over its sums. */
static void name_executions(fc_formula_view *view, size_t i)
{
    fc_formula_term *term = &view->term[i];
    fc_algebra *algebra = view->formula->analysis->algebra;
    const fc_sym *executions = fc_sym_multiply(algebra, term->count, fc_formula_iterations(algebra, term));
    for (int k = term->n_sums - 1; k >= 0; k--)
        executions =
            fc_sym_sum_or_loop(algebra, term->sum[k].variable, term->sum[k].low, term->sum[k].high, executions);
    term->iterations = fc_formula_name_executions(view, i, executions);
    term->count = fc_sym_integer(algebra, 1);
    term->n_sums = 0;
}

void fc_formula_name_long(fc_formula_view *view)
{
    for (size_t i = 0; i < view->n_terms; i++) {
        const fc_formula_term *term = &view->term[i];
        if (!view->is_hidden[i] && term->region &&
            (fc_formula_is_long(term->count) || fc_formula_is_long(term->iterations)))
            name_executions(view, i);
    }
}
