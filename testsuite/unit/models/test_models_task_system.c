/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/models/task_system.h"

#include "runtime/models/queueing.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const fc_task_system *named(const char *name)
{
    const fc_task_system *system = fc_task_systems;
    while (strcmp(system->name, name) != 0)
        system++;
    return system;
}

static double bus(int n, const double usage[4], const double parameter[9])
{
    double overhead;
    named("bus")->overhead(&overhead, &(fc_task_load){1, &n, usage, 4}, parameter);
    return overhead;
}

/* [taskgraph, footnote 5]: a read takes 8 bus cycles, 3 of them on the bus. Alone there is no waiting: a request every
 * 100 cycles adds 8 of them to 100, an invalidation 1, a remote cache's read 3 + 2. */
static const double cycles[9] = {1, 2, 1, 2, 5, 5, 2, 2, 3};

static void test_models_task_system__bus_alone(void **state)
{
    (void)state;
    assert_true(fabs(bus(1, (double[]){0.01, 0, 0, 0}, cycles) - 0.08) < 1e-14);
    assert_true(fabs(bus(1, (double[]){0.01, 1, 0, 0}, cycles) - 0.01) < 1e-14);
    assert_true(fabs(bus(1, (double[]){0.01, 0, 0, 1}, cycles) - 0.05) < 1e-14);
    assert_true(fabs(bus(1, (double[]){0.01, 0, 0.5, 0}, cycles) - 0.09) < 1e-14);
    assert_true(bus(7, (double[]){0, 0, 0, 0}, cycles) == 0);
}

/* More processes wait more; the bus is the bound: n processes that ask for 3 cycles of it each round take at least 3 n
 * cycles a round. */
static void test_models_task_system__bus_saturates(void **state)
{
    (void)state;
    const double usage[4] = {0.02, 0, 0, 0};
    double unlimited[9], last[2] = {0};
    memcpy(unlimited, cycles, sizeof unlimited);
    unlimited[8] = 1000;
    for (int n = 1; n <= 64; n++) {
        double overhead[2] = {bus(n, usage, cycles), bus(n, usage, unlimited)};
        for (int i = 0; i < 2; i++) {
            assert_true(overhead[i] > last[i]);
            assert_true(50 * (1 + overhead[i]) >= 3 * n * (1 - 1e-12));
            last[i] = overhead[i];
        }
        assert_true(overhead[0] >= overhead[1]);
    }
    assert_true(50 * (1 + last[1]) < 1.01 * 3 * 64); /* and it comes near: no other center is as busy */
}

/* Invalidations alone use only the bus: mean value analysis of one delay and one constant server. */
static void test_models_task_system__bus_of_invalidations(void **state)
{
    (void)state;
    fc_center center[] = {{FC_CENTER_DELAY, 20, 0, 0}, {FC_CENTER_CONSTANT, 1, 0, 0}};
    for (int n = 1; n < 40; n += 5) {
        fc_queue_network network = fc_mva_exact(center, 2, n);
        assert_true(fabs(bus(n, (double[]){0.05, 1, 0, 0}, cycles) - (network.round_s - 20) / 20) < 1e-12);
    }
}

/* Fewer reads under way at once: more blocking. As many as there are processes: none. */
static void test_models_task_system__bus_blocks(void **state)
{
    (void)state;
    const double usage[4] = {0.05, 0, 0, 0};
    double parameter[9], last = INFINITY;
    memcpy(parameter, cycles, sizeof parameter);
    for (int outstanding = 1; outstanding <= 12; outstanding++) {
        parameter[8] = outstanding;
        double overhead = bus(12, usage, parameter);
        assert_true(overhead <= last);
        last = overhead;
    }
    parameter[8] = 1000;
    assert_true(bus(12, usage, parameter) == last);
}

/* Two classes: the one that asks twice as often loses twice as much; the mean task decides how much. */
static void test_models_task_system__two_classes(void **state)
{
    (void)state;
    const double usage[2][4] = {{0.01, 0, 0, 0}, {0.02, 0, 0, 0}}, mean[4] = {0.015, 0, 0, 0};
    const int executing[2] = {3, 3};
    double overhead[2];
    named("bus")->overhead(overhead, &(fc_task_load){2, executing, usage[0], 4}, cycles);
    assert_true(fabs(overhead[1] - 2 * overhead[0]) < 1e-15);
    assert_true(fabs(overhead[0] / 0.01 - bus(6, mean, cycles) / 0.015) < 1e-12);
}

/* [machine] eq. 3: four tasks with tau_proc = 0.75, tau_mem = 0.25 each. R: 0.25, 0.3125, ... by the recursion. */
static void test_models_task_system__node(void **state)
{
    (void)state;
    const double usage = 0.25;
    double overhead, R = 0.25;
    int n = 4;
    for (int p = 1; p < n; p++)
        R = (1 + p * R / (0.75 + R)) * 0.25;
    named("node")->overhead(&overhead, &(fc_task_load){1, &n, &usage, 1}, NULL);
    assert_true(fabs(overhead - (R - 0.25)) < 1e-15);
}

/* One process never waits; two that return after 2 s and hold 1 s: M/M/1//2 with Z = 2, s = 1, wait 1/3. Many without
 * think time wait for all others. */
static void test_models_task_system__lock(void **state)
{
    (void)state;
    assert_true(fc_task_lock_seconds(0.5, 1, 10) == 0.5 && fc_task_lock_seconds(0, 9, 10) == 0 &&
                fc_task_lock_seconds(0.5, 9, 0) == 4.5);
    assert_true(fabs(fc_task_lock_seconds(1, 2, 2) - 4.0 / 3) < 1e-15);
    assert_true(fabs(fc_task_lock_seconds(1, 2.5, 2) - (4.0 / 3 + fc_task_lock_seconds(1, 3, 2)) / 2) < 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_models_task_system__bus_alone),
        cmocka_unit_test(test_models_task_system__bus_saturates),
        cmocka_unit_test(test_models_task_system__bus_of_invalidations),
        cmocka_unit_test(test_models_task_system__bus_blocks),
        cmocka_unit_test(test_models_task_system__two_classes),
        cmocka_unit_test(test_models_task_system__node),
        cmocka_unit_test(test_models_task_system__lock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
