/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/machine/model_check.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST = 100
};

static bool is_close(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* A time that an interval of `error` standard deviations just holds, at a working set of the first cache. */
static fc_model_check_point point_of(double error)
{
    return (fc_model_check_point){.kernel = "triad 1",
                                  .active = 1,
                                  .bytes = 1e4,
                                  .measured_s = 1e-6,
                                  .predicted_s = 1e-6 * (1 + 1.645 * error),
                                  .is_read = true};
}

static fc_machine *machine_of_two_caches(void)
{
    fc_machine *machine = fc_machine_create();
    machine->n_caches = 2;
    machine->cache_bytes[0] = 3e4;
    machine->cache_bytes[1] = 1e6;
    return machine;
}

/* Of 19 points with errors 0.01, 0.02 ... 0.19, the 18th: ceil(0.9 * 20). Too fast is the same as too slow. */
static void test_tools_model_check_fit__takes_the_conformal_quantile(void **state)
{
    (void)state;
    fc_machine *machine = machine_of_two_caches();
    fc_model_check_point point[MOST];
    fc_model_check check = {point, 19, 19};
    for (int i = 0; i < check.n; i++) {
        point[i] = point_of(0.01 * (check.n - i));
        point[i].part[FC_DISCREPANCY_CODE] = 1;
        if (i % 2)
            point[i].predicted_s = 1e-12 / point[i].predicted_s;
    }
    fc_model_check_fit(machine, &check);
    assert_true(is_close(machine->coefficients.discrepancy[FC_DISCREPANCY_CODE], 0.18));
    assert_int_equal(machine->discrepancy_points[FC_DISCREPANCY_CODE], 19);
    assert_true(machine->coefficients.discrepancy[FC_DISCREPANCY_MEMORY] == 0); /* no points: the general one */
    assert_int_equal(machine->discrepancy_points[FC_DISCREPANCY_CHAIN], 0);
    check.n = check.n_read = 8; /* too few for a quantile of 90 % */
    fc_model_check_fit(machine, &check);
    assert_true(machine->coefficients.discrepancy[FC_DISCREPANCY_CODE] == 0);
    fc_machine_free(machine);
}

/* Points in memory: the core has a quarter of the variance with discrepancy 0.2, the fits 0.05; nine points of which
 * the ninth counts. */
static void test_tools_model_check_fit__leaves_the_other_parts_in_the_interval(void **state)
{
    (void)state;
    fc_machine *machine = machine_of_two_caches();
    fc_model_check_point point[MOST];
    fc_model_check check = {point, 18, 18};
    for (int i = 0; i < 9; i++) {
        point[i] = point_of(0.2);
        point[i].part[FC_DISCREPANCY_CODE] = 1;
        point[9 + i] = point_of(0.5);
        point[9 + i].bytes = 1e8;
        point[9 + i].own = 0.05 * 0.05;
        point[9 + i].part[FC_DISCREPANCY_CODE] = 0.25;
        point[9 + i].part[FC_DISCREPANCY_MEMORY] = 0.5;
    }
    fc_model_check_fit(machine, &check);
    assert_true(is_close(machine->coefficients.discrepancy[FC_DISCREPANCY_CODE], 0.2));
    assert_true(is_close(machine->coefficients.discrepancy[FC_DISCREPANCY_MEMORY],
                         sqrt((0.5 * 0.5 - 0.05 * 0.05 - 0.25 * 0.2 * 0.2) / 0.5)));
    fc_machine_free(machine);
}

/* Without machine code a point is evidence for the source's class only; a change of the error between two sizes is what
 * a factor of a timed run errs. */
static void test_tools_model_check_fit__of_the_source_and_of_factors(void **state)
{
    (void)state;
    fc_machine *machine = machine_of_two_caches();
    fc_model_check_point point[MOST];
    fc_model_check check = {point, 36, 18};
    for (int i = 0; i < 9; i++) {
        point[i] = point_of(0.1);
        point[i].number = i;
        point[i].part[FC_DISCREPANCY_CHAIN] = 1;
        point[9 + i] = point[i];
        point[9 + i].bytes = 5e5;
        point[9 + i].predicted_s = 1e-6;
        point[18 + i] = point_of(3);
        point[18 + i].is_read = false;
        point[18 + i].part[FC_DISCREPANCY_CHAIN] = 1;
        point[27 + i] = point_of(0.7);
        point[27 + i].is_read = false;
        point[27 + i].part[FC_DISCREPANCY_SOURCE] = 1;
    }
    fc_model_check_fit(machine, &check);
    assert_true(is_close(machine->coefficients.discrepancy[FC_DISCREPANCY_CHAIN], 0.1));
    assert_int_equal(machine->discrepancy_points[FC_DISCREPANCY_CHAIN], 18);
    assert_true(is_close(machine->coefficients.discrepancy[FC_DISCREPANCY_SOURCE], 0.7));
    assert_true(is_close(machine->coefficients.discrepancy[FC_DISCREPANCY_FITTED], 0.1));
    fc_machine_free(machine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tools_model_check_fit__takes_the_conformal_quantile),
        cmocka_unit_test(test_tools_model_check_fit__leaves_the_other_parts_in_the_interval),
        cmocka_unit_test(test_tools_model_check_fit__of_the_source_and_of_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
