/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop nests by hand; on random graphs, loops against the definitions of natural loops and of irreducibility. */
#include "analyzer/ir/dominance.h"
#include "analyzer/ir/loop_nest.h"
#include "testsuite/unit/random_graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* header, parent, number of nodes */
typedef struct expected_loop {
    int header, parent, n_nodes;
    bool is_irreducible;
} expected_loop;

static void expect_loops(int n, const fc_graph_edge *edge, int n_edges, const expected_loop *wanted, int n_wanted)
{
    fc_graph graph;
    fc_loop_nest nest;
    fc_graph_create(&graph, n, edge, n_edges);
    fc_loop_nest_create(&nest, &graph, 0);
    assert_true(fc_loop_nest_is_valid(&nest, &graph, 0));
    assert_int_equal(nest.n_loops, n_wanted);
    for (int i = 0; i < n_wanted; i++) {
        assert_int_equal(nest.loop[i].header, wanted[i].header);
        assert_int_equal(nest.loop[i].parent, wanted[i].parent);
        assert_int_equal(nest.loop[i].n_nodes, wanted[i].n_nodes);
        assert_int_equal(nest.loop[i].is_irreducible, wanted[i].is_irreducible);
    }
    fc_loop_nest_free(&nest);
    fc_graph_free(&graph);
}

/* 1 { 2 {2 3} 4 } then 5 {5}, exit 6. */
static void test_ir_loop_nest__nested_loops_and_a_self_loop(void **state)
{
    (void)state;
    static const fc_graph_edge edge[] = {{0, 1}, {1, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 1}, {1, 5}, {5, 5}, {5, 6}};
    static const expected_loop wanted[] = {{1, -1, 4, false}, {2, 0, 2, false}, {5, -1, 1, false}};
    expect_loops(7, edge, COUNT(edge), wanted, COUNT(wanted));
}

/* Two back edges to one header (continue) are one loop. */
static void test_ir_loop_nest__back_edges_to_one_header_are_one_loop(void **state)
{
    (void)state;
    static const fc_graph_edge edge[] = {{0, 1}, {1, 2}, {1, 3}, {2, 1}, {3, 1}, {3, 4}};
    static const expected_loop wanted[] = {{1, -1, 3, false}};
    expect_loops(5, edge, COUNT(edge), wanted, COUNT(wanted));
}

/* The smallest irreducible graph: a cycle 1 <-> 2 with entries 0 -> 1 and 0 -> 2. */
static void test_ir_loop_nest__a_cycle_with_two_entries_is_irreducible(void **state)
{
    (void)state;
    static const fc_graph_edge edge[] = {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {1, 3}};
    static const expected_loop wanted[] = {{1, -1, 2, true}};
    expect_loops(4, edge, COUNT(edge), wanted, COUNT(wanted));
}

/* A reducible loop 1 around an irreducible cycle 2 <-> 3, which holds the reducible loop 3 <-> 4. */
static void test_ir_loop_nest__reducible_loops_around_and_inside_stay_reducible(void **state)
{
    (void)state;
    static const fc_graph_edge edge[] = {{0, 1}, {1, 2}, {1, 3}, {2, 3}, {3, 2},
                                         {3, 4}, {4, 3}, {2, 5}, {5, 1}, {5, 6}};
    static const expected_loop wanted[] = {{1, -1, 5, false}, {2, 0, 3, true}, {3, 1, 2, false}};
    expect_loops(7, edge, COUNT(edge), wanted, COUNT(wanted));
}

/* A graph without cycles has no loop. */
static void test_ir_loop_nest__a_branch_is_no_loop(void **state)
{
    (void)state;
    static const fc_graph_edge edge[] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
    expect_loops(4, edge, COUNT(edge), NULL, 0);
}

/* The nodes that reach a back edge to the header without passing the header. */
static void natural_loop(bool *wanted, const fc_graph *graph, const fc_dominance *dominance, int header)
{
    memset(wanted, 0, MAX_NODES * sizeof *wanted);
    wanted[header] = true;
    for (int i = 0; i < graph->n_edges; i++) {
        int latch = graph->edge[i].from;
        if (graph->edge[i].to != header || !fc_dominance_holds(dominance, header, latch))
            continue;
        bool reaches[MAX_NODES];
        reach_without(reaches, graph, latch, header, FC_GRAPH_BACKWARD);
        for (int v = 0; v < graph->n; v++)
            wanted[v] |= reaches[v];
    }
}

/* Whoever repeats the loop is in it: every loop whose header dominates its nodes is the natural loop of its header. */
static void check_loops(const fc_graph *graph)
{
    fc_dominance dominance;
    fc_loop_nest nest;
    fc_dominance_create(&dominance, graph, 0, FC_GRAPH_FORWARD);
    fc_loop_nest_create(&nest, graph, 0);
    assert_true(fc_loop_nest_is_valid(&nest, graph, 0));
    bool is_reducible = true;
    for (int i = 0; i < nest.n_loops; i++)
        is_reducible &= !nest.loop[i].is_irreducible;
    for (int i = 0; i < nest.n_loops; i++) {
        bool wanted[MAX_NODES];
        natural_loop(wanted, graph, &dominance, nest.loop[i].header);
        for (int v = 0; v < graph->n && !nest.loop[i].is_irreducible; v++)
            assert_int_equal(fc_loop_nest_holds(&nest, i, v), wanted[v]);
    }
    /* Hecht, Ullman 1974: reducible iff every back edge of a depth-first search enters a dominator of its source. */
    fc_graph_search search;
    fc_graph_search_create(&search, graph, 0, FC_GRAPH_FORWARD);
    bool all_dominated = true;
    for (int i = 0; i < graph->n_edges; i++) {
        bool is_back = fc_graph_search_is_below(&search, graph->edge[i].from, graph->edge[i].to);
        bool is_headed = fc_loop_nest_headed_by(&nest, graph->edge[i].to) != FC_GRAPH_NONE;
        assert_true(!is_back || is_headed);
        all_dominated &= !is_back || fc_dominance_holds(&dominance, graph->edge[i].to, graph->edge[i].from);
    }
    assert_int_equal(is_reducible, all_dominated);
    fc_graph_search_free(&search);
    fc_loop_nest_free(&nest);
    fc_dominance_free(&dominance);
}

static void test_ir_loop_nest__random_graphs_agree_with_the_definitions(void **state)
{
    (void)state;
    uint32_t seed = 1997;
    for (int i = 0; i < 3000; i++) {
        fc_graph graph;
        random_graph(&graph, &seed);
        check_loops(&graph);
        fc_graph_free(&graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ir_loop_nest__nested_loops_and_a_self_loop),
        cmocka_unit_test(test_ir_loop_nest__back_edges_to_one_header_are_one_loop),
        cmocka_unit_test(test_ir_loop_nest__a_cycle_with_two_entries_is_irreducible),
        cmocka_unit_test(test_ir_loop_nest__reducible_loops_around_and_inside_stay_reducible),
        cmocka_unit_test(test_ir_loop_nest__a_branch_is_no_loop),
        cmocka_unit_test(test_ir_loop_nest__random_graphs_agree_with_the_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
