/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/formula_leading.h"

#include "analyzer/symbolic/symbolic_powers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_LEADING = 3,
    MOST_THETA = 5
};
static const double least_share = 0.05; /* of the time, of a leading term */

/* The variables of the products: parameters and counters, p, and the coordinates of the rank. */
typedef struct growth {
    fc_formula_view *view;
    const fc_sym *variable[FC_POWERS_VARIABLES];
    const char *name[FC_POWERS_VARIABLES];
    size_t n_variables, n_named, n_own; /* coordinates follow the named; behind n_own, names of factors */
    size_t p;
} growth;

static double value_of(void *data, const fc_sym *expression)
{
    return fc_formula_view_value(data, expression);
}

static bool is_coordinate(const fc_formula_view *view, const fc_sym *variable)
{
    for (int i = 0; i < view->n_coordinates; i++)
        if (view->coordinate[i] == variable)
            return true;
    return strcmp(fc_sym_key(variable), "rank") == 0;
}

/* Of more variables than there is room for, the last counters and parameters are constant, as at the point: p, the
 * coordinates, and some names of factors have their place. */
static void add_variable(growth *g, const fc_sym *variable)
{
    g->variable[g->n_variables] = variable;
    g->name[g->n_variables++] = fc_sym_label(variable);
}

/* Adds the view's variable of that name, if an expression has it. */
static void add_named(growth *g, const char *name)
{
    enum {
        ROOM = FC_POWERS_VARIABLES - FC_MOST_DIMENSIONS - 4
    };
    const fc_formula_view *view = g->view;
    bool has_room = g->n_variables + (strcmp(name, "p") != 0) < ROOM;
    for (size_t i = 0; i < view->n_variables && has_room; i++)
        if (!is_coordinate(view, view->variable[i].printed) &&
            strcmp(fc_sym_label(view->variable[i].printed), name) == 0)
            add_variable(g, view->variable[i].printed);
}

static void find_variables(growth *g)
{
    const fc_formula_view *view = g->view;
    for (size_t i = 0; i < view->n_counters; i++)
        add_named(g, view->counter[i].name);
    for (size_t i = 0; i < view->formula->n_parameters; i++)
        add_named(g, view->parameter[i]);
    g->p = g->n_variables;
    add_named(g, "p");
    g->n_named = g->n_variables;
    for (int i = 0; i < view->n_coordinates; i++)
        add_variable(g, view->coordinate[i]);
    g->n_own = g->n_variables;
}

/* A form's value at the point. */
static double value_of_form(const growth *g, const fc_powers_sum *form)
{
    double sum = 0;
    for (size_t i = 0; i < form->n; i++) {
        double value = form->item[i].coefficient;
        for (size_t k = 0; k < g->n_variables; k++) {
            double of = value_of(g->view, g->variable[k]);
            value *= form->item[i].power[k] != 0 ? pow(of, form->item[i].power[k]) : 1;
            value *= form->item[i].logs[k] != 0 ? pow(log2(of), form->item[i].logs[k]) : 1;
        }
        sum += value;
    }
    return sum;
}

/* True if a negative product is not dominated by a positive one: leading products may cancel. */
static bool may_cancel(const growth *g, const fc_powers_sum *form)
{
    for (size_t i = 0; i < form->n; i++) {
        bool small = form->item[i].coefficient >= 0;
        for (size_t k = 0; k < form->n && !small; k++)
            small =
                form->item[k].coefficient > 0 && fc_powers_dominates(&form->item[k], &form->item[i], g->n_variables);
        if (!small)
            return true;
    }
    return false;
}

/* The factor on rank 0, if the slowest rank is not known. */
static const fc_sym *on_known_rank(const growth *g, const fc_sym *factor)
{
    const fc_formula_view *view = g->view;
    fc_algebra *algebra = view->formula->analysis->algebra;
    for (int i = 0; i < view->n_coordinates; i++)
        if (isnan(value_of(g->view, view->coordinate[i])))
            factor = fc_sym_substitute(algebra, factor, view->coordinate[i], fc_sym_integer(algebra, 0));
    return factor;
}

/* The form of what a fit gives. */
static bool expand_fitted(fc_powers_sum *out, const fc_powers_domain *domain, const fc_sym *variable)
{
    const fc_formula_view *view = domain->data;
    const fc_formula_fit *fit = NULL;
    for (size_t i = 0; i < view->n_counters && !fit; i++)
        if (strcmp(view->counter[i].name, fc_sym_label(variable)) == 0)
            fit = fc_formula_fit_of_counter(view, view->counter[i].counter);
    for (size_t i = 0; i < view->formula->n_parameters && !fit; i++)
        if (strcmp(view->parameter[i], fc_sym_label(variable)) == 0)
            fit = fc_formula_fit_of_parameter(view, i);
    for (size_t i = 0; i < view->n_terms && !fit; i++)
        if (fc_formula_part_variable(view, &view->term[i]) == variable)
            fit = fc_formula_fit_of_term(view, &view->term[i]);
    return fit && fc_formula_fit_powers(out, view, fit, domain);
}

/* The form of a factor; that of a bound only where nothing cancels. False: there is none. */
static bool find_form(fc_powers_sum *out, const growth *g, const fc_sym *factor, bool is_bound)
{
    fc_algebra *algebra = g->view->formula->analysis->algebra;
    fc_powers_domain domain = {.variable = g->variable,
                               .n_variables = g->n_variables,
                               .value = value_of,
                               .data = g->view,
                               .expand = g->view->options->is_fitted ? expand_fitted : NULL,
                               .is_bound = is_bound};
    factor = on_known_rank(g, factor);
    if (is_bound && fc_powers_find(out, algebra, factor, &domain) && !may_cancel(g, out))
        return true;
    if (is_bound)
        fc_powers_free(out);
    domain.is_bound = false;
    bool known = fc_powers_find(out, algebra, factor, &domain);
    double exact = value_of(g->view, factor), error = known ? fabs(value_of_form(g, out) - exact) : 0;
    if (known && error > 0.5 * fabs(exact))
        fc_powers_free(out);
    return known && !(error > 0.5 * fabs(exact));
}

/* Adds a product whose factor has no form, by a name for the factor. */
static void add_named_factor(fc_powers_sum *sum, growth *g, const fc_formula_product *of, bool is_bound)
{
    fc_formula_view *view = g->view;
    const fc_sym *name = fc_formula_name_executions(view, of->term, of->factor);
    fc_powers product = {.coefficient = is_bound ? 1 : of->coefficient};
    size_t at = 0;
    while (at < g->n_variables && g->variable[at] != name)
        at++;
    if (at == FC_POWERS_VARIABLES)
        return;
    g->variable[at] = name;
    g->name[at] = fc_sym_label(name);
    g->n_variables = at == g->n_variables ? at + 1 : g->n_variables;
    product.power[at] = 1;
    fc_powers_add(sum, &product);
}

/* Adds the form of a factor, times the coefficient. */
static void add_form(fc_powers_sum *sum, growth *g, const fc_formula_product *of, bool is_bound)
{
    fc_powers_sum form;
    if (!find_form(&form, g, of->factor, is_bound)) {
        add_named_factor(sum, g, of, is_bound);
        return;
    }
    for (size_t i = 0; i < form.n; i++) {
        fc_powers product = form.item[i];
        bool counts = product.coefficient > 0 || !is_bound;
        product.coefficient = is_bound ? 1 : product.coefficient * of->coefficient;
        /* Coordinates are at most a root of p in Theta, and constant at the point. */
        for (size_t k = g->n_named; k < g->n_own; k++) {
            double value = value_of(g->view, g->variable[k]);
            if (is_bound && product.power[k] > 0 && g->p < g->n_named)
                product.power[g->p] += product.power[k] / g->view->n_coordinates;
            if (!is_bound && product.power[k] != 0)
                product.coefficient *= isnan(value) ? 0 : pow(value, product.power[k]);
            product.power[k] = 0;
            product.logs[k] = 0;
        }
        if (counts)
            fc_powers_add(sum, &product);
    }
    fc_powers_free(&form);
}

static void add_forms(fc_powers_sum *sum, growth *g, const fc_formula_products *products, bool is_bound)
{
    for (size_t i = 0; i < products->n; i++)
        add_form(sum, g, &products->item[i], is_bound);
}

/* Marks the names of factors that a printed product has. */
static void mark_names(growth *g, const fc_powers *product)
{
    for (size_t k = g->n_own; k < g->n_variables; k++)
        if (product->power[k] != 0)
            fc_formula_show_name(g->view, g->variable[k]);
}

/* ---- the leading terms ---- */

static double seconds_of(const growth *g, const fc_powers *product)
{
    double seconds = product->coefficient;
    for (size_t i = 0; i < g->n_variables; i++) {
        double value = value_of(g->view, g->variable[i]);
        seconds *= product->power[i] != 0 ? pow(value, product->power[i]) : 1;
        seconds *= product->logs[i] != 0 ? pow(log2(value), product->logs[i]) : 1;
    }
    return seconds;
}

/* The largest product not yet taken, of at least that many seconds; NULL: none. */
static const fc_powers *next_leading(const growth *g, const fc_powers_sum *sum, bool *is_taken, double least)
{
    size_t best = sum->n;
    for (size_t i = 0; i < sum->n; i++) {
        double seconds = is_taken[i] ? 0 : seconds_of(g, &sum->item[i]);
        if (seconds > least && (best == sum->n || seconds > seconds_of(g, &sum->item[best])))
            best = i;
    }
    if (best == sum->n)
        return NULL;
    is_taken[best] = true;
    return &sum->item[best];
}

void fc_formula_put_leading(fc_text *out, fc_formula_view *view, const fc_formula_products *products)
{
    growth with = {.view = view}, *g = &with;
    fc_powers_sum sum = {0};
    if (!view->seconds)
        return;
    find_variables(g);
    add_forms(&sum, g, products, false);
    bool *is_taken = fc_allocate(sum.n, sizeof *is_taken);
    int n = 0;
    for (const fc_powers *next; n < MOST_LEADING; n++) {
        next = next_leading(g, &sum, is_taken, n ? least_share * g->view->total : 0);
        if (!next)
            break;
        fc_text_add(out, n ? " + " : "T ~ ");
        mark_names(g, next);
        fc_text powers = {0};
        fc_formula_put_seconds(out, next->coefficient);
        fc_powers_print(&powers, next, g->name, g->n_variables);
        if (strcmp(powers.bytes, "1") != 0)
            fc_text_add(out, strncmp(powers.bytes, "1/", 2) == 0 ? "%s" : " * %s",
                        powers.bytes + (strncmp(powers.bytes, "1/", 2) == 0));
        fc_text_free(&powers);
    }
    fc_text_add(out, n > 0 && (size_t)n < sum.n ? " + ..." : "");
    free(is_taken);
    fc_powers_free(&sum);
}

/* ---- growth ---- */

static bool is_dominated(const growth *g, const fc_powers_sum *sum, size_t i)
{
    bool dominated = false;
    for (size_t k = 0; k < sum->n && !dominated; k++)
        dominated = fc_powers_dominates(&sum->item[k], &sum->item[i], g->n_variables);
    return dominated;
}

/* True if the cost program measures a part of the program whose growth is not known. */
static bool has_part(const fc_formula_view *view)
{
    for (size_t i = 0; i < view->n_terms; i++)
        if (view->term[i].executed && !view->term[i].is_setup && !fc_formula_part_variable(view, &view->term[i]))
            return true;
    return false;
}

void fc_formula_put_theta(fc_text *out, fc_formula_view *view, const fc_formula_products *products)
{
    growth with = {.view = view}, *g = &with;
    fc_powers_sum sum = {0};
    int n = 0;
    find_variables(g);
    add_forms(&sum, g, products, true);
    fc_text_add(out, "Theta(");
    for (size_t i = 0; i < sum.n; i++) {
        if (is_dominated(g, &sum, i))
            continue;
        if (n++ >= MOST_THETA)
            continue;
        mark_names(g, &sum.item[i]);
        fc_text_add(out, n > 1 ? " + " : "");
        fc_powers_print(out, &sum.item[i], g->name, g->n_variables);
    }
    fc_text_add(out, n > MOST_THETA ? " + ..." : n == 0 ? "0" : "");
    fc_text_add(out, has_part(view) ? ") + T_run" : ")");
    fc_text_add(out, view->uses_rank && !view->seconds ? " on rank 0" : "");
    fc_powers_free(&sum);
}

/* ---- terms of lower order ---- */

/* True if each of a's products is dominated by one of b's. */
static bool is_lower(const growth *g, const fc_powers_sum *a, const fc_powers_sum *b)
{
    bool lower = a->n > 0;
    for (size_t i = 0; i < a->n && lower; i++) {
        lower = false;
        for (size_t k = 0; k < b->n && !lower; k++)
            lower = fc_powers_dominates(&b->item[k], &a->item[i], g->n_variables);
    }
    return lower;
}

/* The largest sum of powers of a product. */
static double order_of(const growth *g, const fc_powers_sum *form)
{
    double order = 0;
    for (size_t i = 0; i < form->n; i++) {
        double sum = 0;
        for (size_t k = 0; k < g->n_variables; k++)
            sum += form->item[i].power[k];
        order = fmax(order, sum);
    }
    return order;
}

void fc_formula_find_lower(bool *is_lower_order, fc_formula_view *view)
{
    growth g = {.view = view};
    fc_powers_sum *form = fc_allocate(view->n_terms, sizeof *form);
    view->order = view->order ? view->order : fc_allocate(view->n_terms, sizeof *view->order);
    find_variables(&g);
    for (size_t i = 0; i < view->n_terms; i++) {
        fc_formula_products products;
        if (view->is_hidden[i])
            continue;
        fc_formula_products_of_term(&products, view, i);
        add_forms(&form[i], &g, &products, true);
        fc_formula_products_free(&products);
        view->order[i] = order_of(&g, &form[i]);
    }
    for (size_t i = 0; i < view->n_terms; i++) {
        is_lower_order[i] = false;
        for (size_t k = 0; k < view->n_terms && !is_lower_order[i]; k++)
            is_lower_order[i] = is_lower(&g, &form[i], &form[k]);
    }
    for (size_t i = 0; i < view->n_terms; i++)
        fc_powers_free(&form[i]);
    free(form);
}
