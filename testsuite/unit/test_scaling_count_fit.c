/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/count_fit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Variables: p, n. */
static double square_share(double p, double n)
{
    return n * n / p;
}
static double surface(double p, double n)
{
    return 6 * pow(n * n * n / p, 2. / 3) * (p > 0);
}
static double sweeps(double p, double n)
{
    (void)p;
    return 40 + 1.5 * n;
}
static double tree(double p, double n)
{
    return 3 * n * log2(p);
}
static double sorted(double p, double n)
{
    return n / p * log2(n);
}
static double fixed(double p, double n)
{
    return (void)p, (void)n, 17;
}
static double nothing(double p, double n)
{
    return (void)p, (void)n, 0;
}

static const struct {
    const char *text; /* as printed; what the function is */
    double (*of)(double p, double n);
} functions[] = {
    {"p^-1 n^2", square_share},
    {"6 p^(-2/3) n^2", surface},
    {"40 + 1.5 n", sweeps},
    {"3 log2(p) n", tree},
    {"p^-1 n log2(n)", sorted},
    {"17", fixed},
    {"0", nothing},
};

enum {
    N_FUNCTIONS = sizeof functions / sizeof *functions
};

static const char *const names[] = {"p", "n"};
static const double unknown[] = {0.125, 0.5};

static fc_count_fit fit_of(const double *x, int n_samples, double (*of)(double p, double n), double noise)
{
    double y[32];
    for (int i = 0; i < n_samples; i++)
        y[i] = of(x[2 * i], x[2 * i + 1]) * (1 + noise * (i % 2 ? 1 : -1));
    fc_count_fit fit;
    fc_count_fit_samples(&fit, &(fc_count_samples){x, y, n_samples, 2});
    return fit;
}

/* A star of runs: each variable moved on its own. */
static const double star[] = {2, 100, 2, 200, 2, 400, 4, 100, 8, 100, 16, 100};

static void test_scaling_count_fit__finds_the_function(void **state)
{
    (void)state;
    for (int i = 0; i < N_FUNCTIONS; i++) {
        fc_count_fit fit = fit_of(star, 6, functions[i].of, 0);
        fc_text text = {0};
        fc_count_fit_print(&text, &fit, names);
        assert_string_equal(text.bytes, functions[i].text);
        double error, far[] = {256, 6400}, true_value = functions[i].of(256, 6400);
        double value = fc_count_fit_value(&fit, far, unknown, &error);
        assert_true(fabs(value - true_value) <= 1e-9 * true_value && error < 1e-6);
        fc_text_free(&text);
    }
}

/* 3 % of noise: the truth at eight times the size lies within 1.645 of the stated deviations. */
static void test_scaling_count_fit__noise_widens_the_interval(void **state)
{
    (void)state;
    for (int i = 0; i < N_FUNCTIONS - 1; i++) {
        fc_count_fit fit = fit_of(star, 6, functions[i].of, 0.03);
        double error, far[] = {32, 800}, truth = functions[i].of(32, 800);
        double value = fc_count_fit_value(&fit, far, unknown, &error);
        assert_true(error > 0.02 && fabs(value - truth) <= 1.645 * error * truth);
    }
}

/* Two runs determine c x^e and leave nothing over to contradict it: within the range exact, beyond it 1/12 a unit of
 * ln. */
static void test_scaling_count_fit__two_runs_are_doubted(void **state)
{
    (void)state;
    const double x[] = {2, 100, 2, 200};
    fc_count_fit fit = fit_of(x, 2, square_share, 0);
    double error, within[] = {2, 150}, beyond[] = {2, 1600}, other[] = {16, 200};
    assert_true(fit.is_saturated && fit.model.factor[1].exponent == 2);
    assert_true(fabs(fc_count_fit_value(&fit, within, unknown, &error) - 11250) < 1e-6 && error < 1e-9);
    assert_true(fabs(fc_count_fit_value(&fit, beyond, unknown, &error) - 1280000) < 1e-3);
    assert_true(fabs(error - log(8) / 12) < 1e-9);
    fc_count_fit_value(&fit, other, unknown, &error); /* nobody saw another p */
    assert_true(fabs(error - log(8) / 8) < 1e-9);
}

/* One run: itself, wherever it is asked, in doubt by what differs. */
static void test_scaling_count_fit__one_run_is_a_constant(void **state)
{
    (void)state;
    const double x[] = {2, 100};
    fc_count_fit fit = fit_of(x, 1, square_share, 0);
    double error, far[] = {2, 400};
    assert_true(fabs(fc_count_fit_value(&fit, far, unknown, &error) - 5000) < 1e-9 && fabs(error - log(2)) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scaling_count_fit__finds_the_function),
        cmocka_unit_test(test_scaling_count_fit__noise_widens_the_interval),
        cmocka_unit_test(test_scaling_count_fit__two_runs_are_doubted),
        cmocka_unit_test(test_scaling_count_fit__one_run_is_a_constant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
