/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dominators of the graphs of published papers, frontiers by hand, and random graphs against the definition: a
 * dominates b if without a no path leads from the root to b. */
#include "analyzer/ir/dominance.h"
#include "testsuite/unit/random_graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void expect_parents(int n, const fc_graph_edge *edge, int n_edges, int root, const int *wanted)
{
    fc_graph graph;
    fc_dominance dominance;
    fc_graph_create(&graph, n, edge, n_edges);
    fc_dominance_create(&dominance, &graph, root, FC_GRAPH_FORWARD);
    assert_true(fc_graph_is_valid(&graph));
    assert_true(fc_dominance_is_valid(&dominance, &graph));
    for (int v = 0; v < n; v++)
        assert_int_equal(dominance.parent[v], wanted[v]);
    fc_dominance_free(&dominance);
    fc_graph_free(&graph);
}

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* Cooper, Harvey, Kennedy 2001, figures 2 and 4: irreducible graphs whose nodes are all dominated by the root alone.
 * Their node k is k - 1 here. */
static void test_ir_dominance__irreducible_graphs_of_cooper_harvey_kennedy(void **state)
{
    (void)state;
    static const fc_graph_edge figure_2[] = {{4, 3}, {4, 2}, {3, 0}, {2, 1}, {0, 1}, {1, 0}};
    expect_parents(5, figure_2, COUNT(figure_2), 4, (int[]){4, 4, 4, 4, -1});
    static const fc_graph_edge figure_4[] = {{5, 4}, {5, 3}, {4, 0}, {3, 1}, {3, 2}, {0, 1}, {1, 0}, {1, 2}, {2, 1}};
    expect_parents(6, figure_4, COUNT(figure_4), 5, (int[]){5, 5, 5, 5, 5, -1});
}

/* Lengauer, Tarjan 1979, figures 1 and 2. */
static void test_ir_dominance__flow_graph_of_lengauer_tarjan(void **state)
{
    (void)state;
    enum {
        A,
        B,
        C,
        D,
        E,
        F,
        G,
        H,
        I,
        J,
        K,
        L,
        R
    };
    static const fc_graph_edge edge[] = {{R, A}, {R, B}, {R, C}, {A, D}, {B, A}, {B, D}, {B, E},
                                         {C, F}, {C, G}, {D, L}, {E, H}, {F, I}, {G, I}, {G, J},
                                         {H, E}, {H, K}, {I, K}, {J, I}, {K, I}, {K, R}, {L, H}};
    expect_parents(13, edge, COUNT(edge), R, (int[]){R, R, R, R, R, C, C, R, R, G, R, D, -1});
}

static void test_ir_dominance__nodes_that_are_not_reached_have_no_dominator(void **state)
{
    (void)state;
    static const fc_graph_edge edge[] = {{0, 1}, {2, 1}};
    expect_parents(3, edge, COUNT(edge), 0, (int[]){-1, 0, -1});
}

static bool is_in_frontier(const fc_dominance_frontiers *frontiers, int v, int w)
{
    for (int i = frontiers->first[v]; i < frontiers->first[v + 1]; i++)
        if (frontiers->node[i] == w)
            return true;
    return false;
}

/* 0 -> 1; loop 1 -> 2, 1 -> 5; branch 2 -> 3, 2 -> 4; both go back to 1. Dominator tree: 0 (1 (2 (3 4) 5)). */
static void test_ir_dominance__frontiers_of_a_loop_with_a_branch(void **state)
{
    (void)state;
    static const fc_graph_edge edge[] = {{0, 1}, {1, 2}, {1, 5}, {2, 3}, {2, 4}, {3, 1}, {4, 1}};
    fc_graph graph;
    fc_dominance dominance;
    fc_dominance_frontiers frontiers;
    fc_graph_create(&graph, 6, edge, COUNT(edge));
    fc_dominance_create(&dominance, &graph, 0, FC_GRAPH_FORWARD);
    fc_dominance_frontiers_create(&frontiers, &dominance, &graph);
    static const int size[] = {0, 1, 1, 1, 1, 0};
    for (int v = 0; v < 6; v++) {
        assert_int_equal(frontiers.first[v + 1] - frontiers.first[v], size[v]);
        assert_true(size[v] == 0 || is_in_frontier(&frontiers, v, 1));
    }
    fc_dominance_frontiers_free(&frontiers);
    fc_dominance_free(&dominance);
    fc_graph_free(&graph);
}

static void check_direction(const fc_graph *graph, int root, fc_graph_direction direction)
{
    fc_dominance dominance;
    fc_dominance_create(&dominance, graph, root, direction);
    assert_true(fc_dominance_is_valid(&dominance, graph));
    for (int a = 0; a < graph->n; a++) {
        bool reached[MAX_NODES];
        reach_without(reached, graph, root, a, direction);
        for (int b = 0; b < graph->n; b++)
            assert_int_equal(fc_dominance_holds(&dominance, a, b), !reached[b]);
    }
    for (int v = 0; v < graph->n; v++)
        assert_true(v == root ? dominance.parent[v] == FC_GRAPH_NONE
                              : fc_dominance_holds(&dominance, dominance.parent[v], v) && dominance.parent[v] != v);
    fc_dominance_free(&dominance);
}

static void check_frontiers(const fc_graph *graph)
{
    fc_dominance dominance;
    fc_dominance_frontiers frontiers;
    fc_dominance_create(&dominance, graph, 0, FC_GRAPH_FORWARD);
    fc_dominance_frontiers_create(&frontiers, &dominance, graph);
    for (int v = 0; v < graph->n; v++) {
        bool wanted[MAX_NODES] = {false};
        for (int i = 0; i < graph->n_edges; i++) {
            int w = graph->edge[i].to;
            bool is_strict = v != w && fc_dominance_holds(&dominance, v, w);
            wanted[w] |= fc_dominance_holds(&dominance, v, graph->edge[i].from) && !is_strict;
        }
        int n = 0;
        for (int w = 0; w < graph->n; w++) {
            assert_int_equal(is_in_frontier(&frontiers, v, w), wanted[w]);
            n += wanted[w];
        }
        assert_int_equal(frontiers.first[v + 1] - frontiers.first[v], n);
    }
    fc_dominance_frontiers_free(&frontiers);
    fc_dominance_free(&dominance);
}

static void test_ir_dominance__random_graphs_agree_with_the_definitions(void **state)
{
    (void)state;
    uint32_t seed = 20;
    for (int i = 0; i < 3000; i++) {
        fc_graph graph;
        random_graph(&graph, &seed);
        assert_true(fc_graph_is_valid(&graph));
        check_direction(&graph, 0, FC_GRAPH_FORWARD);
        check_direction(&graph, graph.n - 1, FC_GRAPH_BACKWARD);
        check_frontiers(&graph);
        fc_graph_free(&graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ir_dominance__irreducible_graphs_of_cooper_harvey_kennedy),
        cmocka_unit_test(test_ir_dominance__flow_graph_of_lengauer_tarjan),
        cmocka_unit_test(test_ir_dominance__nodes_that_are_not_reached_have_no_dominator),
        cmocka_unit_test(test_ir_dominance__frontiers_of_a_loop_with_a_branch),
        cmocka_unit_test(test_ir_dominance__random_graphs_agree_with_the_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
