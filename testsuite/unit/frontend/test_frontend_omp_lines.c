/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenMP directives as nodes: expressions of clauses, structured blocks, refused directives and their places. */
#include "analyzer/model/openmp.h"
#include "testsuite/unit/frontend_sources.h"
#include "testsuite/unit/report_text.h"

static const char *const openmp[] = {"-fopenmp", "-DLARGE=(n + 1)"};

static void open_source(sources *all, const char *text)
{
    sources_open(all);
    sources_write(all, "a.c", text);
}

static const fc_node *nth(const fc_program *program, fc_node_kind kind, int n)
{
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == kind && n-- == 0)
            return program->node[i];
    fail_msg("no such node");
    return NULL;
}

static void assert_prints(const fc_node *node, const char *text)
{
    fc_text out = {0};
    fc_node_print(&out, node);
    assert_string_equal(out.bytes, text);
    fc_text_free(&out);
}

static void test_frontend_omp_lines__reads_clauses_where_they_stand(void **state)
{
    (void)state;
    sources all;
    open_source(&all, "#include <omp.h>\n"
                      "void f(int n, double (*a)[8]) {\n"
                      "  if (n > 3)\n"
                      "    # pragma omp parallel for schedule(dynamic, LARGE) /* rows */ \\\n"
                      "             num_threads(n * 2) private(n) nowait // all\n"
                      "    for (int i = 0; i < n; i++) a[i][0] = 1;\n"
                      "  else n = 0;\n"
                      "#pragma omp barrier\n"
                      "#pragma omp task depend(in : a[n][1], a[:n]) depend(out: a[n - 1][0:4])\n"
                      "  n++;\n"
                      "#ifdef NEVER\n#pragma omp target\n#endif\n"
                      "#pragma omp critical(name)\n"
                      "  { n--; }\n"
                      "}\n");
    if (sources_read(&all, openmp, 2, NULL))
        fail_msg("%s", all.report.text);
    const fc_program *program = all.program;
    const fc_node *loop = nth(program, FC_OPENMP, 0), *task = nth(program, FC_OPENMP, 2);
    fc_openmp of = fc_openmp_of(loop);
    assert_int_equal(of.parts, FC_OMP_PARALLEL | FC_OMP_FOR);
    assert_int_equal(of.schedule, FC_OMP_DYNAMIC);
    assert_true(of.nowait);
    assert_int_equal(loop->n_children, 3);
    assert_prints(fc_openmp_expression_of(loop, &of, FC_OMP_CHUNK), "n + 1");
    assert_prints(fc_openmp_expression_of(loop, &of, FC_OMP_NUM_THREADS), "n * 2");
    assert_int_equal(fc_openmp_body(loop)->kind, FC_FOR);
    assert_int_equal(loop->span.line, 4);
    assert_int_equal(loop->span.column, 5);
    assert_int_equal(fc_openmp_body(loop)->span.line, 6);
    assert_non_null(nth(program, FC_IF, 0)->child[2]); /* the else stays its own */
    assert_null(fc_openmp_body(nth(program, FC_OPENMP, 1)));
    of = fc_openmp_of(task);
    assert_int_equal(of.n_expressions, 3);
    assert_int_equal(of.expression[1].role, FC_OMP_DEPEND_IN);
    assert_int_equal(of.expression[2].role, FC_OMP_DEPEND_OUT);
    assert_prints(task->child[0], "a[n][1]");
    assert_prints(task->child[1], "a[0]");
    assert_prints(task->child[2], "a[n - 1][0]");
    assert_string_equal(fc_openmp_of(nth(program, FC_OPENMP, 3)).name, "name");
    sources_close(&all);
}

static void test_frontend_omp_lines__leaves_directives_out_without_the_flag(void **state)
{
    (void)state;
    sources all;
    open_source(&all, "int f(int n) {\n#pragma omp parallel num_threads(n)\n  n++;\n  return n;\n}\n");
    assert_int_equal(sources_read(&all, NULL, 0, NULL), FC_OK);
    for (int i = 0; i < all.program->n_nodes; i++)
        assert_int_not_equal(all.program->node[i]->kind, FC_OPENMP);
    assert_non_null(strstr(all.warnings.bytes, "OpenMP directives ignored: -fopenmp"));
    sources_close(&all);
}

static void test_frontend_omp_lines__says_what_is_not_covered_and_where(void **state)
{
    (void)state;
    static const struct {
        const char *line, *message;
    } rows[] = {
        {"#pragma omp target map(n)", "a.c:2:13: this OpenMP directive is not covered: target"},
        {"#pragma omp parallel wobbly(3)", "a.c:2:22: this clause is not covered: wobbly"},
        {"#pragma omp for schedule(wild)", "a.c:2:26: unknown schedule: wild"},
        {"#pragma omp parallel num_threads()", "a.c:2:34: a clause lacks its expression"},
        {"#pragma omp parallel num_threads(n", "a.c:2:22: missing closing bracket after num_threads"},
        {"#pragma omp task depend(sink : n)", "a.c:2:25: this kind of dependence is not covered: sink"},
        {"#pragma omp taskwait depend(in : n)", "a.c:2:13: taskwait with dependences is not covered"},
        {"#pragma omp parallel num_threads(unknown)", "a.c:2:34: use of undeclared identifier 'unknown'"},
        {"#pragma omp", "a.c:2:12: an OpenMP directive is missing"},
        {"#pragma omp ordered", "a.c:2:13: this OpenMP directive is not covered: ordered"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sources all;
        char *text = fc_format("void f(int n) {\n%s\n  { n++; }\n}\n", rows[i].line);
        open_source(&all, text);
        assert_int_equal(sources_read(&all, openmp, 1, NULL), FC_E_INPUT);
        if (!strstr(report_text(&all.report), rows[i].message))
            fail_msg("\"%s\" does not hold \"%s\"", all.report.text, rows[i].message);
        sources_close(&all);
        free(text);
    }
}

static void test_frontend_omp_lines__survives_a_file(void **state)
{
    (void)state;
    sources all;
    open_source(&all, "int f(int n) {\n#pragma omp parallel num_threads(n)\n  n++;\n  return n;\n}\n");
    assert_int_equal(sources_read(&all, openmp, 1, NULL), FC_OK);
    char *path = fc_format("%s/a.fc", all.folder);
    fc_program *again = NULL;
    assert_int_equal(fc_program_write(all.program, path, &all.report), FC_OK);
    assert_int_equal(fc_program_read(&again, path, &all.report), FC_OK);
    assert_string_equal(nth(again, FC_OPENMP, 0)->text, "parallel num_threads(n)");
    fc_program_free(again);
    unlink(path);
    free(path);
    sources_close(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frontend_omp_lines__reads_clauses_where_they_stand),
        cmocka_unit_test(test_frontend_omp_lines__leaves_directives_out_without_the_flag),
        cmocka_unit_test(test_frontend_omp_lines__says_what_is_not_covered_and_where),
        cmocka_unit_test(test_frontend_omp_lines__survives_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
