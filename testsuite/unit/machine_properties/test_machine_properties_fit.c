/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibration/fit.h"
#include "machine_properties/terms.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* NIST Statistical Reference Datasets, linear regression: Norris (36 observations, lower difficulty). Certified:
 * B0 = -0.262323073774029, B1 = 1.00211681802045, residual standard deviation 0.884796396144373. */
static const double norris_x[36] = {0.2, 337.4, 118.2, 884.6, 10.1,  226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4,
                                    0.6, 775.5, 666.9, 338.0, 447.5, 11.6,  556.0, 228.1, 995.8, 887.6, 120.2, 0.3,
                                    0.3, 556.8, 339.1, 887.2, 999.0, 779.0, 11.1,  118.3, 229.2, 669.1, 448.9, 0.5};
static const double norris_y[36] = {0.1, 338.8, 118.1, 888.0, 9.2,   228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3,
                                    0.1, 778.1, 668.8, 339.3, 448.9, 10.8,  557.7, 228.3, 998.0, 888.8, 119.6, 0.3,
                                    0.6, 557.6, 339.3, 888.0, 998.5, 778.9, 10.2,  117.6, 228.9, 668.4, 449.2, 0.2};

/* Of 0.01, -0.02, ..., -1.00 nine of ten are up to 0.90 + 0.1 * 0.01 (between the 90th and the next), which is
 * 1.6448536 standard errors. */
static void test_machine_properties_fit__standard_error_holds_nine_of_ten(void **state)
{
    (void)state;
    double deviation[100];
    for (int i = 0; i < 100; i++)
        deviation[i] = (i % 2 ? -0.01 : 0.01) * (i + 1);
    assert_true(fabs(fc_fit_standard_error(deviation, 100) - 0.901 / 1.6448536) < 1e-7);
    assert_true(fc_fit_standard_error(deviation, 0) == 0);
}

static void norris_rows(double *x)
{
    for (int i = 0; i < 36; i++) {
        x[2 * i] = 1;
        x[2 * i + 1] = norris_x[i];
    }
}

static void test_machine_properties_fit__norris(void **state)
{
    (void)state;
    double x[72], c[2], residual;
    norris_rows(x);
    fc_fit_problem problem = {x, norris_y, NULL, 36, 2, false, false};
    assert_int_equal(fc_fit_linear(c, &residual, &problem, NULL), FC_OK);
    assert_true(fabs(c[0] / -0.262323073774029 - 1) < 1e-10);
    assert_true(fabs(c[1] / 1.00211681802045 - 1) < 1e-12);
    assert_true(fabs(residual * sqrt(36.0 / 34) / 0.884796396144373 - 1) < 1e-10);
}

/* NIST StRD Longley (16 observations, 7 parameters, higher difficulty). */
static void test_machine_properties_fit__longley(void **state)
{
    (void)state;
    static const double data[16][7] = {
        {60323, 83.0, 234289, 2356, 1590, 107608, 1947},  {61122, 88.5, 259426, 2325, 1456, 108632, 1948},
        {60171, 88.2, 258054, 3682, 1616, 109773, 1949},  {61187, 89.5, 284599, 3351, 1650, 110929, 1950},
        {63221, 96.2, 328975, 2099, 3099, 112075, 1951},  {63639, 98.1, 346999, 1932, 3594, 113270, 1952},
        {64989, 99.0, 365385, 1870, 3547, 115094, 1953},  {63761, 100.0, 363112, 3578, 3350, 116219, 1954},
        {66019, 101.2, 397469, 2904, 3048, 117388, 1955}, {67857, 104.6, 419180, 2822, 2857, 118734, 1956},
        {68169, 108.4, 442769, 2936, 2798, 120445, 1957}, {66513, 110.8, 444546, 4681, 2637, 121950, 1958},
        {68655, 112.6, 482704, 3813, 2552, 123366, 1959}, {69564, 114.2, 502601, 3931, 2514, 125368, 1960},
        {69331, 115.7, 518173, 4806, 2572, 127852, 1961}, {70551, 116.9, 554894, 4007, 2827, 130081, 1962}};
    static const double certified[7] = {-3482258.63459582, 15.0618722713733,    -0.0358191792925910, -2.02022980381683,
                                        -1.03322686717359, -0.0511041056535807, 1829.15146461355};
    double x[16 * 7], y[16], c[7], residual;
    for (int i = 0; i < 16; i++) {
        y[i] = data[i][0];
        x[7 * i] = 1;
        for (int k = 1; k < 7; k++)
            x[7 * i + k] = data[i][k];
    }
    fc_fit_problem problem = {x, y, NULL, 16, 7, false, false};
    assert_int_equal(fc_fit_linear(c, &residual, &problem, NULL), FC_OK);
    for (int k = 0; k < 7; k++)
        assert_true(fabs(c[k] / certified[k] - 1) < 1e-6);
    assert_true(fabs(residual * sqrt(16.0 / 9) / 304.854073561965 - 1) < 1e-8);
}

static void test_machine_properties_fit__outliers_do_not_move_it(void **state)
{
    (void)state;
    double x[72], y[36], clean[2], hurt[2], plain[2];
    norris_rows(x);
    for (int i = 0; i < 36; i++)
        y[i] = norris_y[i];
    fc_fit_problem problem = {x, y, NULL, 36, 2, true, false};
    assert_int_equal(fc_fit_linear(clean, NULL, &problem, NULL), FC_OK);
    y[8] *= 10;
    y[22] *= 10;
    assert_int_equal(fc_fit_linear(hurt, NULL, &problem, NULL), FC_OK);
    assert_true(fabs(hurt[1] / clean[1] - 1) < 0.002);
    assert_true(fabs(hurt[0] - clean[0]) < 0.3);
    problem.is_robust = false;
    assert_int_equal(fc_fit_linear(plain, NULL, &problem, NULL), FC_OK);
    assert_true(fabs(plain[0] - clean[0]) > 30); /* the plain least-squares result */
}

/* y = 3 - 2 x has no fit with both >= 0 but the constant: its best is the mean, 3 - 2 * 2.5 over x = 1..4 is negative
 * too, so the data are shifted: y = 13 - 2 x, mean 8. */
static void test_machine_properties_fit__nonnegative(void **state)
{
    (void)state;
    const double x[8] = {1, 1, 1, 2, 1, 3, 1, 4}, y[4] = {11, 9, 7, 5};
    double c[2];
    fc_fit_problem problem = {x, y, NULL, 4, 2, false, true};
    assert_int_equal(fc_fit_linear(c, NULL, &problem, NULL), FC_OK);
    assert_true(fabs(c[0] - 8) < 1e-12 && c[1] == 0);
}

static void test_machine_properties_fit__refuses_what_determines_nothing(void **state)
{
    (void)state;
    const double x[6] = {1, 2, 1, 2, 1, 2}, bad[6] = {1, 2, 1, NAN, 1, 3}, y[3] = {5, 6, 7};
    double c[2] = {-7, -7};
    fc_report report;
    fc_fit_problem few = {x, y, NULL, 1, 2, true, false}, alike = {x, y, NULL, 3, 2, false, false};
    fc_fit_problem broken = {bad, y, NULL, 3, 2, true, true}, wide = {x, y, NULL, 3, FC_FIT_MAX_TERMS + 1, true, false};
    assert_int_equal(fc_fit_linear(c, NULL, &few, &report), FC_E_INPUT);
    assert_int_equal(fc_fit_linear(c, NULL, &alike, &report), FC_E_INPUT);
    assert_int_equal(fc_fit_linear(c, NULL, &broken, &report), FC_E_INPUT);
    assert_int_equal(fc_fit_linear(c, NULL, &wide, &report), FC_E_INPUT);
    assert_true(c[0] == -7 && c[1] == -7);
}

/* Lower quartile by hand: sorted 2 3 4 5 60, position 0.25 * 4 = 1 -> 3; median 4; spread (4 - 3) / 3. */
static void test_machine_properties_fit__location(void **state)
{
    (void)state;
    const double samples[5] = {60, 3, 5, 2, 4};
    fc_location location = fc_fit_locate(samples, 5);
    assert_true(fabs(location.value - 3) < 1e-15 && fabs(location.spread - 1.0 / 3) < 1e-15);
}

enum {
    SIZES = 17
}; /* 8 B .. 512 KiB */

/* Eager below 4 KiB: 0.3 us + 0.05 ns a byte; rendezvous from there on: 2.5 us + 0.08 ns a byte. */
static double two_protocols(double bytes)
{
    return bytes < 4096 ? 3e-7 + 5e-11 * bytes : 2.5e-6 + 8e-11 * bytes;
}

static void make_points(fc_fit_point *points)
{
    for (int i = 0; i < SIZES; i++) {
        double bytes = 8 * pow(2, i), ripple = i % 3 == 0 ? 1.01 : i % 3 == 1 ? 0.99 : 1;
        points[i] = (fc_fit_point){2, bytes, two_protocols(bytes) * ripple, 0.01};
    }
}

static double value_at(const fc_runtime_function *f, double ranks, double bytes)
{
    return fc_terms_seconds(f, NULL, ranks, bytes);
}

static void check_protocols(const fc_runtime_function *f, double tolerance, double but_for_bytes)
{
    for (double bytes = 8; bytes <= 524288; bytes *= 2)
        if (bytes != but_for_bytes)
            assert_true(fabs(value_at(f, 2, bytes) / two_protocols(bytes) - 1) < tolerance);
}

static void test_machine_properties_fit_segments__finds_the_breakpoint(void **state)
{
    (void)state;
    fc_fit_point points[SIZES];
    fc_runtime_function f;
    bool is_assumed = false;
    make_points(points);
    assert_int_equal(fc_fit_runtime_function(&f, &is_assumed, &(fc_fit_target){FC_FIT_SINGLE, NULL, FC_VARIANT_ANY},
                                             points, SIZES, NULL),
                     FC_OK);
    assert_int_equal(f.n_segments, 2);
    assert_true(f.segment[0].high_bytes == 4096 && f.segment[1].low_bytes == 4096 && f.segment[0].low_bytes == 0);
    assert_true(is_assumed && f.low_ranks == 2 && f.high_ranks == 2);
    assert_true(f.segment[0].error > 0.002 && f.segment[0].error < 0.03);
    check_protocols(&f, 0.02, 0);
}

/* The rendezvous is faster: an exact clock shows it, 5 us at 4 KiB before and 3 us after; with noise it may be an
 * outlier, and more bytes never take less time. */
static void test_machine_properties_fit_segments__times_fall_at_a_protocol(void **state)
{
    (void)state;
    fc_fit_point points[SIZES];
    fc_runtime_function f;
    bool is_assumed = false;
    const double noise[2] = {0, 0.01};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < SIZES; i++) {
            double bytes = 8 * pow(2, i);
            points[i] = (fc_fit_point){2, bytes, bytes < 4096 ? 9e-7 + 1e-9 * bytes : 2.5e-6 + 1e-10 * bytes, noise[k]};
        }
        assert_int_equal(fc_fit_runtime_function(&f, &is_assumed, &(fc_fit_target){FC_FIT_SINGLE, NULL, FC_VARIANT_ANY},
                                                 points, SIZES, NULL),
                         FC_OK);
        assert_true(f.falls == (k == 0));
        double above = 2.5e-6 + 1e-10 * 5000, seconds = value_at(&f, 2, 5000);
        assert_true(k == 0 ? fabs(seconds / above - 1) < 1e-6 : seconds > 1.3 * above);
    }
}

/* The corrupted size is left out: beside the breakpoint it may be on either side. */
static void test_machine_properties_fit_segments__one_point_times_ten_moves_nothing(void **state)
{
    (void)state;
    for (int hurt = 0; hurt < SIZES; hurt++) {
        fc_fit_point points[SIZES];
        fc_runtime_function f;
        bool is_assumed;
        make_points(points);
        points[hurt].seconds *= 10;
        assert_int_equal(fc_fit_runtime_function(&f, &is_assumed, &(fc_fit_target){FC_FIT_SINGLE, NULL, FC_VARIANT_ANY},
                                                 points, SIZES, NULL),
                         FC_OK);
        check_protocols(&f, 0.05, points[hurt].bytes);
    }
}

/* t = (1 us + 0.1 ns m) log2 p at p = 2, 4, 8, 16: the form in p is inferred, not assumed, and holds at 1024. */
static void test_machine_properties_fit_segments__separates_terms_in_p(void **state)
{
    (void)state;
    fc_fit_point points[4 * 10];
    fc_runtime_function tree, ring;
    bool is_assumed = true;
    int n = 0;
    for (double p = 2; p <= 16; p *= 2)
        for (double bytes = 8; bytes < 8e6; bytes *= 4)
            points[n++] = (fc_fit_point){p, bytes, (1e-6 + 1e-10 * bytes) * log2(p), 0.01};
    assert_int_equal(fc_fit_runtime_function(&tree, &is_assumed, &(fc_fit_target){FC_FIT_BCAST, NULL, FC_VARIANT_ANY},
                                             points, n, NULL),
                     FC_OK);
    assert_false(is_assumed);
    assert_true(fabs(value_at(&tree, 1024, 1e5) / ((1e-6 + 1e-5) * 10) - 1) < 0.05);
    for (int i = 0; i < n; i++)
        points[i].seconds = (1e-6 + 1e-10 * points[i].bytes) * (points[i].ranks - 1);
    assert_int_equal(fc_fit_runtime_function(&ring, &is_assumed,
                                             &(fc_fit_target){FC_FIT_ALLGATHER, NULL, FC_VARIANT_ANY}, points, n, NULL),
                     FC_OK);
    assert_true(fabs(value_at(&ring, 1024, 1e5) / ((1e-6 + 1e-5) * 1023) - 1) < 0.05);
}

static void test_machine_properties_fit_segments__never_falls_with_bytes_in_a_segment(void **state)
{
    (void)state;
    fc_fit_point points[SIZES];
    fc_runtime_function f;
    bool is_assumed;
    for (int i = 0; i < SIZES; i++)
        points[i] = (fc_fit_point){2, 8 * pow(2, i), 1e-6 * (1 - 0.02 * i), 0.01};
    assert_int_equal(fc_fit_runtime_function(&f, &is_assumed, &(fc_fit_target){FC_FIT_REDUCE, NULL, FC_VARIANT_ANY},
                                             points, SIZES, NULL),
                     FC_OK);
    for (int k = 0; k < f.n_segments; k++)
        for (int i = 0; i < FC_N_TERMS; i++)
            assert_true(f.segment[k].c[i] >= 0);
}

/* A transfer: 3 us + 0.5 ns a byte, from 10000 bytes on 9 us + 0.4 ns. */
static const fc_runtime_function transfer = {
    .n_segments = 2, .segment = {{0, 1e4, {3e-6, 0, 0, 5e-10}, 0}, {1e4, 1e8, {9e-6, 0, 0, 4e-10}, 0}}};

static double transfer_s(double bytes)
{
    return bytes < 1e4 ? 3e-6 + 5e-10 * bytes : 9e-6 + 4e-10 * bytes;
}

/* An allgather that doubles blocks while the total is less than 2^19 bytes, and uses a ring beyond: measured at 2 ...
 * 32 ranks, it holds at 256, where the change is at blocks of 2 KiB. */
static double allgather_s(double ranks, double bytes)
{
    double sum = 0;
    if (ranks * bytes >= 524288)
        return (ranks - 1) * transfer_s(bytes);
    for (double reached = 1; reached < ranks; reached *= 2)
        sum += transfer_s(bytes * reached);
    return sum;
}

static void test_machine_properties_fit_forms__algorithms_are_inferred_from_their_steps(void **state)
{
    (void)state;
    fc_fit_point points[5 * 40];
    fc_runtime_function f;
    bool is_assumed;
    int n = 0;
    for (double p = 2; p <= 32; p *= 2)
        for (double bytes = 8; bytes * p <= 1 << 22; bytes *= 2)
            points[n++] = (fc_fit_point){p, bytes, allgather_s(p, bytes), 0};
    fc_fit_target target = {FC_FIT_ALLGATHER, &transfer, FC_VARIANT_ANY};
    assert_int_equal(fc_fit_runtime_function(&f, &is_assumed, &target, points, n, NULL), FC_OK);
    assert_true(f.by_total && !is_assumed);
    static const double bytes[] = {24, 200, 1000, 1500, 3000, 12000};
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
        assert_true(fabs(fc_terms_seconds(&f, &transfer, 256, bytes[i]) / allgather_s(256, bytes[i]) - 1) < 0.02);
}

/* Without a fit of transfers the plain terms are used: 40 us + 2 us (p - 1) + 1 ns m (log2 p)^2. */
static void test_machine_properties_fit_forms__plain_terms_where_transfers_are_not_known(void **state)
{
    (void)state;
    fc_fit_point points[5 * 40];
    fc_runtime_function f;
    bool is_assumed;
    int n = 0;
    for (double p = 2; p <= 32; p *= 2)
        for (double bytes = 8; bytes <= 1 << 20; bytes *= 2)
            points[n++] = (fc_fit_point){p, bytes, 4e-5 + 2e-6 * (p - 1) + 1e-9 * bytes * log2(p) * log2(p), 0.01};
    points[12].seconds *= 10; /* a single outlier has no effect */
    fc_fit_target target = {FC_FIT_BCAST, NULL, FC_VARIANT_ANY};
    assert_int_equal(fc_fit_runtime_function(&f, &is_assumed, &target, points, n, NULL), FC_OK);
    for (double bytes = 40; bytes < 1e6; bytes *= 3)
        assert_true(fabs(value_at(&f, 256, bytes) / (4e-5 + 2e-6 * 255 + 6.4e-8 * bytes) - 1) < 0.02);
}

/* Times that decrease at a breakpoint of the machine: the fit is monotone all the same, for every number of ranks
 * measured and between. */
static void test_machine_properties_fit_forms__never_falls_with_bytes(void **state)
{
    (void)state;
    fc_fit_point points[4 * 24];
    fc_runtime_function f;
    bool is_assumed;
    int n = 0;
    for (double p = 2; p <= 16; p *= 2)
        for (double bytes = 8; bytes <= 1 << 20; bytes *= 2)
            points[n++] = (fc_fit_point){p, bytes, (bytes < 4096 ? 4e-5 : 1e-5) * p + 1e-9 * bytes, 0};
    fc_fit_target target = {FC_FIT_REDUCE, NULL, FC_VARIANT_ANY};
    assert_int_equal(fc_fit_runtime_function(&f, &is_assumed, &target, points, n, NULL), FC_OK);
    for (double p = 2; p <= 16; p++)
        for (double bytes = 0; bytes < 2e6; bytes = bytes * 1.07 + 1)
            assert_true(value_at(&f, p, bytes * 1.07 + 1) >= value_at(&f, p, bytes) && value_at(&f, p, bytes) > 0);
}

/* Two points at 2 and 1/2 of the first segment: a root mean square of log 2, beside the fit's own 0.1. */
static void test_machine_properties_fit_widen__adds_the_deviation_by_segment(void **state)
{
    (void)state;
    fc_runtime_function f = {
        2, {{0, 1024, {[FC_TERM_ONE] = 1e-6}, 0.1}, {1024, 1e9, {[FC_TERM_BYTES] = 1e-9}, 0.2}}, 2, 2, false, false};
    const fc_fit_point points[] = {{2, 8, 2e-6, 0}, {2, 512, 0.5e-6, 0}};
    fc_fit_widen(&f, points, 2);
    assert_true(fabs(f.segment[0].error - sqrt(0.01 + log(2) * log(2))) < 1e-12);
    assert_true(f.segment[1].error == 0.2);
    fc_fit_widen(&f, &(fc_fit_point){2, 2000, 2e-6, 0}, 1);
    assert_true(fabs(f.segment[1].error - 0.2) < 1e-12);
    f.n_segments = 0;
    fc_fit_widen(&f, points, 2);
}

static void test_machine_properties_fit_segments__refuses_points_that_are_none(void **state)
{
    (void)state;
    fc_runtime_function f = {.n_segments = 77};
    bool is_assumed;
    fc_report report;
    fc_fit_point points[2] = {{2, 8, 1e-6, 0}, {2, 16, NAN, 0}};
    assert_int_equal(fc_fit_runtime_function(&f, &is_assumed, &(fc_fit_target){FC_FIT_SINGLE, NULL, FC_VARIANT_ANY},
                                             points, 2, &report),
                     FC_E_INPUT);
    points[1] = (fc_fit_point){1, 16, 1e-6, 0};
    assert_int_equal(fc_fit_runtime_function(&f, &is_assumed, &(fc_fit_target){FC_FIT_SINGLE, NULL, FC_VARIANT_ANY},
                                             points, 2, &report),
                     FC_E_INPUT);
    assert_int_equal(fc_fit_runtime_function(&f, &is_assumed, &(fc_fit_target){FC_FIT_SINGLE, NULL, FC_VARIANT_ANY},
                                             points, 0, &report),
                     FC_E_INPUT);
    assert_int_equal(f.n_segments, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_properties_fit__norris),
        cmocka_unit_test(test_machine_properties_fit__standard_error_holds_nine_of_ten),
        cmocka_unit_test(test_machine_properties_fit__longley),
        cmocka_unit_test(test_machine_properties_fit__outliers_do_not_move_it),
        cmocka_unit_test(test_machine_properties_fit__nonnegative),
        cmocka_unit_test(test_machine_properties_fit__refuses_what_determines_nothing),
        cmocka_unit_test(test_machine_properties_fit__location),
        cmocka_unit_test(test_machine_properties_fit_segments__finds_the_breakpoint),
        cmocka_unit_test(test_machine_properties_fit_segments__one_point_times_ten_moves_nothing),
        cmocka_unit_test(test_machine_properties_fit_segments__times_fall_at_a_protocol),
        cmocka_unit_test(test_machine_properties_fit_segments__separates_terms_in_p),
        cmocka_unit_test(test_machine_properties_fit_segments__never_falls_with_bytes_in_a_segment),
        cmocka_unit_test(test_machine_properties_fit_forms__algorithms_are_inferred_from_their_steps),
        cmocka_unit_test(test_machine_properties_fit_forms__plain_terms_where_transfers_are_not_known),
        cmocka_unit_test(test_machine_properties_fit_forms__never_falls_with_bytes),
        cmocka_unit_test(test_machine_properties_fit_widen__adds_the_deviation_by_segment),
        cmocka_unit_test(test_machine_properties_fit_segments__refuses_points_that_are_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
