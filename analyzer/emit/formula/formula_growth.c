/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/formula_growth.h"

#include "analyzer/powers/powers.h"
#include "comm_interface/runtime_function.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The limit of a formula as one parameter goes to infinity. */
typedef struct limit {
    const fc_formula_view *view;
    fc_algebra *algebra;
    const fc_sym *variable;      /* the parameter */
    const fc_formula_term *term; /* the current term */
} limit;

/* ---- variables ---- */

/* Substitutes positive variables for the parameters, p + 1 for a fixed number of ranks, and 0 for the rank. Indices of
 * the term's sums are unchanged. */
typedef struct positive {
    const limit *at;
    const fc_sym *value;
} positive;

static const fc_sym *positive_variable(fc_algebra *algebra, const char *key)
{
    char *own = fc_format("%s > 0", key);
    const fc_sym *variable = fc_sym_variable(algebra, own, NULL, NULL, FC_FACT_POSITIVE);
    free(own);
    return variable;
}

static void make_positive(void *data, const fc_sym *variable)
{
    positive *p = data;
    const fc_formula_term *term = p->at->term;
    const char *key = fc_sym_key(variable);
    fc_algebra *algebra = p->at->algebra;
    for (int i = 0; i < term->n_sums; i++)
        if (term->sum[i].variable == variable)
            return;
    const fc_sym *value = positive_variable(algebra, key);
    if (strcmp(key, "rank") == 0)
        value = fc_sym_integer(algebra, 0);
    else if (strcmp(key, "p") == 0 && value != p->at->variable)
        value = fc_sym_add(algebra, value, fc_sym_integer(algebra, 1));
    p->value = fc_sym_substitute(algebra, p->value, variable, value);
}

static const fc_sym *as_positive(const limit *at, const fc_sym *expression)
{
    positive p = {at, expression};
    fc_sym_variables(expression, make_positive, &p);
    return p.value;
}

/* ---- the growth of one term ---- */

/* A domain of products of powers without a point. */
typedef struct unbounded {
    const fc_sym *variable[FC_POWERS_VARIABLES];
    size_t n, at; /* `at`: what goes to infinity */
    const fc_sym *wanted;
} unbounded;

static void add_variable(void *data, const fc_sym *variable)
{
    unbounded *u = data;
    u->at = variable == u->wanted ? u->n : u->at;
    if (u->n < FC_POWERS_VARIABLES)
        u->variable[u->n++] = variable;
}

static double value_anywhere(void *data, const fc_sym *expression)
{
    double value = NAN;
    (void)data;
    fc_sym_is_constant(expression, &value);
    return value;
}

/* An upper bound, of sums without closed form too. */
static bool bound_growth(fc_growth *out, const limit *at, const fc_sym *expression)
{
    unbounded u = {.at = FC_POWERS_VARIABLES, .wanted = at->variable};
    fc_powers_sum form;
    fc_sym_variables(expression, add_variable, &u);
    const fc_powers_domain domain = {
        .variable = u.variable, .n_variables = u.n, .value = value_anywhere, .is_bound = true};
    if (!fc_powers_find(&form, at->algebra, expression, &domain))
        return false;
    bool known = true;
    *out = (fc_growth){.is_bound = true};
    for (size_t i = 0; i < form.n && u.at < u.n; i++) {
        fc_growth each = {.is_bound = true, .power = (int)form.item[i].power[u.at], .logs = form.item[i].logs[u.at]};
        known = known && each.power == form.item[i].power[u.at];
        if (form.item[i].coefficient > 0 && fc_growth_compare(each, *out) > 0)
            *out = each;
    }
    fc_powers_free(&form);
    return known;
}

/* The growth of the expression times the term's weight. False: not known. */
static bool weighted_growth(fc_growth *out, const limit *at, const fc_sym *expression)
{
    const fc_formula_term *term = at->term;
    const fc_sym *sum = as_positive(at, fc_sym_multiply(at->algebra, term->count, expression));
    for (int i = term->n_sums - 1; i >= 0; i--)
        sum = fc_sym_sum_or_loop(at->algebra, term->sum[i].variable, as_positive(at, term->sum[i].low),
                                 as_positive(at, term->sum[i].high), sum);
    return fc_sym_growth(out, at->algebra, sum, at->variable) || bound_growth(out, at, sum);
}

static bool larger_growth(fc_growth *out, const limit *at, const fc_sym *expression)
{
    fc_growth found;
    if (!weighted_growth(&found, at, expression))
        return false;
    int order = fc_growth_compare(found, *out);
    if (order > 0 || (order == 0 && out->is_bound))
        *out = found;
    return true;
}

fc_formula_shape fc_formula_shape_of(fc_algebra *algebra, const fc_formula_term *term, int k)
{
    const fc_sym *one = fc_sym_integer(algebra, 1), *ranks = term->ranks ? term->ranks : fc_sym_integer(algebra, 2);
    const fc_sym *m = term->bytes ? term->bytes : fc_sym_integer(algebra, 0);
    const fc_sym *steps = fc_sym_log2(algebra, ranks), *others = fc_sym_subtract(algebra, ranks, one);
    const fc_sym *m_steps = fc_sym_multiply(algebra, m, steps), *m_others = fc_sym_multiply(algebra, m, others);
    switch ((fc_time_term)k) {
    case FC_TERM_ONE:
        return (fc_formula_shape){{one}};
    case FC_TERM_LOG:
        return (fc_formula_shape){{steps}};
    case FC_TERM_RANKS:
        return (fc_formula_shape){{others}};
    case FC_TERM_BYTES:
        return (fc_formula_shape){{m}};
    case FC_TERM_BYTES_LOG:
        return (fc_formula_shape){{m_steps}};
    case FC_TERM_BYTES_RANKS:
        return (fc_formula_shape){{m_others}};
    case FC_TERM_BYTES_LOG_LOG:
        return (fc_formula_shape){{fc_sym_multiply(algebra, m_steps, steps)}};
    case FC_TERM_TREE:
        return (fc_formula_shape){{steps, m_steps}};
    case FC_TERM_RING:
        return (fc_formula_shape){{others, m_others}};
    case FC_TERM_DOUBLING:
        return (fc_formula_shape){{steps, m_others}};
    case FC_TERM_HALVING:
        return (fc_formula_shape){{steps, m}};
    case FC_TERM_SPLIT_RING:
        return (fc_formula_shape){{others, m}};
    case FC_TERM_HALF_BLOCKS:
        return (fc_formula_shape){{steps, fc_sym_multiply(algebra, m_steps, ranks)}};
    default: /* terms of remainders, between 0 and a transfer */
        return (fc_formula_shape){{one, m}};
    }
}

static bool segment_growth(fc_growth *out, const limit *at, const fc_segment *segment)
{
    *out = (fc_growth){.is_zero = true};
    for (int k = 0; k < FC_N_TERMS; k++) {
        if (segment->c[k] < 0)
            return false;
        fc_formula_shape s = fc_formula_shape_of(at->algebra, at->term, k);
        for (int i = 0; i < 2 && segment->c[k] > 0; i++)
            if (s.part[i] && !larger_growth(out, at, s.part[i]))
                return false;
    }
    return true;
}

/* The segments that may contain the bytes: the last if they grow, one if they are constant, else all. */
static void find_segments(int *first, int *last, const limit *at, const fc_runtime_function *function)
{
    fc_growth growth;
    const fc_sym *bytes = at->term->bytes ? as_positive(at, at->term->bytes) : NULL;
    double number;
    if (bytes && function->by_total && at->term->ranks)
        bytes = fc_sym_multiply(at->algebra, bytes, as_positive(at, at->term->ranks));
    *first = 0;
    *last = function->n_segments - 1;
    if (bytes && fc_sym_is_constant(bytes, &number)) {
        while (*first < *last && number >= function->segment[*first].high_bytes)
            (*first)++;
        *last = *first;
    } else if (bytes && at->term->n_sums == 0 && fc_sym_growth(&growth, at->algebra, bytes, at->variable) &&
               !growth.is_zero && growth.power + growth.logs > 0) {
        *first = *last;
    }
}

static bool depends(const limit *at, const fc_sym *expression)
{
    return expression && fc_sym_depends(as_positive(at, expression), at->variable);
}

static bool communication_growth(fc_growth *out, const limit *at)
{
    /* True if neither the ranks nor the bytes of the calls depend on the parameter: each call has a constant cost. */
    const fc_formula_term *term = at->term;
    bool changes = depends(at, term->ranks) || depends(at, term->bytes);
    for (int i = 0; i < term->n_sums && !changes; i++) {
        bool sums_up = term->bytes && fc_sym_depends(term->bytes, term->sum[i].variable);
        changes = sums_up && (depends(at, term->sum[i].low) || depends(at, term->sum[i].high));
    }
    if (!changes)
        return weighted_growth(out, at, fc_sym_integer(at->algebra, 1));
    const fc_coefficients *machine = at->view->options->machine;
    const fc_runtime_function *function =
        machine ? fc_runtime_function_general(machine, at->term->fit, at->term->variant) : NULL;
    int first, last;
    if (!function || function->n_segments == 0)
        return false;
    find_segments(&first, &last, at, function);
    for (int i = first; i <= last; i++) {
        fc_growth found;
        if (!segment_growth(&found, at, &function->segment[i]))
            return false;
        int order = i > first ? fc_growth_compare(found, *out) : 0;
        bool is_bound = found.is_bound || order != 0 || (i > first && out->is_bound);
        *out = i > first && order < 0 ? *out : found;
        out->is_bound = is_bound;
    }
    return true;
}

static bool computation_growth(fc_growth *out, const limit *at)
{
    const fc_formula_term *term = at->term;
    const fc_sym *one = fc_sym_integer(at->algebra, 1);
    *out = (fc_growth){.is_zero = true};
    if (term->region)
        return larger_growth(out, at, term->iterations) && larger_growth(out, at, term->entries);
    const fc_sym *times = term->iterations ? term->iterations : one;
    return larger_growth(out, at, times) && larger_growth(out, at, fc_sym_multiply(at->algebra, times, term->bytes));
}

/* ---- all terms ---- */

static bool is_listed(const fc_formula_growth *of, const fc_formula *formula, size_t term)
{
    fc_place place = fc_formula_place(formula, &formula->term[term]);
    for (size_t i = 0; i < of->n_terms; i++) {
        fc_place listed = fc_formula_place(formula, &formula->term[of->term[i]]);
        if (listed.line == place.line && strcmp(listed.file, place.file) == 0)
            return true;
    }
    return false;
}

static void take(fc_formula_growth *into, const fc_formula *formula, size_t term, const fc_growth *found)
{
    bool known = found != NULL;
    fc_growth growth = known ? *found : (fc_growth){0};
    if (!into->is_known)
        return;
    int order = known ? fc_growth_compare(growth, into->growth) : 1;
    bool proves = order == 0 && into->growth.is_bound && !growth.is_bound;
    if (order < 0 || (order == 0 && growth.is_bound && !into->growth.is_bound) || (known && growth.is_zero))
        return;
    if (order > 0 || proves)
        into->n_terms = 0;
    into->is_known = known;
    into->growth = growth;
    if (into->n_terms < FC_GROWTH_PLACES && !is_listed(into, formula, term))
        into->term[into->n_terms++] = term;
}

static const char *key_of(const fc_formula *formula, size_t parameter)
{
    return parameter == 0 ? "p" : fc_formula_key(formula->parameter[parameter - 1]);
}

void fc_formula_growth_find(fc_formula_growth *computation, fc_formula_growth *communication,
                            const fc_formula_view *view, size_t parameter)
{
    const fc_formula *formula = view->formula;
    limit at = {.view = view, .algebra = formula->analysis->algebra};
    at.variable = positive_variable(at.algebra, key_of(formula, parameter));
    *computation = *communication = (fc_formula_growth){.is_known = true, .growth = {.is_zero = true}};
    for (size_t i = 0; i < formula->n_terms; i++) {
        fc_growth growth = {0};
        at.term = &formula->term[i];
        if (at.term->operation)
            take(communication, formula, i, communication_growth(&growth, &at) ? &growth : NULL);
        else
            take(computation, formula, i, computation_growth(&growth, &at) ? &growth : NULL);
    }
}

typedef struct search {
    const char *key;
    bool found;
} search;

static void find_key(void *data, const fc_sym *variable)
{
    search *s = data;
    s->found = s->found || strcmp(fc_sym_key(variable), s->key) == 0;
}

static void find_in_part(void *data, const fc_sym **part)
{
    fc_sym_variables(*part, find_key, data);
}

bool fc_formula_growth_depends(const fc_formula_view *view, size_t parameter)
{
    search s = {key_of(view->formula, parameter), false};
    for (size_t i = 0; i < view->formula->n_terms && !s.found; i++)
        fc_formula_parts(&view->formula->term[i], find_in_part, &s);
    return s.found;
}

void fc_formula_growth_text(fc_text *out, fc_growth growth, const char *name)
{
    fc_text_add(out, growth.is_bound ? "at most " : "");
    if (growth.is_zero || growth.power + growth.logs == 0) {
        fc_text_add(out, growth.is_zero ? "0" : "1");
        return;
    }
    if (growth.power > 0)
        fc_text_add(out, growth.power > 1 ? "%s^%d" : "%s", name, growth.power);
    if (growth.logs > 0)
        fc_text_add(out, "%slog(%s)", growth.power > 0 ? " " : "", name);
    if (growth.logs > 1)
        fc_text_add(out, "^%d", growth.logs);
}

void fc_formula_growth_print(fc_text *out, const fc_formula_view *view, const fc_formula_growth *of, const char *name)
{
    if (of->is_known)
        fc_formula_growth_text(out, of->growth, name);
    else
        fc_text_add(out, "unknown");
    for (size_t i = 0; i < of->n_terms; i++) {
        fc_place place = fc_formula_place(view->formula, &view->formula->term[of->term[i]]);
        fc_text_add(out, "%s%s:%d", i ? ", " : " (", place.file, place.line);
    }
    fc_text_add(out, of->n_terms ? ")" : "");
}
