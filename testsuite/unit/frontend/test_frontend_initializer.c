/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expected values follow C17 6.7.9, written out by hand: "-" is an element that the list leaves zero. */
#include "frontend_sources.h"

static void print_list(fc_text *text, const fc_node *node)
{
    if (!node) {
        fc_text_add(text, "-");
    } else if (node->kind == FC_LIST) {
        fc_text_add(text, "{");
        for (int i = 0; i < node->n_children; i++) {
            fc_text_add(text, i ? " " : "");
            print_list(text, node->child[i]);
        }
        fc_text_add(text, "}");
    } else if (node->kind == FC_CAST) {
        print_list(text, node->child[0]);
    } else {
        fc_node_print(text, node);
    }
}

static void test_frontend_initializer__deals_items_out_in_order(void **state)
{
    (void)state;
    static const char *const row[][2] = {{"int x[5] = {1, 2}", "{1 2}"},
                                         {"int x[] = {1, [3] = 4, 5, [1] = 6}", "{1 6 - 4 5}"},
                                         {"int x[2][3] = {1, 2, 3, 4}", "{{1 2 3} {4}}"},
                                         {"int x[2][3] = {{1}, {[2] = 5}}", "{{1} {- - 5}}"},
                                         {"struct p x[] = {1, 2, {.b = 4}, 3, [1].a = 5}", "{{1 2} {5 4} {3}}"},
                                         {"struct q x = {1, .p.b = 2, 3, 4}", "{1 {- 2} {3 4}}"},
                                         {"struct q x = {.d = {7}, .a = 8}", "{8 - {7}}"},
                                         {"union u x = {3}", "{3}"},
                                         {"union u x = {.f = 4}", "{- 4}"},
                                         {"struct p x[2][2] = {[1][0].a = 9, 10, 11}", "{- {{9 10} {11}}}"},
                                         {"char x[] = \"ab\"", "\"ab\""},
                                         {"char x[] = {\"ab\"}", "\"ab\""},
                                         {"char x[2][3] = {\"ab\", \"c\"}", "{\"ab\" \"c\"}"},
                                         {"int x = {5}", "5"},
                                         {"struct q x = {1, y, 3}", "{1 y {3}}"},
                                         {"struct p x[2] = {{}}", "{{}}"}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        sources all;
        fc_text text = {0};
        char *source = fc_format("struct p { int a, b; }; union u { int i; float f; };\n"
                                 "struct q { int a; struct p p; int d[2]; };\n"
                                 "void f(struct p y) { %s; (void)y; (void)x; }\n",
                                 row[k][0]);
        const fc_program *program = sources_program(&all, source);
        print_list(&text, nth_node(program, FC_DECLARE, 0)->child[0]);
        assert_string_equal(text.bytes, row[k][1]);
        fc_text_free(&text);
        sources_close(&all);
        free(source);
    }
}

static void test_frontend_initializer__converts_elements(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "double x[] = {1, 2.5};\ndouble *f(void) { return x; }\n");
    const fc_node *list = symbol_named(program, "x")->initializer;
    assert_int_equal(list->child[0]->kind, FC_CAST);
    assert_type(list->child[0]->type, "double");
    assert_int_equal(list->child[1]->kind, FC_REAL);
    sources_close(&all);
}

static void test_frontend_initializer__reads_compound_literals(void **state)
{
    (void)state;
    sources all;
    const char *text = "struct p { int a, b; };\nstruct p f(void) { return (struct p){.b = 3}; }\n";
    const fc_program *program = sources_program(&all, text);
    const fc_node *list = nth_node(program, FC_LIST, 0);
    assert_int_equal(list->op, FC_OP_LITERAL);
    assert_null(list->child[0]);
    assert_int_equal(list->child[1]->value, 3);
    assert_text_at(text, list, "(struct p){.b = 3}");
    sources_close(&all);
}

static void test_frontend_initializer__deals_a_range_its_value(void **state)
{
    (void)state;
    sources all;
    const char *text = "int x[9] =\n  {[2 ... 4] = 1, 7};\nint *f(void) { return x; }\n";
    const fc_program *program = sources_program(&all, text);
    const fc_node *list = symbol_named(program, "x")->initializer;
    assert_null(list->child[1]);
    for (int i = 2; i < 5; i++)
        assert_int_equal(list->child[i]->value, 1);
    assert_int_equal(list->child[5]->value, 7);
    sources_close(&all);
    sources_refused(&all, "int x[9][2] =\n  {[2 ... 5][1] = 1};\nint *f(void) { return x[0]; }\n", FC_E_INPUT);
    assert_contains(all.report.text,
                    "a.c:2:11: error[FC0223]: a designator range followed by another designator is not supported");
    sources_close(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frontend_initializer__deals_items_out_in_order),
        cmocka_unit_test(test_frontend_initializer__converts_elements),
        cmocka_unit_test(test_frontend_initializer__reads_compound_literals),
        cmocka_unit_test(test_frontend_initializer__deals_a_range_its_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
