/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distances by breadth-first search on explicit graphs, which know no coordinates of the fit. */
#include "machine_properties/calibration/fit_network.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

enum {
    MOST = 64 /* nodes and switches */
};
static const double bytes = 1e6, bandwidth = 1e8, start = 1e-5, step = 2e-6;

typedef struct graph {
    int n, vertices; /* nodes come first */
    bool edge[MOST][MOST];
} graph;

static void join(graph *g, int a, int b)
{
    g->edge[a][b] = g->edge[b][a] = true;
}

static int hops(const graph *g, int from, int to)
{
    int queue[MOST], far[MOST], first = 0, n = 0;
    for (int v = 0; v < g->vertices; v++)
        far[v] = -1;
    far[from] = 0;
    for (queue[n++] = from; far[to] < 0; first++)
        for (int v = 0; v < g->vertices; v++)
            if (g->edge[queue[first]][v] && far[v] < 0) {
                far[v] = far[queue[first]] + 1;
                queue[n++] = v;
            }
    return far[to];
}

/* jitter: largest relative deviation of a distance. */
static fc_network_fit fit_of(const graph *g, double jitter, double slowdown)
{
    static double distance[MOST * MOST], shift[MOST];
    fc_network_fit fit;
    for (int i = 0; i < g->n; i++)
        for (int j = i + 1; j < g->n; j++)
            distance[i * g->n + j] = (start + step * hops(g, i, j)) * (1 + jitter * sin(17 * i + 5 * j));
    for (int i = 1; i < g->n; i++)
        shift[i] = distance[1] + slowdown * bytes / bandwidth;
    fc_network_fit_samples(&fit, &(fc_network_samples){g->n, distance, shift, bytes, distance[1] + bytes / bandwidth});
    return fit;
}

static void test_machine_properties_fit_network__one_switch(void **state)
{
    graph g = {.n = 12, .vertices = 13};
    (void)state;
    for (int i = 0; i < 12; i++)
        join(&g, i, 12);
    fc_network_fit fit = fit_of(&g, 0.01, 1);
    assert_true(fit.is_found && fit.network.model == FC_TOPOLOGY_FLAT && fit.shift_error[1] < 0.01);
    assert_true(fabs(fit.network.link[0].bandwidth / bandwidth - 1) < 0.01);
}

/* Six leaves of four nodes below one switch. */
static void test_machine_properties_fit_network__a_fat_tree(void **state)
{
    graph g = {.n = 24, .vertices = 31};
    (void)state;
    for (int i = 0; i < 24; i++)
        join(&g, i, 24 + i / 4);
    for (int leaf = 24; leaf < 30; leaf++)
        join(&g, leaf, 30);
    fc_network_fit fit = fit_of(&g, 0.01, 2);
    assert_true(fit.is_found && fit.network.model == FC_TOPOLOGY_FAT_TREE);
    assert_int_equal(fit.network.shape[0], 4);
    assert_int_equal(fit.network.shape[1], 6);
    assert_true(fabs(fit.network.link[1].latency_s / step - 1) < 0.1);
}

static graph grid_of(int a, int b, bool wraps)
{
    graph g = {.n = a * b, .vertices = a * b};
    for (int i = 0; i < a * b; i++) {
        int x = i % a, y = i / a;
        if (x + 1 < a || wraps)
            join(&g, i, (x + 1) % a + y * a);
        if (y + 1 < b || wraps)
            join(&g, i, x + (y + 1) % b * a);
    }
    return g;
}

static void test_machine_properties_fit_network__torus_and_mesh(void **state)
{
    (void)state;
    for (int wraps = 0; wraps < 2; wraps++) {
        graph g = grid_of(6, 4, wraps);
        fc_network_fit fit = fit_of(&g, 0.01, 2);
        assert_true(fit.is_found && fit.network.model == (wraps ? FC_TOPOLOGY_TORUS : FC_TOPOLOGY_MESH));
        assert_int_equal(fit.network.n_levels, 2);
        assert_int_equal(fit.network.shape[0], 6);
        assert_int_equal(fit.network.shape[1], 4);
        assert_true(fabs(fit.network.link[0].latency_s / step - 1) < 0.1);
    }
}

/* Three groups of two routers of two nodes; a link between each two groups. */
static void test_machine_properties_fit_network__a_dragonfly(void **state)
{
    graph g = {.n = 12, .vertices = 18};
    (void)state;
    for (int i = 0; i < 12; i++)
        join(&g, i, 12 + i / 2);
    for (int group = 0; group < 3; group++)
        join(&g, 12 + 2 * group, 13 + 2 * group);
    join(&g, 12, 14), join(&g, 13, 16), join(&g, 15, 17);
    fc_network_fit fit = fit_of(&g, 0.001, 2);
    assert_true(fit.is_found && fit.network.model == FC_TOPOLOGY_DRAGONFLY && fit.network.n_levels == 3);
    assert_int_equal(fit.network.shape[0], 3);
    assert_int_equal(fit.network.shape[1], 2);
    assert_int_equal(fit.network.shape[2], 2);
    assert_true(fabs(fit.network.link[1].latency_s / step - 1) < 0.1);
}

/* Chords of a ring that no topology has; and the nodes of a torus in another order. */
static void test_machine_properties_fit_network__abstract(void **state)
{
    (void)state;
    graph g = {.n = 20, .vertices = 20}, mixed = {.n = 24, .vertices = 24}, torus = grid_of(6, 4, true);
    for (int i = 0; i < 20; i++) {
        join(&g, i, (i + 1) % 20);
        join(&g, i, i * 7 % 20);
    }
    for (int i = 0; i < 24; i++)
        for (int j = 0; j < 24; j++)
            mixed.edge[i * 5 % 24][j * 5 % 24] |= torus.edge[i][j];
    assert_false(fit_of(&g, 0, 1).is_found);
    assert_false(fit_of(&mixed, 0, 1).is_found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_properties_fit_network__one_switch),
        cmocka_unit_test(test_machine_properties_fit_network__a_fat_tree),
        cmocka_unit_test(test_machine_properties_fit_network__a_dragonfly),
        cmocka_unit_test(test_machine_properties_fit_network__torus_and_mesh),
        cmocka_unit_test(test_machine_properties_fit_network__abstract),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
