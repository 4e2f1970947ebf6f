/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/powers/summation.h"

#include <math.h>

enum {
    MOST_POWER = 8 /* of an index whose sum is expanded */
};

void fc_summation_leave(const fc_expansion *inner, fc_powers_sum *body)
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
static bool bound_integral(const fc_expansion *inner, const fc_powers *each, const fc_powers_sum *end,
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
    bool known =
        fc_products_add_logarithm(&logarithm, product, job->domain->is_bound) && fc_products_multiply(out, &logarithm);
    fc_powers_free(&logarithm);
    return known;
}

/* A bound of the sum of v^k log(v)^j over positive v: the end's power and logarithm, a harmonic sum, or a constant. */
static bool bound_powers(const fc_summation *s, fc_powers each, fc_powers_sum *out)
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

bool fc_summation_add(const fc_summation *s, fc_powers each, fc_powers_sum *out)
{
    int place = fc_expansion_place(s->inner);
    double power = each.power[place], rate = each.rate[s->inner->depth - 1];
    bool is_bound = s->inner->bound;
    if (is_bound && rate == 0)
        return bound_integral(s->inner, &each, s->end, s->low, out) || bound_powers(s, each, out);
    if (power < 0 || each.logs[place] != 0)
        return false;
    each.power[place] = 0;
    each.rate[s->inner->depth - 1] = 0;
    if (rate < 0)
        each.coefficient *= sum_of_falling(is_bound && isnan(s->at_low) ? 0 : s->at_low, power, exp2(rate));
    else if (!s->last || (rate > 0 && !fc_products_multiply_power(&each, s->exponent, rate)))
        return false;
    if (rate >= 0)
        fc_products_multiply_by(&each, s->last, rate > 0 ? power : power + 1);
    each.coefficient /= rate > 0 ? exp2(rate) - 1 : rate < 0 ? 1 : power + 1;
    fc_powers_add(out, &each);
    return isfinite(each.coefficient);
}
