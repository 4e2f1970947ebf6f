/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dynamic calls and dynamic early exits: which values they make dynamic. Expected from C's semantics. */
#include "testsuite/unit/analyzed_program.h"

#define BEGIN "#include <mpi.h>\n#include <stdlib.h>\n#include <stdio.h>\n#include <string.h>\nstatic double a[100];\n"

/* A whole call runs or not, depending on data: its own variables and those filled by its callees are static while it
 * runs. */
static void test_binding_control_early_exits__memory_of_a_call_ignores_dynamic_decisions_around_it(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(
        &a,
        BEGIN "static void split(int i, int *x, int y[2])\n{\n    *x = i % 4;\n    y[1] = i / 4;\n}\n"
              "static int around(int i)\n{\n    int x, y[2], n = 0;\n    split(i, &x, y);\n    while (n < x + y[1])\n"
              "        n++;\n    return n;\n}\n"
              "static void late(int *q)\n{\n    *q = 3;\n}\n"
              "static void down(int n, int *up)\n{\n    int own = 2, j = 0;\n    if (up)\n        *up = n;\n"
              "    if (n > 0 && a[n] > 0)\n        down(n - 1, &own);\n    while (j < own)\n        j++;\n}\n"
              "int main(void)\n{\n    int i, k = 0, m = 1;\n    for (i = 0; i < 9; i++) {\n"
              "        if (a[i] > 0)\n            continue;\n        around(i);\n    }\n    if (a[3] > 0)\n"
              "        late(&m);\n    while (k < m)\n        k++;\n    down(5, NULL);\n}\n");
    assert_true(decides(&a, 15));
    expect_escape(&a, 30, "own"); /* of the call above, which continues */
    expect_escape(&a, 43, "m");
    analyzed_close(&a);
}

/* An early exit of the whole program run leaves values static for all code that it skips as well. */
static void test_binding_control_early_exits__a_return_from_a_procedure_called_once_is_final(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(
        &a, BEGIN
        "static int blocks, steps, count, again;\nstatic void grow(void)\n{\n    blocks += 2;\n    count++;\n}\n"
        "static void drive(int n)\n{\n    for (int t = 0; t < n; t++) {\n        int j = 0;\n"
        "        if (a[t] > 9)\n            return;\n        grow();\n        while (j < blocks)\n"
        "            j++;\n    }\n    steps = n;\n}\n"
        "static void twice(void)\n{\n    int j = 0;\n    while (j < again)\n        j++;\n"
        "    if (a[1] > 0)\n        return;\n    again++;\n}\n"
        "int main(int argc, char **argv)\n{\n    int k = 0, l = 0;\n    drive(argc);\n    twice();\n    twice();\n"
        "    while (k < steps)\n        k++;\n    printf(\"%d\\n\", count);\n"
        "    if (a[2] > 0)\n        return 0;\n    for (int t = 0; t < 4; t++) {\n        again = t;\n"
        "        while (count > l)\n            l++;\n    }\n    return 0;\n}\n");
    assert_true(decides(&a, 19));
    expect_escape(&a, 27, "again"); /* the first call may have left it unchanged */
    expect_escape(&a, 39, "steps");
    expect_escape(&a, 46, "count");
    analyzed_close(&a);
}

/* A dynamic call can only change a global or memory that its arguments lead to. */
static void test_binding_control_early_exits__a_call_changes_only_reachable_memory(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"NULL", "NULL"}, {"NULL", "&n"}, {"&n", "NULL"}};
    for (int i = 0; i < 3; i++) {
        analyzed a;
        char *text = fc_format(BEGIN "static int *shared;\nstatic void set(int *to)\n{\n    *to = 4;\n}\n"
                                     "static void other(int *p)\n{\n    int own;\n    set(p ? p : &own);\n}\n"
                                     "int main(void)\n{\n    int n, k = 0;\n    set(&n);\n    shared = %s;\n"
                                     "    if (a[1] > 0)\n        other(%s);\n    while (k < n)\n        k++;\n}\n",
                               cases[i][0], cases[i][1]);
        analyzed_open(&a, text);
        assert_int_equal(fc_control_is_static(a.analysis->control, node_at(&a, FC_WHILE, 23)->child[0]), i == 0);
        analyzed_close(&a);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_binding_control_early_exits__memory_of_a_call_ignores_dynamic_decisions_around_it),
        cmocka_unit_test(test_binding_control_early_exits__a_return_from_a_procedure_called_once_is_final),
        cmocka_unit_test(test_binding_control_early_exits__a_call_changes_only_reachable_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
