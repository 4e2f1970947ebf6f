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
    return !term->region && !term->operation && !term->executed && !term->is_overhead;
}

static bool are_equal(const fc_formula_term *a, const fc_formula_term *b)
{
    if (is_allocation(a) && is_allocation(b))
        return a->n_sums == 0 && b->n_sums == 0;
    if (a->is_overhead || b->is_overhead)
        return a->is_overhead && b->is_overhead && a->overhead == b->overhead && same_sums(a, b);
    return a->operation && b->operation && a->fit == b->fit && a->variant == b->variant && a->ranks == b->ranks &&
           a->bytes == b->bytes && same_sums(a, b);
}

/* An allocation with its count in its iterations and bytes. */
static void distribute_count(fc_algebra *algebra, fc_formula_term *term)
{
    term->iterations = fc_sym_multiply(algebra, term->count, fc_formula_iterations(algebra, term));
    term->bytes = fc_sym_multiply(algebra, term->count, term->bytes);
    term->count = fc_sym_integer(algebra, 1);
}

void fc_formula_merge_equal(fc_formula_view *view)
{
    view->is_hidden = view->is_hidden ? view->is_hidden : fc_allocate(view->n_terms, sizeof *view->is_hidden);
    for (size_t i = 0; i < view->n_terms; i++) {
        size_t first = 0;
        view->is_hidden[i] = fc_formula_is_never(&view->term[i]);
        while (first < i && (view->is_hidden[first] || !are_equal(&view->term[first], &view->term[i])))
            first++;
        if (!view->is_hidden[i] && first < i) {
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
        } else if (!view->is_hidden[i] && is_allocation(&view->term[i]) && view->term[i].n_sums == 0)
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

void fc_formula_hide_small(fc_formula_view *view)
{
    if (!view->seconds) {
        bool *is_lower = fc_allocate(view->n_terms, sizeof *is_lower);
        fc_formula_find_lower(is_lower, view);
        for (size_t i = 0; i < view->n_terms; i++)
            if (is_lower[i])
                leave_out(view, i);
        free(is_lower);
    }
    for (size_t least; view->seconds && (least = smallest_shown(view)) < view->n_terms;) {
        if (view->left_out_s + view->seconds[least] >= FC_FORMULA_LEAST_SHARE * view->total)
            return;
        fc_formula_hide_smallest(view);
    }
}
