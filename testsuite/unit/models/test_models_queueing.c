/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/models/queueing.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_near(double got, double expected, double relative)
{
    if (fabs(got - expected) > relative * fabs(expected))
        fail_msg("%.17g instead of %.17g", got, expected);
}

/* [machine] Table 2 with Table 1's cycles, by hand, for B = 24, N_x = 10, N_y = 1:
 * madd 24^3*10 = 138240; ld_c 576*(12*10 - 1 + (2-1)*10) = 74304; st_c 576*10 = 5760; ld_m 576*21 = 12096; st_m 5760.
 * eq. 5: (138240*2 + 74304*0.46 + 5760*3) / 2 = 163969.92; eq. 6: (12096*2.5 + 5760*8.5) / 2 = 39600;
 * eq. 7: 163969.92 + (1 + 39600/203569.92) * 39600 = 203569.92 + 1568160000/203569.92 cycles. */
static void test_models_queueing__update_row(void **state)
{
    (void)state;
    double proc = 0.5 * (138240 * 2 + 74304 * 0.46 + 5760 * 3), mem = 0.5 * (12096 * 2.5 + 5760 * 8.5);
    assert_near(proc, 163969.92, 1e-15);
    assert_near(mem, 39600, 1e-15);
    assert_near(fc_node_time(2, proc, mem), 203569.92 + 1568160000 / 203569.92, 1e-15);
    assert_near(fc_node_time(1, proc, mem), 203569.92, 1e-15);
}

/* [machine] eq. 3 written out for three processors, tau_proc = 3, tau_mem = 2:
 * R(1) = 2; R(2) = (1 + 2/5) * 2 = 2.8; R(3) = (1 + 2*2.8/5.8) * 2 = 22.8/5.8. */
static void test_models_queueing__node(void **state)
{
    (void)state;
    assert_near(fc_node_time(2, 3, 2), 5.8, 1e-15);
    assert_near(fc_node_time(3, 3, 2), 3 + 22.8 / 5.8, 1e-15);
    assert_near(fc_node_time(7, 3, 0), 3, 1e-15);
}

/* More tasks than measured. tau_proc = 3, tau_mem = 1: one takes 4, R(2) = 1.25, R(3) = 1 + 2 * 1.25 / 4.25 = 27/17. If
 * one takes 2 and two take 5 each, they share a cache: all is shared, T(k) = 5 k / 2. */
static void test_models_queueing__node_extended(void **state)
{
    (void)state;
    assert_near(fc_node_extrapolate(4, 4.25, 2, 2), 4.25, 1e-14);
    assert_near(fc_node_extrapolate(4, 4.25, 2, 3), 3 + 27.0 / 17, 1e-14);
    assert_near(fc_node_extrapolate(4, 4.25, 2, 2.5), (4.25 + 3 + 27.0 / 17) / 2, 1e-14);
    assert_near(fc_node_extrapolate(4, 3 + 27.0 / 17, 3, 2), 4.25, 1e-13);
    assert_near(fc_node_extrapolate(2, 5, 2, 8), 20, 1e-14);
    assert_near(fc_node_extrapolate(2, 2, 2, 64), 2, 1e-15);
    for (int k = 2; k < 300; k += 7)
        assert_near(fc_node_extrapolate(4, 4.25, 2, k), fc_node_time(k, 3, 1), 1e-12);
}

/* With 3 s outside and a queue of 1 s, the position between two and four customers is that of T(3) between T(2) and
 * T(4); without waiting it is linear. */
static void test_models_queueing__node_between(void **state)
{
    (void)state;
    const int measured[2] = {2, 4};
    const double low = fc_node_time(2, 3, 1), middle = fc_node_time(3, 3, 1), high = fc_node_time(4, 3, 1);
    assert_near(fc_node_share(4, high, measured, 3), (middle - low) / (high - low), 1e-12);
    assert_near(fc_node_share(4, high, measured, 2), 0, 1e-15);
    assert_near(fc_node_share(4, high, measured, 4), 1, 1e-15);
    assert_near(fc_node_share(4, 4, measured, 3), 0.5, 1e-15);
    assert_near(fc_node_share(4, 3.9, measured, 3), 0.5, 1e-15);
}

/* Textbook cases: a balanced network of K queues has X(n) = n / (D (n + K - 1)); one queue alone has X = 1 / D;
 * delays alone have X = n / sum D. */
static void test_models_queueing__closed_cases(void **state)
{
    (void)state;
    for (int n = 1; n <= 200; n += 13) {
        fc_center balanced[4], delays[2] = {{FC_CENTER_DELAY, 0.3, 0, 0}, {FC_CENTER_DELAY, 1.7, 0, 0}};
        for (int k = 0; k < 4; k++)
            balanced[k] = (fc_center){FC_CENTER_QUEUE, 0.25, 0, 0};
        assert_near(fc_mva_exact(balanced, 4, n).throughput, n / (0.25 * (n + 3)), 1e-12);
        assert_near(balanced[2].queue, n / 4.0, 1e-12);
        assert_near(fc_mva_exact(balanced, 1, n).throughput, 4, 1e-12);
        assert_near(fc_mva_exact(delays, 2, n).throughput, n / 2.0, 1e-12);
    }
}

/* Two queues with demands 0.6 and 0.3 and a delay of 1, two customers, from the product form:
 * G = sum over (n1, n2, n0) of 0.6^n1 0.3^n2 1^n0 / n0!; G(1) = 1.9, G(2) = 0.36 + 0.09 + 0.18 + 0.6 + 0.3 + 0.5
 * = 2.03; X(2) = G(1) / G(2). */
static void test_models_queueing__product_form(void **state)
{
    (void)state;
    fc_center center[] = {{FC_CENTER_QUEUE, 0.6, 0, 0}, {FC_CENTER_QUEUE, 0.3, 0, 0}, {FC_CENTER_DELAY, 1, 0, 0}};
    fc_queue_network network = fc_mva_exact(center, 3, 2);
    assert_near(network.throughput, 1.9 / 2.03, 1e-14);
    assert_near(network.utilization, 0.6 * 1.9 / 2.03, 1e-14);
    assert_near(center[0].queue + center[1].queue + center[2].queue, 2, 1e-14);
    assert_true(fc_mva_exact(center, 3, 0).throughput == 0 && center[0].queue == 0);
}

/* Constant service: with two customers and no delay one always waits, and half of the service in progress is left on
 * average: R(2) = 1 * (1 + 1 - 1/2). */
static void test_models_queueing__constant_service(void **state)
{
    (void)state;
    fc_center center[] = {{FC_CENTER_CONSTANT, 1, 0, 0}, {FC_CENTER_DELAY, 9, 0, 0}};
    assert_near(fc_mva_exact(center, 1, 2).round_s, 2, 1e-15);
    assert_near(fc_mva_exact(center, 2, 2).round_s, 10.05, 1e-15);
    for (int n = 3; n < 100; n++)
        assert_true(fc_mva_exact(center, 2, n).utilization <= 1 + 1e-15);
}

/* M/M/1//K is also the network of one delay and one queue; K = 2, s = 1, Z = 2 by hand: p = 1, 1, 1/2, so
 * X = (1 + 1/2) / 2.5 = 0.6 and waiting = (1/2) / 2.5 / 0.6 = 1/3; an arrival sees K = 1: p = 1, 1/2, blocked 1/3. */
static void test_models_queueing__finite_source(void **state)
{
    (void)state;
    fc_finite_source_result two = fc_finite_source_solve(&(fc_finite_source){2, 1, 2, 1});
    assert_near(two.throughput, 0.6, 1e-15);
    assert_near(two.wait_s, 1.0 / 3, 1e-15);
    assert_near(two.blocked, 1.0 / 3, 1e-15);
    for (int customers = 1; customers < 2000; customers = 2 * customers + 1)
        for (double think = 0.01; think < 3000; think *= 7) {
            fc_center center[] = {{FC_CENTER_DELAY, think, 0, 0}, {FC_CENTER_QUEUE, 0.5, 0, 0}};
            fc_queue_network network = fc_mva_exact(center, 2, customers);
            fc_finite_source_result wait = fc_finite_source_solve(&(fc_finite_source){customers, 1, think, 0.5});
            assert_near(wait.throughput, network.throughput, 1e-12);
            assert_true(fabs(wait.wait_s - (center[1].response_s - 0.5)) < 1e-12 * center[1].response_s);
        }
}

/* A server for each customer: no waiting. M/M/3//4 with Z = s = 1 by hand: p = 1, 4, 6, 4, 4/3: X = (4 + 12 + 12 + 4) /
 * (49/3); an arrival sees 1, 3, 3, 1: blocked 1/8. Without think time the servers are always busy. */
static void test_models_queueing__servers(void **state)
{
    (void)state;
    fc_finite_source_result all = fc_finite_source_solve(&(fc_finite_source){5, 5, 1, 3}),
                            three = fc_finite_source_solve(&(fc_finite_source){4, 3, 1, 1});
    assert_true(all.wait_s == 0 && all.blocked == 0);
    assert_near(all.throughput, 5 / 4.0, 1e-15);
    assert_near(three.throughput, (4 + 12 + 12 + 4) / (49 / 3.0), 1e-14);
    assert_near(three.blocked, 1 / 8.0, 1e-15);
    assert_near(fc_finite_source_solve(&(fc_finite_source){6, 2, 0, 1}).wait_s, 2, 1e-15);
    assert_near(fc_finite_source_solve(&(fc_finite_source){6, 2, 3, 0}).throughput, 2, 1e-15);
    assert_true(fc_finite_source_solve(&(fc_finite_source){0, 1, 1, 1}).throughput == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_models_queueing__node_extended),    cmocka_unit_test(test_models_queueing__node_between),
        cmocka_unit_test(test_models_queueing__update_row),       cmocka_unit_test(test_models_queueing__node),
        cmocka_unit_test(test_models_queueing__closed_cases),     cmocka_unit_test(test_models_queueing__product_form),
        cmocka_unit_test(test_models_queueing__constant_service), cmocka_unit_test(test_models_queueing__finite_source),
        cmocka_unit_test(test_models_queueing__servers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
