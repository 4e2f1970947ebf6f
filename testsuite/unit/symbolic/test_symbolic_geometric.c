/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Powers of a constant and their sums. Expected: sums by loops over whole numbers, and forms of textbooks. */
#include "analyzer/powers/powers.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct world {
    fc_algebra *algebra;
    const fc_sym *n, *t, *u;
    long value_of_n;
} world;

static int setup(void **state)
{
    world *w = calloc(1, sizeof *w);
    w->algebra = fc_algebra_create();
    w->n = fc_sym_variable(w->algebra, "n", "n", NULL, FC_FACT_NONNEGATIVE);
    w->t = fc_sym_variable(w->algebra, "t", "t", NULL, FC_FACT_NONNEGATIVE);
    w->u = fc_sym_variable(w->algebra, "u", "u", NULL, FC_FACT_NONNEGATIVE);
    *state = w;
    return 0;
}

static int teardown(void **state)
{
    world *w = *state;
    fc_algebra_free(w->algebra);
    free(w);
    return 0;
}

static const fc_sym *number(world *w, long value)
{
    return fc_sym_integer(w->algebra, value);
}

static const fc_sym *plus(world *w, const fc_sym *a, long value)
{
    return fc_sym_add(w->algebra, a, number(w, value));
}

static const fc_sym *times(world *w, long value, const fc_sym *a)
{
    return fc_sym_multiply(w->algebra, number(w, value), a);
}

static void assert_text(const fc_sym *e, fc_notation notation, const char *expected)
{
    fc_text text = {0};
    fc_sym_print(&text, e, notation);
    assert_string_equal(text.bytes, expected);
    fc_text_free(&text);
}

static bool look_up(void *data, const char *key, double *value)
{
    const world *w = data;
    *value = (double)w->value_of_n;
    return strcmp(key, "n") == 0;
}

static double evaluate(world *w, const fc_sym *e, long n)
{
    fc_values values = {look_up, NULL, w};
    double found = -0.5;
    w->value_of_n = n;
    assert_true(fc_sym_evaluate(e, &values, &found));
    return found;
}

static long power(long base, long exponent)
{
    long product = 1;
    for (long i = 0; i < exponent; i++)
        product *= base;
    return product;
}

static void test_symbolic_power__has_one_form(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *two = fc_sym_power(a, 2, w->t);
    assert_true(fc_sym_power(a, 2, number(w, 10)) == number(w, 1024));
    assert_true(fc_sym_power(a, 2, plus(w, w->t, 3)) == times(w, 8, two));
    assert_true(fc_sym_power(a, 8, w->t) == fc_sym_multiply(a, two, fc_sym_multiply(a, two, two)));
    assert_true(fc_sym_power(a, 3, times(w, 2, w->t)) ==
                fc_sym_multiply(a, fc_sym_power(a, 3, w->t), fc_sym_power(a, 3, w->t)));
    assert_true(fc_sym_substitute(a, two, w->t, number(w, 5)) == number(w, 32));
    assert_true(fc_sym_c_divide(a, times(w, 6, two), number(w, 2)) == times(w, 3, two));
    assert_true(fc_sym_proves_positive(a, two));
    assert_true(fc_sym_ilog(a, 2, times(w, 12, two)) == plus(w, w->t, 3));
    assert_text(times(w, 3, fc_sym_power(a, 4, plus(w, w->t, 1))), FC_NOTATION_TEXT, "12*(2^t)^2");
    assert_text(fc_sym_power(a, 3, fc_sym_subtract(a, w->n, w->t)), FC_NOTATION_TEXT, "3^(n - t)");
    assert_text(fc_sym_power(a, 3, fc_sym_subtract(a, w->n, w->t)), FC_NOTATION_LATEX, "3^{n - t}");
    assert_text(two, FC_NOTATION_C, "fc_power((double)t, 2.0)");
}

/* floor(n / 2) has one binary digit less, where there is one. */
static void test_symbolic_power__logarithms_of_quotients_are_shorter(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *positive = plus(w, w->n, 1), *half = fc_sym_floor_divide(a, positive, number(w, 2));
    assert_true(fc_sym_ilog(a, 2, half) == plus(w, fc_sym_ilog(a, 2, positive), -1));
    const fc_sym *kept = fc_sym_ilog(a, 2, fc_sym_floor_divide(a, w->n, number(w, 2)));
    for (long n = 0; n < 70; n++)
        assert_true(evaluate(w, kept, n) == evaluate(w, fc_sym_ilog(a, 2, number(w, n / 2)), 0));
    assert_true(fc_sym_proves_nonnegative(a, plus(w, kept, 1)));
}

static void test_symbolic_geometric__gives_the_forms_of_textbooks(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *last = plus(w, w->n, -1), *zero = number(w, 0), *two = fc_sym_power(a, 2, w->t);
    assert_text(fc_sym_sum(a, w->t, zero, last, two), FC_NOTATION_TEXT, "2^n - 1");
    assert_text(fc_sym_sum(a, w->t, zero, last, fc_sym_power(a, 3, w->t)), FC_NOTATION_TEXT, "(3^n - 1)/2");
    /* Graham, Knuth, Patashnik, (2.24): sum of k 2^k */
    const fc_sym *product = fc_sym_sum(a, w->t, zero, w->n, fc_sym_multiply(a, w->t, two));
    for (long n = 0; n < 9; n++)
        assert_true(evaluate(w, product, n) == (double)((n - 1) * power(2, n + 1) + 2));
    /* a binary tree's levels from the leaves: n terms of equal size have no powers left */
    const fc_sym *nodes = fc_sym_power(a, 2, fc_sym_subtract(a, w->n, w->t));
    assert_text(fc_sym_sum(a, w->t, zero, last, fc_sym_multiply(a, two, nodes)), FC_NOTATION_TEXT, "n*2^n");
    /* the rounds of a bitonic sort, 1 + ... + n */
    const fc_sym *rounds = fc_sym_sum(a, w->u, zero, fc_sym_ilog(a, 2, two), number(w, 1));
    assert_text(fc_sym_sum(a, w->t, zero, last, rounds), FC_NOTATION_TEXT, "n*(n + 1)/2");
}

/* (c0 + c1 t + c2 t^2) * base^(s t + c) * other^(n - t), for t = low .. n */
static void test_symbolic_geometric__sums_are_those_of_loops(void **state)
{
    static const long base[] = {2, 3, 4, 5};
    world *w = *state;
    fc_algebra *a = w->algebra;
    for (long k = 0; k < 4 * 3 * 3 * 3 * 4; k++) {
        long b = base[k % 4], s = k / 4 % 3, low = k / 12 % 3, shape = k / 36 % 3, other = k / 108;
        long c[] = {7 - k % 5, shape > 0 ? k % 7 - 3 : 0, shape > 1 ? 2 : 0};
        const fc_sym *polynomial = plus(w, times(w, c[1], w->t), c[0]);
        polynomial = fc_sym_add(a, polynomial, times(w, c[2], fc_sym_multiply(a, w->t, w->t)));
        const fc_sym *body = fc_sym_multiply(a, polynomial, fc_sym_power(a, b, plus(w, times(w, s, w->t), 1)));
        if (other > 1)
            body = fc_sym_multiply(a, body, fc_sym_power(a, other, fc_sym_subtract(a, w->n, w->t)));
        const fc_sym *sum = fc_sym_sum(a, w->t, number(w, low), w->n, body);
        assert_non_null(sum);
        for (long n = 0; n < 6; n++) {
            long expected = 0;
            for (long t = low; t <= n; t++)
                expected +=
                    (c[0] + c[1] * t + c[2] * t * t) * power(b, s * t + 1) * (other > 1 ? power(other, n - t) : 1);
            assert_true(evaluate(w, sum, n) == (double)expected);
        }
    }
}

/* for (len = 1; len <= n; len *= 2) for (j = 0; j < len; j++) and, with rounding, for (i = 0; i < n; i += 2 * len) */
static void test_symbolic_geometric__sums_over_ranges_that_grow(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *length = fc_sym_power(a, 2, w->t), *last = fc_sym_ilog(a, 2, w->n), *zero = number(w, 0);
    const fc_sym *inner = fc_sym_sum(a, w->u, zero, plus(w, length, -1), w->u);
    const fc_sym *closed = fc_sym_sum(a, w->t, zero, last, inner);
    const fc_sym *blocks =
        fc_sym_floor_divide(a, plus(w, fc_sym_add(a, w->n, times(w, 2, length)), -1), times(w, 2, length));
    assert_non_null(closed);
    assert_null(fc_sym_sum(a, w->t, zero, last, fc_sym_multiply(a, blocks, length)));
    const fc_sym *kept = fc_sym_sum_or_loop(a, w->t, zero, last, fc_sym_multiply(a, blocks, length));
    for (long n = 0; n < 70; n++) {
        long triangle = 0, rounded = 0;
        for (long size = 1; size <= n; size *= 2) {
            triangle += size * (size - 1) / 2;
            rounded += (n + 2 * size - 1) / (2 * size) * size;
        }
        assert_true(evaluate(w, closed, n) == (double)triangle);
        assert_true(evaluate(w, kept, n) == (double)rounded);
    }
}

static double no_value(void *data, const fc_sym *expression)
{
    double value = NAN;
    (void)data;
    fc_sym_is_constant(expression, &value);
    return value;
}

static void check_powers(world *w, const fc_sym *e, const char *expected)
{
    const fc_sym *variable[] = {w->n, w->u};
    fc_powers_domain domain = {.variable = variable, .n_variables = 2, .value = no_value, .is_bound = true};
    fc_powers_sum sum;
    fc_text text = {0};
    assert_true(fc_powers_find(&sum, w->algebra, e, &domain));
    for (size_t i = 0; i < sum.n; i++) {
        fc_text_add(&text, i ? " + " : "");
        fc_powers_print(&text, &sum.item[i], (const char *const[]){"n", "p"}, 2);
    }
    assert_string_equal(text.bytes, expected);
    fc_text_free(&text);
    fc_powers_free(&sum);
}

/* Levels of a butterfly cost n each, those of a cycle and of a tree as much as the largest. */
static void test_symbolic_geometric__sums_grow_as_their_largest_terms(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *length = fc_sym_power(a, 2, w->t), *last = fc_sym_ilog(a, 2, w->n), *zero = number(w, 0);
    const fc_sym *level = fc_sym_floor_divide(a, w->n, length);
    check_powers(w, fc_sym_sum_or_loop(a, w->t, zero, last, fc_sym_multiply(a, level, length)), "n*log(n) + n");
    check_powers(w, fc_sym_sum_or_loop(a, w->t, zero, last, level), "n");
    check_powers(w, fc_sym_sum_or_loop(a, w->t, zero, last, fc_sym_isqrt(a, fc_sym_multiply(a, length, length))), "n");
    check_powers(w, fc_sym_power(a, 3, fc_sym_ilog(a, 3, w->n)), "n");
    check_powers(w, fc_sym_power(a, 4, fc_sym_ilog(a, 2, w->n)), "n^2");
    /* log2(n/p + 1) is at most log2(n) + 1 */
    check_powers(w, fc_sym_log2(a, plus(w, fc_sym_floor_divide(a, w->n, plus(w, w->u, 0)), 1)), "1 + log(n)");
    /* the exponent's quotient is no bound only: 2^log2(n/p) is n/p */
    check_powers(w, fc_sym_power(a, 2, fc_sym_ilog(a, 2, fc_sym_floor_divide(a, w->n, w->u))), "n/p");
    fc_growth growth;
    assert_true(fc_sym_growth(&growth, a, fc_sym_power(a, 2, fc_sym_multiply(a, number(w, 3), last)), w->n));
    assert_int_equal(growth.power, 3);
    assert_int_equal(growth.logs, 0);
    assert_false(fc_sym_growth(&growth, a, fc_sym_power(a, 2, w->n), w->n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(test_symbolic_power__has_one_form),
        TEST(test_symbolic_power__logarithms_of_quotients_are_shorter),
        TEST(test_symbolic_geometric__gives_the_forms_of_textbooks),
        TEST(test_symbolic_geometric__sums_are_those_of_loops),
        TEST(test_symbolic_geometric__sums_over_ranges_that_grow),
        TEST(test_symbolic_geometric__sums_grow_as_their_largest_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
