/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Atoms as sums of products, at a point or as upper bounds. Of a bound, what is not known exactly is a number from 0 to
 * 1 of its own, a rest: floor(a/d) = a/d - rest, max(a, b) = a + rest (b - a)+, a test is a rest. Equal parts thus
 * cancel before the rests are bounded: floor((r + 1) n/p) - floor(r n/p) is n/p and a rest. In a sum, the rests
 * that vary with its index share one number, whose products never cancel. */
#include "analyzer/powers/expansion.h"

#include "analyzer/powers/summation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- atoms at a point ---- */

/* The value at the point, and in the middle of the sums around; NAN: not known. */
static double value_at_point(const fc_expansion *job, const fc_sym *e)
{
    for (const fc_expansion *at = job; at; at = at->outer)
        e = at->index && at->middle ? fc_sym_replace(e, at->index, at->middle) : e;
    return job->domain->value(job->domain->data, e);
}

static bool expand_variable(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    fc_powers product = {.coefficient = 1};
    for (const fc_expansion *at = job; at; at = at->outer)
        if (at->index == atom) {
            product.power[fc_expansion_place(at)] = 1;
            fc_powers_add(out, &product);
            return true;
        }
    if (job->domain->expand && job->domain->expand(out, job->domain, atom->sym))
        return true;
    for (size_t i = 0; i < job->domain->n_variables; i++)
        if (job->domain->variable[i] == atom->sym) {
            product.power[i] = 1;
            fc_powers_add(out, &product);
            return true;
        }
    double value = value_at_point(job, atom->sym);
    *out = fc_products_constant(value);
    return !isnan(value);
}

/* x, where the atom is ceil(x / d) = floor((x + d - 1) / d); NULL: it is no ceiling. */
static const fc_sym *ceiling(const fc_atom *atom)
{
    const fc_sym *a = atom->argument[0], *d = atom->argument[1];
    const fc_sym *x = fc_sym_subtract(a->algebra, a, fc_sym_subtract(a->algebra, d, fc_sym_integer(a->algebra, 1)));
    return fc_sym_n_terms(x) < fc_sym_n_terms(a) ? x : NULL;
}

static bool expand_quotient(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    const fc_sym *x = atom->kind == FC_ATOM_FLOOR ? ceiling(atom) : NULL;
    fc_powers_sum below = {0};
    if (!x && value_at_point(job, atom->sym) == 0)
        return true;
    bool known =
        fc_expansion_find(job, x ? x : atom->argument[0], out) && fc_expansion_find(job, atom->argument[1], &below);
    const fc_powers *divisor = known ? fc_products_largest(&below) : NULL;
    for (size_t i = 0; i < out->n && divisor; i++)
        fc_products_multiply_by(&out->item[i], divisor, -1);
    fc_powers_free(&below);
    return divisor != NULL;
}

/* The argument that is selected at the point; without one, a maximum is the sum of both. */
static bool expand_selection(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    double a = value_at_point(job, atom->argument[0]), b = value_at_point(job, atom->argument[1]);
    bool is_maximum = atom->kind == FC_ATOM_MAXIMUM;
    if (!isnan(a) && !isnan(b))
        return fc_expansion_find(job, atom->argument[(a > b) != is_maximum], out);
    if (!is_maximum)
        return false;
    fc_powers_sum other = {0};
    bool known = fc_expansion_find(job, atom->argument[0], out) && fc_expansion_find(job, atom->argument[1], &other);
    fc_products_add_all(out, &other, 1);
    fc_powers_free(&other);
    return known;
}

/* The value of a product without the indices of sums at the point; NAN: not known. */
static double value_of_product(const fc_expansion *job, const fc_powers *product)
{
    double value = product->coefficient;
    for (size_t i = 0; i < job->domain->n_variables; i++) {
        if (product->power[i] == 0 && product->logs[i] == 0)
            continue;
        double of = value_at_point(job, job->domain->variable[i]);
        value *= pow(of, product->power[i]) * pow(log2(of), product->logs[i]);
    }
    return value;
}

/* The product that dominates, else the one that is largest at the point; NULL: none is known to be. */
static const fc_powers *largest_at_point(const fc_expansion *job, const fc_powers_sum *sum)
{
    const fc_powers *found = fc_products_largest(sum);
    double best = 0;
    for (size_t i = 0; i < sum->n && !found; i++)
        best = fmax(best, value_of_product(job, &sum->item[i]));
    for (size_t i = 0; i < sum->n && !found; i++)
        found = value_of_product(job, &sum->item[i]) == best ? &sum->item[i] : NULL;
    return found;
}

/* Of a bound without one largest product, log(a + b) <= 1 + log(a) + log(b). */
static bool expand_logarithm(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    fc_powers_sum inner = {0};
    bool known = fc_expansion_find(job, atom->argument[0], &inner);
    const fc_powers *of = known ? fc_products_largest(&inner) : NULL;
    if (!of && known && !job->domain->is_bound)
        of = largest_at_point(job, &inner);
    bool is_joint = known && !of && job->domain->is_bound && inner.n > 0;
    if (is_joint)
        fc_powers_add(out, &(fc_powers){.coefficient = 1});
    known = is_joint || of;
    for (size_t i = 0; i < inner.n && known; i++)
        if ((is_joint && inner.item[i].coefficient > 0) || of == &inner.item[i])
            known = fc_products_add_logarithm(out, &inner.item[i], job->domain->is_bound);
    fc_powers_free(&inner);
    return known;
}

/* The form of an exponent, in which a bound on a logarithm would be another power. A bound where there is no form. */
static bool expand_exponent(const fc_expansion *job, const fc_sym *e, fc_powers_sum *out)
{
    fc_powers_domain exact = *job->domain;
    fc_expansion inner = *job;
    exact.is_bound = false;
    inner.domain = &exact;
    inner.bound = NULL;
    if (fc_expansion_find(&inner, e, out))
        return true;
    fc_powers_free(out);
    return job->domain->is_bound && fc_expansion_find(job, e, out);
}

/* A power of a constant whose exponent has a rounded logarithm is off by a factor: at the point it is exact. */
static bool expand_power(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    fc_powers_sum exponent = {0};
    fc_powers power = {.coefficient = 1};
    bool known = expand_exponent(job, atom->argument[0], &exponent) &&
                 fc_products_multiply_power(&power, &exponent, log2((double)fc_atom_base(atom)));
    double exact = job->index ? NAN : value_at_point(job, atom->sym), rough = value_of_product(job, &power);
    if (known && !job->domain->is_bound && exact > 0 && rough > 0 && isfinite(exact / rough))
        power.coefficient *= exact / rough;
    if (known)
        fc_powers_add(out, &power);
    fc_powers_free(&exponent);
    return known;
}

/* floor(sqrt(a)) as sqrt(a). */
static bool expand_root(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    fc_powers_sum inner = {0};
    const fc_powers *of = fc_expansion_find(job, atom->argument[0], &inner) ? fc_products_largest(&inner) : NULL;
    fc_powers root = {.coefficient = 1};
    bool known = of != NULL;
    for (size_t i = 0; of && i < FC_POWERS_VARIABLES + FC_POWERS_SUMS; i++)
        known = known && of->logs[i] == 0;
    if (known) {
        fc_products_multiply_by(&root, of, 0.5);
        fc_powers_add(out, &root);
    }
    fc_powers_free(&inner);
    return known;
}

/* floor(log(a) / log(b)) as log2(a) / log2(b). */
static bool expand_digits(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    double base;
    bool known = fc_sym_is_constant(atom->argument[1], &base) && expand_logarithm(job, atom, out);
    for (size_t i = 0; i < out->n && known; i++)
        out->item[i].coefficient /= log2(base);
    return known;
}

static bool expand_call(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    double dimensions;
    if (strcmp(atom->key, "dims_create") != 0 || !fc_sym_is_constant(atom->argument[1], &dimensions) ||
        !fc_expansion_find(job, atom->argument[0], out) || out->n != 1)
        return false;
    fc_powers root = {.coefficient = 1};
    fc_products_multiply_by(&root, &out->item[0], 1 / dimensions);
    out->item[0] = root;
    return true;
}

/* d, where the test [v mod d == x] holds for one of d values of a sum's index v; NULL: the test is another. */
static const fc_sym *period_of(const fc_expansion *job, const fc_atom *atom)
{
    const fc_sym *argument = atom->argument[0];
    for (int i = 0; atom->kind == FC_ATOM_ZERO && job->index && i < argument->n_atoms; i++) {
        const fc_atom *quotient = argument->atom[i];
        if ((quotient->kind == FC_ATOM_FLOOR || quotient->kind == FC_ATOM_C_DIVIDE) &&
            fc_atom_depends(quotient, job->index))
            return quotient->argument[1];
    }
    return NULL;
}

/* Without a point, a test counts as the case that costs more. */
static bool expand_test(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    const fc_sym *period = period_of(job, atom);
    double value = period ? 1 : value_at_point(job, atom->sym);
    *out = fc_products_constant(isnan(value) ? 1 : value);
    fc_powers_sum below = {0};
    const fc_powers *divisor = period && fc_expansion_find(job, period, &below) ? fc_products_largest(&below) : NULL;
    if (divisor)
        fc_products_multiply_by(&out->item[0], divisor, -1);
    fc_powers_free(&below);
    return !period || divisor;
}

static bool expand_sum(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    double at_low = value_at_point(job, atom->argument[1]), high = value_at_point(job, atom->argument[2]);
    double middle = floor((at_low + high) / 2);
    fc_expansion inner = *job;
    inner.outer = job;
    inner.index = fc_atom_of_variable(atom->argument[0]);
    inner.middle = !isnan(middle) && fabs(middle) < 1e15 ? fc_sym_integer(job->algebra, (long)middle) : NULL;
    inner.depth = job->depth + 1;
    const fc_sym *after = fc_sym_add(job->algebra, atom->argument[2], fc_sym_integer(job->algebra, 1));
    fc_powers_sum body = {0}, end = {0}, exponent = {0}, low = {0};
    bool known = inner.depth <= FC_POWERS_SUMS && fc_expansion_find(job, after, &end) &&
                 expand_exponent(job, after, &exponent) && fc_expansion_find(&inner, atom->argument[3], &body) &&
                 (!job->bound || fc_expansion_find(job, atom->argument[1], &low));
    if (job->bound)
        fc_summation_leave(&inner, &body);
    const fc_summation s = {&inner, at_low, known ? largest_at_point(job, &end) : NULL, &exponent, &end, &low};
    for (size_t i = 0; i < body.n && known; i++)
        known = fc_summation_add(&s, body.item[i], out);
    fc_powers_free(&body);
    fc_powers_free(&exponent);
    fc_powers_free(&end);
    fc_powers_free(&low);
    return known;
}

/* ---- rests of upper bounds ---- */

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

static void add_rest(fc_powers_sum *out, int rest, double factor)
{
    fc_powers product = {.coefficient = factor};
    product.rest[rest] = 1;
    fc_powers_add(out, &product);
}

/* ---- upper bounds of quotients ---- */

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
static bool bound_quotient(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    const fc_sym *x = atom->kind == FC_ATOM_FLOOR ? ceiling(atom) : NULL;
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

/* ---- upper bounds of minima, maxima and tests ---- */

/* The argument of a that b has too, by its number; -1: there is none. */
static int shared_argument(const fc_atom *a, const fc_atom *b)
{
    for (int i = 0; i < 2 && a->kind == b->kind; i++)
        if (a->argument[i] == b->argument[0] || a->argument[i] == b->argument[1])
            return i;
    return -1;
}

static bool bound_selection(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out);

/* Minima and maxima are monotone and at most as steep as their arguments: min(n, a) is min(n, b) + rest (a - b). */
static bool bound_relative(const fc_expansion *job, const fc_atom *atom, const fc_atom *earlier, fc_powers_sum *out)
{
    int own = shared_argument(atom, earlier), other = shared_argument(earlier, atom);
    fc_powers_sum part = {0};
    const fc_sym *step = fc_sym_subtract(job->algebra, atom->argument[!own], earlier->argument[!other]);
    bool known = bound_selection(job, earlier, out) && fc_expansion_find(job, step, &part);
    if (known) {
        fc_products_multiply_rest(&part, rest_of(job, atom->sym));
        fc_products_add_all(out, &part, 1);
    }
    fc_powers_free(&part);
    return known;
}

const fc_atom *fc_expansion_earlier(const fc_expansion_bound *bound, int number)
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
    bound->base[number] = fc_expansion_earlier(bound, number) ? FC_BOUND_EARLIER
                          : has_constant                      ? FC_BOUND_SECOND
                                                              : FC_BOUND_FIRST;
    return number;
}

/* max(a, b) is a + rest (b - a)+, min(a, b) is a - rest (a - b)+; a is the base, b the other way round. */
static bool bound_selection(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    bool is_maximum = atom->kind == FC_ATOM_MAXIMUM;
    int number = selection_of(job, atom);
    fc_bound_base choice = number >= 0 ? job->bound->base[number] : FC_BOUND_FIRST;
    if (choice == FC_BOUND_EARLIER)
        return bound_relative(job, atom, fc_expansion_earlier(job->bound, number), out);
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
static bool bound_test(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    const fc_sym *period = period_of(job, atom);
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
    double value = of_parameters && !is_decided ? value_at_point(job, atom->sym) : NAN;
    if (is_decided)
        value = atom->kind == FC_ATOM_NONNEGATIVE && decides->coefficient > 0;
    if (isnan(value))
        add_rest(out, rest_of(job, atom->sym), 1);
    else
        *out = fc_products_constant(value);
    fc_powers_free(&form);
    return true;
}

/* ---- upper bounds of roots ---- */

/* floor(sqrt(a)) is at most the sum of the roots of its positive products. */
static bool bound_root(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
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

/* ---- expressions ---- */

static bool expand_atom(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    bool is_bound = job->bound;
    switch (atom->kind) {
    case FC_ATOM_VARIABLE:
        return expand_variable(job, atom, out);
    case FC_ATOM_FLOOR:
    case FC_ATOM_C_DIVIDE:
    case FC_ATOM_RATIO:
        return is_bound ? bound_quotient(job, atom, out) : expand_quotient(job, atom, out);
    case FC_ATOM_MINIMUM:
    case FC_ATOM_MAXIMUM:
        return is_bound ? bound_selection(job, atom, out) : expand_selection(job, atom, out);
    case FC_ATOM_NONNEGATIVE:
    case FC_ATOM_ZERO:
        return is_bound ? bound_test(job, atom, out) : expand_test(job, atom, out);
    case FC_ATOM_SUM:
        return expand_sum(job, atom, out);
    case FC_ATOM_LOG2:
        return expand_logarithm(job, atom, out);
    case FC_ATOM_ROOT:
        return is_bound ? bound_root(job, atom, out) : expand_root(job, atom, out);
    case FC_ATOM_DIGITS:
        return expand_digits(job, atom, out);
    case FC_ATOM_POWER:
        return expand_power(job, atom, out);
    case FC_ATOM_CALL:
        return expand_call(job, atom, out);
    case FC_ATOM_PRODUCT: {
        fc_powers_sum other = {0};
        bool known =
            fc_expansion_find(job, atom->argument[0], out) && fc_expansion_find(job, atom->argument[1], &other);
        known = known && fc_products_multiply(out, &other);
        fc_powers_free(&other);
        return known;
    }
    default:
        return false;
    }
}

bool fc_expansion_find(const fc_expansion *job, const fc_sym *e, fc_powers_sum *out)
{
    size_t n = (size_t)e->n_atoms + 1;
    fc_powers_sum *atom = fc_allocate(n, sizeof *atom);
    ulong *exponent = fc_allocate(n, sizeof *exponent);
    bool known = true;
    fmpq_t coefficient;
    fmpq_init(coefficient);
    for (int i = 0; i < e->n_atoms && known; i++)
        known = expand_atom(job, e->atom[i], &atom[i]);
    for (int t = 0; t < fc_sym_n_terms(e) && known; t++) {
        fc_sym_term(coefficient, exponent, e, t);
        fc_powers_sum product = fc_products_constant(fmpq_get_d(coefficient));
        known = true;
        for (int i = 0; i < e->n_atoms; i++)
            for (ulong k = 0; k < exponent[i] && known; k++)
                known = fc_products_multiply(&product, &atom[i]);
        fc_products_add_all(out, &product, 1);
        fc_powers_free(&product);
    }
    for (size_t i = 0; i < n; i++)
        fc_powers_free(&atom[i]);
    fmpq_clear(coefficient);
    free(exponent);
    free(atom);
    return known && out->n <= (size_t)(job->bound ? FC_PRODUCTS_MOST_BOUND : FC_PRODUCTS_MOST);
}
