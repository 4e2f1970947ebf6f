/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The intermediate representation of every C file of the examples, the cases and the oracles is valid. */
#include "testsuite/unit/ir_procedure.h"

#include <ftw.h>

static int n_read, n_procedures;

static void check_file(const char *path)
{
    char *folder = fc_format("-I%.*s", (int)(strrchr(path, '/') - path), path);
    const char *const argument[] = {"-fopenmp", folder};
    fc_input input = {.path = path, .argument = argument, .n_arguments = 2};
    fc_program *program = NULL;
    fc_report report;
    fc_text warnings = {0};
    if (fc_frontend_read(&program, &input, 1, "mpicc", &warnings, &report) == FC_OK) {
        for (int i = 0; i < program->n_procedures; i++) {
            ir_procedure ir;
            ir_procedure_open(&ir, program->procedure[i]);
            ir_procedure_close(&ir);
        }
        n_read++;
        n_procedures += program->n_procedures;
    }
    fc_program_free(program);
    fc_text_free(&warnings);
    free(folder);
}

static int visit(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)place;
    size_t length = strlen(path);
    if (type == FTW_F && length > 2 && strcmp(path + length - 2, ".c") == 0)
        check_file(path);
    return 0;
}

/* Some files are not programs: they are refused, or need generated headers. Most are read. */
static void test_ir_programs__are_valid(void **state)
{
    (void)state;
    static const char *const folder[] = {"examples", "testsuite/cases", "testsuite/oracles"};
    for (size_t i = 0; i < sizeof folder / sizeof *folder; i++) {
        char *path = fc_format("%s/%s", FORECOST_SOURCE_DIR, folder[i]);
        assert_int_equal(nftw(path, visit, 16, FTW_PHYS), 0);
        free(path);
    }
    print_message("%d files with %d procedures\n", n_read, n_procedures);
    assert_true(n_read >= 50 && n_procedures >= 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ir_programs__are_valid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
