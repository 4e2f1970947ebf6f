/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control-flow graphs of C statements, derived by hand from the C standard (C17, 6.5 and 6.8). */
#include "testsuite/unit/ir_procedure.h"

static void expect_cfg(const char *text, const char *wanted)
{
    sources all;
    const fc_program *program = sources_program(&all, text);
    ir_procedure ir;
    fc_text found = {0};
    ir_procedure_open(&ir, fc_program_find(program, "f"));
    ir_print(&found, &ir.cfg);
    assert_string_equal(found.bytes, wanted);
    fc_text_free(&found);
    ir_procedure_close(&ir);
    sources_close(&all);
}

static void test_ir_cfg__if(void **state)
{
    (void)state;
    expect_cfg("int f(int a) { if (a) a += 1; else a -= 2; return a; }\n", "0[a] T1 F2\n"
                                                                           "1[a += 1] 3\n"
                                                                           "2[a -= 2] 3\n"
                                                                           "3[return a] 4\n"
                                                                           "4[]\n");
}

static void test_ir_cfg__for_with_break_and_continue(void **state)
{
    (void)state;
    expect_cfg("int f(int n) { int s = 0;\n"
               "  for (int i = 0; i < n; i++) { if (i == 3) continue; if (i == 7) break; s += i; }\n"
               "  return s; }\n",
               "0[s: 0; i: 0] 1\n"
               "1[i < n] T2 F10\n"
               "2[i == 3] T3 F4\n"
               "3[continue] 9\n"
               "4[] 5\n"
               "5[i == 7] T6 F7\n"
               "6[break] 10\n"
               "7[] 8\n"
               "8[s += i] 9\n"
               "9[i++] 1\n"
               "10[return s] 11\n"
               "11[]\n");
}

static void test_ir_cfg__short_circuits(void **state)
{
    (void)state;
    expect_cfg("int f(int a, int b, int c) { if ((a && !b) || c) return 1; return a ? b || c : 3; }\n",
               "0[a] T1 F2\n"
               "1[b] T2 F3\n"
               "2[c] T3 F4\n"
               "3[return 1] 11\n"
               "4[] 5\n"
               "5[a] T6 F9\n"
               "6[b] T8 F7\n"
               "7[c] 8\n"
               "8[b || c] 10\n"
               "9[3] 10\n"
               "10[return a ? b || c : 3] 11\n"
               "11[]\n");
}

/* do-while, a body that runs once, and a loop without exit. */
static void test_ir_cfg__constant_conditions(void **state)
{
    (void)state;
    expect_cfg("int f(int a) { do { a--; } while (a > 3); do a -= 2; while (0); while (1) a++; return 5; }\n",
               "0[] 1\n"
               "1[a--] 2\n"
               "2[a > 3] T1 F3\n"
               "3[] 4\n"
               "4[a -= 2] 5\n"
               "5[0] 6\n"
               "6[] 7\n"
               "7[1] 8\n"
               "8[a++] 9\n"
               "9[] 7 ~10\n"
               "10[]\n");
}

static void test_ir_cfg__calls_that_do_not_return(void **state)
{
    (void)state;
    expect_cfg("void exit(int); int f(int a) { if (a < 0) exit(1); for (;;) if (a++ > 9) break; return a; }\n",
               "0[a < 0] T1 F2\n"
               "1[exit(1)] !11\n"
               "2[] 3\n"
               "3[] 4\n"
               "4[] 5\n"
               "5[a++ > 9] T6 F8\n"
               "6[break] 7\n"
               "7[return a] 11\n"
               "8[] 9\n"
               "9[] 10\n"
               "10[] 4\n"
               "11[]\n");
}

/* Fall-through, a range, and a switch without default. */
static void test_ir_cfg__switch(void **state)
{
    (void)state;
    expect_cfg("int f(int a) { switch (a) { case 1: a += 5; case 2 ... 4: a += 6; break; default: a += 7; }\n"
               "  switch (a) { case 8: a += 9; } return a; }\n",
               "0[a] C1 C2 C3\n"
               "1[a += 5] 2\n"
               "2[a += 6; break] 4\n"
               "3[a += 7] 4\n"
               "4[a] C5 C6\n"
               "5[a += 9] 6\n"
               "6[return a] 7\n"
               "7[]\n");
}

/* Unreachable code is left out. */
static void test_ir_cfg__goto(void **state)
{
    (void)state;
    expect_cfg("int f(int a) { again: a--; if (a > 0) goto again; goto end; a += 4; end: return a; }\n",
               "0[] 1\n"
               "1[a--; a > 0] T2 F3\n"
               "2[goto] 1\n"
               "3[] 4\n"
               "4[goto] 5\n"
               "5[return a] 6\n"
               "6[]\n");
}

static void test_ir_cfg__computed_gotos_share_a_dispatch(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "int f(int a) { void *to[] = {&&x, &&y}; goto *to[a];\n"
                                                      "  x: if (a) goto *to[1]; return 1; y: return 2; }\n");
    fc_cfg cfg;
    fc_cfg_create(&cfg, fc_program_find(program, "f"), NULL);
    assert_true(fc_cfg_is_valid(&cfg));
    int n_computed = 0, dispatch = -1;
    for (int i = 0; i < cfg.graph.n_edges; i++) {
        if (cfg.edge[i].kind != FC_CFG_COMPUTED)
            continue;
        assert_int_equal(cfg.edge[i].label->kind, FC_LABEL);
        assert_ptr_equal(cfg.block[cfg.graph.edge[i].to].statement, cfg.edge[i].label);
        assert_true(n_computed++ == 0 || dispatch == cfg.graph.edge[i].from);
        dispatch = cfg.graph.edge[i].from;
    }
    assert_int_equal(n_computed, 2);
    assert_int_equal(cfg.graph.in_first[dispatch + 1] - cfg.graph.in_first[dispatch], 2);
    fc_cfg_free(&cfg);
    sources_close(&all);
}

/* Duff's device: the case label 1 enters the loop. */
static void test_ir_cfg__a_case_inside_a_loop(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "int f(int n, int *p) { switch (n % 2) {\n"
                                                      "  case 0: do { *p++ = 1; case 1: *p++ = 2; }\n"
                                                      "  while (n-- > 0); } return 0; }\n");
    ir_procedure ir;
    ir_procedure_open(&ir, program->procedure[0]);
    int enclosed = fc_cfg_block_of(&ir.cfg, nth_node(program, FC_CASE, 1)->child[1]);
    assert_int_equal(enclosed, FC_GRAPH_NONE); /* a block is no instruction */
    assert_int_equal(ir.nest.n_loops, 1);
    assert_true(ir.nest.loop[0].is_irreducible);
    assert_int_equal(ir.cfg.graph.out_first[1] - ir.cfg.graph.out_first[0], 3);
    ir_procedure_close(&ir);
    sources_close(&all);
}

/* The length is evaluated before the array is declared. */
static void test_ir_cfg__variable_length_arrays(void **state)
{
    (void)state;
    expect_cfg("int f(int n) { double a[n > 1 ? n : 1]; return (int)a[0]; }\n",
               "0[n > 1] T1 F2\n"
               "1[n] 3\n"
               "2[1] 3\n"
               "3[n > 1 ? n : 1; a:; return (int)a[0]] 4\n"
               "4[]\n");
}

static void test_ir_cfg__operands_precede_operators(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "int f(int *p, int i) { p[i + 1] = i * 2; return 0; }\n");
    fc_cfg cfg;
    fc_cfg_create(&cfg, program->procedure[0], NULL);
    static const fc_node_kind wanted[] = {FC_NAME,   FC_INTEGER, FC_BINARY, FC_NAME,    FC_NAME,  FC_INTEGER,
                                          FC_BINARY, FC_INDEX,   FC_ASSIGN, FC_INTEGER, FC_RETURN};
    assert_int_equal(cfg.n_instructions, sizeof wanted / sizeof *wanted);
    for (int i = 0; i < cfg.n_instructions; i++)
        assert_int_equal(cfg.instruction[i]->kind, wanted[i]);
    fc_cfg_free(&cfg);
    sources_close(&all);
}

/* Loops by their headers: the block of a while loop's condition, of a do loop's body. */
static void test_ir_cfg__loops_have_their_statements(void **state)
{
    (void)state;
    sources all;
    const fc_program *program =
        sources_program(&all, "int f(int n) { for (int i = 0; i < n; i++) while (n && i) do n--; while (n > i);\n"
                              "  again: if (n++ < 9) goto again; return n; }\n");
    ir_procedure ir;
    ir_procedure_open(&ir, program->procedure[0]);
    static const fc_node_kind wanted[] = {FC_FOR, FC_WHILE, FC_DO, FC_LABEL};
    static const int depth[] = {1, 2, 3, 1};
    assert_int_equal(ir.nest.n_loops, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(ir.cfg.block[ir.nest.loop[i].header].statement->kind, wanted[i]);
        assert_int_equal(ir.nest.loop[i].depth, depth[i]);
        assert_false(ir.nest.loop[i].is_irreducible);
    }
    ir_procedure_close(&ir);
    sources_close(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ir_cfg__if),
        cmocka_unit_test(test_ir_cfg__for_with_break_and_continue),
        cmocka_unit_test(test_ir_cfg__short_circuits),
        cmocka_unit_test(test_ir_cfg__constant_conditions),
        cmocka_unit_test(test_ir_cfg__calls_that_do_not_return),
        cmocka_unit_test(test_ir_cfg__switch),
        cmocka_unit_test(test_ir_cfg__goto),
        cmocka_unit_test(test_ir_cfg__computed_gotos_share_a_dispatch),
        cmocka_unit_test(test_ir_cfg__a_case_inside_a_loop),
        cmocka_unit_test(test_ir_cfg__variable_length_arrays),
        cmocka_unit_test(test_ir_cfg__operands_precede_operators),
        cmocka_unit_test(test_ir_cfg__loops_have_their_statements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
