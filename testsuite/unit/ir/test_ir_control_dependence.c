/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control dependence by hand; random graphs against the definition of Ferrante, Ottenstein and Warren (1987). */
#include "analyzer/ir/control_dependence.h"
#include "testsuite/unit/random_graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* depends: for each node, the set of edges that it depends on, as bits. */
static void expect_dependence(int n, const fc_graph_edge *edge, int n_edges, const unsigned *depends)
{
    fc_graph graph;
    fc_dominance post;
    fc_control_dependence dependence;
    fc_graph_create(&graph, n, edge, n_edges);
    fc_dominance_create(&post, &graph, n - 1, FC_GRAPH_BACKWARD);
    fc_control_dependence_create(&dependence, &graph, &post);
    assert_true(fc_control_dependence_is_valid(&dependence, &graph, &post));
    for (int v = 0; v < n; v++) {
        unsigned found = 0;
        for (int i = dependence.first[v]; i < dependence.first[v + 1]; i++)
            found |= 1u << dependence.edge[i];
        assert_int_equal(found, depends[v]);
    }
    fc_control_dependence_free(&dependence);
    fc_dominance_free(&post);
    fc_graph_free(&graph);
}

/* 0: if (c) 1; else 2; 3. Edges: 0 true, 1 false. */
static void test_ir_control_dependence__branches_depend_on_their_condition(void **state)
{
    (void)state;
    static const fc_graph_edge edge[] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
    static const unsigned depends[] = {0, 1, 2, 0};
    expect_dependence(4, edge, COUNT(edge), depends);
}

/* 0; while (1) 2; 3. The condition decides whether it runs again. */
static void test_ir_control_dependence__a_loop_depends_on_its_own_condition(void **state)
{
    (void)state;
    static const fc_graph_edge edge[] = {{0, 1}, {1, 2}, {1, 3}, {2, 1}};
    static const unsigned depends[] = {0, 2, 2, 0};
    expect_dependence(4, edge, COUNT(edge), depends);
}

/* do { 1; if (2) break; 3; } while (3); 4. Edges: 1 = leave, 2 = stay, 3 = again, 4 = done. */
static void test_ir_control_dependence__an_early_exit_decides_the_rest_of_the_body(void **state)
{
    (void)state;
    static const fc_graph_edge edge[] = {{0, 1}, {2, 4}, {2, 3}, {3, 1}, {3, 4}, {1, 2}};
    static const unsigned depends[] = {0, 1u << 3, 1u << 3, 1u << 2, 0};
    expect_dependence(5, edge, COUNT(edge), depends);
}

/* if (0 && 1) 2; else 3; 4. The else branch depends on both conditions. */
static void test_ir_control_dependence__short_circuits(void **state)
{
    (void)state;
    static const fc_graph_edge edge[] = {{0, 1}, {0, 3}, {1, 2}, {1, 3}, {2, 4}, {3, 4}};
    static const unsigned depends[] = {0, 1u << 0, 1u << 2, 1u << 1 | 1u << 3, 0};
    expect_dependence(5, edge, COUNT(edge), depends);
}

static bool is_listed(const fc_control_dependence *dependence, int node, int edge)
{
    for (int i = dependence->first[node]; i < dependence->first[node + 1]; i++)
        if (dependence->edge[i] == edge)
            return true;
    return false;
}

/* postdominates[a][b]: without a, no path leads from b to the exit. */
static void check_dependence(const fc_graph *graph)
{
    bool postdominates[MAX_NODES][MAX_NODES];
    for (int a = 0; a < graph->n; a++) {
        reach_without(postdominates[a], graph, graph->n - 1, a, FC_GRAPH_BACKWARD);
        for (int b = 0; b < graph->n; b++)
            postdominates[a][b] = !postdominates[a][b];
    }
    fc_dominance post;
    fc_control_dependence dependence;
    fc_dominance_create(&post, graph, graph->n - 1, FC_GRAPH_BACKWARD);
    fc_control_dependence_create(&dependence, graph, &post);
    assert_true(fc_control_dependence_is_valid(&dependence, graph, &post));
    for (int v = 0; v < graph->n; v++)
        for (int i = 0; i < graph->n_edges; i++) {
            fc_graph_edge edge = graph->edge[i];
            bool is_strict = v != edge.from && postdominates[v][edge.from];
            assert_int_equal(is_listed(&dependence, v, i), postdominates[v][edge.to] && !is_strict);
        }
    fc_control_dependence_free(&dependence);
    fc_dominance_free(&post);
}

static void test_ir_control_dependence__random_graphs_agree_with_the_definition(void **state)
{
    (void)state;
    uint32_t seed = 1987;
    for (int i = 0; i < 3000; i++) {
        fc_graph graph;
        random_graph(&graph, &seed);
        check_dependence(&graph);
        fc_graph_free(&graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ir_control_dependence__branches_depend_on_their_condition),
        cmocka_unit_test(test_ir_control_dependence__a_loop_depends_on_its_own_condition),
        cmocka_unit_test(test_ir_control_dependence__an_early_exit_decides_the_rest_of_the_body),
        cmocka_unit_test(test_ir_control_dependence__short_circuits),
        cmocka_unit_test(test_ir_control_dependence__random_graphs_agree_with_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
