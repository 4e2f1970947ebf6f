/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Canonical loops and their ranges. The trips expected are counted by running the same loop here. */
#include "testsuite/unit/analyzed_program.h"

#include "analyzer/context/loops.h"

static const fc_cost *canonical(const analyzed *a, int line)
{
    const fc_cost *loop = cost_at(a, FC_COST_CANONICAL_LOOP, line);
    if (!loop)
        fail_msg("line %d is no canonical loop", line);
    return loop;
}

static double trips_on(const analyzed *a, int line, const named_value *list)
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

static void test_context_loops__trips_are_those_of_a_run(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "static double x[9];\nvoid f(int n, int m)\n{\n"
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
    analyzed_close(&a);
}

static void test_context_loops__a_value_belongs_to_its_iteration(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "static double x[9];\nvoid f(int n, int m)\n{\n"
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
    analyzed_close(&a);
}

/* Expected: the loops themselves, run here. */
static void test_context_loops__several_variables_move_together(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "static double x[9];\nvoid f(int n, int m)\n{\n"
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
    analyzed_close(&a);
}

/* Expected: the loops themselves, run here. Each line ends with the statement that counts. */
#define LOOP(line, ...)                                                                                                \
    do {                                                                                                               \
        int trips = 0;                                                                                                 \
        __VA_ARGS__                                                                                                    \
        if (trips_on(&a, line, list) != trips)                                                                         \
            fail_msg("line %d, n = %d, m = %d: %g instead of %d iterations", line, n, m, trips_on(&a, line, list),     \
                     trips);                                                                                           \
    } while (0)

static void test_context_loops__while_and_do(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "static double x[9];\nvoid f(int n, int m)\n{\n    int i, k;\n"
                      "    i = m; while (i < n) { x[0] += 1; i++; }\n"
                      "    i = n; while (i-- > m) x[0] += 1;\n"
                      "    i = n; while (--i >= m) x[0] += 1;\n"
                      "    i = m; do { x[0] += 1; i += 3; } while (i < n);\n"
                      "    i = m; do x[0] += 1; while (++i <= n);\n"
                      "    i = 0; while (1) { x[0] += 1; if (i >= n) break; i++; }\n"
                      "    i = m; while (i <= n) { x[0] += 1; if (m > 2) i += 2; else i += 2; }\n"
                      "    i = m; k = n; while (i < k) { x[0] += 1; i += 2; k--; }\n"
                      "    i = m; while (i < n) { if (x[0] > 3) { i++; continue; } x[0] += 1; i++; }\n}\n");
    for (int n = -7; n <= 11; n += 3)
        for (int m = -5; m <= 9; m += 2) {
            const named_value *list = VALUES({"n", n}, {"m", m}, {"n'", n}, {"m'", m});
            int i, k;
            LOOP(
                5, i = m; while (i < n) {
                    trips++;
                    i++;
                });
            LOOP(6, i = n; while (i-- > m) trips++;);
            LOOP(7, i = n; while (--i >= m) trips++;);
            LOOP(
                8, i = m; do {
                    trips++;
                    i += 3;
                } while (i < n););
            LOOP(9, i = m; do trips++; while (++i <= n););
            LOOP(
                10, i = 0; while (1) {
                    trips++;
                    if (i >= n)
                        break;
                    i++;
                });
            LOOP(
                11, i = m; while (i <= n) {
                    trips++;
                    i += 2;
                });
            LOOP(
                12, i = m; k = n; while (i < k) {
                    trips++;
                    i += 2;
                    k--;
                });
            LOOP(
                13, i = m; while (i < n) {
                    trips++;
                    i++;
                });
        }
    assert_int_equal(a.analysis->n_closed_loops, 9);
    analyzed_close(&a);
}

static void test_context_loops__several_exits(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "static double x[9];\nvoid f(int n, int m)\n{\n"
                      "    for (int i = 0; i < n && i <= m; i++) x[0] += 1;\n"
                      "    for (int i = 0; i < n; i++) { x[0] += 1; if (i == m) break; x[1] += 1; }\n"
                      "    for (int i = 0; i < n; i += 2) { x[0] += 1; if (i >= m) break; }\n"
                      "    for (int i = 0; m > 3 && i < n; i++) x[0] += 1;\n"
                      "    for (int i = 0; i < n; i++) { if (m < 0) break; x[0] += 1; }\n"
                      "    for (int i = 0; i < n; i++) { x[0] += 1; if (i < 3) continue; x[1] += 1; }\n"
                      "    for (int i = 0; i < n; i++) {\n        if (x[i] > 1) {\n"
                      "            for (int j = 0; j < i; j++) x[2] += 1;\n            return;\n        }\n    }\n}\n");
    for (int n = -7; n <= 11; n += 3)
        for (int m = -5; m <= 9; m += 2) {
            const named_value *list = VALUES({"n", n}, {"m", m});
            LOOP(4, for (int i = 0; i < n && i <= m; i++) trips++;);
            LOOP(
                5, for (int i = 0; i < n; i++) {
                    trips++;
                    if (i == m)
                        break;
                });
            LOOP(
                6, for (int i = 0; i < n; i += 2) {
                    trips++;
                    if (i >= m)
                        break;
                });
            LOOP(7, for (int i = 0; m > 3 && i < n; i++) trips++;);
            LOOP(
                8, for (int i = 0; i < n; i++) {
                    trips++;
                    if (m < 0)
                        break;
                });
            LOOP(9, for (int i = 0; i < n; i++) trips++;);
        }
    for (int i = 0; i < 9; i++) /* on the way out: of the iteration that leaves */
        assert_true(trips_on(&a, 12, VALUES({"n", 9}, {"i", i})) == i);
    analyzed_close(&a);
}

static void test_context_loops__geometric_and_square(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "static double x[9];\nvoid f(int n, int m)\n{\n"
                      "    for (int k = 1; k < n; k *= 2) x[0] += 1;\n"
                      "    for (int k = 3; k <= n; k <<= 2) x[0] += 1;\n"
                      "    for (int k = n; k > 0; k /= 2) x[0] += 1;\n"
                      "    for (int k = n; k >= 2; k >>= 1) x[0] += 1;\n"
                      "    for (int k = n; k; k /= 3) x[0] += 1;\n"
                      "    for (int q = 0; q * q < n; q++) x[0] += 1;\n"
                      "    for (int q = 0; (q + 1) * (q + 1) <= n; q++) x[0] += 1;\n"
                      "    for (int q = 2; q * q + q < n; q += 2) x[0] += 1;\n"
                      "    for (int q = 0; q * (q + 1) / 2 < n; q++) x[0] += 1;\n"
                      "    int k = 1; do { x[0] += 1; k *= 2; } while (k < n);\n}\n");
    for (int n = -7; n <= 131; n++) {
        const int m = 0;
        const named_value *list = VALUES({"n", n}, {"m", m});
        LOOP(4, for (int k = 1; k < n; k *= 2) trips++;);
        LOOP(5, for (int k = 3; k <= n; k <<= 2) trips++;);
        LOOP(6, for (int k = n; k > 0; k /= 2) trips++;);
        LOOP(7, for (int k = n; k >= 2; k >>= 1) trips++;);
        LOOP(8, for (int k = n; k; k /= 3) trips++;);
        LOOP(9, for (int q = 0; q * q < n; q++) trips++;);
        LOOP(10, for (int q = 0; (q + 1) * (q + 1) <= n; q++) trips++;);
        LOOP(11, for (int q = 2; q * q + q < n; q += 2) trips++;);
        LOOP(
            13, int k = 1; do {
                trips++;
                k *= 2;
            } while (k < n););
    }
    analyzed_close(&a);
}

static void test_context_loops__pointers(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "static double x[99];\nvoid f(int n, int m, double *y)\n{\n"
                      "    for (double *p = x; p < x + n; p++) *p += 1;\n"
                      "    for (double *p = y + m, *end = y + n; p < end; p += 2) *p += 1;\n"
                      "    double *q = &y[n]; while (q-- != y) *q += 1;\n"
                      "    double *r = y + n; while (--r >= &y[m]) *r += 1;\n}\n");
    for (int n = 0; n <= 11; n += 3)
        for (int m = 0; m <= 9; m += 2) {
            const named_value *list = VALUES({"n", n}, {"m", m});
            LOOP(4, for (int i = 0; i < n; i++) trips++;);
            LOOP(5, for (int i = m; i < n; i += 2) trips++;);
            LOOP(6, for (int i = 0; i < n; i++) trips++;);
            LOOP(7, for (int i = m; i < n; i++) trips++;);
        }
    analyzed_close(&a);
}

static void test_context_loops__other_loops_are_not_closed(void **state)
{
    (void)state;
    static const char *const heads[] = {
        "for (int i = 0; i < n; i--) x[0] += 1;",
        "for (int i = 0; i < n; i++) { x[0] += 1; if (i > 4) i += m; }",
        "for (int i = 0, k = 2; k < n; i++) x[0] += 1;",
        "for (g = 0; g < n; g++) { x[0] += 1; h(); }",
        "for (int i = 0; i == n; i++) x[0] += 1;",
        "for (double r = 0; r < n; r += 1) x[0] += 1;",
        "for (int i = 0; i < n; m++) x[0] += 1;",
        "for (int i = 0; i < n; i++) { x[0] += 1; change(&i); }",
        "int i = 0; int *q = &i; while (i < n) { x[0] += 1; *q += 2; }",
        "for (int i = 0; i < n; i++) { n -= m; x[0] += 1; }",
        "while (n > m) { if (x[0] > 1) m++; x[0] += 1; }",
        "for (int i = 1; i < n; i = i * i + 1) x[0] += 1;",
        "for (int k = n; k > m; k /= 2) x[0] += 1;",
        "for (int i = 0; i < n || i < m; i++) x[0] += 1;",
        "for (int i = 0; i < n; i++) { if (n > 7) continue; if (i > m) break; x[0] += 1; }",
        "for (int i = 0; i < n; i++) { x[0] += 1; if (i > m) return; }",
        "for (int i = 0; i < n; i++) { x[0] += 1; if (i > m) goto end; } end: ;",
        "for (int i = 0; i * i - 7 * i < n; i++) x[0] += 1;",
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        analyzed a;
        char *text =
            fc_format("static double x[9];\nint g;\nvoid h(void) { g += 2; }\nvoid change(int *i) { *i += 1; }\n"
                      "void f(int n, int m)\n{\n    %s\n}\n",
                      heads[i]);
        analyzed_open(&a, text);
        if (a.analysis->n_closed_loops > 0)
            fail_msg("closed: %s", heads[i]);
        assert_int_equal(a.analysis->n_loops, 1);
        analyzed_close(&a);
        free(text);
    }
}

static void test_context_loops__a_bound_the_loop_changes_has_no_range(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "static double x[9];\nvoid f(int n, int m)\n{\n"
                      "    for (int i = 0; i < n; i++) {\n        n -= m;\n        x[0] += 1;\n    }\n}\n");
    const fc_cost *loop = canonical(&a, 4);
    fc_view view = {.control = a.analysis->control, .algebra = a.analysis->algebra, .root = loop->node};
    fc_loop_range range;
    assert_false(fc_loops_range(&range, loop, &view));
    assert_false(fc_loops_is_closed(loop, &view));
    assert_int_equal(a.analysis->n_closed_loops, 0);
    analyzed_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_context_loops__trips_are_those_of_a_run),
        cmocka_unit_test(test_context_loops__a_value_belongs_to_its_iteration),
        cmocka_unit_test(test_context_loops__several_variables_move_together),
        cmocka_unit_test(test_context_loops__while_and_do),
        cmocka_unit_test(test_context_loops__several_exits),
        cmocka_unit_test(test_context_loops__geometric_and_square),
        cmocka_unit_test(test_context_loops__pointers),
        cmocka_unit_test(test_context_loops__other_loops_are_not_closed),
        cmocka_unit_test(test_context_loops__a_bound_the_loop_changes_has_no_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
