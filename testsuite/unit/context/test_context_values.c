/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source expressions as exact values. Expected values are C's own: the same expression, written twice. */
#include "testsuite/unit/analyzed_program.h"

/* The value of the expression after "=" on the line, with these values of variables. */
static double value_on(const analyzed *a, int line, const named_value *list)
{
    const fc_node *declaration = node_at(a, FC_DECLARE, line);
    fc_view view = view_of(a, declaration);
    return evaluated(a, fc_value(&view, declaration->child[0]), list);
}

static void test_context_values__integer_expressions_are_exact(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "int f(int n, int p, unsigned u, long w)\n{\n"
                      "    int q = n / p + n % p;\n"
                      "    int s = (n + p - 1) / p * 8 - (n << 3);\n"
                      "    int c = n > p ? n - p : p * 2;\n"
                      "    int b = (n == 4) + !(n < p) + (n >= 2 && p != 3) + (n <= 1 || p > 100);\n"
                      "    long m = -w * (long)sizeof(double) + u;\n"
                      "    return q + s + c + b + (int)m;\n}\n");
    for (int n = -9; n <= 9; n++)
        for (int p = -4; p <= 5; p++) {
            const named_value *list = VALUES({"n", n}, {"p", p}, {"u", 3}, {"w", 1L << 40});
            if (p != 0) {
                assert_true(value_on(&a, 3, list) == n / p + n % p);
                assert_true(value_on(&a, 4, list) == (n + p - 1) / p * 8 - n * 8);
            }
            assert_true(value_on(&a, 5, list) == (n > p ? n - p : p * 2));
            assert_true(value_on(&a, 6, list) == (n == 4) + !(n < p) + (n >= 2 && p != 3) + (n <= 1 || p > 100));
            assert_true(value_on(&a, 7, list) == -(double)(1L << 40) * 8 + 3);
        }
    analyzed_close(&a);
}

static void test_context_values__a_local_is_its_definition(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "struct part { int low, high; };\nint f(const struct part *p, int n)\n{\n    int half = n / 2;\n"
                      "    int twice = half * 2 + p->high;\n    int changes = 1;\n    changes += n;\n"
                      "    int sum = changes;\n    return twice + sum;\n}\n");
    const fc_node *twice = node_at(&a, FC_DECLARE, 5), *sum = node_at(&a, FC_DECLARE, 8);
    fc_view view = view_of(&a, twice);
    char *high = fc_format("(*s%d).high", symbol_named(a.program, "p")->id);
    for (int n = -5; n < 6; n++)
        assert_true(evaluated(&a, fc_value(&view, twice->child[0]), VALUES({"n", n}, {high, 40})) == n / 2 * 2 + 40);
    free(high);
    assert_true(evaluated(&a, fc_value(&view, sum->child[0]), VALUES({"n", 5})) == 1 + 5);
    analyzed_close(&a);
}

static void test_context_values__what_a_head_moves_follows_its_loop(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "double x[9];\nvoid f(int n, int m)\n{\n    int k, j;\n"
                      "    for (j = n, k = m; j > 0; j -= 4, k += 3) {\n        int w = k * 2;\n"
                      "        x[0] += w;\n    }\n"
                      "    for (k = m, j = 0; j < n; j++, k -= j) {\n        int w = k;\n"
                      "        x[0] += w;\n    }\n"
                      "    for (j = 0, k = m; j < n; j++, k++) {\n        int w = k;\n        k += w;\n    }\n}\n");
    int n = 30, m = 5;
    for (int j = n, k = m; j > 0; j -= 4, k += 3)
        assert_true(value_on(&a, 6, VALUES({"n", n}, {"m", m}, {"j", j})) == k * 2);
    static const int varying[] = {10, 14}; /* by a different amount each time; also by the body */
    for (int i = 0; i < 2; i++) {
        const fc_node *declaration = node_at(&a, FC_DECLARE, varying[i]);
        fc_view view = view_of(&a, declaration);
        assert_null(fc_value(&view, declaration->child[0]));
    }
    analyzed_close(&a);
}

static void test_context_values__a_call_of_a_procedure_is_what_it_returns(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "static int share(int n, int rank, int p)\n{\n    return n / p + (rank < n % p);\n}\n"
                      "static int loop(int n)\n{\n    while (n > 9)\n        n /= 2;\n    return n;\n}\n"
                      "static int again(int n)\n{\n    return n > 0 ? again(n - 1) : 0;\n}\n"
                      "int f(int n, int rank, int p)\n{\n    int mine = share(n + 1, rank, p);\n"
                      "    int no = loop(n);\n    int deep = again(n);\n    return mine + no + deep;\n}\n");
    for (int n = 0; n < 20; n++)
        for (int rank = 0; rank < 3; rank++)
            assert_true(value_on(&a, 17, VALUES({"n", n}, {"rank", rank}, {"p", 3})) ==
                        (n + 1) / 3 + (rank < (n + 1) % 3));
    fc_view view = view_of(&a, node_at(&a, FC_DECLARE, 18));
    for (int n = 0; n < 90; n++) {
        int left = n;
        while (left > 9)
            left /= 2;
        assert_true(value_on(&a, 18, VALUES({"n", n})) == left);
    }
    assert_null(fc_value(&view, node_at(&a, FC_DECLARE, 19)->child[0]));
    analyzed_close(&a);
}

static void test_context_values__what_has_no_exact_value_is_refused(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(
        &a, "static double x[9];\nint f(int n, double r)\n{\n    int a = n * 2654435761u >> 7;\n    int b = (int)r;\n"
            "    int c = (int)x[2];\n    int d = n / 0;\n    short e = (short)n;\n    int g = n * (r > 2);\n"
            "    return a + b + c + d + e + g;\n}\n");
    for (int line = 4; line <= 9; line++) {
        const fc_node *declaration = node_at(&a, FC_DECLARE, line);
        fc_view view = view_of(&a, declaration);
        if (fc_value(&view, declaration->child[0]))
            fail_msg("line %d has a value", line);
    }
    analyzed_close(&a);
}

#define MATH_HEAD "#include <math.h>\nint f(unsigned u, int q, double r)\n{\n    int n = (int)u;\n    long w = u;\n"

/* The value of line 6, `text`, on both sides of each step of a square root, of a power of 2, and of others. */
static void expect_rounded(const char *text, double (*expected)(double))
{
    analyzed a;
    char *source = fc_format(MATH_HEAD "    int value = %s;\n    return value;\n}\n", text);
    analyzed_open(&a, source);
    for (int k = 1; k < 16384; k = k < 300 ? k + 1 : k + k / 5)
        for (int off = -1; off <= 1; off++) {
            const double argument[] = {(double)k * k + off, (double)k * (k + 1) + off, ldexp(1, 1 + k % 27) + off};
            for (int i = 0; i < 3; i++)
                if (argument[i] >= 1 && value_on(&a, 6, VALUES({"u", argument[i]})) != expected(argument[i]))
                    fail_msg("%s of %g: %g, expected %g", text, argument[i],
                             value_on(&a, 6, VALUES({"u", argument[i]})), expected(argument[i]));
        }
    analyzed_close(&a);
    free(source);
}

#define ROUNDED(name, expression)                                                                                      \
    static double name(double n)                                                                                       \
    {                                                                                                                  \
        return (int)(expression);                                                                                      \
    }
ROUNDED(root, sqrt(n))
ROUNDED(root_to_nearest, sqrt(n) + 0.5)
ROUNDED(root_with_tolerance, sqrt(n) + 1e-6)
ROUNDED(root_up, ceil(sqrt(n)))
ROUNDED(root_plus_tenth, sqrt(n) + 0.1)
ROUNDED(root_less_two, floor(sqrt(n) - 2))
ROUNDED(root_rounded, lround(sqrt(n)))
ROUNDED(logarithm, log2(n))
ROUNDED(logarithm_up, ceil(log2(n)))
ROUNDED(quotient_of_logarithms, log(n) / log(2))
ROUNDED(quotient_up, ceil(log(n) / log(2.0)) + 1)
ROUNDED(logarithm_to_nearest, log(n) / log(2) + 0.5)
ROUNDED(logarithm_to_4, log2(n) / 2)
ROUNDED(decimal_logarithm, log10(n) / log10(2.))
ROUNDED(digits, log10(n))
ROUNDED(quotient, n / 7)
ROUNDED(ceiling_of_quotient, ceil(n / 7))
ROUNDED(nearest_quotient, round(n / 8))
ROUNDED(sums, 2.0 * n + 1)

static void test_context_values__rounded_reals_are_integers(void **state)
{
    (void)state;
    expect_rounded("sqrt(n)", root);
    expect_rounded("(int)sqrt((double)w)", root);
    expect_rounded("(int)pow(n, 0.5)", root);
    expect_rounded("floor(sqrt(1.0 * n))", root);
    expect_rounded("(int)(sqrt(n) + 0.5)", root_to_nearest);
    expect_rounded("lround(sqrt(n))", root_rounded);
    expect_rounded("(int)round(sqrt(n))", root_rounded);
    expect_rounded("(int)(sqrt(n) + 1e-6)", root_with_tolerance);
    expect_rounded("(int)ceil(sqrt(n))", root_up);
    expect_rounded("sqrt(n) + 0.1", root_plus_tenth);
    expect_rounded("floor(sqrt(n) - 2)", root_less_two);
    expect_rounded("(int)log2((double)n)", logarithm);
    expect_rounded("ceil(log2(n))", logarithm_up);
    expect_rounded("log(n) / log(2)", quotient_of_logarithms);
    expect_rounded("1 + ceil(log((double)n) / log(2.0))", quotient_up);
    expect_rounded("(int)(log(n) / log(2) + 0.5)", logarithm_to_nearest);
    expect_rounded("log2(n) / 2", logarithm_to_4);
    expect_rounded("log10(n) / log10(2.)", decimal_logarithm);
    expect_rounded("(int)log10(n)", digits);
    expect_rounded("(double)n / 7", quotient);
    expect_rounded("ceil((double)n / 7)", ceiling_of_quotient);
    expect_rounded("round(n / 8.)", nearest_quotient);
    expect_rounded("2.0 * n + 1", sums);
}

/* log(243) / log(3) is below 5, log2(2^21 - 1) + 1e-6 above 21, and sqrtf rounds to 24 bits. Arguments may be negative.
 */
static void test_context_values__reals_whose_rounding_shows_are_refused(void **state)
{
    (void)state;
    static const char *const text[] = {"log(n) / log(3)",
                                       "log2(n) + 1e-6",
                                       "ceil(log2(n) + 0.25)",
                                       "sqrt(q)",
                                       "log2(q)",
                                       "sqrtf(n)",
                                       "sqrt(r)",
                                       "sqrt(n) * 2",
                                       "sqrt(n) - 2",
                                       "n / sqrt(n)",
                                       "log(n)",
                                       "pow(n, 0.3)",
                                       "n * 0.1",
                                       "(double)q / 7",
                                       "floor(r)",
                                       "cbrt(n)",
                                       "sqrt(n) + r",
                                       "sqrt(w) + 1e-6",
                                       "log2(w) + 1e-7",
                                       "ceil(sqrt(n) + 0.25)",
                                       "exp(log(n))",
                                       "n / (double)q"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        analyzed a;
        char *source = fc_format(MATH_HEAD "    int value = %s;\n    return value;\n}\n", text[i]);
        analyzed_open(&a, source);
        const fc_node *declaration = node_at(&a, FC_DECLARE, 6);
        fc_view view = view_of(&a, declaration);
        if (fc_value(&view, declaration->child[0]))
            fail_msg("%s has a value", text[i]);
        analyzed_close(&a);
        free(source);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_context_values__integer_expressions_are_exact),
        cmocka_unit_test(test_context_values__a_local_is_its_definition),
        cmocka_unit_test(test_context_values__what_a_head_moves_follows_its_loop),
        cmocka_unit_test(test_context_values__a_call_of_a_procedure_is_what_it_returns),
        cmocka_unit_test(test_context_values__what_has_no_exact_value_is_refused),
        cmocka_unit_test(test_context_values__rounded_reals_are_integers),
        cmocka_unit_test(test_context_values__reals_whose_rounding_shows_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
