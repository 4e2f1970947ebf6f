/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/validation/measured_points.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum {
    POINTS = 3
};

/* Measurements that need no note: 1, 2 and 4 ranks, each run 2 s, also with timers, undisturbed 1.9 s. */
typedef struct measured {
    fc_launch_times times[POINTS];
    fc_place_errors places[POINTS];
    fc_prediction predictions[POINTS];
    fc_measured_cores on;
} measured;

static measured make(void)
{
    measured made = {.on = {.cores = 4, .threads = 1}};
    for (int i = 0; i < POINTS; i++) {
        made.predictions[i].ranks = 1 << i;
        made.times[i] =
            (fc_launch_times){.runs = 3, .min_s = 2, .median_s = 2, .max_s = 2, .undelayed_min_s = 2, .flushed_s = -1};
        made.places[i] = (fc_place_errors){.timed_s = 1.9, .timed_share = 0.95};
        fc_measured_points_conclude(&made.places[i], &made.times[i]);
    }
    return made;
}

static fc_undisturbed_program concluded(double timed_s, double timed_share, double min_s, double undelayed_min_s)
{
    fc_place_errors places = {.timed_s = timed_s, .timed_share = timed_share};
    fc_launch_times times = {.min_s = min_s, .undelayed_min_s = undelayed_min_s};
    fc_measured_points_conclude(&places, &times);
    return places.program;
}

static void expect_bounds(const fc_undisturbed_program *found, double seconds, double low_s, double high_s)
{
    assert_float_equal(found->seconds, seconds, 1e-12);
    assert_float_equal(found->low_s, low_s, 1e-12);
    assert_float_equal(found->high_s, high_s, 1e-12);
}

/* The program's runs waited for a core, or only the runs with timers were disturbed. */
static void test_tools_measured_points__the_undisturbed_time_is_at_most_that_on_a_core(void **state)
{
    (void)state;
    fc_undisturbed_program found = concluded(3.6, 0.95, 10, 3.7);
    expect_bounds(&found, 3.7, 3.6, 3.7);
    assert_float_equal(found.share, 0.37, 1e-12);
    assert_true(found.is_known);
    found = concluded(4.2, 1, 10, 3.7); /* the bounds are one: with timers it takes longer */
    assert_true(found.is_known);
    expect_bounds(&found, 3.7, 3.7, 3.7);
    found = concluded(2, 0.95, 10, 3.7);
    assert_false(found.is_known);
    expect_bounds(&found, 3.7, 2, 3.7);
}

/* The least run takes 10 s, and other load took 40 % of the least run with timers. With timers the program would take
 * 6.3 s undisturbed, as without: nothing else differs. With 4 s, the timers changed the code, or other load took more
 * of the runs without them. */
static void test_tools_measured_points__a_disturbed_time_needs_the_same_time_with_timers(void **state)
{
    (void)state;
    fc_undisturbed_program found = concluded(6.3, 0.6, 10, 10);
    assert_true(found.is_known);
    expect_bounds(&found, 6, 6, 6.3);
    found = concluded(4, 0.6, 10, 10);
    assert_false(found.is_known);
    expect_bounds(&found, 6, 4, 10);
    found = concluded(9, 0.6, 10, 10);
    assert_false(found.is_known);
    expect_bounds(&found, 6, 6, 10);
}

/* Executions of different work that pass for equal ones: both estimates agree on far less than any run took. */
static void test_tools_measured_points__a_share_below_half_is_no_load_of_others(void **state)
{
    (void)state;
    fc_undisturbed_program found = concluded(3, 0.3, 10, 10);
    assert_false(found.is_known);
    expect_bounds(&found, 3, 3, 10);
}

static void test_tools_measured_points__further_runs_keep_the_median(void **state)
{
    (void)state;
    fc_launch_times times = {.runs = 7, .min_s = 2, .median_s = 3, .max_s = 4, .undelayed_min_s = 1.9};
    const fc_launch_times further = {.runs = 7, .min_s = 1.5, .median_s = 2, .max_s = 5, .undelayed_min_s = 1.4};
    fc_measured_points_add(&times, &further);
    assert_int_equal(times.runs, 7);
    assert_int_equal(times.further, 7);
    assert_float_equal(times.min_s, 1.5, 0);
    assert_float_equal(times.median_s, 3, 0);
    assert_float_equal(times.max_s, 5, 0);
    assert_float_equal(times.undelayed_min_s, 1.4, 0);
}

/* The notes are exactly these, in the order of their beginnings; NULL ends them. */
static void expect(const measured *m, const char *const *beginnings)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    const fc_measured_points points = {
        .times = (fc_launch_times *)m->times, .places = (fc_place_errors *)m->places, .n = POINTS};
    fc_measured_points_note(out, &points, m->predictions, m->on);
    fclose(out);
    char *line = strtok(text, "\n");
    for (; *beginnings; beginnings++, line = strtok(NULL, "\n"))
        if (!line || strncmp(line, *beginnings, strlen(*beginnings)) != 0)
            fail_msg("\"%s\" instead of \"%s\"", line ? line : "", *beginnings);
    if (line)
        fail_msg("\"%s\" is one note too many", line);
    free(text);
}

#define EXPECT(m, ...) expect(m, (const char *const[]){__VA_ARGS__})

static void test_tools_measured_points__calm_runs_need_no_note(void **state)
{
    (void)state;
    measured m = make();
    EXPECT(&m, NULL);
}

static void test_tools_measured_points__an_unknown_undisturbed_time_is_named(void **state)
{
    (void)state;
    measured m = make();
    for (int i = 0; i < 2; i++) {
        m.places[i] = (fc_place_errors){.timed_s = 0.8, .timed_share = 0.5};
        fc_measured_points_conclude(&m.places[i], &m.times[i]);
    }
    EXPECT(&m, "note[FC0579]: the undisturbed time with -n 2 lies between 0.8 and 2 s: other processes took about 50 %",
           NULL);
    m.predictions[1].failure = "cannot be measured";
    EXPECT(&m, "note[FC0579]: the undisturbed time with -n 1 lies", NULL);
    m.predictions[0].failure = "cannot be measured";
    EXPECT(&m, NULL);
}

static void test_tools_measured_points__a_build_with_timers_that_takes_another_time_is_named(void **state)
{
    (void)state;
    measured m = make();
    m.places[2].timed_s = 2.28;
    EXPECT(&m, "note[FC0595]: with -n 4 the program takes 2.28 s with timers and 1.9 s without them:", NULL);
    m.places[2].timed_s = 1.6;
    EXPECT(&m, "note[FC0595]: with -n 4 the program takes 1.6 s with timers and 1.9 s without them:", NULL);
    m.places[2].timed_s = 2.1;
    EXPECT(&m, NULL);
    m.places[2].timed_s = 0; /* not timed */
    EXPECT(&m, NULL);
}

/* Runs on shared cores scatter for that reason. */
static void test_tools_measured_points__shared_cores_and_scattered_runs_are_named(void **state)
{
    (void)state;
    measured m = make();
    m.on.threads = 2;
    EXPECT(&m, "note[FC0165]: -n 4 with 2 threads a rank shared 4 cores here;", NULL);
    m.places[1].program = (fc_undisturbed_program){0};
    m.times[1].max_s = 3.1;
    EXPECT(&m, "note[FC0165]: -n 4 with 2 threads a rank shared 4 cores here;", NULL);
    m.on.has_launcher = true;
    EXPECT(&m, "note[FC0166]: the runs with -n 2 took 2 to 3.1 s;", NULL);
    m.times[1].max_s = 2.9;
    EXPECT(&m, NULL);
}

static void test_tools_measured_points__subnormal_operands_are_named_unless_also_flushed(void **state)
{
    (void)state;
    measured m = make();
    m.times[1].has_subnormals = m.times[2].has_subnormals = true;
    m.times[1].flushed_s = 1;
    EXPECT(&m, "note[FC0181]: the runs with -n 4 had subnormal operands,", NULL);
    m.times[2].flushed_s = 1;
    EXPECT(&m, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tools_measured_points__the_undisturbed_time_is_at_most_that_on_a_core),
        cmocka_unit_test(test_tools_measured_points__a_disturbed_time_needs_the_same_time_with_timers),
        cmocka_unit_test(test_tools_measured_points__a_share_below_half_is_no_load_of_others),
        cmocka_unit_test(test_tools_measured_points__further_runs_keep_the_median),
        cmocka_unit_test(test_tools_measured_points__calm_runs_need_no_note),
        cmocka_unit_test(test_tools_measured_points__an_unknown_undisturbed_time_is_named),
        cmocka_unit_test(test_tools_measured_points__a_build_with_timers_that_takes_another_time_is_named),
        cmocka_unit_test(test_tools_measured_points__shared_cores_and_scattered_runs_are_named),
        cmocka_unit_test(test_tools_measured_points__subnormal_operands_are_named_unless_also_flushed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
