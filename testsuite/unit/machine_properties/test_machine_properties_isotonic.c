/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibration/isotonic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

enum {
    N = 6
};

static void check(const double *value, const double *weight, const double *expected)
{
    double fitted[N];
    for (int i = 0; i < N; i++)
        fitted[i] = value[i];
    fc_isotonic_fit(fitted, weight, N);
    for (int i = 0; i < N; i++)
        if (fabs(fitted[i] - expected[i]) > 1e-15 * fabs(expected[i]))
            fail_msg("value %d: %.17g, expected %.17g", i, fitted[i], expected[i]);
}

/* Closed cases: each pool has its weighted mean. */
static void test_machine_properties_isotonic__pools_have_their_means(void **state)
{
    (void)state;
    check((const double[]){2, 3, 5, 7, 11, 13}, NULL, (const double[]){2, 3, 5, 7, 11, 13});
    check((const double[]){13, 11, 7, 5, 3, 2}, NULL,
          (const double[]){41 / 6.0, 41 / 6.0, 41 / 6.0, 41 / 6.0, 41 / 6.0, 41 / 6.0});
    check((const double[]){2, 7, 5, 4, 9, 8}, NULL, (const double[]){2, 16 / 3.0, 16 / 3.0, 16 / 3.0, 8.5, 8.5});
    check((const double[]){2, 7, 5, 4, 9, 8}, (const double[]){3, 2, 3, 4, 3, 5},
          (const double[]){2, 5, 5, 5, 67 / 8.0, 67 / 8.0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_properties_isotonic__pools_have_their_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
