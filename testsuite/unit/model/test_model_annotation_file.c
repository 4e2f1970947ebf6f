/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotations in a file of notes. Expected: the tree of the same pragma in the source, and places counted by hand. */
#include "analyzer/model/annotations/annotation_file.h"
#include "testsuite/unit/frontend_sources.h"

#define SOURCE                                                                                                         \
    "int f(int n) {\n"                                                                                                 \
    "  int s = 0;\n"                                                                                                   \
    "  for (int i = 0; i < n; i++)\n"                                                                                  \
    "    if (s) s++; else if (n) s--;\n"                                                                               \
    "  while (s) { s--; do n--; while (n); }\n"                                                                        \
    "  for (;;) { for (;;) break; break; }\n"                                                                          \
    "  return s;\n"                                                                                                    \
    "}\n"

/* Applies notes to the program of the sources, which must stay valid. */
static fc_status apply(sources *all, const char *notes)
{
    char *path = fc_format("%s/notes.txt", all->folder);
    assert_int_equal(fc_file_write(path, notes, strlen(notes), NULL), FC_OK);
    fc_status status = fc_annotation_file_apply(all->program, path, &all->report);
    unlink(path);
    free(path);
    if (!fc_program_is_valid(all->program, &all->report))
        fail_msg("%s", all->report.text);
    return status;
}

static void assert_refused(const char *notes, const char *text)
{
    sources all;
    sources_program(&all, SOURCE);
    assert_int_equal(apply(&all, notes), FC_E_INPUT);
    assert_contains(all.report.text, text);
    sources_close(&all);
}

/* Kinds, pragmas' texts and lines of the statements in order of the walk. */
static char *outline(const fc_program *program)
{
    fc_text text = {0};
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind < FC_INTEGER)
            fc_text_add(&text, "%s%s ", fc_node_kind_text(program->node[i]->kind),
                        program->node[i]->kind == FC_PRAGMA ? program->node[i]->text : "");
    return fc_text_take(&text);
}

static void test_model_annotation_file__give_the_tree_of_the_pragmas(void **state)
{
    (void)state;
    sources noted, marked;
    sources_program(&noted, SOURCE);
    char key[33];
    memcpy(key, noted.program->key, sizeof key);
    assert_int_equal(apply(&noted, "# of another's code\n"
                                   "a.c:4:22 probability( 0.25 )  # the second if\n\n"
                                   "  a.c:3\ttrip(7)\r\n"
                                   "a.c:5:20 trip(3)\n"
                                   "a.c:5 init_end"),
                     FC_OK);
    sources_program(&marked, "int f(int n) {\n"
                             "  int s = 0;\n"
                             "#pragma forecost trip(7)\n"
                             "  for (int i = 0; i < n; i++)\n"
                             "    if (s) s++; else\n"
                             "#pragma forecost probability(0.25)\n"
                             "      if (n) s--;\n"
                             "#pragma forecost init_end\n"
                             "  while (s) { s--;\n"
                             "#pragma forecost trip(3)\n"
                             "    do n--; while (n); }\n"
                             "  for (;;) { for (;;) break; break; }\n"
                             "  return s;\n"
                             "}\n");
    char *a = outline(noted.program), *b = outline(marked.program);
    assert_string_equal(a, b);
    const fc_node *end = fc_program_find(noted.program, "f")->init_end;
    assert_non_null(end);
    assert_true(fc_annotation_file_made(end));
    assert_int_equal(end->span.line, 5);
    assert_false(fc_annotation_file_made(fc_program_find(marked.program, "f")->init_end));
    assert_string_not_equal(noted.program->key, key);
    free(a);
    free(b);
    sources_close(&noted);
    sources_close(&marked);
}

static void test_model_annotation_file__without_a_note_change_nothing(void **state)
{
    (void)state;
    sources all;
    sources_program(&all, SOURCE);
    char key[33];
    memcpy(key, all.program->key, sizeof key);
    int n = all.program->n_nodes;
    assert_int_equal(apply(&all, "# nothing\n\n"), FC_OK);
    assert_string_equal(all.program->key, key);
    assert_int_equal(all.program->n_nodes, n);
    sources_close(&all);
}

/* A static procedure of a header occurs once in each unit: the note applies to each. */
static void test_model_annotation_file__of_a_header_hold_in_every_unit(void **state)
{
    (void)state;
    sources all;
    sources_open(&all);
    sources_write(&all, "h.h", "static int g(int n) {\n  while (n) n--;\n  return n; }\n");
    sources_write(&all, "a.c", "#include \"h.h\"\nint a(void) { return g(1); }\n");
    sources_write(&all, "b.c", "#include \"h.h\"\nint b(void) { return g(2); }\n");
    assert_int_equal(sources_read(&all, NULL, 0, NULL), FC_OK);
    assert_int_equal(apply(&all, "h.h:2 trip(9)\n"), FC_OK);
    assert_string_equal(nth_node(all.program, FC_PRAGMA, 0)->text, "trip(9)");
    assert_string_equal(nth_node(all.program, FC_PRAGMA, 1)->text, "trip(9)");
    sources_close(&all);
}

static void test_model_annotation_file__name_a_file_by_the_end_of_its_path(void **state)
{
    (void)state;
    sources all;
    sources_program(&all, SOURCE);
    const char *folder = strrchr(all.folder, '/') + 1;
    char *good = fc_format("%s/a.c:3 trip(2)\n%s/a.c:5:3 trip(4)\n", folder, all.folder);
    char *bad = fc_format("%s/a.c:5:15 trip(2)\n", folder + 1);
    assert_int_equal(apply(&all, good), FC_OK);
    assert_int_equal(apply(&all, bad), FC_E_INPUT);
    assert_contains(all.report.text, "the program has no file");
    free(good);
    free(bad);
    sources_close(&all);
}

static void test_model_annotation_file__are_refused_with_their_place(void **state)
{
    (void)state;
    assert_refused("\n  a.c:4 trip(3)\n",
                   "notes.txt:2:3: error[FC0314]: no loop begins at a.c:4\n  The nearest loop begins at a.c:3:3.");
    assert_refused("a.c:3:4 trip(3)\n", "no loop begins at a.c:3 in that column");
    assert_refused("a.c:3 probability(0.5)\n", "no if begins at a.c:3\n  The nearest if begins at a.c:4:5.");
    assert_refused("a.c:4 probability(0.5)\n", "more than one if begins at a.c:4");
    assert_refused("a.c:6 trip(2)\n", "more than one loop begins at a.c:6");
    assert_refused("a.c:2 init_end\n", "no statement of a block begins at a.c:2");
    assert_refused("b.c:2 init_end\n", "notes.txt:1:1: error[FC0313]: the program has no file b.c");
    assert_refused("a.c:3 init_end\na.c:5 init_end\n", "notes.txt:2:1: error[FC0316]: init_end is already specified");
    assert_refused("a.c:3 trip(1)\na.c:3:3 trip(2)\n", "notes.txt:2:1: error[FC0316]: trip is already specified");
    assert_refused("a.c:3 trip(n)\n", "notes.txt:1:11: error[FC0348]: expected a number >= 0");
    assert_refused("a.c:3 trip(-2)\n", "notes.txt:1:11: error[FC0348]: expected a number >= 0");
    assert_refused("a.c:3 trip(nan)\n", "notes.txt:1:11: error[FC0348]: expected a number >= 0");
    assert_refused("a.c:3 trip\n", "notes.txt:1:11: error[FC0348]: expected a number >= 0");
    assert_refused("a.c:3 trip(3\n", "notes.txt:1:11: error[FC0348]: expected a number >= 0");
    assert_refused("a.c:4:5 probability(1.5)\n", "notes.txt:1:20: error[FC0348]: expected a number from 0 to 1");
    assert_refused("a.c:3 trip(3) often\n", "notes.txt:1:15: error[FC0348]: expected the end of the line");
    assert_refused("a.c:3 prize(3)\n",
                   "notes.txt:1:7: error[FC0348]: expected trip, probability, init_end, param, data, cost or ignore");
    assert_refused("a.c:3\n",
                   "notes.txt:1:6: error[FC0348]: expected trip, probability, init_end, param, data, cost or ignore");
    assert_refused("a.c:3 cost(3\n", "notes.txt:1:11: error[FC0348]: expected an expression in parentheses");
    assert_refused("nosuch cost(3)\n", "notes.txt:1:1: error[FC0317]: the program has no procedure nosuch");
    assert_refused("a.c trip(3)\n",
                   "notes.txt:1:1: error[FC0348]: expected FILE:LINE or FILE:LINE:COLUMN: only cost and ignore");
    assert_refused("a.c:0 trip(3)\n",
                   "notes.txt:1:1: error[FC0348]: expected FILE:LINE, FILE:LINE:COLUMN or a procedure's name");
    assert_refused("a.c:99999999999999999999 trip(3)\n",
                   "notes.txt:1:1: error[FC0348]: expected FILE:LINE, FILE:LINE:COLUMN or a procedure's name");
    assert_refused(":3 trip(3)\n",
                   "notes.txt:1:1: error[FC0348]: expected FILE:LINE, FILE:LINE:COLUMN or a procedure's name");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model_annotation_file__give_the_tree_of_the_pragmas),
        cmocka_unit_test(test_model_annotation_file__without_a_note_change_nothing),
        cmocka_unit_test(test_model_annotation_file__of_a_header_hold_in_every_unit),
        cmocka_unit_test(test_model_annotation_file__name_a_file_by_the_end_of_its_path),
        cmocka_unit_test(test_model_annotation_file__are_refused_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
