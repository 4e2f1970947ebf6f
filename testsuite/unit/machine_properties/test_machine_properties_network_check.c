/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error of a network from exchanges whose predicted times are given. */
#include "machine_properties/calibration/network_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

/* By MPICH's algorithms 10 % too long, by others twice as long. */
static fc_status predict(double *seconds, const fc_coefficients *machine, const fc_exchange *exchange,
                         fc_report *report)
{
    (void)report;
    *seconds = exchange->seconds * (machine->collectives == FC_COLLECTIVES_MPICH ? 1.1 : 2);
    return FC_OK;
}

static fc_status refuse(double *seconds, const fc_coefficients *machine, const fc_exchange *exchange, fc_report *report)
{
    (void)seconds, (void)machine, (void)exchange;
    return fc_fail(report, FC_E_INPUT, FC_NOWHERE, NULL, "FC0612\tno points were measured");
}

/* 90 % of a normal distribution lie within 1.645 standard errors. */
static void test_machine_properties_network_check__takes_the_best_library(void **state)
{
    fc_machine *machine = fc_machine_create();
    fc_exchange exchange[10];
    fc_network_check check;
    fc_report report;
    (void)state;
    for (int i = 0; i < 10; i++)
        exchange[i] = (fc_exchange){.fit = FC_FIT_ALLTOALL, .nodes = 4, .bytes = 8, .seconds = 1 + i};
    assert_int_equal(fc_network_check_run(&check, &machine->coefficients, exchange, 10, predict, &report), FC_OK);
    assert_int_equal(check.library, FC_COLLECTIVES_MPICH);
    assert_true(fabs(check.median - 0.1) < 1e-12 && fabs(check.largest - 0.1) < 1e-12 && check.n == 10);
    assert_true(fabs(check.model_error / (log(1.1) / 1.645) - 1) < 0.001);
    assert_int_equal(fc_network_check_run(&check, &machine->coefficients, exchange, 10, refuse, &report), FC_E_INPUT);
    fc_machine_free(machine);
}

/* The lower quartile of each size's samples, at sizes a factor of 8 apart, of the given number of ranks only. */
static void test_machine_properties_network_check__finds_the_collectives(void **state)
{
    double at[] = {8, 16, 64, 100, 700}, seconds[] = {3, 3, 4, 4, 5, 5, 6, 6, 7, 7};
    const fc_samples series = {.at = at, .seconds = seconds, .n_at = 5, .n_seconds = 10};
    fc_machine *machine = fc_machine_create();
    fc_exchange exchange[FC_NETWORK_CHECK_MOST];
    (void)state;
    fc_machine_add_samples(machine, "communication alltoall 8", &series);
    fc_machine_add_samples(machine, "communication alltoall 16", &series);
    fc_machine_add_samples(machine, "communication bcast 16", &series);
    fc_machine_add_samples(machine, "communication scan 16", &series);
    assert_int_equal(fc_network_check_collectives(exchange, machine, 16), 6);
    for (int i = 0; i < 6; i++) {
        static const double size[] = {8, 64, 700}, time[] = {3, 5, 7};
        assert_int_equal(exchange[i].fit, i < 3 ? FC_FIT_ALLTOALL : FC_FIT_BCAST);
        assert_int_equal(exchange[i].nodes, 16);
        assert_true(exchange[i].bytes == size[i % 3] && exchange[i].seconds == time[i % 3]);
    }
    fc_machine_free(machine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_properties_network_check__takes_the_best_library),
        cmocka_unit_test(test_machine_properties_network_check__finds_the_collectives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
