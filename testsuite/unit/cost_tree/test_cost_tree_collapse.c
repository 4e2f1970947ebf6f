/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms of collapsed subtrees: counts against the same nest run here, working sets by hand (layer conditions). */
#include "testsuite/unit/analyzed_program.h"

#include "analyzer/cost_tree/collapse.h"
#include "analyzer/cost_tree/loop_effects.h"

/* Collapses the loop on the line, seen from itself. */
static bool collapsed(fc_terms *terms, const analyzed *a, int line)
{
    const fc_cost *loop = cost_at(a, FC_COST_CANONICAL_LOOP, line);
    loop = loop ? loop : cost_at(a, FC_COST_COUNTED_LOOP, line);
    assert_non_null(loop);
    fc_view view = {.control = a->analysis->control, .algebra = a->analysis->algebra, .root = loop->node};
    return fc_collapse(terms, a->analysis, loop, &view);
}

/* The last term of the line: a loop's body comes after its start. */
static const fc_term *term_on(const fc_terms *terms, int line)
{
    for (size_t i = terms->n; i-- > 0;)
        if (terms->term[i].region && terms->term[i].region->span.line == line)
            return &terms->term[i];
    fail_msg("no term on line %d", line);
    return NULL;
}

static void test_cost_tree_collapse__triangles_and_steps_sum_exactly(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "double x[99];\nvoid f(int n, int m)\n{\n    for (int i = 0; i < n; i++) {\n"
                      "        for (int j = i; j < m; j += 2)\n            x[j] += 1;\n"
                      "        if (i % 3 == 1)\n            for (int j = 0; j < i; j++)\n                x[j] *= 2;\n"
                      "    }\n}\n");
    fc_terms terms = {0};
    assert_true(collapsed(&terms, &a, 4));
    for (int n = 0; n < 12; n += 3)
        for (int m = 0; m < 12; m += 5) {
            int first = 0, second = 0, entered = 0;
            for (int i = 0; i < n; i++) {
                for (int j = i; j < m; j += 2)
                    first++;
                if (i % 3 == 1)
                    second += i;
                entered += i % 3 == 1;
            }
            const named_value *list = VALUES({"n", n}, {"m", m});
            assert_true(evaluated(&a, term_on(&terms, 5)->iterations, list) == first);
            assert_true(evaluated(&a, term_on(&terms, 5)->entries, list) == n);
            assert_true(evaluated(&a, term_on(&terms, 8)->iterations, list) == second);
            assert_true(evaluated(&a, term_on(&terms, 8)->entries, list) == entered);
        }
    fc_terms_free(&terms);
    analyzed_close(&a);
}

static void test_cost_tree_collapse__counters_multiply(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "double x[99];\nvoid f(int n)\n{\n    while (x[0] > 1) {\n        x[0] -= 1;\n"
                      "        for (int j = 0; j < n; j++)\n            x[j] += 1;\n"
                      "        if (x[1] > 2)\n            x[2] = x[3] * 2;\n    }\n}\n");
    fc_terms terms = {0};
    assert_int_equal(a.analysis->n_counters, 2);
    assert_int_equal(a.analysis->counter[0].node->span.line, 4);
    assert_string_equal(a.analysis->counter[0].why, "x");
    assert_true(collapsed(&terms, &a, 4));
    const named_value *list = VALUES({"n", 7}, {"c0", 4.5}, {"c1", 0.25});
    assert_true(evaluated(&a, term_on(&terms, 4)->iterations, list) == 4.5);
    assert_true(evaluated(&a, term_on(&terms, 6)->iterations, list) == 4.5 * 7);
    assert_true(evaluated(&a, term_on(&terms, 6)->entries, list) == 4.5);
    assert_true(evaluated(&a, term_on(&terms, 9)->iterations, list) == 4.5 * 0.25);
    fc_terms_free(&terms);
    analyzed_close(&a);
}

static void expect_open(const char *body)
{
    analyzed a;
    fc_terms terms = {0};
    char *source =
        fc_format("#include <stdlib.h>\ndouble x[99];\nint g;\nint f(int n, int m)\n{\n%s\n    return n + m;\n}\n"
                  "int main(int c, char **v)\n{\n    int r = f(atoi(v[1]), c);\n    while (g + r > 0)\n"
                  "        r--;\n}\n",
                  body);
    analyzed_open(&a, source);
    if (collapsed(&terms, &a, 6))
        fail_msg("collapsed: %s", body);
    assert_int_equal(terms.n, 0);
    fc_terms_free(&terms);
    analyzed_close(&a);
    free(source);
}

static void test_cost_tree_collapse__what_must_run_does_not_collapse(void **state)
{
    (void)state;
    expect_open("    for (int i = 0; i < n; i++) { x[i] = 1; g++; }"); /* the slice reads g later */
    expect_open("    for (int i = 0; i < n; i++) { if (i > m) { if (i % 2) continue; x[i] = 2; } x[i] += 1; }");
    expect_open(
        "    for (int i = 0; x[i] > 1; i++) {\n    for (int j = 0; j < i; j++) x[j] += 1; }"); /* which iteration? */
    expect_open("    for (int i = 1; i < n; i++) { double *p = malloc(8 * i); p[0] = x[i]; x[i] += p[0]; }");
    expect_open("    for (int i = 0; i < n; i++) {\n    for (int k = 1; k < m; k = k * k + 1) x[k] += 1; }");
}

/* The indices of the loops lie within the bounds that the accessor checks: it never stops. One more, and it may. */
static void test_cost_tree_collapse__checks_that_hold_for_all_iterations_are_passed(void **state)
{
    (void)state;
    static const char *const last[] = {"n - 1", "n"};
    for (int i = 0; i < 2; i++) {
        char *text = fc_format("void exit(int);\ndouble x[99];\n"
                               "static double get(int k, int n) { if (k < 0 || k >= n) exit(1); return x[k]; }\n"
                               "double f(int n)\n{\n    double s = 0;\n"
                               "    for (int k = 1; k < %s; k++)\n        s += get(k + 1, n) - get(k - 1, n);\n"
                               "    return s;\n}\n",
                               last[i]);
        analyzed a;
        analyzed_open(&a, text);
        fc_terms terms = {0};
        assert_int_equal(collapsed(&terms, &a, 7), i == 0);
        if (i == 0)
            assert_true(evaluated(&a, term_on(&terms, 3)->iterations, VALUES({"n", 9})) == 7);
        fc_terms_free(&terms);
        analyzed_close(&a);
        free(text);
    }
}

static void test_cost_tree_collapse__repeats_equal_iterations(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  "#include <mpi.h>\nstatic double x[99];\nint main(int n, char **v)\n{\n"
                  "    for (int k = 0; k < n; k++) {\n        x[1] = k;\n        MPI_Barrier(MPI_COMM_WORLD);\n    }\n"
                  "    for (int k = 0; k < n; k++) {\n        MPI_Bcast(x, k, MPI_DOUBLE, 0, MPI_COMM_WORLD);\n    }\n"
                  "    int m = n;\n    for (int k = 0; k < n; k++) {\n        m += 2;\n"
                  "        MPI_Bcast(x, m, MPI_DOUBLE, 0, MPI_COMM_WORLD);\n    }\n    (void)v;\n}\n");
    assert_true(fc_loop_effects_repeats(a.analysis, cost_at(&a, FC_COST_CANONICAL_LOOP, 5)));
    assert_false(fc_loop_effects_repeats(a.analysis, cost_at(&a, FC_COST_CANONICAL_LOOP, 9)));
    assert_false(fc_loop_effects_repeats(a.analysis, cost_at(&a, FC_COST_CANONICAL_LOOP, 13)));
    analyzed_close(&a);
}

/* A called procedure that ends the program by an error ends it in the first iteration, or in none. exit(0) costs the
 * code run so far. */
static void test_cost_tree_collapse__errors_in_callees_keep_iterations_equal(void **state)
{
    (void)state;
    static const struct {
        const char *end;
        bool repeats;
    } list[] = {{"exit(-1)", true}, {"abort()", true}, {"exit(0)", false}, {"exit(n)", false}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        analyzed a;
        char *source =
            fc_format("#include <mpi.h>\n#include <stdlib.h>\nvoid check(int n)\n{\n    if (n > 9)\n        %s;\n"
                      "    MPI_Barrier(MPI_COMM_WORLD);\n}\nint main(int n, char **v)\n{\n"
                      "    for (int k = 0; k < n; k++)\n        check(n);\n    (void)v;\n}\n",
                      list[i].end);
        analyzed_open(&a, source);
        assert_true(fc_loop_effects_repeats(a.analysis, cost_at(&a, FC_COST_CANONICAL_LOOP, 11)) == list[i].repeats);
        analyzed_close(&a);
        free(source);
    }
}

static double working_set(const analyzed *a, const fc_term *term, const char *base, int which, const named_value *list)
{
    for (size_t i = 0; i < term->region->n_streams; i++)
        if (term->region->stream[i].base == symbol_named(a->program, base) && which-- == 0)
            return evaluated(a, term->working_set[i], list);
    fail_msg("no stream of %s", base);
    return 0;
}

/* A matrix times a vector, row by row: b is reused for each row, after the row of A and b itself (8 m each); y[i] is
 * constant; A passes only once, so its next use is the next run of the nest, after all data that the nest touches. */
static void test_cost_tree_collapse__working_sets_of_a_matrix_vector_product(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "void f(int n, int m, const double *A, const double *b, double *y)\n{\n"
                      "    for (int i = 0; i < n; i++)\n        for (int j = 0; j < m; j++)\n"
                      "            y[i] += A[i * m + j] * b[j];\n}\n");
    fc_terms terms = {0};
    assert_true(collapsed(&terms, &a, 3));
    const named_value *list = VALUES({"n", 1000}, {"m", 200}, {"i", 500});
    const fc_term *term = term_on(&terms, 4);
    assert_true(working_set(&a, term, "y", 0, list) == 8);
    assert_true(working_set(&a, term, "b", 0, list) == 8 * 200 + 8 * 200 + 8);
    assert_true(working_set(&a, term, "A", 0, list) == 8.0 * 1000 * 200 + 8 * 200 + 8 * 1000);
    fc_terms_free(&terms);
    analyzed_close(&a);
}

/* A five-point stencil: u[i + 1][j] leads; u[i][j +- 1] reuses it one row later (m elements of u and of v passed), and
 * u[i - 1][j] reuses u[i][j - 1]'s row. So each but the leader hits after about one row of both arrays. */
static void test_cost_tree_collapse__layer_conditions_of_a_stencil(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "void f(int n, int m, const double *u, double *v)\n{\n    for (int i = 1; i < n - 1; i++)\n"
                      "        for (int j = 1; j < m - 1; j++)\n            v[i * m + j] = u[(i - 1) * m + j] + "
                      "u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1];\n}\n");
    fc_terms terms = {0};
    assert_true(collapsed(&terms, &a, 3));
    const named_value *list = VALUES({"n", 500}, {"m", 1000}, {"i", 250}, {"j", 300});
    const fc_term *term = term_on(&terms, 4);
    double row = 8.0 * 1000;
    double up = working_set(&a, term, "u", 0, list), down = working_set(&a, term, "u", 1, list),
           left = working_set(&a, term, "u", 2, list), right = working_set(&a, term, "u", 3, list);
    assert_true(down > 400 * row);                   /* the leader: memory, or data of the nest before */
    assert_true(right >= row && right <= 2.1 * row); /* a row from the leader, two arrays */
    assert_true(left >= 16 && left <= 64);           /* two elements from u[i][j + 1] */
    assert_true(up >= row * 0.9 && up <= 2.1 * row); /* a row from u[i][j - 1] */
    fc_terms_free(&terms);
    analyzed_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cost_tree_collapse__triangles_and_steps_sum_exactly),
        cmocka_unit_test(test_cost_tree_collapse__counters_multiply),
        cmocka_unit_test(test_cost_tree_collapse__what_must_run_does_not_collapse),
        cmocka_unit_test(test_cost_tree_collapse__checks_that_hold_for_all_iterations_are_passed),
        cmocka_unit_test(test_cost_tree_collapse__repeats_equal_iterations),
        cmocka_unit_test(test_cost_tree_collapse__errors_in_callees_keep_iterations_equal),
        cmocka_unit_test(test_cost_tree_collapse__working_sets_of_a_matrix_vector_product),
        cmocka_unit_test(test_cost_tree_collapse__layer_conditions_of_a_stencil),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
