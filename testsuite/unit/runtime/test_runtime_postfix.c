/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values in postfix notation. The numbers that reach the compute model, by hand. */
#include "runtime/core/rank.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_STREAMS = 11
};
static const fc_stream streams[N_STREAMS];
static const fc_region regions[] = {
    {.file = "a.c", .line = 11, .function = "work", .stream = streams, .n_streams = N_STREAMS}};
static const fc_origin origins[] = {FC_ORIGIN_PROFILED};
static const fc_site counters[] = {{"a.c", 88, "main", "loop", FC_ORIGIN_PROFILED},
                                   {"a.c", 99, "main", "loop", FC_ORIGIN_PROFILED}};
static const fc_coefficients machine = {.name = "test", .cores = 1};
static fc_cost_program program = {.version = FC_COST_PROGRAM_VERSION,
                                  .name = "test",
                                  .region = regions,
                                  .region_origin = origins,
                                  .n_regions = 1,
                                  .counter = counters,
                                  .n_counters = 2,
                                  .globals_size = sizeof(long)};

typedef struct seen {
    int calls;
    double entries, iterations, working_set[N_STREAMS];
} seen;
static seen last;

static double record(const fc_coefficients *of, int active_cores, const fc_region *region, double entries,
                     double iterations, const double *working_set, double *relative_error)
{
    (void)of, (void)active_cores, (void)region;
    last.calls++;
    last.entries = entries;
    last.iterations = iterations;
    memcpy(last.working_set, working_set, sizeof last.working_set);
    *relative_error = 0;
    return 1e-9;
}

/* Counter 0 is 5, counter 1 is `data`. */
static bool two_counters(void *data, const fc_counter_query *question, fc_counter_value *answer)
{
    *answer = (fc_counter_value){question->counter ? *(double *)data : 5, FC_ORIGIN_PROFILED, 0};
    return true;
}

static double all_operations(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_compute_postfix(r, 0, "c1 2 c0 **c1 -3 *+=0 ;I=0 v1 2 /-7 2 f-7 2 t3 v0 m3 v0 M20 3 d3 2 p8 l-1 n17 r0 z+*",
                       (const double[]){4, 9});
    return fc_now(r);
}

static seen run(double counter)
{
    fc_setting setting = {
        .program = &program, .machine = &machine, .compute = record, .counter = two_counters, .counter_data = &counter};
    fc_launch alone = {0, 1, 0, NULL, NULL};
    last = (seen){0};
    program.main = all_operations;
    fc_rank *r = fc_rank_create(&setting);
    assert_non_null(r);
    fc_rank_run(r, &alone);
    assert_int_equal(r->ending.end, FC_END_DONE);
    fc_rank_free(r);
    return last;
}

static void test_runtime_postfix__values_reach_the_model(void **state)
{
    (void)state;
    /* entries: 7 (2 * 5) - 3 * 7. Infinity; entries again; 9 / 2; floor(-7 / 2); trunc(-7 / 2); min(3, 4); max(3, 4);
     * digits of 20 by 3: 3^2 <= 20; 2^3; log2 8; [-1 >= 0] * (floor(sqrt 17) + [0 == 0]) */
    static const double expected[N_STREAMS] = {0, 49, 4.5, -4, -3, 3, 4, 2, 8, 3, 0};
    seen found = run(7);
    assert_int_equal(found.calls, 1);
    assert_true(found.entries == 49 && found.iterations == 49);
    assert_true(isinf(found.working_set[0]));
    for (int i = 1; i < N_STREAMS; i++)
        assert_true(found.working_set[i] == expected[i]);
}

static void test_runtime_postfix__what_never_runs_costs_nothing(void **state)
{
    (void)state;
    assert_int_equal(run(0).calls, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_postfix__values_reach_the_model),
        cmocka_unit_test(test_runtime_postfix__what_never_runs_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
