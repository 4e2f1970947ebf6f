/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of hand-written cost programs (cases/evaluate/, with the calculation by hand) and of faulty programs. */
#include "runtime/host/evaluate.h"

#include "report_text.h"
#include "runtime/host/cost_program.h"
#include "support/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CASES FORECOST_SOURCE_DIR "/testsuite/cases/evaluate/"
#define assert_close(a, b) assert_true(fabs((a) - (b)) <= 1e-9 * fabs((double)(b)))

static fc_coefficients machine = {.name = "test", .cores = 4, .memory = {.allocate_s = 1}};
static fc_loaded_program jacobi, triangle, faults;

static double simple_model(const fc_coefficients *on, int active_cores, const fc_region *region, double entries,
                           double iterations, const double *working_set, double *relative_error)
{
    (void)on, (void)active_cores, (void)region, (void)working_set;
    *relative_error = 0.02;
    return 10e-9 * entries + 2e-9 * iterations;
}

static void load(fc_loaded_program *out, const char *path)
{
    char *text = NULL;
    size_t length;
    fc_report report = {0};
    assert_int_equal(fc_file_read(&text, &length, path, 0, &report), FC_OK);
    if (fc_cost_program_load(out, text, path, NULL, &report) != FC_OK)
        fail_msg("%s", report.text);
    free(text);
}

static int set_up(void **state)
{
    machine.communication[FC_VARIANT_ANY][FC_FIT_ALLGATHER] =
        (fc_runtime_function){1, {{0, 1e9, {4e-6, 1e-6, 0, 0, 0, 0.5e-9}, 0.04}}, 2, 1024, false, false};
    machine.communication[FC_VARIANT_ANY][FC_FIT_BCAST] =
        (fc_runtime_function){1, {{0, 1e9, {3e-6, 2e-6, 0, 0, 0.25e-9}, 0.04}}, 2, 1024, false, false};
    machine.communication[FC_VARIANT_ANY][FC_FIT_SEND] =
        (fc_runtime_function){1, {{0, 1e9, {1e-6, 0, 0, 0.1e-9}, 0.04}}, 2, 2, false, false};
    load(&jacobi, CASES "jacobi_row.c");
    load(&triangle, CASES "triangle.c");
    load(&faults, CASES "faults.c");
    *state = NULL;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    fc_cost_program_unload(&jacobi);
    fc_cost_program_unload(&triangle);
    fc_cost_program_unload(&faults);
    return 0;
}

static fc_evaluation evaluation_of(const fc_loaded_program *loaded)
{
    return (fc_evaluation){
        .program = loaded->program, .object = loaded->object, .machine = &machine, .compute = simple_model};
}

static char app[] = "app", thousand[] = "1000", fifty[] = "50";
static char *jacobi_arguments[] = {app, thousand, fifty, NULL};

static void test_host_evaluate__closed_counts_give_the_seconds_of_the_hand(void **state)
{
    (void)state;
    fc_evaluation evaluation = evaluation_of(&jacobi);
    fc_prediction_override iters = {"iters", 100};
    fc_point points[] = {{8, 3, jacobi_arguments, NULL, 0, 0}, {8, 3, jacobi_arguments, &iters, 1, 0}};
    fc_prediction *made = NULL;
    fc_report report;
    assert_int_equal(fc_evaluate_points(&made, &evaluation, points, 2, &report), FC_OK);
    assert_close(made[0].totals.compute_s, 12.5625e-3);
    assert_close(made[0].totals.communication_s, 0.525e-3 + 9.003e-6);
    assert_close(made[0].totals.time_s, 12.5625e-3 + 0.525e-3 + 9.003e-6);
    assert_close(made[1].totals.time_s, 2 * (12.5625e-3 + 0.525e-3) + 9.003e-6);
    double variance = pow(0.02 * 12.5625e-3, 2) + pow(0.04 * 0.525e-3, 2) + pow(0.04 * 9.003e-6, 2);
    assert_close(made[0].totals.high_s - made[0].totals.time_s, 1.645 * sqrt(variance));
    assert_close(made[0].totals.origin[FC_ORIGIN_CLOSED], 1);
    assert_true(made[0].totals.wait_s == 0 && made[0].totals.extrapolated == 0);
    assert_int_equal(made[0].ranks, 8);
    assert_int_equal(made[0].ranks_evaluated, 1);
    /* 51 calls of 8 ranks; 50 allgathers give every rank 8 * 1000 B, the broadcast 4 B */
    assert_close(made[0].totals.messages, 51 * 8);
    assert_close(made[0].totals.bytes, 8 * (50 * 8000.0 + 4));
    assert_true(made[0].parameter[0] == 1000 && made[0].parameter[1] == 50 && made[1].parameter[1] == 100);
    fc_evaluate_free(made, 2);
}

static void test_host_evaluate__places_come_longest_first(void **state)
{
    (void)state;
    fc_evaluation evaluation = evaluation_of(&jacobi);
    fc_point point = {8, 3, jacobi_arguments, NULL, 0, 0};
    fc_prediction *made = NULL;
    fc_report report;
    assert_int_equal(fc_evaluate_points(&made, &evaluation, &point, 1, &report), FC_OK);
    assert_int_equal(made->n_by, 3);
    assert_int_equal(made->by[0].line, 44);
    assert_null(made->by[0].operation);
    assert_false(made->by[0].is_communication);
    assert_close(made->by[0].time_s, 12.5625e-3);
    assert_string_equal(made->by[1].operation, "MPI_Allgather");
    assert_string_equal(made->by[1].function, "jacobi_row");
    assert_true(made->by[1].is_communication);
    assert_close(made->by[2].time_s, 9.003e-6);
    /* by hand, as above: of 8 ranks 50 allgathers of 8 * 1000 B each, one broadcast of 4 B each */
    assert_true(made->by[0].messages == 0 && made->by[0].bytes == 0);
    assert_close(made->by[1].messages, 50 * 8);
    assert_close(made->by[1].bytes, 8 * 50 * 8000.0);
    assert_close(made->by[2].messages, 8);
    assert_close(made->by[2].bytes, 8 * 4);
    fc_evaluate_free(made, 1);
}

static bool five_and_a_half(void *data, const fc_counter_query *question, fc_counter_value *answer)
{
    (void)data;
    answer->value = question->parameter[0] == 100 ? 5.5 : 0;
    return question->counter == 0;
}

static void test_host_evaluate__the_slowest_rank_determines_the_time(void **state)
{
    (void)state;
    fc_evaluation evaluation = evaluation_of(&triangle);
    fc_point points[] = {{4, 0, NULL, NULL, 0, 0}, {6000, 0, NULL, NULL, 0, 0}};
    fc_prediction *made = NULL;
    fc_report report;
    evaluation.counter = five_and_a_half;
    assert_int_equal(fc_evaluate_points(&made, &evaluation, points, 2, &report), FC_OK);
    assert_close(made[0].totals.time_s, 1.711e-6);
    assert_close(made[0].totals.block_s, 831e-9); /* of another rank */
    assert_int_equal(made[0].slowest_rank, 2);
    assert_int_equal(made[0].ranks_evaluated, 4);
    assert_close(made[0].totals.messages, 1);
    assert_close(made[0].totals.bytes, 800);
    assert_close(made[0].totals.origin[FC_ORIGIN_PROFILED], 21.0 / 1711);
    assert_int_equal(made[1].ranks_evaluated, FC_EVALUATE_MAX_RANKS);
    assert_int_equal(made[1].slowest_rank, 5999); /* the last is always included */
    assert_close(made[1].totals.time_s, 6000 * 100 * 2e-9 + 10e-9 + 21e-9);
    fc_evaluate_free(made, 2);
}

static void test_host_evaluate__in_process_gives_the_same(void **state)
{
    (void)state;
    fc_evaluation evaluation = evaluation_of(&jacobi);
    fc_point points[64];
    fc_prediction *apart = NULL, *here = NULL;
    fc_report report;
    for (int i = 0; i < 64; i++)
        points[i] = (fc_point){1 + i * 7, 3, jacobi_arguments, NULL, 0, 0};
    assert_int_equal(fc_evaluate_points(&apart, &evaluation, points, 64, &report), FC_OK);
    evaluation.in_process = true;
    assert_int_equal(fc_evaluate_points(&here, &evaluation, points, 64, &report), FC_OK);
    for (int i = 0; i < 64; i++)
        assert_memory_equal(&apart[i].totals, &here[i].totals, sizeof apart[i].totals);
    fc_evaluate_free(apart, 64);
    fc_evaluate_free(here, 64);
}

/* The predictions are equal bit by bit for every distribution of points over workers. */
static void test_host_evaluate__children_share_the_points(void **state)
{
    (void)state;
    enum {
        N = 101
    };
    fc_evaluation evaluation = evaluation_of(&triangle);
    evaluation.counter = five_and_a_half;
    char hundred[] = "100";
    char *arguments[] = {hundred, NULL};
    fc_point points[N];
    fc_prediction *alone = NULL, *together = NULL;
    fc_report report;
    for (int i = 0; i < N; i++)
        points[i] = (fc_point){1 + i * 3, 1, arguments, NULL, 0, 0};
    evaluation.children = 1;
    assert_int_equal(fc_evaluate_points(&alone, &evaluation, points, N, &report), FC_OK);
    evaluation.children = 4;
    assert_int_equal(fc_evaluate_points(&together, &evaluation, points, N, &report), FC_OK);
    for (int i = 0; i < N; i++) {
        assert_memory_equal(&alone[i].totals, &together[i].totals, sizeof alone[i].totals);
        assert_int_equal(alone[i].slowest_rank, together[i].slowest_rank);
        assert_int_equal(alone[i].n_by, together[i].n_by);
    }
    fc_evaluate_free(alone, N);
    fc_evaluate_free(together, N);
}

static void test_host_evaluate__the_first_faulty_point_is_reported(void **state)
{
    (void)state;
    char stop[] = "stop", crash[] = "abort";
    char *stops[] = {app, stop, NULL}, *crashes[] = {app, crash, NULL};
    fc_evaluation evaluation = evaluation_of(&faults);
    evaluation.children = 3;
    fc_point points[] = {
        {2, 2, crashes, NULL, 0, 0}, {3, 2, crashes, NULL, 0, 0}, {4, 2, stops, NULL, 0, 0}, {5, 2, stops, NULL, 0, 0}};
    fc_prediction *made = NULL;
    fc_report report = {0};
    assert_int_equal(fc_evaluate_points(&made, &evaluation, points, 4, &report), FC_E_INPUT);
    assert_non_null(strstr(report_text(&report), "faults.c:10: the program slice crashed"));
    assert_int_equal(fc_evaluate_points(&made, &evaluation, points + 2, 2, &report), FC_E_INPUT);
    assert_non_null(strstr(report_text(&report), "by exit(3) (4 ranks)"));
    points[1] = points[2];
    points[0] = points[3];
    assert_int_equal(fc_evaluate_points(&made, &evaluation, points, 4, &report), FC_E_INPUT);
    assert_non_null(strstr(report_text(&report), "by exit(3) (5 ranks)"));
    assert_null(made);
}

static void test_host_evaluate__points_that_fail_are_skipped(void **state)
{
    (void)state;
    char stop[] = "stop", crash[] = "abort", none[] = "none", hang[] = "hang";
    char *stops[] = {app, stop, NULL}, *crashes[] = {app, crash, NULL}, *runs[] = {app, none, NULL},
         *hangs[] = {app, hang, NULL};
    fc_evaluation evaluation = evaluation_of(&faults);
    evaluation.skips_failed = true;
    fc_prediction *made = NULL;
    fc_report report = {0};
    for (int children = 1; children <= 3; children++) {
        fc_point points[] = {
            {2, 2, crashes, NULL, 0, 0}, {3, 2, runs, NULL, 0, 0}, {4, 2, stops, NULL, 0, 0}, {5, 2, runs, NULL, 0, 0}};
        evaluation.children = children;
        assert_int_equal(fc_evaluate_points(&made, &evaluation, points, 4, &report), FC_OK);
        assert_non_null(strstr(made[0].failure, "faults.c:10: error[FC0511]: the program slice crashed"));
        assert_non_null(strstr(made[2].failure, "by exit(3) (4 ranks)"));
        assert_true(!made[1].failure && made[1].ranks == 3 && !made[3].failure && made[3].ranks == 5);
        fc_evaluate_free(made, 4);
    }
    /* After a point that takes too long, the others are not tried. */
    evaluation.timeout_s = 0.2;
    evaluation.children = 1;
    fc_point late[] = {{2, 2, runs, NULL, 0, 0}, {3, 2, hangs, NULL, 0, 0}, {4, 2, runs, NULL, 0, 0}};
    assert_int_equal(fc_evaluate_points(&made, &evaluation, late, 3, &report), FC_OK);
    assert_null(made[0].failure);
    assert_non_null(strstr(made[1].failure, "the evaluation took longer than 0.2 s"));
    assert_non_null(strstr(made[2].failure, "not evaluated: a point before, p = 3, takes too long"));
    fc_evaluate_free(made, 3);
    made = NULL;
    assert_int_equal(fc_evaluate_points(&made, &evaluation, late + 1, 1, &report), FC_E_INPUT);
    assert_non_null(strstr(report_text(&report), "the evaluation took longer than 0.2 s"));
    assert_null(made);
}

static bool give_up(void *data, int done, double share)
{
    *(int *)data += 1;
    assert_int_equal(done, 0);
    assert_true(share == 0);
    return false;
}

static void test_host_evaluate__the_watch_can_end_it(void **state)
{
    (void)state;
    int looks = 0;
    char name[] = "hang";
    char *arguments[] = {app, name, NULL};
    fc_evaluation evaluation = evaluation_of(&faults);
    evaluation.watch = give_up;
    evaluation.watch_data = &looks;
    fc_point point = {2, 2, arguments, NULL, 0, 0};
    fc_prediction *made = NULL;
    fc_report report = {0};
    assert_int_equal(fc_evaluate_points(&made, &evaluation, &point, 1, &report), FC_E_INTERRUPTED);
    assert_non_null(strstr(report_text(&report), "faults.c:10: interrupted while evaluating"));
    assert_int_equal(looks, 1);
    assert_null(made);
}

static void expect_failure(fc_evaluation evaluation, fc_point point, fc_status expected, const char *says)
{
    fc_prediction *made = NULL;
    fc_report report = {0};
    fc_status status = fc_evaluate_points(&made, &evaluation, &point, 1, &report);
    if (status != expected || !strstr(report_text(&report), says))
        fail_msg("status %d: \"%s\" does not say \"%s\"", status, report.text, says);
    assert_non_null(strchr(report_text(&report), '\n')); /* the next step */
    assert_null(made);
}

static void test_host_evaluate__what_cannot_be_asked_is_refused(void **state)
{
    (void)state;
    fc_prediction_override unknown = {"m", 3}, huge = {"n", 1e300};
    fc_evaluation evaluation = evaluation_of(&jacobi);
    char zero[] = "0", minus[] = "-5";
    char *none[] = {app, zero, fifty, NULL}, *negative[] = {app, thousand, minus, NULL};
    expect_failure(evaluation, (fc_point){0, 3, jacobi_arguments, NULL, 0, 0}, FC_E_USAGE, "ranks: 0");
    expect_failure(evaluation, (fc_point){8, 3, jacobi_arguments, &unknown, 1, 0}, FC_E_USAGE,
                   "-D m: jacobi_row has no");
    expect_failure(evaluation, (fc_point){8, 3, jacobi_arguments, &huge, 1, 0}, FC_E_INPUT, "beyond 2^53");
    expect_failure(evaluation, (fc_point){8, 1, jacobi_arguments, NULL, 0, 0}, FC_E_INPUT,
                   "jacobi.c:69: the program ends here");
    expect_failure(evaluation, (fc_point){8, 3, negative, NULL, 0, 0}, FC_E_INPUT,
                   "jacobi.c:73: a number of repetitions is -5");
    expect_failure(evaluation_of(&triangle), (fc_point){4, 0, NULL, NULL, 0, 0}, FC_E_INPUT,
                   "triangle.c:20: how often this loop");
    fc_prediction *made = NULL;
    fc_report report;
    assert_int_equal(fc_evaluate_points(&made, &evaluation, &(fc_point){8, 3, none, NULL, 0, 0}, 1, &report), FC_OK);
    assert_true(made->totals.compute_s == 0); /* n = 0 is a point */
    fc_evaluate_free(made, 1);
}

static void expect_fault(const char *fault, const char *says)
{
    char name[20];
    char *arguments[] = {app, name, NULL};
    fc_evaluation evaluation = evaluation_of(&faults);
    bool ends = strcmp(fault, "hang") != 0 && strcmp(fault, "sleep") != 0;
    evaluation.timeout_s = ends ? 60 : 0.2; /* a sanitized process takes 0.02 s to start where the host is slow */
    evaluation.step_limit = 1e6;
    strcpy(name, fault);
    expect_failure(evaluation, (fc_point){2, 2, arguments, NULL, 0, 0}, FC_E_INPUT, says);
}

static void test_host_evaluate__kept_code_cannot_hurt(void **state)
{
    (void)state;
    expect_fault("pointer", "faults.c:10: the program slice crashed after this place: memory");
    expect_fault("division", "faults.c:10: the program slice crashed after this place: integer division by zero");
    expect_fault("exit", "it exited");
    expect_fault("abort", "it was ended by a signal");
    expect_fault("stop", "faults.c:30: the program ends here by exit(3) (2 ranks)");
    expect_fault("steps", "faults.c:20: the evaluation takes more than 1000000 steps");
    expect_fault("hang", "faults.c:10: the evaluation took longer than 0.2 s");
    expect_fault("sleep", "faults.c:10: the evaluation took longer than 0.2 s");
    expect_fault("recursion", "faults.c:40: recursion in the evaluation uses more than");
    expect_fault("stack", "memory access violation");
}

static void test_host_evaluate__what_waits_for_a_core_does_not_time_out(void **state)
{
    (void)state;
    char name[] = "nap";
    char *arguments[] = {app, name, NULL};
    fc_evaluation evaluation = evaluation_of(&faults);
    evaluation.timeout_s = 0.1; /* it takes 0.3 s, and hardly any of a processor */
    fc_point point = {2, 2, arguments, NULL, 0, 0};
    fc_prediction *made = NULL;
    fc_report report = {0};
    assert_int_equal(fc_evaluate_points(&made, &evaluation, &point, 1, &report), FC_OK);
    fc_evaluate_free(made, 1);
}

static void test_host_evaluate__an_interrupt_is_no_crash(void **state)
{
    (void)state;
    char name[] = "interrupt";
    char *arguments[] = {app, name, NULL};
    fc_evaluation evaluation = evaluation_of(&faults);
    fc_point point = {2, 2, arguments, NULL, 0, 0};
    fc_prediction *made = NULL;
    assert_int_equal(fc_evaluate_points(&made, &evaluation, &point, 1, NULL), FC_E_INTERRUPTED);
    assert_null(made);
}

static void test_host_evaluate__many_points_keep_their_order(void **state)
{
    (void)state;
    enum {
        N = 3000
    };
    fc_evaluation evaluation = evaluation_of(&jacobi);
    fc_point *points = fc_allocate(N, sizeof *points);
    fc_prediction *made = NULL;
    fc_report report;
    for (int i = 0; i < N; i++)
        points[i] = (fc_point){2 + i, 3, jacobi_arguments, NULL, 0, 0};
    assert_int_equal(fc_evaluate_points(&made, &evaluation, points, N, &report), FC_OK);
    for (int i = 0; i < N; i++)
        assert_close(made[i].totals.compute_s, 50 * ceil(1000.0 / (2 + i)) * (10e-9 + 1000 * 2e-9));
    fc_evaluate_free(made, N);
    free(points);
}

static void test_host_evaluate__users_models_replace_ours(void **state)
{
    (void)state;
    fc_user_models models = {0};
    fc_evaluation evaluation = evaluation_of(&jacobi);
    fc_point point = {8, 3, jacobi_arguments, NULL, 0, 0};
    fc_prediction *made = NULL;
    fc_report report;
    assert_int_equal(fc_user_models_load(&models, CASES "users_model.c", NULL, &report), FC_OK);
    assert_int_equal(models.n_replaced, 3);
    evaluation.communication = &models.communication;
    evaluation.compute = models.compute;
    evaluation.user_model[0] = models.object;
    assert_int_equal(fc_evaluate_points(&made, &evaluation, &point, 1, &report), FC_OK);
    assert_close(made->totals.communication_s, 8 + 2 * 0.525e-3);
    assert_close(made->totals.compute_s, 50 * 125 * 1000);
    fc_evaluate_free(made, 1);
    fc_user_models_unload(&models);
    assert_int_equal(fc_user_models_load(&models, CASES "jacobi_row.c", NULL, &report), FC_E_INPUT);
    assert_non_null(strstr(report_text(&report), "replaces no runtime function"));
    assert_int_equal(fc_user_models_load(&models, CASES "missing.c", NULL, &report), FC_E_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_host_evaluate__closed_counts_give_the_seconds_of_the_hand),
        cmocka_unit_test(test_host_evaluate__places_come_longest_first),
        cmocka_unit_test(test_host_evaluate__the_slowest_rank_determines_the_time),
        cmocka_unit_test(test_host_evaluate__in_process_gives_the_same),
        cmocka_unit_test(test_host_evaluate__children_share_the_points),
        cmocka_unit_test(test_host_evaluate__the_first_faulty_point_is_reported),
        cmocka_unit_test(test_host_evaluate__points_that_fail_are_skipped),
        cmocka_unit_test(test_host_evaluate__the_watch_can_end_it),
        cmocka_unit_test(test_host_evaluate__what_cannot_be_asked_is_refused),
        cmocka_unit_test(test_host_evaluate__kept_code_cannot_hurt),
        cmocka_unit_test(test_host_evaluate__what_waits_for_a_core_does_not_time_out),
        cmocka_unit_test(test_host_evaluate__an_interrupt_is_no_crash),
        cmocka_unit_test(test_host_evaluate__many_points_keep_their_order),
        cmocka_unit_test(test_host_evaluate__users_models_replace_ours),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
