/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/models/uncertainty.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_close(double a, double b)
{
    assert_true(fabs(a - b) <= 1e-12 * fabs(b));
}

/* Three parts that err by 2, 3 and 6: 7 if they were independent, 11 if they were one. */
static void test_models_uncertainty__parts_are_partly_correlated(void **state)
{
    (void)state;
    double deviation = sqrt(fc_uncertainty_variance(49, 11));
    assert_true(deviation > 7 && deviation < 11);
    assert_close(fc_uncertainty_variance(25, 5), 25); /* a single part has no common variance */
    assert_close(fc_uncertainty_variance(0, 0), 0);
}

/* Half an interval as long as the time: twice or half. */
static void test_models_uncertainty__intervals_are_factors(void **state)
{
    (void)state;
    double low, high, deviation = 6 / FC_HALF_INTERVAL;
    fc_uncertainty_interval(&low, &high, 6, deviation * deviation, 1);
    assert_close(low, 3);
    assert_close(high, 12);
    fc_uncertainty_interval(&low, &high, 6, deviation * deviation, 3); /* stretched to 18 */
    assert_close(low, 1.5);
    assert_close(high, 24);
    fc_uncertainty_interval(&low, &high, 6, 0, 1);
    assert_close(low, 6);
    assert_close(high, 6);
    fc_uncertainty_interval(&low, &high, 0, 4, 1);
    assert_close(low, 0);
    assert_close(high, 2 * FC_HALF_INTERVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_models_uncertainty__parts_are_partly_correlated),
        cmocka_unit_test(test_models_uncertainty__intervals_are_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
