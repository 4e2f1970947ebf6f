/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/models/kruskal_weiss.h"
#include "runtime/taskgraph/analysis/structure.h"
#include "runtime/taskgraph/analysis/task_analysis.h"
#include "runtime/taskgraph/core/critical_path.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static uint64_t state = 7;

static uint32_t below(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static fc_taskgraph begin(uint32_t n)
{
    fc_taskgraph graph = {0};
    fc_taskgraph_add_block(&graph, "t", &(fc_task_block){.slots = n, .split_of = 1});
    return graph;
}

/* A random series-parallel run of tasks: its entries and exits are joined by a task, as blocks are. */
static void add_series_parallel(fc_taskgraph *graph, uint32_t depth, uint32_t end[2])
{
    if (depth == 0) {
        end[0] = end[1] = fc_taskgraph_add_task(graph, below(9), graph->n, 0);
        return;
    }
    uint32_t parts = 1 + below(3), inner[2], previous = 0;
    if (below(2)) { /* one after the other */
        for (uint32_t i = 0; i < parts; i++) {
            add_series_parallel(graph, depth - 1, inner);
            if (i == 0)
                end[0] = inner[0];
            else
                fc_taskgraph_add_edge(graph, previous, inner[0], 0);
            previous = inner[1];
        }
        end[1] = previous;
        return;
    }
    end[0] = fc_taskgraph_add_task(graph, below(9), graph->n, 0);
    end[1] = fc_taskgraph_add_task(graph, below(9), graph->n, 0);
    for (uint32_t i = 0; i < parts; i++) {
        add_series_parallel(graph, depth - 1, inner);
        fc_taskgraph_add_edge(graph, end[0], inner[0], 0);
        fc_taskgraph_add_edge(graph, inner[1], end[1], 0);
    }
}

/* A series and parallel composition is reduced to one vertex, with the longest path's time. */
static void test_taskgraph_structure__series_parallel(void **unused)
{
    (void)unused;
    for (int round = 0; round < 200; round++) {
        fc_taskgraph graph = begin(100000);
        fc_critical_path path;
        uint32_t end[2];
        add_series_parallel(&graph, 1 + below(5), end);
        assert_int_equal(fc_taskgraph_close(&graph, FC_NOWHERE, NULL), FC_OK);
        fc_critical_path_find(&path, &graph);
        fc_structure_reduction reduced = fc_structure_reduce(&graph);
        assert_int_equal(reduced.left, 1);
        assert_true(reduced.time_s == path.time_s);
        fc_critical_path_free(&path);
        fc_taskgraph_free(&graph);
    }
}

/* The smallest graph that is not series-parallel: a -> c, a -> d, b -> d. */
static void test_taskgraph_structure__not_series_parallel(void **unused)
{
    (void)unused;
    fc_taskgraph graph = begin(4);
    for (uint32_t i = 0; i < 4; i++)
        fc_taskgraph_add_task(&graph, 1, i, 0);
    fc_taskgraph_add_edge(&graph, 0, 2, 0);
    fc_taskgraph_add_edge(&graph, 0, 3, 0);
    fc_taskgraph_add_edge(&graph, 1, 3, 0);
    assert_int_equal(fc_taskgraph_close(&graph, FC_NOWHERE, NULL), FC_OK);
    assert_int_equal(fc_structure_reduce(&graph).left, 4);
    fc_structure_phase *phase;
    size_t n;
    assert_false(fc_structure_phases(&phase, &n, &graph));
    fc_taskgraph_free(&graph);
}

/* A loop of demands 1, 2, 3, a barrier, a task of 5, a loop of 4, 4. Mean 2, deviation sqrt(2/3). On two processes: 3 +
 * s sqrt(2 ln 2), 5, 4. */
static void test_taskgraph_structure__fork_join(void **unused)
{
    (void)unused;
    fc_taskgraph graph = begin(6);
    static const double demand[] = {1, 2, 3, 5, 4, 4};
    for (uint32_t i = 0; i < 6; i++)
        fc_taskgraph_add_task(&graph, demand[i], i, 0);
    for (uint32_t i = 0; i < 3; i++)
        fc_taskgraph_add_edge(&graph, i, 3, 0);
    fc_taskgraph_add_edge(&graph, 3, 4, 0);
    fc_taskgraph_add_edge(&graph, 3, 5, 0);
    assert_int_equal(fc_taskgraph_close(&graph, FC_NOWHERE, NULL), FC_OK);
    fc_structure_phase *phase;
    size_t n;
    assert_true(fc_structure_phases(&phase, &n, &graph));
    assert_int_equal(n, 3);
    assert_true(phase[0].n == 3 && phase[0].mean_s == 2 && fabs(phase[0].deviation_s - sqrt(2.0 / 3)) < 1e-15);
    double spread = sqrt(2 * log(2));
    assert_true(fabs(fc_structure_kruskal_weiss(phase, n, 2, 0, false) - (12 + sqrt(2.0 / 3) * spread)) < 1e-14);
    assert_true(fabs(fc_structure_kruskal_weiss(phase, n, 2, 0, true) - (12 + (2 + 4) * spread)) < 1e-14);
    assert_true(fabs(fc_structure_kruskal_weiss(phase, n, 1, 0.5, true) - (19 + 3)) < 1e-14);
    assert_true(fc_kruskal_weiss_time(3, 100, 2, 0, 0) == 2);
    free(phase);
    fc_taskgraph_free(&graph);
}

static double time_under(const fc_taskgraph *graph, fc_schedule_kind kind, uint32_t processes)
{
    fc_analysis result;
    fc_task_analysis_options options = {.processes = processes, .schedule = {.kind = kind, .chunk = 1}};
    assert_int_equal(fc_task_analysis_run(&result, graph, &options, NULL), FC_OK);
    return result.time_s;
}

/* The condensed graph takes exactly the same time, and never has more tasks [taskgraph, section 3.2]. */
static void test_taskgraph_structure__condensed(void **unused)
{
    (void)unused;
    uint32_t before = 0, after = 0;
    for (int round = 0; round < 500; round++) {
        const uint32_t n = 1 + below(40), processes = 1 + below(4);
        const fc_schedule_kind kind = below(2) ? FC_SCHEDULE_BLOCK : FC_SCHEDULE_CYCLIC;
        fc_taskgraph graph = begin(n), condensed;
        for (uint32_t i = 0; i < n; i++)
            fc_taskgraph_add_task(&graph, below(9), i, 0);
        for (uint32_t e = 0, edges = below(n); e < edges; e++) {
            uint32_t a = below(n), b = below(n);
            if (a != b)
                fc_taskgraph_add_edge(&graph, a < b ? a : b, a < b ? b : a, below(5) ? 0 : below(9));
        }
        assert_int_equal(fc_taskgraph_close(&graph, FC_NOWHERE, NULL), FC_OK);
        fc_structure_condense(&condensed, &graph, &(fc_schedule){.kind = kind, .chunk = 1}, processes);
        assert_true(fc_taskgraph_is_valid(&condensed));
        assert_true(time_under(&condensed, FC_SCHEDULE_LISTED, processes) == time_under(&graph, kind, processes));
        before += graph.n;
        after += condensed.n;
        fc_taskgraph_free(&condensed);
        fc_taskgraph_free(&graph);
    }
    assert_true(after < before);
}

/* Two loops of 40 with a barrier between and after: on 4 processes each has one task a loop. */
static void test_taskgraph_structure__condensed_loops(void **unused)
{
    (void)unused;
    fc_taskgraph graph = begin(82), condensed;
    for (uint32_t loop = 0; loop < 2; loop++) {
        const uint32_t first = graph.n;
        for (uint32_t i = 0; i < 40; i++)
            fc_taskgraph_add_task(&graph, 1 + i % 3, i, 0);
        uint32_t join = fc_taskgraph_add_task(&graph, 0, FC_TASKGRAPH_JOIN, 0);
        for (uint32_t i = 0; i < 40; i++) {
            fc_taskgraph_add_edge(&graph, first + i, join, 0);
            if (loop > 0)
                fc_taskgraph_add_edge(&graph, first - 1, first + i, 0);
        }
    }
    assert_int_equal(fc_taskgraph_close(&graph, FC_NOWHERE, NULL), FC_OK);
    fc_structure_condense(&condensed, &graph, &(fc_schedule){.kind = FC_SCHEDULE_CYCLIC, .chunk = 1}, 4);
    assert_int_equal(condensed.n, 4 + 1 + 4 + 1);
    assert_int_equal(condensed.n_edges, 4 * 3);
    assert_true(time_under(&condensed, FC_SCHEDULE_LISTED, 4) == time_under(&graph, FC_SCHEDULE_CYCLIC, 4));
    fc_taskgraph_free(&condensed);
    fc_taskgraph_free(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taskgraph_structure__series_parallel),
        cmocka_unit_test(test_taskgraph_structure__not_series_parallel),
        cmocka_unit_test(test_taskgraph_structure__fork_join),
        cmocka_unit_test(test_taskgraph_structure__condensed),
        cmocka_unit_test(test_taskgraph_structure__condensed_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
