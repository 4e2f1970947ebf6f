/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simplification on a domain, directions, forms as products of powers, growth. Expected: worked out by hand. */
#include "analyzer/powers/powers.h"
#include "analyzer/powers/ratio.h"
#include "testsuite/unit/symbolic_world.h"

#include <math.h>
#include <stdio.h>

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

static void test_symbolic_simplify__decides_tests_by_the_domain(void **state)
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
static void test_symbolic_simplify__proves_again_after_a_fact(void **state)
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

static const fc_sym *shifted_half(world *w, const fc_sym *a, int shift, int d)
{
    return fc_sym_floor_divide(w->algebra, plus(w, a, shift), number(w, d));
}

/* Hermite's identity; the third of three quotients is missing in the last sum. */
static void test_symbolic_simplify__joins_quotients_of_residue_classes(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *half = fc_sym_add(a, shifted_half(w, w->n, 0, 2), shifted_half(w, w->n, 1, 2));
    const fc_sym *two = fc_sym_add(a, shifted_half(w, w->n, 0, 3), shifted_half(w, w->n, 1, 3));
    const fc_sym *third = fc_sym_add(a, two, shifted_half(w, w->n, 2, 3));
    assert_text(fc_sym_join_quotients(product(w, w->b, half)), FC_NOTATION_TEXT, "n*b");
    assert_text(fc_sym_join_quotients(plus(w, third, 5)), FC_NOTATION_TEXT, "n + 5");
    assert_ptr_equal(fc_sym_join_quotients(two), two);
}

static void test_symbolic_simplify__writes_complements_as_tests(void **state)
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
static void test_symbolic_simplify__joins_quotients_and_remainders(void **state)
{
    world *w = *state;
    fc_sym_range range = ranks(w);
    fc_sym_domain domain = {&range, 1, NULL, 0};
    const fc_sym *quotient = fc_sym_floor_divide(w->algebra, w->n, w->p);
    const fc_sym *more = at_least(w, fc_sym_modulo(w->algebra, w->n, w->p), plus(w, range.variable, 1));
    check_simplified(w, fc_sym_add(w->algebra, quotient, more), &domain, "ceil((n - r)/p)");
}

/* size == 0 ? 8 : 8 size */
static void test_symbolic_simplify__removes_guards_of_allocations(void **state)
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
static void test_symbolic_simplify__absorbs_a_shift(void **state)
{
    world *w = *state;
    fc_sym_domain domain = {0};
    const fc_sym *x = fc_sym_minimum(w->algebra, w->n, product(w, w->i, w->b));
    const fc_sym *end = fc_sym_minimum(w->algebra, w->n, fc_sym_add(w->algebra, w->b, x));
    check_simplified(w, fc_sym_subtract(w->algebra, end, x), &domain, "min(b, n - min(n, b*i))");
}

/* Where n = b ceil(n/b), n is not replaced by that: it would come back within. */
static void test_symbolic_simplify__replaces_no_atom_by_itself(void **state)
{
    world *w = *state;
    fc_sym_domain domain = {0};
    const fc_sym *last = fc_sym_add(w->algebra, w->n, plus(w, w->b, -1));
    const fc_sym *up = product(w, w->b, fc_sym_floor_divide(w->algebra, last, w->b));
    const fc_sym *is_multiple = fc_sym_is_zero(w->algebra, fc_sym_subtract(w->algebra, up, w->n));
    check_simplified(w, product(w, is_multiple, w->n), &domain, "n*[b*ceil(n/b) == n]");
}

static void test_symbolic_direction__follows_products_and_quotients(void **state)
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

static void test_symbolic_powers__are_the_form_without_roundings(void **state)
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

static void test_symbolic_growth__is_the_leading_term_or_a_bound(void **state)
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

/* Blocks floor((k + 1) n/p) - floor(k n/p) have n/p elements and a rest, those of a ceiling that are cut at n at most
 * one more than n/p. */
static void test_model_powers__bound_differences_of_blocks(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *variable[] = {w->n, w->p, w->k};
    const fc_powers_domain domain = {.variable = variable, .n_variables = 3, .value = no_value, .is_bound = true};
    const fc_sym *low = fc_sym_floor_divide(a, product(w, w->k, w->n), w->p);
    const fc_sym *high = fc_sym_floor_divide(a, product(w, plus(w, w->k, 1), w->n), w->p);
    const fc_sym *block = fc_sym_floor_divide(a, plus(w, fc_sym_add(a, w->n, w->p), -1), w->p);
    const fc_sym *cut_low = fc_sym_minimum(a, w->n, product(w, w->k, block));
    const fc_sym *cut_high = fc_sym_minimum(a, w->n, product(w, plus(w, w->k, 1), block));
    const fc_sym *length[] = {fc_sym_subtract(a, high, low), fc_sym_subtract(a, cut_high, cut_low)};
    for (int i = 0; i < 2; i++) {
        fc_powers_sum sum;
        bool has_block = false;
        assert_true(fc_powers_find(&sum, a, product(w, w->n, length[i]), &domain));
        for (size_t k = 0; k < sum.n; k++) {
            const fc_powers *item = &sum.item[k];
            bool is_block = item->power[0] == 2 && item->power[1] == -1 && item->power[2] == 0;
            has_block = has_block || is_block;
            assert_true(is_block || item->coefficient < 0 || (item->power[0] == 1 && item->power[2] == 0));
        }
        assert_true(has_block);
        fc_powers_free(&sum);
    }
}

/* n^2 + (n - (n mod p)) is at most n^2 + n; a ratio test removes n^3, which the values disprove, and keeps n^2. */
static void test_model_ratio__removes_products_that_values_disprove(void **state)
{
    world *w = *state;
    fc_algebra *a = w->algebra;
    const fc_sym *variable[] = {w->n, w->p};
    const fc_ratio ratio = {.variable = variable, .n = 2, .ranks = 1};
    const fc_sym *e = fc_sym_add(a, product(w, w->n, w->n), fc_sym_subtract(a, w->n, fc_sym_modulo(a, w->n, w->p)));
    fc_powers_sum bound = {0};
    fc_powers_add(&bound, &(fc_powers){.coefficient = 1, .power = {3, 0}});
    fc_powers_add(&bound, &(fc_powers){.coefficient = 1, .power = {2, 0}});
    fc_ratio_prune(&bound, &ratio, e);
    assert_int_equal(bound.n, 1);
    assert_true(bound.item[0].power[0] == 2);
    /* No other product bounds the values: the larger one stays. */
    bound.item[0].power[0] = 3;
    fc_ratio_prune(&bound, &ratio, e);
    assert_int_equal(bound.n, 1);
    fc_powers_free(&bound);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(test_symbolic_growth__is_the_leading_term_or_a_bound),
        TEST(test_symbolic_simplify__decides_tests_by_the_domain),
        TEST(test_symbolic_simplify__proves_again_after_a_fact),
        TEST(test_symbolic_simplify__joins_quotients_of_residue_classes),
        TEST(test_symbolic_simplify__writes_complements_as_tests),
        TEST(test_symbolic_simplify__joins_quotients_and_remainders),
        TEST(test_symbolic_simplify__removes_guards_of_allocations),
        TEST(test_symbolic_simplify__absorbs_a_shift),
        TEST(test_symbolic_simplify__replaces_no_atom_by_itself),
        TEST(test_symbolic_direction__follows_products_and_quotients),
        TEST(test_symbolic_powers__are_the_form_without_roundings),
        TEST(test_model_powers__bound_differences_of_blocks),
        TEST(test_model_ratio__removes_products_that_values_disprove),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
