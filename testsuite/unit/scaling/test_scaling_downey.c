/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/downey.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const double sigmas[] = {0, 0.1, 0.5, 0.66, 0.7, 0.9, 1, 1.2, 2, 7, 100};
enum {
    N_SIGMAS = sizeof sigmas / sizeof *sigmas
};

/* By hand from eq. 2 and 4: A = 10, sigma = 0.5: 10*5/(10 + 0.25*4) = 50/11; 10*15/(0.5*9.5 + 15*0.75) = 150/16;
 * from 19 on 10. A = 10, sigma = 2: 5*10*3/(2*14 + 10) = 150/38; from 10 + 20 - 2 = 28 on 10. */
static void test_scaling_downey__by_hand(void **state)
{
    (void)state;
    fc_downey low = {10, 0.5}, high = {10, 2};
    assert_true(fabs(fc_downey_speedup(&low, 5, NULL) - 50.0 / 11) < 1e-14);
    assert_true(fabs(fc_downey_speedup(&low, 15, NULL) - 150.0 / 16) < 1e-14);
    assert_true(fc_downey_speedup(&low, 19.5, NULL) == 10);
    assert_true(fabs(fc_downey_speedup(&high, 5, NULL) - 150.0 / 38) < 1e-14);
    assert_true(fc_downey_speedup(&high, 28.5, NULL) == 10);
    assert_true(fc_downey_kink(&low) == 10 && fc_downey_kink(&high) == 28);
}

/* Section 2.2: sigma = 0 is the upper bound, sigma towards infinity the lower one (eq. 5); every curve lies between. */
static void test_scaling_downey__bounds(void **state)
{
    (void)state;
    for (double n = 1; n < 300; n += 3.7) {
        assert_true(fabs(fc_downey_speedup(&(fc_downey){64, 0}, n, NULL) - fc_downey_upper(64, n)) < 1e-12);
        assert_true(fabs(fc_downey_speedup(&(fc_downey){64, 1e12}, n, NULL) - fc_downey_lower(64, n)) < 1e-8);
        for (int i = 0; i < N_SIGMAS; i++) {
            double s = fc_downey_speedup(&(fc_downey){64, sigmas[i]}, n, NULL);
            assert_true(s >= fc_downey_lower(64, n) - 1e-12 && s <= fc_downey_upper(64, n) + 1e-12);
        }
    }
}

/* No jump at the kinks, nor where the regimes meet. */
static void test_scaling_downey__continuous(void **state)
{
    (void)state;
    for (int i = 0; i < N_SIGMAS; i++) {
        double kinks[] = {64, 127, fc_downey_kink(&(fc_downey){64, sigmas[i]})};
        for (int k = 0; k < 3; k++) {
            fc_downey curve = {64, sigmas[i]};
            double before = fc_downey_speedup(&curve, kinks[k] * (1 - 1e-12), NULL);
            double after = fc_downey_speedup(&curve, kinks[k] * (1 + 1e-12), NULL);
            assert_true(fabs(before - after) < 1e-9);
        }
    }
    for (double n = 1; n < 300; n += 3.7)
        assert_true(fabs(fc_downey_speedup(&(fc_downey){64, 1}, n, NULL) -
                         fc_downey_speedup(&(fc_downey){64, 1 + 1e-12}, n, NULL)) < 1e-9);
}

/* Central differences, away from the kinks. */
static void test_scaling_downey__gradient(void **state)
{
    (void)state;
    const double h = 1e-5;
    static const double As[] = {3.3, 64};
    static const double more[] = {-0.4, 0.25, 0.8, 1.7, 12};
    for (int a = 0; a < 2; a++)
        for (int i = 0; i < 5; i++)
            for (double n = 1.01; n < 400; n *= 1.37) {
                double A = As[a], sigma = more[i], gradient[2];
                fc_downey_speedup(&(fc_downey){A, sigma}, n, gradient);
                double dA = (fc_downey_speedup(&(fc_downey){A + h, sigma}, n, NULL) -
                             fc_downey_speedup(&(fc_downey){A - h, sigma}, n, NULL)) /
                            (2 * h);
                double dsigma = (fc_downey_speedup(&(fc_downey){A, sigma + h}, n, NULL) -
                                 fc_downey_speedup(&(fc_downey){A, sigma - h}, n, NULL)) /
                                (2 * h);
                assert_true(fabs(gradient[0] - dA) < 1e-7 * (1 + fabs(dA)));
                assert_true(fabs(gradient[1] - dsigma) < 1e-7 * (1 + fabs(dsigma)));
            }
}

static double power(const fc_downey *curve, double n)
{
    double s = fc_downey_speedup(curve, n, NULL);
    return s * s / n;
}

/* The maximum of s^2/n by search: a fine grid over every feasible cluster size, then golden section about its best. */
static double searched_knee(const fc_downey *curve)
{
    const double golden = (sqrt(5) - 1) / 2;
    double best = 1, most = 4 * (curve->A + 1) * (1 + curve->sigma);
    for (double n = 1; n < most; n *= 1.0005)
        best = power(curve, n) > power(curve, best) ? n : best;
    double low = best / 1.001, high = best * 1.001;
    for (int i = 0; i < 200; i++) {
        double a = high - golden * (high - low), b = low + golden * (high - low);
        if (power(curve, a) < power(curve, b))
            low = a;
        else
            high = b;
    }
    return (low + high) / 2;
}

/* Section 2.3: eq. 8 and 9 give the global maximum; below sigma = 2A/(3A - 1) it is A, and at sigma = 1 it is 2A - 1.
 */
static void test_scaling_downey__knee(void **state)
{
    (void)state;
    static const double As[] = {2.5, 10, 64, 1000};
    for (int a = 0; a < 4; a++) {
        for (int i = 0; i < N_SIGMAS; i++) {
            fc_downey curve = {As[a], sigmas[i]};
            double knee = fc_downey_knee(&curve), searched = searched_knee(&curve);
            if (fabs(knee / searched - 1) > 1e-6)
                fail_msg("A %g sigma %g: %.10g, searched %.10g", curve.A, curve.sigma, knee, searched);
        }
        double A = As[a];
        assert_true(fc_downey_knee(&(fc_downey){A, 2 * A / (3 * A - 1) - 1e-6}) == A);
        assert_true(fc_downey_knee(&(fc_downey){A, 2 * A / (3 * A - 1) + 1e-6}) > A);
        assert_true(fabs(fc_downey_knee(&(fc_downey){A, 1}) - (2 * A - 1)) < 1e-9);
    }
}

/* The least curve has its kink at n or beyond, and is Amdahl's law up to there. */
static void test_scaling_downey__least(void **state)
{
    (void)state;
    static const double shares[] = {0, 0.003, 0.01, 0.04, 0.3, 0.9};
    for (int i = 0; i < 6; i++)
        for (double n = 4; n < 300; n *= 3) {
            fc_downey least = fc_downey_least_parallelism(shares[i], n);
            assert_true(fc_downey_kink(&least) >= n * (1 - 1e-12));
            for (double m = 1; m <= n; m *= 1.5)
                assert_true(fabs(fc_downey_speedup(&least, m, NULL) * (1 + shares[i] * (m - 1)) / m - 1) < 1e-12);
        }
}

static void test_scaling_downey__even_scale_and_back(void **state)
{
    (void)state;
    for (int i = 0; i < N_SIGMAS; i++)
        assert_true(fabs(fc_downey_unscaled_sigma(fc_downey_scaled_sigma(sigmas[i])) - sigmas[i]) <
                    1e-9 * (1 + sigmas[i] * sigmas[i]));
    assert_true(isinf(fc_downey_unscaled_sigma(3)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scaling_downey__by_hand),
        cmocka_unit_test(test_scaling_downey__bounds),
        cmocka_unit_test(test_scaling_downey__continuous),
        cmocka_unit_test(test_scaling_downey__gradient),
        cmocka_unit_test(test_scaling_downey__knee),
        cmocka_unit_test(test_scaling_downey__least),
        cmocka_unit_test(test_scaling_downey__even_scale_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
