/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/points/points.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

static const char *const names[] = {"n", "iters"};
static const fc_cost_program program = {.name = "jacobi", .parameter = names, .n_parameters = 2};
static const fc_coefficients machine = {
    .communication[FC_VARIANT_ANY][FC_FIT_ALLGATHER] = {.n_segments = 1, .low_ranks = 2, .high_ranks = 2}};

/* Hand-made predictions: computation c / p, communication 0.01 s times (p - 1). */
typedef struct sample {
    fc_sweep sweep;
    double ranks[3], n[2];
    char *name[1];
    fc_range range[1];
    double parameter[6][2];
    fc_prediction_place by[6][2];
    fc_prediction prediction[6];
    fc_launch_times measured[6];
    fc_points points;
} sample;

static void fill_prediction(sample *s, int i, int ranks, double n)
{
    double compute = n * 1e-3 / ranks, communication = 0.01 * (ranks - 1), time = compute + communication;
    s->parameter[i][0] = n;
    s->parameter[i][1] = 50;
    s->by[i][0] = (fc_prediction_place){.file = "jacobi.c", .line = 42, .function = "row", .time_s = compute};
    s->by[i][1] =
        (fc_prediction_place){"jacobi.c", 51, "main", "MPI_Allgather", true, 0, communication, ranks, 800.0 * ranks};
    s->prediction[i] = (fc_prediction){.ranks = ranks,
                                       .ranks_evaluated = 1,
                                       .by = s->by[i],
                                       .n_by = 2,
                                       .parameter = s->parameter[i],
                                       .totals = {.time_s = time,
                                                  .low_s = 0.9 * time,
                                                  .high_s = 1.1 * time,
                                                  .compute_s = compute,
                                                  .communication_s = communication,
                                                  .messages = ranks,
                                                  .bytes = 800.0 * ranks,
                                                  .block_s = -1,
                                                  .origin = {0.75, 0, 0.25, 0, 0},
                                                  .extrapolated = ranks > 2 ? 1u << FC_FIT_ALLGATHER : 0}};
}

static void fill(sample *s, int n_values)
{
    *s = (sample){.ranks = {1, 2, 8}, .n = {400, 4000}, .name = {"n"}};
    s->range[0] = (fc_range){s->n, n_values};
    s->sweep = (fc_sweep){
        .ranks = {s->ranks, 3}, .name = s->name, .range = s->range, .n_parameters = 1, .n_points = 3 * n_values};
    for (int i = 0; i < s->sweep.n_points; i++)
        fill_prediction(s, i, (int)s->ranks[i % 3], s->n[i / 3]);
    s->points = (fc_points){.model = "jacobi.fc",
                            .machine = "here",
                            .provenance = "gcc -O2",
                            .method = "sum",
                            .compute_model = "memory",
                            .program = &program,
                            .coefficients = &machine,
                            .sweep = &s->sweep,
                            .prediction = s->prediction};
}

static void test_tools_points__table(void **state)
{
    (void)state;
    sample s;
    fill(&s, 1);
    fc_text text = {0};
    fc_points_print(&text, &s.points, "table");
    assert_string_equal(text.bytes,
                        "jacobi  n = 400, iters = 50   machine here (gcc -O2)   method sum   compute memory\n"
                        "ranks      time  90 % interval  compute  comm.  wait  speedup  efficiency\n"
                        "    1  400.0 ms  360 .. 440 ms    100 %    0 %   0 %     1.00       100 %\n"
                        "    2  210.0 ms  189 .. 231 ms     95 %    5 %   0 %     1.90        95 %\n"
                        "    8  120.0 ms  108 .. 132 ms     42 %   58 %   0 %     3.33        42 %\n"
                        "Least time at p = 8 (120 ms), the most ranks of the sweep.\n"
                        "Communication exceeds computation from between p = 2 and 8 on: MPI_Allgather, jacobi.c:51.\n"
                        "Most time at p = 8: jacobi.c:42 row 42 %, jacobi.c:51 MPI_Allgather 58 %.\n"
                        "Time by origin of the counts: 75 % closed, 25 % profiled.\n"
                        "Beyond the calibrated range at p >= 8: allgather (calibrated at p <= 2).\n");
    fc_text_free(&text);
}

static void test_tools_points__messages_beyond_the_measured_sizes_are_marked(void **state)
{
    (void)state;
    sample s;
    fill(&s, 1);
    s.prediction[1].totals.extrapolated = s.prediction[2].totals.extrapolated; /* on 2 ranks, as calibrated */
    fc_text text = {0};
    fc_points_print(&text, &s.points, "table");
    assert_non_null(strstr(text.bytes, "Beyond the calibrated message sizes at p >= 2: allgather.\n"));
    fc_text_free(&text);
}

static void test_tools_points__each_set_of_parameters_has_its_own_speedup(void **state)
{
    (void)state;
    sample s;
    fill(&s, 2);
    fc_text text = {0};
    fc_points_print(&text, &s.points, "table");
    assert_non_null(strstr(text.bytes, "jacobi  iters = 50   machine"));
    assert_non_null(strstr(text.bytes, "    8  4000  570.0 ms"));
    assert_non_null(strstr(text.bytes, "n = 4000: Least time at p = 8 (570 ms)"));
    assert_non_null(strstr(text.bytes, "   7.02        88 %"));
    fc_text_free(&text);
}

static void test_tools_points__csv_has_a_row_a_point(void **state)
{
    (void)state;
    sample s;
    fill(&s, 2);
    fc_text text = {0};
    fc_points_print(&text, &s.points, "csv");
    int lines = 0;
    for (const char *at = text.bytes; (at = strchr(at, '\n')); at++)
        lines++;
    assert_int_equal(lines, 7);
    assert_int_equal(strncmp(text.bytes, "ranks,parameters.n,parameters.iters,time_s,low_s,high_s,compute_s,", 66), 0);
    fc_text_free(&text);
}

static json_t *document(const sample *s)
{
    fc_text text = {0};
    fc_points_print(&text, &s->points, "json");
    json_error_t error;
    json_t *root = json_loads(text.bytes, 0, &error);
    assert_non_null(root);
    fc_text_free(&text);
    return root;
}

static double number(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static void test_tools_points__json_is_the_contract(void **state)
{
    (void)state;
    sample s;
    fill(&s, 2);
    json_t *root = document(&s);
    assert_string_equal(json_string_value(json_object_get(root, "program")), "jacobi.fc");
    assert_string_equal(json_string_value(json_object_get(root, "compute_model")), "memory");
    const json_t *points = json_object_get(root, "points");
    assert_int_equal(json_array_size(points), 6);
    const json_t *point = json_array_get(points, 4);
    assert_true(number(point, "ranks") == 2);
    assert_true(number(json_object_get(point, "parameters"), "n") == 4000);
    assert_true(number(json_object_get(point, "origin"), "profiled") == 0.25);
    assert_true(number(point, "time_s") == s.prediction[4].totals.time_s);
    const json_t *by = json_array_get(json_object_get(point, "by"), 1);
    assert_string_equal(json_string_value(json_object_get(by, "op")), "MPI_Allgather");
    assert_true(number(by, "line") == 51);
    assert_null(json_object_get(point, "measured_s"));
    assert_null(json_object_get(point, "block_s"));
    json_decref(root);
}

static void test_tools_points__measured_beside_predicted(void **state)
{
    (void)state;
    sample s;
    fill(&s, 1);
    for (int i = 0; i < 3; i++)
        s.measured[i] = (fc_launch_times){.runs = 7, .min_s = 0.19, .median_s = 0.2, .max_s = 0.25, .flushed_s = -1};
    s.points.measured = s.measured;
    json_t *root = document(&s);
    const json_t *point = json_array_get(json_object_get(root, "points"), 1);
    assert_true(number(point, "measured_s") == 0.2);
    assert_true(number(point, "runs") == 7);
    assert_true(fabs(number(point, "error") - 0.05) < 1e-12);
    json_decref(root);
    fc_text text = {0};
    fc_points_print(&text, &s.points, "table");
    assert_non_null(
        strstr(text.bytes, "ranks  measured (median of 7)  min .. max     predicted  90 % interval     error\n"));
    assert_non_null(
        strstr(text.bytes, "    2                200.0 ms  190 .. 250 ms   210.0 ms  189 .. 231 ms    +5.0 %\n"));
    fc_text_free(&text);
}

static void test_tools_points__a_marked_block_beside_the_whole(void **state)
{
    (void)state;
    sample s;
    fill(&s, 1);
    for (int i = 0; i < 3; i++) {
        s.measured[i] = (fc_launch_times){
            .runs = 7, .min_s = 0.19, .median_s = 0.2, .max_s = 0.25, .block_s = 0.08, .flushed_s = -1};
        s.prediction[i].totals.block_s = i == 2 ? -1 : 0.1;
    }
    json_t *root = document(&s);
    assert_true(number(json_array_get(json_object_get(root, "points"), 0), "block_s") == 0.1);
    assert_true(json_is_null(json_object_get(json_array_get(json_object_get(root, "points"), 2), "block_s")));
    json_decref(root);
    s.points.measured = s.measured;
    root = document(&s);
    const json_t *point = json_array_get(json_object_get(root, "points"), 1);
    assert_true(number(point, "block_measured_s") == 0.08);
    assert_true(fabs(number(point, "block_error") - 0.25) < 1e-12);
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tools_points__table),
        cmocka_unit_test(test_tools_points__messages_beyond_the_measured_sizes_are_marked),
        cmocka_unit_test(test_tools_points__each_set_of_parameters_has_its_own_speedup),
        cmocka_unit_test(test_tools_points__csv_has_a_row_a_point),
        cmocka_unit_test(test_tools_points__json_is_the_contract),
        cmocka_unit_test(test_tools_points__measured_beside_predicted),
        cmocka_unit_test(test_tools_points__a_marked_block_beside_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
