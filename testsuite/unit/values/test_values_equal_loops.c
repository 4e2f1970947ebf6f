/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which loops may share their counters. The oracle gcov_compare checks the counts of whole programs. */
#include "analyzer/values/equal_loops.h"
#include "testsuite/unit/numbered_program.h"

#define HEAD "#include <stdlib.h>\ntypedef struct m { int n; int *i; } m;\ndouble s; void read_it(m *);\n"

static int class_at(const numbered *n, const int *equal, int line)
{
    for (int i = 0; i < n->a.program->n_nodes; i++)
        if (n->a.program->node[i]->span.line == line && fc_node_is_loop(n->a.program->node[i]))
            return equal[i];
    fail_msg("no loop on line %d", line);
    return -1;
}

/* The body begins on line 4. may_end: a call of the procedure g may end the program. */
static void expect_of(const char *body, int line, int other, bool same, bool may_end)
{
    numbered n;
    char *text = fc_format("%s%s", HEAD, body);
    numbered_open(&n, text);
    bool *ends = fc_allocate((size_t)n.a.program->n_procedures, sizeof *ends);
    for (int i = 0; i < n.a.program->n_procedures; i++)
        ends[i] = may_end && strcmp(n.a.program->procedure[i]->symbol->name, "g") == 0;
    int *equal =
        fc_equal_loops_find(&(fc_equal_loops){n.a.program, n.a.analysis->pointer_calls, n.quantities.values, ends});
    bool found = class_at(&n, equal, line) >= 0 && class_at(&n, equal, line) == class_at(&n, equal, other);
    if (found != same)
        fail_msg("the loops on lines %d and %d are %sequal:\n%s", line, other, found ? "" : "not ", text);
    free(equal);
    free(ends);
    free(text);
    numbered_close(&n);
}

static void expect(const char *body, int line, int other, bool same)
{
    expect_of(body, line, other, same, false);
}

static void test_values_equal_loops__one_trip_count(void **state)
{
    (void)state;
    expect("int main(void) { m a; read_it(&a);\n for (int k = 0; k < a.n; k++) s += 1;\n"
           " for (int k = 0; k < a.n; k++) s += 2; }\n",
           5, 6, true);
    expect("int main(void) { m a; read_it(&a);\n for (int k = 1; k < a.n; k++) s += 1;\n"
           " for (int k = 0; k < a.n; k++) s += 2; }\n",
           5, 6, false);
    expect("int main(void) { m a; read_it(&a);\n for (int k = 0; k < a.n; k++) s += 1;\n a.n++;\n"
           " for (int k = 0; k < a.n; k++) s += 2; }\n",
           5, 7, false);
    expect("int main(void) { m a; read_it(&a);\n for (int k = 0; k < a.n; k++) s += 1;\n"
           " for (int k = 0; k < a.n; k++) if (s > k) break; }\n",
           5, 6, false);
}

static void test_values_equal_loops__one_condition(void **state)
{
    (void)state;
    expect("int main(void) { m a; read_it(&a);\n if (a.i[3])\n  for (int k = 0; k < a.n; k++) s += 1;\n if (a.i[3])\n"
           "  for (int k = 0; k < a.n; k++) s += 2; }\n",
           6, 8, true);
    expect("int main(void) { m a; read_it(&a);\n if (a.i[3])\n  for (int k = 0; k < a.n; k++) s += 1;\n else\n"
           "  for (int k = 0; k < a.n; k++) s += 2; }\n",
           6, 8, false);
    expect("int main(void) { m a; read_it(&a);\n for (int k = 0; k < a.n; k++) s += 1;\n if (s > 3) return 0;\n"
           " for (int k = 0; k < a.n; k++) s += 2; }\n",
           5, 7, false);
    expect("int main(void) { m a; read_it(&a);\n for (int k = 0; k < a.n; k++) s += 1;\n if (s > 3) exit(0);\n"
           " for (int k = 0; k < a.n; k++) s += 2; }\n",
           5, 7, false);
}

static void test_values_equal_loops__nested(void **state)
{
    (void)state;
    expect("int main(void) { m a; read_it(&a);\n for (int r = 0; r < a.n; r++)\n"
           "  for (int k = a.i[r]; k < a.i[r + 1]; k++) s += 1;\n for (int r = 0; r < a.n; r++)\n"
           "  for (int k = a.i[r]; k < a.i[r + 1]; k++) s += 2; }\n",
           6, 8, true);
    expect("int main(void) { m a; read_it(&a);\n for (int r = 0; r < a.n; r++)\n"
           "  for (int k = a.i[r]; k < a.i[r + 1]; k++) s += 1;\n for (int r = 0; r < a.n - 1; r++)\n"
           "  for (int k = a.i[r]; k < a.i[r + 1]; k++) s += 2; }\n",
           6, 8, false);
    expect("int main(void) { m a; read_it(&a);\n for (int k = 0; k < a.n; k++) s += 1;\n"
           " for (int r = 0; r < a.i[0]; r++)\n  for (int k = 0; k < a.n; k++) s += 2; }\n",
           5, 7, false);
    expect("int main(void) { m a; read_it(&a);\n while (s < 9) {\n  for (int k = 0; k < a.n; k++) s += 1;\n"
           "  for (int k = 0; k < a.n; k++) s += 2; } }\n",
           6, 7, true);
    expect("int main(void) { m a; read_it(&a);\n while (s < 9) {\n  for (int k = 0; k < a.n; k++) s += 1;\n"
           "  if (s > 5) break;\n  for (int k = 0; k < a.n; k++) s += 2; } }\n",
           6, 8, false);
    expect("int main(void) { m a; read_it(&a);\n for (int r = 0; r < a.n; r++) { s += 1;\n"
           "  for (int k = 0; k < r; k++) s += 1;\n  for (int k = 0; k < r; k++) s += 2; } }\n",
           6, 7, true);
}

static void test_values_equal_loops__calls(void **state)
{
    (void)state;
    expect("void g(m *p) {\n for (int k = 0; k < p->n; k++) s += 1; }\nint main(void) { m a; read_it(&a); g(&a);\n"
           " for (int k = 0; k < a.n; k++) s += 2; }\n",
           5, 7, true);
    expect("void g(m *p) {\n for (int k = 0; k < p->n; k++) s += 1; }\nint main(void) { m a; read_it(&a); g(&a);\n"
           " for (int k = 0; k < a.n; k++) s += 2; g(&a); }\n",
           5, 7, false);
    expect("void g(m *p) {\n for (int k = 0; k < p->n; k++) s += 1; }\nint main(void) { m a; read_it(&a);\n"
           " if (s > 0) g(&a);\n for (int k = 0; k < a.n; k++) s += 2; }\n",
           5, 8, false);
    expect_of("void g(void) { if (s > 3) exit(0); }\nint main(void) { m a; read_it(&a);\n"
              " for (int k = 0; k < a.n; k++) s += 1;\n g();\n for (int k = 0; k < a.n; k++) s += 2; }\n",
              6, 8, false, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_equal_loops__one_trip_count),
        cmocka_unit_test(test_values_equal_loops__one_condition),
        cmocka_unit_test(test_values_equal_loops__nested),
        cmocka_unit_test(test_values_equal_loops__calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
