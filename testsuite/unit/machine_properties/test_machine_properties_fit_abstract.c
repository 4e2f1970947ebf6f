/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Abstract networks found from exchanges whose times are worked out by hand: two sites of unequal size, joined by a
 * line that all messages between them share. */
#include "machine_properties/calibration/fit_abstract.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

enum {
    MOST = FC_NETWORK_FIT_MOST,
    NODES = 9
};
static const double bytes = 1e6, bandwidth = 1e8;

/* The sites, of three and six nodes; within the second one, two nodes share a line of their own. */
static const unsigned long long first = 1 << 1 | 1 << 4 | 1 << 6, pair = 1 << 0 | 1 << 7;

typedef struct truth {
    double line, pair_line, far_bandwidth; /* B/s: of all messages between the sites, of those of the pair; of each */
} truth;

static bool crosses(unsigned long long group, int i, int j)
{
    return (group >> i & 1) != (group >> j & 1);
}

static double latency(int i, int j)
{
    return crosses(first, i, j) ? 30e-6 : crosses(pair, i, j) ? 15e-6 : 10e-6;
}

/* Every message of an exchange moves at the rate that its links give each message if they share equally. */
static double exchange_time(const truth *of, const int *to, int n)
{
    double most = 0;
    int out[2] = {0, 0}, in[2] = {0, 0};
    const unsigned long long group[2] = {first, pair};
    for (int i = 0; i < n; i++)
        for (int g = 0; g < 2; g++)
            if (crosses(group[g], i, to[i]))
                (group[g] >> i & 1 ? out : in)[g]++;
    for (int i = 0; i < n; i++) {
        double rate = to[i] != i && crosses(first, i, to[i]) ? of->far_bandwidth : bandwidth;
        const double line[2] = {of->line, of->pair_line};
        for (int g = 0; g < 2; g++)
            if (crosses(group[g], i, to[i]))
                rate = fmin(rate, line[g] / (group[g] >> i & 1 ? out : in)[g]);
        if (to[i] != i)
            most = fmax(most, latency(i, to[i]) + bytes / rate);
    }
    return most;
}

static fc_network_fit fit_of(const truth *of)
{
    static double distance[MOST * MOST], shift[MOST];
    double seconds[FC_ABSTRACT_MOST_EXCHANGES];
    int to[MOST];
    fc_abstract_plan plan;
    fc_network_fit fit;
    for (int i = 0; i < NODES; i++)
        for (int j = i + 1; j < NODES; j++)
            distance[i * NODES + j] = latency(i, j);
    for (int by = 1; by < NODES; by++) {
        for (int i = 0; i < NODES; i++)
            to[i] = (i + by) % NODES;
        shift[by] = exchange_time(of, to, NODES);
    }
    const fc_network_samples samples = {NODES, distance, shift, bytes, latency(0, 1) + bytes / bandwidth};
    fc_network_fit_samples(&fit, &samples);
    assert_false(fit.is_found);
    fc_abstract_plan_make(&plan, &samples);
    for (int k = 0; k < plan.n_exchanges; k++) {
        fc_abstract_plan_exchange(to, &plan, k);
        seconds[k] = exchange_time(of, to, NODES);
    }
    fc_abstract_plan_fit(&fit, &plan, &samples, seconds);
    return fit;
}

static void check_distances(const fc_network *network)
{
    static const double beyond[] = {0, 5e-6, 20e-6};
    const fc_abstract_network *of = &network->abstract;
    assert_int_equal(network->model, FC_TOPOLOGY_ABSTRACT);
    assert_int_equal(of->n_nodes, NODES);
    assert_int_equal(of->n_distances, 3);
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++) {
            int kind = crosses(first, i, j) ? 2 : crosses(pair, i, j);
            assert_true(i == j || of->pair[i][j] == kind);
            assert_true(fabs(of->distance[kind].latency_s - beyond[kind]) < 1e-12);
        }
    assert_true(fabs(network->link[0].bandwidth / bandwidth - 1) < 0.01);
}

/* Three messages share each direction of the line, which has room for one and a half. */
static void test_machine_properties_fit_abstract__a_shared_line(void **state)
{
    (void)state;
    fc_network_fit fit = fit_of(&(truth){1.5 * bandwidth, 2 * bandwidth, bandwidth});
    check_distances(&fit.network);
    assert_int_equal(fit.network.abstract.n_groups, 1);
    assert_true(fit.network.abstract.group[0].nodes == first);
    assert_true(fabs(fit.network.abstract.group[0].bandwidth / bandwidth / 1.5 - 1) < 0.01);
    assert_true(fit.shift_error[1] < 0.03 && fit.distance_error < 0.001);
}

/* Groups within groups: the pair of nodes shares a line of 1.2 links. */
static void test_machine_properties_fit_abstract__nested_groups(void **state)
{
    (void)state;
    fc_network_fit fit = fit_of(&(truth){2 * bandwidth, 1.2 * bandwidth, bandwidth});
    check_distances(&fit.network);
    assert_int_equal(fit.network.abstract.n_groups, 2);
    assert_true(fit.network.abstract.group[0].nodes == pair && fit.network.abstract.group[1].nodes == first);
    assert_true(fabs(fit.network.abstract.group[0].bandwidth / bandwidth / 1.2 - 1) < 0.01);
    assert_true(fabs(fit.network.abstract.group[1].bandwidth / bandwidth / 2 - 1) < 0.01);
}

/* A single message between the sites is slower, but several do not disturb each other. */
static void test_machine_properties_fit_abstract__slow_distances(void **state)
{
    (void)state;
    fc_network_fit fit = fit_of(&(truth){9 * bandwidth, 9 * bandwidth, bandwidth / 2});
    check_distances(&fit.network);
    assert_int_equal(fit.network.abstract.n_groups, 0);
    assert_true(fit.network.abstract.distance[0].bandwidth == 0 && fit.network.abstract.distance[1].bandwidth == 0);
    assert_true(fabs(fit.network.abstract.distance[2].bandwidth / bandwidth * 2 - 1) < 0.01);
}

/* More distances than classes: the classes become wider, and hold all pairs. */
static void test_machine_properties_fit_abstract__many_distances(void **state)
{
    static double distance[40 * 40];
    const fc_network_samples samples = {.n = 40, .distance = distance};
    fc_abstract_plan plan;
    (void)state;
    for (int i = 0; i < 40; i++)
        for (int j = i + 1; j < 40; j++)
            distance[i * 40 + j] = 1e-6 * pow(1.05, (i * 7 + j * j) % 90);
    fc_abstract_plan_make(&plan, &samples);
    assert_in_range(plan.network.abstract.n_distances, FC_MAX_DISTANCES / 2, FC_MAX_DISTANCES);
    assert_true(plan.distance_error < 0.5);
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
            assert_in_range(plan.network.abstract.pair[i][j], 0, plan.network.abstract.n_distances - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_properties_fit_abstract__a_shared_line),
        cmocka_unit_test(test_machine_properties_fit_abstract__nested_groups),
        cmocka_unit_test(test_machine_properties_fit_abstract__slow_distances),
        cmocka_unit_test(test_machine_properties_fit_abstract__many_distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
