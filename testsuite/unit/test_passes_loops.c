/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Canonical loops and their ranges. The trips expected are counted by running the same loop here. */
#include "testsuite/unit/analyzed_program.h"

#include "analyzer/passes/loops.h"

static const fc_cost *canonical(const analysed *a, int line)
{
    const fc_cost *loop = cost_at(a, FC_COST_CANONICAL_LOOP, line);
    if (!loop)
        fail_msg("line %d is no canonical loop", line);
    return loop;
}

static double trips_on(const analysed *a, int line, const named_value *list)
{
    const fc_cost *loop = canonical(a, line);
    fc_view view = view_of(a, loop->node);
    fc_loop_range range;
    if (!fc_loops_range(&range, loop, &view))
        fail_msg("line %d has no range", line);
    assert_true(fc_loops_is_closed(loop, &view));
    return evaluated(a, range.trips, list);
}

#define EXPECT_TRIPS(line, loop)                                                                                       \
    do {                                                                                                               \
        int trips = 0;                                                                                                 \
        loop trips++;                                                                                                  \
        assert_true(trips_on(&a, line, list) == trips);                                                                \
    } while (0)

static void test_passes_loops__trips_are_those_of_a_run(void **state)
{
    (void)state;
    analysed a;
    analysed_open(&a, "static double x[9];\nvoid f(int n, int m)\n{\n"
                      "    for (int i = m; i < n; i++) x[0] += 1;\n"
                      "    for (int i = m; i <= n; i += 3) x[0] += 1;\n"
                      "    for (int i = n; i > m; --i) x[0] += 1;\n"
                      "    for (int i = n; i >= m; i -= 4) x[0] += 1;\n"
                      "    for (int i = 0; n - m > i; i = i + 2) x[0] += 1;\n"
                      "    for (long i = n / 2; i < (long)n * m; i++) x[0] += 1;\n"
                      "    int j;\n    for (j = 1; j < n % 5; j = 1 + j) x[0] += 1;\n}\n");
    for (int n = -7; n <= 11; n += 3)
        for (int m = -5; m <= 9; m += 2) {
            const named_value *list = VALUES({"n", n}, {"m", m});
            EXPECT_TRIPS(4, for (int i = m; i < n; i++));
            EXPECT_TRIPS(5, for (int i = m; i <= n; i += 3));
            EXPECT_TRIPS(6, for (int i = n; i > m; --i));
            EXPECT_TRIPS(7, for (int i = n; i >= m; i -= 4));
            EXPECT_TRIPS(8, for (int i = 0; n - m > i; i = i + 2));
            EXPECT_TRIPS(9, for (long i = n / 2; i < (long)n * m; i++));
            EXPECT_TRIPS(11, for (int i = 1; i < n % 5; i = 1 + i));
        }
    assert_int_equal(a.analysis->n_loops, 7);
    assert_int_equal(a.analysis->n_closed_loops, 7);
    analysed_close(&a);
}

static void test_passes_loops__a_value_belongs_to_its_iteration(void **state)
{
    (void)state;
    analysed a;
    analysed_open(&a, "static double x[9];\nvoid f(int n, int m)\n{\n"
                      "    for (int i = n; i >= m; i -= 4) x[0] += i;\n}\n");
    const fc_cost *loop = canonical(&a, 4);
    fc_view view = view_of(&a, loop->node);
    fc_loop_range range;
    assert_true(fc_loops_range(&range, loop, &view));
    char *t = fc_copy_string(fc_sym_key(range.variable));
    /* 20, 16, 12: n, n - 4, n - 8 */
    for (int k = 0; k < 3; k++)
        assert_true(evaluated(&a, range.value, VALUES({"n", 20}, {"m", 11}, {t, k})) == 20 - 4 * k);
    assert_true(evaluated(&a, range.high, VALUES({"n", 20}, {"m", 11})) == 2);
    free(t);
    analysed_close(&a);
}

/* Expected: the loops themselves, run here. */
static void test_passes_loops__several_variables_move_together(void **state)
{
    (void)state;
    analysed a;
    analysed_open(&a, "static double x[9];\nvoid f(int n, int m)\n{\n"
                      "    int i, k;\n"
                      "    for (int j = m, l = 2; j < n; j += 3, l++) x[0] += l;\n"
                      "    for (i = n, k = 7; i > m; k -= 2, --i) x[0] += k;\n"
                      "    for (i = m, k = n; i < k; i++, k--) x[0] += k;\n"
                      "    for (i = n, k = m; i >= k; i--, k += 2) x[0] += k;\n"
                      "    for (int j = 0, l = 4; j < l; j++) x[0] += 1;\n}\n");
    for (int n = -7; n <= 11; n += 3)
        for (int m = -5; m <= 9; m += 2) {
            const named_value *list = VALUES({"n", n}, {"m", m});
            EXPECT_TRIPS(5, for (int i = m; i < n; i += 3));
            EXPECT_TRIPS(6, for (int i = n; i > m; --i));
            EXPECT_TRIPS(7, for (int i = m, k = n; i < k; i++, k--));
            EXPECT_TRIPS(8, for (int i = n, k = m; i >= k; i--, k += 2));
            EXPECT_TRIPS(9, for (int i = 0; i < 4; i++));
        }
    assert_int_equal(a.analysis->n_closed_loops, 5);
    analysed_close(&a);
}

static void test_passes_loops__other_loops_are_not_canonical(void **state)
{
    (void)state;
    static const char *const heads[] = {
        "for (int i = 0; i < n; i *= 2) x[0] += 1;",
        "for (int i = 0; i < n; i--) x[0] += 1;",
        "for (int i = 0; i < n; i++) { x[0] += 1; i += m; }",
        "for (int i = 0; i < n && i < m; i++) x[0] += 1;",
        "for (int i = 0, k = 2; i < n && k < m; i++, k++) x[0] += 1;",
        "for (int i = 0, k = 2; k < n; i++) x[0] += 1;",
        "for (int i = 0; i < n; i++, i++) x[0] += 1;",
        "for (g = 0; g < n; g++) x[0] += 1;",
        "for (int i = 0; i == n; i++) x[0] += 1;",
        "for (double r = 0; r < n; r += 1) x[0] += 1;",
        "for (int i = 0; i < n; m++) x[0] += 1;",
        "while (n > m) { m++; x[0] += 1; }",
        "do { m++; x[0] += 1; } while (n > m);",
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        analysed a;
        char *text = fc_format("static double x[9];\nint g;\nvoid f(int n, int m)\n{\n    %s\n}\n", heads[i]);
        analysed_open(&a, text);
        if (cost_at(&a, FC_COST_CANONICAL_LOOP, 5))
            fail_msg("canonical: %s", heads[i]);
        assert_int_equal(a.analysis->n_loops, 1);
        assert_int_equal(a.analysis->n_executed_loops, 1);
        analysed_close(&a);
        free(text);
    }
}

static void test_passes_loops__a_bound_the_loop_changes_has_no_range(void **state)
{
    (void)state;
    analysed a;
    analysed_open(&a, "static double x[9];\nvoid f(int n, int m)\n{\n"
                      "    for (int i = 0; i < n; i++) {\n        n -= m;\n        x[0] += 1;\n    }\n}\n");
    const fc_cost *loop = canonical(&a, 4);
    fc_view view = {.control = a.analysis->control, .algebra = a.analysis->algebra, .root = loop->node};
    fc_loop_range range;
    assert_false(fc_loops_range(&range, loop, &view));
    assert_false(fc_loops_is_closed(loop, &view));
    assert_int_equal(a.analysis->n_closed_loops, 0);
    analysed_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passes_loops__trips_are_those_of_a_run),
        cmocka_unit_test(test_passes_loops__a_value_belongs_to_its_iteration),
        cmocka_unit_test(test_passes_loops__several_variables_move_together),
        cmocka_unit_test(test_passes_loops__other_loops_are_not_canonical),
        cmocka_unit_test(test_passes_loops__a_bound_the_loop_changes_has_no_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
