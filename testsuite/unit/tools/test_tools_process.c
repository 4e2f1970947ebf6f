/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/process/process.h"

#include "tools/process/parallel.h"

#include "report_text.h"
#include "support/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs `bash -c script` with the further options given. */
static fc_status run_script(fc_process_result *out, const char *script, fc_process_options options, fc_report *report)
{
    fc_words command = {0};
    fc_words_split(&command, "bash -c");
    fc_words_add(&command, script);
    options.command = &command;
    fc_status status = fc_process_run(out, &options, report);
    fc_words_free(&command);
    return status;
}

static void test_tools_process__keeps_streams_and_exit_code(void **state)
{
    (void)state;
    fc_process_result result;
    assert_int_equal(run_script(&result, "echo out; echo err >&2; exit 5", (fc_process_options){0}, NULL), FC_OK);
    assert_int_equal(result.exit_code, 5);
    assert_int_equal(result.signal, 0);
    assert_string_equal(result.output, "out\n");
    assert_string_equal(result.errors, "err\n");
    assert_int_equal(result.output_length, 4);
    assert_false(result.timed_out || result.truncated);
    fc_process_result_free(&result);
}

/* A file on standard input at any position is the child's from its beginning if requested. */
static void test_tools_process__hands_on_a_file(void **state)
{
    (void)state;
    FILE *given = tmpfile();
    int before = dup(STDIN_FILENO);
    assert_true(given && fputs("first\nsecond\n", given) >= 0 && fflush(given) == 0 && before >= 0);
    assert_int_equal(dup2(fileno(given), STDIN_FILENO), STDIN_FILENO);
    for (int i = 0; i < 3; i++) {
        fc_process_result result;
        assert_int_equal(run_script(&result, "cat", (fc_process_options){.has_input = i < 2}, NULL), FC_OK);
        assert_string_equal(result.output, i < 2 ? "first\nsecond\n" : "");
        fc_process_result_free(&result);
    }
    assert_int_equal(dup2(before, STDIN_FILENO), STDIN_FILENO);
    close(before);
    fclose(given);
}

static void test_tools_process__reports_the_signal(void **state)
{
    (void)state;
    fc_process_result result;
    assert_int_equal(run_script(&result, "kill -ABRT $$", (fc_process_options){0}, NULL), FC_OK);
    assert_int_equal(result.signal, SIGABRT);
    assert_int_equal(result.exit_code, -1);
    fc_process_result_free(&result);
}

static void test_tools_process__standard_input_is_empty(void **state)
{
    (void)state;
    fc_process_result result;
    assert_int_equal(run_script(&result, "cat; echo end", (fc_process_options){.timeout_s = 60}, NULL), FC_OK);
    assert_string_equal(result.output, "end\n");
    fc_process_result_free(&result);
}

static void test_tools_process__no_shell_reads_the_words(void **state)
{
    (void)state;
    fc_words command = {0};
    fc_words_split(&command, " printf\t%s| ");
    fc_words_add(&command, "$HOME; * 'a b'");
    fc_words_add(&command, "");
    fc_process_result result;
    assert_int_equal(fc_process_run(&result, &(fc_process_options){.command = &command}, NULL), FC_OK);
    assert_string_equal(result.output, "$HOME; * 'a b'||");
    fc_process_result_free(&result);
    fc_words_free(&command);
}

static void test_tools_process__environment_and_directory(void **state)
{
    (void)state;
    fc_words environment = {0};
    fc_words_add(&environment, "FC_TEST_A=new");
    fc_words_add(&environment, "FC_TEST_AB=more");
    setenv("FC_TEST_A", "old", 1);
    setenv("FC_TEST_C", "kept", 1);
    fc_process_result result;
    fc_process_options options = {.environment = &environment, .directory = "/usr/bin"};
    assert_int_equal(run_script(&result, "echo $FC_TEST_A $FC_TEST_AB $FC_TEST_C; pwd", options, NULL), FC_OK);
    assert_string_equal(result.output, "new more kept\n/usr/bin\n");
    fc_process_result_free(&result);
    fc_words_free(&environment);
}

static void test_tools_process__limits_what_it_keeps(void **state)
{
    (void)state;
    fc_process_result result;
    fc_process_options options = {.output_limit = 70000};
    const char *script = "head -c 1000000 /dev/zero; head -c 69999 /dev/zero >&2";
    assert_int_equal(run_script(&result, script, options, NULL), FC_OK);
    assert_true(result.truncated);
    assert_int_equal(result.output_length, 70000);
    assert_int_equal(result.errors_length, 69999);
    assert_int_equal(result.exit_code, 0);
    fc_process_result_free(&result);
}

/* `set -m` gives the job a process group of its own, as MPI launchers do with their ranks. */
static void expect_all_ended(const char *script)
{
    fc_process_result result;
    assert_int_equal(run_script(&result, script, (fc_process_options){.timeout_s = 0.5}, NULL), FC_OK);
    assert_true(result.timed_out);
    assert_true(result.wall_s >= 0.5 && result.wall_s < 60);
    pid_t left = (pid_t)strtol(result.output, NULL, 10);
    assert_true(left > 1);
    for (int i = 0; i < 100 && kill(left, 0) == 0; i++)
        usleep(20000); /* until init has waited for it */
    assert_int_equal(kill(left, 0), -1);
    assert_int_equal(errno, ESRCH);
    fc_process_result_free(&result);
}

static void test_tools_process__time_out_ends_the_whole_session(void **state)
{
    (void)state;
    expect_all_ended("set -m; sleep 1000 & echo $!; wait");
}

static void test_tools_process__time_out_ends_what_ignores_the_request(void **state)
{
    (void)state;
    expect_all_ended("trap '' TERM; set -m; (while :; do sleep 0.2; done) & echo $!; while :; do sleep 0.2; done");
}

static void test_tools_process__time_out_ends_a_stream_without_pause(void **state)
{
    (void)state;
    fc_process_result result;
    fc_process_options options = {.timeout_s = 0.5, .output_limit = 1000};
    assert_int_equal(run_script(&result, "yes & yes >&2", options, NULL), FC_OK);
    assert_true(result.timed_out && result.truncated);
    assert_int_equal(result.output_length, 1000);
    fc_process_result_free(&result);
}

static void test_tools_process__ends_the_remaining_children(void **state)
{
    (void)state;
    fc_process_result result;
    const char *script = "set -m; sleep 1000 & echo left";
    assert_int_equal(run_script(&result, script, (fc_process_options){.timeout_s = 60}, NULL), FC_OK);
    assert_false(result.timed_out);
    assert_string_equal(result.output, "left\n");
    fc_process_result_free(&result);
}

static void test_tools_process__a_signal_interrupts(void **state)
{
    (void)state;
    static const int interrupting[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < 3; i++) {
        sigset_t before;
        fc_report report;
        fc_process_result result = {.exit_code = 77};
        signal(interrupting[i], SIG_DFL);
        fc_process_hold_signals(&before);
        kill(getpid(), interrupting[i]);
        assert_int_equal(run_script(&result, "sleep 1000", (fc_process_options){.timeout_s = 60}, &report),
                         FC_E_INTERRUPTED);
        fc_process_release_signals(&before);
        assert_int_equal(result.exit_code, 77);
        assert_string_equal(report_text(&report), "interrupted while bash ran");
    }
}

/* Only the command holds the pipe's other end: it is at its end once the command is gone. */
static void test_tools_process__ends_with_us_when_we_are_killed(void **state)
{
    (void)state;
    int ends[2];
    char started = 0;
    assert_int_equal(pipe(ends), 0);
    char *script = fc_format("echo >&%d; exec sleep 1000", ends[1]);
    pid_t caller = fork();
    if (caller == 0) {
        fc_process_result result;
        fc_status status = run_script(&result, script, (fc_process_options){0}, NULL);
        _exit(status == FC_OK);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &started, 1), 1);
    kill(caller, SIGKILL);
    assert_int_equal(waitpid(caller, NULL, 0), caller);
    struct pollfd end = {ends[0], POLLIN, 0};
    assert_int_equal(poll(&end, 1, 60000), 1);
    assert_int_equal(read(ends[0], &started, 1), 0);
    close(ends[0]);
    free(script);
}

/* The child gets no second descriptor of the empty input; our own standard input is not passed to it. */
static void test_tools_process__hands_on_the_streams_alone(void **state)
{
    (void)state;
    fc_process_result result;
    const char *script = "n=0; for f in /proc/$$/fd/*; do [[ $f -ef /dev/null ]] && n=$((n + 1)); done; echo $n";
    for (int descriptor = 3; descriptor < 1024; descriptor++)
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    assert_int_equal(run_script(&result, script, (fc_process_options){0}, NULL), FC_OK);
    assert_string_equal(result.output, "1\n");
    fc_process_result_free(&result);
}

static void test_tools_process__an_ignored_signal_stays_ignored(void **state)
{
    (void)state;
    fc_process_result result;
    signal(SIGHUP, SIG_IGN);
    assert_int_equal(run_script(&result, "kill -HUP $PPID; echo on", (fc_process_options){0}, NULL), FC_OK);
    assert_string_equal(result.output, "on\n");
    signal(SIGHUP, SIG_DFL);
    fc_process_result_free(&result);
}

static void test_tools_process__a_missing_command(void **state)
{
    (void)state;
    fc_words command = {0};
    fc_words_add(&command, "no-such-command-anywhere");
    fc_report report;
    fc_process_result result;
    fc_process_options options = {.command = &command, .if_missing = "Install it."};
    assert_int_equal(fc_process_run(&result, &options, &report), FC_E_ENVIRONMENT);
    assert_string_equal(report_text(&report), "no-such-command-anywhere cannot be started: No such file or directory\n"
                                              "  Install it.");
    fc_words_free(&command);
    assert_int_equal(run_script(&result, "true", (fc_process_options){.directory = "/no/such"}, &report), FC_E_INPUT);
    assert_non_null(strstr(report_text(&report), "/no/such: bash cannot run in this folder"));
}

static void count_waiting(void *data, double seconds)
{
    int *n = data;
    assert_true(seconds >= 0);
    ++*n;
}

/* While the child runs, though it prints nothing; a deadline is kept. */
static void test_tools_process__says_that_it_waits(void **state)
{
    (void)state;
    fc_process_result result;
    int n = 0;
    fc_process_options options = {.waiting = count_waiting, .waiting_data = &n};
    assert_int_equal(run_script(&result, "sleep 2.5", options, NULL), FC_OK);
    assert_true(n >= 1);
    fc_process_result_free(&result);
    options.timeout_s = 0.3;
    assert_int_equal(run_script(&result, "sleep 20", options, NULL), FC_OK);
    assert_true(result.timed_out);
    fc_process_result_free(&result);
}

typedef struct tasks {
    int done[20];
    int bad, other_bad; /* tasks that fail; -1: none */
} tasks;

static fc_status run_task(void *data, int i, fc_report *report)
{
    tasks *of = data;
    fc_process_result result;
    char *script = fc_format("echo task %d; exit %d", i, i == of->bad || i == of->other_bad);
    fc_status status = run_script(&result, script, (fc_process_options){0}, report);
    free(script);
    if (status)
        return status;
    of->done[i] += strncmp(result.output, "task ", 5) == 0 && atoi(result.output + 5) == i;
    bool fails = result.exit_code != 0;
    fc_process_result_free(&result);
    return fails ? fc_fail(report, FC_E_INPUT, FC_NOWHERE, NULL, "task %d failed", i) : FC_OK;
}

static void test_tools_process__runs_tasks_side_by_side(void **state)
{
    (void)state;
    tasks all = {.bad = -1, .other_bad = -1}, some = {.bad = 3, .other_bad = 4};
    fc_report report = {0};
    assert_int_equal(fc_parallel_run(20, run_task, &all, &report), FC_OK);
    for (int i = 0; i < 20; i++)
        assert_int_equal(all.done[i], 1);
    assert_int_equal(fc_parallel_run(20, run_task, &some, &report), FC_E_INPUT);
    assert_non_null(strstr(report.text, "task 3 failed"));
    assert_int_equal(some.done[0] + some.done[1] + some.done[2] + some.done[3], 4);
    assert_int_equal(some.done[19], 0);
    assert_int_equal(fc_parallel_run(0, run_task, &all, NULL), FC_OK);
}

static fc_status interrupt_or_wait(void *data, int i, fc_report *report)
{
    fc_process_result result;
    char *script = fc_format("%s", i == 0 ? "sleep 0.3; kill -INT $PPID; sleep 60" : "sleep 60");
    (void)data;
    fc_status status = run_script(&result, script, (fc_process_options){0}, report);
    free(script);
    if (!status)
        fc_process_result_free(&result);
    return status;
}

static void test_tools_process__an_interrupt_ends_all_tasks(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        sigset_t before;
        fc_process_hold_signals(&before);
        _exit(fc_parallel_run(4, interrupt_or_wait, NULL, NULL) == FC_E_INTERRUPTED ? 5 : 6);
    }
    int code = 0;
    assert_int_equal(waitpid(child, &code, 0), child);
    assert_true(WIFEXITED(code));
    assert_int_equal(WEXITSTATUS(code), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tools_process__keeps_streams_and_exit_code),
                                       cmocka_unit_test(test_tools_process__hands_on_a_file),
                                       cmocka_unit_test(test_tools_process__reports_the_signal),
                                       cmocka_unit_test(test_tools_process__standard_input_is_empty),
                                       cmocka_unit_test(test_tools_process__no_shell_reads_the_words),
                                       cmocka_unit_test(test_tools_process__environment_and_directory),
                                       cmocka_unit_test(test_tools_process__limits_what_it_keeps),
                                       cmocka_unit_test(test_tools_process__time_out_ends_the_whole_session),
                                       cmocka_unit_test(test_tools_process__time_out_ends_what_ignores_the_request),
                                       cmocka_unit_test(test_tools_process__time_out_ends_a_stream_without_pause),
                                       cmocka_unit_test(test_tools_process__ends_the_remaining_children),
                                       cmocka_unit_test(test_tools_process__a_signal_interrupts),
                                       cmocka_unit_test(test_tools_process__ends_with_us_when_we_are_killed),
                                       cmocka_unit_test(test_tools_process__hands_on_the_streams_alone),
                                       cmocka_unit_test(test_tools_process__an_ignored_signal_stays_ignored),
                                       cmocka_unit_test(test_tools_process__says_that_it_waits),
                                       cmocka_unit_test(test_tools_process__a_missing_command),
                                       cmocka_unit_test(test_tools_process__runs_tasks_side_by_side),
                                       cmocka_unit_test(test_tools_process__an_interrupt_ends_all_tasks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
