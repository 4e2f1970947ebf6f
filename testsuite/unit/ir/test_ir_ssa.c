/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SSA form by hand; random programs with gotos, whose phi functions must follow random walks through the graph. */
#include "testsuite/unit/ir_procedure.h"
#include "testsuite/unit/random_graph.h"

typedef struct fixture {
    sources all;
    const fc_program *program;
    ir_procedure ir;
} fixture;

static void fixture_open(fixture *s, const char *text)
{
    static const char *const argument[] = {"-fopenmp"};
    sources_open(&s->all);
    sources_write(&s->all, "a.c", text);
    if (sources_read(&s->all, argument, 1, NULL) != FC_OK)
        fail_msg("%s\n%s", s->all.report.text, text);
    s->program = s->all.program;
    ir_procedure_open(&s->ir, fc_program_find(s->program, "f"));
}

static void fixture_close(fixture *s)
{
    ir_procedure_close(&s->ir);
    sources_close(&s->all);
}

/* The value that the last FC_NAME of that name on the line reads. */
static int value_read(const fixture *s, const char *name, int line)
{
    int found = FC_GRAPH_NONE;
    for (int i = 0; i < s->ir.cfg.n_instructions; i++) {
        const fc_node *node = s->ir.cfg.instruction[i];
        if (node->kind == FC_NAME && node->span.line == line && strcmp(node->symbol->name, name) == 0 &&
            fc_ssa_value_read(&s->ir.ssa, node) != FC_GRAPH_NONE)
            found = fc_ssa_value_read(&s->ir.ssa, node);
    }
    return found;
}

/* The value that the only instruction of a kind on the line defines. */
static int value_defined(const fixture *s, fc_node_kind kind, int line)
{
    for (int i = 0; i < s->ir.cfg.n_instructions; i++)
        if (s->ir.cfg.instruction[i]->kind == kind && s->ir.cfg.instruction[i]->span.line == line)
            return fc_ssa_value_defined(&s->ir.ssa, s->ir.cfg.instruction[i]);
    fail_msg("nothing is defined on line %d", line);
    return FC_GRAPH_NONE;
}

static const fc_ssa_value *value_of(const fixture *s, int value)
{
    assert_in_range(value, 0, s->ir.ssa.n_values - 1);
    return &s->ir.ssa.value[value];
}

static int n_phis(const fixture *s)
{
    return s->ir.ssa.phi_first[s->ir.cfg.graph.n];
}

/* The phi function has exactly these two operands, in either order. */
static void expect_phi(const fixture *s, int phi, int one, int other)
{
    const fc_ssa_value *value = value_of(s, phi);
    assert_int_equal(value->kind, FC_SSA_PHI);
    const int *operand = &s->ir.ssa.operand[value->first_operand];
    assert_true((operand[0] == one && operand[1] == other) || (operand[0] == other && operand[1] == one));
}

static void test_ir_ssa__a_join_has_a_phi(void **state)
{
    (void)state;
    fixture s;
    fixture_open(&s, "int f(int c) {\n"
                     "  int a = 1;\n"
                     "  if (c)\n"
                     "    a += 2;\n"
                     "  return a; }\n");
    int first = value_defined(&s, FC_DECLARE, 2), second = value_defined(&s, FC_ASSIGN, 4);
    assert_int_equal(value_read(&s, "a", 4), first);
    expect_phi(&s, value_read(&s, "a", 5), first, second);
    assert_int_equal(n_phis(&s), 1);
    assert_int_equal(value_of(&s, value_read(&s, "c", 3))->kind, FC_SSA_ENTRY);
    assert_int_equal(s.ir.ssa.n_variables, 2);
    assert_int_equal(s.ir.ssa.n_values, 4);
    fixture_close(&s);
}

/* Uses of the first a: the update and the phi; of the phi: the return. */
static void test_ir_ssa__chains_hold_every_use(void **state)
{
    (void)state;
    fixture s;
    fixture_open(&s, "int f(int c) {\n"
                     "  int a = 1;\n"
                     "  if (c) a += 2;\n"
                     "  return a; }\n");
    const fc_ssa *ssa = &s.ir.ssa;
    int first = value_defined(&s, FC_DECLARE, 2), phi = value_read(&s, "a", 4);
    const fc_ssa_use *use = &ssa->use[ssa->use_first[first]];
    assert_int_equal(ssa->use_first[first + 1] - ssa->use_first[first], 2);
    assert_int_equal(use[0].name->kind, FC_NAME);
    assert_int_equal(use[0].name->span.line, 3);
    assert_null(use[1].name);
    assert_int_equal(use[1].phi, phi);
    assert_int_equal(ssa->use_first[phi + 1] - ssa->use_first[phi], 1);
    fixture_close(&s);
}

/* One phi for i and one for s at the loop's condition; n keeps its value. */
static void test_ir_ssa__loop_variables_have_a_phi_at_the_header(void **state)
{
    (void)state;
    fixture s;
    fixture_open(&s, "int f(int n) {\n"
                     "  int s = 0;\n"
                     "  int i = 0;\n"
                     "  while (i < n) {\n"
                     "    s += i;\n"
                     "    i++; }\n"
                     "  return s; }\n");
    int i = value_read(&s, "i", 4), sum = value_read(&s, "s", 5);
    expect_phi(&s, i, value_defined(&s, FC_DECLARE, 3), value_defined(&s, FC_STEP, 6));
    expect_phi(&s, sum, value_defined(&s, FC_DECLARE, 2), value_defined(&s, FC_ASSIGN, 5));
    assert_int_equal(value_read(&s, "i", 5), i);
    assert_int_equal(value_read(&s, "i", 6), i);
    assert_int_equal(value_read(&s, "s", 7), sum);
    assert_int_equal(n_phis(&s), 2);
    assert_int_equal(value_of(&s, i)->block, s.ir.nest.loop[0].header);
    fixture_close(&s);
}

/* A variable that is not read after a join has no phi there; one that a branch never assigns joins its entry value. */
static void test_ir_ssa__phis_are_pruned(void **state)
{
    (void)state;
    fixture s;
    fixture_open(&s, "int f(int c, int *p) {\n"
                     "  int a, b;\n"
                     "  if (c) {\n"
                     "    a = 1; *p = a; }\n"
                     "  else {\n"
                     "    a = 2; *p = a; }\n"
                     "  if (c)\n"
                     "    b = 3;\n"
                     "  return b; }\n");
    assert_int_equal(n_phis(&s), 1);
    int declared = FC_GRAPH_NONE, b = value_read(&s, "b", 9);
    for (int i = 0; i < s.ir.ssa.n_values; i++)
        if (s.ir.ssa.value[i].node && s.ir.ssa.value[i].node->kind == FC_DECLARE &&
            strcmp(s.ir.ssa.value[i].node->symbol->name, "b") == 0)
            declared = i;
    expect_phi(&s, b, declared, value_defined(&s, FC_ASSIGN, 8));
    fixture_close(&s);
}

/* An assignment in a right operand that may be skipped. */
static void test_ir_ssa__short_circuits_join(void **state)
{
    (void)state;
    fixture s;
    fixture_open(&s, "int f(int a, int b) {\n"
                     "  int x = 0;\n"
                     "  int y = a &&\n"
                     "    (x += b);\n"
                     "  return x + y; }\n");
    expect_phi(&s, value_read(&s, "x", 5), value_defined(&s, FC_DECLARE, 2), value_defined(&s, FC_ASSIGN, 4));
    assert_int_equal(n_phis(&s), 1);
    fixture_close(&s);
}

/* Nested loops: the inner phi of s takes the outer phi and its own update. */
static void test_ir_ssa__nested_loops(void **state)
{
    (void)state;
    fixture s;
    fixture_open(&s, "int f(int n) {\n"
                     "  int s = 0;\n"
                     "  for (int i = 0; i < n; i++)\n"
                     "    for (int j = 0; j < n; j++)\n"
                     "      s += j;\n"
                     "  return s; }\n");
    int inner = value_read(&s, "s", 5), outer = value_read(&s, "s", 6);
    expect_phi(&s, inner, outer, value_defined(&s, FC_ASSIGN, 5));
    expect_phi(&s, outer, value_defined(&s, FC_DECLARE, 2), inner);
    assert_int_equal(n_phis(&s), 4); /* i, j, and s twice */
    fixture_close(&s);
}

static bool is_renamed(const fixture *s, const char *name)
{
    for (int i = 0; i < s->ir.ssa.n_variables; i++)
        if (strcmp(s->ir.ssa.variable[i]->name, name) == 0)
            return true;
    return false;
}

static void test_ir_ssa__variables_that_can_change_unseen_are_left_out(void **state)
{
    (void)state;
    fixture s;
    fixture_open(&s, "struct pair { int x; }; void set(int *); int global;\n"
                     "int f(int n) { int a = 1, array[4]; struct pair pair = {2}; static int kept; set(&a);\n"
                     "  int first = n, shared = 0, read = 7;\n"
                     "#pragma omp parallel\n"
                     "  { int own = read; own++; if (own > n) shared = own; first += 1; }\n"
                     "  return a + array[0] + pair.x + kept++ + global++ + first + shared; }\n");
    static const char *const out[] = {"a", "array", "pair", "kept", "global", "first", "shared"};
    for (size_t i = 0; i < sizeof out / sizeof *out; i++)
        assert_false(is_renamed(&s, out[i]));
    assert_true(is_renamed(&s, "n") && is_renamed(&s, "own") && is_renamed(&s, "read"));
    fixture_close(&s);
}

/* i, t and v may have changed between setjmp's two returns, and are read after the second one; n is not changed, j is
 * assigned before it is read, and s only before the call. */
static void test_ir_ssa__what_a_second_return_finds_changed_is_no_variable(void **state)
{
    (void)state;
    fixture s;
    fixture_open(&s, "#include <setjmp.h>\nstatic jmp_buf place;\nvoid set(int *);\n"
                     "int f(int n) { int i = n, s = 0, t = 0, v = 0; for (int k = 0; k < n; k++) s += k;\n"
                     "  while (s > t) { if (setjmp(place)) i++; t++; }\n"
                     "  set(&v); for (int j = 0; j < n; j++) i += j; return i + v; }\n");
    static const char *const out[] = {"i", "t", "v"}, *const in[] = {"n", "s", "k", "j"};
    for (size_t i = 0; i < sizeof out / sizeof *out; i++)
        assert_false(is_renamed(&s, out[i]));
    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        assert_true(is_renamed(&s, in[i]));
    fixture_close(&s);
}

/* ---- random programs ---- */

static void random_statement(fc_text *out, uint32_t *seed, int n_labels)
{
    static const char *const form[] = {"x = y + a;",
                                       "a++;",
                                       "y = x && (b = a);",
                                       "if (a) x = b; else y = c;",
                                       "while (a-- > b) { x += a; if (y) break; if (c) continue; y = x; }",
                                       "c = b ? x++ : y;",
                                       "switch (b) { case 1: x = 2; case 2: c = x; break; default: y = 3; }",
                                       "for (int i = a; i < b || x; i++) { x -= i; if (y == i) return x; }"};
    int n_forms = (int)(sizeof form / sizeof *form), k = random_below(seed, n_forms + 4);
    if (k < n_forms)
        fc_text_add(out, "%s", form[k]);
    else if (k < n_forms + 3)
        fc_text_add(out, "if (%c > %c) goto L%d;", "abcxy"[random_below(seed, 5)], "abcxy"[random_below(seed, 5)],
                    random_below(seed, n_labels));
    else
        fc_text_add(out, "do { y -= x; if (b) goto L%d; } while (c--);", random_below(seed, n_labels));
}

static void random_program(fc_text *out, uint32_t *seed)
{
    int n_labels = 2 + random_below(seed, 8);
    fc_text_add(out, "int f(int a, int b, int c) { int x = 0, y;\n");
    for (int i = 0; i < n_labels; i++) {
        fc_text_add(out, "L%d: ;\n", i);
        for (int k = random_below(seed, 4); k >= 0; k--)
            random_statement(out, seed, n_labels);
    }
    fc_text_add(out, "\nreturn x + y + a; }\n");
}

/* `actual` has by variable the number of the assignment that it holds, `followed` by value the same in SSA form. */
typedef struct walk {
    const fc_ssa *ssa;
    int *actual, *followed, *next;
    int n_assignments;
} walk;

static void run_block(walk *w, int block)
{
    const fc_ssa *ssa = w->ssa;
    const fc_cfg_block *at = &ssa->cfg->block[block];
    for (int i = at->first; i < at->first + at->n; i++) {
        int read = ssa->read[i], defined = ssa->defined[i];
        if (read != FC_GRAPH_NONE)
            assert_int_equal(w->followed[read], w->actual[ssa->value[read].variable]);
        if (defined != FC_GRAPH_NONE)
            w->followed[defined] = w->actual[ssa->value[defined].variable] = ++w->n_assignments;
    }
}

/* All phi functions of a block take their operands at once. */
static void arrive(walk *w, int edge)
{
    const fc_ssa *ssa = w->ssa;
    const fc_graph *graph = &ssa->cfg->graph;
    int to = graph->edge[edge].to, index = 0;
    while (graph->in[graph->in_first[to] + index] != edge)
        index++;
    for (int i = ssa->phi_first[to]; i < ssa->phi_first[to + 1]; i++)
        w->next[ssa->phi[i]] = w->followed[ssa->operand[ssa->value[ssa->phi[i]].first_operand + index]];
    for (int i = ssa->phi_first[to]; i < ssa->phi_first[to + 1]; i++)
        w->followed[ssa->phi[i]] = w->next[ssa->phi[i]];
}

static void walk_at_random(const fc_ssa *ssa, uint32_t *seed)
{
    const fc_graph *graph = &ssa->cfg->graph;
    size_t n = (size_t)ssa->n_values;
    walk w = {ssa, fc_allocate((size_t)ssa->n_variables, sizeof(int)), fc_allocate(n, sizeof(int)),
              fc_allocate(n, sizeof(int)), 0};
    int block = 0;
    for (int step = 0; step < 200 && block != graph->n - 1; step++) {
        run_block(&w, block);
        int n_edges = graph->out_first[block + 1] - graph->out_first[block];
        int edge = graph->out[graph->out_first[block] + random_below(seed, n_edges)];
        arrive(&w, edge);
        block = graph->edge[edge].to;
    }
    free(w.actual);
    free(w.followed);
    free(w.next);
}

/* Every name of a renamed variable reads a value, unless it is the target of a plain assignment. */
static void check_names(const fixture *s)
{
    for (int i = 0; i < s->ir.cfg.n_instructions; i++) {
        const fc_node *node = s->ir.cfg.instruction[i], *parent = node->parent;
        bool is_target = parent && parent->kind == FC_ASSIGN && parent->op == FC_OP_NONE && parent->child[0] == node;
        if (node->kind == FC_NAME && node->symbol->kind != FC_SYMBOL_PROCEDURE)
            assert_int_equal(fc_ssa_value_read(&s->ir.ssa, node) == FC_GRAPH_NONE, is_target);
    }
}

static void test_ir_ssa__random_programs_follow_random_walks(void **state)
{
    (void)state;
    uint32_t seed = 1991;
    int n_total = 0, n_irreducible = 0;
    for (int i = 0; i < 100; i++) {
        fc_text text = {0};
        fixture s;
        random_program(&text, &seed);
        fixture_open(&s, text.bytes);
        check_names(&s);
        for (int k = 0; k < 50; k++)
            walk_at_random(&s.ir.ssa, &seed);
        n_total += n_phis(&s);
        for (int k = 0; k < s.ir.nest.n_loops; k++)
            n_irreducible += s.ir.nest.loop[k].is_irreducible;
        fixture_close(&s);
        fc_text_free(&text);
    }
    assert_true(n_total > 1000 && n_irreducible > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ir_ssa__a_join_has_a_phi),
        cmocka_unit_test(test_ir_ssa__chains_hold_every_use),
        cmocka_unit_test(test_ir_ssa__loop_variables_have_a_phi_at_the_header),
        cmocka_unit_test(test_ir_ssa__phis_are_pruned),
        cmocka_unit_test(test_ir_ssa__short_circuits_join),
        cmocka_unit_test(test_ir_ssa__nested_loops),
        cmocka_unit_test(test_ir_ssa__variables_that_can_change_unseen_are_left_out),
        cmocka_unit_test(test_ir_ssa__what_a_second_return_finds_changed_is_no_variable),
        cmocka_unit_test(test_ir_ssa__random_programs_follow_random_walks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
