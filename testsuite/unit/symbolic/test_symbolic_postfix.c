/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Postfix notation of expressions, by hand. */
#include "analyzer/symbolic/symbolic_postfix.h"

#include "symbolic_world.h"

static const fc_sym *counter(world *w, const char *key)
{
    return fc_sym_variable(w->algebra, key, key, NULL, FC_FACT_REAL | FC_FACT_NONNEGATIVE);
}

static void test_symbolic_postfix__operands_precede_operations(void **state)
{
    world *w = *state;
    fc_postfix out = {0};
    const fc_sym *third = fc_sym_rational(w->algebra, 1, 3);
    assert_true(fc_postfix_add(&out, number(w, 8)));
    assert_true(fc_postfix_add(&out, product(w, number(w, 2), counter(w, "c12"))));
    fc_postfix_repeat(&out, 0);
    fc_postfix_mark(&out);
    fc_postfix_add_infinity(&out);
    assert_true(fc_postfix_add(&out, product(w, third, w->n)));
    assert_true(fc_postfix_add(&out, fc_sym_floor_divide(w->algebra, w->p, w->b)));
    assert_string_equal(out.text.bytes, "8 2 c12 *=0 ;Iv0 3 /v1 v2 f");
    assert_int_equal(out.n_variables, 3);
    assert_ptr_equal(out.variable[1], w->p);
    assert_int_equal(out.depth, 6);
    assert_int_equal(out.most, 7);
    fc_postfix_free(&out);
}

static void test_symbolic_postfix__powers_and_sums_leave_one_value(void **state)
{
    world *w = *state;
    fc_postfix out = {0};
    const fc_sym *square = product(w, w->n, w->n);
    assert_true(fc_postfix_add(&out, square));
    assert_string_equal(out.text.bytes, "v0 v0 *");
    assert_true(fc_postfix_add(&out, plus(w, fc_sym_subtract(w->algebra, square, w->m), 5)));
    assert_int_equal(out.depth, 2);
    fc_postfix_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_symbolic_postfix__operands_precede_operations, setup, teardown),
        cmocka_unit_test_setup_teardown(test_symbolic_postfix__powers_and_sums_leave_one_value, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
