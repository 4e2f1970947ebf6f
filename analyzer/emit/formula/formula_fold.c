/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shortens a formula for reading: equal messages and all allocations become one term each, and the smallest terms are
 * left out. */
#include "analyzer/emit/formula/formula_leading.h"

#include <stdlib.h>
#include <string.h>

/* ---- equal terms ---- */

static bool same_sums(const fc_formula_term *a, const fc_formula_term *b)
{
    bool same = a->n_sums == b->n_sums;
    for (int i = 0; i < a->n_sums && same; i++)
        same = a->sum[i].variable == b->sum[i].variable && a->sum[i].low == b->sum[i].low &&
               a->sum[i].high == b->sum[i].high;
    return same;
}

static bool is_allocation(const fc_formula_term *term)
{
    return !term->region && !term->operation && !term->executed;
}

static bool are_equal(const fc_formula_term *a, const fc_formula_term *b)
{
    if (is_allocation(a) && is_allocation(b))
        return a->n_sums == 0 && b->n_sums == 0;
    return a->operation && b->operation && a->fit == b->fit && a->variant == b->variant && a->ranks == b->ranks &&
           a->bytes == b->bytes && same_sums(a, b);
}

static const fc_sym *times_of(fc_algebra *algebra, const fc_formula_term *term)
{
    return term->iterations ? term->iterations : fc_sym_integer(algebra, 1);
}

/* An allocation with its count in its iterations and bytes. */
static void distribute_count(fc_algebra *algebra, fc_formula_term *term)
{
    term->iterations = fc_sym_multiply(algebra, term->count, times_of(algebra, term));
    term->bytes = fc_sym_multiply(algebra, term->count, term->bytes);
    term->count = fc_sym_integer(algebra, 1);
}

static void merge_into(fc_formula_view *view, size_t first, size_t i)
{
    fc_algebra *algebra = view->formula->analysis->algebra;
    fc_formula_term *to = &view->term[first], *from = &view->term[i];
    if (is_allocation(to)) {
        distribute_count(algebra, from);
        to->iterations = fc_sym_add(algebra, to->iterations, from->iterations);
        to->bytes = fc_sym_add(algebra, to->bytes, from->bytes);
    } else {
        to->count = fc_sym_add(algebra, to->count, from->count);
    }
    if (view->seconds)
        view->seconds[first] += view->seconds[i];
    view->printed_with[i] = first;
    view->is_hidden[i] = true;
}

void fc_formula_merge_equal(fc_formula_view *view)
{
    view->is_hidden = view->is_hidden ? view->is_hidden : fc_allocate(view->n_terms, sizeof *view->is_hidden);
    for (size_t i = 0; i < view->n_terms; i++) {
        size_t first = 0;
        view->is_hidden[i] = fc_formula_is_never(&view->term[i]);
        while (first < i && (view->is_hidden[first] || !are_equal(&view->term[first], &view->term[i])))
            first++;
        if (!view->is_hidden[i] && first < i)
            merge_into(view, first, i);
        else if (!view->is_hidden[i] && is_allocation(&view->term[i]) && view->term[i].n_sums == 0)
            distribute_count(view->formula->analysis->algebra, &view->term[i]);
    }
    size_t n_groups;
    fc_formula_group *groups = fc_formula_groups(view, &n_groups); /* merges the terms of one place */
    fc_formula_groups_free(groups, n_groups);
}

/* ---- small terms ---- */

/* By seconds, else by growth. */
static bool is_smaller(const fc_formula_view *view, size_t a, size_t b)
{
    const double *size = view->seconds ? view->seconds : view->order;
    return size && size[a] < size[b];
}

/* The last of the smallest terms. */
static size_t smallest_shown(const fc_formula_view *view)
{
    size_t least = view->n_terms;
    for (size_t i = view->n_terms; i-- > 0;)
        if (!view->is_hidden[i] && (least == view->n_terms || is_smaller(view, i, least)))
            least = i;
    return least;
}

static void leave_out(fc_formula_view *view, size_t term)
{
    view->is_hidden[term] = true;
    view->n_left_out++;
    view->left_out_s += view->seconds ? view->seconds[term] : 0;
}

bool fc_formula_hide_smallest(fc_formula_view *view)
{
    size_t least = smallest_shown(view);
    if (least == view->n_terms)
        return false;
    leave_out(view, least);
    return true;
}

static void hide_lower_order(fc_formula_view *view)
{
    bool *is_lower = fc_allocate(view->n_terms, sizeof *is_lower);
    fc_formula_find_lower(is_lower, view);
    for (size_t i = 0; i < view->n_terms; i++)
        if (is_lower[i])
            leave_out(view, i);
    free(is_lower);
}

void fc_formula_hide_small(fc_formula_view *view)
{
    if (!view->seconds)
        hide_lower_order(view);
    for (size_t least; view->seconds && (least = smallest_shown(view)) < view->n_terms;) {
        if (view->left_out_s + view->seconds[least] >= FC_FORMULA_LEAST_SHARE * view->total)
            return;
        fc_formula_hide_smallest(view);
    }
}

/* ---- long counts ---- */

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

/* The executions of a term's body or call, added up over its sums. */
static const fc_sym *all_executions(fc_algebra *algebra, const fc_formula_term *term)
{
    const fc_sym *sum = fc_sym_multiply(algebra, term->count, times_of(algebra, term));
    for (int i = term->n_sums - 1; i >= 0; i--)
        sum = fc_sym_sum_or_loop(algebra, term->sum[i].variable, term->sum[i].low, term->sum[i].high, sum);
    return sum;
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

static void name_executions(fc_formula_view *view, size_t i)
{
    fc_formula_term *term = &view->term[i];
    fc_algebra *algebra = view->formula->analysis->algebra;
    term->iterations = fc_formula_name_executions(view, i, all_executions(algebra, term));
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
