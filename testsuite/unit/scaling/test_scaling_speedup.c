/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/speedup.h"

#include "support/text.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <string.h>

enum {
    MOST = 64
};

/* Times on `ranks` for a program with this curve that takes `alone` seconds on one rank. */
static fc_speedup_data times_of(const fc_downey *curve, const double *ranks, int n, double alone)
{
    fc_speedup_data data = {true, fc_allocate((size_t)n, sizeof *data.row), n};
    for (int i = 0; i < n; i++)
        data.row[i] = (fc_speedup_row){ranks[i], alone / fc_downey_speedup(curve, ranks[i], NULL)};
    return data;
}

/* Powers of two from `first`, until the curve has long been flat. */
static int make_ranks(double *ranks, double first, const fc_downey *curve)
{
    int n = 0;
    for (double p = first; n < MOST && p < 8 * fc_downey_kink(curve); p *= 2)
        ranks[n++] = p;
    return n;
}

static void infer(fc_speedup_inference *out, const fc_speedup_data *data)
{
    fc_report report;
    if (fc_speedup_infer(out, data, "data", &report))
        fail_msg("%s", report.text);
}

static void test_scaling_speedup__recovers_both_regimes(void **state)
{
    (void)state;
    static const fc_downey curves[] = {{8, 0.3},  {21.7, 0.05}, {32, 0.66}, {50, 0.95}, {20.3, 1},
                                       {33, 1.7}, {45, 2.7},    {200, 7},   {3.2, 0.4}, {1000, 30}};
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        double ranks[MOST];
        fc_speedup_data data = times_of(&curves[i], ranks, make_ranks(ranks, 1, &curves[i]), 123.4);
        fc_speedup_inference got;
        infer(&got, &data);
        if (fabs(got.downey.A / curves[i].A - 1) > 1e-6 || fabs(got.downey.sigma / curves[i].sigma - 1) > 1e-6)
            fail_msg("A %g sigma %g: got %.9g, %.9g", curves[i].A, curves[i].sigma, got.downey.A, got.downey.sigma);
        assert_int_equal(got.knowledge, FC_SPEEDUP_KNOWN);
        fc_speedup_rival rival[FC_N_LAWS];
        fc_speedup_rank(rival, &got);
        assert_string_equal(rival[0].fit.law->name, "Downey");
        assert_true(rival[0].cross_validated < 1e-6);
        fc_speedup_inference_free(&got);
        fc_speedup_data_free(&data);
    }
}

/* Speedups with 5 % noise: how often the 95 % intervals contain A and sigma, out of 1000 seeds. Binomial: 950 +- 4
 * standard deviations of 6.9, and no less than 92 %, because the intervals come from a linearized curve. */
static void covered(const fc_downey *curve, bool with_base, int times[2])
{
    enum {
        SEEDS = 1000,
        POINTS = 40
    };
    fc_speedup_row rows[POINTS];
    fc_speedup_data data = {with_base, rows, POINTS};
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    times[0] = times[1] = 0;
    for (unsigned long seed = 1; seed <= SEEDS; seed++) {
        fc_speedup_inference got;
        gsl_rng_set(random, seed);
        for (int i = 0; i < POINTS; i++) {
            double ranks = 1 + floor(i * 4 * fc_downey_kink(curve) / POINTS);
            double noise = 1 + 0.05 * gsl_ran_gaussian(random, 1);
            double speedup = fc_downey_speedup(curve, ranks, NULL);
            rows[i] = (fc_speedup_row){ranks, with_base ? 10 / speedup * noise : i ? speedup * noise : 1};
        }
        infer(&got, &data);
        times[0] += got.A_interval[0] <= curve->A && curve->A <= got.A_interval[1];
        times[1] += got.sigma_interval[0] <= curve->sigma && curve->sigma <= got.sigma_interval[1];
        fc_speedup_inference_free(&got);
    }
    gsl_rng_free(random);
}

static void test_scaling_speedup__noise_within_stated_errors(void **state)
{
    (void)state;
    static const fc_downey curves[] = {{32, 0.5}, {64, 2}};
    for (int i = 0; i < 4; i++) {
        int times[2];
        covered(&curves[i / 2], i % 2, times);
        print_message("A %g sigma %g, %s: A in %d, sigma in %d of 1000\n", curves[i / 2].A, curves[i / 2].sigma,
                      i % 2 ? "times" : "speedups", times[0], times[1]);
        for (int k = 0; k < 2; k++)
            assert_in_range(times[k], 920, 980);
    }
}

/* Without a run on fewer than 4 ranks: a curve in units of 4 (section 4.1). */
static void test_scaling_speedup__smallest_cluster_is_one_unit(void **state)
{
    (void)state;
    fc_downey in_units = {12, 0.6};
    double ranks[MOST];
    int n = make_ranks(ranks, 1, &in_units);
    fc_speedup_data data = times_of(&in_units, ranks, n, 50);
    for (int i = 0; i < n; i++)
        data.row[i].ranks *= 4;
    fc_speedup_inference got;
    infer(&got, &data);
    assert_int_equal(got.unit, 4);
    assert_true(fabs(got.downey.A - 48) < 1e-6 && fabs(got.downey.sigma - 0.6) < 1e-6);
    assert_true(fabs(got.knee - 48) < 1e-6);
    assert_true(fabs(fc_speedup_observed(&got, &data, 0) - 4) < 1e-12);
    fc_speedup_inference_free(&got);
    /* As speedups over 4 ranks it is the same; over one rank they need no unit. */
    data.is_times = false;
    for (int i = 0; i < n; i++)
        data.row[i].value = 50 / data.row[i].value;
    infer(&got, &data);
    assert_int_equal(got.unit, 4);
    assert_true(fabs(got.downey.A - 48) < 1e-6);
    fc_speedup_inference_free(&got);
    for (int i = 0; i < n; i++)
        data.row[i].value = fc_downey_speedup(&(fc_downey){40, 1.7}, data.row[i].ranks, NULL);
    infer(&got, &data);
    assert_int_equal(got.unit, 1);
    assert_true(fabs(got.downey.A - 40) < 1e-6 && fabs(got.downey.sigma - 1.7) < 1e-6);
    fc_speedup_inference_free(&got);
    fc_speedup_data_free(&data);
}

/* Section 4.1: one rank pages and takes twice its time; from 2 ranks on the curve is that of units of 2. */
static void test_scaling_speedup__superlinear_low_end(void **state)
{
    (void)state;
    static fc_speedup_row rows[] = {{1, 400}, {2, 100}, {4, 51}, {8, 26.2}, {16, 13.9}, {32, 7.8}};
    fc_speedup_data data = {true, rows, 6};
    fc_speedup_inference got;
    infer(&got, &data);
    assert_true(got.superlinear < 0);
    assert_int_equal(got.unit, 2);
    assert_int_equal(got.use[0], FC_SPEEDUP_SUPERLINEAR);
    assert_int_equal(got.use[1], FC_SPEEDUP_FITTED);
    assert_true(got.downey.sigma > 0);
    fc_speedup_inference_free(&got);
}

static void test_scaling_speedup__falling_high_end(void **state)
{
    (void)state;
    static fc_speedup_row rows[] = {{1, 1},   {2, 1.95}, {4, 3.7},  {8, 6.6}, {16, 10.5},
                                    {32, 14}, {64, 15},  {128, 14}, {256, 11}};
    fc_speedup_data data = {false, rows, 9};
    fc_speedup_inference got;
    infer(&got, &data);
    for (int i = 0; i < 9; i++)
        assert_int_equal(got.use[i], i < 7 ? FC_SPEEDUP_FITTED : FC_SPEEDUP_FALLING);
    assert_true(got.downey.A >= 14 && got.downey.A < 20);
    fc_speedup_inference_free(&got);
    /* A decrease of a few percent is within the scatter of measurements: no point is left out. */
    data.n = 8;
    infer(&got, &data);
    assert_int_equal(got.use[7], FC_SPEEDUP_FITTED);
    fc_speedup_inference_free(&got);
}

/* Section 4.1: near-linear speedup does not determine A; the paper's fit ends at the largest speedup observed. */
static void test_scaling_speedup__A_cannot_be_inferred(void **state)
{
    (void)state;
    static fc_speedup_row linear[] = {{1, 1}, {2, 2}, {4, 4}, {8, 8}, {16, 16}};
    fc_speedup_data data = {false, linear, 5};
    fc_speedup_inference got;
    infer(&got, &data);
    assert_int_equal(got.knowledge, FC_SPEEDUP_AT_LEAST);
    assert_true(fabs(got.downey.A - 16) < 1e-9 && fabs(got.downey.sigma) < 1e-9);
    assert_true(isnan(got.A_error));
    fc_speedup_inference_free(&got);
    /* Amdahl's law with f = 0.02 up to 16 ranks: A >= 16, and sigma = 2 A f. */
    for (int i = 0; i < 5; i++)
        linear[i].value = linear[i].ranks / (1 + 0.02 * (linear[i].ranks - 1));
    infer(&got, &data);
    assert_int_equal(got.knowledge, FC_SPEEDUP_AT_LEAST);
    assert_true(fabs(got.downey.A - 16) < 1e-6 && fabs(got.downey.sigma - 0.64) < 1e-6);
    fc_speedup_inference_free(&got);
}

static void test_scaling_speedup__nothing_parallel(void **state)
{
    (void)state;
    static fc_speedup_row flat[] = {{1, 3}, {2, 3}, {4, 3}, {8, 3}};
    fc_speedup_data data = {true, flat, 4};
    fc_speedup_inference got;
    infer(&got, &data);
    assert_true(got.downey.A == 1 && got.downey.sigma == 0 && got.knee == 1);
    assert_int_equal(got.use[0], FC_SPEEDUP_FITTED);
    fc_speedup_inference_free(&got);
}

static void test_scaling_speedup__too_few(void **state)
{
    (void)state;
    static fc_speedup_row rows[] = {{1, 1}, {1, 1}, {2, 0.7}, {4, 0.5}};
    fc_speedup_data data = {false, rows, 2};
    fc_speedup_inference got;
    fc_report report;
    assert_int_equal(fc_speedup_infer(&got, &data, "few.csv", &report), FC_E_INPUT);
    assert_non_null(strstr(report.text, "few.csv: error[FC0910]: 1 different number of ranks"));
    data.n = 4;
    assert_int_equal(fc_speedup_infer(&got, &data, "few.csv", &report), FC_E_INPUT);
    assert_non_null(strstr(report.text, "before the speedups fall"));
}

/* Every law finds its own parameters, and is first by cross-validation for its own curve. */
static void test_scaling_speedup__other_laws(void **state)
{
    (void)state;
    static const struct {
        fc_speedup_which which;
        double parameter[2];
    } rows[] = {{FC_LAW_AMDAHL, {0.037}},
                {FC_LAW_GUSTAFSON, {0.21}},
                {FC_LAW_DOWDY, {0.03, 0.9}},
                {FC_LAW_USL, {0.02, 0.0004}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const fc_speedup_law *law = fc_speedup_law_of(rows[i].which);
        fc_speedup_point point[10];
        fc_speedup_points points = {point, 10, 0};
        fc_speedup_fit fit;
        for (int k = 0; k < 10; k++) {
            point[k].ranks = 1 + 5 * k;
            point[k].speedup = law->speedup(rows[i].parameter, point[k].ranks, NULL);
        }
        fc_speedup_fit_law(&fit, law, &points);
        for (int k = 0; k < law->n_parameters; k++)
            assert_true(fabs(fit.parameter[k] / rows[i].parameter[k] - 1) < 1e-6);
        assert_true(fc_speedup_cross_validated(law, &points) < 1e-6);
    }
}

/* One Amdahl point left out, by hand: s(2) = 1.8 and s(4) = 3 each alone give f = 1/9 and f = 1/9: no error. With
 * s(4) = 2: f from s(4) is 1/3, s(2) = 1.5; f from s(2) is 1/9, s(4) = 3: errors -1/6 and 1/2. */
static void test_scaling_speedup__cross_validation_by_hand(void **state)
{
    (void)state;
    fc_speedup_point point[] = {{1, 1}, {2, 1.8}, {4, 2}};
    double error = fc_speedup_cross_validated(fc_speedup_law_of(FC_LAW_AMDAHL), &(fc_speedup_points){point, 3, 0});
    assert_true(fabs(error - sqrt((1.0 / 36 + 1.0 / 4) / 2)) < 1e-9);
    assert_true(isnan(fc_speedup_cross_validated(fc_speedup_law_of(FC_LAW_USL), &(fc_speedup_points){point, 3, 0})));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scaling_speedup__recovers_both_regimes),
        cmocka_unit_test(test_scaling_speedup__noise_within_stated_errors),
        cmocka_unit_test(test_scaling_speedup__smallest_cluster_is_one_unit),
        cmocka_unit_test(test_scaling_speedup__superlinear_low_end),
        cmocka_unit_test(test_scaling_speedup__falling_high_end),
        cmocka_unit_test(test_scaling_speedup__A_cannot_be_inferred),
        cmocka_unit_test(test_scaling_speedup__nothing_parallel),
        cmocka_unit_test(test_scaling_speedup__too_few),
        cmocka_unit_test(test_scaling_speedup__other_laws),
        cmocka_unit_test(test_scaling_speedup__cross_validation_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
