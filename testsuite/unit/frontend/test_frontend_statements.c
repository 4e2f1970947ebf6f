/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend_sources.h"

/* The four parts of the n-th for loop: a letter where present, '-' where absent. */
static void assert_parts(const fc_program *program, int n, const char *wanted)
{
    const fc_node *loop = nth_node(program, FC_FOR, n);
    char parts[5] = "icxb";
    assert_int_equal(loop->n_children, 4);
    for (int i = 0; i < 4; i++)
        if (!loop->child[i])
            parts[i] = '-';
    assert_string_equal(parts, wanted);
}

static void test_frontend_statements__reports_absent_for_parts(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "void f(int i, int n) {\n"
                                                      "for (i = 0; i < n; i++) ;\n"
                                                      "for (;;) break;\n"
                                                      "for (; i < n;) i++;\n"
                                                      "for (;; i++) break;\n"
                                                      "for (i = 0;;) break;\n"
                                                      "for (i = 0; i < n;) i++;\n"
                                                      "for (i = 0; ; i++) break;\n"
                                                      "for (; i < n; i++) { }\n"
                                                      "for (int k = ';' /* ; */; ; /* i++ */ ) break; // ;\n"
                                                      "for (i = (1, 2) ; ; ) { break; }\n"
                                                      "}\n");
    static const char *const wanted[] = {"icxb", "---b", "-c-b", "--xb", "i--b",
                                         "ic-b", "i-xb", "-cxb", "i--b", "i--b"};
    for (int i = 0; i < 10; i++)
        assert_parts(program, i, wanted[i]);
    assert_int_equal(nth_node(program, FC_FOR, 8)->child[0]->kind, FC_DECLARE);
    assert_int_equal(nth_node(program, FC_FOR, 0)->child[0]->kind, FC_EVALUATE);
    sources_close(&all);
}

static void test_frontend_statements__reports_absent_for_parts_in_macros(void **state)
{
    (void)state;
    sources all;
    const fc_program *program =
        sources_program(&all, "#define EVER for (;;)\n"
                              "#define UPTO(i, n) for (int i = 0; i < (n); ++i)\n"
                              "#define WHILE_LESS(i, n) for (; (i) < (n); )\n"
                              "void f(int n) { EVER break; UPTO(k, n) ; WHILE_LESS(n, 3) n++; }\n");
    assert_parts(program, 0, "---b");
    assert_parts(program, 1, "icxb");
    assert_parts(program, 2, "-c-b");
    sources_close(&all);
}

static void test_frontend_statements__reads_every_kind(void **state)
{
    (void)state;
    sources all;
    const fc_program *program =
        sources_program(&all, "int f(int k) {\n"
                              "  int a = 1, b; ;\n"
                              "  if (k) a = 2; else b = 3;\n"
                              "  while (k > 3) { k--; continue; }\n"
                              "  do k++; while (k < 5);\n"
                              "  switch (k) { case 1: case 4 ... 6: a = 7; break; default: b = 8; }\n"
                              "  { goto out; }\n"
                              "out: return a + b;\n"
                              "}\n");
    static const fc_node_kind once[] = {FC_IF,   FC_WHILE, FC_DO,    FC_SWITCH, FC_DEFAULT,
                                        FC_GOTO, FC_LABEL, FC_BREAK, FC_RETURN, FC_CONTINUE};
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        nth_node(program, once[i], 0);
    const fc_node *body = fc_program_find(program, "f")->body;
    assert_int_equal(body->child[0]->kind, FC_DECLARE); /* int a = 1, b: two declarations */
    assert_int_equal(body->child[1]->kind, FC_DECLARE);
    assert_null(body->child[1]->child[0]);
    assert_int_equal(body->child[2]->kind, FC_EMPTY);
    assert_int_equal(body->child[3]->n_children, 3);
    const fc_node *range = nth_node(program, FC_CASE, 1);
    assert_int_equal(range->child[0]->value, 4);
    assert_int_equal(range->child[2]->value, 6);
    assert_ptr_equal(range->parent, nth_node(program, FC_CASE, 0));
    assert_ptr_equal(nth_node(program, FC_GOTO, 0)->symbol, nth_node(program, FC_LABEL, 0)->symbol);
    sources_close(&all);
}

static void test_frontend_statements__reads_computed_case_labels(void **state)
{
    (void)state;
    sources all;
    const fc_program *program =
        sources_program(&all, "enum { LIMIT = 7 };\n"
                              "int f(int k)\n"
                              "{\n"
                              "  switch (k) { case LIMIT - 4: return 1; case (LIMIT): return 2; }\n"
                              "  return 0;\n"
                              "}\n");
    const fc_node *label = nth_node(program, FC_CASE, 0)->child[0];
    assert_int_equal(label->kind, FC_BINARY);
    assert_int_equal(label->n_children, 2);
    assert_int_equal(label->child[0]->value, 7);
    assert_int_equal(label->child[1]->value, 4);
    assert_int_equal(nth_node(program, FC_CASE, 1)->child[0]->value, 7);
    sources_close(&all);
}

static void test_frontend_statements__puts_pragmas_into_their_block(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "int f(int n) {\n"
                                                      "  int s = 0; /* \n#pragma forecost cost(1)\n */\n"
                                                      "#pragma   forecost  init_end  // here\n"
                                                      "#pragma forecost trip(n / \\\n  2)\n"
                                                      "  for (int i = 0; i < n; i++)\n"
                                                      "#pragma forecost probability(0.5) /* half */\n"
                                                      "    if (s) s++;\n"
                                                      "#if 0\n#pragma forecost ignore\n#endif\n"
                                                      "#pragma omp parallel\n"
                                                      "  { s--;\n"
                                                      "    # pragma forecost cost(3)\n"
                                                      "  }\n"
                                                      "  return s;\n}\n");
    const fc_node *body = fc_program_find(program, "f")->body;
    assert_string_equal(body->child[1]->text, "init_end");
    assert_ptr_equal(fc_program_find(program, "f")->init_end, body->child[1]);
    assert_string_equal(body->child[2]->text, "trip(n /    2)");
    const fc_node *loop = body->child[3];
    assert_int_equal(loop->kind, FC_FOR);
    assert_int_equal(loop->child[3]->kind, FC_BLOCK);
    assert_string_equal(loop->child[3]->child[0]->text, "probability(0.5)");
    assert_int_equal(loop->child[3]->child[1]->kind, FC_IF);
    const fc_node *block = body->child[4];
    assert_int_equal(block->n_children, 2);
    assert_string_equal(block->child[1]->text, "cost(3)");
    int n = 0;
    for (int i = 0; i < program->n_nodes; i++)
        n += program->node[i]->kind == FC_PRAGMA;
    assert_int_equal(n, 4);
    sources_close(&all);
}

static void test_frontend_statements__refuses_a_pragma_outside_of_procedures(void **state)
{
    (void)state;
    sources all;
    sources_refused(&all, "int x;\n#pragma forecost trip(3)\nint f(void) { return 0; }\n", FC_E_INPUT);
    assert_contains(all.report.text, "a.c:2:1: error[FC0237]: #pragma forecost trip(3) is outside of all procedures");
    sources_close(&all);
}

static void test_frontend_statements__takes_the_label_that_ends_initialization(void **state)
{
    (void)state;
    sources all;
    const fc_program *program =
        sources_program(&all, "void f(int n) { n = 3; forecost_init_end: n = 4; }\nvoid g(void) { }\n");
    assert_ptr_equal(fc_program_find(program, "f")->init_end, nth_node(program, FC_LABEL, 0));
    assert_null(fc_program_find(program, "g")->init_end);
    sources_close(&all);
}

static void test_frontend_statements__names_what_is_not_covered(void **state)
{
    (void)state;
    static const struct {
        const char *text, *place, *what;
    } row[] = {
        {"int f(int a) {\n  return a && ({ while (a > 3) a--; a; });\n}\n", "a.c:2:15", "statement expression"},
        {"int f(int a) {\n  return a && ({ int b = ({ while (a > 3) a--; a; }); b; });\n}\n", "a.c:2:15",
         "several times or never"},
        {"int f(int a) {\n  return (a = 9, ({ while (a > 3) a--; a; }));\n}\n", "a.c:2:18", "several times"},
        {"int f(int a) {\n  for (int c = 0, b = ({ while (a > 3) a--; a; }); b > c; b--)\n    ;\n  return a;\n}\n",
         "a.c:2:23", "several times"},
        {"int f(int a) {\n  while (({ int b[2] = {a}; b[0]--; }))\n    a--;\n  return a;\n}\n", "a.c:2:10",
         "run several times or never"},
        {"int x;\nint *p =\n  (&x) ?: 0;\nint *f(void) { return p; }\n", "a.c:3:3", "a ?: b"},
        {"#define F(T, a) _Generic(a, T: a, default: a + 1)\nint f(int a) {\n  return F(int, a);\n}\n", "a.c:3:10",
         "_Generic"},
        {"typedef int t;\nint f(int a) {\n  return _Generic(a, t: a, default: a + 1);\n}\n", "a.c:3:10", "_Generic"},
        {"typedef int v4 __attribute__((ext_vector_type(4)));\nv4 f(v4 a) {\n  return a > 0 ? a : -a;\n}\n", "a.c:3:10",
         "?: with a vector condition is not supported"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        sources all;
        sources_refused(&all, row[i].text, FC_E_INPUT);
        assert_contains(all.report.text, row[i].place);
        assert_contains(all.report.text, row[i].what);
        sources_close(&all);
    }
}

static void expect_returned(const char *body, const char *printed)
{
    sources all;
    char *text = fc_format("double half(double);\ntypedef int int_t;\nenum e { A };\nint f(int n) {\n  double _Complex "
                           "z = n;\n  return %s;\n}\n",
                           body);
    const fc_program *program = sources_program(&all, text);
    const fc_node *block = fc_program_find(program, "f")->body;
    fc_text out = {0};
    fc_node_print(&out, block->child[block->n_children - 1]->child[0]);
    assert_string_equal(out.bytes, printed);
    fc_text_free(&out);
    free(text);
    sources_close(&all);
}

static void test_frontend_statements__reads_what_gnu_c_and_c11_add(void **state)
{
    (void)state;
    expect_returned("n++ ?: 3", "n++ ?: 3");
    expect_returned("_Generic(n, int: 1, default: 2)", "1");
    expect_returned("_Generic(n, double: half, int: f)(n)", "f(n)");
    expect_returned("_Generic(n, int: n, default: n + 1)", "n");
    expect_returned("_Generic(&n, const int *: 1 + n, long unsigned * : n, int*: n + 3, default: n + 4)", "n + 3");
    expect_returned("_Generic((const int *)&n, const int *: n + 1, int *: n + 3)", "n + 1");
    expect_returned("_Generic(2ul * n, unsigned int: n, long int unsigned: n + 1, long: n + 2)", "n + 1");
    expect_returned("_Generic(1.0f, double: n, long double: n + 1, default: n + 2)", "n + 2");
    expect_returned("_Generic(n, int_t: 5, default: 6)", "5");
    expect_returned("_Generic(n, /* whole */ int: 5, default: 6)", "5");
    expect_returned("_Generic((enum e)n, unsigned: n, default: n + 1)", "n");
    expect_returned("_Generic(n, signed char: n, const signed: n + 1, signed: n + 2, default: n + 3)", "n + 2");
    expect_returned("_Generic(&n, signed long *: n, int signed *: n + 1, default: n + 2)", "n + 1");
    expect_returned("__imag__ z > 1", "*__complex_part(&z) > 1");
}

static void test_frontend_statements__takes_statement_expressions_apart(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(
        &all, "#define SUM(n) ({ int s = 0; for (int i = 0; i < (n); i++) s += i; s; })\n"
              "int f(int n) {\n  extern int known;\n  int a = SUM(n);\n  if (n)\n    a += SUM(3);\n  return a;\n}\n");
    const fc_node *body = fc_program_find(program, "f")->body;
    static const fc_node_kind kind[] = {FC_DECLARE, FC_FOR, FC_DECLARE, FC_IF, FC_RETURN};
    assert_int_equal(body->n_children, 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(body->child[i]->kind, kind[i]);
    assert_int_equal(body->child[2]->child[0]->kind, FC_NAME); /* int a = s */
    const fc_node *then = body->child[3]->child[1];
    assert_int_equal(then->kind, FC_BLOCK);
    assert_int_equal(then->n_children, 3);
    assert_int_equal(then->child[1]->kind, FC_FOR);
    sources_close(&all);
}

/* program.h: numbers are in the order of the walk. */
static void expect_numbers(const fc_program *program, const fc_node *node, int *last)
{
    assert_true(node->id > *last);
    assert_ptr_equal(program->node[node->id], node);
    *last = node->id;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            expect_numbers(program, node->child[i], last);
}

/* C17 6.8: m is set before the inner loop runs. */
static void test_frontend_statements__takes_apart_what_holds_one_that_is(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(
        &all, "int f(int n) {\n  return ({ int m = n; int s = ({ int t = 0; while (t < m) t++; t; }); s; });\n}\n");
    const fc_node *body = fc_program_find(program, "f")->body;
    static const fc_node_kind kind[] = {FC_DECLARE, FC_DECLARE, FC_WHILE, FC_DECLARE, FC_RETURN};
    assert_int_equal(body->n_children, 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(body->child[i]->kind, kind[i]);
    assert_string_equal(body->child[0]->symbol->name, "m");
    assert_string_equal(body->child[3]->symbol->name, "s");
    int last = -1;
    expect_numbers(program, body, &last);
    sources_close(&all);
}

static void test_frontend_statements__reads_variables_of_statement_expressions(void **state)
{
    (void)state;
    sources all;
    const fc_program *program =
        sources_program(&all, "#define MOST(a, b) ({ int _a = (a); int _b = (b); _a > _b ? _a : _b; })\n"
                              "int f(int n) {\n  n++;\n  return MOST(n, 3);\n}\n");
    const fc_node *body = fc_program_find(program, "f")->body;
    assert_int_equal(body->n_children, 4); /* two declarations, n++, return */
    assert_int_equal(body->child[0]->kind, FC_DECLARE);
    assert_int_equal(body->child[1]->kind, FC_DECLARE);
    fc_text text = {0};
    fc_node_print(&text, body->child[3]->child[0]);
    assert_string_equal(text.bytes, "_a = n, (_b = 3, _a > _b ? _a : _b)");
    fc_text_free(&text);
    sources_close(&all);
}

static void test_frontend_statements__reads_assembly_as_a_call(void **state)
{
    (void)state;
    sources all;
    const fc_program *program =
        sources_program(&all, "long f(long *p) {\n  long low = 0, high;\n"
                              "  __asm__ volatile(\"rdtsc\" : \"=a\"(low), \"=d\"(high) : \"r\"(p) : \"memory\");\n"
                              "  return low + high;\n}\n");
    const fc_node *call = nth_node(program, FC_CALL, 0);
    assert_string_equal(call->child[0]->symbol->name, "asm");
    assert_int_equal(call->n_children, 4);
    for (int i = 1; i < 4; i++)
        assert_int_equal(call->child[i]->op, FC_OP_ADDRESS);
    assert_string_equal(call->child[2]->child[0]->symbol->name, "high");
    sources_close(&all);
}

static char *repeated(const char *head, const char *part, int n, const char *tail)
{
    fc_text text = {0};
    fc_text_add(&text, "%s", head);
    for (int i = 0; i < n; i++)
        fc_text_add(&text, "%s", part);
    fc_text_add(&text, "%s", tail);
    return fc_text_take(&text);
}

static void test_frontend_statements__reads_long_and_deep_sources(void **state)
{
    (void)state;
    sources all;
    char *list = repeated("int a[] = {", "7,", 10000, "};\nint *f(void) { return a; }\n");
    const fc_program *program = sources_program(&all, list);
    assert_int_equal(symbol_named(program, "a")->initializer->n_children, 10000);
    assert_int_equal(symbol_named(program, "a")->type->length, 10000);
    sources_close(&all);
    free(list);
    char *chain = repeated("int f(int x) { ", "if (x > 3) x++; else ", 500, "x--; return x; }\n");
    program = sources_program(&all, chain);
    nth_node(program, FC_IF, 499);
    sources_close(&all);
    free(chain);
    char *sum = repeated("int f(int x) { return x", " + x", 5000, "; }\n");
    sources_refused(&all, sum, FC_E_INPUT);
    assert_contains(all.report.text, "levels deep");
    sources_close(&all);
    free(sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frontend_statements__reports_absent_for_parts),
        cmocka_unit_test(test_frontend_statements__reports_absent_for_parts_in_macros),
        cmocka_unit_test(test_frontend_statements__reads_every_kind),
        cmocka_unit_test(test_frontend_statements__reads_computed_case_labels),
        cmocka_unit_test(test_frontend_statements__puts_pragmas_into_their_block),
        cmocka_unit_test(test_frontend_statements__refuses_a_pragma_outside_of_procedures),
        cmocka_unit_test(test_frontend_statements__takes_the_label_that_ends_initialization),
        cmocka_unit_test(test_frontend_statements__reads_variables_of_statement_expressions),
        cmocka_unit_test(test_frontend_statements__reads_assembly_as_a_call),
        cmocka_unit_test(test_frontend_statements__takes_statement_expressions_apart),
        cmocka_unit_test(test_frontend_statements__takes_apart_what_holds_one_that_is),
        cmocka_unit_test(test_frontend_statements__names_what_is_not_covered),
        cmocka_unit_test(test_frontend_statements__reads_what_gnu_c_and_c11_add),
        cmocka_unit_test(test_frontend_statements__reads_long_and_deep_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
