/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The context of a virtual rank: weights, limits, parameters, counters, totals. Seconds by hand. */
#include "runtime/core/rank.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define assert_close(a, b) assert_true(fabs((a) - (b)) <= 1e-12 * fabs(b))

/* 10 ns an entry, 2 ns an iteration, times the busy cores; error 5 %. */
static double simple_model(const fc_coefficients *machine, int active_cores, const fc_region *region, double entries,
                           double iterations, const double *working_set, double *relative_error)
{
    (void)machine;
    (void)working_set;
    *relative_error = 0.05;
    return strcmp(region->function, "broken") == 0 ? NAN : active_cores * (10e-9 * entries + 2e-9 * iterations);
}

static const fc_region regions[] = {{.file = "a.c", .line = 11, .function = "work"},
                                    {.file = "a.c", .line = 22, .function = "other"},
                                    {.file = "a.c", .line = 33, .function = "broken"}};
static const fc_origin origins[] = {FC_ORIGIN_CLOSED, FC_ORIGIN_PROFILED, FC_ORIGIN_CLOSED};
static const fc_site sites[] = {{"a.c", 44, "main", "MPI_Init", FC_ORIGIN_CLOSED},
                                {"a.c", 55, "main", "MPI_Finalize", FC_ORIGIN_CLOSED},
                                {"a.c", 66, "main", "malloc", FC_ORIGIN_EXECUTED},
                                {"a.c", 77, "main", "MPI_Abort", FC_ORIGIN_CLOSED}};
static const fc_site counters[] = {{"a.c", 88, "main", "loop", FC_ORIGIN_PROFILED},
                                   {"a.c", 99, "main", "branch", FC_ORIGIN_PROFILED}};
static const char *const parameters[] = {"n", "eps"};
static const fc_coefficients machine = {
    .name = "test", .cores = 2, .memory = {.allocate_s = 1e-7, .first_touch_s = 1e-10, .model_error = 0.15}};

static fc_cost_program program = {.version = FC_COST_PROGRAM_VERSION,
                                  .name = "test",
                                  .region = regions,
                                  .region_origin = origins,
                                  .n_regions = 3,
                                  .site = sites,
                                  .n_sites = 4,
                                  .counter = counters,
                                  .n_counters = 2,
                                  .parameter = parameters,
                                  .n_parameters = 2,
                                  .globals_size = sizeof(long)};

typedef double body(fc_rank *r, int argc, char **argv);

static fc_rank *run_with(body *main, const fc_setting *extra, const fc_launch *launch)
{
    fc_setting setting = extra ? *extra : (fc_setting){0};
    fc_launch alone = {0, 1, 0, NULL, NULL};
    setting.program = &program;
    setting.machine = &machine;
    setting.compute = simple_model;
    program.main = main;
    fc_rank *r = fc_rank_create(&setting);
    assert_non_null(r);
    fc_rank_run(r, launch ? launch : &alone);
    return r;
}

static fc_totals totals_of(body *main, const fc_launch *launch)
{
    fc_totals totals;
    fc_rank *r = run_with(main, NULL, launch);
    assert_int_equal(r->ending.end, FC_END_DONE);
    fc_rank_totals(r, &totals);
    fc_rank_free(r);
    return totals;
}

/* Reads a number and a byte from a run's files, one of which was empty; one is missing. */
static double reads_kept_files(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    int n = 0;
    FILE *in = fc_open_input(r, "size.txt", "r"), *empty = fc_open_input(r, "empty", "rb");
    assert_int_equal(fscanf(in, "%d", &n), 1);
    assert_int_equal(fgetc(empty), EOF);
    assert_null(fc_open_input(r, "/nowhere/size.txt", "r"));
    fclose(in);
    fclose(empty);
    fc_compute(r, 0, 1, n, NULL);
    return fc_now(r);
}

static double reads_a_large_file(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_step(r, "a.c", 9);
    fc_open_input(r, "mesh", "r");
    return 0;
}

static void expect_end(body *main, const fc_setting *extra, fc_end end, int line, const char *what)
{
    fc_rank *r = run_with(main, extra, NULL);
    assert_int_equal(r->ending.end, end);
    assert_int_equal(r->ending.line, line);
    assert_string_equal(r->ending.file, "a.c");
    if (!strstr(r->ending.what, what))
        fail_msg("\"%s\" does not say \"%s\"", r->ending.what, what);
    assert_true(r->ending.next[0]);
    fc_rank_free(r);
}

static double nested_weights(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_compute(r, 0, 1, 100, NULL);
    for (FC_REPEAT(r, 3)) {
        for (FC_REPEAT(r, 0.5)) {
            fc_compute(r, 0, 2, 10, NULL);
        }
        for (FC_REPEAT(r, 0)) {
            fc_compute(r, 0, 1e6, 1e6, NULL);
        }
        fc_compute(r, 1, 1, 0, NULL);
    }
    fc_compute(r, 0, 0, 0, NULL);
    fc_compute(r, 0, -1e-10, -3.4e-13, NULL); /* none, but for rounding */
    for (FC_REPEAT(r, -2e-12))
        fc_compute(r, 0, 1e6, 1e6, NULL);
    return fc_now(r);
}

static void test_runtime_rank__nested_weights_multiply(void **state)
{
    (void)state;
    /* 1 * (10 + 200) ns + 1.5 * (20 + 20) ns = 270 ns at a.c:11, and 3 * 10 ns at a.c:22 */
    fc_totals totals = totals_of(nested_weights, NULL);
    assert_close(totals.time_s, 300e-9);
    assert_close(totals.compute_s, 300e-9);
    assert_true(totals.communication_s == 0 && totals.wait_s == 0);
    assert_close(totals.origin[FC_ORIGIN_CLOSED], 0.9);
    assert_close(totals.origin[FC_ORIGIN_PROFILED], 0.1);
    /* two places, each 5 %, of whose variance 30 % is in common: 0.7 (13.5^2 + 1.5^2) + 0.3 (13.5 + 1.5)^2 = 196.65
     * ns^2; and a factor either way */
    assert_close(totals.high_s - totals.time_s, 1.645 * sqrt(196.65) * 1e-9);
    assert_close(totals.time_s / totals.low_s, totals.high_s / totals.time_s);
}

static void test_runtime_rank__a_second_run_forgets_the_first(void **state)
{
    (void)state;
    fc_rank *r = run_with(nested_weights, NULL, NULL);
    fc_totals totals;
    fc_launch launch = {0, 5, 0, NULL, NULL}; /* 5 ranks on 2 cores: 2 busy */
    for (int i = 0; i < 3; i++)
        assert_int_equal(fc_rank_run(r, &launch), FC_END_DONE);
    fc_rank_totals(r, &totals);
    assert_close(totals.time_s, 600e-9);
    assert_close(fc_rank_item_seconds(r, 0), 540e-9);
    assert_true(fc_rank_item_seconds(r, 2) == 0);
    fc_rank_free(r);
}

static double with_init(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_compute(r, 0, 1, 1000, NULL);
    fc_MPI_Init(r, 0);
    fc_compute(r, 0, 1, 45, NULL);
    fc_charge_allocation(r, 2, 1000, 2);
    fc_MPI_Finalize(r, 1);
    fc_compute(r, 1, 1, 1000, NULL);
    return 0;
}

static void test_runtime_rank__time_runs_from_init_to_finalize(void **state)
{
    (void)state;
    /* 10 + 90 ns of a.c:11, 2 * (100 + 1000 * 0.1) ns of the allocation */
    fc_totals totals = totals_of(with_init, NULL);
    assert_close(totals.time_s, 500e-9);
    assert_close(totals.origin[FC_ORIGIN_EXECUTED], 0.8);
    assert_close(totals.high_s - totals.time_s, 1.645 * hypot(0.05 * 100e-9, 0.15 * 400e-9));
}

static double with_parameters(fc_rank *r, int argc, char **argv)
{
    long n = fc_parameter(r, 0, argc > 1 ? atol(argv[1]) : 7);
    double eps = fc_parameter_real(r, 1, 0.25);
    *(long *)fc_globals(r) += n;
    fc_compute(r, 0, 0, (double)*(long *)fc_globals(r) / eps, NULL);
    return 0;
}

static void test_runtime_rank__parameters_come_from_the_source_or_from_outside(void **state)
{
    (void)state;
    char name[] = "app", value[] = "30";
    char *argv[] = {name, value, NULL};
    double override[] = {NAN, 0.5};
    assert_close(totals_of(with_parameters, &(fc_launch){0, 1, 2, argv, NULL}).time_s, 2e-9 * 30 / 0.25);
    assert_close(totals_of(with_parameters, &(fc_launch){0, 1, 2, argv, override}).time_s, 2e-9 * 30 / 0.5);
    override[0] = 11;
    fc_rank *r = run_with(with_parameters, NULL, &(fc_launch){0, 1, 2, argv, override});
    assert_close(fc_rank_item_seconds(r, 0), 2e-9 * 11 / 0.5);
    assert_true(r->parameter[0] == 11 && r->parameter[1] == 0.5);
    fc_rank_free(r);
}

static double keeps_and_leaves(fc_rank *r, int argc, char **argv)
{
    (void)argv;
    char *kept = fc_memory_keep(r, 100);
    fc_compute(r, 0, 1, 45, NULL);
    fc_block_begin(r);
    if (argc == 1)
        fc_MPI_Init(r, 0);
    fc_compute(r, 0, 1, 95 + kept[99], NULL);
    fc_leave(r);
}

static void test_runtime_rank__the_block_has_a_time_of_its_own(void **state)
{
    (void)state;
    fc_totals plain = totals_of(nested_weights, NULL), marked = totals_of(keeps_and_leaves, NULL);
    assert_true(plain.block_s < 0);
    assert_close(marked.time_s, 300e-9);
    assert_close(marked.block_s, 200e-9);
    marked = totals_of(keeps_and_leaves, &(fc_launch){0, 1, 1, NULL, NULL}); /* the mark stands before MPI_Init */
    assert_close(marked.time_s, 200e-9);
    assert_close(marked.block_s, 200e-9);
}

static double keeps_too_much(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_step(r, "a.c", 128);
    return *(char *)fc_memory_keep(r, 1e12);
}

/* Arrays of unknown size hold few elements most often, and there are many of them. */
static double keeps_many(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    for (int i = 0; i < 10000; i++)
        *(int *)fc_memory_keep_untold(r, NULL, 0) = i;
    fc_compute(r, 0, 1, 45, NULL);
    return 0;
}

static void test_runtime_rank__many_arrays_of_unknown_size_have_room(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* it poisons 64 MiB an array, for seven minutes on a slow host; the release build runs the test */
#endif
    assert_true(totals_of(keeps_many, NULL).time_s > 0);
}

static bool one_counter(void *data, const fc_counter_query *question, fc_counter_value *answer)
{
    *answer = (fc_counter_value){*(const double *)data, FC_ORIGIN_ASSUMED, 0};
    return question->counter == 0;
}

static double with_counter(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_compute(r, 0, 0, 10, NULL);
    fc_compute(r, 1, 0, fc_counted(r, 0), NULL);
    return 0;
}

/* 3 iterations of 2 ns each, error 5 % by the model; the counter's is 0.4 and the shift by -D. */
static bool doubtful_counter(void *data, const fc_counter_query *question, fc_counter_value *answer)
{
    (void)data;
    *answer = (fc_counter_value){3, FC_ORIGIN_PROFILED, 0.4 + question->moved};
    return true;
}

static double with_parameters_and_counter(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    for (int again = 0; again < 2; again++) /* a parameter is moved once, however often it is passed */
        fc_parameter(r, 0, 100);
    fc_parameter_real(r, 1, 0);
    fc_compute(r, 0, 0, 10, NULL);
    fc_compute(r, 1, 0, fc_counted(r, 0), NULL);
    return 0;
}

static void test_runtime_rank__an_uncertain_counter_widens_the_interval(void **state)
{
    (void)state;
    fc_setting setting = {.counter = doubtful_counter};
    const double override[] = {200, 7}; /* n: by 2; eps: from 0, by 2 */
    fc_totals totals;
    for (int moved = 0; moved < 2; moved++) {
        fc_launch launch = {0, 1, 0, NULL, moved ? override : NULL};
        double error = 0.4 + (moved ? 2 * log(2) * log(2) : 0),
               sites = sqrt(0.7 * (1 + 0.3 * 0.3) + 0.3 * 1.3 * 1.3) * 1e-9;
        fc_rank *r = run_with(with_parameters_and_counter, &setting, &launch);
        assert_int_equal(r->ending.end, FC_END_DONE);
        fc_rank_totals(r, &totals);
        assert_close(totals.time_s, 26e-9);
        assert_close(totals.high_s - 26e-9, 1.645 * hypot(sites, error * 6e-9));
        fc_rank_free(r);
    }
}

/* 20 ns outside; within the scope, also of a region whose own count is closed, 100 ns. */
static double with_fewer_than_none(fc_rank *r, int argc, char **argv)
{
    (void)argv;
    fc_compute(r, 0, 0, 10, NULL);
    if (argc == 0)
        for (FC_REPEAT(r, fc_counted(r, 0) - 5))
            fc_compute(r, 0, 0, 10, NULL);
    for (FC_REPEAT(r, -1e-9)) /* rounding */
        fc_compute(r, 0, 0, 10, NULL);
    for (FC_REPEAT(r, -7))
        fc_compute(r, 0, 0, 10, NULL);
    fc_compute(r, 1, 0, -4, NULL);
    return 0;
}

/* Counters of other runs need not agree: -2 repetitions are none, and the first such number is kept. Without counters
 * a negative number ends the evaluation. */
static void test_runtime_rank__negative_repetitions_of_counters_are_none(void **state)
{
    (void)state;
    fc_setting setting = {.counter = doubtful_counter};
    fc_totals totals;
    fc_rank *r = run_with(with_fewer_than_none, &setting, NULL);
    assert_int_equal(r->ending.end, FC_END_DONE);
    fc_rank_totals(r, &totals);
    assert_close(totals.time_s, 20e-9);
    assert_true(totals.negative.file && totals.negative.value == -2);
    fc_rank_free(r);
    fc_launch launch = {0, 1, 1, NULL, NULL};
    r = run_with(with_fewer_than_none, &setting, &launch);
    assert_int_equal(r->ending.end, FC_END_ARGUMENT);
    assert_non_null(strstr(r->ending.what, "a number of repetitions is -7"));
    fc_rank_free(r);
}

static double with_counted_scope(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_compute(r, 0, 0, 10, NULL);
    for (FC_ON_COUNTER(r)) {
        for (FC_REPEAT(r, fc_counted(r, 0)))
            fc_compute(r, 0, 0, 10, NULL);
        for (FC_ON_COUNTER(r))
            fc_compute(r, 0, 0, 10, NULL);
        fc_compute(r, 1, 0, 10, NULL);
    }
    fc_compute(r, 0, 0, 10, NULL);
    return 0;
}

static void test_runtime_rank__what_a_counted_loop_holds_rests_on_its_counter(void **state)
{
    (void)state;
    fc_setting setting = {.counter = doubtful_counter};
    fc_totals totals;
    fc_rank *r = run_with(with_counted_scope, &setting, NULL);
    assert_int_equal(r->ending.end, FC_END_DONE);
    fc_rank_totals(r, &totals);
    assert_close(totals.time_s, 140e-9);
    assert_close(totals.origin[FC_ORIGIN_PROFILED], 100.0 / 140);
    assert_close(totals.origin[FC_ORIGIN_CLOSED], 40.0 / 140);
    assert_close(totals.high_s - 140e-9, 1.645 * sqrt(0.7 * (6 * 6 + 1) + 0.3 * 7 * 7 + 24 * 24) * 1e-9);
    fc_rank_free(r);
}

/* Errs by 0.4 and 0.1. */
static bool two_counters(void *data, const fc_counter_query *question, fc_counter_value *answer)
{
    (void)data;
    *answer = (fc_counter_value){question->counter ? 0.5 : 3, FC_ORIGIN_PROFILED, question->counter ? 0.1 : 0.4};
    return true;
}

/* 20 ns a compute. On counter 0: 3 * 20 + 3 * 0.5 * 20; on counter 1: 3 * 0.5 * 20 and, by its count alone, 10; on
 * none: code after a count that is charged, and after a loop. */
static double with_two_counters(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    for (FC_ON_COUNTER(r)) {
        for (FC_REPEAT(r, fc_counted(r, 0))) {
            fc_compute(r, 0, 0, 10, NULL);
            for (FC_ON_COUNTER(r))
                for (FC_REPEAT(r, fc_counted(r, 1)))
                    fc_compute(r, 0, 0, 10, NULL);
        }
    }
    fc_compute(r, 0, 0, 10 * fc_counted(r, 1), NULL);
    fc_compute(r, 0, 0, 10, NULL);
    fc_compute(r, 0, 0, 0 * fc_counted(r, 0), NULL);
    fc_compute(r, 0, 0, 10, NULL);
    return 0;
}

static void test_runtime_rank__each_counter_errs_on_its_own_time(void **state)
{
    (void)state;
    fc_setting setting = {.counter = two_counters};
    fc_totals totals;
    fc_rank *r = run_with(with_two_counters, &setting, NULL);
    assert_int_equal(r->ending.end, FC_END_DONE);
    fc_rank_totals(r, &totals);
    assert_close(totals.time_s, 140e-9);
    assert_close(totals.high_s - 140e-9, 1.645 * sqrt(7 * 7 + 0.7 * (36 * 36 + 4 * 4) + 0.3 * 40 * 40) * 1e-9);
    fc_rank_free(r);
}

static double with_unknown_branch(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    return fc_counted(r, 1);
}

static void test_runtime_rank__counters_have_values_and_origins(void **state)
{
    (void)state;
    double value = 30;
    fc_setting setting = {.counter = one_counter, .counter_data = &value};
    fc_rank *r = run_with(with_counter, &setting, NULL);
    fc_totals totals;
    fc_rank_totals(r, &totals);
    assert_close(totals.time_s, 80e-9);
    assert_close(totals.origin[FC_ORIGIN_ASSUMED], 0.75);
    assert_true(totals.origin[FC_ORIGIN_PROFILED] == 0);
    fc_rank_free(r);
    expect_end(with_unknown_branch, &setting, FC_END_UNKNOWN, 99, "how often this branch is taken");
    expect_end(with_counter, NULL, FC_END_UNKNOWN, 88, "how often this loop runs");
    value = -1;
    expect_end(with_counter, &setting, FC_END_ARGUMENT, 88, "-1");
}

static double runs_away(fc_rank *r, int argc, char **argv)
{
    (void)argv;
    while (argc == 0)
        fc_step(r, "a.c", 123);
    return 0;
}

static double recurses(fc_rank *r, int depth)
{
    volatile char frame[1000] = {0};
    fc_step(r, "a.c", 124);
    return depth < 0 ? 0 : recurses(r, depth + 1) + frame[depth % 1000];
}

static double runs_deep(fc_rank *r, int argc, char **argv)
{
    (void)argv;
    return recurses(r, argc);
}

static double stops(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_stop(r, "exit(1)", NULL, "a.c", 125);
}

static double aborts(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    return fc_MPI_Abort(r, 3, FC_MPI_COMM_WORLD, 17);
}

static double divides(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_bad_count(r, "the divisor p - 1", 0, "a.c", 126);
}

static double negative(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_compute(r, 1, 1, -3, NULL);
    return 0;
}

static double too_many(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_compute(r, 1, 1e17, 1, NULL);
    return 0;
}

static double not_finite(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_charge_allocation(r, 2, NAN, 1);
    return 0;
}

static double repeats_negative(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_step(r, "a.c", 127);
    for (FC_REPEAT(r, -2))
        fc_compute(r, 0, 1, 1, NULL);
    return 0;
}

static double breaks_the_model(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    fc_compute(r, 2, 1, 1, NULL);
    return 0;
}

static void test_runtime_rank__ends_are_located(void **state)
{
    (void)state;
    expect_end(runs_away, &(fc_setting){.step_limit = 1000}, FC_END_LIMIT, 123, "more than 1000 steps");
    expect_end(runs_deep, &(fc_setting){.stack_limit = 100000}, FC_END_LIMIT, 124, "100000 bytes of stack");
    expect_end(stops, NULL, FC_END_STOPPED, 125, "exit(1)");
    expect_end(aborts, NULL, FC_END_STOPPED, 77, "MPI_Abort with code 17");
    expect_end(divides, NULL, FC_END_ARGUMENT, 126, "the divisor p - 1 is 0");
    expect_end(negative, NULL, FC_END_ARGUMENT, 22, "iterations is -3");
    expect_end(too_many, NULL, FC_END_ARGUMENT, 22, "entered is 1e+17");
    expect_end(not_finite, NULL, FC_END_ARGUMENT, 66, "nan");
    expect_end(repeats_negative, NULL, FC_END_ARGUMENT, 127, "-2");
    expect_end(keeps_too_much, NULL, FC_END_MEMORY, 128, "1073741824 bytes");
    expect_end(breaks_the_model, NULL, FC_END_MACHINE, 33, "\"test\" gives no time");
}

static double names_what_is_not_there(fc_rank *r, int argc, char **argv)
{
    (void)argv;
    fc_step(r, "a.c", argc);
    if (argc == 1)
        fc_compute(r, 3, 1, 1, NULL);
    if (argc == 2)
        fc_charge_allocation(r, -1, 1, 1);
    if (argc == 3)
        fc_counted(r, 2);
    return fc_parameter_real(r, 2, 0);
}

static void test_runtime_rank__indices_are_checked(void **state)
{
    (void)state;
    for (int argc = 1; argc <= 4; argc++) {
        fc_rank *r = run_with(names_what_is_not_there, NULL, &(fc_launch){0, 1, argc, NULL, NULL});
        assert_int_equal(r->ending.end, FC_END_ARGUMENT);
        assert_int_equal(r->ending.line, argc);
        fc_rank_free(r);
    }
}

static void test_runtime_rank__files_are_read_as_the_run_had_them(void **state)
{
    (void)state;
    fc_recorded_input file[] = {{"size.txt", "100\n", 4}, {"empty", "", 0}, {"mesh", NULL, 1 << 21}};
    const fc_setting setting = {.inputs = &(fc_recorded_inputs){file, 3}};
    fc_rank *r = run_with(reads_kept_files, &setting, NULL);
    assert_int_equal(r->ending.end, FC_END_DONE);
    fc_rank_free(r);
    expect_end(reads_a_large_file, &setting, FC_END_STOPPED, 9, "mesh has changed since it was profiled");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_rank__files_are_read_as_the_run_had_them),
        cmocka_unit_test(test_runtime_rank__nested_weights_multiply),
        cmocka_unit_test(test_runtime_rank__a_second_run_forgets_the_first),
        cmocka_unit_test(test_runtime_rank__time_runs_from_init_to_finalize),
        cmocka_unit_test(test_runtime_rank__parameters_come_from_the_source_or_from_outside),
        cmocka_unit_test(test_runtime_rank__the_block_has_a_time_of_its_own),
        cmocka_unit_test(test_runtime_rank__many_arrays_of_unknown_size_have_room),
        cmocka_unit_test(test_runtime_rank__counters_have_values_and_origins),
        cmocka_unit_test(test_runtime_rank__an_uncertain_counter_widens_the_interval),
        cmocka_unit_test(test_runtime_rank__negative_repetitions_of_counters_are_none),
        cmocka_unit_test(test_runtime_rank__what_a_counted_loop_holds_rests_on_its_counter),
        cmocka_unit_test(test_runtime_rank__each_counter_errs_on_its_own_time),
        cmocka_unit_test(test_runtime_rank__ends_are_located),
        cmocka_unit_test(test_runtime_rank__indices_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
