/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/profile_plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void assert_run(const fc_profile_plan *plan, int i, int ranks, const char *const *argument)
{
    assert_true(i < plan->n_runs);
    assert_int_equal(plan->run[i].ranks, ranks);
    for (int k = 0; k < plan->n_arguments; k++)
        assert_string_equal(plan->run[i].argument[k], argument[k]);
}

/* Sizes 800 and 64, of which at least 8 remain; the tolerance, the option and the small number stay. */
static void test_tools_profile_plan__moves_one_thing_a_run(void **state)
{
    (void)state;
    const char *const wished[] = {"800", "-t", "1e-6", "64", "3"};
    fc_profile_plan *plan = fc_profile_plan_create(&(fc_profile_request){6, wished, 5, NULL}, FC_PROFILE_PLAN_MOST);
    static const struct {
        int ranks;
        const char *argument[5];
    } expected[] = {
        {2, {"50", "-t", "1e-6", "8", "3"}},   {1, {"50", "-t", "1e-6", "8", "3"}},
        {4, {"50", "-t", "1e-6", "8", "3"}},   {6, {"50", "-t", "1e-6", "8", "3"}},
        {2, {"100", "-t", "1e-6", "8", "3"}},  {2, {"50", "-t", "1e-6", "16", "3"}},
        {2, {"200", "-t", "1e-6", "8", "3"}},  {2, {"50", "-t", "1e-6", "32", "3"}},
        {2, {"100", "-t", "1e-6", "16", "3"}}, {2, {"200", "-t", "1e-6", "32", "3"}},
    };
    assert_int_equal(plan->n_runs, (int)(sizeof expected / sizeof *expected));
    for (int i = 0; i < plan->n_runs; i++)
        assert_run(plan, i, expected[i].ranks, expected[i].argument);
    assert_true(plan->is_moved[0] && plan->is_moved[3] && !plan->is_moved[2] && !plan->is_moved[4]);
    fc_profile_plan_free(plan);
}

/* Without sizes only the ranks vary; a fraction, a negative number or one beyond a long is no size. */
static void test_tools_profile_plan__without_sizes(void **state)
{
    (void)state;
    const char *const wished[] = {"-80", "in.txt", "99999999999999999999", "20x"};
    fc_profile_plan *plan = fc_profile_plan_create(&(fc_profile_request){2, wished, 4, NULL}, FC_PROFILE_PLAN_MOST);
    assert_int_equal(plan->n_runs, 2);
    assert_run(plan, 0, 2, wished);
    assert_run(plan, 1, 1, wished);
    fc_profile_plan_free(plan);
    plan = fc_profile_plan_create(&(fc_profile_request){1, NULL, 0, NULL}, FC_PROFILE_PLAN_MOST);
    assert_int_equal(plan->n_runs, 1);
    fc_profile_plan_free(plan);
}

/* Small sizes are halved as long as 4 remain; in halves, a size becomes three quarters and itself. Three sizes are
 * varied in pairs as well. */
static void test_tools_profile_plan__small_sizes(void **state)
{
    (void)state;
    const char *const wished[] = {"-x", "20", "800", "9"};
    static const char *const quarter[][4] = {
        {"-x", "5", "200", "4"},  {"-x", "10", "200", "4"}, {"-x", "5", "400", "4"}, {"-x", "5", "200", "6"},
        {"-x", "20", "200", "4"}, {"-x", "5", "800", "4"},  {"-x", "5", "200", "9"}, {"-x", "10", "400", "4"},
        {"-x", "5", "400", "6"},  {"-x", "10", "200", "6"}, {"-x", "10", "400", "6"}};
    static const char *const half[][4] = {{"-x", "10", "400", "4"}, {"-x", "15", "400", "4"}, {"-x", "10", "600", "4"},
                                          {"-x", "10", "400", "6"}, {"-x", "20", "400", "4"}, {"-x", "10", "800", "4"},
                                          {"-x", "10", "400", "9"}, {"-x", "15", "600", "4"}, {"-x", "10", "600", "6"},
                                          {"-x", "15", "400", "6"}, {"-x", "15", "600", "6"}};
    enum {
        N_RUNS = sizeof half / sizeof *half
    };
    fc_profile_plan *plan = fc_profile_plan_create(&(fc_profile_request){1, wished, 4, NULL}, 4);
    for (int i = 0; i < N_RUNS; i++)
        assert_run(plan, i, 1, quarter[i]);
    assert_int_equal(plan->n_runs, N_RUNS);
    fc_profile_plan_free(plan);
    plan = fc_profile_plan_create(&(fc_profile_request){1, wished, 4, NULL}, 2);
    for (int i = 0; i < N_RUNS; i++)
        assert_run(plan, i, 1, half[i]);
    fc_profile_plan_free(plan);
}

/* Counts of an aborted run are not those of the plan's run. */
static void test_tools_profile_plan__runs_that_broke_off_are_not_done(void **state)
{
    (void)state;
    const char *const wished[] = {"64"};
    fc_profile_plan *plan = fc_profile_plan_create(&(fc_profile_request){1, wished, 1, NULL}, FC_PROFILE_PLAN_MOST);
    fc_profile_run run = {.ranks = 1, .argument = plan->run[0].argument, .n_arguments = 1, .is_partial = true};
    const fc_profile profile = {&run, 1, 1};
    const fc_input_files none = {0};
    fc_profile_request first = {1, (const char *const *)plan->run[0].argument, 1, &none},
                       second = {1, (const char *const *)plan->run[1].argument, 1, &none};
    assert_false(fc_profile_plan_is_done(&first, NULL));
    assert_false(fc_profile_plan_is_done(&first, &profile));
    run.is_partial = false;
    assert_true(fc_profile_plan_is_done(&first, &profile));
    assert_false(fc_profile_plan_is_done(&second, &profile));
    fc_profile_plan_free(plan);
}

/* The largest run has a part of every size, on the wished ranks. */
static void test_tools_profile_plan__parts_of_all_sizes(void **state)
{
    (void)state;
    const char *const wished[] = {"800", "-t", "64", "3"};
    fc_planned_run run = fc_profile_plan_part(&(fc_profile_request){6, wished, 4, NULL}, 4);
    const char *const quarter[] = {"200", "-t", "16", "3"};
    assert_int_equal(run.ranks, 6);
    for (int k = 0; k < 4; k++)
        assert_string_equal(run.argument[k], quarter[k]);
    fc_profile_plan_run_free(&run, 4);
    run = fc_profile_plan_part(&(fc_profile_request){6, wished, 4, NULL}, 2);
    assert_string_equal(run.argument[0], "400");
    fc_profile_plan_run_free(&run, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tools_profile_plan__runs_that_broke_off_are_not_done),
        cmocka_unit_test(test_tools_profile_plan__moves_one_thing_a_run),
        cmocka_unit_test(test_tools_profile_plan__without_sizes),
        cmocka_unit_test(test_tools_profile_plan__small_sizes),
        cmocka_unit_test(test_tools_profile_plan__parts_of_all_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
