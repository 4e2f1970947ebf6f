/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/symbolic/symbolic_powers.h"

#include "analyzer/symbolic/symbolic_store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PRODUCTS = 64
};

typedef struct expansion {
    fc_algebra *algebra;
    const fc_powers_domain *domain;
    const struct expansion *outer; /* of the sum around; NULL: none */
    const fc_atom *index;          /* of the sum; NULL: none */
    const fc_sym *middle;          /* of its range at the point; NULL: not known */
    int depth;
} expansion;

/* ---- sums of products ---- */

static bool same_powers(const fc_powers *a, const fc_powers *b)
{
    return memcmp(a->logs, b->logs, sizeof a->logs) == 0 && memcmp(a->power, b->power, sizeof a->power) == 0 &&
           memcmp(a->rate, b->rate, sizeof a->rate) == 0;
}

void fc_powers_add(fc_powers_sum *sum, const fc_powers *product)
{
    for (size_t i = 0; i < sum->n; i++)
        if (same_powers(&sum->item[i], product)) {
            sum->item[i].coefficient += product->coefficient;
            return;
        }
    sum->item = fc_grow(sum->item, &sum->capacity, sum->n + 1, sizeof *sum->item);
    sum->item[sum->n++] = *product;
}

void fc_powers_free(fc_powers_sum *sum)
{
    free(sum->item);
    *sum = (fc_powers_sum){0};
}

static fc_powers_sum constant(double value)
{
    fc_powers_sum sum = {0};
    if (value != 0)
        fc_powers_add(&sum, &(fc_powers){.coefficient = value});
    return sum;
}

/* a *= b^exponent for one product b. */
static void multiply_by(fc_powers *a, const fc_powers *b, double exponent)
{
    a->coefficient *= pow(b->coefficient, exponent);
    for (int i = 0; i < FC_POWERS_VARIABLES + FC_POWERS_SUMS; i++) {
        a->power[i] += exponent * b->power[i] + 0.0;
        a->logs[i] += (int)exponent * b->logs[i];
    }
    for (int i = 0; i < FC_POWERS_SUMS; i++)
        a->rate[i] += exponent * b->rate[i] + 0.0;
}

/* *a = *a * b. */
static bool multiply(fc_powers_sum *a, const fc_powers_sum *b)
{
    fc_powers_sum product = {0};
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++) {
            fc_powers each = a->item[i];
            multiply_by(&each, &b->item[k], 1);
            fc_powers_add(&product, &each);
        }
    fc_powers_free(a);
    *a = product;
    return a->n <= MOST_PRODUCTS;
}

static void add_all(fc_powers_sum *a, const fc_powers_sum *b, double factor)
{
    for (size_t i = 0; i < b->n; i++) {
        fc_powers each = b->item[i];
        each.coefficient *= factor;
        fc_powers_add(a, &each);
    }
}

bool fc_powers_dominates(const fc_powers *b, const fc_powers *a, size_t n_variables)
{
    bool grows = false;
    for (size_t i = 0; i < n_variables; i++) {
        size_t depth = FC_POWERS_VARIABLES + FC_POWERS_SUMS - i;
        double rate = depth <= FC_POWERS_SUMS ? b->rate[depth - 1] - a->rate[depth - 1] : 0;
        if (rate < -1e-9)
            return false;
        grows = grows || rate > 1e-9;
        if (rate > 1e-9)
            continue;
        double power = b->power[i] - a->power[i];
        int logs = b->logs[i] - a->logs[i];
        if (power < -1e-9 || (power < 1e-9 && logs < 0))
            return false;
        grows = grows || power > 1e-9 || logs > 0;
    }
    return grows;
}

/* The one product that dominates all others; NULL: there is none. */
static const fc_powers *largest(const fc_powers_sum *sum)
{
    for (size_t i = 0; i < sum->n; i++) {
        bool is_largest = sum->item[i].coefficient > 0;
        for (size_t k = 0; k < sum->n && is_largest; k++)
            is_largest =
                k == i || fc_powers_dominates(&sum->item[i], &sum->item[k], FC_POWERS_VARIABLES + FC_POWERS_SUMS);
        if (is_largest)
            return &sum->item[i];
    }
    return NULL;
}

/* ---- atoms ---- */

static bool expand(const expansion *job, const fc_sym *e, fc_powers_sum *out);

/* At the point, and in the middle of the sums around. */
static double value_of(const expansion *job, const fc_sym *e)
{
    for (const expansion *at = job; at; at = at->outer)
        e = at->index && at->middle ? fc_sym_replace(e, at->index, at->middle) : e;
    return job->domain->value(job->domain->data, e);
}

/* The place of a sum's index among the powers: from the end. */
static int place_of(const expansion *job)
{
    return FC_POWERS_VARIABLES + FC_POWERS_SUMS - job->depth;
}

static bool expand_variable(const expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    fc_powers product = {.coefficient = 1};
    for (const expansion *at = job; at; at = at->outer)
        if (at->index == atom) {
            product.power[place_of(at)] = 1;
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
    double value = value_of(job, atom->sym);
    *out = constant(value);
    return !isnan(value);
}

/* x, where the atom is ceil(x / d) = floor((x + d - 1) / d); NULL: it is no ceiling. */
static const fc_sym *ceiling_of(const fc_atom *atom)
{
    const fc_sym *a = atom->argument[0], *d = atom->argument[1];
    const fc_sym *x = fc_sym_subtract(a->algebra, a, fc_sym_subtract(a->algebra, d, fc_sym_integer(a->algebra, 1)));
    return fc_sym_n_terms(x) < fc_sym_n_terms(a) ? x : NULL;
}

static bool expand_quotient(const expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    const fc_sym *x = atom->kind == FC_ATOM_FLOOR ? ceiling_of(atom) : NULL;
    fc_powers_sum below = {0};
    if (!x && value_of(job, atom->sym) == 0)
        return true;
    bool known = expand(job, x ? x : atom->argument[0], out) && expand(job, atom->argument[1], &below);
    const fc_powers *divisor = known ? largest(&below) : NULL;
    for (size_t i = 0; i < out->n && divisor; i++)
        multiply_by(&out->item[i], divisor, -1);
    if (x && divisor && job->domain->is_bound)
        fc_powers_add(out, &(fc_powers){.coefficient = 1});
    fc_powers_free(&below);
    return divisor != NULL;
}

/* The argument that is selected at the point; without one, a maximum is the sum of both, a bound of a minimum either.
 */
static bool expand_selection(const expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    double a = value_of(job, atom->argument[0]), b = value_of(job, atom->argument[1]);
    bool is_maximum = atom->kind == FC_ATOM_MAXIMUM;
    if (!isnan(a) && !isnan(b))
        return expand(job, atom->argument[(a > b) != is_maximum], out);
    if (!is_maximum) {
        for (int i = 0; i < 2 && job->domain->is_bound; i++) {
            if (expand(job, atom->argument[i], out))
                return true;
            fc_powers_free(out);
        }
        return false;
    }
    fc_powers_sum other = {0};
    bool known = expand(job, atom->argument[0], out) && expand(job, atom->argument[1], &other);
    add_all(out, &other, 1);
    fc_powers_free(&other);
    return known;
}

/* The value of a product without the indices of sums at the point; NAN: not known. */
static double value_of_product(const expansion *job, const fc_powers *product)
{
    double value = product->coefficient;
    for (size_t i = 0; i < job->domain->n_variables; i++) {
        if (product->power[i] == 0 && product->logs[i] == 0)
            continue;
        double of = value_of(job, job->domain->variable[i]);
        value *= pow(of, product->power[i]) * pow(log2(of), product->logs[i]);
    }
    return value;
}

/* The product that dominates, else the one that is largest at the point; NULL: none is known to be. */
static const fc_powers *largest_at_point(const expansion *job, const fc_powers_sum *sum)
{
    const fc_powers *found = largest(sum);
    double best = 0;
    for (size_t i = 0; i < sum->n && !found; i++)
        best = fmax(best, value_of_product(job, &sum->item[i]));
    for (size_t i = 0; i < sum->n && !found; i++)
        found = value_of_product(job, &sum->item[i]) == best ? &sum->item[i] : NULL;
    return found;
}

/* The logarithm of a product of powers. Of a bound, only that of what grows. */
static bool add_logarithm(const expansion *job, const fc_powers *of, fc_powers_sum *out)
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
static bool expand_logarithm(const expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    fc_powers_sum inner = {0};
    bool known = expand(job, atom->argument[0], &inner);
    const fc_powers *of = known ? largest(&inner) : NULL;
    if (!of && known && !job->domain->is_bound)
        of = largest_at_point(job, &inner);
    bool is_joint = known && !of && job->domain->is_bound && inner.n > 0;
    if (is_joint)
        fc_powers_add(out, &(fc_powers){.coefficient = 1});
    known = is_joint || of;
    for (size_t i = 0; i < inner.n && known; i++)
        if ((is_joint && inner.item[i].coefficient > 0) || of == &inner.item[i])
            known = add_logarithm(job, &inner.item[i], out);
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
static bool expand_exponent(const expansion *job, const fc_sym *e, fc_powers_sum *out)
{
    fc_powers_domain exact = *job->domain;
    expansion inner = *job;
    exact.is_bound = false;
    inner.domain = &exact;
    if (expand(&inner, e, out))
        return true;
    fc_powers_free(out);
    return job->domain->is_bound && expand(job, e, out);
}

/* A power of a constant whose exponent has a rounded logarithm is off by a factor: at the point it is exact. */
static bool expand_power(const expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    fc_powers_sum exponent = {0};
    fc_powers power = {.coefficient = 1};
    bool known = expand_exponent(job, atom->argument[0], &exponent) &&
                 multiply_power(&exponent, log2((double)fc_atom_base(atom)), &power);
    double exact = job->index ? NAN : value_of(job, atom->sym), rough = value_of_product(job, &power);
    if (known && !job->domain->is_bound && exact > 0 && rough > 0 && isfinite(exact / rough))
        power.coefficient *= exact / rough;
    if (known)
        fc_powers_add(out, &power);
    fc_powers_free(&exponent);
    return known;
}

/* floor(sqrt(a)) as sqrt(a). */
static bool expand_root(const expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    fc_powers_sum inner = {0};
    const fc_powers *of = expand(job, atom->argument[0], &inner) ? largest(&inner) : NULL;
    fc_powers root = {.coefficient = 1};
    bool known = of != NULL;
    for (size_t i = 0; of && i < FC_POWERS_VARIABLES + FC_POWERS_SUMS; i++)
        known = known && of->logs[i] == 0;
    if (known) {
        multiply_by(&root, of, 0.5);
        fc_powers_add(out, &root);
    }
    fc_powers_free(&inner);
    return known;
}

/* floor(log(a) / log(b)) as log2(a) / log2(b). */
static bool expand_digits(const expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    double base;
    bool known = fc_sym_is_constant(atom->argument[1], &base) && expand_logarithm(job, atom, out);
    for (size_t i = 0; i < out->n && known; i++)
        out->item[i].coefficient /= log2(base);
    return known;
}

static bool expand_call(const expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    double dimensions;
    if (strcmp(atom->key, "dims_create") != 0 || !fc_sym_is_constant(atom->argument[1], &dimensions) ||
        !expand(job, atom->argument[0], out) || out->n != 1)
        return false;
    fc_powers root = {.coefficient = 1};
    multiply_by(&root, &out->item[0], 1 / dimensions);
    out->item[0] = root;
    return true;
}

/* [v mod d == x] holds for one of d values of a sum's index v; NULL: the test is another. */
static const fc_sym *period_of(const expansion *job, const fc_atom *atom)
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
static bool expand_test(const expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    const fc_sym *period = period_of(job, atom);
    double value = period ? 1 : value_of(job, atom->sym);
    *out = constant(isnan(value) ? 1 : value);
    fc_powers_sum below = {0};
    const fc_powers *divisor = period && expand(job, period, &below) ? largest(&below) : NULL;
    if (divisor)
        multiply_by(&out->item[0], divisor, -1);
    fc_powers_free(&below);
    return !period || divisor;
}

/* A sum being expanded: its body over its index, and the ends of its range. */
typedef struct summation {
    const expansion *inner;
    double low;                    /* at the point; NAN: not known */
    const fc_powers *last;         /* one more than the last index: its largest product; NULL: none */
    const fc_powers_sum *exponent; /* the same as an exponent */
} summation;

/* The sum of v^k r^v from `low` on, r < 1. */
static double sum_of_falling(double low, double power, double ratio)
{
    double sum = 0;
    for (int i = 0; i < 1000 && ratio < 0.99; i++)
        sum += pow(low + i, power) * pow(ratio, low + i);
    return ratio < 0.99 ? sum : NAN;
}

/* The sum of v^k r^v up to h: h^(k+1)/(k+1), or h^k r^(h+1)/(r-1) where r > 1. */
static bool add_integral(const summation *s, fc_powers each, fc_powers_sum *out)
{
    int place = place_of(s->inner);
    double power = each.power[place], rate = each.rate[s->inner->depth - 1];
    if (power < 0 || each.logs[place] != 0)
        return false;
    each.power[place] = 0;
    each.rate[s->inner->depth - 1] = 0;
    if (rate < 0)
        each.coefficient *= sum_of_falling(s->low, power, exp2(rate));
    else if (!s->last || (rate > 0 && !multiply_power(s->exponent, rate, &each)))
        return false;
    if (rate >= 0)
        multiply_by(&each, s->last, rate > 0 ? power : power + 1);
    each.coefficient /= rate > 0 ? exp2(rate) - 1 : rate < 0 ? 1 : power + 1;
    fc_powers_add(out, &each);
    return isfinite(each.coefficient);
}

static bool expand_sum(const expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    double low = value_of(job, atom->argument[1]), high = value_of(job, atom->argument[2]);
    double middle = floor((low + high) / 2);
    expansion inner = {job->algebra, job->domain, job, fc_atom_of_variable(atom->argument[0]), NULL, job->depth + 1};
    if (!isnan(middle) && fabs(middle) < 1e15)
        inner.middle = fc_sym_integer(job->algebra, (long)middle);
    const fc_sym *behind = fc_sym_add(job->algebra, atom->argument[2], fc_sym_integer(job->algebra, 1));
    fc_powers_sum body = {0}, end = {0}, exponent = {0};
    bool known = inner.depth <= FC_POWERS_SUMS && expand(job, behind, &end) &&
                 expand_exponent(job, behind, &exponent) && expand(&inner, atom->argument[3], &body);
    const summation s = {&inner, low, known ? largest_at_point(job, &end) : NULL, &exponent};
    for (size_t i = 0; i < body.n && known; i++)
        known = add_integral(&s, body.item[i], out);
    fc_powers_free(&body);
    fc_powers_free(&exponent);
    fc_powers_free(&end);
    return known;
}

static bool expand_atom(const expansion *job, const fc_atom *atom, fc_powers_sum *out)
{
    switch (atom->kind) {
    case FC_ATOM_VARIABLE:
        return expand_variable(job, atom, out);
    case FC_ATOM_FLOOR:
    case FC_ATOM_C_DIVIDE:
    case FC_ATOM_RATIO:
        return expand_quotient(job, atom, out);
    case FC_ATOM_MINIMUM:
    case FC_ATOM_MAXIMUM:
        return expand_selection(job, atom, out);
    case FC_ATOM_NONNEGATIVE:
    case FC_ATOM_ZERO:
        return expand_test(job, atom, out);
    case FC_ATOM_SUM:
        return expand_sum(job, atom, out);
    case FC_ATOM_LOG2:
        return expand_logarithm(job, atom, out);
    case FC_ATOM_ROOT:
        return expand_root(job, atom, out);
    case FC_ATOM_DIGITS:
        return expand_digits(job, atom, out);
    case FC_ATOM_POWER:
        return expand_power(job, atom, out);
    case FC_ATOM_CALL:
        return expand_call(job, atom, out);
    case FC_ATOM_PRODUCT: {
        fc_powers_sum other = {0};
        bool known = expand(job, atom->argument[0], out) && expand(job, atom->argument[1], &other);
        known = known && multiply(out, &other);
        fc_powers_free(&other);
        return known;
    }
    default:
        return false;
    }
}

/* ---- expressions ---- */

static bool expand(const expansion *job, const fc_sym *e, fc_powers_sum *out)
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
        fc_powers_sum product = constant(fmpq_get_d(coefficient));
        known = true;
        for (int i = 0; i < e->n_atoms; i++)
            for (ulong k = 0; k < exponent[i] && known; k++)
                known = multiply(&product, &atom[i]);
        add_all(out, &product, 1);
        fc_powers_free(&product);
    }
    for (size_t i = 0; i < n; i++)
        fc_powers_free(&atom[i]);
    fmpq_clear(coefficient);
    free(exponent);
    free(atom);
    return known && out->n <= MOST_PRODUCTS;
}

bool fc_powers_find(fc_powers_sum *out, fc_algebra *algebra, const fc_sym *expression, const fc_powers_domain *domain)
{
    expansion job = {.algebra = algebra, .domain = domain};
    *out = (fc_powers_sum){0};
    bool known = expand(&job, expression, out);
    if (!known)
        fc_powers_free(out);
    return known;
}

/* ---- printing ---- */

/* "sqrt(n)", "n^2", "n^(3/2)"; the exponent is positive. */
static void print_power(fc_text *out, const char *name, double power)
{
    int denominator = 1;
    while (denominator < 12 && fabs(power * denominator - round(power * denominator)) > 1e-6)
        denominator++;
    int numerator = (int)round(power * denominator);
    if (numerator == 1 && denominator == 2)
        fc_text_add(out, "sqrt(%s)", name);
    else if (denominator > 1)
        fc_text_add(out, "%s^(%d/%d)", name, numerator, denominator);
    else
        fc_text_add(out, numerator > 1 ? "%s^%d" : "%s", name, numerator);
}

void fc_powers_print(fc_text *out, const fc_powers *product, const char *const *name, size_t n_variables)
{
    size_t start = out->length;
    int below = 0;
    for (size_t i = 0; i < n_variables; i++) {
        below += product->power[i] < 0;
        if (product->power[i] > 0) {
            fc_text_add(out, out->length > start ? "*" : "");
            print_power(out, name[i], product->power[i]);
        }
        if (product->logs[i] > 0) {
            fc_text_add(out, out->length > start ? "*log(%s)" : "log(%s)", name[i]);
            fc_text_add(out, product->logs[i] > 1 ? "^%d" : "", product->logs[i]);
        }
    }
    if (out->length == start)
        fc_text_add(out, "1");
    size_t first = out->length;
    for (size_t i = 0; i < n_variables; i++)
        if (product->power[i] < 0) {
            fc_text_add(out, out->length > first ? "*" : below > 1 ? "/(" : "/");
            print_power(out, name[i], -product->power[i]);
        }
    fc_text_add(out, below > 1 ? ")" : "");
}
