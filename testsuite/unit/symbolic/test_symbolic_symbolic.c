/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Identities worked out by hand. Values at single points come from the definitions, closed forms from published tables
 * of sums (squares: n(n+1)(2n+1)/6; chains n > i > j > ...: binomial coefficients; sum of floor(n/k): OEIS A006218). */
#include "testsuite/unit/symbolic_world.h"

#include <math.h>
#include <stdio.h>

static void test_symbolic_symbolic__equal_expressions_are_one_object(void **state)
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

static void test_symbolic_division__pulls_out_whole_multiples(void **state)
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

static void test_symbolic_division__leaves_halves_of_a_product_alone(void **state)
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

static void test_symbolic_division__of_c_truncates(void **state)
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

static void test_symbolic_sign__proves_what_follows_from_the_facts(void **state)
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

static void test_symbolic_sign__proves_nothing_that_may_fail(void **state)
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

static void test_symbolic_sign__a_fact_that_comes_later_counts(void **state)
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

static void test_symbolic_sum__gives_the_forms_of_the_tables(void **state)
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

static void test_symbolic_sum__counts_chains_by_binomial_coefficients(void **state)
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

static void test_symbolic_sum__adds_up_blocks_and_shares(void **state)
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

/* Expected: by hand, and the loops themselves. */
static void test_symbolic_sum__adds_up_differences_and_whole_periods(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *zero = number(w, 0), *next = product(w, plus(w, w->i, 1), w->n), *own = product(w, w->i, w->n);
    /* floor((i + 1) n / p) - floor(i n / p) */
    const fc_sym *share = fc_sym_subtract(a, fc_sym_floor_divide(a, next, w->p), fc_sym_floor_divide(a, own, w->p));
    assert_ptr_equal(count(w, w->i, zero, w->p, share), w->n);
    const fc_sym *some = fc_sym_add(a, product(w, w->n, share), w->i);
    for (int n = 0; n < 20; n++)
        for (int m = -2; m < 9; m++) {
            const int last = n * m / 5;
            const double expected = m > 0 ? n * last + m * (m - 1) / 2 : 0;
            assert_true(evaluate(count(w, w->i, zero, w->m, some), n, m, 5) == expected);
        }
    const fc_sym *up = fc_sym_floor_divide(a, fc_sym_add(a, w->i, w->m), w->p);
    const fc_sym *down = fc_sym_floor_divide(a, fc_sym_subtract(a, w->m, w->i), w->p);
    assert_ptr_equal(count(w, w->i, zero, w->p, product(w, w->n, up)), product(w, w->n, w->m));
    assert_ptr_equal(count(w, w->i, zero, w->p, down), plus(w, fc_sym_subtract(a, w->m, w->p), 1));
    assert_null(fc_sym_sum(a, w->i, zero, w->b, fc_sym_add(a, up, fc_sym_floor_divide(a, w->m, w->i))));
}

/* A real quotient: 7 / 2 is 3.5. Expected: by hand. */
static void test_symbolic_divide__is_a_real_quotient(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *ratio = fc_sym_divide(a, product(w, number(w, 8), w->n), w->p);
    assert_true(evaluate(ratio, 7, 0, 16) == 3.5);
    assert_true(evaluate(fc_sym_substitute(a, ratio, w->n, product(w, w->m, w->p)), 0, -3, 5) == -24);
    assert_ptr_equal(fc_sym_substitute(a, ratio, w->p, number(w, 4)), product(w, number(w, 2), w->n));
    assert_ptr_equal(fc_sym_divide(a, product(w, w->p, plus(w, w->m, 1)), w->p), plus(w, w->m, 1));
    assert_ptr_equal(fc_sym_divide(a, number(w, 0), w->p), number(w, 0));
    assert_true(fc_sym_proves_nonnegative(a, ratio));
    assert_true(fc_sym_direction(a, ratio, w->p, &(fc_sym_domain){0}) == FC_FALLS);
    assert_text(ratio, FC_NOTATION_TEXT, "8*(n/p)");
    assert_text(ratio, FC_NOTATION_C, "8.0 * ((double)n / (double)(g->p))");
    assert_text(ratio, FC_NOTATION_LATEX, "8 \\, \\frac{n}{p}");
    double values[5] = {7, 0, 0, 4, 0.25}, result;
    assert_false(fc_sym_evaluate(ratio, &(fc_values){value_of, value_of_call, values}, &result));
}

static void test_symbolic_sum__keeps_a_loop_where_there_is_no_closed_form(void **state)
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

static void test_symbolic_evaluate__is_exact_beyond_doubles(void **state)
{
    world *w = *state;
    const fc_sym *triangle = count(w, w->i, number(w, 0), w->n, w->i);
    assert_true(evaluate(triangle, 0x1p40, 0, 1) == 0x1p39 * (0x1p40 - 1));
    const fc_sym *square = product(w, w->n, w->n);
    const fc_sym *kept = fc_sym_floor_divide(w->algebra, plus(w, product(w, square, w->m), 1), plus(w, square, 7));
    assert_true(evaluate(kept, 0x1p40, 3, 1) == 2); /* (3 n^2 + 1) / (n^2 + 7) is just below 3 */
}

static void test_symbolic_evaluate__says_when_it_cannot(void **state)
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

static void test_symbolic_symbolic__growth_is_bounded(void **state)
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

static void test_symbolic_symbolic__lists_the_variables_in_order(void **state)
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

static void test_symbolic_substitute__reaches_into_atoms(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *e = fc_sym_add(a, fc_sym_floor_divide(a, w->m, w->p), fc_sym_maximum(a, w->m, w->n));
    const fc_sym *at = fc_sym_substitute(a, e, w->m, product(w, w->p, number(w, 3)));
    const fc_sym *three_p = product(w, number(w, 3), w->p);
    assert_ptr_equal(at, plus(w, fc_sym_maximum(a, three_p, w->n), 3));
}

/* (3 m n + 5) grows by 3 n with m; m^2 by 2 m + 1; max(m, n) at m = 2, n = 2 by 1, at n = 4 by 0. */
static void test_symbolic_step__is_the_difference_of_neighbors(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *three_n = product(w, number(w, 3), w->n), *most = fc_sym_maximum(a, w->m, w->n);
    assert_ptr_equal(fc_sym_step(a, plus(w, product(w, three_n, w->m), 5), w->m), three_n);
    assert_ptr_equal(fc_sym_step(a, three_n, w->m), number(w, 0));
    assert_ptr_equal(fc_sym_step(a, product(w, w->m, w->m), w->m), plus(w, product(w, number(w, 2), w->m), 1));
    const fc_sym *at = fc_sym_substitute(a, fc_sym_step(a, most, w->m), w->m, number(w, 2));
    assert_ptr_equal(fc_sym_substitute(a, at, w->n, number(w, 2)), number(w, 1));
    assert_ptr_equal(fc_sym_substitute(a, at, w->n, number(w, 4)), number(w, 0));
}

/* select(a, b) by its definition, for conditions and sides that make it a minimum, a maximum or neither. */
static void test_symbolic_choose__keeps_the_value(void **state)
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

static void test_symbolic_print__writes_what_a_person_would(void **state)
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
    /* normal forms compare to 0 */
    const fc_sym *left = fc_sym_subtract(w->algebra, w->p, fc_sym_multiply(w->algebra, number(w, 4), w->n));
    assert_text(fc_sym_minimum(w->algebra, w->m, number(w, 4)), FC_NOTATION_TEXT, "min(m, 4)");
    assert_text(fc_sym_minimum(w->algebra, number(w, 4), left), FC_NOTATION_TEXT, "min(4, p - 4*n)");
    assert_text(product(w, number(w, 3), fc_sym_minimum(w->algebra, w->m, number(w, 4))), FC_NOTATION_TEXT,
                "3*min(m, 4)");
}

/* Expected: the definitions, by search. */
static void test_symbolic_symbolic__integer_roots_and_logarithms(void **state)
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
    assert_true(fc_sym_proves_positive(a, fc_sym_isqrt(a, w->p)));
    assert_false(fc_sym_proves_positive(a, fc_sym_isqrt(a, w->n)));
    assert_true(fc_sym_proves_nonnegative(a, fc_sym_ilog(a, 2, w->p)));
    assert_text(root, FC_NOTATION_TEXT, "isqrt(m + 3)");
    assert_text(log, FC_NOTATION_C, "fc_ilog((double)m + 3.0, 3.0)");
}

/* p - 1 >= 0 divides, so that it is not 0. */
static void test_symbolic_sign__a_divisor_is_not_zero(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *divisor = plus(w, w->p, -1), *rest = fc_sym_modulo(a, w->n, divisor);
    assert_true(fc_sym_proves_nonnegative(a, rest));
    assert_true(fc_sym_proves_positive(a, fc_sym_subtract(a, divisor, rest)));
    assert_false(fc_sym_proves_positive(a, fc_sym_subtract(a, plus(w, divisor, -1), rest)));
    assert_false(fc_sym_proves_nonnegative(a, plus(w, w->p, -2)));
    assert_true(fc_sym_c_remainder(a, w->n, divisor) == rest);
}

/* Expected: C's operator. */
static void test_symbolic_bits__are_those_of_c(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *both = fc_sym_xor(a, w->m, w->n), *less = fc_sym_xor(a, fc_sym_subtract(a, number(w, 0), w->p), w->m);
    for (int m = -17; m < 40; m++)
        for (int n = 1; n < 40; n++) {
            assert_true(evaluate(both, n, m, 1) == (m ^ n));
            assert_true(evaluate(less, 1, m, n) == (-n ^ m));
            assert_true(fc_sym_xor(a, number(w, m), number(w, n)) == number(w, m ^ n));
            assert_true(fc_sym_substitute(a, fc_sym_substitute(a, both, w->m, number(w, m)), w->n, number(w, n)) ==
                        number(w, m ^ n));
        }
    assert_true(fc_sym_xor(a, w->n, w->n) == number(w, 0) && fc_sym_xor(a, w->n, number(w, 0)) == w->n);
    assert_true(both == fc_sym_xor(a, w->n, w->m));
    assert_true(fc_sym_proves_nonnegative(a, fc_sym_xor(a, w->n, w->p)));
    assert_false(fc_sym_proves_nonnegative(a, less));
    const fc_sym *power = fc_sym_power(a, 2, w->n);
    assert_true(fc_sym_is_power_of_two(power) && fc_sym_is_power_of_two(product(w, number(w, 4), power)));
    assert_true(fc_sym_is_power_of_two(number(w, 64)) && !fc_sym_is_power_of_two(number(w, 0)));
    assert_false(fc_sym_is_power_of_two(product(w, number(w, 3), power)));
    assert_text(fc_sym_xor(a, w->n, w->p), FC_NOTATION_TEXT, "xor(n, p)");
    assert_text(fc_sym_xor(a, w->n, w->p), FC_NOTATION_C, "fc_xor((double)n, (double)(g->p))");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(test_symbolic_symbolic__equal_expressions_are_one_object),
        TEST(test_symbolic_bits__are_those_of_c),
        TEST(test_symbolic_sign__a_divisor_is_not_zero),
        TEST(test_symbolic_division__pulls_out_whole_multiples),
        TEST(test_symbolic_division__leaves_halves_of_a_product_alone),
        TEST(test_symbolic_division__of_c_truncates),
        TEST(test_symbolic_sign__proves_what_follows_from_the_facts),
        TEST(test_symbolic_sign__proves_nothing_that_may_fail),
        TEST(test_symbolic_sign__a_fact_that_comes_later_counts),
        TEST(test_symbolic_sum__gives_the_forms_of_the_tables),
        TEST(test_symbolic_sum__counts_chains_by_binomial_coefficients),
        TEST(test_symbolic_sum__adds_up_blocks_and_shares),
        TEST(test_symbolic_sum__adds_up_differences_and_whole_periods),
        TEST(test_symbolic_divide__is_a_real_quotient),
        TEST(test_symbolic_sum__keeps_a_loop_where_there_is_no_closed_form),
        TEST(test_symbolic_evaluate__is_exact_beyond_doubles),
        TEST(test_symbolic_evaluate__says_when_it_cannot),
        TEST(test_symbolic_symbolic__growth_is_bounded),
        TEST(test_symbolic_symbolic__lists_the_variables_in_order),
        TEST(test_symbolic_substitute__reaches_into_atoms),
        TEST(test_symbolic_step__is_the_difference_of_neighbors),
        TEST(test_symbolic_choose__keeps_the_value),
        TEST(test_symbolic_print__writes_what_a_person_would),
        TEST(test_symbolic_symbolic__integer_roots_and_logarithms),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
