/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Targets of calls through pointers. Expected: the procedures stored in the pointer, by hand. */
#include "analyzer/model/properties/indirect_calls.h"
#include "testsuite/unit/frontend_sources.h"

static const fc_node *call_on(const fc_program *program, int line)
{
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_CALL && program->node[i]->span.line == line)
            return program->node[i];
    fail_msg("no call on line %d", line);
    return NULL;
}

/* "f" for a call that names f, "f g" for one through a pointer that may run either, "f ..." if it may run others. */
static void assert_runs(const fc_program *program, int line, const char *expected)
{
    const fc_node *call = call_on(program, line);
    fc_text text = {0};
    fc_text_add(&text, "%s", "");
    if (fc_call_target(call)) {
        fc_text_add(&text, "%s", fc_call_target(call)->name);
    } else {
        fc_indirect_calls *calls = fc_indirect_calls_find(program);
        fc_candidates candidates = fc_indirect_calls_candidates(calls, call);
        for (size_t i = 0; i < candidates.n; i++)
            fc_text_add(&text, i ? " %s" : "%s", candidates.procedure[i]->symbol->name);
        if (!candidates.is_complete)
            fc_text_add(&text, " ...");
        fc_candidates_free(&candidates);
        fc_indirect_calls_free(calls);
    }
    assert_string_equal(text.bytes, expected);
    fc_text_free(&text);
}

#define OPERATIONS                                                                                                     \
    "typedef int (*operation)(int);\n"                                                                                 \
    "int f(int x) { return x; }\n"                                                                                     \
    "int g(int x) { return -x; }\n"                                                                                    \
    "double h(double x) { return x; }\n"
/* The first line after OPERATIONS is 5. */

static void assert_source(const char *text, int line, const char *expected)
{
    sources all;
    const fc_program *program = sources_program(&all, text);
    fc_report report;
    assert_true(fc_program_is_valid(program, &report));
    assert_runs(program, line, expected);
    sources_close(&all);
}

static void test_model_indirect_calls__one_procedure_makes_a_direct_call(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
        const char *runs;
    } cases[] = {
        {OPERATIONS "int a(void) { operation p = f; double (*q)(double) = &h; q(1);\n return (*p)(3); }", 6, "f"},
        {OPERATIONS "struct s { operation op; } s = {f};\nint a(void) { return s.op(3); }", 6, "f"},
        {OPERATIONS "struct s { struct { operation op; } in; };\nvoid set(struct s *s) { s->in.op = g; }\n"
                    "int a(struct s *s) { return s->in.op(3); }",
         7, "g"},
        {OPERATIONS "static operation table[2] = {g, g};\nint a(int i) { return table[i](3); }", 6, "g"},
        {OPERATIONS "int apply(operation p) {\n return p(2); }\nint a(void) { return apply(g); }", 6, "g"},
        {OPERATIONS "operation pick(void) { return f; }\nint a(void) { operation p = pick();\n return p(3); }", 7, "f"},
        {OPERATIONS "int a(void) { operation p = 0, *to = &p; *to = g;\n return p(3); }", 6, "g"},
        {OPERATIONS "int a(int c) { operation p = f; if (c) p = 0;\n return p ? p(3) : 0; }", 6, "f"},
        {OPERATIONS "struct base { operation op; };\nstruct derived { operation op; int more; };\n"
                    "struct base *make(struct derived *d) { d->op = g; return (struct base *)d; }\n"
                    "int a(struct base *b) { return b->op(3); }",
         8, "g"},
        {OPERATIONS "struct s { void *any; };\nint a(struct s *s) { operation p; s->any = (void *)f;\n"
                    " p = (operation)s->any;\n return p(3); }",
         8, "f"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_source(cases[i].text, cases[i].line, cases[i].runs);
}

static void test_model_indirect_calls__several_or_unknown_stay_pointer_calls(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
        const char *runs;
    } cases[] = {
        {OPERATIONS "int a(int c) { operation p = c ? f : g;\n return p(3); }", 6, "f g"},
        {OPERATIONS "int apply(operation p) {\n return p(2); }\nint a(void) { return apply(f) + apply(g); }", 6, "f g"},
        {OPERATIONS "operation table[] = {f, g};\nint a(int i) { return table[i](3); }", 6, "f g"},
        {OPERATIONS "int abs(int);\nint a(int c) { operation p = c ? f : abs;\n return p(3); }", 7, "f ..."},
        {OPERATIONS "operation load(const char *);\nint a(void) { operation p = load(\"f\"), q = g; (void)q;\n"
                    " return p(3); }",
         7, "g ..."},
        {OPERATIONS "void fill(operation *);\nint a(void) { operation p = f; fill(&p);\n return p(3); }", 7, "f ..."},
        {OPERATIONS "int a(operation p) {\n return p(3); }", 6, " ..."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_source(cases[i].text, cases[i].line, cases[i].runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model_indirect_calls__one_procedure_makes_a_direct_call),
        cmocka_unit_test(test_model_indirect_calls__several_or_unknown_stay_pointer_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
