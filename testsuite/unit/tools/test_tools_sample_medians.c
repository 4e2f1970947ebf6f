/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Medians of a machine's samples, and interpolation between them. */
#include "tools/machine/sample_medians.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Three samples at 10 and three at 1000 bytes: medians 2 and 8; at 100, half way of the logarithms, 4. */
static void test_measured__medians_and_between(void **state)
{
    (void)state;
    double at[] = {10, 1000}, seconds[] = {9, 2, 1, 8, 30, 7}, alone[] = {5};
    fc_samples samples[] = {{(char[]){"core add f64 latency"}, at, seconds, 2, 6},
                            {(char[]){"communication bcast 8"}, at, seconds, 2, 6},
                            {(char[]){"communication nothing 8"}, at, seconds, 2, 6},
                            {(char[]){"communication barrier 4"}, (double[]){0}, alone, 1, 1}};
    fc_machine machine = {.samples = samples, .n_samples = 4};
    fc_sample_medians measured;
    double time_s = -1;
    fc_sample_medians_make(&measured, &machine);
    assert_int_equal(measured.n, 2);
    assert_true(fc_sample_medians_time(&time_s, &measured, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 8, 10}) &&
                time_s == 2);
    assert_true(fc_sample_medians_time(&time_s, &measured, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 8, 1000}) &&
                time_s == 8);
    assert_true(fc_sample_medians_time(&time_s, &measured, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 8, 100}) &&
                fabs(time_s - 4) < 1e-12);
    assert_true(fc_sample_medians_time(&time_s, &measured, (fc_runtime_query){FC_FIT_BARRIER, FC_VARIANT_ANY, 4, 0}) &&
                time_s == 5);
    assert_false(fc_sample_medians_time(&time_s, &measured, (fc_runtime_query){FC_FIT_BARRIER, FC_VARIANT_ANY, 4, 1}));
    assert_false(fc_sample_medians_time(&time_s, &measured, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 8, 9}));
    assert_false(fc_sample_medians_time(&time_s, &measured, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 8, 1001}));
    assert_false(fc_sample_medians_time(&time_s, &measured, (fc_runtime_query){FC_FIT_BCAST, FC_VARIANT_ANY, 4, 100}));
    assert_false(fc_sample_medians_time(&time_s, &measured, (fc_runtime_query){FC_FIT_REDUCE, FC_VARIANT_ANY, 8, 100}));
    fc_sample_medians_free(&measured);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measured__medians_and_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
