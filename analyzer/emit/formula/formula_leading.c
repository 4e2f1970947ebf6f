/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/formula_leading.h"

#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/powers/powers.h"
#include "analyzer/powers/ratio.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_LEADING = 3,
    MOST_THETA = 5,
    MANY_RANKS = 64
};
static const double least_share = 0.05; /* of the time, of a leading term */
static const double most_cancelled = 8; /* sizes of a form's products, by its value: its roundings may be as large */

/* The variables of the products: parameters and counters, p, and the coordinates of the rank. */
typedef struct growth {
    fc_formula_view *view;
    const fc_sym *variable[FC_POWERS_VARIABLES];
    const char *name[FC_POWERS_VARIABLES];
    double far[FC_POWERS_VARIABLES]; /* log2 of each variable where bounds are compared: n much larger than p */
    bool is_coordinate[FC_POWERS_VARIABLES];
    size_t n_variables, n_named, n_own; /* coordinates follow the named; after n_own, names of factors */
    size_t p;                           /* n_named: no cost depends on p */
    fc_powers_sum quotients;            /* of the bounds: blocks of elements among them */
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
    g->is_coordinate[g->n_variables] = is_coordinate(g->view, variable);
    g->far[g->n_variables] = 30;
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
    if (g->p == g->n_variables && view->n_coordinates > 0)
        add_variable(g, fc_sym_variable(view->formula->analysis->algebra, "p", "p", NULL, FC_FACT_POSITIVE));
    g->n_named = g->n_variables;
    for (int i = 0; i < view->n_coordinates; i++)
        add_variable(g, view->coordinate[i]);
    g->n_own = g->n_variables;
    for (size_t i = g->p; i < g->n_own; i++)
        g->far[i] = 10;
}

/* The value of a form at the point, and the sum of the sizes of its products. */
static double value_of_form(double *size, const growth *g, const fc_powers_sum *form)
{
    double sum = 0;
    *size = 0;
    for (size_t i = 0; i < form->n; i++) {
        double value = form->item[i].coefficient;
        for (size_t k = 0; k < g->n_variables; k++) {
            double of = value_of(g->view, g->variable[k]);
            value *= form->item[i].power[k] != 0 ? pow(of, form->item[i].power[k]) : 1;
            value *= form->item[i].logs[k] != 0 ? pow(log2(of), form->item[i].logs[k]) : 1;
        }
        sum += value;
        *size += fabs(value);
    }
    return sum;
}

/* The factor with this value of each coordinate, for more ranks than the point has; NAN: not known. */
static double value_on_many(const growth *g, const fc_sym *factor, bool last)
{
    const fc_formula_view *view = g->view;
    fc_algebra *algebra = view->formula->analysis->algebra;
    const fc_sym *one = fc_sym_integer(algebra, 1), *zero = fc_sym_integer(algebra, 0);
    for (int i = 0; i < view->n_coordinates; i++)
        factor = fc_sym_substitute(algebra, factor, view->coordinate[i],
                                   last ? fc_sym_subtract(algebra, view->coordinate_size[i], one) : zero);
    if (g->p < g->n_named)
        factor = fc_sym_substitute(algebra, factor, g->variable[g->p], fc_sym_integer(algebra, MANY_RANKS));
    return value_of(g->view, factor);
}

/* The factor on the point's slowest rank: rank 0 if it is not known. A rank in the upper half is a share of all ranks,
 * the last one p - 1: its coefficients do not grow with p then. A single rank is the first or the last of many. */
static const fc_sym *on_slowest_rank(const growth *g, const fc_sym *factor)
{
    const fc_formula_view *view = g->view;
    fc_algebra *algebra = view->formula->analysis->algebra;
    const fc_sym *given = factor;
    for (int i = 0; i < view->n_coordinates; i++) {
        double value = value_of(g->view, view->coordinate[i]), size = value_of(g->view, view->coordinate_size[i]);
        bool is_last =
            value == size - 1 && (value > 0 || value_on_many(g, given, true) > value_on_many(g, given, false));
        const fc_sym *at = NULL;
        if (isnan(value))
            at = fc_sym_integer(algebra, 0);
        else if (is_last)
            at = fc_sym_subtract(algebra, view->coordinate_size[i], fc_sym_integer(algebra, 1));
        else if (2 * value >= size && size > 1)
            at = fc_sym_multiply(algebra, fc_sym_rational(algebra, (long)value, (long)size), view->coordinate_size[i]);
        factor = at ? fc_sym_substitute(algebra, factor, view->coordinate[i], at) : factor;
    }
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

/* The form of a factor, as an upper bound over all ranks, else at the point. False: there is none. */
static bool find_form(fc_powers_sum *out, growth *g, const fc_sym *factor, bool is_bound)
{
    fc_algebra *algebra = g->view->formula->analysis->algebra;
    fc_powers_domain domain = {.variable = g->variable,
                               .n_variables = g->n_variables,
                               .value = value_of,
                               .data = g->view,
                               .expand = g->view->options->is_fitted ? expand_fitted : NULL,
                               .is_bound = is_bound,
                               .far = g->far,
                               .is_coordinate = g->is_coordinate,
                               .quotients = &g->quotients};
    if (is_bound && fc_powers_find(out, algebra, factor, &domain))
        return true;
    domain.is_bound = false;
    factor = on_slowest_rank(g, factor);
    bool known = fc_powers_find(out, algebra, factor, &domain);
    double size = 0, exact = value_of(g->view, factor);
    double error = known ? fabs(value_of_form(&size, g, out) - exact) : 0;
    bool is_wrong = error > 0.5 * fabs(exact) || size > most_cancelled * fabs(exact);
    if (known && is_wrong)
        fc_powers_free(out);
    return known && !is_wrong;
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

/* A coordinate counts as its size in a bound: a root of p in a grid of MPI_Dims_create. */
static void bound_coordinate(const growth *g, fc_powers *product, size_t k)
{
    const fc_formula_view *view = g->view;
    const fc_powers_domain domain = {
        .variable = g->variable, .n_variables = g->n_variables, .value = value_of, .data = g->view};
    fc_powers_sum size;
    double power = product->power[k];
    const fc_sym *expression = view->coordinate_size[k - g->n_named];
    if (power <= 0)
        return;
    bool known = fc_powers_find(&size, view->formula->analysis->algebra, expression, &domain) && size.n > 0;
    for (size_t i = 0; i < g->n_named && known; i++)
        product->power[i] += power * size.item[0].power[i];
    if (!known)
        product->power[g->p] += power;
    if (known)
        fc_powers_free(&size);
    product->rest[0] = 1;
}

/* Adds the bound of a factor, each product with coefficient 1. Where it is not exact, values far out test it. */
static void add_bound(fc_powers_sum *sum, growth *g, const fc_sym *factor, const fc_powers_sum *form)
{
    fc_powers_sum bound = {0};
    bool is_exact = true;
    for (size_t i = 0; i < form->n; i++) {
        fc_powers product = form->item[i];
        bool has_rest = fc_powers_has_rest(&product);
        is_exact = is_exact && product.coefficient > 0 && !has_rest;
        if (!(product.coefficient > 0))
            continue;
        product.coefficient = 1;
        memset(product.rest, 0, sizeof product.rest);
        product.rest[0] = has_rest;
        for (size_t k = g->n_named; k < g->n_own; k++) {
            is_exact = is_exact && product.power[k] == 0;
            bound_coordinate(g, &product, k);
            product.power[k] = 0;
            product.logs[k] = 0;
        }
        fc_powers_add(&bound, &product);
    }
    const fc_ratio ratio = {
        g->variable,    g->n_named, g->p, g->view->coordinate, g->view->coordinate_size, g->view->n_coordinates,
        fc_formula_call};
    if (!is_exact && !g->view->options->is_fitted)
        fc_ratio_prune(&bound, &ratio, factor);
    for (size_t i = 0; i < bound.n; i++)
        fc_powers_add(sum, &bound.item[i]);
    fc_powers_free(&bound);
}

/* Adds the form of a factor at the point, times the coefficient. */
static void add_at_point(fc_powers_sum *sum, const growth *g, double coefficient, const fc_powers_sum *form)
{
    for (size_t i = 0; i < form->n; i++) {
        fc_powers product = form->item[i];
        product.coefficient *= coefficient;
        for (size_t k = g->n_named; k < g->n_own; k++) {
            double value = value_of(g->view, g->variable[k]);
            if (product.power[k] != 0)
                product.coefficient *= isnan(value) ? 0 : pow(value, product.power[k]);
            product.power[k] = 0;
            product.logs[k] = 0;
        }
        fc_powers_add(sum, &product);
    }
}

/* A share of executions, from 0 to 1. */
static bool is_share(const fc_formula_view *view, const fc_sym *variable)
{
    const fc_formula *formula = view->formula;
    const char *name = fc_sym_label(variable);
    bool is = false;
    for (size_t i = 0; i < view->n_counters && !is; i++)
        is = strcmp(view->counter[i].name, name) == 0 &&
             !fc_cost_counts_wording(&formula->analysis->counter[view->counter[i].counter]).operation;
    for (size_t i = 0; i < formula->n_quantities && !is; i++)
        is = fc_quantity_is_share(&formula->quantity[i]) &&
             strcmp(view->parameter[formula->quantity[i].parameter], name) == 0;
    return is;
}

static void add_form(fc_powers_sum *sum, growth *g, const fc_formula_product *of, bool is_bound)
{
    fc_powers_sum form;
    const fc_formula_view *view = g->view;
    fc_algebra *algebra = view->formula->analysis->algebra;
    const fc_sym *factor = of->factor;
    for (size_t i = 0; i < view->n_variables && is_bound; i++) { /* shares are at most 1 */
        const fc_sym *variable = view->variable[i].printed;
        if (fc_sym_depends(factor, variable) && is_share(view, variable))
            factor = fc_sym_substitute(algebra, factor, variable, fc_sym_integer(algebra, 1));
    }
    if (!find_form(&form, g, factor, is_bound)) {
        add_named_factor(sum, g, of, is_bound);
        return;
    }
    if (is_bound)
        add_bound(sum, g, factor, &form);
    else
        add_at_point(sum, g, of->coefficient, &form);
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
    fc_powers_free(&g->quotients);
    free(is_taken);
    fc_powers_free(&sum);
}

/* ---- growth ---- */

/* True for a block of elements over the ranks, such as n/p. */
static bool is_block(const growth *g, const fc_powers *quotient)
{
    bool grows = false, is_plain = g->p < g->n_named && quotient->power[g->p] < 0 && quotient->power[g->p] >= -1;
    for (size_t k = 0; k < FC_POWERS_VARIABLES + FC_POWERS_SUMS && is_plain; k++) {
        bool is_other = k == g->p || quotient->power[k] == 0;
        is_plain = quotient->logs[k] == 0 && (is_other || (k < g->n_named && quotient->power[k] > 0));
        grows = grows || quotient->power[k] > 0;
    }
    return is_plain && grows;
}

/* True if a / b does not grow where the block has at least one element: b is a, times a power of the block, times what
 * does not fall. */
static bool dominates_by_block(const growth *g, const fc_powers *b, const fc_powers *a, const fc_powers *block)
{
    fc_powers times = *a;
    double power = 0;
    for (size_t k = 0; k < g->n_variables; k++)
        if (block->power[k] < 0)
            power = fmax(power, (b->power[k] - a->power[k]) / block->power[k]);
    for (size_t k = 0; k < g->n_variables; k++)
        times.power[k] += power * block->power[k];
    bool is_alike = true;
    for (size_t k = 0; k < g->n_variables && is_alike; k++)
        is_alike = fabs(times.power[k] - b->power[k]) < 1e-9 && times.logs[k] == b->logs[k];
    return power > 0 && (is_alike || fc_powers_dominates(b, &times, g->n_variables));
}

static bool is_constant(const growth *g, const fc_powers *product)
{
    bool constant = true;
    for (size_t k = 0; k < g->n_variables && constant; k++)
        constant = product->power[k] == 0 && product->logs[k] == 0;
    return constant;
}

/* What only roundings or cases have is not printed beside an equal product, nor where it takes more ranks than
 * elements for it to be larger than another. */
static bool is_incidental(const growth *g, const fc_powers_sum *sum, size_t i)
{
    bool incidental = false;
    const fc_powers *item = &sum->item[i];
    for (size_t k = 0; k < sum->n && !incidental; k++) {
        const fc_powers *by = &sum->item[k];
        bool is_alike = k != i && memcmp(by->power, item->power, sizeof by->power) == 0 &&
                        memcmp(by->logs, item->logs, sizeof by->logs) == 0;
        incidental = is_alike && !fc_powers_has_rest(by);
        for (size_t q = 0; q < g->quotients.n && !incidental; q++)
            incidental = is_block(g, &g->quotients.item[q]) && dominates_by_block(g, by, item, &g->quotients.item[q]);
    }
    return incidental;
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
        const fc_powers *item = &sum.item[i];
        bool dominated = (fc_powers_has_rest(item) || is_constant(g, item)) && is_incidental(g, &sum, i);
        for (size_t k = 0; k < sum.n && !dominated; k++)
            dominated = fc_powers_dominates(&sum.item[k], item, g->n_variables) &&
                        !(fc_powers_has_rest(&sum.item[k]) && is_incidental(g, &sum, k));
        if (dominated)
            continue;
        if (n++ >= MOST_THETA)
            continue;
        mark_names(g, &sum.item[i]);
        fc_text_add(out, n > 1 ? " + " : "");
        fc_powers_print(out, &sum.item[i], g->name, g->n_variables);
    }
    fc_text_add(out, n > MOST_THETA ? " + ..." : n == 0 ? "0" : "");
    fc_text_add(out, has_part(view) ? ") + T_run" : ")");
    fc_powers_free(&g->quotients);
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
    fc_powers_free(&g.quotients);
    free(form);
}
