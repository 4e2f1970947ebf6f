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
        made.times[i] = (fc_launch_times){.runs = 3, .min_s = 2, .median_s = 2, .max_s = 2, .flushed_s = -1};
        made.places[i] = (fc_place_errors){.timed_s = 1.9, .undisturbed_share = 0.95, .undisturbed_s = 1.9};
    }
    return made;
}

/* The program's runs waited for a core, or only the runs with timers were disturbed. */
static void test_tools_measured_points__the_undisturbed_time_is_at_most_that_on_a_core(void **state)
{
    (void)state;
    fc_place_errors places = {.timed_s = 3.6, .undisturbed_share = 0.95};
    fc_launch_times times = {.min_s = 10, .undelayed_min_s = 3.7};
    fc_measured_points_conclude(&places, &times);
    assert_float_equal(places.undisturbed_s, 3.7, 1e-12);
    assert_float_equal(places.undisturbed_share, 0.37, 1e-12);
    places.undisturbed_share = 0.25;
    fc_measured_points_conclude(&places, &times);
    assert_float_equal(places.undisturbed_s, 2.5, 1e-12);
    assert_float_equal(places.undisturbed_share, 0.25, 1e-12);
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

static void test_tools_measured_points__an_undisturbed_time_below_half_of_the_least_run_is_named(void **state)
{
    (void)state;
    measured m = make();
    for (int i = 0; i < 2; i++)
        m.places[i].undisturbed_s = m.places[i].timed_s = 0.99;
    EXPECT(&m, "note[FC0579]: the undisturbed time with -n 2, 0.99 s, is less than half of the least run, 2 s:", NULL);
    m.predictions[1].failure = "cannot be measured";
    EXPECT(&m, "note[FC0579]: the undisturbed time with -n 1,", NULL);
    m.places[0].undisturbed_s = m.places[0].timed_s = 1.01;
    EXPECT(&m, NULL);
}

/* Undisturbed times with timers of 1.2 and 0.84 times those without. */
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

/* Runs on shared cores are uneven for that reason. */
static void test_tools_measured_points__shared_cores_and_uneven_runs_are_named(void **state)
{
    (void)state;
    measured m = make();
    m.on.threads = 2;
    EXPECT(&m, "note[FC0165]: -n 4 with 2 threads a rank shared 4 cores here;", NULL);
    m.places[1].undisturbed_s = 0;
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
        cmocka_unit_test(test_tools_measured_points__calm_runs_need_no_note),
        cmocka_unit_test(test_tools_measured_points__an_undisturbed_time_below_half_of_the_least_run_is_named),
        cmocka_unit_test(test_tools_measured_points__a_build_with_timers_that_takes_another_time_is_named),
        cmocka_unit_test(test_tools_measured_points__shared_cores_and_uneven_runs_are_named),
        cmocka_unit_test(test_tools_measured_points__subnormal_operands_are_named_unless_also_flushed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
