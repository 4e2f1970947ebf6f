/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/powers/products.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- sums of products ---- */

bool fc_products_equal_growth(const fc_powers *a, const fc_powers *b)
{
    return memcmp(a->power, b->power, sizeof a->power) == 0 && memcmp(a->logs, b->logs, sizeof a->logs) == 0 &&
           memcmp(a->rate, b->rate, sizeof a->rate) == 0;
}

bool fc_powers_has_rest(const fc_powers *product)
{
    static const fc_powers none;
    return memcmp(product->rest, none.rest, sizeof none.rest) != 0;
}

/* Coefficients that cancel leave rounding errors of doubles, which are no products. */
static double sum_of(double a, double b)
{
    return fabs(a + b) < 1e-10 * fmax(fabs(a), fabs(b)) ? 0 : a + b;
}

void fc_powers_add(fc_powers_sum *sum, const fc_powers *product)
{
    /* Products of the shared rest stand for different numbers: those of different signs do not cancel. */
    bool is_shared = product->rest[FC_PRODUCTS_SHARED_REST] > 0;
    for (size_t i = 0; i < sum->n; i++) {
        fc_powers *item = &sum->item[i];
        bool may_add = !is_shared || (item->coefficient < 0) == (product->coefficient < 0);
        if (may_add && memcmp(item->rest, product->rest, sizeof product->rest) == 0 &&
            fc_products_equal_growth(item, product)) {
            item->coefficient = sum_of(item->coefficient, product->coefficient);
            return;
        }
    }
    sum->item = fc_grow(sum->item, &sum->capacity, sum->n + 1, sizeof *sum->item);
    sum->item[sum->n++] = *product;
}

void fc_powers_free(fc_powers_sum *sum)
{
    free(sum->item);
    *sum = (fc_powers_sum){0};
}

fc_powers_sum fc_products_constant(double value)
{
    fc_powers_sum sum = {0};
    if (value != 0)
        fc_powers_add(&sum, &(fc_powers){.coefficient = value});
    return sum;
}

void fc_products_multiply_by(fc_powers *a, const fc_powers *b, double exponent)
{
    a->coefficient *= exponent == 1 ? b->coefficient : pow(b->coefficient, exponent);
    for (int i = 0; i < FC_POWERS_VARIABLES + FC_POWERS_SUMS; i++) {
        a->power[i] += exponent * b->power[i] + 0.0;
        a->logs[i] += (int)exponent * b->logs[i];
    }
    for (int i = 0; i < FC_POWERS_SUMS; i++)
        a->rate[i] += exponent * b->rate[i] + 0.0;
    for (int i = 0; i < FC_POWERS_RESTS && exponent > 0; i++)
        a->rest[i] = (unsigned char)(a->rest[i] + b->rest[i]);
}

static void remove_zeros(fc_powers_sum *sum)
{
    size_t n = 0;
    for (size_t i = 0; i < sum->n; i++)
        if (sum->item[i].coefficient != 0)
            sum->item[n++] = sum->item[i];
    sum->n = n;
}

bool fc_products_multiply(fc_powers_sum *a, const fc_powers_sum *b)
{
    fc_powers_sum product = {0};
    for (size_t i = 0; i < a->n && product.n <= FC_PRODUCTS_MOST_BOUND; i++)
        for (size_t k = 0; k < b->n; k++) {
            fc_powers each = a->item[i];
            fc_products_multiply_by(&each, &b->item[k], 1);
            fc_powers_add(&product, &each);
        }
    fc_powers_free(a);
    *a = product;
    bool fits = a->n <= FC_PRODUCTS_MOST_BOUND;
    remove_zeros(a);
    return fits;
}

void fc_products_add_all(fc_powers_sum *a, const fc_powers_sum *b, double factor)
{
    for (size_t i = 0; i < b->n; i++) {
        fc_powers each = b->item[i];
        each.coefficient *= factor;
        fc_powers_add(a, &each);
    }
    remove_zeros(a);
}

void fc_products_multiply_rest(fc_powers_sum *a, int rest)
{
    fc_powers_sum by = {0};
    fc_powers one = {.coefficient = 1};
    one.rest[rest] = 1;
    fc_powers_add(&by, &one);
    fc_products_multiply(a, &by);
    fc_powers_free(&by);
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

const fc_powers *fc_products_dominating(const fc_powers_sum *sum)
{
    for (size_t i = 0; i < sum->n; i++) {
        const fc_powers *item = &sum->item[i];
        bool dominates = item->coefficient != 0 && !fc_powers_has_rest(item);
        for (size_t k = 0; k < sum->n && dominates; k++)
            dominates = k == i || sum->item[k].coefficient == 0 || fc_products_equal_growth(item, &sum->item[k]) ||
                        fc_powers_dominates(item, &sum->item[k], FC_POWERS_VARIABLES + FC_POWERS_SUMS);
        if (dominates)
            return item;
    }
    return NULL;
}

const fc_powers *fc_products_largest(const fc_powers_sum *sum)
{
    const fc_powers *found = fc_products_dominating(sum);
    return found && found->coefficient > 0 ? found : NULL;
}

bool fc_products_is_positive(const fc_powers_sum *sum)
{
    for (size_t i = 0; i < sum->n; i++) {
        const fc_powers *item = &sum->item[i];
        bool covered = item->coefficient >= 0;
        for (size_t k = 0; k < sum->n && !covered; k++) {
            const fc_powers *by = &sum->item[k];
            bool is_alike = fc_products_equal_growth(by, item) && by->coefficient + item->coefficient >= 0;
            covered = by->coefficient > 0 && !fc_powers_has_rest(by) &&
                      (is_alike || fc_powers_dominates(by, item, FC_POWERS_VARIABLES + FC_POWERS_SUMS));
        }
        if (!covered)
            return false;
    }
    return true;
}

void fc_products_keep_positive(fc_powers_sum *sum)
{
    size_t n = 0;
    for (size_t i = 0; i < sum->n; i++)
        if (sum->item[i].coefficient > 0)
            sum->item[n++] = sum->item[i];
    sum->n = n;
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

/* ---- logarithms and exponents ---- */

bool fc_products_add_logarithm(fc_powers_sum *out, const fc_powers *of, bool is_bound)
{
    bool known = true;
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

bool fc_products_multiply_power(fc_powers *out, const fc_powers_sum *exponent, double rate)
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
