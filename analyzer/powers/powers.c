/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/powers/powers.h"

#include "analyzer/powers/expansion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- atoms ---- */

double fc_expansion_value(const fc_expansion *job, const fc_sym *e)
{
    for (const fc_expansion *at = job; at; at = at->outer)
        e = at->index && at->middle ? fc_sym_replace(e, at->index, at->middle) : e;
    return job->domain->value(job->domain->data, e);
}

int fc_expansion_place(const fc_expansion *job)
{
    return FC_POWERS_VARIABLES + FC_POWERS_SUMS - job->depth;
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
    double value = fc_expansion_value(job, atom->sym);
    *out = fc_products_constant(value);
    return !isnan(value);
}

const fc_sym *fc_expansion_ceiling(const fc_atom *atom)
{
    const fc_sym *a = atom->argument[0], *d = atom->argument[1];
    const fc_sym *x = fc_sym_subtract(a->algebra, a, fc_sym_subtract(a->algebra, d, fc_sym_integer(a->algebra, 1)));
    return fc_sym_n_terms(x) < fc_sym_n_terms(a) ? x : NULL;
}

static bool expand_quotient(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    const fc_sym *x = atom->kind == FC_ATOM_FLOOR ? fc_expansion_ceiling(atom) : NULL;
    fc_powers_sum below = {0};
    if (!x && fc_expansion_value(job, atom->sym) == 0)
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
    double a = fc_expansion_value(job, atom->argument[0]), b = fc_expansion_value(job, atom->argument[1]);
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
        double of = fc_expansion_value(job, job->domain->variable[i]);
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

bool fc_expansion_add_logarithm(const fc_expansion *job, const fc_powers *of, fc_powers_sum *out)
{
    bool known = true, is_bound = job->domain->is_bound;
    if (of->coefficient != 1 && (!is_bound || of->coefficient > 1))
        fc_powers_add(out, &(fc_powers){.coefficient = log2(of->coefficient)});
    for (size_t i = 0; i < FC_POWERS_VARIABLES + FC_POWERS_SUMS; i++) {
        size_t depth = FC_POWERS_VARIABLES + FC_POWERS_SUMS - i;
        fc_powers logarithm = {.coefficient = of->power[i]}, exponent = {0};
        logarithm.logs[i] = 1;
        exponent.power[i] = 1;
        exponent.coefficient = depth <= FC_POWERS_SUMS ? of->rate[depth - 1] : 0;
        known = known && of->logs[i] == 0;
        if (is_bound ? of->power[i] > 0 : of->power[i] != 0)
            fc_powers_add(out, &logarithm);
        if (is_bound ? exponent.coefficient > 0 : exponent.coefficient != 0)
            fc_powers_add(out, &exponent);
    }
    return known;
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
            known = fc_expansion_add_logarithm(job, &inner.item[i], out);
    fc_powers_free(&inner);
    return known;
}

/* *out *= 2^(rate * exponent): a logarithm in the exponent gives a power, the index of a sum a rate. */
static bool multiply_power(const fc_powers_sum *exponent, double rate, fc_powers *out)
{
    static const fc_powers nothing;
    for (size_t i = 0; i < exponent->n; i++) {
        fc_powers rest = exponent->item[i];
        double times = rate * rest.coefficient;
        int place = -1, found = 0;
        for (int k = 0; k < FC_POWERS_VARIABLES + FC_POWERS_SUMS; k++)
            if (rest.power[k] != 0 || rest.logs[k] != 0) {
                place = k;
                found++;
            }
        bool is_log = found == 1 && place < FC_POWERS_VARIABLES && rest.logs[place] == 1 && rest.power[place] == 0;
        bool is_index = found == 1 && place >= FC_POWERS_VARIABLES && rest.power[place] == 1 && rest.logs[place] == 0;
        if ((found > 0 && !is_log && !is_index) || memcmp(rest.rate, nothing.rate, sizeof rest.rate) != 0)
            return false;
        if (found == 0)
            out->coefficient *= exp2(times);
        else if (is_log)
            out->power[place] += times;
        else
            out->rate[FC_POWERS_VARIABLES + FC_POWERS_SUMS - place - 1] += times;
    }
    return isfinite(out->coefficient);
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
                 multiply_power(&exponent, log2((double)fc_atom_base(atom)), &power);
    double exact = job->index ? NAN : fc_expansion_value(job, atom->sym), rough = value_of_product(job, &power);
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

const fc_sym *fc_expansion_period(const fc_expansion *job, const fc_atom *atom)
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
    const fc_sym *period = fc_expansion_period(job, atom);
    double value = period ? 1 : fc_expansion_value(job, atom->sym);
    *out = fc_products_constant(isnan(value) ? 1 : value);
    fc_powers_sum below = {0};
    const fc_powers *divisor = period && fc_expansion_find(job, period, &below) ? fc_products_largest(&below) : NULL;
    if (divisor)
        fc_products_multiply_by(&out->item[0], divisor, -1);
    fc_powers_free(&below);
    return !period || divisor;
}

/* A sum being expanded: its body over its index, and the ends of its range. */
typedef struct summation {
    const fc_expansion *inner;
    double at_low;                  /* the low end at the point; NAN: not known */
    const fc_powers *last;          /* one more than the last index: its largest product; NULL: none */
    const fc_powers_sum *exponent;  /* the same as an exponent */
    const fc_powers_sum *end, *low; /* the forms of one more than the last index, and of the first */
} summation;

/* The sum of v^k r^v from `low` on, r < 1. */
static double sum_of_falling(double low, double power, double ratio)
{
    double sum = 0;
    for (int i = 0; i < 1000 && ratio < 0.99; i++)
        sum += pow(low + i, power) * pow(ratio, low + i);
    return ratio < 0.99 ? sum : NAN;
}

/* *out *= 1 + log(product). */
static bool multiply_logarithm(const fc_expansion *job, const fc_powers *product, fc_powers_sum *out)
{
    fc_powers_sum logarithm = fc_products_constant(1);
    bool known = fc_expansion_add_logarithm(job, product, &logarithm) && fc_products_multiply(out, &logarithm);
    fc_powers_free(&logarithm);
    return known;
}

/* A bound of the sum of v^k log(v)^j over positive v: the end's power and logarithm, a harmonic sum, or a constant. */
static bool bound_powers(const summation *s, fc_powers each, fc_powers_sum *out)
{
    int place = fc_expansion_place(s->inner), logs = each.logs[place];
    double power = each.power[place];
    fc_powers_sum product = {0};
    bool known = s->last && each.coefficient > 0;
    each.power[place] = 0;
    each.logs[place] = 0;
    if (known && power > -1)
        fc_products_multiply_by(&each, s->last, power + 1);
    fc_powers_add(&product, &each);
    for (int i = 0; i < logs + (power == -1) && known; i++)
        known = multiply_logarithm(s->inner, s->last, &product);
    fc_products_add_all(out, &product, 1);
    fc_powers_free(&product);
    return known;
}

/* The sum of v^k r^v up to h: h^(k+1)/(k+1), or h^k r^(h+1)/(r-1) where r > 1. */
static bool add_integral(const summation *s, fc_powers each, fc_powers_sum *out)
{
    int place = fc_expansion_place(s->inner);
    double power = each.power[place], rate = each.rate[s->inner->depth - 1];
    bool is_bound = s->inner->bound;
    if (is_bound && rate == 0)
        return fc_bound_integral(s->inner, &each, s->end, s->low, out) || bound_powers(s, each, out);
    if (power < 0 || each.logs[place] != 0)
        return false;
    each.power[place] = 0;
    each.rate[s->inner->depth - 1] = 0;
    if (rate < 0)
        each.coefficient *= sum_of_falling(is_bound && isnan(s->at_low) ? 0 : s->at_low, power, exp2(rate));
    else if (!s->last || (rate > 0 && !multiply_power(s->exponent, rate, &each)))
        return false;
    if (rate >= 0)
        fc_products_multiply_by(&each, s->last, rate > 0 ? power : power + 1);
    each.coefficient /= rate > 0 ? exp2(rate) - 1 : rate < 0 ? 1 : power + 1;
    fc_powers_add(out, &each);
    return isfinite(each.coefficient);
}

static bool expand_sum(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    double at_low = fc_expansion_value(job, atom->argument[1]), high = fc_expansion_value(job, atom->argument[2]);
    double middle = floor((at_low + high) / 2);
    fc_expansion inner = *job;
    inner.outer = job;
    inner.index = fc_atom_of_variable(atom->argument[0]);
    inner.middle = !isnan(middle) && fabs(middle) < 1e15 ? fc_sym_integer(job->algebra, (long)middle) : NULL;
    inner.depth = job->depth + 1;
    const fc_sym *behind = fc_sym_add(job->algebra, atom->argument[2], fc_sym_integer(job->algebra, 1));
    fc_powers_sum body = {0}, end = {0}, exponent = {0}, low = {0};
    bool known = inner.depth <= FC_POWERS_SUMS && fc_expansion_find(job, behind, &end) &&
                 expand_exponent(job, behind, &exponent) && fc_expansion_find(&inner, atom->argument[3], &body) &&
                 (!job->bound || fc_expansion_find(job, atom->argument[1], &low));
    if (job->bound)
        fc_bound_leave(&inner, &body);
    const summation s = {&inner, at_low, known ? largest_at_point(job, &end) : NULL, &exponent, &end, &low};
    for (size_t i = 0; i < body.n && known; i++)
        known = add_integral(&s, body.item[i], out);
    fc_powers_free(&body);
    fc_powers_free(&exponent);
    fc_powers_free(&end);
    fc_powers_free(&low);
    return known;
}

static bool expand_atom(const fc_expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    bool is_bound = job->bound;
    switch (atom->kind) {
    case FC_ATOM_VARIABLE:
        return expand_variable(job, atom, out);
    case FC_ATOM_FLOOR:
    case FC_ATOM_C_DIVIDE:
    case FC_ATOM_RATIO:
        return is_bound ? fc_bound_quotient(job, atom, out) : expand_quotient(job, atom, out);
    case FC_ATOM_MINIMUM:
    case FC_ATOM_MAXIMUM:
        return is_bound ? fc_bound_selection(job, atom, out) : expand_selection(job, atom, out);
    case FC_ATOM_NONNEGATIVE:
    case FC_ATOM_ZERO:
        return is_bound ? fc_bound_test(job, atom, out) : expand_test(job, atom, out);
    case FC_ATOM_SUM:
        return expand_sum(job, atom, out);
    case FC_ATOM_LOG2:
        return expand_logarithm(job, atom, out);
    case FC_ATOM_ROOT:
        return is_bound ? fc_bound_root(job, atom, out) : expand_root(job, atom, out);
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

/* ---- expressions ---- */

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

static bool find_with(fc_powers_sum *out, fc_expansion *job, const fc_sym *expression)
{
    *out = (fc_powers_sum){0};
    if (job->bound)
        job->bound->n_rests = 0;
    bool known = fc_expansion_find(job, expression, out);
    if (!known)
        fc_powers_free(out);
    else if (job->bound)
        fc_bound_finish(out);
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
    if (base == before || (base == FC_BOUND_EARLIER && !fc_bound_earlier(bound, number)))
        return;
    bound->base[number] = base;
    bool is_known = find_with(&other, s->job, s->expression);
    if (is_known && (!s->is_known || fc_bound_size(domain, &other) < fc_bound_size(domain, s->out))) {
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
