/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters that the source hides. Expected: the text of the statement that one would write after it. */
#include "analyzer/model/annotations/parameter_annotation.h"
#include "testsuite/unit/frontend_sources.h"

#define HEAD "struct box { int n; double h; struct box *next; } b; int ask(void *); double v[4];\n"

static fc_status apply(sources *all, const char *body)
{
    char *text = fc_format("%svoid f(struct box *p, int k) {\n%s}\n", HEAD, body);
    sources_program(all, text);
    free(text);
    fc_status status = fc_parameter_annotation_apply(all->program, &all->report);
    if (!fc_program_is_valid(all->program, &all->report))
        fail_msg("%s", all->report.text);
    return status;
}

/* All statements of f, a line each. */
static char *statements(const fc_program *program)
{
    fc_text text = {0};
    const fc_node *body = fc_program_find(program, "f")->body;
    for (int i = 0; i < body->n_children; i++) {
        fc_node_print(&text, body->child[i]);
        fc_text_add(&text, "\n");
    }
    return fc_text_take(&text);
}

static void assert_becomes(const char *body, const char *expected)
{
    sources all;
    assert_int_equal(apply(&all, body), FC_OK);
    char *text = statements(all.program);
    assert_string_equal(text, expected);
    for (int i = 1; i < all.program->n_nodes; i++)
        assert_int_equal(all.program->node[i]->id, i);
    free(text);
    sources_close(&all);
}

static void assert_refused(const char *body, const char *what)
{
    sources all;
    assert_int_equal(apply(&all, body), FC_E_INPUT);
    assert_contains(all.report.text, what);
    sources_close(&all);
}

static void test_model_parameter_annotation__are_set_after_the_statement(void **state)
{
    (void)state;
    assert_becomes("#pragma forecost param(b.n, argv[3])\n  b.n = ask(0);\n  b.n++;\n",
                   "#pragma forecost param(b.n, argv[3])\nb.n = ask(0)\nb.n = __parameter_told(3)\nb.n++\n");
    assert_becomes("#pragma forecost param( p->n )\n#pragma forecost param(b.h, 2.5)\n  ask(p), p->n = 1, b.h = 2;\n",
                   "#pragma forecost param( p->n )\n#pragma forecost param(b.h, 2.5)\nask(p), p->n = 1, b.h = 2\n"
                   "p->n = __parameter_told()\nb.h = __parameter_told(2.5)\n");
}

static void test_model_parameter_annotation__are_set_after_all_declarations_of_the_line(void **state)
{
    (void)state;
    assert_becomes("#pragma forecost param(m)\n  int l = 1, m = ask(0);\n  k = l + m;\n",
                   "#pragma forecost param(m)\nint l = 1\nint m = ask(0)\nm = __parameter_told()\nk = l + m\n");
}

static void test_model_parameter_annotation__refuse_what_is_none(void **state)
{
    (void)state;
    assert_refused("#pragma forecost param(x)\n  ask(p);\n", "the procedure has no such variable or member");
    assert_refused("#pragma forecost param(v)\n  ask(v);\n", "a parameter must be a number");
    assert_refused("  ask(p);\n#pragma forecost param(k)\n", "no statement follows it");
    static const char *const text[] = {"",          "k",      "k,",         "k, argv[0]", "k, argv[-1]",
                                       "k, argv[1", "k, inf", "k, m",       "k, 1 2",     "k[0]",
                                       "k) x",      "*p",     "k, argv[x]", "k, 1e999",   "k, argv[99999999999]"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        char *body = fc_format("#pragma forecost param(%s%s\n  k = ask(p);\n", text[i], i == 1 || i == 10 ? "" : ")");
        assert_refused(body, "expected a variable or member");
        free(body);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model_parameter_annotation__are_set_after_the_statement),
        cmocka_unit_test(test_model_parameter_annotation__are_set_after_all_declarations_of_the_line),
        cmocka_unit_test(test_model_parameter_annotation__refuse_what_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
