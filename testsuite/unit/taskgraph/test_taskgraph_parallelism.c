/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/analysis/parallelism.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Adds `n` tasks of equal demand after the task `before` (FC_TASKGRAPH_JOIN: none), and a join after them. */
static uint32_t add_phase(fc_taskgraph *graph, uint32_t before, uint32_t n, double demand_s)
{
    fc_taskgraph_add_block(graph, "phase", &(fc_task_block){.slots = n, .split_of = 1});
    const uint32_t first = graph->n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t task = fc_taskgraph_add_task(graph, demand_s, i, 0);
        if (before != FC_TASKGRAPH_JOIN)
            fc_taskgraph_add_edge(graph, before, task, 0);
    }
    fc_taskgraph_add_block(graph, "join", &(fc_task_block){.slots = 0, .split_of = 1});
    uint32_t join = fc_taskgraph_add_task(graph, 0, FC_TASKGRAPH_JOIN, 0);
    for (uint32_t i = 0; i < n; i++)
        fc_taskgraph_add_edge(graph, first + i, join, 0);
    return join;
}

/* Profile of a graph, which is freed. */
static fc_parallelism profile_of(fc_taskgraph *graph)
{
    fc_critical_path path;
    assert_int_equal(fc_taskgraph_close(graph, FC_NOWHERE, NULL), FC_OK);
    assert_true(fc_taskgraph_is_valid(graph));
    fc_critical_path_find(&path, graph);
    fc_parallelism of = fc_parallelism_of(graph, &path);
    fc_critical_path_free(&path);
    fc_taskgraph_free(graph);
    return of;
}

static void assert_near(double a, double b)
{
    if (fabs(a - b) > 1e-12 * fabs(b))
        fail_msg("%.17g is not %.17g", a, b);
}

/* [speedup] figure 1a: parallelism A but for a share sigma, half of it sequential, half of it with 2A - 1. */
static void test_taskgraph_parallelism__low_variance(void **state)
{
    (void)state;
    fc_taskgraph graph = {0};
    uint32_t last = add_phase(&graph, FC_TASKGRAPH_JOIN, 1, 0.15);
    last = add_phase(&graph, last, 9, 0.7);
    add_phase(&graph, last, 17, 0.15);
    fc_parallelism of = profile_of(&graph);
    assert_near(of.A, 9);
    assert_near(of.sigma, 0.3);
    assert_near(of.variance, 0.3 * 64);
    assert_true(of.most == 17);
}

/* Figure 1b: sequential for sigma, then A + A sigma - sigma for 1. */
static void test_taskgraph_parallelism__high_variance(void **state)
{
    (void)state;
    fc_taskgraph graph = {0};
    uint32_t last = add_phase(&graph, FC_TASKGRAPH_JOIN, 1, 2);
    add_phase(&graph, last, 13, 1);
    fc_parallelism of = profile_of(&graph);
    assert_near(of.A, 5);
    assert_near(of.sigma, 2);
    assert_true(of.most == 13);
}

/* One task after another: no parallelism, and no variance. */
static void test_taskgraph_parallelism__chain(void **state)
{
    (void)state;
    fc_taskgraph graph = {0};
    uint32_t last = add_phase(&graph, FC_TASKGRAPH_JOIN, 1, 0.1);
    for (int i = 0; i < 50; i++)
        last = add_phase(&graph, last, 1, 0.1 + 0.01 * i);
    fc_parallelism of = profile_of(&graph);
    assert_near(of.A, 1);
    assert_true(of.sigma == 0 && of.most == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taskgraph_parallelism__low_variance),
        cmocka_unit_test(test_taskgraph_parallelism__high_variance),
        cmocka_unit_test(test_taskgraph_parallelism__chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
