/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend_sources.h"

static const char *const sample = "#define TWICE(x) ((x) + (x))\n"
                                  "int f(int n, int *a)\n"
                                  "{\n"
                                  "    int s = 0, t = n;\n"
                                  "    for (int i = 0; i < n; i++)\n"
                                  "        s += a[i]  ;\n"
                                  "    if (s > 3) { t--; } else t = TWICE(s);\n"
                                  "    while (t) t /= 2;\n"
                                  "    do { s++; } while (s < 9) ;\n"
                                  "    return (s) + t ;\n"
                                  "}\n";

static void test_frontend_spans__cover_exactly_the_text(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, sample);
    assert_text_at(sample, nth_node(program, FC_DECLARE, 0), "int s = 0");
    assert_text_at(sample, nth_node(program, FC_DECLARE, 1), "t = n");
    const fc_node *loop = nth_node(program, FC_FOR, 0);
    assert_text_at(sample, loop, "for (int i = 0; i < n; i++)\n        s += a[i]");
    assert_text_at(sample, loop->child[0], "int i = 0");
    assert_text_at(sample, loop->child[1], "i < n");
    assert_text_at(sample, loop->child[2], "i++");
    assert_text_at(sample, loop->child[3], "s += a[i]");
    const fc_node *branch = nth_node(program, FC_IF, 0);
    assert_text_at(sample, branch->child[0], "s > 3");
    assert_text_at(sample, branch->child[1], "{ t--; }");
    assert_text_at(sample, nth_node(program, FC_WHILE, 0), "while (t) t /= 2");
    assert_text_at(sample, nth_node(program, FC_DO, 0), "do { s++; } while (s < 9)");
    assert_text_at(sample, nth_node(program, FC_RETURN, 0), "return (s) + t");
    assert_text_at(sample, nth_node(program, FC_RETURN, 0)->child[0], "(s) + t");
    sources_close(&all);
}

static void test_frontend_spans__count_lines_and_columns_from_one(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, sample);
    const fc_node *loop = nth_node(program, FC_FOR, 0);
    assert_int_equal(loop->span.line, 5);
    assert_int_equal(loop->span.column, 5);
    assert_int_equal(loop->span.end_line, 6);
    assert_int_equal(loop->child[3]->span.line, 6);
    assert_int_equal(loop->child[3]->span.column, 9);
    const fc_symbol *f = symbol_named(program, "f");
    assert_int_equal(f->span.line, 2);
    assert_int_equal(f->span.column, 5);
    assert_string_equal(fc_program_place(program, f->span).file, all.path[0]);
    sources_close(&all);
}

static void test_frontend_spans__have_no_offsets_inside_macros(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, sample);
    const fc_node *sum = nth_node(program, FC_IF, 0)->child[2]->child[0]->child[1]; /* TWICE(s) */
    assert_int_equal(sum->kind, FC_BINARY);
    assert_int_equal(sum->span.begin, -1);
    assert_int_equal(sum->span.end, -1);
    assert_int_equal(sum->span.line, 7); /* of the use */
    assert_int_equal(sum->span.column, 34);
    sources_close(&all);
}

static void test_frontend_spans__show_the_persons_file_and_line(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "int a;\n#line 70 \"other.c\"\nint f(void)\n{ return a; }\n");
    const fc_node *node = nth_node(program, FC_RETURN, 0);
    fc_place place = fc_program_place(program, node->span);
    assert_string_equal(place.file, "other.c");
    assert_int_equal(place.line, 71);
    assert_int_equal(place.column, 3);
    sources_close(&all);
}

static void test_frontend_spans__are_exact_everywhere_in_preprocessed_text(void **state)
{
    (void)state;
    static const char text[] = "# 1 \"user.c\"\n"
                               "# 1 \"/usr/include/x.h\" 1 3 4\n"
                               "static int helper(int k) { return k; }\n"
                               "# 3 \"user.c\" 2\n"
                               "int f(int s)\n"
                               "{\n"
                               "    return ((s) + (s));\n"
                               "}\n";
    sources all;
    sources_open(&all);
    sources_write(&all, "a.i", text);
    assert_int_equal(sources_read(&all, NULL, 0, NULL), FC_OK);
    assert_int_equal(all.program->n_procedures, 1);
    const fc_node *node = nth_node(all.program, FC_RETURN, 0);
    assert_text_at(text, node, "return ((s) + (s))");
    fc_place place = fc_program_place(all.program, node->span);
    assert_string_equal(place.file, "user.c");
    assert_int_equal(place.line, 5);
    for (int i = 0; i < all.program->n_nodes; i++)
        assert_true(all.program->node[i]->span.begin >= 0);
    sources_close(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frontend_spans__cover_exactly_the_text),
        cmocka_unit_test(test_frontend_spans__count_lines_and_columns_from_one),
        cmocka_unit_test(test_frontend_spans__have_no_offsets_inside_macros),
        cmocka_unit_test(test_frontend_spans__show_the_persons_file_and_line),
        cmocka_unit_test(test_frontend_spans__are_exact_everywhere_in_preprocessed_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
