/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report_text.h"
#include "tools/launch/launch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each test has its own folder, which is TMPDIR too, so that remaining scratch files are seen. */
typedef struct bench {
    char folder[64];
    char *path[2];
} bench;

static int set_up(void **state)
{
    bench *b = fc_allocate(1, sizeof *b);
    strcpy(b->folder, "/tmp/fc-test-launch-XXXXXX");
    if (!mkdtemp(b->folder))
        return -1;
    setenv("TMPDIR", b->folder, 1);
    *state = b;
    return 0;
}

static int tear_down(void **state)
{
    bench *b = *state;
    for (int i = 0; i < 2; i++) {
        if (b->path[i])
            unlink(b->path[i]);
        free(b->path[i]);
    }
    int left = rmdir(b->folder); /* fails when scratch is left */
    unsetenv("TMPDIR");
    free(b);
    return left;
}

/* Writes source number i into the test's folder. */
static fc_launch_source source(bench *b, int i, const char *text)
{
    b->path[i] = fc_format("%s/part%d.c", b->folder, i);
    assert_int_equal(fc_file_write(b->path[i], text, strlen(text), NULL), FC_OK);
    return (fc_launch_source){.path = b->path[i]};
}

static int entries(const char *folder)
{
    int n = 0;
    DIR *stream = opendir(folder);
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));)
        n += entry->d_name[0] != '.';
    closedir(stream);
    return n;
}

static const char RANKS[] = "#include <mpi.h>\n#include <stdio.h>\nint part(void);\n"
                            "int main(int argc, char **argv) {\n"
                            "  int rank, size, all;\n"
                            "  MPI_Init(&argc, &argv);\n"
                            "  MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                            "  MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
                            "  int mine = rank + part();\n"
                            "  MPI_Reduce(&mine, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);\n"
                            "  if (rank == 0) printf(\"%d %d %s\\n\", size, all, argv[1]);\n"
                            "  MPI_Finalize();\n"
                            "  return 0;\n}\n";

static void test_tools_launch__builds_files_with_their_own_flags(void **state)
{
    const char *const defined[] = {"-DVALUE=100", "-O2", "-MD", "-MF", "dependencies.d", "-lz"};
    const char *const plain[] = {"-std=c17", "-L", "/usr/lib"};
    fc_launch_source part[] = {source(*state, 0, RANKS), source(*state, 1, "int part(void) { return VALUE; }\n")};
    part[0].argument = plain, part[0].n_arguments = 3;
    part[1].argument = defined, part[1].n_arguments = 6;
    part[1].directory = ((bench *)*state)->folder;
    fc_launch_app *app = NULL;
    fc_report report = {0};
    fc_status status =
        fc_launch_build(&app, &(fc_launch_parts){.source = part, .n_sources = 2, .is_timed = true}, &report);
    assert_string_equal(report_text(&report), "");
    assert_int_equal(status, FC_OK);
    assert_int_equal(access(fc_launch_executable(app), X_OK), 0);
    assert_int_equal(entries(((bench *)*state)->folder), 3); /* two sources, the scratch folder, no dependencies.d */

    /* by hand: 0 + 1 + 2 + 3 * 100 on three ranks */
    const char *const argument[] = {"a *$b"};
    fc_launch_run_options options = {.ranks = 3, .argument = argument, .n_arguments = 1, .timeout_s = 100};
    fc_launch_result result = {0};
    assert_int_equal(fc_launch_run(&result, fc_launch_executable(app), &options, &report), FC_OK);
    assert_string_equal(result.errors, "");
    assert_string_equal(result.output, "3 303 a *$b\n");
    assert_int_equal(fc_launch_check(&result, &options, &report), FC_OK);
    fc_launch_result_free(&result);
    fc_launch_app_free(app);
}

static void test_tools_launch__builds_a_program_as_it_was_read(void **state)
{
    bench *b = *state;
    source(b, 0,
           "#include <math.h>\n#include <stdio.h>\n#include \"part1.c\"\n"
           "int main(int argc, char **argv) { printf(\"%g\", sqrt(NINE) + argc + (argv == 0)); return part(); }\n");
    source(b, 1, "static int part(void) { return 6; }\n");
    fc_program *program = fc_program_create();
    program->compiler = fc_copy_string("gcc");
    fc_finite_source *file = fc_program_add_file(program, b->path[0]);
    file->is_main = true;
    file->directory = fc_copy_string(b->folder);
    file->argument = fc_allocate(1, sizeof *file->argument);
    file->argument[file->n_arguments++] = fc_copy_string("-DNINE=9.");
    fc_program_add_file(program, b->path[1]); /* included, so not compiled */
    fc_launch_app *app = NULL;
    assert_int_equal(fc_launch_build_program(&app, program, false, NULL), FC_OK);
    fc_launch_result result;
    assert_int_equal(
        fc_launch_run(&result, fc_launch_executable(app), &(fc_launch_run_options){.launcher = "", .ranks = 1}, NULL),
        FC_OK);
    assert_string_equal(result.output, "4"); /* 3 + argc */
    assert_int_equal(result.exit_code, 6);
    fc_launch_result_free(&result);
    fc_launch_app_free(app);
    fc_program_free(program);
}

static void test_tools_launch__preprocessed_text_keeps_its_places(void **state)
{
    fc_launch_source part = source(*state, 0, "# 41 \"user.c\"\nint main(void)\n{ return undeclared; }\n");
    part.is_preprocessed = true;
    fc_launch_app *app = NULL;
    fc_report report;
    assert_int_equal(fc_launch_build(&app, &(fc_launch_parts){.source = &part, .n_sources = 1}, &report), FC_E_INPUT);
    assert_null(app);
    assert_memory_equal(report_text(&report), "user.c:42:10: error:", 20);
    assert_non_null(strstr(report_text(&report), "\n  The command was: mpicc "));
}

static void test_tools_launch__reports_undefined_symbols(void **state)
{
    fc_launch_source part = source(*state, 0, "int absent(void);\nint main(void) { return absent(); }\n");
    fc_launch_app *app = NULL;
    fc_report report;
    assert_int_equal(fc_launch_build(&app, &(fc_launch_parts){.source = &part, .n_sources = 1}, &report), FC_E_INPUT);
    assert_non_null(strstr(report_text(&report), "undefined reference to `absent'"));
}

static void test_tools_launch__a_missing_compiler_or_launcher(void **state)
{
    fc_launch_source part = source(*state, 0, "int main(void) { return 0; }\n");
    fc_launch_parts parts = {.compiler = "no-such-mpicc -q", .source = &part, .n_sources = 1};
    fc_launch_app *app = NULL;
    fc_report report;
    assert_int_equal(fc_launch_build(&app, &parts, &report), FC_E_ENVIRONMENT);
    assert_non_null(strstr(report_text(&report), "no-such-mpicc cannot be started"));
    assert_non_null(strstr(report_text(&report), "libopenmpi-dev"));
    fc_launch_result result;
    fc_launch_run_options options = {.launcher = "no-such-mpirun -np {ranks}", .ranks = 2};
    assert_int_equal(fc_launch_run(&result, "/bin/true", &options, &report), FC_E_ENVIRONMENT);
    assert_non_null(strstr(report_text(&report), "Install openmpi-bin"));
}

static void test_tools_launch__a_folder_that_cannot_be_made(void **state)
{
    fc_launch_source part = source(*state, 0, "int main(void) { return 0; }\n");
    fc_launch_app *app = NULL;
    fc_report report;
    setenv("TMPDIR", "/no/such/folder", 1);
    assert_int_equal(fc_launch_build(&app, &(fc_launch_parts){.source = &part, .n_sources = 1}, &report),
                     FC_E_ENVIRONMENT);
    assert_non_null(strstr(report_text(&report), "Set TMPDIR"));
}

static void test_tools_launch__fills_the_launcher_in(void **state)
{
    (void)state;
    fc_launch_result result;
    fc_launch_run_options options = {.launcher = "echo --np={ranks} {ranks}:{ranks}", .ranks = 12};
    assert_int_equal(fc_launch_run(&result, "app", &options, NULL), FC_OK);
    assert_string_equal(result.output, "--np=12 12:12 app\n");
    fc_launch_result_free(&result);
    fc_report report;
    options.ranks = 0;
    assert_int_equal(fc_launch_run(&result, "app", &options, &report), FC_E_USAGE);
    assert_non_null(strstr(report_text(&report), "0 ranks"));
}

/* Two launches at once must not share Open MPI's session folder; it is gone afterwards. */
static void test_tools_launch__each_run_has_a_session_folder(void **state)
{
    (void)state;
    char folder[2][200] = {0};
    const char *const argument[] = {"-c", "test -d $OMPI_MCA_orte_tmpdir_base && echo -n $OMPI_MCA_orte_tmpdir_base"};
    fc_launch_run_options options = {.launcher = "", .ranks = 1, .argument = argument, .n_arguments = 2};
    for (int i = 0; i < 2; i++) {
        fc_launch_result result;
        assert_int_equal(fc_launch_run(&result, "bash", &options, NULL), FC_OK);
        assert_int_equal(result.exit_code, 0);
        snprintf(folder[i], sizeof folder[i], "%s", result.output);
        assert_int_equal(access(folder[i], F_OK), -1);
        fc_launch_result_free(&result);
    }
    assert_string_not_equal(folder[0], folder[1]);
}

/* A launcher that fails in its session folder the first time only, as Open MPI 4 does, and one that fails otherwise. */
static void test_tools_launch__a_launcher_that_failed_is_started_again(void **state)
{
    (void)state;
    static const char *const failure[] = {"[n:1] ORTE_ERROR_LOG: Error in file orte/util/session_dir.c at line 107",
                                          "bad size"};
    for (int i = 0; i < 2; i++) {
        char *script = fc_format("test -e ran && exit 0; touch ran; echo '%s' >&2; exit 1", failure[i]);
        const char *const argument[] = {"-c", script};
        fc_launch_run_options options = {.launcher = "", .ranks = 1, .argument = argument, .n_arguments = 2};
        fc_launch_result result;
        remove("ran");
        assert_int_equal(fc_launch_run(&result, "bash", &options, NULL), FC_OK);
        assert_int_equal(result.exit_code, i);
        fc_launch_result_free(&result);
        free(script);
    }
    remove("ran");
}

static void expect_failure(const char *script, const fc_launch_run_options *given, const char *expected)
{
    const char *const argument[] = {"-c", script};
    fc_launch_run_options options = *given;
    options.argument = argument;
    options.n_arguments = 2;
    fc_launch_result result;
    fc_report report;
    assert_int_equal(fc_launch_run(&result, "bash", &options, NULL), FC_OK);
    assert_int_equal(fc_launch_check(&result, &options, &report), FC_E_INPUT);
    assert_string_equal(report_text(&report), expected);
    fc_launch_result_free(&result);
}

static void test_tools_launch__says_how_a_program_failed(void **state)
{
    (void)state;
    const fc_launch_run_options direct = {.launcher = "", .ranks = 1, .timeout_s = 0.3};
    expect_failure("seq 7 >&2; exit 9", &direct,
                   "the program ended with exit code 9 on 1 rank\n  3\n  4\n  5\n  6\n  7");
    expect_failure("kill -SEGV $$", &direct,
                   "the program was ended by signal 11 (Segmentation fault) on 1 rank\n"
                   "  It wrote nothing.");
    expect_failure("echo no such mesh; exit 2", &direct,
                   "the program ended with exit code 2 on 1 rank\n"
                   "  It wrote nothing to standard error. Its output ends with:\n  no such mesh");
    expect_failure("echo '[vm:7] *** Process received signal ***' >&2; echo '[vm:7] Signal: Aborted (6)' >&2; "
                   "echo '[vm:7] [ 3] ./a(+0x25)' >&2; echo '[vm:7] *** End of error message ***' >&2; exit 134",
                   &direct, "the program was ended by signal 6 (Aborted) on 1 rank\n  [vm:7] Signal: Aborted (6)");
    expect_failure("echo on >&2; sleep 100", &direct, "the program did not end within 0.3 s on 1 rank\n  on");
}

static void test_tools_launch__leaves_the_launchers_words_out(void **state)
{
    fc_launch_source part = source(*state, 0,
                                   "#include <mpi.h>\n#include <stdio.h>\n"
                                   "int main(int argc, char **argv) {\n"
                                   "  MPI_Init(&argc, &argv);\n"
                                   "  fprintf(stderr, \"bad size\\n\");\n"
                                   "  MPI_Finalize();\n"
                                   "  return 3;\n}\n");
    fc_launch_app *app = NULL;
    fc_report report = {0};
    assert_int_equal(fc_launch_build(&app, &(fc_launch_parts){.source = &part, .n_sources = 1, .is_timed = true}, NULL),
                     FC_OK);
    fc_launch_times times = {.runs = -1};
    fc_launch_run_options options = {.ranks = 1, .timeout_s = 100};
    assert_int_equal(fc_launch_measure(&times, app, &options, 2, &report), FC_E_INPUT);
    assert_string_equal(report_text(&report), "the program ended with exit code 3 on 1 rank\n  bad size");
    assert_int_equal(times.runs, -1);
    fc_launch_app_free(app);
}

/* The last rank sleeps 0.2 s between MPI_Init and MPI_Finalize; every rank 1 s before and 1 s after them. */
static void test_tools_launch__measures_from_init_to_finalize(void **state)
{
    fc_launch_source part = source(*state, 0,
                                   "#include <mpi.h>\n#include <unistd.h>\n"
                                   "int main(int argc, char **argv) {\n"
                                   "  int rank, size;\n"
                                   "  usleep(900000); MPI_Init(&argc, &argv);\n"
                                   "  MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
                                   "  MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
                                   "  if (rank == size - 1) usleep(200000);\n"
                                   "  MPI_Finalize(); usleep(900000);\n"
                                   "  return 0;\n}\n");
    fc_launch_app *app = NULL;
    assert_int_equal(fc_launch_build(&app, &(fc_launch_parts){.source = &part, .n_sources = 1, .is_timed = true}, NULL),
                     FC_OK);
    fc_launch_times times = {0};
    fc_launch_run_options options = {.ranks = 2, .timeout_s = 100};
    assert_int_equal(fc_launch_measure(&times, app, &options, 2, NULL), FC_OK);
    assert_int_equal(times.runs, 2);
    assert_true(times.min_s >= 0.2 && times.min_s < 0.9);
    assert_true(times.min_s <= times.median_s && times.median_s <= times.max_s);
    assert_true(2 * times.median_s - times.min_s - times.max_s < 1e-12);
    fc_report report;
    assert_int_equal(fc_launch_measure(&times, app, &options, 0, &report), FC_E_USAGE);
    fc_launch_app_free(app);
}

static void test_tools_launch__refuses_a_run_without_finalize(void **state)
{
    fc_launch_source part = source(*state, 0, "int main(void) { return 0; }\n");
    fc_launch_app *app = NULL;
    fc_report report;
    assert_int_equal(fc_launch_build(&app, &(fc_launch_parts){.source = &part, .n_sources = 1, .is_timed = true}, NULL),
                     FC_OK);
    fc_launch_times times;
    fc_launch_run_options options = {.launcher = "", .ranks = 1};
    assert_int_equal(fc_launch_measure(&times, app, &options, 1, &report), FC_E_INPUT);
    assert_non_null(strstr(report_text(&report), "without MPI_Finalize"));
    fc_launch_app_free(app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define IN_FOLDER(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        IN_FOLDER(test_tools_launch__builds_files_with_their_own_flags),
        IN_FOLDER(test_tools_launch__builds_a_program_as_it_was_read),
        IN_FOLDER(test_tools_launch__preprocessed_text_keeps_its_places),
        IN_FOLDER(test_tools_launch__reports_undefined_symbols),
        IN_FOLDER(test_tools_launch__a_missing_compiler_or_launcher),
        IN_FOLDER(test_tools_launch__a_folder_that_cannot_be_made),
        cmocka_unit_test(test_tools_launch__fills_the_launcher_in),
        cmocka_unit_test(test_tools_launch__each_run_has_a_session_folder),
        IN_FOLDER(test_tools_launch__a_launcher_that_failed_is_started_again),
        cmocka_unit_test(test_tools_launch__says_how_a_program_failed),
        IN_FOLDER(test_tools_launch__leaves_the_launchers_words_out),
        IN_FOLDER(test_tools_launch__measures_from_init_to_finalize),
        IN_FOLDER(test_tools_launch__refuses_a_run_without_finalize),
#undef IN_FOLDER
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
