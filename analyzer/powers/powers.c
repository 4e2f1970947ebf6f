/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/powers/powers.h"

#include "analyzer/powers/expansion.h"

#include <math.h>
#include <string.h>

static const double least_difference = 1e-4; /* between sizes of bounds */

/* The size of a bound far out: log2 of its largest product, and a little for each product. */
static double size_of(const fc_powers_domain *domain, const fc_powers_sum *sum)
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

/* Joins products that grow alike, and removes rests that other products dominate. */
static void finish(fc_powers_sum *sum)
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

static bool find_with(fc_powers_sum *out, fc_expansion *job, const fc_sym *expression)
{
    *out = (fc_powers_sum){0};
    if (job->bound)
        job->bound->n_rests = 0;
    bool known = fc_expansion_find(job, expression, out);
    if (!known)
        fc_powers_free(out);
    else if (job->bound)
        finish(out);
    return known;
}

/* The smallest bound found so far. */
typedef struct search {
    fc_expansion *job;
    const fc_sym *expression;
    fc_powers_sum *out;
    bool is_known;
} search;

/* Takes the bound with this base of a minimum or maximum, if it is smaller. */
static void try_base(search *s, int number, fc_bound_base base)
{
    fc_expansion_bound *bound = s->job->bound;
    const fc_powers_domain *domain = s->job->domain;
    fc_bound_base before = bound->base[number];
    fc_powers_sum other;
    if (base == before || (base == FC_BOUND_EARLIER && !fc_expansion_earlier(bound, number)))
        return;
    bound->base[number] = base;
    bool is_known = find_with(&other, s->job, s->expression);
    if (is_known && (!s->is_known || size_of(domain, &other) < size_of(domain, s->out))) {
        fc_powers_free(s->out);
        *s->out = other;
        s->is_known = true;
    } else {
        fc_powers_free(&other);
        bound->base[number] = before;
    }
}

/* Chooses the base of each minimum and maximum, one after the other. */
static bool find_bound(fc_powers_sum *out, fc_expansion *job, const fc_sym *expression)
{
    search s = {job, expression, out, find_with(out, job, expression)};
    for (int i = 0; i < job->bound->n_selections; i++)
        for (int base = 0; base < FC_BOUND_N_BASES; base++)
            try_base(&s, i, (fc_bound_base)base);
    return s.is_known;
}

bool fc_powers_has_sum(const fc_sym *expression)
{
    bool found = false;
    for (int i = 0; i < expression->n_atoms && !found; i++) {
        const fc_atom *atom = expression->atom[i];
        found = atom->kind == FC_ATOM_SUM;
        for (int k = 0; k < atom->n_arguments && !found; k++)
            found = fc_powers_has_sum(atom->argument[k]);
    }
    return found;
}

bool fc_powers_find(fc_powers_sum *out, fc_algebra *algebra, const fc_sym *expression, const fc_powers_domain *domain)
{
    fc_expansion_bound bound = {.n_rests = 0};
    fc_expansion job = {.algebra = algebra, .domain = domain, .bound = domain->is_bound ? &bound : NULL};
    return domain->is_bound ? find_bound(out, &job, expression) : find_with(out, &job, expression);
}
