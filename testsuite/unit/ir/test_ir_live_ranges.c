/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each live range of a local is a variable of its own. Expected: which definitions reach which reads, by hand. */
#include "analyzer/ir/live_ranges.h"
#include "testsuite/unit/frontend_sources.h"

/* The variables of a name on the line, all the same one; NULL: the name is not there. */
static const fc_symbol *variable_on(const fc_program *program, const char *name, int line)
{
    const fc_symbol *found = NULL;
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        bool is_it = node->kind == FC_NAME && node->span.line == line && strcmp(node->symbol->name, name) == 0;
        if (is_it && found)
            assert_ptr_equal(node->symbol, found);
        if (is_it)
            found = node->symbol;
    }
    assert_non_null(found);
    return found;
}

static bool same(const fc_program *program, const char *name, int line, int other)
{
    return variable_on(program, name, line) == variable_on(program, name, other);
}

static int count_variables(const fc_program *program, const char *name)
{
    int n = 0;
    for (int i = 0; i < program->n_symbols; i++)
        n += strcmp(program->symbol[i]->name, name) == 0 && program->symbol[i]->kind != FC_SYMBOL_PROCEDURE;
    return n;
}

static void test_ir_live_ranges__shared_counters_are_distinguished(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "int f(int *data, int n) {\n"
                                                      "  int i, sum = 0;\n"
                                                      "  for (i = 0; i < n; i++) sum += i;\n"
                                                      "  i = data[3];\n"
                                                      "  sum += i;\n"
                                                      "  for (i = 5; i > 0; i--)\n"
                                                      "    sum += i;\n"
                                                      "  return sum; }\n");
    assert_false(same(program, "i", 3, 4));
    assert_false(same(program, "i", 3, 6));
    assert_false(same(program, "i", 4, 6));
    assert_true(same(program, "i", 4, 5) && same(program, "i", 6, 7));
    assert_true(same(program, "sum", 3, 8));
    assert_int_equal(count_variables(program, "i"), 3);
    assert_int_equal(count_variables(program, "sum"), 1);
    sources_close(&all);
}

static void test_ir_live_ranges__what_may_reach_a_read_stays_one(void **state)
{
    (void)state;
    sources all;
    const fc_program *program =
        sources_program(&all, "int f(int k) {\n"
                              "  int a, b, c, d, e = 1, g;\n"
                              "  if (k) a = 1; else a = 2;\n"
                              "  k > 3 && (b = 5);\n"
                              "  switch (k) { case 1: c = 1; case 2: c = 2; break; default: c = 3; }\n"
                              "  while (k--) { if (k == 7) break; d = k; if (k == 9) continue;\n"
                              "    d = 4; }\n"
                              "again:\n"
                              "  e++;\n"
                              "  if (k > e) { e = 7; goto again; }\n"
                              "  do { g = e; if (g) { g = 6; continue; } g = 1; } while (g > k);\n"
                              "  return a + b + c + d; }\n");
    assert_true(same(program, "a", 3, 12) && same(program, "b", 4, 12) && same(program, "d", 7, 12));
    assert_true(same(program, "e", 9, 10));
    assert_int_equal(count_variables(program, "a"), 1);
    assert_int_equal(count_variables(program, "b"), 1);
    assert_int_equal(count_variables(program, "c"), 2); /* case 1's c is dead: case 2 sets it anew */
    assert_int_equal(count_variables(program, "d"), 1);
    assert_int_equal(count_variables(program, "e"), 1);
    assert_int_equal(count_variables(program, "g"), 2); /* g = e, read by the if alone */
    sources_close(&all);
}

static void test_ir_live_ranges__a_parameter_keeps_what_it_comes_with(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "int f(int n) {\n"
                                                      "  int m = n;\n"
                                                      "  n = 8;\n"
                                                      "  return n + m; }\n"
                                                      "int g(int n) { n = 8; return n; }\n"
                                                      "int h(int n) { n /= 2; return n; }\n");
    for (int i = 0; i < 3; i++)
        assert_int_equal(program->procedure[i]->parameter[0]->kind, FC_SYMBOL_PARAMETER);
    const fc_procedure *f = program->procedure[0];
    assert_ptr_equal(variable_on(program, "n", 2), f->parameter[0]);
    assert_int_equal(variable_on(program, "n", 3)->kind, FC_SYMBOL_LOCAL);
    assert_ptr_equal(f->body->child[0]->symbol, variable_on(program, "n", 3));
    assert_true(same(program, "n", 3, 4));
    assert_int_equal(variable_on(program, "n", 5)->kind, FC_SYMBOL_LOCAL);
    assert_ptr_equal(variable_on(program, "n", 6), program->procedure[2]->parameter[0]);
    sources_close(&all);
}

static void test_ir_live_ranges__a_declared_value_stays_with_its_declaration(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "int f(int k) {\n"
                                                      "  int a = k, b = 3;\n"
                                                      "  k = a;\n"
                                                      "  a = 2;\n"
                                                      "  return a + k; }\n");
    const fc_node *body = fc_program_find(program, "f")->body;
    for (int i = 0; i < body->n_children; i++)
        if (body->child[i]->kind == FC_DECLARE && body->child[i]->child[0])
            assert_true(strcmp(body->child[i]->symbol->name, "b") == 0 ||
                        body->child[i]->symbol == variable_on(program, "a", 3));
    assert_false(same(program, "a", 3, 4));
    sources_close(&all);
}

static void test_ir_live_ranges__what_can_change_unseen_stays_one(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "void set(int *);\n"
                                                      "int f(int n, int k) {\n"
                                                      "  int a = 1, *p = &a;\n"
                                                      "  set(p); a = 2; k += a;\n"
                                                      "  double x[k]; k = 3;\n"
                                                      "  for (int i = 0; i < n; i++) k += i, i = 4, k += i;\n"
                                                      "  static int s; s = 2; n += s; s = 3;\n"
                                                      "  return (int)sizeof x + k + n + s; }\n");
    static const char *const names[] = {"a", "k", "i", "s"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(count_variables(program, names[i]), 1);
    sources_close(&all);
}

static void test_ir_live_ranges__a_procedure_that_returns_twice_is_left_alone(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "#include <setjmp.h>\nstatic jmp_buf place;\n"
                                                      "int f(int k) { int i = 1; k += i; i = 2; setjmp(place);\n"
                                                      "  return k + i; }\n");
    assert_int_equal(count_variables(program, "i"), 1);
    sources_close(&all);
}

static void test_ir_live_ranges__the_ids_of_a_procedure_stay_together(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "int f(int n) { int i = n; n = i; i = 2; return i + n; }\n"
                                                      "int g(int n) { int i = n; n = i; i = 2; return i + n; }\n");
    const fc_node *second = program->procedure[1]->body;
    assert_int_equal(count_variables(program, "i"), 4);
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i], *top = node;
        assert_int_equal(node->id, i);
        assert_true(!node->parent || node->parent->id < i);
        while (top->parent)
            top = top->parent;
        if (top == program->procedure[0]->body)
            assert_true(i < second->id);
    }
    sources_close(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ir_live_ranges__shared_counters_are_distinguished),
        cmocka_unit_test(test_ir_live_ranges__what_may_reach_a_read_stays_one),
        cmocka_unit_test(test_ir_live_ranges__a_parameter_keeps_what_it_comes_with),
        cmocka_unit_test(test_ir_live_ranges__a_declared_value_stays_with_its_declaration),
        cmocka_unit_test(test_ir_live_ranges__what_can_change_unseen_stays_one),
        cmocka_unit_test(test_ir_live_ranges__a_procedure_that_returns_twice_is_left_alone),
        cmocka_unit_test(test_ir_live_ranges__the_ids_of_a_procedure_stay_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
