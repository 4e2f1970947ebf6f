/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Networks: distances by hand, by brute force (a search over the links that routes name) and by [machine] eq. 8. */
#include "runtime/models/network.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST_LINKS = 64
};

static fc_network torus(int a, int b, int c)
{
    return (fc_network){.model = FC_TOPOLOGY_TORUS,
                        .n_levels = 3,
                        .shape = {a, b, c},
                        .link = {{1, 100}, {2, 50}, {4, 25}},
                        .measured = {0, 1}};
}

static int round_distance(int x, int y, int n)
{
    int d = abs(x - y);
    return d < n - d ? d : n - d;
}

static void test_network__torus_and_mesh_go_the_shortest_way(void **state)
{
    (void)state;
    fc_network t = torus(5, 4, 3), m = t;
    m.model = FC_TOPOLOGY_MESH;
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 60; j++) {
            int from[3] = {i % 5, i / 5 % 4, i / 20}, to[3] = {j % 5, j / 5 % 4, j / 20}, most = 0;
            double latency = 0, far = 0;
            for (int d = 0; d < 3; d++) {
                int steps = round_distance(from[d], to[d], t.shape[d]);
                latency += steps * t.link[d].latency_s;
                far += abs(from[d] - to[d]) * t.link[d].latency_s;
                most += steps;
            }
            fc_path path = fc_network_path(&t, i, j);
            assert_int_equal(path.links, most);
            assert_true(path.latency_s == latency);
            assert_true(path.links <= fc_network_diameter(&t));
            assert_true(fc_network_path(&m, i, j).latency_s == far);
            assert_true(fc_network_path(&m, i, j).links <= fc_network_diameter(&m));
        }
    assert_true(fc_network_path(&t, 0, 20).bandwidth == 25);
    assert_true(fc_network_path(&t, 0, 1).bandwidth == 100);
}

/* [machine] eq. 8: between any two of Y rows, a row to itself included, lie (Y^2 - 1) / (3 Y) links. */
static void test_network__mean_distance_of_a_line(void **state)
{
    (void)state;
    for (int rows = 2; rows < 40; rows += 7) {
        fc_network line = {.model = FC_TOPOLOGY_MESH, .n_levels = 1, .shape = {rows}, .link = {{1, 0}}};
        double sum = 0;
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < rows; j++)
                sum += fc_network_path(&line, i, j).latency_s;
        double expected = (rows * (double)rows - 1) / (3. * rows);
        assert_true(fabs(sum / rows / rows - expected) < 1e-12 * expected);
    }
}

/* Each link has its own number and starts at one place only, and no route uses one twice. */
static void check_links(const fc_network *network, int ends)
{
    int link[MOST_LINKS], n_links = fc_network_links(network, ends);
    int *seen = calloc((size_t)n_links, sizeof *seen);
    for (int i = 0; i < ends; i++)
        for (int j = 0; j < ends; j++) {
            fc_path path = fc_network_path(network, i, j);
            assert_true(path.links <= fc_network_diameter(network) && path.links <= MOST_LINKS);
            double narrowest = INFINITY;
            fc_network_route(link, network, i, j);
            for (int k = 0; k < path.links; k++) {
                assert_in_range(link[k], 0, n_links - 1);
                narrowest = fmin(narrowest, fc_network_bandwidth(network, link[k]));
                for (int l = 0; l < k; l++)
                    assert_int_not_equal(link[k], link[l]);
                seen[link[k]] = 1;
            }
            assert_true(narrowest == path.bandwidth);
            assert_int_equal(path.links == 0, i == j);
        }
    free(seen);
}

static const fc_network tree = {
    .model = FC_TOPOLOGY_FAT_TREE, .n_levels = 2, .shape = {4, 3}, .up = {1, 2}, .link = {{1, 100}, {10, 50}}};

static void test_network__links_are_distinguished(void **state)
{
    (void)state;
    fc_network t = torus(5, 4, 2), flat = {.n_levels = 1, .link = {{1, 7}}};
    fc_network dragonfly = {
        .model = FC_TOPOLOGY_DRAGONFLY, .n_levels = 3, .shape = {5, 4, 2}, .link = {{1, 100}, {3, 70}, {9, 50}}};
    check_links(&t, 40);
    check_links(&tree, 12);
    check_links(&flat, 9);
    check_links(&dragonfly, 40);
    assert_true(fc_network_path(&dragonfly, 0, 1).latency_s == 2);      /* the same router */
    assert_true(fc_network_path(&dragonfly, 0, 2).latency_s == 2 + 3);  /* the same group */
    assert_true(fc_network_path(&dragonfly, 0, 39).latency_s >= 2 + 9); /* another group */
}

/* Three groups of two chassis of four blades of two nodes, with the links of SimGrid's dragonfly: router b of a group
 * has the link to group b. From node 14, of group 0, chassis 1, blade 3, to node 46, of group 2, chassis 1, blade 3: to
 * blade 2, to chassis 0, to group 2, whose blade 0 has the link, to blade 3, to chassis 1. */
static void test_network__dragonfly_of_chassis(void **state)
{
    (void)state;
    fc_network n = {.model = FC_TOPOLOGY_DRAGONFLY,
                    .n_levels = 4,
                    .shape = {3, 2, 4, 2},
                    .link = {{1, 100}, {10, 70}, {100, 60}, {1000, 50}}};
    check_links(&n, 48);
    assert_int_equal(fc_network_diameter(&n), 7);
    assert_true(fc_network_path(&n, 14, 15).latency_s == 2);
    assert_true(fc_network_path(&n, 14, 8).latency_s == 2 + 10);
    assert_true(fc_network_path(&n, 14, 6).latency_s == 2 + 100);
    assert_true(fc_network_path(&n, 14, 0).latency_s == 2 + 10 + 100);
    assert_true(fc_network_path(&n, 14, 46).latency_s == 2 + 2 * 10 + 2 * 100 + 1000);
    assert_true(fc_network_path(&n, 4, 32).latency_s == 2 + 1000); /* blades 2 of group 0, 0 of group 2 */
    assert_true(fc_network_path(&n, 14, 46).bandwidth == 50);
}

/* SimGrid 3.32 (DragonflyZone::get_local_route): after the link from blade 3 of chassis 1 it goes on from chassis 0.
 * Half-way around a ring (TorusZone::get_local_route): from 2 to 0 by 1, from 3 to 1 by 0. */
static void test_network__routes_of_simgrid(void **state)
{
    (void)state;
    fc_network n = {.model = FC_TOPOLOGY_DRAGONFLY,
                    .routing = FC_ROUTING_SIMGRID,
                    .n_levels = 4,
                    .shape = {3, 2, 4, 2},
                    .link = {{1, 100}, {10, 70}, {100, 60}, {1000, 50}}};
    check_links(&n, 48);
    assert_int_equal(fc_network_diameter(&n), 7);
    assert_true(fc_network_path(&n, 14, 6).latency_s == 2 + 100);
    assert_true(fc_network_path(&n, 14, 8).latency_s == 2 + 10 + 100);
    assert_true(fc_network_path(&n, 14, 0).latency_s == 2 + 10);
    assert_true(fc_network_path(&n, 0, 14).latency_s == 2 + 10 + 100);
    assert_true(fc_network_path(&n, 14, 46).latency_s == 2 + 2 * 10 + 2 * 100 + 1000); /* as usual to another group */
    fc_network ring = {.model = FC_TOPOLOGY_TORUS, .n_levels = 1, .shape = {4}, .link = {{1, 100}}};
    int from_2[2], from_3[2], other[2];
    fc_network_route(other, &ring, 2, 0);
    ring.routing = FC_ROUTING_SIMGRID;
    fc_network_route(from_2, &ring, 2, 0);
    fc_network_route(from_3, &ring, 3, 1);
    assert_true(other[1] == from_3[0] && from_2[0] != from_3[0] && from_2[1] != from_3[0] && from_2[0] != from_3[1]);
}

/* Links up and down of 12 nodes, three leaf switches and two above: nodes of a leaf share its links up by the
 * destination's number, modulo two. */
static void test_network__fat_tree(void **state)
{
    (void)state;
    int a[4], b[4], c[4];
    assert_int_equal(fc_network_links(&tree, 12), 2 * 12 + 2 * 3 * 2);
    assert_true(fc_network_path(&tree, 0, 3).latency_s == 2);
    assert_true(fc_network_path(&tree, 0, 4).latency_s == 22);
    fc_network_route(a, &tree, 0, 4);
    fc_network_route(b, &tree, 1, 6);
    fc_network_route(c, &tree, 2, 7);
    assert_int_equal(a[2], b[2]); /* 4 and 6 are even: the same switch above, and down to their leaf */
    assert_int_equal(a[3], b[3]);
    assert_int_not_equal(a[2], c[2]);
    assert_int_not_equal(a[3], c[3]);
    assert_int_not_equal(a[0], b[0]);
}

/* Two cores of a socket, of a node, of different nodes: the latency of the level that joins them. */
static void test_network__hierarchical(void **state)
{
    (void)state;
    fc_network n = {
        .model = FC_TOPOLOGY_HIERARCHICAL, .n_levels = 3, .shape = {4, 2, 8}, .link = {{1, 400}, {2, 200}, {30, 100}}};
    assert_true(fc_network_terminals(&n) == 64);
    assert_true(fc_network_path(&n, 0, 3).latency_s == 1 && fc_network_path(&n, 0, 3).bandwidth == 400);
    assert_true(fc_network_path(&n, 0, 4).latency_s == 2 && fc_network_path(&n, 0, 4).bandwidth == 200);
    assert_true(fc_network_path(&n, 7, 8).latency_s == 30 && fc_network_path(&n, 7, 8).bandwidth == 100);
    check_links(&n, 64);
}

/* Five nodes; {0, 1, 2} share a line of 60, and {0, 1} in it one of 40. Links: out of node i 2 i, into it 2 i + 1; out
 * of the first group 10, into it 11, of the second one 12 and 13. */
static void test_network__abstract(void **state)
{
    fc_network n = {.model = FC_TOPOLOGY_ABSTRACT,
                    .n_levels = 1,
                    .link = {{0, 100}},
                    .abstract = {.n_nodes = 5,
                                 .n_distances = 3,
                                 .n_groups = 2,
                                 .distance = {{0, 0}, {3, 0}, {7, 30}},
                                 .group = {{1 | 2 | 4, 60}, {1 | 2, 40}}}};
    int out[4], in[4], inside[2];
    (void)state;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            n.abstract.pair[i][j] = (unsigned char)((i < 3) != (j < 3) ? 1 : (i < 2) != (j < 2));
    n.abstract.pair[4][3] = 2;
    assert_true(fc_network_terminals(&n) == 5 && fc_network_links(&n, 5) == 14 && fc_network_diameter(&n) == 4);
    fc_path path = fc_network_path(&n, 0, 4);
    assert_true(path.latency_s == 3 && path.bandwidth == 40 && path.links == 4);
    assert_true(fc_network_path(&n, 2, 3).bandwidth == 60 && fc_network_path(&n, 2, 3).links == 3);
    assert_true(fc_network_path(&n, 4, 3).latency_s == 7 && fc_network_path(&n, 4, 3).bandwidth == 30);
    assert_true(fc_network_path(&n, 3, 3).links == 0);
    fc_network_route(out, &n, 0, 4);
    fc_network_route(in, &n, 4, 1);
    fc_network_route(inside, &n, 0, 1);
    assert_true(out[0] == 0 && out[1] == 10 && out[2] == 12 && out[3] == 9);
    assert_true(in[0] == 8 && in[1] == 11 && in[2] == 13 && in[3] == 3);
    assert_true(inside[0] == 0 && inside[1] == 3);
    assert_true(fc_network_bandwidth(&n, 9) == 100 && fc_network_bandwidth(&n, 11) == 60);
    assert_true(fc_network_bandwidth(&n, 12) == 40);
}

static void test_network__latency_factors(void **state)
{
    (void)state;
    fc_network n = {.n_factors = 2, .factor_from = {0, 1000}, .factor = {2, 3}}, none = {.n_factors = 0};
    assert_true(fc_network_latency_factor(&n, 0) == 2 && fc_network_latency_factor(&n, 999) == 2);
    assert_true(fc_network_latency_factor(&n, 1000) == 3 && fc_network_latency_factor(&n, 1e9) == 3);
    assert_true(fc_network_latency_factor(&none, 5) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_network__torus_and_mesh_go_the_shortest_way),
        cmocka_unit_test(test_network__mean_distance_of_a_line),
        cmocka_unit_test(test_network__links_are_distinguished),
        cmocka_unit_test(test_network__dragonfly_of_chassis),
        cmocka_unit_test(test_network__routes_of_simgrid),
        cmocka_unit_test(test_network__fat_tree),
        cmocka_unit_test(test_network__hierarchical),
        cmocka_unit_test(test_network__abstract),
        cmocka_unit_test(test_network__latency_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
