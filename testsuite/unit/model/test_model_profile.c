/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/profile/profile.h"
#include "sample_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct fixture {
    char *folder, *path;
    sample made;
} fixture;

static int set_up(void **state)
{
    fixture *at = fc_allocate(1, sizeof *at);
    at->folder = fc_copy_string("/tmp/fc-profile-XXXXXX");
    *state = at;
    if (!mkdtemp(at->folder))
        return -1;
    at->path = fc_format("%s/m.fc.profile", at->folder);
    at->made = sample_create();
    return 0;
}

static int tear_down(void **state)
{
    fixture *at = *state;
    unlink(at->path);
    int bad = rmdir(at->folder);
    fc_program_free(at->made.program);
    free(at->folder);
    free(at->path);
    free(at);
    return bad;
}

/* One run of the sample's loop: on rank i, entries 2 + i and count 10 + 3 i, each times `factor`. */
static fc_profile_run make_run(const fixture *at, int ranks, const char *argument, unsigned long factor)
{
    fc_profile_run run = {.ranks = ranks, .n_arguments = 1, .n_counters = 1, .command = fc_copy_string("./sample")};
    run.argument = fc_allocate(1, sizeof *run.argument);
    run.argument[0] = fc_copy_string(argument);
    run.counter = fc_allocate(1, sizeof *run.counter);
    run.counter[0] = fc_profile_counter_create(at->made.loop->id, FC_COUNTER_LOOP, ranks);
    for (int i = 0; i < ranks; i++) {
        run.counter[0].entries[i] = 2 + (unsigned long)i;
        run.counter[0].count[i] = factor * (10 + 3 * (unsigned long)i);
    }
    return run;
}

/* The loop is timed too, twice: on rank i 7 + i executions, 100 + i and 200 + i nanoseconds. */
static void add_timers(const fixture *at, fc_profile_run *run)
{
    fc_profile_run again = {.ranks = run->ranks, .n_timers = 1};
    again.timer = fc_allocate(1, sizeof *again.timer);
    run->timer = fc_allocate(1, sizeof *run->timer);
    run->timer[0] = fc_profile_timer_create(at->made.loop->id, run->ranks);
    again.timer[0] = fc_profile_timer_create(at->made.loop->id, run->ranks);
    run->n_timers = run->n_repeats = 1;
    for (int i = 0; i < run->ranks; i++) {
        run->timer[0].executions[i] = 7 + (unsigned long)i;
        run->timer[0].touched[i] = 4096 * (unsigned long)i;
        run->timer[0].nanoseconds[i] = 100 + (unsigned long)i;
        again.timer[0].nanoseconds[i] = 200 + (unsigned long)i;
    }
    static const fc_code_loop loop = {.file = 0, .line = 7, .lines = 2, .vector_bytes = 16, .n_stores = 3};
    run->code = fc_allocate(1, sizeof *run->code);
    run->code[run->n_code++] = loop;
    if (run->ranks == 3) { /* two ranks, in the format of earlier versions */
        run->timer[0].quiet = fc_allocate(3, sizeof *run->timer[0].quiet);
        run->timer[0].unsure = fc_allocate(3, sizeof *run->timer[0].unsure);
        run->timer[0].quiet[1] = 91;
        run->timer[0].unsure[2] = 17;
    }
    fc_profile_run_repeat(run, &again);
    fc_profile_run_free(&again);
}

/* Files of three byte patterns, one larger than the limit; last: its last byte. */
static fc_input_files make_inputs(const char *size, char last)
{
    enum {
        LARGE = FC_INPUT_FILE_MOST + 1
    };
    fc_input_files made = {0};
    char *large = fc_allocate(LARGE, 1);
    large[LARGE - 2] = last;
    fc_input_files_add(&made, "size.txt", size, strlen(size));
    fc_input_files_add(&made, "a \"b\"\xff", "\0\xff\"", 3);
    fc_input_files_add(&made, "mesh", large, LARGE);
    free(large);
    return made;
}

static void add_run(fixture *at, fc_profile *profile, int ranks, const char *argument, unsigned long factor)
{
    fc_profile_run run = make_run(at, ranks, argument, factor);
    add_timers(at, &run);
    run.inputs = make_inputs("7\n", 'x');
    fc_profile_add(profile, &run);
}

/* The wanted point, and the run that is selected for it: {ranks, argument}. */
typedef struct choice {
    int ranks;
    const char *argument;
    int taken;
    double squares; /* ((ln of the ranks' ratio) / 8)^2 + ((ln of the argument's ratio) / 2)^2 */
} choice;

static const struct {
    int ranks;
    const char *argument;
} profiled[] = {{3, "500"}, {8, "500"}, {4, "1000"}, {4, "2000"}, {2, "fast"}};

#define LN2 0.69314718055994530942
#define SQUARE(x) ((x) * (x))

static const choice choices[] = {
    {3, "500", 0, 0},
    {8, "500", 1, 0},
    {4, "500", 0, SQUARE(0.28768207245178093 / 8)}, /* ln(4/3): nearer than 8/4, and before 4 ranks with 1000 */
    {64, "500", 1, SQUARE(3 * LN2 / 8)},
    {4, "1000", 2, 0},
    {512, "2000", 3, SQUARE(7 * LN2 / 8)},
    {4, "4000", 3, SQUARE(LN2 / 2)},
    {4, "1500", 3, SQUARE(0.28768207245178093 / 2)}, /* 2000/1500 < 1500/1000 */
    {4, "1e3", 2, 0},                                /* another spelling, the same number */
    {2, "fast", 4, 0},
    {3, "slow", 0, SQUARE(LN2 / 2)}, /* words differ by 2 at any position: the nearest ranks */
    {8, "-500", 1, SQUARE(LN2 / 2)},
    {0, "1000", 2, 0},
};

static void test_model_profile__same_arguments_come_first_then_the_nearest(void **state)
{
    fixture *at = *state;
    int node = at->made.loop->id;
    fc_profile *profile = fc_profile_create();
    fc_profile_request any = {4, NULL, 0, NULL};
    assert_null(fc_profile_select(profile, node, &any));
    for (size_t i = 0; i < sizeof profiled / sizeof *profiled; i++)
        add_run(at, profile, profiled[i].ranks, profiled[i].argument, 1);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        fc_profile_request wish = {choices[i].ranks, &choices[i].argument, 1, NULL};
        const fc_profile_run *run = fc_profile_select(profile, node, &wish);
        if (run != &profile->run[choices[i].taken])
            fail_msg("-n %d -- %s takes -n %d -- %s", wish.ranks, *wish.argument, run->ranks, run->argument[0]);
        assert_float_equal(SQUARE(fc_profile_error(run, &wish)), choices[i].squares, 1e-12);
    }
    assert_float_equal(SQUARE(fc_profile_error(&profile->run[2], &any)), SQUARE(LN2 / 2), 1e-12); /* one went */
    const char *twice = "4000"; /* exp(1.645 * 2 / sqrt(3) * ln 2) is 3.731 */
    fc_profile_request larger = {4, &twice, 1, NULL};
    assert_float_equal(1 + 1.645 * fc_profile_loop_error(&profile->run[3], &larger), 3.731, 1e-3);
    assert_null(fc_profile_select(profile, at->made.assign->id, &any));
    assert_float_equal(fc_profile_parameter_error(SQUARE(LN2)), LN2 / 2, 1e-12);
    fc_profile_free(profile);
}

static void test_model_profile__runs_of_other_input_files_are_others(void **state)
{
    fixture *at = *state;
    int node = at->made.loop->id;
    fc_profile *profile = fc_profile_create();
    fc_input_files present = make_inputs("7\n", 'x');
    const char *argument = "5";
    fc_profile_request wish = {3, &argument, 1, &present};
    for (int i = 0; i < 3; i++) { /* the third takes the first one's place */
        fc_profile_run run = make_run(at, 3, argument, 1 + (unsigned long)i);
        run.inputs = make_inputs(i == 1 ? "7\n" : "8\n", 'x');
        fc_profile_add(profile, &run);
    }
    assert_int_equal(profile->n_runs, 2);
    assert_ptr_equal(fc_profile_select(profile, node, &wish), &profile->run[0]);
    assert_true(fc_profile_matches(&profile->run[0], &wish));
    assert_false(fc_profile_matches(&profile->run[1], &wish));
    assert_true(fc_profile_error(&profile->run[0], &wish) == 0);
    assert_float_equal(SQUARE(fc_profile_error(&profile->run[1], &wish)), SQUARE(LN2 / 2), 1e-12);
    fc_input_files_free(&present);
    present = make_inputs("8\n", 'y'); /* the large one is recognized by its beginning */
    assert_int_equal(fc_profile_n_changed_inputs(&profile->run[1], &wish), 1);
    assert_int_equal(fc_profile_n_changed_inputs(&profile->run[0], &wish), 2);
    fc_input_files_free(&present);
    assert_int_equal(fc_profile_n_changed_inputs(&profile->run[0], &wish), 3); /* no file there */
    wish.inputs = NULL;
    assert_int_equal(fc_profile_n_changed_inputs(&profile->run[0], &wish), 0);
    fc_profile_free(profile);
}

/* 3 ranks: entries 2 + 3 + 4 = 9, count 10 + 13 + 16 = 39. */
static void test_model_profile__the_mean_is_over_all_ranks(void **state)
{
    fixture *at = *state;
    fc_profile *profile = fc_profile_create();
    add_run(at, profile, 3, "5", 1);
    assert_float_equal(fc_profile_mean(profile->run, at->made.loop->id), 39.0 / 9, 1e-12);
    assert_true(fc_profile_mean(profile->run, at->made.assign->id) == 0);
    assert_float_equal(fc_profile_mean_of_rank(profile->run, at->made.loop->id, 1), 13.0 / 3, 1e-12);
    assert_float_equal(fc_profile_mean_of_rank(profile->run, at->made.loop->id, 3), 39.0 / 9, 1e-12); /* no such rank */
    /* own means 5, 13/3, 4: 2/3, 0, 1/3 off */
    assert_float_equal(fc_profile_spread(profile->run, at->made.loop->id), sqrt(5.0 / 9 / 3) / (39.0 / 9), 1e-12);
    fc_profile_free(profile);
}

static void test_model_profile__a_run_of_the_same_ranks_and_arguments_is_replaced(void **state)
{
    fixture *at = *state;
    fc_profile *profile = fc_profile_create();
    add_run(at, profile, 3, "5", 1);
    add_run(at, profile, 3, "6", 1);
    add_run(at, profile, 3, "5", 7);
    assert_int_equal(profile->n_runs, 2);
    assert_float_equal(fc_profile_mean(&profile->run[1], at->made.loop->id), 7 * 39.0 / 9, 1e-12);
    fc_profile_free(profile);
}

static void test_model_profile__written_and_read_is_the_same(void **state)
{
    fixture *at = *state;
    fc_report report = {0};
    fc_profile *profile = fc_profile_create(), *again = NULL;
    add_run(at, profile, 3, "a \"b\" \xff", 1);
    add_run(at, profile, 2, "5", 4);
    assert_int_equal(fc_profile_write(profile, at->path, at->made.program, &report), FC_OK);
    assert_int_equal(fc_profile_read(&again, at->path, at->made.program, &report), FC_OK);
    assert_int_equal(again->n_runs, 2);
    assert_int_equal(again->run[0].ranks, 3);
    assert_string_equal(again->run[0].argument[0], "a \"b\" \xff");
    assert_string_equal(again->run[0].command, "./sample");
    assert_int_equal(again->run[1].counter[0].node, at->made.loop->id);
    assert_int_equal(again->run[1].counter[0].kind, FC_COUNTER_LOOP);
    assert_int_equal(again->run[1].counter[0].entries[1], 3);
    assert_int_equal(again->run[1].counter[0].count[1], 52);
    assert_int_equal(again->run[0].n_repeats, 2);
    assert_int_equal(again->run[0].timer[0].node, at->made.loop->id);
    assert_int_equal(again->run[0].timer[0].executions[2], 9);
    assert_int_equal(again->run[0].timer[0].touched[2], 8192);
    assert_int_equal(again->run[0].timer[0].nanoseconds[1], 101);
    assert_int_equal(again->run[0].timer[0].nanoseconds[3 + 2], 202); /* of the repeat, rank 2 of 3 */
    assert_int_equal(again->run[0].timer[0].quiet[1], 91);
    assert_int_equal(again->run[0].timer[0].unsure[2], 17);
    assert_int_equal(again->run[0].n_code, 1);
    assert_int_equal(again->run[0].code[0].line, 7);
    assert_int_equal(again->run[0].code[0].lines, 2);
    assert_int_equal(again->run[0].code[0].vector_bytes, 16);
    assert_int_equal(again->run[0].code[0].n_stores, 3);
    assert_int_equal(again->run[0].inputs.n, 3);
    for (int i = 0; i < 3; i++) {
        const fc_input_copy *was = &profile->run[0].inputs.file[i], *is = &again->run[0].inputs.file[i];
        assert_string_equal(is->name, was->name);
        assert_true(fc_input_copy_is_same(is, was));
        assert_true((is->bytes != NULL) == (i < 2));
    }
    assert_memory_equal(again->run[0].inputs.file[1].bytes, "\0\xff\"", 3);
    assert_null(again->run[1].timer[0].quiet);
    assert_null(again->run[1].timer[0].unsure);
    fc_profile_free(profile);
    fc_profile_free(again);
}

/* Writes a profile with `from` replaced by `to` and expects a refusal with `message`. */
static void expect_refusal(fixture *at, const char *from, const char *to, const char *message)
{
    fc_report report = {0};
    fc_profile *profile = fc_profile_create(), *again = NULL;
    add_run(at, profile, 2, "5", 4);
    assert_int_equal(fc_profile_write(profile, at->path, at->made.program, &report), FC_OK);
    fc_profile_free(profile);
    char *bytes;
    size_t length;
    assert_int_equal(fc_file_read(&bytes, &length, at->path, 0, &report), FC_OK);
    char *found = strstr(bytes, from);
    assert_non_null(found);
    char *changed = fc_format("%.*s%s%s", (int)(found - bytes), bytes, to, found + strlen(from));
    assert_int_equal(fc_file_write(at->path, changed, strlen(changed), &report), FC_OK);
    assert_int_equal(fc_profile_read(&again, at->path, at->made.program, &report), FC_E_INPUT);
    assert_null(again);
    if (!strstr(report.text, message) || !strstr(report.text, at->path))
        fail_msg("\"%s\" lacks \"%s\"", report.text, message);
    free(changed);
    free(bytes);
}

static void test_model_profile__broken_profiles_are_refused(void **state)
{
    fixture *at = *state;
    expect_refusal(at, "\"kind\":\"profile\"", "\"kind\":\"program\"", "not a profile");
    expect_refusal(at, "\"ranks\":2", "\"ranks\":0", "runs[0] is broken");
    expect_refusal(at, "\"ranks\":2", "\"ranks\":3", "runs[0] is broken");
    expect_refusal(at, "\"entries\":[2", "\"entries\":[-2", "runs[0] is broken");
    expect_refusal(at, "\"kind\":\"loop\"", "\"kind\":\"branch\"", "runs[0] is broken");
    expect_refusal(at, "\"node\":", "\"node\":9999", "runs[0] is broken");
    expect_refusal(at, "\"executions\":[7", "\"executions\":[7,7", "runs[0] is broken");
    expect_refusal(at, "\"nanoseconds\":[[100", "\"nanoseconds\":[[\"a\"", "runs[0] is broken");
    expect_refusal(at, "\"nanoseconds\":[[100,101],[200,201]]", "\"nanoseconds\":[]", "runs[0] is broken");
    expect_refusal(at, "[200,201]]", "[200,201]],\"quiet\":[5,6]", "runs[0] is broken");
    expect_refusal(at, "[200,201]]", "[200,201]],\"quiet\":[5,6],\"unsure\":[1]", "runs[0] is broken");
    expect_refusal(at, "\"code\":[[0,", "\"code\":[[99,", "runs[0] is broken");
    expect_refusal(at, "\"code\":[[0,7,2,", "\"code\":[[0,7,0,", "runs[0] is broken");
    expect_refusal(at, "\"code\":[[0,7,2,16,", "\"code\":[[0,7,2,-16,", "runs[0] is broken");
    expect_refusal(at, "\"inputs\":[", "\"inputs\":[5,", "runs[0] is broken");
    expect_refusal(at, "\"name\":\"size.txt\"", "\"name\":\"mesh\"", "runs[0] is broken");
    expect_refusal(at, "\"bytes\":2,", "\"bytes\":3,", "runs[0] is broken");
    expect_refusal(at, "\"bytes\":2,", "\"bytes\":-2,", "runs[0] is broken");
    expect_refusal(at, "\"bytes\":2,\"content\"", "\"bytes\":2,\"beginning\"", "runs[0] is broken");
    expect_refusal(at, "\"bytes\":1048577,\"beginning\":\"", "\"bytes\":1048577,\"beginning\":\"../",
                   "runs[0] is broken");
    expect_refusal(at, "\"runs\":", "\"ruins\":", "no runs");
    expect_refusal(at, "]}\n", "", "not a profile: ");
    expect_refusal(at, "\"arguments\":[", "\"arguments\":[7,", "runs[0] is broken");
}

static void test_model_profile__a_profile_of_another_program_names_both(void **state)
{
    fixture *at = *state;
    expect_refusal(at, "\"program\":\"sample\",\"key\":\"", "\"program\":\"other\",\"key\":\"0123",
                   "not a valid profile");
    expect_refusal(at, at->made.program->key, "0123456789abcdef0123456789abcdef", "another version of \"sample\"");
    char *from = fc_format("\"sample\",\"key\":\"%s", at->made.program->key);
    expect_refusal(at, from, "\"heat\",\"key\":\"0123456789abcdef0123456789abcdef",
                   "a profile of another program: it is of \"heat\", the model is of \"sample\"");
    free(from);
}

static double distance(const char *a, const char *b)
{
    fc_input_files files = {0};
    fc_input_files_add(&files, "a", a, strlen(a));
    fc_input_files_add(&files, "b", b, strlen(b));
    double found = fc_input_copy_distance(&files.file[0], &files.file[1]);
    fc_input_files_free(&files);
    return found;
}

/* Numbers count by their ratios, as numbers among the arguments do; any other difference as a factor of 2. */
static void test_model_profile__files_that_differ_in_numbers(void **state)
{
    (void)state;
    assert_float_equal(SQUARE(distance("n = 10\nm=0.5 x2\n", "n = 40\nm=4 x2\n")), 4 * SQUARE(LN2) + 9 * SQUARE(LN2),
                       1e-9);
    assert_float_equal(distance("n = 10\n", "n = 11\n"), LN2, 1e-12);
    assert_float_equal(distance("n = 10\n", "m = 1000\n"), LN2, 1e-12);
    assert_float_equal(distance("x1\n", "x1000\n"), LN2, 1e-12);
    assert_float_equal(distance("n = 10\n", "n = 10 10\n"), LN2, 1e-12);
    assert_float_equal(distance("0\n", "1000\n"), LN2, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model_profile__same_arguments_come_first_then_the_nearest),
        cmocka_unit_test(test_model_profile__runs_of_other_input_files_are_others),
        cmocka_unit_test(test_model_profile__the_mean_is_over_all_ranks),
        cmocka_unit_test(test_model_profile__a_run_of_the_same_ranks_and_arguments_is_replaced),
        cmocka_unit_test(test_model_profile__written_and_read_is_the_same),
        cmocka_unit_test(test_model_profile__broken_profiles_are_refused),
        cmocka_unit_test(test_model_profile__a_profile_of_another_program_names_both),
        cmocka_unit_test(test_model_profile__files_that_differ_in_numbers),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
