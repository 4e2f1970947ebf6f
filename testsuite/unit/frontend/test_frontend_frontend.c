/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend_sources.h"

static fc_status read_two(sources *all, const char *a, const char *b)
{
    sources_open(all);
    sources_write(all, "a.c", a);
    sources_write(all, "b.c", b);
    return sources_read(all, NULL, 0, NULL);
}

static int count_symbols(const fc_program *program, const char *name)
{
    int n = 0;
    for (int i = 0; i < program->n_symbols; i++)
        n += strcmp(program->symbol[i]->name, name) == 0;
    return n;
}

static void test_frontend_frontend__joins_names_over_the_files(void **state)
{
    (void)state;
    sources all;
    assert_int_equal(read_two(&all,
                              "struct p { int k; struct p *next; };\nextern double grid[]; extern struct p head;\n"
                              "static int hidden = 1; double work(int);\n"
                              "int main(void) { return hidden + (int)work(3) + head.k + (int)grid[2]; }\n",
                              "struct p { int k; struct p *next; };\nstruct p head; double grid[7] = {1};\n"
                              "static int hidden = 2;\ndouble work(int n) { return n + hidden + grid[0] + head.k; }\n"),
                     FC_OK);
    const fc_program *program = all.program;
    assert_true(fc_program_is_valid(program, &all.report));
    assert_int_equal(count_symbols(program, "work"), 1);
    assert_int_equal(count_symbols(program, "head"), 1);
    assert_int_equal(count_symbols(program, "grid"), 1);
    assert_int_equal(count_symbols(program, "hidden"), 2);
    assert_ptr_equal(symbol_named(program, "work")->definition, fc_program_find(program, "work"));
    assert_int_equal(symbol_named(program, "grid")->type->length, 7);
    assert_non_null(symbol_named(program, "grid")->initializer);
    int records = 0;
    for (int i = 0; i < program->n_types; i++)
        records += program->type[i]->kind == FC_TYPE_RECORD;
    assert_int_equal(records, 1);
    assert_int_equal(program->n_procedures, 2);
    assert_string_equal(program->procedure[0]->symbol->name, "main");
    assert_string_equal(program->name, "a");
    sources_close(&all);
}

static void test_frontend_frontend__refuses_two_definitions(void **state)
{
    (void)state;
    sources all;
    assert_int_equal(read_two(&all, "int f(void) { return 1; }\n", "\nint f(void) { return 2; }\n"), FC_E_INPUT);
    assert_contains(all.report.text, "b.c:2:1: error[FC0236]: procedure 'f' is defined twice");
    assert_contains(all.report.text, "a.c:1:5");
    sources_close(&all);
}

static void test_frontend_frontend__functions_link_by_name(void **state)
{
    (void)state;
    sources all;
    assert_int_equal(read_two(&all, "int main(void) { return step(3) + later(2); }\n",
                              "void step(int n) { (void)n; }\ndouble later(int n) { return n; }\n"),
                     FC_OK);
    assert_non_null(fc_program_find(all.program, "step"));
    assert_int_equal(fc_program_find(all.program, "later")->symbol->type->of->kind, FC_TYPE_REAL);
    assert_ptr_equal(nth_node(all.program, FC_CALL, 0)->child[0]->symbol->definition,
                     fc_program_find(all.program, "step"));
    sources_close(&all);
}

static void test_frontend_frontend__objects_of_one_name_and_two_types_are_two(void **state)
{
    (void)state;
    sources all;
    assert_int_equal(
        read_two(&all, "int g;\nint f(void) { return g; }\n", "extern double g;\ndouble h(void) { return g; }\n"),
        FC_OK);
    const fc_symbol *first = nth_node(all.program, FC_RETURN, 0)->child[0]->symbol;
    assert_string_equal(first->name, "g");
    int n = 0;
    for (int i = 0; i < all.program->n_symbols; i++)
        n += strcmp(all.program->symbol[i]->name, "g") == 0;
    assert_int_equal(n, 2);
    sources_close(&all);
}

static void test_frontend_frontend__refuses_a_function_that_is_an_object(void **state)
{
    (void)state;
    sources all;
    assert_int_equal(
        read_two(&all, "int g;\nint f(void) { return g; }\n", "int g(void);\nint h(void) { return g(); }\n"),
        FC_E_INPUT);
    assert_contains(all.report.text, "'g' is declared with another type at");
    sources_close(&all);
}

static void test_frontend_frontend__takes_from_headers_what_is_used(void **state)
{
    (void)state;
    sources all;
    sources_open(&all);
    sources_write(&all, "u.h",
                  "static inline int used(int k) { return k + deep[1]; }\n"
                  "static inline int unused(int k) { return k; }\n");
    sources_write(&all, "a.c",
                  "#include <stdlib.h>\nstatic const int deep[] = {3, 4};\n#include \"u.h\"\n"
                  "int f(int k) { return used(k) + abs(k); }\n");
    assert_int_equal(sources_read(&all, NULL, 0, NULL), FC_OK);
    assert_non_null(fc_program_find(all.program, "used"));
    assert_null(fc_program_find(all.program, "unused"));
    assert_null(symbol_named(all.program, "abs")->definition);
    fc_place place = fc_program_place(all.program, fc_program_find(all.program, "used")->symbol->span);
    assert_contains(place.file, "u.h");
    assert_int_equal(place.line, 1);
    sources_close(&all);
}

static void test_frontend_frontend__keeps_flags_and_keys(void **state)
{
    (void)state;
    const char *const argument[] = {"-DN=3",   "-O3", "-march=native", "-fopenmp", "-fno-such-flag", "-mno-such-flag",
                                    "-Werror", "-lm"};
    sources all;
    sources_open(&all);
    sources_write(&all, "a.c", "int f(int k) { int unused; return N + k; }\n");
    assert_int_equal(sources_read(&all, argument, 8, NULL), FC_OK);
    const fc_finite_source *file = &all.program->file[0];
    assert_true(file->is_main);
    assert_int_equal(file->n_arguments, 8);
    for (int i = 0; i < 8; i++)
        assert_string_equal(file->argument[i], argument[i]);
    char key[33];
    fc_content_key(key, all.text[0], strlen(all.text[0]));
    assert_string_equal(file->key, key);
    char *before = fc_copy_string(all.program->key);
    fc_program_free(all.program);
    all.program = NULL;
    const char *const other[] = {"-DN=4"};
    assert_int_equal(sources_read(&all, other, 1, NULL), FC_OK);
    assert_string_not_equal(all.program->key, before);
    free(before);
    sources_close(&all);
}

/* Expansions by the C library's headers under such flags are not part of the program. */
static void test_frontend_frontend__reads_fortified_calls_as_written(void **state)
{
    (void)state;
    const char *const argument[] = {"-O2", "-D_FORTIFY_SOURCE=2"};
    sources all;
    sources_open(&all);
    sources_write(&all, "a.c", "#include <string.h>\nvoid f(char *a, char *b, int n) { memcpy(a, b, n); }\n");
    assert_int_equal(sources_read(&all, argument, 2, NULL), FC_OK);
    const fc_symbol *called = nth_node(all.program, FC_CALL, 0)->child[0]->symbol;
    assert_string_equal(called->name, "memcpy");
    assert_null(called->definition);
    sources_close(&all);
}

static void test_frontend_frontend__collects_warnings(void **state)
{
    (void)state;
    sources all;
    sources_program(&all, "int f(int k) {\n  return;\n}\nint g(int k) { k == 3; return k; }\n");
    assert_contains(all.warnings.bytes, "a.c:4:18: warning[FC");
    sources_close(&all);
}

static void test_frontend_frontend__places_errors(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        fc_status status;
        const char *report;
    } row[] = {
        {"int f(void) {\n  return x;\n}\n", FC_E_INPUT, "a.c:2:10: error[FC0252]: use of undeclared identifier 'x'"},
        {"int f(void) { return 3 }\n", FC_E_INPUT, "a.c:1:23: "},
        {"\n#include \"gone.h\"\n", FC_E_INPUT,
         "a.c:2:10: error[FC0218]: 'gone.h' not found. Pass its folder: forecost analyze "},
        {"\n#include <mpi.h>\n", FC_E_ENVIRONMENT,
         "a.c:2:10: error[FC0217]: 'mpi.h' not found. Install libopenmpi-dev, or pass its "},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        sources all;
        sources_refused(&all, row[i].text, row[i].status);
        assert_contains(all.report.text, row[i].report);
        sources_close(&all);
    }
    fc_program *program = NULL;
    fc_report report = {0};
    fc_input missing = {.path = "/no/such/file.c"};
    assert_int_equal(fc_frontend_read(&program, &missing, 1, NULL, NULL, &report), FC_E_INPUT);
    assert_contains(report.text, "/no/such/file.c: error[FC0905]: cannot be read");
    assert_int_equal(fc_frontend_read(&program, NULL, 0, NULL, NULL, &report), FC_E_USAGE);
    assert_null(program);
}

/* A wrapper that fails, that hangs on its input, or that is missing does not stop the analysis. */
static void test_frontend_frontend__does_without_a_wrapper(void **state)
{
    (void)state;
    static const char *const compiler[] = {"false", "cat", "/no/such/wrapper", ""};
    for (size_t i = 0; i < sizeof compiler / sizeof *compiler; i++) {
        sources all;
        sources_open(&all);
        sources_write(&all, "a.c", "int f(void) { return 3; }\n");
        assert_int_equal(sources_read(&all, NULL, 0, compiler[i]), FC_OK);
        sources_close(&all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frontend_frontend__joins_names_over_the_files),
        cmocka_unit_test(test_frontend_frontend__refuses_two_definitions),
        cmocka_unit_test(test_frontend_frontend__functions_link_by_name),
        cmocka_unit_test(test_frontend_frontend__objects_of_one_name_and_two_types_are_two),
        cmocka_unit_test(test_frontend_frontend__refuses_a_function_that_is_an_object),
        cmocka_unit_test(test_frontend_frontend__takes_from_headers_what_is_used),
        cmocka_unit_test(test_frontend_frontend__keeps_flags_and_keys),
        cmocka_unit_test(test_frontend_frontend__reads_fortified_calls_as_written),
        cmocka_unit_test(test_frontend_frontend__collects_warnings),
        cmocka_unit_test(test_frontend_frontend__places_errors),
        cmocka_unit_test(test_frontend_frontend__does_without_a_wrapper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
