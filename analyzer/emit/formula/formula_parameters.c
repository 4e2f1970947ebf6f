/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which parameters and counters of a formula are printed. */
#include "analyzer/emit/formula/formula_view.h"

#include <math.h>
#include <string.h>

typedef struct variable_use {
    const fc_sym *variable;
    bool is_used;
} variable_use;

static void look_for_use(void *data, const fc_sym **part)
{
    variable_use *use = data;
    use->is_used |= *part && fc_sym_depends(*part, use->variable);
}

/* A term has the variable of that name; with_hidden: also one that is executed but not printed. */
static bool is_in_a_term(const fc_formula_view *view, const char *name, bool with_hidden)
{
    variable_use use = {NULL, false};
    for (size_t i = 0; i < view->n_variables && !use.variable; i++)
        if (strcmp(fc_sym_label(view->variable[i].printed), name) == 0)
            use.variable = view->variable[i].printed;
    for (size_t i = 0; i < view->n_terms && use.variable && !use.is_used; i++)
        if (with_hidden ? !fc_formula_is_never(&view->term[i]) : !view->is_hidden || !view->is_hidden[i])
            fc_formula_parts(&view->term[i], look_for_use, &use);
    return use.is_used;
}

bool fc_formula_is_shown(const fc_formula_view *view, const char *name)
{
    return is_in_a_term(view, name, false);
}

/* A view with fixed options lacks what only the other cases have. */
static bool has_fixed(const fc_formula_view *view)
{
    bool has = false;
    for (size_t i = 0; i < view->formula->n_parameters && !has; i++)
        has = view->is_fixed[i];
    return has;
}

bool fc_formula_is_listed(const fc_formula_view *view, size_t parameter)
{
    if (fc_formula_is_replaced(view, parameter))
        return false;
    bool is_own = !fc_formula_quantity_at(view->formula, parameter);
    if (fc_formula_is_program(view->notation) || (is_own && !has_fixed(view)))
        return true;
    return is_in_a_term(view, view->parameter[parameter], is_own);
}

void fc_formula_parameters(fc_text *out, const fc_formula_view *view, const char *before)
{
    fc_text_add(out, "%sp", before);
    for (size_t i = 0; i < view->formula->n_parameters; i++)
        if (fc_formula_is_listed(view, i))
            fc_text_add(out, ", %s%s", before, view->parameter[i]);
    for (size_t i = 0; i < view->n_counters; i++)
        if (fc_formula_is_counter_listed(view, i))
            fc_text_add(out, ", %s%s", before, view->counter[i].name);
}

bool fc_formula_is_count(const fc_formula_view *view, size_t parameter)
{
    return !view->formula->is_real[parameter] && !fc_formula_quantity_at(view->formula, parameter);
}

bool fc_formula_is_counter_listed(const fc_formula_view *view, size_t counter)
{
    const fc_formula_counter *of = &view->counter[counter];
    if (fc_formula_is_counter_replaced(view, counter))
        return false;
    return fc_formula_is_program(view->notation) || isnan(of->value) || fc_formula_is_shown(view, of->name);
}
