/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Provenance of dynamic values, in the text of the reason. Expected from C's semantics. */
#include "testsuite/unit/analyzed_program.h"

#define BEGIN "#include <mpi.h>\n#include <stdlib.h>\n#include <stdio.h>\n#include <string.h>\nstatic double a[100];\n"

/* The reason begins with this text and names that line of a.c; line 0: none. */
static void expect_reason(const analyzed *a, int line, const char *begin, int named)
{
    fc_text text = {0};
    char *place = fc_format("a.c:%d)", named);
    fc_control_print_reason(&text, a->analysis->control, node_at(a, FC_WHILE, line)->child[0]);
    assert_non_null(text.bytes);
    assert_memory_equal(text.bytes, begin, strlen(begin));
    assert_true((strstr(text.bytes, place) != NULL) == (named > 0));
    free(place);
    fc_text_free(&text);
}

static void test_binding_control_provenance__a_reason_names_the_first_dynamic_definition(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN "static void get(int *n)\n{\n    MPI_Recv(n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL);\n}\n"
                            "int main(void)\n{\n    int n = 0, m, j = 0;\n    get(&n);\n    m = n / 2;\n"
                            "    while (0 < m)\n        ;\n    while (a[2] > 1)\n        a[2] /= 2;\n"
                            "    if (a[2] > 1)\n        j = 7;\n    while (1 < j)\n        ;\n}\n");
    expect_reason(&a, 15, "m, from n, set by MPI_Recv (", 8);
    expect_reason(&a, 17, "a", 0);
    expect_reason(&a, 21, "j, from a, dynamic (", 19);
    analyzed_close(&a);
}

/* a[2] is the position: by a subscript computed from it, by its own value, or through a pointer. */
static void test_binding_control_provenance__a_reason_names_the_dynamic_subscript(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  BEGIN "static int *chosen(int i)\n{\n    static int box[9];\n    return box + i;\n}\n"
                        "int main(void)\n{\n    int x[9] = {0}, y[9] = {0}, m = (int)a[2];\n"
                        "    int *q = chosen(m), *p = chosen(2);\n    x[m] = 1;\n    y[(int)a[2]] = 1;\n    *q = 7;\n"
                        "    while (0 < x[1])\n        ;\n    while (0 < y[1])\n        ;\n"
                        "    while (0 < *p)\n        ;\n}\n");
    expect_reason(&a, 18, "x, from a, ", 0);
    expect_reason(&a, 20, "y, from a, ", 0);
    expect_reason(&a, 22, "p", 0);
    analyzed_close(&a);
}

/* The array had the printed size before any dynamic value, but its elements cannot be distinguished from others. */
static void test_binding_control_provenance__a_size_of_an_array_is_read_without_a_statement(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN "int main(void)\n{\n    int n = 4, j = 0;\n    double part[n];\n    part[0] = a[1];\n"
                            "    while (j < n)\n        j++;\n    if (a[2] > 1)\n"
                            "        for (n = 0; n < 3; n++)\n            part[n] = 1;\n}\n");
    expect_escape(&a, 11, "n");
    analyzed_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_binding_control_provenance__a_size_of_an_array_is_read_without_a_statement),
        cmocka_unit_test(test_binding_control_provenance__a_reason_names_the_first_dynamic_definition),
        cmocka_unit_test(test_binding_control_provenance__a_reason_names_the_dynamic_subscript),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
