/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source expressions as exact values. Expected values are C's own: the same expression, written twice. */
#include "testsuite/unit/analyzed_program.h"

/* The value of the expression after "=" on the line, with these values of variables. */
static double value_on(const analysed *a, int line, const named_value *list)
{
    const fc_node *declaration = node_at(a, FC_DECLARE, line);
    fc_view view = view_of(a, declaration);
    return evaluated(a, fc_value(&view, declaration->child[0]), list);
}

static void test_passes_values__integer_expressions_are_exact(void **state)
{
    (void)state;
    analysed a;
    analysed_open(&a, "int f(int n, int p, unsigned u, long w)\n{\n"
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
    analysed_close(&a);
}

static void test_passes_values__a_local_is_its_definition(void **state)
{
    (void)state;
    analysed a;
    analysed_open(&a, "struct part { int low, high; };\nint f(const struct part *p, int n)\n{\n    int half = n / 2;\n"
                      "    int twice = half * 2 + p->high;\n    int changes = 1;\n    changes += n;\n"
                      "    int sum = changes;\n    return twice + sum;\n}\n");
    const fc_node *twice = node_at(&a, FC_DECLARE, 5), *sum = node_at(&a, FC_DECLARE, 8);
    fc_view view = view_of(&a, twice);
    char *high = fc_format("(*s%d).high", symbol_named(a.program, "p")->id);
    for (int n = -5; n < 6; n++)
        assert_true(evaluated(&a, fc_value(&view, twice->child[0]), VALUES({"n", n}, {high, 40})) == n / 2 * 2 + 40);
    free(high);
    assert_true(evaluated(&a, fc_value(&view, sum->child[0]), VALUES({"n", 5})) == 1 + 5);
    analysed_close(&a);
}

static void test_passes_values__what_a_head_moves_follows_its_loop(void **state)
{
    (void)state;
    analysed a;
    analysed_open(&a, "double x[9];\nvoid f(int n, int m)\n{\n    int k, j;\n"
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
    analysed_close(&a);
}

static void test_passes_values__a_call_of_a_procedure_is_what_it_returns(void **state)
{
    (void)state;
    analysed a;
    analysed_open(&a, "static int share(int n, int rank, int p)\n{\n    return n / p + (rank < n % p);\n}\n"
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
    analysed_close(&a);
}

static void test_passes_values__what_has_no_exact_value_is_refused(void **state)
{
    (void)state;
    analysed a;
    analysed_open(&a, "static double x[9];\nint f(int n, double r)\n{\n    int a = n * 2654435761u >> 7;\n    int b = (int)r;\n"
                      "    int c = (int)x[2];\n    int d = n / 0;\n    short e = (short)n;\n    int g = n * (r > 2);\n"
                      "    return a + b + c + d + e + g;\n}\n");
    for (int line = 4; line <= 9; line++) {
        const fc_node *declaration = node_at(&a, FC_DECLARE, line);
        fc_view view = view_of(&a, declaration);
        if (fc_value(&view, declaration->child[0]))
            fail_msg("line %d has a value", line);
    }
    analysed_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passes_values__integer_expressions_are_exact),
        cmocka_unit_test(test_passes_values__a_local_is_its_definition),
        cmocka_unit_test(test_passes_values__what_a_head_moves_follows_its_loop),
        cmocka_unit_test(test_passes_values__a_call_of_a_procedure_is_what_it_returns),
        cmocka_unit_test(test_passes_values__what_has_no_exact_value_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
