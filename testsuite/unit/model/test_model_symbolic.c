/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Identities worked out by hand. Values at single points come from the definitions, closed forms from published tables
 * of sums (squares: n(n+1)(2n+1)/6; chains n > i > j > ...: binomial coefficients; sum of floor(n/k): OEIS A006218). */
#include "analyzer/symbolic/symbolic.h"
#include "analyzer/symbolic/symbolic_powers.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct world {
    fc_algebra *algebra;
    const fc_sym *n, *m, *p, *b, *i, *j, *k, *real; /* n >= 0; m of any sign; p, b >= 1 */
} world;

static int setup(void **state)
{
    world *w = calloc(1, sizeof *w);
    fc_algebra *a = w->algebra = fc_algebra_create();
    w->n = fc_sym_variable(a, "n", "n", NULL, FC_FACT_NONNEGATIVE);
    w->m = fc_sym_variable(a, "m", "m", NULL, FC_FACT_NONE);
    w->p = fc_sym_variable(a, "p", "p", "g->p", FC_FACT_POSITIVE);
    w->b = fc_sym_variable(a, "b", "b", NULL, FC_FACT_POSITIVE);
    w->i = fc_sym_variable(a, "i", "i", NULL, FC_FACT_NONE);
    w->j = fc_sym_variable(a, "j", "j", NULL, FC_FACT_NONE);
    w->k = fc_sym_variable(a, "k", "k", NULL, FC_FACT_NONE);
    w->real = fc_sym_variable(a, "share", "share", NULL, FC_FACT_REAL | FC_FACT_NONNEGATIVE);
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

static const fc_sym *product(world *w, const fc_sym *a, const fc_sym *b)
{
    return fc_sym_multiply(w->algebra, a, b);
}

static const fc_sym *minus(world *w, const fc_sym *a)
{
    return fc_sym_subtract(w->algebra, number(w, 0), a);
}

static const fc_sym *ceiling(world *w, const fc_sym *a, const fc_sym *b)
{
    return fc_sym_floor_divide(w->algebra, plus(w, fc_sym_add(w->algebra, a, b), -1), b);
}

static bool value_of(void *data, const char *key, double *value)
{
    static const char *const names[] = {"n", "m", "p", "b", "share"};
    const double *values = data;
    for (int i = 0; i < 5; i++)
        if (strcmp(key, names[i]) == 0) {
            *value = values[i];
            return true;
        }
    return false;
}

static bool value_of_call(void *data, const char *name, const double *args, int n_args, double *value)
{
    (void)data;
    *value = n_args == 2 ? 10 * args[0] + args[1] : 0;
    return strcmp(name, "layer") == 0;
}

static double evaluate(const fc_sym *e, double n, double m, double p)
{
    double values[5] = {n, m, p, 4, 0.25}, result = -1e300;
    fc_values source = {value_of, value_of_call, values};
    assert_true(fc_sym_evaluate(e, &source, &result));
    return result;
}

static void assert_text(const fc_sym *e, fc_notation notation, const char *expected)
{
    fc_text text = {0};
    fc_sym_print(&text, e, notation);
    assert_string_equal(text.bytes, expected);
    fc_text_free(&text);
}

static void test_model_symbolic__equal_expressions_are_one_object(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    assert_ptr_equal(product(w, plus(w, w->n, 1), plus(w, w->n, -1)), plus(w, product(w, w->n, w->n), -1));
    assert_ptr_equal(fc_sym_minimum(a, w->n, w->m), fc_sym_minimum(a, w->m, w->n));
    assert_ptr_equal(fc_sym_maximum(a, plus(w, w->m, -1), number(w, -1)),
                     plus(w, fc_sym_maximum(a, w->m, number(w, 0)), -1));
    const fc_sym *two_n = product(w, number(w, 2), w->n), *two_m = product(w, number(w, 2), w->m);
    assert_ptr_equal(fc_sym_minimum(a, two_n, two_m), product(w, number(w, 2), fc_sym_minimum(a, w->n, w->m)));
    assert_ptr_equal(fc_sym_is_nonnegative(a, plus(w, two_m, -1)), fc_sym_is_nonnegative(a, plus(w, w->m, -1)));
    const fc_sym *indicator = fc_sym_is_nonnegative(a, w->m);
    assert_ptr_equal(product(w, indicator, indicator), indicator);
    assert_ptr_equal(fc_sym_is_zero(a, w->m), fc_sym_is_zero(a, fc_sym_subtract(a, number(w, 0), w->m)));
    assert_ptr_equal(fc_sym_variable(a, "n", "other", NULL, 0), w->n);
}

static void test_model_symbolic_division__pulls_out_whole_multiples(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *np_m = fc_sym_add(a, product(w, w->n, w->p), w->m);
    assert_ptr_equal(fc_sym_floor_divide(a, np_m, w->p), fc_sym_add(a, w->n, fc_sym_floor_divide(a, w->m, w->p)));
    assert_ptr_equal(fc_sym_floor_divide(a, product(w, w->m, w->p), w->p), w->m);
    assert_ptr_equal(fc_sym_floor_divide(a, plus(w, product(w, number(w, 2), w->m), 1), number(w, 4)),
                     fc_sym_floor_divide(a, w->m, number(w, 2)));
    const fc_sym *once = fc_sym_floor_divide(a, w->m, w->p);
    assert_ptr_equal(fc_sym_floor_divide(a, once, number(w, 3)),
                     fc_sym_floor_divide(a, w->m, product(w, number(w, 3), w->p)));
    assert_ptr_equal(fc_sym_modulo(a, np_m, w->p), fc_sym_modulo(a, w->m, w->p));
    const fc_sym *half = fc_sym_rational(a, 1, 2);
    assert_ptr_equal(fc_sym_floor_divide(a, product(w, half, w->m), number(w, 3)),
                     fc_sym_floor_divide(a, w->m, number(w, 6)));
    assert_ptr_equal(fc_sym_floor_divide(a, number(w, -7), number(w, 2)), number(w, -4));
    assert_ptr_equal(fc_sym_floor_divide(a, number(w, 7), number(w, -2)), number(w, -4));
    assert_ptr_equal(fc_sym_floor_divide(a, w->m, number(w, -3)),
                     fc_sym_floor_divide(a, fc_sym_subtract(a, number(w, 0), w->m), number(w, 3)));
}

static void test_model_symbolic_division__leaves_halves_of_a_product_alone(void **state)
{
    world *w = *state;
    const fc_sym *triangle = product(w, fc_sym_rational(w->algebra, 1, 2), product(w, w->m, plus(w, w->m, 1)));
    assert_ptr_equal(fc_sym_floor_divide(w->algebra, triangle, number(w, 1)), triangle);
    const fc_sym *third = fc_sym_floor_divide(w->algebra, triangle, number(w, 3));
    for (long m = -9; m <= 9; m++) {
        long t = m * (m + 1) / 2;
        assert_true(evaluate(third, 0, (double)m, 1) == (double)(t / 3));
    }
}

static void test_model_symbolic_division__of_c_truncates(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *quotient = fc_sym_c_divide(a, w->m, w->p), *rest = fc_sym_c_remainder(a, w->m, w->p);
    assert_true(evaluate(quotient, 0, -7, 2) == -3);
    assert_true(evaluate(rest, 0, -7, 2) == -1);
    assert_ptr_equal(fc_sym_c_divide(a, w->n, w->p), fc_sym_floor_divide(a, w->n, w->p));
    assert_ptr_not_equal(quotient, fc_sym_floor_divide(a, w->m, w->p));
    assert_ptr_equal(fc_sym_c_divide(a, product(w, number(w, 6), w->m), number(w, -3)),
                     product(w, number(w, -2), w->m));
    assert_ptr_equal(fc_sym_c_divide(a, number(w, -7), number(w, 2)), number(w, -3));
    assert_ptr_equal(fc_sym_c_remainder(a, number(w, -7), number(w, 2)), number(w, -1));
}

static void test_model_symbolic_sign__proves_what_follows_from_the_facts(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *rest = fc_sym_modulo(a, w->m, w->p), *share = fc_sym_floor_divide(a, w->n, w->p);
    assert_true(fc_sym_proves_nonnegative(a, plus(w, w->p, -1)));
    assert_true(fc_sym_proves_positive(a, w->p));
    assert_true(fc_sym_proves_nonnegative(a, fc_sym_subtract(a, product(w, w->p, w->p), w->p)));
    assert_true(fc_sym_proves_nonnegative(a, rest));
    assert_true(fc_sym_proves_positive(a, fc_sym_subtract(a, w->p, rest)));
    assert_true(
        fc_sym_proves_nonnegative(a, fc_sym_subtract(a, ceiling(w, w->m, w->p), fc_sym_floor_divide(a, w->m, w->p))));
    assert_true(fc_sym_proves_nonnegative(a, fc_sym_subtract(a, w->n, share)));
    assert_true(fc_sym_proves_nonnegative(a, fc_sym_subtract(a, w->n, fc_sym_minimum(a, w->n, w->m))));
    assert_true(fc_sym_proves_nonnegative(a, product(w, w->m, w->m)));
    assert_true(fc_sym_proves_nonnegative(a, product(w, w->real, w->n)));
    assert_ptr_equal(fc_sym_maximum(a, w->n, number(w, 0)), w->n);
    assert_ptr_equal(fc_sym_is_nonnegative(a, w->p), number(w, 1));
    assert_ptr_equal(fc_sym_is_zero(a, w->p), number(w, 0));
}

static void test_model_symbolic_sign__proves_nothing_that_may_fail(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    assert_false(fc_sym_proves_nonnegative(a, w->m));
    assert_false(fc_sym_proves_positive(a, w->n));
    assert_false(fc_sym_proves_nonnegative(a, plus(w, w->p, -2)));
    assert_false(fc_sym_proves_nonnegative(a, product(w, w->m, w->n)));
    assert_false(fc_sym_proves_nonnegative(a, fc_sym_subtract(a, w->n, w->p)));
    assert_false(fc_sym_proves_nonnegative(a, fc_sym_minimum(a, w->n, w->m)));
    assert_false(fc_sym_proves_positive(a, w->real));
    assert_false(fc_sym_proves_nonnegative(a, plus(w, fc_sym_floor_divide(a, w->n, w->p), -1)));
}

static void test_model_symbolic_sign__a_fact_that_comes_later_counts(void **state)
{
    world *w = *state;
    assert_false(fc_sym_proves_nonnegative(w->algebra, w->m));
    fc_sym_variable(w->algebra, "m", "m", NULL, FC_FACT_NONNEGATIVE);
    assert_true(fc_sym_proves_nonnegative(w->algebra, w->m));
}

static const fc_sym *count(world *w, const fc_sym *variable, const fc_sym *low, const fc_sym *end, const fc_sym *body)
{
    const fc_sym *result = fc_sym_sum(w->algebra, variable, low, plus(w, end, -1), body);
    assert_non_null(result);
    return result;
}

static void test_model_symbolic_sum__gives_the_forms_of_the_tables(void **state)
{
    world *w = *state;
    const fc_sym *zero = number(w, 0), *one = number(w, 1);
    const fc_sym *triangle = count(w, w->i, zero, w->n, count(w, w->j, zero, w->i, one));
    assert_text(triangle, FC_NOTATION_TEXT, "n*(n - 1)/2");
    assert_text(count(w, w->i, one, plus(w, w->n, 1), product(w, w->i, w->i)), FC_NOTATION_TEXT,
                "n*(n + 1)*(2*n + 1)/6");
    /* elimination: k < n - 1, rows and columns k + 1 .. n - 1: the squares of 1 .. n - 1 */
    const fc_sym *row = count(w, w->j, plus(w, w->k, 1), w->n, one);
    const fc_sym *update = count(w, w->i, plus(w, w->k, 1), w->n, row);
    assert_text(count(w, w->k, zero, plus(w, w->n, -1), update), FC_NOTATION_TEXT, "n*(n - 1)*(2*n - 1)/6");
    assert_text(count(w, w->i, zero, w->m, one), FC_NOTATION_TEXT, "max(m, 0)");
    /* share is real: a factor like any other */
    assert_text(count(w, w->i, zero, w->n, w->real), FC_NOTATION_TEXT, "n*share");
}

static void test_model_symbolic_sum__counts_chains_by_binomial_coefficients(void **state)
{
    world *w = *state;
    const fc_sym *variable[7] = {w->m}, *sum = number(w, 1);
    for (int d = 1; d < 7; d++) {
        char *name = fc_format("x%d", d);
        variable[d] = fc_sym_variable(w->algebra, name, name, NULL, 0);
        free(name);
    }
    for (int d = 6; d > 0; d--)
        sum = count(w, variable[d], number(w, 0), variable[d - 1], sum);
    assert_true(evaluate(sum, 0, 17, 1) == 12376); /* 17 choose 6 */
    assert_true(evaluate(sum, 0, 5, 1) == 0);
    assert_true(evaluate(sum, 0, -8, 1) == 0);
}

static void test_model_symbolic_sum__adds_up_blocks_and_shares(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *one = number(w, 1), *zero = number(w, 0);
    fc_sym_variable(a, "n", "n", NULL, FC_FACT_POSITIVE);
    const fc_sym *begin = product(w, w->k, w->b);
    const fc_sym *inner = count(w, w->i, begin, fc_sym_minimum(a, fc_sym_add(a, begin, w->b), w->n), one);
    assert_ptr_equal(count(w, w->k, zero, ceiling(w, w->n, w->b), inner), w->n);
    /* rank k < p has floor(n/p) rows and one more if k < n mod p */
    const fc_sym *more = fc_sym_is_nonnegative(a, plus(w, fc_sym_subtract(a, fc_sym_modulo(a, w->n, w->p), w->k), -1));
    const fc_sym *rows = fc_sym_add(a, fc_sym_floor_divide(a, w->n, w->p), more);
    assert_ptr_equal(count(w, w->k, zero, w->p, rows), w->n);
}

static void test_model_symbolic_sum__keeps_a_loop_where_there_is_no_closed_form(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *one = number(w, 1), *over_i = fc_sym_floor_divide(a, w->m, w->i);
    assert_null(fc_sym_sum(a, w->i, one, w->m, over_i));
    const fc_sym *loop = fc_sym_sum_or_loop(a, w->i, one, w->m, over_i);
    assert_true(evaluate(loop, 0, 10, 1) == 27);
    assert_true(evaluate(loop, 0, -3, 1) == 0);
    assert_ptr_equal(loop, fc_sym_sum_or_loop(a, w->j, one, w->m, fc_sym_floor_divide(a, w->m, w->j)));
    assert_false(fc_sym_depends(loop, w->i));
    /* 10 inside: 27; the sum over the outer index of the inner loop's 1, 3, 5, 8 */
    const fc_sym *inner = fc_sym_substitute(a, loop, w->m, w->i);
    assert_true(evaluate(fc_sym_sum_or_loop(a, w->i, one, number(w, 4), inner), 0, 0, 1) == 17);
    assert_true(evaluate(fc_sym_sum_or_loop(a, w->i, one, w->n, inner), 4, 0, 1) == 17);
    assert_text(loop, FC_NOTATION_TEXT, "sum(floor(m/k1), k1 = 1 .. m)");
    assert_true(evaluate(fc_sym_sum_or_loop(a, w->i, one, w->n, fc_sym_log2(a, product(w, w->i, w->i))), 2, 0, 1) == 2);
}

static void test_model_symbolic_evaluate__is_exact_beyond_doubles(void **state)
{
    world *w = *state;
    const fc_sym *triangle = count(w, w->i, number(w, 0), w->n, w->i);
    assert_true(evaluate(triangle, 0x1p40, 0, 1) == 0x1p39 * (0x1p40 - 1));
    const fc_sym *square = product(w, w->n, w->n);
    const fc_sym *kept = fc_sym_floor_divide(w->algebra, plus(w, product(w, square, w->m), 1), plus(w, square, 7));
    assert_true(evaluate(kept, 0x1p40, 3, 1) == 2); /* (3 n^2 + 1) / (n^2 + 7) is just below 3 */
}

static void test_model_symbolic_evaluate__says_when_it_cannot(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    double values[5] = {5, 0, 2, 4, 0.25}, result = 77;
    fc_values source = {value_of, value_of_call, values};
    assert_false(fc_sym_evaluate(w->i, &source, &result));                               /* no value */
    assert_false(fc_sym_evaluate(fc_sym_floor_divide(a, w->n, w->m), &source, &result)); /* divisor 0 */
    assert_false(fc_sym_evaluate(fc_sym_log2(a, w->m), &source, &result));               /* minus infinity */
    const fc_sym *argument[2] = {w->n, w->p};
    assert_false(fc_sym_evaluate(fc_sym_call(a, "unknown", argument, 2, 0), &source, &result));
    assert_true(result == 77);
    assert_true(fc_sym_evaluate(fc_sym_call(a, "layer", argument, 2, 0), &source, &result));
    assert_true(result == 52);
}

static void test_model_symbolic__growth_is_bounded(void **state)
{
    world *w = *state;
    double values[5] = {2, 3, 2, 4, 0.25}, result = 0;
    fc_values source = {value_of, value_of_call, values};
    const fc_sym *power =
        fc_sym_add(w->algebra, fc_sym_add(w->algebra, w->n, w->m), fc_sym_add(w->algebra, w->p, w->b));
    const fc_sym *constant = number(w, 3);
    for (int i = 0; i < 60; i++) {
        power = product(w, power, power);
        constant = product(w, constant, constant);
    }
    assert_false(fc_sym_evaluate(power, &source, &result));
    assert_false(fc_sym_evaluate(constant, &source, &result));
    const fc_sym *other = fc_sym_substitute(w->algebra, power, w->n, plus(w, w->m, 1));
    assert_ptr_not_equal(other, power);
}

static void collect(void *data, const fc_sym *variable)
{
    strcat(data, fc_sym_key(variable));
}

static void test_model_symbolic__lists_the_variables_in_order(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    char keys[32] = "";
    const fc_sym *loop = fc_sym_sum_or_loop(a, w->i, number(w, 1), w->b, fc_sym_floor_divide(a, w->p, w->i));
    fc_sym_variables(fc_sym_add(a, loop, fc_sym_maximum(a, w->m, w->n)), collect, keys);
    assert_string_equal(keys, "nmpb");
    assert_true(fc_sym_depends(loop, w->p));
    assert_null(fc_sym_key(number(w, 4)));
}

static void test_model_symbolic_substitute__reaches_into_atoms(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *e = fc_sym_add(a, fc_sym_floor_divide(a, w->m, w->p), fc_sym_maximum(a, w->m, w->n));
    const fc_sym *at = fc_sym_substitute(a, e, w->m, product(w, w->p, number(w, 3)));
    const fc_sym *three_p = product(w, number(w, 3), w->p);
    assert_ptr_equal(at, plus(w, fc_sym_maximum(a, three_p, w->n), 3));
}

/* select(a, b) by its definition, for conditions and sides that make it a minimum, a maximum or neither. */
static void test_model_symbolic_choose__keeps_the_value(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *zero = number(w, 0), *order = fc_sym_subtract(a, w->m, w->n);
    const fc_sym *test[] = {order, plus(w, order, -1), plus(w, order, 2), w->m, plus(w, w->m, -1), minus(w, w->m)};
    const fc_sym *side[] = {zero,
                            w->m,
                            w->n,
                            plus(w, w->m, 1),
                            fc_sym_maximum(a, w->m, zero),
                            fc_sym_minimum(a, w->m, w->n),
                            fc_sym_maximum(a, plus(w, w->m, -1), zero),
                            minus(w, w->m)};
    for (int t = 0; t < 6; t++)
        for (int x = 0; x < 8; x++)
            for (int y = 0; y < 8; y++) {
                const fc_sym *chosen = fc_sym_choose(a, fc_sym_is_nonnegative(a, test[t]), side[x], side[y]);
                for (int m = -4; m <= 6; m++)
                    for (int n = 0; n <= 4; n += 2) {
                        const fc_sym *taken = evaluate(test[t], n, m, 1) >= 0 ? side[x] : side[y];
                        assert_true(evaluate(chosen, n, m, 1) == evaluate(taken, n, m, 1));
                    }
            }
    /* share is 0.25 in these tests: below 1, though above 0 */
    const fc_sym *whole = fc_sym_is_nonnegative(a, plus(w, w->real, -1));
    assert_true(evaluate(fc_sym_choose(a, whole, w->real, zero), 0, 0, 1) == 0);
}

static void test_model_symbolic_print__writes_what_a_person_would(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *c = ceiling(w, w->n, w->p), *rest = fc_sym_modulo(a, w->n, w->p);
    assert_text(product(w, c, w->n), FC_NOTATION_TEXT, "n*ceil(n/p)");
    assert_text(c, FC_NOTATION_LATEX, "\\lceil n / p \\rceil");
    assert_text(c, FC_NOTATION_JAVASCRIPT, "fc_floor_div(n + p - 1, p)");
    assert_text(c, FC_NOTATION_C, "fc_floor_div((double)n + (double)(g->p) - 1.0, (double)(g->p))");
    assert_text(rest, FC_NOTATION_TEXT, "(n mod p)");
    assert_text(fc_sym_is_nonnegative(a, fc_sym_subtract(a, rest, w->m)), FC_NOTATION_TEXT, "[(n mod p) >= m]");
    assert_text(fc_sym_minimum(a, plus(w, w->m, 2), w->n), FC_NOTATION_TEXT, "min(n, m + 2)");
    assert_text(product(w, w->real, fc_sym_log2(a, w->p)), FC_NOTATION_LATEX, "\\mathit{share} \\, \\log_2(p)");
    assert_text(fc_sym_subtract(a, w->m, product(w, w->n, w->n)), FC_NOTATION_TEXT, "m - n^2");
    assert_text(fc_sym_rational(a, -3, 2), FC_NOTATION_C, "-3.0/2.0");
    assert_text(number(w, 0), FC_NOTATION_C, "0.0");
}

/* "x^2 log^1", "0", "O(x^1 log^0)", "unknown" as p or n goes to infinity. */
static void expect_growth(world *w, const fc_sym *e, const fc_sym *variable, const char *wanted)
{
    fc_growth growth;
    char text[64];
    if (!fc_sym_growth(&growth, w->algebra, e, variable))
        snprintf(text, sizeof text, "unknown");
    else if (growth.is_zero)
        snprintf(text, sizeof text, "0");
    else
        snprintf(text, sizeof text, growth.is_bound ? "O(%d %d)" : "%d %d", growth.power, growth.logs);
    assert_string_equal(text, wanted);
}

/* Expected: the definitions, by search. */
static void test_model_symbolic__integer_roots_and_logarithms(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *root = fc_sym_isqrt(a, plus(w, w->m, 3)), *log = fc_sym_ilog(a, 3, plus(w, w->m, 3));
    for (int m = -9; m < 300; m++) {
        int t = -1, k = -1;
        while ((t + 1) * (t + 1) <= m + 3)
            t++;
        for (int power = 1; power <= m + 3; power *= 3)
            k++;
        assert_true(evaluate(root, 0, m, 1) == t);
        assert_true(evaluate(log, 0, m, 1) == k);
        assert_true(fc_sym_isqrt(a, number(w, m + 3)) == number(w, t));
        assert_true(fc_sym_ilog(a, 3, number(w, m + 3)) == number(w, k));
        assert_true(fc_sym_substitute(a, log, w->m, number(w, m)) == number(w, k));
    }
    assert_true(fc_sym_proves_nonnegative(a, fc_sym_isqrt(a, w->n)));
    assert_false(fc_sym_proves_nonnegative(a, root));
    assert_true(fc_sym_proves_nonnegative(a, fc_sym_ilog(a, 2, w->p)));
    assert_text(root, FC_NOTATION_TEXT, "isqrt(m + 3)");
    assert_text(log, FC_NOTATION_C, "fc_ilog((double)m + 3.0, 3.0)");
}

/* p >= 1 and b >= 1 alternately go to infinity; ceil(b / p) is 1 once p >= b. */
/* ---- simplification on a domain ---- */

static void check_simplified(world *w, const fc_sym *e, const fc_sym_domain *domain, const char *expected)
{
    assert_text(fc_sym_simplify(w->algebra, e, domain), FC_NOTATION_TEXT, expected);
}

static const fc_sym *at_least(world *w, const fc_sym *a, const fc_sym *b)
{
    return fc_sym_is_nonnegative(w->algebra, fc_sym_subtract(w->algebra, a, b));
}

/* 0 <= r <= p - 1 */
static fc_sym_range ranks(world *w)
{
    const fc_sym *r = fc_sym_variable(w->algebra, "r", "r", NULL, FC_FACT_NONNEGATIVE);
    return (fc_sym_range){r, number(w, 0), plus(w, w->p, -1)};
}

static void test_model_symbolic_simplify__decides_tests_by_the_domain(void **state)
{
    world *w = *state;
    fc_sym_range range = ranks(w);
    fc_sym_domain domain = {&range, 1, NULL, 0};
    const fc_sym *r = range.variable, *inner = at_least(w, r, number(w, 1));
    check_simplified(w, at_least(w, w->p, plus(w, r, 1)), &domain, "1");
    /* [[r >= 1] * (r + 1) >= 2]: true if and only if r >= 1 */
    check_simplified(w, at_least(w, product(w, inner, plus(w, r, 1)), number(w, 2)), &domain, "[r >= 1]");
    /* b (r + 1) >= b + 1 for b >= 1 */
    check_simplified(w, at_least(w, product(w, w->b, plus(w, r, 1)), plus(w, w->b, 1)), &domain, "[r >= 1]");
}

/* Signs and shifted forms are cached: a fact or another domain may decide them. */
static void test_model_symbolic_simplify__proves_again_after_a_fact(void **state)
{
    world *w = *state;
    fc_sym_range range = ranks(w), longer = {range.variable, number(w, 0), w->n};
    fc_sym_domain domain = {&range, 1, NULL, 0}, other = {&longer, 1, NULL, 0};
    const fc_sym *share = at_least(w, w->p, plus(w, range.variable, 1));
    const fc_sym *enough = at_least(w, fc_sym_add(w->algebra, w->m, w->p), plus(w, range.variable, 2));
    check_simplified(w, share, &domain, "1");
    check_simplified(w, share, &other, "[p >= r + 1]");
    check_simplified(w, enough, &domain, "[m + p >= r + 2]");
    assert_false(fc_sym_proves_positive(w->algebra, w->m));
    fc_sym_variable(w->algebra, "m", "m", NULL, FC_FACT_POSITIVE);
    assert_true(fc_sym_proves_positive(w->algebra, w->m));
    check_simplified(w, enough, &domain, "1");
}

static void test_model_symbolic_simplify__writes_complements_as_tests(void **state)
{
    world *w = *state;
    fc_sym_domain domain = {0};
    const fc_sym *one = number(w, 1), *test = at_least(w, w->n, w->b);
    const fc_sym *other = fc_sym_subtract(w->algebra, one, test), *zero = fc_sym_is_zero(w->algebra, w->n);
    check_simplified(w, product(w, w->p, other), &domain, "p*[b >= n + 1]");
    check_simplified(w, fc_sym_subtract(w->algebra, one, zero), &domain, "[n >= 1]");
}

/* r floor(n/p) + min(r, n mod p) is the first row of rank r of a balanced distribution (Quinn, Parallel Programming in
 * C, 5.4.2): its count is ceil((n - r)/p). */
static void test_model_symbolic_simplify__joins_quotients_and_remainders(void **state)
{
    world *w = *state;
    fc_sym_range range = ranks(w);
    fc_sym_domain domain = {&range, 1, NULL, 0};
    const fc_sym *quotient = fc_sym_floor_divide(w->algebra, w->n, w->p);
    const fc_sym *more = at_least(w, fc_sym_modulo(w->algebra, w->n, w->p), plus(w, range.variable, 1));
    check_simplified(w, fc_sym_add(w->algebra, quotient, more), &domain, "ceil((n - r)/p)");
}

/* size == 0 ? 8 : 8 size */
static void test_model_symbolic_simplify__removes_guards_of_allocations(void **state)
{
    world *w = *state;
    fc_sym_domain domain = {0};
    const fc_sym *guarded =
        fc_sym_choose(w->algebra, fc_sym_is_zero(w->algebra, w->n), number(w, 8), product(w, number(w, 8), w->n));
    const fc_sym *positive =
        fc_sym_choose(w->algebra, fc_sym_is_zero(w->algebra, w->b), number(w, 8), product(w, number(w, 8), w->b));
    check_simplified(w, guarded, &domain, "8*max(n, 1)");
    check_simplified(w, positive, &domain, "8*b");
}

/* min(n, b + x) - x = min(n - x, b) */
static void test_model_symbolic_simplify__absorbs_a_shift(void **state)
{
    world *w = *state;
    fc_sym_domain domain = {0};
    const fc_sym *x = fc_sym_minimum(w->algebra, w->n, product(w, w->i, w->b));
    const fc_sym *end = fc_sym_minimum(w->algebra, w->n, fc_sym_add(w->algebra, w->b, x));
    check_simplified(w, fc_sym_subtract(w->algebra, end, x), &domain, "min(b, n - min(n, b*i))");
}

/* Where n = b ceil(n/b), n is not replaced by that: it would come back within. */
static void test_model_symbolic_simplify__replaces_no_atom_by_itself(void **state)
{
    world *w = *state;
    fc_sym_domain domain = {0};
    const fc_sym *last = fc_sym_add(w->algebra, w->n, plus(w, w->b, -1));
    const fc_sym *up = product(w, w->b, fc_sym_floor_divide(w->algebra, last, w->b));
    const fc_sym *is_multiple = fc_sym_is_zero(w->algebra, fc_sym_subtract(w->algebra, up, w->n));
    check_simplified(w, product(w, is_multiple, w->n), &domain, "n*[b*ceil(n/b) == n]");
}

static void test_model_symbolic_direction__follows_products_and_quotients(void **state)
{
    world *w = *state;
    fc_sym_range range = ranks(w);
    fc_sym_domain domain = {&range, 1, NULL, 0};
    const fc_sym *r = range.variable,
                 *rows = fc_sym_floor_divide(w->algebra, fc_sym_subtract(w->algebra, w->n, r), w->p);
    const fc_sym *rest =
        fc_sym_maximum(w->algebra, fc_sym_subtract(w->algebra, w->n, product(w, r, w->b)), number(w, 0));
    assert_int_equal(fc_sym_direction(w->algebra, w->n, r, &domain), FC_GROWS | FC_FALLS);
    assert_int_equal(fc_sym_direction(w->algebra, rows, r, &domain), FC_FALLS);
    assert_int_equal(fc_sym_direction(w->algebra, product(w, w->n, rest), r, &domain), FC_FALLS);
    assert_int_equal(fc_sym_direction(w->algebra, product(w, r, rest), r, &domain), 0);
    assert_int_equal(fc_sym_direction(w->algebra, at_least(w, r, w->n), r, &domain), FC_GROWS);
}

/* ---- powers ---- */

static double no_value(void *data, const fc_sym *expression)
{
    double value = NAN;
    (void)data;
    fc_sym_is_constant(expression, &value);
    return value;
}

static void check_powers(world *w, const fc_sym *e, const char *expected)
{
    const fc_sym *variable[] = {w->n, w->p};
    fc_powers_domain domain = {.variable = variable, .n_variables = 2, .value = no_value, .is_bound = true};
    fc_powers_sum sum;
    fc_text text = {0};
    assert_true(fc_powers_find(&sum, w->algebra, e, &domain));
    for (size_t i = 0; i < sum.n; i++) {
        fc_text_add(&text, i ? " + %g " : "%g ", sum.item[i].coefficient);
        fc_powers_print(&text, &sum.item[i], (const char *const[]){"n", "p"}, 2);
    }
    assert_string_equal(text.bytes, expected);
    fc_text_free(&text);
    fc_powers_free(&sum);
}

static void test_model_symbolic_powers__are_the_form_without_roundings(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *block = fc_sym_floor_divide(a, plus(w, fc_sym_add(a, w->n, w->p), -1), w->p);
    const fc_sym *grid[] = {w->p, number(w, 2), number(w, 0)};
    const fc_sym *side = fc_sym_call(a, "dims_create", grid, 3, FC_FACT_POSITIVE);
    check_powers(w, product(w, number(w, 8), block), "8 n/p + 8 1");
    check_powers(w, fc_sym_floor_divide(a, w->n, side), "1 n/sqrt(p)");
    check_powers(w, product(w, w->n, fc_sym_log2(a, w->p)), "1 n*log(p)");
    check_powers(w, fc_sym_floor_divide(a, w->n, fc_sym_isqrt(a, w->p)), "1 n/sqrt(p)");
    check_powers(w, product(w, w->n, fc_sym_ilog(a, 4, w->p)), "0.5 n*log(p)");
    /* sum of k from 1 to n p is about (n p)^2 / 2 */
    const fc_sym *body = product(w, w->k, fc_sym_log2(a, w->p));
    const fc_sym *sum = fc_sym_sum_or_loop(a, w->k, number(w, 1), product(w, w->n, w->p), body);
    check_powers(w, sum, "0.5 n^2*p^2*log(p) + 0.5 n*p*log(p)");
}

static void test_model_symbolic_growth__is_the_leading_term_or_a_bound(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *ceiling = fc_sym_floor_divide(a, fc_sym_add(a, w->b, plus(w, w->p, -1)), w->p);
    const fc_sym *part = fc_sym_floor_divide(a, w->b, w->p), *rest = fc_sym_modulo(a, w->b, w->p);
    const fc_sym *square = product(w, w->b, w->b), *log = fc_sym_log2(a, w->p);
    expect_growth(w, product(w, w->b, ceiling), w->b, "2 0");
    expect_growth(w, product(w, w->b, ceiling), w->p, "0 0");
    expect_growth(w, product(w, w->p, ceiling), w->p, "1 0");
    expect_growth(w, part, w->p, "0");
    expect_growth(w, fc_sym_add(a, part, plus(w, log, 3)), w->p, "0 1");
    expect_growth(w, product(w, w->p, log), w->p, "1 1");
    expect_growth(w, fc_sym_minimum(a, square, product(w, w->b, w->p)), w->b, "1 0");
    expect_growth(w, fc_sym_maximum(a, square, product(w, w->b, w->p)), w->b, "2 0");
    expect_growth(w, fc_sym_maximum(a, fc_sym_subtract(a, w->p, w->b), number(w, 0)), w->b, "0");
    /* [b mod p >= 3] goes on changing: b * (2 + it) is b, b * it only at most b */
    const fc_sym *now_and_then = fc_sym_is_nonnegative(a, plus(w, rest, -3));
    expect_growth(w, product(w, w->b, plus(w, now_and_then, 2)), w->b, "1 0");
    expect_growth(w, product(w, w->b, now_and_then), w->b, "O(1 0)");
    /* b - 2 floor(b / 2) alternates between 0 and 1: its leading terms cancel */
    expect_growth(w, fc_sym_modulo(a, w->b, number(w, 2)), w->b, "O(0 0)");
    expect_growth(w, fc_sym_call(a, "dims_create", (const fc_sym *const[]){w->p}, 1, FC_FACT_POSITIVE), w->p,
                  "unknown");
    expect_growth(w, product(w, w->m, w->b), w->b, "O(1 0)"); /* m may be negative */
    expect_growth(w, fc_sym_ilog(a, 2, w->p), w->p, "0 1");
    expect_growth(w, product(w, w->p, fc_sym_ilog(a, 10, product(w, w->p, w->p))), w->p, "1 1");
    expect_growth(w, fc_sym_isqrt(a, w->p), w->p, "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(test_model_symbolic__equal_expressions_are_one_object),
        TEST(test_model_symbolic_division__pulls_out_whole_multiples),
        TEST(test_model_symbolic_division__leaves_halves_of_a_product_alone),
        TEST(test_model_symbolic_division__of_c_truncates),
        TEST(test_model_symbolic_sign__proves_what_follows_from_the_facts),
        TEST(test_model_symbolic_sign__proves_nothing_that_may_fail),
        TEST(test_model_symbolic_sign__a_fact_that_comes_later_counts),
        TEST(test_model_symbolic_sum__gives_the_forms_of_the_tables),
        TEST(test_model_symbolic_sum__counts_chains_by_binomial_coefficients),
        TEST(test_model_symbolic_sum__adds_up_blocks_and_shares),
        TEST(test_model_symbolic_sum__keeps_a_loop_where_there_is_no_closed_form),
        TEST(test_model_symbolic_evaluate__is_exact_beyond_doubles),
        TEST(test_model_symbolic_evaluate__says_when_it_cannot),
        TEST(test_model_symbolic__growth_is_bounded),
        TEST(test_model_symbolic__lists_the_variables_in_order),
        TEST(test_model_symbolic_substitute__reaches_into_atoms),
        TEST(test_model_symbolic_choose__keeps_the_value),
        TEST(test_model_symbolic_print__writes_what_a_person_would),
        TEST(test_model_symbolic__integer_roots_and_logarithms),
        TEST(test_model_symbolic_growth__is_the_leading_term_or_a_bound),
        TEST(test_model_symbolic_simplify__decides_tests_by_the_domain),
        TEST(test_model_symbolic_simplify__proves_again_after_a_fact),
        TEST(test_model_symbolic_simplify__writes_complements_as_tests),
        TEST(test_model_symbolic_simplify__joins_quotients_and_remainders),
        TEST(test_model_symbolic_simplify__removes_guards_of_allocations),
        TEST(test_model_symbolic_simplify__absorbs_a_shift),
        TEST(test_model_symbolic_simplify__replaces_no_atom_by_itself),
        TEST(test_model_symbolic_direction__follows_products_and_quotients),
        TEST(test_model_symbolic_powers__are_the_form_without_roundings),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
