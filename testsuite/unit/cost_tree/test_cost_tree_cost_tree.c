/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cost trees of procedures: which loops are closed, executed or counted, which branches need a counter, and which
 * constructs are refused. Expected from the sources' meaning. */
#include "analyzer/regions/operations.h"
#include "testsuite/unit/analyzed_program.h"

#define BEGIN "#include <mpi.h>\n#include <stdlib.h>\n#include <stdio.h>\nstatic double a[100];\nstatic int g;\n"

static void test_cost_tree_cost_tree__loops_by_what_ends_them(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  BEGIN "int main(int n, char **v)\n{\n    for (int i = 0; i < n; i++)\n        a[i] = 1;\n"
                        "    for (int i = 1; i < n; i *= 2)\n        a[i] = 1;\n    while (n > 1)\n        n /= 2;\n"
                        "    while (a[0] > 1)\n        a[0] /= 2;\n    for (int i = 0; i < g; i++) {\n"
                        "        if (a[i] > 3)\n            break;\n        a[i] = 4;\n    }\n    (void)v;\n}\n");
    assert_non_null(cost_at(&a, FC_COST_CANONICAL_LOOP, 8));
    assert_non_null(cost_at(&a, FC_COST_CANONICAL_LOOP, 10));
    assert_non_null(cost_at(&a, FC_COST_CANONICAL_LOOP, 12));
    assert_non_null(cost_at(&a, FC_COST_COUNTED_LOOP, 14));
    assert_non_null(cost_at(&a, FC_COST_COUNTED_LOOP, 16)); /* its break is dynamic */
    assert_int_equal(a.analysis->n_loops, 5);
    assert_int_equal(a.analysis->n_closed_loops, 3);
    assert_int_equal(a.analysis->n_executed_loops, 0);
    assert_int_equal(a.analysis->n_counters, 3); /* two loops; the branch to the break */
    assert_string_equal(a.analysis->counter[0].operation, "loop");
    assert_string_equal(a.analysis->counter[0].why, "a");
    assert_string_equal(a.analysis->counter[2].operation, "branch");
    assert_int_equal(a.analysis->counter[2].node->span.line, 17);
    analyzed_close(&a);
}

static void test_cost_tree_cost_tree__loops_that_only_the_program_s_end_ends_are_counted(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN "static int next(void)\n{\n    if (a[0] < 1)\n        exit(0);\n    return 2;\n}\n"
                            "static int last(int n)\n{\n    return n - 1;\n}\n"
                            "int main(int n, char **v)\n{\n    if (n > 3)\n        while (next() == 2)\n"
                            "            MPI_Barrier(MPI_COMM_WORLD);\n    if (n > 2)\n        while (1)\n"
                            "            next();\n    while (last(n) > 0) {\n        MPI_Barrier(MPI_COMM_WORLD);\n"
                            "        n = last(n);\n    }\n    while (1)\n        if (n++ > 7)\n            break;\n"
                            "    (void)v;\n}\n");
    assert_non_null(cost_at(&a, FC_COST_COUNTED_LOOP, 19));
    assert_non_null(cost_at(&a, FC_COST_COUNTED_LOOP, 22));
    assert_null(cost_at(&a, FC_COST_COUNTED_LOOP, 24));
    assert_null(cost_at(&a, FC_COST_COUNTED_LOOP, 28));
    assert_int_equal(a.analysis->n_counters, 2);
    analyzed_close(&a);
}

static void test_cost_tree_cost_tree__branches_by_binding_time(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  BEGIN "int main(int n, char **v)\n{\n    double most = 0;\n    if (n > 3)\n        a[0] = 1;\n"
                        "    if (a[1] > 3)\n        a[0] = sqrt(2.0);\n    for (int i = 0; i < n; i++)\n"
                        "        if (a[i] > most)\n            most = a[i];\n    if (a[2] < 0)\n        exit(1);\n"
                        "    if (a[3] < most)\n        return 2;\n    a[4] = most;\n    (void)v;\n    return 0;\n}\n");
    assert_non_null(cost_at(&a, FC_COST_BRANCH, 9));
    assert_non_null(cost_at(&a, FC_COST_SHARE, 11));
    assert_null(cost_at(&a, FC_COST_SHARE, 16)); /* a successful run does not take it */
    assert_null(cost_at(&a, FC_COST_SHARE, 18));
    for (size_t i = 0; i < a.analysis->n_counters; i++)
        assert_true(a.analysis->counter[i].node->span.line != 16 && a.analysis->counter[i].node->span.line != 18);
    analyzed_close(&a);
}

static void test_cost_tree_cost_tree__calls_have_sites(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(
        &a,
        BEGIN "static void inner(int n)\n{\n    a[n] = 1;\n    MPI_Barrier(MPI_COMM_WORLD);\n}\n"
              "static void never(void)\n{\n    MPI_Barrier(MPI_COMM_WORLD);\n}\n"
              "int main(int n, char **v)\n{\n    MPI_Init(&n, &v);\n    double *p = malloc(8 * n);\n"
              "    inner(n);\n    system(\"here\");\n    system(\"there\");\n    free(p);\n    MPI_Finalize();\n}\n");
    assert_int_equal(a.analysis->n_mpi_calls, 3);
    assert_non_null(cost_at(&a, FC_COST_MPI, 9));
    assert_null(cost_at(&a, FC_COST_MPI, 13)); /* never() has no caller */
    assert_false(a.analysis->reached[fc_program_find(a.program, "never")->id]);
    const fc_cost *call = cost_at(&a, FC_COST_CALL, 19), *allocation = cost_at(&a, FC_COST_ALLOCATE, 18);
    assert_ptr_equal(call->callee, fc_program_find(a.program, "inner"));
    assert_string_equal(a.analysis->site[allocation->site].operation, "malloc");
    assert_int_equal(a.analysis->n_warnings, 1); /* system, once */
    assert_contains(a.analysis->warning[0], "a.c:20:5: system");
    analyzed_close(&a);
}

static void test_cost_tree_cost_tree__return_only_procedures_are_inlined_if_free_of_calls(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  BEGIN "static double twice(double x)\n{\n    return 2 * x;\n}\n"
                        "static double work(int n)\n{\n    for (int i = 0; i < n; i++)\n        a[i] = 1;\n"
                        "    return a[0];\n}\n"
                        "static double half(int n)\n{\n    return twice(work(n)) / 4;\n}\n"
                        "static int share(int n)\n{\n"
                        "    return MPI_Bcast(a, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);\n}\n"
                        "static int again(int n)\n{\n    return n < 2 ? n : again(n - 1);\n}\n"
                        "int main(int n, char **v)\n{\n    a[1] = twice(a[2]);\n    a[2] = half(n);\n    share(n);\n"
                        "    again(n);\n    (void)v;\n}\n");
    assert_null(cost_at(&a, FC_COST_CALL, 30));
    assert_ptr_equal(cost_at(&a, FC_COST_CALL, 31)->callee, fc_program_find(a.program, "half"));
    assert_ptr_equal(cost_at(&a, FC_COST_CALL, 32)->callee, fc_program_find(a.program, "share"));
    assert_ptr_equal(cost_at(&a, FC_COST_CALL, 33)->callee, fc_program_find(a.program, "again"));
    assert_true(fc_operations_in_callers(fc_program_find(a.program, "twice")));
    assert_false(fc_operations_in_callers(fc_program_find(a.program, "half")));
    assert_non_null(cost_at(&a, FC_COST_MPI, 22));
    analyzed_close(&a);
}

static void test_cost_tree_cost_tree__jumps_over_costs_are_reported(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  BEGIN "int main(int n, char **v)\n{\n    for (int i = 0; i < n; i++) {\n        if (i > 3) {\n"
                        "            if (a[i] > 2)\n                continue;\n            a[i] = 1;\n        }\n"
                        "        a[i] += 2;\n        if (i == g)\n            continue;\n        a[i] += 3;\n    }\n"
                        "    (void)v;\n}\n");
    assert_true(cost_at(&a, FC_COST_JUMP, 11)->skips);
    assert_false(cost_at(&a, FC_COST_JUMP, 16)->skips);
    assert_int_equal(a.analysis->n_warnings, 1);
    assert_contains(a.analysis->warning[0], "a.c:11:17: this jump out of nested conditions is data-dependent");
    analyzed_close(&a);
}

/* The share of runs that reach the code after a chain of 30 jumps would be a polynomial of 2^30 terms. */
static void test_cost_tree_cost_tree__a_chain_of_jumps_stays_short(void **state)
{
    (void)state;
    analyzed a;
    fc_text text = {0};
    fc_text_add(&text, BEGIN "static int find(int n)\n{\n    for (int i = 0; i < n; i++) {\n        ");
    for (int k = 0; k < 30; k++)
        fc_text_add(&text, "if (a[%d] > i)\n            return %d;\n        else ", k, k);
    fc_text_add(&text, "a[i] = 1;\n    }\n    a[g] = 2;\n    return 0;\n}\n"
                       "int main(int n, char **v)\n{\n    (void)v;\n    return find(n) > 30;\n}\n");
    analyzed_open(&a, text.bytes);
    assert_int_equal(a.analysis->n_warnings, 1);
    assert_contains(a.analysis->warning[0], "a.c:7:1: too many data-dependent jumps leave this block");
    analyzed_close(&a);
    fc_text_free(&text);
}

/* What a call modifies depends on what the call before it left, 4,000 calls back. */
static void test_cost_tree_cost_tree__a_long_row_of_calls_needs_no_deep_stack(void **state)
{
    (void)state;
    analyzed a;
    fc_text text = {0};
    fc_text_add(&text, BEGIN "struct node { struct node *next; int n; };\nstatic struct node all[3];\n"
                             "static void link(struct node *p)\n{\n    p->next->next = p;\n}\n"
                             "int main(int n, char **v)\n{\n    struct node *head = &all[n];\n    head->next = all;\n");
    for (int i = 0; i < 4000; i++)
        fc_text_add(&text, "    link(head);\n");
    fc_text_add(&text, "    for (int i = 0; i < head->next->n; i++)\n        a[i] = 1;\n    (void)v;\n}\n");
    analyzed_open(&a, text.bytes);
    assert_int_equal(a.analysis->n_loops, 1);
    analyzed_close(&a);
    fc_text_free(&text);
}

static void expect_refused(const char *body, const char *wanted)
{
    sources all;
    fc_analysis *analysis = NULL;
    sources_open(&all);
    char *text =
        fc_format(BEGIN "int main(int n, char **v)\n{\n    int k = 0;\n%s\n    (void)v;\n    return k;\n}\n", body);
    sources_write(&all, "a.c", text);
    assert_int_equal(sources_read(&all, NULL, 0, "mpicc"), FC_OK);
    assert_int_equal(fc_analysis_create(&analysis, all.program, &all.report), FC_E_INPUT);
    assert_null(analysis);
    assert_contains(all.report.text, wanted);
    sources_close(&all);
    free(text);
}

static void test_cost_tree_cost_tree__what_is_not_covered_is_located(void **state)
{
    (void)state;
    expect_refused("    extern int MPI_New_call(int);\n    MPI_New_call(0);",
                   "a.c:10:5: error[FC0339]: MPI_New_call is not supported: it is not in the table of MPI operations\n"
                   "  Exclude");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cost_tree_cost_tree__loops_by_what_ends_them),
        cmocka_unit_test(test_cost_tree_cost_tree__loops_that_only_the_program_s_end_ends_are_counted),
        cmocka_unit_test(test_cost_tree_cost_tree__branches_by_binding_time),
        cmocka_unit_test(test_cost_tree_cost_tree__calls_have_sites),
        cmocka_unit_test(test_cost_tree_cost_tree__return_only_procedures_are_inlined_if_free_of_calls),
        cmocka_unit_test(test_cost_tree_cost_tree__jumps_over_costs_are_reported),
        cmocka_unit_test(test_cost_tree_cost_tree__a_chain_of_jumps_stays_short),
        cmocka_unit_test(test_cost_tree_cost_tree__a_long_row_of_calls_needs_no_deep_stack),
        cmocka_unit_test(test_cost_tree_cost_tree__what_is_not_covered_is_located),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
