/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast number output against printf and strtod, which are slow and right. */
#include "support/number.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expected(char *out, double number)
{
    if (!isfinite(number)) {
        strcpy(out, "null");
        return;
    }
    if (fabs(number) < 1e15 && number == floor(number)) {
        sprintf(out, "%.0f", number);
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        sprintf(out, "%.*g", digits, number);
        if (strtod(out, NULL) == number)
            return;
    }
}

static void check(double number)
{
    char wanted[64], got[FC_NUMBER_LENGTH];
    expected(wanted, number);
    int length = fc_number_write(got, number);
    assert_string_equal(got, wanted);
    assert_int_equal(length, strlen(wanted));
}

static void check_around(double number)
{
    check(number);
    check(-number);
    check(nextafter(number, INFINITY));
    check(nextafter(number, -INFINITY));
}

static void test_edges(void **state)
{
    (void)state;
    const double edges[] = {0,
                            0.1,
                            0.3,
                            1.0 / 3,
                            2.0 / 3,
                            123.456,
                            5e-324,
                            DBL_MIN,
                            DBL_MAX,
                            4503599627370497.5,
                            1e15,
                            1e16,
                            1e17,
                            1e22,
                            1e23,
                            9.5e-5,
                            9.999999999999999e-5,
                            0.99999999999999989,
                            1e-300,
                            2.5e-7,
                            0.5,
                            0.25,
                            1.5,
                            1e100,
                            INFINITY,
                            NAN};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        check_around(edges[i]);
}

static void test_powers(void **state)
{
    (void)state;
    for (int k = -30; k <= 30; k++)
        check_around(pow(10, k));
    for (int k = -200; k <= 200; k++)
        check_around(ldexp(1, k));
}

/* Random mantissas at every exponent of the fast path and beyond, and short decimals, with a fixed seed. */
static void test_random(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 400000; i++) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        double mantissa = 1 + (double)(seed >> 12) * 0x1p-52;
        check(ldexp(mantissa, (int)(seed % 130) - 70));
        check((double)(seed % 1000000) / 1e7);
        check((double)(seed % 100000000000000) * 1e-17);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
