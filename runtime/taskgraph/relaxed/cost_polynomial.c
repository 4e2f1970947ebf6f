/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/cost_polynomial.h"

#include "runtime/taskgraph/relaxed/iteration_cost.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST_PRODUCTS = 40 /* of one cost sequence; longer polynomials are not worth keeping */
};

void fc_cost_polynomial_free(fc_counted *of)
{
    free(of->product);
    free(of->term);
    *of = (fc_counted){0};
}

/* Terms are numbered from 1. */
static void add_term(fc_counted *of, fc_cost_polynomial *to, double s, uint32_t product)
{
    const size_t n = of->n_terms > 0 ? of->n_terms : 1;
    of->term = fc_grow(of->term, &of->term_capacity, n + 1, sizeof *of->term);
    of->term[n] = (fc_cost_polynomial_term){s, product, to->term};
    of->n_terms = n + 1;
    to->term = (uint32_t)n;
}

fc_cost_polynomial fc_cost_polynomial_add(fc_counted *of, fc_cost_polynomial a, fc_cost_polynomial b)
{
    fc_cost_polynomial sum = {a.s + b.s, a.term};
    for (uint32_t t = b.term; t > 0; t = of->term[t].next)
        add_term(of, &sum, of->term[t].s, of->term[t].product);
    return sum;
}

static bool are_same(const fc_cost_polynomial_product *a, const fc_cost_polynomial_product *b)
{
    return a->times == b->times && a->loop == b->loop && a->degree == b->degree && a->phase == b->phase &&
           a->period == b->period && a->shift == b->shift;
}

static uint32_t product_of(fc_counted *of, const fc_cost_polynomial_product *wanted)
{
    const size_t n = of->n_products > 0 ? of->n_products : 1;
    for (size_t i = 1; i < n; i++)
        if (are_same(&of->product[i], wanted))
            return (uint32_t)i;
    of->product = fc_grow(of->product, &of->product_capacity, n + 1, sizeof *of->product);
    of->product[n] = *wanted;
    of->n_products = n + 1;
    return (uint32_t)n;
}

static double most_of(const fc_counted *of, uint32_t product)
{
    return product > 0 ? of->product[product].most : 1;
}

/* ---- polynomials in one more counter ---- */

/* product[n]: all products in the iterations' costs, first 0 for the constant. Returns n; 0: too many. */
static int list_products(uint32_t product[MOST_PRODUCTS], const fc_counted *of,
                         const fc_cost_polynomial_samples *sequence)
{
    int n = 1;
    product[0] = 0;
    for (uint32_t i = 0; i < sequence->n; i++)
        for (uint32_t t = sequence->cost[i].term; t > 0; t = of->term[t].next) {
            int k = 0;
            while (k < n && product[k] != of->term[t].product)
                k++;
            if (k == MOST_PRODUCTS)
                return 0;
            product[k] = of->term[t].product;
            n = k == n ? n + 1 : n;
        }
    return n;
}

/* value[n]: the coefficient of a product in each iteration. */
static void list_factors(double *value, const fc_counted *of, const fc_cost_polynomial_samples *sequence,
                         uint32_t product)
{
    for (uint32_t i = 0; i < sequence->n; i++) {
        value[i] = product == 0 ? sequence->cost[i].s : 0;
        for (uint32_t t = sequence->cost[i].term; t > 0 && product > 0; t = of->term[t].next)
            value[i] += of->term[t].product == product ? of->term[t].s : 0;
    }
}

/* found[n]: a polynomial for the coefficient of each product[n]. False: one of them has none. */
static bool find_all(fc_iteration_cost *found, const uint32_t *product, int n, const fc_counted *of,
                     const fc_cost_polynomial_samples *sequence)
{
    double *value = fc_allocate((size_t)sequence->n + 1, sizeof *value);
    bool fits = n > 0;
    for (int k = 0; k < n && fits; k++) {
        list_factors(value, of, sequence, product[k]);
        fits = fc_iteration_cost_fit(&found[k], value, sequence->n, sequence->rounding / most_of(of, product[k]));
    }
    free(value);
    return fits;
}

bool fc_cost_polynomial_fits(const fc_counted *of, const fc_cost_polynomial_samples *sequence)
{
    uint32_t product[MOST_PRODUCTS];
    fc_iteration_cost found[MOST_PRODUCTS];
    return find_all(found, product, list_products(product, of, sequence), of, sequence);
}

/* Adds the terms of one product, multiplied with a polynomial of the counter. */
static void add_function(fc_cost_polynomial *to, fc_counted *of, const fc_iteration_cost *function,
                         fc_cost_polynomial_product with)
{
    const uint32_t times = with.times;
    const double iterations = with.most, most = most_of(of, times);
    for (int i = 0; i < function->n; i++) {
        const fc_iteration_cost_term *term = &function->term[i];
        with.degree = term->degree;
        with.phase = term->phase;
        with.period = term->phase > 0 ? function->period : 0;
        with.shift = term->phase > 0 ? function->shift : 0;
        with.most = most * pow(iterations, term->degree) * pow(fmax(1, with.period - 1.0), term->phase);
        const bool is_one = term->degree == 0 && term->phase == 0;
        if (is_one && times == 0)
            to->s += term->s;
        else if (term->s != 0)
            add_term(of, to, term->s, is_one ? times : product_of(of, &with));
    }
}

bool fc_cost_polynomial_fit(fc_cost_polynomial *out, fc_counted *of, const fc_cost_polynomial_samples *sequence)
{
    uint32_t product[MOST_PRODUCTS];
    fc_iteration_cost found[MOST_PRODUCTS];
    const int n = list_products(product, of, sequence);
    if (!find_all(found, product, n, of, sequence))
        return false;
    *out = (fc_cost_polynomial){0};
    for (int k = 0; k < n; k++)
        add_function(out, of, &found[k],
                     (fc_cost_polynomial_product){.times = product[k], .loop = sequence->loop, .most = sequence->n});
    return true;
}

/* ---- as text ---- */

static void write_power(fc_text *out, const char *base, int power)
{
    if (power == 1)
        fc_text_add(out, "*%s", base);
    else if (power > 1)
        fc_text_add(out, "*%s^%d", base, power);
}

void fc_cost_polynomial_write(fc_text *out, const fc_counted *of, fc_cost_polynomial cost, char *const *counter)
{
    fc_text_add(out, "%.17g", cost.s);
    for (uint32_t t = cost.term; t > 0; t = of->term[t].next) {
        fc_text_add(out, of->term[t].s < 0 ? " - %.17g" : " + %.17g", fabs(of->term[t].s));
        uint32_t product = of->term[t].product;
        for (; product > 0; product = of->product[product].times) {
            const fc_cost_polynomial_product *at = &of->product[product];
            char *phase = fc_format("mod(%s + %u, %u)", counter[at->loop], at->shift, at->period);
            write_power(out, counter[at->loop], at->degree);
            write_power(out, phase, at->phase);
            free(phase);
        }
    }
}
