/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/measure/undisturbed_time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

enum {
    RUNS = 4,
    WORK = 1000 /* nanoseconds of a slice where it is quiet */
};

typedef struct times {
    fc_timer_slices run[RUNS];
    const fc_timer_slices *of[RUNS];
} times;

/* Every run has `slices` full ones of 2^doublings executions; work[k] nanoseconds, all quiet. */
static times make_times(int slices, unsigned long doublings, const unsigned long *work)
{
    times made = {.run = {{0}}};
    for (int i = 0; i < RUNS; i++) {
        made.run[i].executions = (unsigned long)slices << doublings;
        made.run[i].doublings = doublings;
        for (int k = 0; k < slices; k++)
            made.run[i].nanoseconds[k] = work ? work[k] : WORK;
    }
    return made;
}

static fc_undisturbed_time find(times *t, int runs)
{
    for (int i = 0; i < RUNS; i++)
        t->of[i] = &t->run[i];
    return fc_undisturbed_time_estimate(t->of, runs);
}

/* A stretch of slices of one run in which the core takes twice as long. */
static void disturb(times *t, int run, int from, int to)
{
    for (int k = from; k < to; k++)
        t->run[run].nanoseconds[k] *= 2;
}

static void expect(fc_undisturbed_time found, double all, double unsure)
{
    if (fabs(found.all - all) > 0.5 || fabs(found.unsure - unsure) > 0.5)
        fail_msg("%g +- %g instead of %g +- %g", found.all, found.unsure, all, unsure);
}

/* No slice number is quiet in every run, and one run is never quiet; a fifth of all is: 40 * 1000 ns. */
static void test_tools_undisturbed_time__equal_executions_go_as_the_quiet_ones(void **state)
{
    (void)state;
    times t = make_times(40, 3, NULL);
    disturb(&t, 0, 0, 30);
    disturb(&t, 1, 10, 40);
    disturb(&t, 2, 0, 14);
    disturb(&t, 2, 26, 40);
    disturb(&t, 3, 0, 40);
    expect(find(&t, RUNS), 40.0 * WORK, 0);
    /* three executions more, of eight a slice */
    for (int i = 0; i < RUNS; i++) {
        t.run[i].executions += 3;
        t.run[i].nanoseconds[40] = 2 * 375;
    }
    expect(find(&t, RUNS), 40.375 * WORK, 0);
}

/* Of 160 slices 12 are quiet: the 9th in order is, the 25th is not. */
static void test_tools_undisturbed_time__few_quiet_ones_are_unsure(void **state)
{
    (void)state;
    times t = make_times(40, 0, NULL);
    for (int run = 0; run < RUNS; run++) {
        disturb(&t, run, 0, 7 * run + 5);
        disturb(&t, run, 7 * run + 8, 40);
    }
    expect(find(&t, RUNS), 40.0 * WORK, 40.0 * WORK);
}

/* A shrinking triangle, each stretch quiet in some run: the sum of 1000 * (40 - k), although the least slice is 1000.
 */
static void test_tools_undisturbed_time__executions_that_differ_are_not_the_least(void **state)
{
    (void)state;
    unsigned long work[40];
    double sum = 0;
    for (unsigned long k = 0; k < 40; k++) {
        work[k] = WORK * (40 - k);
        sum += (double)work[k];
    }
    times t = make_times(40, 0, work);
    disturb(&t, 0, 0, 20);
    disturb(&t, 1, 20, 40);
    disturb(&t, 2, 5, 30);
    disturb(&t, 3, 10, 12);
    assert_true(fabs(find(&t, RUNS).all - sum) < 0.5);
    assert_true(find(&t, RUNS).unsure > 0.05 * sum);
}

/* One run cannot distinguish equal work from different work: its time stays. Nor can five slices. */
static void test_tools_undisturbed_time__indistinguishable_times_stay(void **state)
{
    (void)state;
    times t = make_times(40, 0, NULL);
    disturb(&t, 0, 0, 30);
    expect(find(&t, 1), 70.0 * WORK, 0);
    t = make_times(5, 0, NULL);
    disturb(&t, 0, 0, 4);
    disturb(&t, 1, 0, 4);
    disturb(&t, 2, 1, 5);
    disturb(&t, 3, 1, 5);
    expect(find(&t, RUNS), 8.0 * WORK, 0);
}

/* Fresh memory in the first two slices of every run, 5000 ns more each, stays; the others are equal. */
static void test_tools_undisturbed_time__fresh_memory_stays_in_its_slices(void **state)
{
    (void)state;
    times t = make_times(40, 0, NULL);
    for (int run = 0; run < RUNS; run++) {
        disturb(&t, run, 5 + 8 * run, 20 + 5 * run);
        for (int k = 0; k < 2; k++) {
            t.run[run].nanoseconds[k] += 5000;
            t.run[run].touched[k] = 4096;
        }
    }
    expect(find(&t, RUNS), 40.0 * WORK + 2 * 5000, 0);
}

/* Sums of 20, 30, 50 and 40 slices' work: 35 in the middle, sqrt((225 + 25 + 225 + 25) / 3) apart. */
static void test_tools_undisturbed_time__runs_of_other_executions_have_their_median(void **state)
{
    (void)state;
    static const int slices[RUNS] = {20, 30, 50, 40};
    times t = make_times(0, 0, NULL);
    for (int run = 0; run < RUNS; run++) {
        times made = make_times(slices[run], 0, NULL);
        t.run[run] = made.run[run];
    }
    expect(find(&t, RUNS), 35.0 * WORK, sqrt(500.0 / 3) * WORK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tools_undisturbed_time__equal_executions_go_as_the_quiet_ones),
        cmocka_unit_test(test_tools_undisturbed_time__few_quiet_ones_are_unsure),
        cmocka_unit_test(test_tools_undisturbed_time__executions_that_differ_are_not_the_least),
        cmocka_unit_test(test_tools_undisturbed_time__indistinguishable_times_stay),
        cmocka_unit_test(test_tools_undisturbed_time__fresh_memory_stays_in_its_slices),
        cmocka_unit_test(test_tools_undisturbed_time__runs_of_other_executions_have_their_median),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
