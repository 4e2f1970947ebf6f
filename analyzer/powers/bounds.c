/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Upper bounds of atoms as sums of products. What is not known exactly is a number from 0 to 1 of its own, a rest:
 * floor(a/d) = a/d - rest, max(a, b) = a + rest (b - a)+, a test is a rest. Equal parts thus cancel before the rests
 * are bounded: floor((r + 1) n/p) - floor(r n/p) is n/p and a rest. Behind a sum, the rests that vary with its index
 * share one number, whose products never cancel. */
#include "analyzer/powers/expansion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_POWER = 8 /* of an index whose sum is expanded */
};

static const double least_difference = 1e-4; /* between sizes of bounds */

static bool depends_on_index(const fc_expansion *job, const fc_atom *atom)
{
    for (const fc_expansion *at = job; at; at = at->outer)
        if (at->index && fc_atom_depends(atom, at->index))
            return true;
    return false;
}

/* The number of the owner's rest. */
static int rest_of(const fc_expansion *job, const fc_sym *owner)
{
    fc_expansion_bound *bound = job->bound;
    for (int i = 0; i < bound->n_rests; i++)
        if (bound->owner[i] == owner)
            return i;
    if (bound->n_rests == FC_PRODUCTS_SINGLE)
        return FC_PRODUCTS_SHARED_REST;
    bound->owner[bound->n_rests] = owner;
    return bound->n_rests++;
}

void fc_bound_leave(const fc_expansion *inner, fc_powers_sum *body)
{
    fc_powers_sum left = {0};
    for (size_t i = 0; i < body->n; i++) {
        fc_powers each = body->item[i];
        for (int r = 0; r < inner->bound->n_rests; r++)
            if (each.rest[r] > 0 && fc_sym_depends(inner->bound->owner[r], inner->index->sym)) {
                each.rest[FC_PRODUCTS_SHARED_REST] = 1;
                each.rest[r] = 0;
            }
        fc_powers_add(&left, &each);
    }
    fc_powers_free(body);
    *body = left;
}

static void add_rest(fc_powers_sum *out, int rest, double factor)
{
    fc_powers product = {.coefficient = factor};
    product.rest[rest] = 1;
    fc_powers_add(out, &product);
}

/* ---- quotients ---- */

/* The reciprocal of the divisor D + E + ..., D its largest product: 1/D - rest E/D^2 - ... */
static void invert(const fc_expansion *job, const fc_sym *divisor, const fc_powers_sum *form, const fc_powers *largest,
                   fc_powers_sum *out)
{
    fc_powers inverse = {.coefficient = 1};
    fc_products_multiply_by(&inverse, largest, -1);
    fc_powers_add(out, &inverse);
    bool is_one = form->n == 2;
    for (size_t i = 0; i < form->n; i++) {
        fc_powers error = form->item[i];
        if (&form->item[i] == largest || error.coefficient == 0)
            continue;
        error.coefficient = -error.coefficient;
        fc_products_multiply_by(&error, largest, -2);
        error.rest[is_one ? rest_of(job, divisor) : FC_PRODUCTS_SHARED_REST]++;
        fc_powers_add(out, &error);
    }
}

/* Of a positive divisor without a largest product: one over any of its products. */
static bool invert_any(const fc_powers_sum *form, fc_powers_sum *out)
{
    const fc_powers *any = NULL;
    for (size_t i = 0; i < form->n; i++)
        if (form->item[i].coefficient > 0 && !fc_powers_has_rest(&form->item[i]) && !any)
            any = &form->item[i];
    if (!any || !fc_products_is_positive(form))
        return false;
    fc_powers inverse = {.coefficient = 1};
    fc_products_multiply_by(&inverse, any, -1);
    inverse.rest[FC_PRODUCTS_SHARED_REST] = 1;
    fc_powers_add(out, &inverse);
    return true;
}

/* C's quotient of a negative number is rounded up. */
bool fc_bound_quotient(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    const fc_sym *x = atom->kind == FC_ATOM_FLOOR ? fc_expansion_ceiling(atom) : NULL;
    fc_powers_sum below = {0}, inverse = {0};
    bool known =
        fc_expansion_find(job, x ? x : atom->argument[0], out) && fc_expansion_find(job, atom->argument[1], &below);
    const fc_powers *divisor = known ? fc_products_largest(&below) : NULL;
    if (divisor)
        invert(job, atom->argument[1], &below, divisor, &inverse);
    known = known && (divisor || invert_any(&below, &inverse)) && fc_products_multiply(out, &inverse);
    if (known) {
        for (size_t i = 0; i < out->n && job->domain->quotients; i++)
            if (out->item[i].coefficient > 0 && !fc_powers_has_rest(&out->item[i]))
                fc_powers_add(job->domain->quotients, &out->item[i]);
        if (x)
            fc_powers_add(out, &(fc_powers){.coefficient = 1});
        if (atom->kind != FC_ATOM_RATIO)
            add_rest(out, rest_of(job, atom->sym), -1);
        if (atom->kind == FC_ATOM_C_DIVIDE)
            add_rest(out, FC_PRODUCTS_SHARED_REST, 1);
    }
    fc_powers_free(&below);
    fc_powers_free(&inverse);
    return known;
}

/* ---- minima, maxima, tests ---- */

/* The argument of a that b has too, by its number; -1: there is none. */
static int shared_argument(const fc_atom *a, const fc_atom *b)
{
    for (int i = 0; i < 2 && a->kind == b->kind; i++)
        if (a->argument[i] == b->argument[0] || a->argument[i] == b->argument[1])
            return i;
    return -1;
}

/* Minima and maxima are monotone and at most as steep as their arguments: min(n, a) is min(n, b) + rest (a - b). */
static bool bound_relative(const fc_expansion *job, const fc_atom *atom, const fc_atom *earlier, fc_powers_sum *out)
{
    int own = shared_argument(atom, earlier), other = shared_argument(earlier, atom);
    fc_powers_sum part = {0};
    const fc_sym *step = fc_sym_subtract(job->algebra, atom->argument[!own], earlier->argument[!other]);
    bool known = fc_bound_selection(job, earlier, out) && fc_expansion_find(job, step, &part);
    if (known) {
        fc_products_multiply_rest(&part, rest_of(job, atom->sym));
        fc_products_add_all(out, &part, 1);
    }
    fc_powers_free(&part);
    return known;
}

const fc_atom *fc_bound_earlier(const fc_expansion_bound *bound, int number)
{
    const fc_atom *atom = bound->selection[number];
    for (int i = 0; i < bound->n_selections; i++)
        if (bound->selection[i]->id < atom->id && shared_argument(atom, bound->selection[i]) >= 0)
            return bound->selection[i];
    return NULL;
}

/* The number of a minimum or maximum among those with a choice; -1: there is no room. */
static int selection_of(const fc_expansion *job, const fc_atom *atom)
{
    fc_expansion_bound *bound = job->bound;
    for (int i = 0; i < bound->n_selections; i++)
        if (bound->selection[i] == atom)
            return i;
    if (bound->n_selections == FC_EXPANSION_MOST_SELECTIONS)
        return -1;
    int number = bound->n_selections++;
    bool has_constant = fc_sym_is_constant(atom->argument[1], NULL);
    bound->selection[number] = atom;
    bound->base[number] = fc_bound_earlier(bound, number) ? FC_BOUND_EARLIER
                          : has_constant                  ? FC_BOUND_SECOND
                                                          : FC_BOUND_FIRST;
    return number;
}

/* max(a, b) is a + rest (b - a)+, min(a, b) is a - rest (a - b)+; a is the base, b the other way round. */
bool fc_bound_selection(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    bool is_maximum = atom->kind == FC_ATOM_MAXIMUM;
    int number = selection_of(job, atom);
    fc_bound_base choice = number >= 0 ? job->bound->base[number] : FC_BOUND_FIRST;
    if (choice == FC_BOUND_EARLIER)
        return bound_relative(job, atom, fc_bound_earlier(job->bound, number), out);
    bool second = choice == FC_BOUND_SECOND;
    const fc_sym *base = atom->argument[second], *other = atom->argument[!second];
    const fc_sym *step =
        is_maximum ? fc_sym_subtract(job->algebra, other, base) : fc_sym_subtract(job->algebra, base, other);
    fc_powers_sum part = {0};
    bool known = fc_expansion_find(job, base, out) && fc_expansion_find(job, step, &part);
    if (known) {
        fc_products_keep_positive(&part);
        fc_products_multiply_rest(&part, rest_of(job, atom->sym));
        fc_products_add_all(out, &part, is_maximum ? 1 : -1);
    }
    fc_powers_free(&part);
    return known;
}

/* True if the expression has no variable but parameters. */
static bool is_of_parameters(const fc_expansion *job, const fc_atom *atom)
{
    const fc_powers_domain *domain = job->domain;
    bool only = !depends_on_index(job, atom);
    for (size_t i = 0; i < domain->n_variables && only; i++)
        only = !domain->is_coordinate || !domain->is_coordinate[i] ||
               !fc_atom_depends(atom, fc_atom_of_variable(domain->variable[i]));
    return only;
}

/* A test that one growing product decides has its value far out, one of parameters alone else that at the point. */
bool fc_bound_test(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    const fc_sym *period = fc_expansion_period(job, atom);
    fc_powers_sum form = {0};
    const fc_powers *divisor = period && fc_expansion_find(job, period, &form) ? fc_products_largest(&form) : NULL;
    if (period) {
        fc_powers density = {.coefficient = 1};
        if (divisor)
            fc_products_multiply_by(&density, divisor, -1);
        fc_powers_add(out, &density);
        add_rest(out, FC_PRODUCTS_SINGLE, 1);
        fc_powers_free(&form);
        return divisor != NULL;
    }
    bool of_parameters = is_of_parameters(job, atom);
    const fc_powers *decides =
        of_parameters && fc_expansion_find(job, atom->argument[0], &form) ? fc_products_dominating(&form) : NULL;
    static const fc_powers one;
    bool is_decided = decides && fc_powers_dominates(decides, &one, FC_POWERS_VARIABLES);
    double value = of_parameters && !is_decided ? fc_expansion_value(job, atom->sym) : NAN;
    if (is_decided)
        value = atom->kind == FC_ATOM_NONNEGATIVE && decides->coefficient > 0;
    if (isnan(value))
        add_rest(out, rest_of(job, atom->sym), 1);
    else
        *out = fc_products_constant(value);
    fc_powers_free(&form);
    return true;
}

/* ---- roots ---- */

/* floor(sqrt(a)) is at most the sum of the roots of its positive products. */
bool fc_bound_root(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    fc_powers_sum inner = {0};
    bool known = fc_expansion_find(job, atom->argument[0], &inner);
    const fc_powers *largest = known ? fc_products_largest(&inner) : NULL;
    for (size_t i = 0; i < inner.n && known; i++) {
        fc_powers root = {.coefficient = 1};
        if (inner.item[i].coefficient <= 0)
            continue;
        for (size_t k = 0; k < FC_POWERS_VARIABLES + FC_POWERS_SUMS; k++)
            known = known && inner.item[i].logs[k] == 0;
        fc_products_multiply_by(&root, &inner.item[i], 0.5);
        memset(root.rest, 0, sizeof root.rest);
        root.rest[FC_PRODUCTS_SHARED_REST] = &inner.item[i] != largest;
        fc_powers_add(out, &root);
    }
    add_rest(out, rest_of(job, atom->sym), -1);
    fc_powers_free(&inner);
    return known;
}

/* ---- sums ---- */

/* *out += each * form^power * factor. */
static bool add_power(const fc_powers *each, const fc_powers_sum *form, int power, double factor, fc_powers_sum *out)
{
    fc_powers_sum product = {0};
    bool known = true;
    fc_powers_add(&product, each);
    for (int i = 0; i < power && known; i++)
        known = fc_products_multiply(&product, form);
    fc_products_add_all(out, &product, factor);
    fc_powers_free(&product);
    return known;
}

/* Of a product that counts at one index only, or of a difference: its size is at most that at the end. */
static bool add_single(fc_powers factor, const fc_powers_sum *end, int power, fc_powers_sum *out)
{
    factor.rest[FC_PRODUCTS_SINGLE] = 0;
    factor.rest[FC_PRODUCTS_SHARED_REST]++;
    return add_power(&factor, end, power, 1, out) && add_power(&factor, end, power, -1, out);
}

/* Faulhaber: the sum is the integral and terms of lower powers of the end. A range that may be empty counts from 0 on,
 * and its negative products as nothing. */
bool fc_bound_integral(const fc_expansion *inner, const fc_powers *each, const fc_powers_sum *end,
                       const fc_powers_sum *low, fc_powers_sum *out)
{
    int place = fc_expansion_place(inner), power = (int)each->power[place];
    fc_powers factor = *each;
    fc_powers_sum length = {0};
    if (power < 0 || power > MOST_POWER || power != each->power[place] || each->logs[place] != 0)
        return false;
    factor.power[place] = 0;
    if (factor.rest[FC_PRODUCTS_SINGLE] > 0)
        return add_single(factor, end, power, out);
    fc_products_add_all(&length, end, 1);
    fc_products_add_all(&length, low, -1);
    bool is_full = fc_products_is_positive(&length), known = true;
    fc_powers_free(&length);
    if (is_full || factor.coefficient > 0)
        known = add_power(&factor, end, power + 1, 1.0 / (power + 1), out);
    if (is_full && known)
        known = add_power(&factor, low, power + 1, -1.0 / (power + 1), out);
    if (power > 0 && known)
        known = add_single(factor, end, power, out);
    return known;
}

/* ---- the whole ---- */

double fc_bound_size(const fc_powers_domain *domain, const fc_powers_sum *sum)
{
    double most = -INFINITY;
    int n = 0;
    for (size_t i = 0; i < sum->n; i++) {
        double size = 0;
        for (size_t k = 0; k < domain->n_variables; k++) {
            double far = domain->far ? domain->far[k] : 30;
            size += sum->item[i].power[k] * far + sum->item[i].logs[k] * log2(far);
        }
        most = sum->item[i].coefficient > 0 ? fmax(most, size) : most;
        n += sum->item[i].coefficient > 0;
    }
    return most + least_difference * n;
}

/* True if another product makes this one with rests superfluous. */
static bool is_covered(const fc_powers_sum *sum, size_t i)
{
    for (size_t k = 0; k < sum->n; k++)
        if (k != i && sum->item[k].coefficient > 0 && !fc_powers_has_rest(&sum->item[k]) &&
            (fc_products_equal_growth(&sum->item[k], &sum->item[i]) ||
             fc_powers_dominates(&sum->item[k], &sum->item[i], FC_POWERS_VARIABLES)))
            return true;
    return false;
}

void fc_bound_finish(fc_powers_sum *sum)
{
    fc_powers_sum joined = {0};
    /* A rest of all products is a case in which the expression counts. */
    for (int r = 0; r < FC_POWERS_RESTS; r++) {
        bool all = true;
        for (size_t i = 0; i < sum->n && all; i++)
            all = sum->item[i].rest[r] > 0 || sum->item[i].coefficient == 0;
        for (size_t i = 0; i < sum->n && all; i++)
            sum->item[i].rest[r] = 0;
    }
    for (size_t i = 0; i < sum->n; i++) {
        fc_powers each = sum->item[i];
        bool has_rest = fc_powers_has_rest(&each);
        if (each.coefficient == 0 || (has_rest && (each.coefficient < 0 || is_covered(sum, i))))
            continue;
        memset(each.rest, 0, sizeof each.rest);
        each.rest[FC_PRODUCTS_SHARED_REST] = has_rest;
        fc_powers_add(&joined, &each);
    }
    fc_powers_free(sum);
    *sum = joined;
}
