/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hostile cost program in the sandbox: each call is refused, with no effect on the files. */
#include "report_text.h"
#include "runtime/host/cost_program.h"
#include "runtime/host/evaluate.h"
#include "support/text.h"

#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define HOSTILE FORECOST_SOURCE_DIR "/testsuite/cases/evaluate/hostile.c"

static fc_coefficients machine = {.name = "test", .cores = 4};
static fc_loaded_program hostile;
static char work_folder[PATH_MAX], outside[PATH_MAX];

static void write_victim(const char *path)
{
    assert_int_equal(fc_file_write(path, "kept\n", 5, NULL), FC_OK);
}

static void expect_kept(const char *path)
{
    char head[6] = "";
    assert_int_equal(fc_file_peek(head, 5, path), 5);
    assert_string_equal(head, "kept\n");
}

/* A work folder, and a folder outside it with the file "secret". */
static int set_up(void **state)
{
    (void)state;
    char *text = NULL;
    size_t length;
    fc_report report = {0};
    if (fc_file_read(&text, &length, HOSTILE, 0, &report) ||
        fc_cost_program_load(&hostile, text, "hostile", NULL, &report))
        fail_msg("%s", report.text);
    free(text);
    snprintf(work_folder, sizeof work_folder, "/tmp/forecost-sandbox-XXXXXX");
    snprintf(outside, sizeof outside, "/tmp/forecost-outside-XXXXXX");
    if (!mkdtemp(work_folder) || !mkdtemp(outside) || chdir(outside))
        return -1;
    write_victim("secret");
    return chdir(work_folder);
}

static int tear_down(void **state)
{
    (void)state;
    fc_cost_program_unload(&hostile);
    unlink("victim");
    unlink("pipe");
    char *secret = fc_format("%s/secret", outside);
    unlink(secret);
    free(secret);
    return rmdir(outside) || rmdir(work_folder);
}

static fc_status evaluate(const char *call, const char *path, const fc_sandbox_options *options, fc_report *report)
{
    char *arguments[] = {fc_copy_string("hostile"), fc_copy_string(call), fc_copy_string(path), NULL};
    fc_evaluation evaluation = {.program = hostile.program,
                                .object = hostile.object,
                                .machine = &machine,
                                .compute = fc_compute_find("ops"),
                                .sandbox = options};
    fc_prediction *made = NULL;
    *report = (fc_report){0};
    fc_status status = fc_evaluate_points(&made, &evaluation, &(fc_point){2, 3, arguments, NULL, 0, 0}, 1, report);
    if (!status)
        fc_evaluate_free(made, 1);
    for (int i = 0; i < 3; i++)
        free(arguments[i]);
    return status;
}

static void expect(fc_status expected, const char *says, const char *call, const char *path)
{
    fc_report report;
    fc_status status = evaluate(call, path, NULL, &report);
    if (status != expected || !strstr(report_text(&report), says))
        fail_msg("%s: status %d: \"%s\" does not say \"%s\"", call, status, report.text, says);
}

static int count_entries(void)
{
    FILE *list = popen("ls -A | wc -l", "r");
    int n = -1;
    assert_int_equal(fscanf(list, "%d", &n), 1);
    pclose(list);
    return n;
}

static void test_host_sandbox__attacks_end_the_evaluation(void **state)
{
    (void)state;
    static const char *const call[] = {"fopen",    "append", "update", "create", "creat",  "temporary",
                                       "truncate", "unlink", "rename", "mkdir",  "chmod",  "symlink",
                                       "mkfifo",   "fork",   "vfork",  "exec",   "system", "socket",
                                       "unix",     "pair",   "ptrace", "kill"};
    write_victim("victim");
    for (size_t i = 0; i < sizeof call / sizeof *call; i++) {
        expect(FC_E_INPUT,
               "hostile.c:7: the program slice asked the operating system for something a cost program must not do",
               call[i], "victim");
        expect_kept("victim");
        assert_int_equal(count_entries(), 1);
    }
    expect(FC_E_INPUT, "must not do", "fopen", "new");
    assert_int_equal(count_entries(), 1);
}

static bool has_landlock(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0, 1) > 0;
}

static void test_host_sandbox__other_calls_fail(void **state)
{
    (void)state;
    static const char *const call[] = {"code", "chdir", "user", "pipe", "popen", "ring"};
    for (size_t i = 0; i < sizeof call / sizeof *call; i++)
        expect(FC_OK, "", call[i], "victim");
    write_victim("victim");
    int descriptor = open("victim", O_RDWR | O_APPEND);
    char text[20];
    snprintf(text, sizeof text, "%d", descriptor);
    expect(FC_OK, "", "descriptor", text);
    close(descriptor);
    expect_kept("victim");
    if (has_landlock()) {
        expect(FC_OK, "", "read", "/etc/passwd.");           /* absent */
        expect(FC_E_INPUT, "hostile.c:8", "read", "victim"); /* below the working folder */
        fc_report report;
        assert_int_equal(evaluate("read", "../../etc/passwd", NULL, &report), FC_E_INPUT); /* an argument names it */
    }
}

/* A text that a child gives by its address is read only if it is a text of the program. */
static void test_host_sandbox__addresses_of_a_child_are_checked(void **state)
{
    (void)state;
    static const char *const call[] = {"forged mark", "forged end", "own address"};
    static const char *const says[] = {"the program slice crashed", "forged", "own"};
    for (size_t i = 0; i < sizeof call / sizeof *call; i++) {
        fc_report report;
        assert_int_equal(evaluate(call[i], "victim", NULL, &report), FC_E_INPUT);
        assert_non_null(strstr(report_text(&report), says[i]));
        assert_null(strstr(report.text, "own address:"));
    }
}

static void test_host_sandbox__only_permitted_files_are_read(void **state)
{
    (void)state;
    fc_sandbox sandbox;
    fc_report report;
    const char *folders[] = {outside};
    char *secret = fc_format("%s/secret", outside), *named = fc_format("--input=%s/secret", outside);
    write_victim("victim");
    assert_int_equal(symlink(secret, "link"), 0);
    assert_int_equal(fc_sandbox_open(&sandbox, NULL, &report), FC_OK);
    assert_true(fc_sandbox_permits(&sandbox, "victim"));
    assert_true(fc_sandbox_permits(&sandbox, "absent"));
    assert_false(fc_sandbox_permits(&sandbox, secret));
    assert_false(fc_sandbox_permits(&sandbox, "link"));
    assert_false(fc_sandbox_permits(&sandbox, "/etc/passwd"));
    fc_sandbox_add_argument(&sandbox, named);
    assert_true(fc_sandbox_permits(&sandbox, secret));
    assert_true(fc_sandbox_permits(&sandbox, "link"));
    fc_sandbox_close(&sandbox);
    assert_int_equal(fc_sandbox_open(&sandbox, &(fc_sandbox_options){.folder = folders, .n_folders = 1}, &report),
                     FC_OK);
    assert_true(fc_sandbox_permits(&sandbox, secret));
    assert_false(fc_sandbox_permits(&sandbox, "/etc/passwd"));
    fc_sandbox_close(&sandbox);
    folders[0] = "absent";
    assert_int_equal(fc_sandbox_open(&sandbox, &(fc_sandbox_options){.folder = folders, .n_folders = 1}, &report),
                     FC_E_INPUT);
    unlink("link");
    free(secret);
    free(named);
}

static void test_host_sandbox__pipes_and_devices_do_not_block(void **state)
{
    (void)state;
    time_t begin = time(NULL);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    expect(FC_E_INPUT, "is a pipe, a socket or a device", "open", "pipe");
    expect(FC_E_INPUT, "is a pipe, a socket or a device", "open", "/dev/zero");
    expect(FC_OK, "", "open", "/dev/null");
    write_victim("victim");
    expect(FC_OK, "", "open", "victim");
    fc_report report;
    assert_int_equal(evaluate("open", "pipe", &(fc_sandbox_options){.is_off = true}, &report), FC_E_INPUT);
    assert_true(time(NULL) - begin < 10);
    unlink("pipe");
}

static void test_host_sandbox__memory_is_limited(void **state)
{
    (void)state;
    fc_report report;
    assert_int_equal(evaluate("memory", "", &(fc_sandbox_options){.memory = 1e8}, &report), FC_E_INPUT);
    assert_non_null(
        strstr(report_text(&report), "hostile.c:7: the evaluation needs more than 100000000 bytes of memory"));
}

static void test_host_sandbox__off_is_off(void **state)
{
    (void)state;
    fc_report report;
    unlink("victim");
    assert_int_equal(evaluate("fopen", "victim", &(fc_sandbox_options){.is_off = true}, &report), FC_OK);
    assert_int_equal(access("victim", F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_host_sandbox__attacks_end_the_evaluation),
        cmocka_unit_test(test_host_sandbox__other_calls_fail),
        cmocka_unit_test(test_host_sandbox__addresses_of_a_child_are_checked),
        cmocka_unit_test(test_host_sandbox__only_permitted_files_are_read),
        cmocka_unit_test(test_host_sandbox__pipes_and_devices_do_not_block),
        cmocka_unit_test(test_host_sandbox__memory_is_limited),
        cmocka_unit_test(test_host_sandbox__off_is_off),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
