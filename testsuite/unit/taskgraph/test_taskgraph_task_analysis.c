/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/analysis/task_analysis.h"
#include "runtime/taskgraph/core/critical_path.h"
#include "runtime/taskgraph/core/generator.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST = 12
};

static uint64_t state = 20261121;

static uint32_t below(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

/* Integer demands 0..9 and edges from lower to higher numbers: every sum is exact. */
static fc_taskgraph random_graph(uint32_t n, uint32_t percent, int classes)
{
    fc_taskgraph graph = {.n_usage = classes > 1};
    fc_taskgraph_add_block(&graph, "t", &(fc_task_block){.slots = n, .split_of = 1});
    for (uint32_t i = 0; i < n; i++) {
        double share = 0.1 * below((uint32_t)classes);
        fc_taskgraph_add_task(&graph, below(10), i, fc_taskgraph_usage(&graph, &share));
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            if (below(100) < percent)
                fc_taskgraph_add_edge(&graph, i, j, 0);
    assert_int_equal(fc_taskgraph_close(&graph, FC_NOWHERE, NULL), FC_OK);
    assert_true(fc_taskgraph_is_valid(&graph));
    return graph;
}

static bool is_parent(const fc_taskgraph *graph, uint32_t parent, uint32_t task)
{
    for (size_t e = graph->child_start[parent]; e < graph->child_start[parent + 1]; e++)
        if (graph->child[e] == task)
            return true;
    return false;
}

static fc_analysis analyze(const fc_taskgraph *graph, fc_schedule_kind kind, uint32_t processes)
{
    fc_analysis result;
    fc_report report = {0};
    fc_task_analysis_options options = {.processes = processes, .schedule = {.kind = kind, .chunk = 1}};
    if (fc_task_analysis_run(&result, graph, &options, &report))
        fail_msg("%s", report.text);
    assert_true(fabs(processes * result.time_s - result.cpu_s - result.wait_s - result.idle_s) <
                1e-9 * (1 + result.time_s));
    return result;
}

/* A task ends its demand after its parents and the task before it on its process: the definition, for tasks numbered in
 * topological order. */
static double enumerate_static(const fc_taskgraph *graph, const uint32_t *process)
{
    double end[MOST], last = 0;
    for (uint32_t i = 0; i < graph->n; i++) {
        double start = 0;
        for (uint32_t j = 0; j < i; j++)
            if (process[j] == process[i] || is_parent(graph, j, i))
                start = fmax(start, end[j]);
        end[i] = start + graph->demand_s[i];
        last = fmax(last, end[i]);
    }
    return last;
}

/* Every assignment of up to 12 tasks to 2 processes, and of up to 8 to 3. */
static void test_taskgraph_task_analysis__every_static_schedule(void **unused)
{
    (void)unused;
    for (int round = 0; round < 60; round++) {
        const uint32_t processes = 2 + below(2), n = 2 + below(processes == 2 ? MOST - 1 : 7);
        fc_taskgraph graph = random_graph(n, below(70), 1);
        uint32_t assignments = 1, process[MOST];
        for (uint32_t i = 0; i < n; i++)
            assignments *= processes;
        for (uint32_t a = 0; a < assignments; a += 1 + (round % 3) * below(40)) {
            uint32_t code = a;
            for (uint32_t i = 0; i < n; i++, code /= processes)
                fc_taskgraph_set_process(&graph, i, (int)(process[i] = code % processes));
            assert_true(analyze(&graph, FC_SCHEDULE_LISTED, processes).time_s == enumerate_static(&graph, process));
        }
        fc_taskgraph_free(&graph);
    }
}

/* The schedules that distribute slots, against the formulas of their definitions. */
static void test_taskgraph_task_analysis__dealt_out(void **unused)
{
    (void)unused;
    for (int round = 0; round < 300; round++) {
        const uint32_t n = 1 + below(MOST), processes = 1 + below(5), chunk = 1 + below(3);
        fc_taskgraph graph = random_graph(n, below(60), 1);
        uint32_t block[MOST], cyclic[MOST], chunks[MOST];
        for (uint32_t i = 0, p = 0, in_part = 0; i < n; i++, in_part++) {
            if (in_part == n / processes + (p < n % processes)) {
                p++;
                in_part = 0;
            }
            block[i] = p;
            cyclic[i] = i % processes;
            chunks[i] = i / chunk % processes;
        }
        fc_task_analysis_options options = {.processes = processes,
                                            .schedule = {.kind = FC_SCHEDULE_BLOCK_CYCLIC, .chunk = chunk}};
        fc_analysis result;
        assert_int_equal(fc_task_analysis_run(&result, &graph, &options, NULL), FC_OK);
        assert_true(result.time_s == enumerate_static(&graph, chunks));
        assert_true(analyze(&graph, FC_SCHEDULE_BLOCK, processes).time_s == enumerate_static(&graph, block));
        assert_true(analyze(&graph, FC_SCHEDULE_CYCLIC, processes).time_s == enumerate_static(&graph, cyclic));
        fc_taskgraph_free(&graph);
    }
}

/* The longest path by trying all of them. */
static double longest_from(const fc_taskgraph *graph, uint32_t task)
{
    double rest = 0;
    for (uint32_t j = task + 1; j < graph->n; j++)
        if (is_parent(graph, task, j))
            rest = fmax(rest, longest_from(graph, j));
    return graph->demand_s[task] + rest;
}

static void test_taskgraph_task_analysis__unlimited_processes(void **unused)
{
    (void)unused;
    for (int round = 0; round < 200; round++) {
        fc_taskgraph graph = random_graph(1 + below(MOST), below(50), 1);
        fc_critical_path path;
        double longest = 0;
        for (uint32_t i = 0; i < graph.n; i++)
            longest = fmax(longest, longest_from(&graph, i));
        fc_critical_path_find(&path, &graph);
        assert_true(path.time_s == longest);
        for (int kind = 0; kind < FC_N_SCHEDULES; kind++)
            if (kind == FC_SCHEDULE_CYCLIC || (kind >= FC_SCHEDULE_DYNAMIC && kind <= FC_SCHEDULE_CRITICAL) ||
                kind == FC_SCHEDULE_STEAL)
                assert_true(analyze(&graph, (fc_schedule_kind)kind, MOST).time_s == longest);
        fc_critical_path_free(&path);
        fc_taskgraph_free(&graph);
    }
}

/* The path is a path, takes its time, and its tasks have no slack; moving any task by its slack alone delays nothing.
 */
static void test_taskgraph_task_analysis__slack(void **unused)
{
    (void)unused;
    for (int round = 0; round < 100; round++) {
        fc_taskgraph graph = random_graph(2 + below(MOST - 1), below(50), 1);
        fc_critical_path path, later;
        double time = 0;
        fc_critical_path_find(&path, &graph);
        for (uint32_t i = 0; i < path.n_tasks; i++) {
            time += graph.demand_s[path.task[i]];
            assert_true(path.slack_s[path.task[i]] == 0);
            assert_true(i == 0 || is_parent(&graph, path.task[i - 1], path.task[i]));
        }
        assert_true(time == path.time_s);
        for (uint32_t i = 0; i < graph.n; i++)
            for (int more = 0; more < 2; more++) {
                double demand = graph.demand_s[i];
                graph.demand_s[i] += path.slack_s[i] + more;
                fc_critical_path_find(&later, &graph);
                assert_true(later.time_s == path.time_s + more);
                fc_critical_path_free(&later);
                graph.demand_s[i] = demand;
            }
        fc_critical_path_free(&path);
        fc_taskgraph_free(&graph);
    }
}

/* A fork-join loop of N equal tasks on P processes takes ceil(N/P) of them, however they are scheduled. */
static void test_taskgraph_task_analysis__fork_join(void **unused)
{
    (void)unused;
    for (uint32_t n = 1; n < 70; n += 3)
        for (uint32_t processes = 1; processes < 20; processes++) {
            fc_taskgraph graph = {0};
            uint32_t steps = (n + processes - 1) / processes;
            fc_taskgraph_add_block(&graph, "loop", &(fc_task_block){.slots = n, .split_of = 1});
            for (uint32_t i = 0; i < n; i++)
                fc_taskgraph_add_task(&graph, 3, i, 0);
            assert_int_equal(fc_taskgraph_close(&graph, FC_NOWHERE, NULL), FC_OK);
            assert_true(analyze(&graph, FC_SCHEDULE_BLOCK, processes).time_s == 3 * steps);
            assert_true(analyze(&graph, FC_SCHEDULE_CYCLIC, processes).time_s == 3 * steps);
            assert_true(analyze(&graph, FC_SCHEDULE_DYNAMIC, processes).time_s == 3 * steps);
            assert_true(analyze(&graph, FC_SCHEDULE_LPT, processes).time_s == 3 * steps);
            assert_true(analyze(&graph, FC_SCHEDULE_STEAL, processes).time_s == 3 * steps);
            assert_int_equal(analyze(&graph, FC_SCHEDULE_DYNAMIC, processes).most, n < processes ? n : processes);
            fc_taskgraph_free(&graph);
        }
}

/* [taskgraph, figure 2] as it stands there, step by step with a D_i for each task, P processes and one FIFO queue (or
 * the greatest demand first). The node model's D_i for r_i of CPU. */
static double figure_2(const fc_taskgraph *graph, uint32_t processes, bool is_complete, bool longest_first)
{
    double r[MOST], total = 0;
    int ctr[MOST], executing[MOST], list[MOST], n_list = 0, n_executing = 0;
    for (uint32_t p = 0; p < processes; p++)
        executing[p] = -1;
    for (uint32_t i = 0; i < graph->n; i++) {
        r[i] = graph->demand_s[i];
        ctr[i] = (int)graph->n_parents[i];
        if (ctr[i] == 0)
            list[n_list++] = (int)i;
    }
    for (;;) {
        for (uint32_t p = 0; p < processes; p++) {
            int best = 0;
            if (executing[p] >= 0 || n_list == 0)
                continue;
            for (int k = 1; longest_first && k < n_list; k++)
                if (graph->demand_s[list[k]] > graph->demand_s[list[best]])
                    best = k;
            executing[p] = list[best];
            memmove(list + best, list + best + 1, (size_t)(--n_list - best) * sizeof *list);
            n_executing++;
        }
        if (n_executing == 0)
            return total;
        double D[MOST], share = 0, elapse = INFINITY;
        for (uint32_t p = 0; p < processes; p++)
            if (executing[p] >= 0 && is_complete)
                share += graph->usages[graph->usage[executing[p]]] / n_executing;
        for (uint32_t p = 0; p < processes; p++) {
            if (executing[p] < 0)
                continue;
            double m = is_complete ? graph->usages[graph->usage[executing[p]]] : 0, response = 1;
            for (int k = 1; k < n_executing; k++) /* [machine] eq. 3 over tau_mem */
                response = 1 + k * response * share / (1 - share + response * share);
            D[p] = r[executing[p]] * m * (response - 1);
            elapse = fmin(elapse, r[executing[p]] + D[p]);
        }
        total += elapse;
        for (uint32_t p = 0; p < processes; p++) {
            int x = executing[p];
            if (x < 0)
                continue;
            if (r[x] + D[p] > elapse * (1 + 1e-12)) {
                r[x] -= elapse * r[x] / (r[x] + D[p]);
                continue;
            }
            executing[p] = -1;
            n_executing--;
            for (size_t e = graph->child_start[x]; e < graph->child_start[x + 1]; e++)
                if (--ctr[graph->child[e]] == 0)
                    list[n_list++] = (int)graph->child[e];
        }
    }
}

static void test_taskgraph_task_analysis__figure_2(void **unused)
{
    (void)unused;
    for (int round = 0; round < 2000; round++) {
        fc_taskgraph graph = random_graph(1 + below(MOST), below(50), 4);
        uint32_t processes = 1 + below(5);
        assert_true(analyze(&graph, FC_SCHEDULE_DYNAMIC, processes).time_s ==
                    figure_2(&graph, processes, false, false));
        assert_true(analyze(&graph, FC_SCHEDULE_LPT, processes).time_s == figure_2(&graph, processes, false, true));
        fc_taskgraph_free(&graph);
    }
}

/* Demands that are no integers: two tasks end together only by definition. */
static void test_taskgraph_task_analysis__complete_model(void **unused)
{
    (void)unused;
    const fc_task_system *node = fc_task_systems;
    while (strcmp(node->name, "node") != 0)
        node++;
    for (int round = 0; round < 1000; round++) {
        fc_taskgraph graph = random_graph(1 + below(MOST), below(40), 4);
        for (uint32_t i = 0; i < graph.n; i++)
            graph.demand_s[i] += below(1000000) / 1e6;
        fc_analysis result;
        fc_task_analysis_options options = {
            .processes = 1 + below(5), .schedule = {.kind = FC_SCHEDULE_DYNAMIC}, .system = {node->overhead, NULL}};
        assert_int_equal(fc_task_analysis_run(&result, &graph, &options, NULL), FC_OK);
        double expected = figure_2(&graph, options.processes, true, false);
        if (fabs(result.time_s - expected) > 1e-9 * expected)
            fail_msg("%.15g instead of %.15g", result.time_s, expected);
        fc_taskgraph_free(&graph);
    }
}

/* Two tasks of 1 s and 2 s, half of it in memory: together each takes 0.5 + (1 + 0.5/1) 0.5 = 1.25 times as long. The
 * first ends at 1.25 s; 1 s is left of the other, alone. */
static void test_taskgraph_task_analysis__two_on_a_node(void **unused)
{
    (void)unused;
    const double half = 0.5;
    fc_taskgraph graph = {.n_usage = 1};
    fc_analysis result;
    fc_taskgraph_add_block(&graph, "t", &(fc_task_block){.slots = 2, .split_of = 1});
    for (uint32_t i = 0; i < 2; i++)
        fc_taskgraph_add_task(&graph, 1 + i, i, fc_taskgraph_usage(&graph, &half));
    assert_int_equal(fc_taskgraph_close(&graph, FC_NOWHERE, NULL), FC_OK);
    const fc_task_system *node = fc_task_systems;
    while (strcmp(node->name, "node") != 0)
        node++;
    fc_task_analysis_options options = {
        .processes = 2, .schedule = {.kind = FC_SCHEDULE_DYNAMIC}, .system = {node->overhead, NULL}};
    assert_int_equal(fc_task_analysis_run(&result, &graph, &options, NULL), FC_OK);
    assert_true(fabs(result.time_s - 2.25) < 1e-14 && fabs(result.overhead_s - 0.5) < 1e-14);
    assert_true(fabs(result.idle_s - 1) < 1e-14 && result.n_sets == 2);
    fc_taskgraph_free(&graph);
}

/* Messages: b may begin 2 s after a's end, c at once; on two processes b ends at 1 + 2 + 3. */
static void test_taskgraph_task_analysis__delays(void **unused)
{
    (void)unused;
    fc_taskgraph graph = {0};
    fc_taskgraph_add_block(&graph, "t", &(fc_task_block){.slots = 3, .split_of = 1});
    for (uint32_t i = 0; i < 3; i++)
        fc_taskgraph_add_task(&graph, i == 1 ? 3 : 1, i, 0);
    fc_taskgraph_add_edge(&graph, 0, 1, 2);
    fc_taskgraph_add_edge(&graph, 0, 2, 0);
    assert_int_equal(fc_taskgraph_close(&graph, FC_NOWHERE, NULL), FC_OK);
    assert_true(analyze(&graph, FC_SCHEDULE_DYNAMIC, 2).time_s == 6);
    assert_true(analyze(&graph, FC_SCHEDULE_DYNAMIC, 1).time_s == 6); /* c in the meantime */
    fc_critical_path path;
    fc_critical_path_find(&path, &graph);
    assert_true(path.time_s == 6 && path.slack_s[2] == 4);
    fc_critical_path_free(&path);
    fc_taskgraph_free(&graph);
}

/* Numbers against the edges: a deadlock exactly where no task can be the first of its list. */
static void test_taskgraph_task_analysis__deadlock(void **unused)
{
    (void)unused;
    fc_taskgraph graph = {0};
    fc_report report = {0};
    fc_analysis result;
    fc_taskgraph_add_block(&graph, "t", &(fc_task_block){.slots = 4, .split_of = 1});
    for (uint32_t i = 0; i < 4; i++) {
        fc_taskgraph_add_task(&graph, 1, i, 0);
        fc_taskgraph_set_process(&graph, i, (int)(i % 2));
    }
    fc_taskgraph_add_edge(&graph, 2, 1, 0);
    fc_taskgraph_add_edge(&graph, 3, 0, 0);
    assert_int_equal(fc_taskgraph_close(&graph, FC_NOWHERE, NULL), FC_OK);
    fc_task_analysis_options options = {.processes = 2, .schedule = {.kind = FC_SCHEDULE_LISTED}};
    assert_int_equal(fc_task_analysis_run(&result, &graph, &options, &report), FC_E_INPUT);
    assert_non_null(strstr(report.text, "process 0 waits at t[0] for t[3], which comes after t[1] on process 1"));
    assert_non_null(strstr(report.text, "process 1 waits at t[1] for t[2], which comes after t[0] on process 0"));
    assert_true(analyze(&graph, FC_SCHEDULE_DYNAMIC, 2).time_s == 2);
    fc_taskgraph_free(&graph);
}

static void test_taskgraph_task_analysis__circle(void **unused)
{
    (void)unused;
    fc_taskgraph graph = {0};
    fc_report report = {0};
    fc_taskgraph_add_block(&graph, "t", &(fc_task_block){.slots = 5, .split_of = 1});
    for (uint32_t i = 0; i < 5; i++)
        fc_taskgraph_add_task(&graph, 1, i, 0);
    fc_taskgraph_add_edge(&graph, 0, 1, 0);
    fc_taskgraph_add_edge(&graph, 1, 2, 0);
    fc_taskgraph_add_edge(&graph, 2, 3, 0);
    fc_taskgraph_add_edge(&graph, 3, 1, 0);
    fc_taskgraph_add_edge(&graph, 3, 4, 0);
    assert_int_equal(fc_taskgraph_close(&graph, FC_NOWHERE, &report), FC_E_INPUT);
    assert_non_null(strstr(report.text, "3 tasks in a cycle"));
    assert_non_null(strstr(report.text, "t[1] -> t[2] -> t[3]"));
    fc_taskgraph_free(&graph);
}

static fc_taskgraph generated(const char *kind, const double size[3])
{
    const fc_generator *generator = fc_generators;
    fc_taskgraph graph = {0};
    fc_generator_shape shape = {.size = {size[0], size[1], size[2]}};
    while (strcmp(generator->kind, kind) != 0)
        generator++;
    for (int role = 0; role < FC_GENERATOR_ROLES; role++)
        shape.demand[role].first = 1;
    fc_taskgraph_add_block(&graph, kind, &(fc_task_block){.slots = (uint32_t)generator->slots(size), .split_of = 1});
    generator->generate(&graph, &shape);
    assert_true(graph.n == fc_generator_count(generator, size));
    assert_int_equal(fc_taskgraph_close(&graph, FC_NOWHERE, NULL), FC_OK);
    assert_true(fc_taskgraph_is_valid(&graph));
    return graph;
}

/* Tasks, edges and longest path of regular graphs of unit tasks, by formula. */
static void test_taskgraph_task_analysis__generators(void **unused)
{
    (void)unused;
    static const struct {
        const char *kind;
        double size[3], tasks, edges, longest;
    } known[] = {
        {"loop", {7}, 7, 0, 1},
        {"pipeline", {4, 6}, 24, 3 * 6 + 4 * 5, 4 + 6 - 1},
        {"sweep", {4, 6, 5}, 120, 5 * 38 + 4 * 24, 4 + 6 + 5 - 2},
        {"stencil", {3, 4, 5}, 60, 4 * (12 + 2 * (2 * 4 + 3 * 3)), 5},
        {"divide", {3, 2}, 7 + 8 + 7, 14 + 14, 7},
        {"divide", {2, 3}, 4 + 9 + 4, 12 + 12, 5},
        {"tree", {8}, 15, 14, 4},
        {"tree", {5}, 9, 8, 4},
        /* n factors, n(n-1) solves, sum k^2 updates; the path goes factor, solve, update n - 1 times. Edges: a task
         * reads the blocks it needs and the one it changes, written in an earlier step but for the first: 3 + (12 + 6)
         * + (28 + 5); Cholesky's diagonal updates read one block less: 3 + (6 + 3) + (6 + 3) + (8 + 1) */
        {"lu", {4}, 4 + 12 + 14, 3 + 18 + 33, 10},
        {"cholesky", {4}, 4 + 6 + 6 + 4, 3 + 9 + 9 + 9, 10},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        fc_taskgraph graph = generated(known[i].kind, known[i].size);
        fc_critical_path path;
        fc_critical_path_find(&path, &graph);
        assert_true(graph.n == known[i].tasks);
        assert_true(path.time_s == known[i].longest);
        assert_true((double)graph.n_edges == known[i].edges);
        fc_critical_path_free(&path);
        fc_taskgraph_free(&graph);
    }
}

/* Rows of a pipeline round-robin on P processes, P dividing the rows R and no more than the columns C: a process goes
 * through its R/P rows without waiting, the last one P - 1 tasks late: T = R C / P + P - 1. */
static void test_taskgraph_task_analysis__pipeline(void **unused)
{
    (void)unused;
    for (int processes = 1; processes <= 8; processes++)
        for (int rounds = 1; rounds <= 3; rounds++)
            for (int columns = processes; columns <= 12; columns++) {
                fc_taskgraph graph = generated("pipeline", (double[]){processes * rounds, columns, 0});
                double time = analyze(&graph, FC_SCHEDULE_CYCLIC, (uint32_t)processes).time_s;
                assert_true(time == rounds * columns + processes - 1);
                fc_taskgraph_free(&graph);
            }
}

/* Conditions on an execution under any schedule: every task once, after its parents, one at a time on a process. */
typedef struct witness {
    const fc_taskgraph *graph;
    double start[MOST], end[MOST], free_from[MOST];
    bool has_run[MOST];
} witness;

static void watch(void *data, uint32_t task, uint32_t process, double start_s, double end_s)
{
    witness *w = data;
    assert_false(w->has_run[task]);
    assert_true(start_s >= w->free_from[process] && end_s == start_s + w->graph->demand_s[task]);
    for (uint32_t parent = 0; parent < task; parent++)
        assert_true(!is_parent(w->graph, parent, task) || (w->has_run[parent] && w->end[parent] <= start_s));
    w->has_run[task] = true;
    w->start[task] = start_s;
    w->end[task] = w->free_from[process] = end_s;
}

/* Only static schedules and fixed queues leave a process idle while a task is ready. For the others Graham's bound
 * [1966] holds: max(W/P, L) <= T <= W/P + (1 - 1/P) L with work W and longest path L. */
static void test_taskgraph_task_analysis__greedy(void **unused)
{
    (void)unused;
    for (int round = 0; round < 3000; round++) {
        const uint32_t processes = 1 + below(4);
        const fc_schedule_kind kind = FC_SCHEDULE_DYNAMIC + below(FC_N_SCHEDULES - FC_SCHEDULE_DYNAMIC);
        fc_taskgraph graph = random_graph(1 + below(MOST), below(60), 1);
        fc_words_split(&graph.queue_names, "a b c");
        for (uint32_t i = 0; i < graph.n; i++) {
            fc_taskgraph_set_queue(&graph, i, (int)below(kind == FC_SCHEDULE_QUEUES_FIXED ? 1 : 3));
            fc_taskgraph_set_priority(&graph, i, below(3));
        }
        witness w = {.graph = &graph};
        fc_analysis result;
        fc_critical_path path;
        fc_task_analysis_options options = {
            .processes = processes, .schedule = {.kind = kind, .chunk = 1}, .observer = {watch, &w}};
        assert_int_equal(fc_task_analysis_run(&result, &graph, &options, NULL), FC_OK);
        fc_critical_path_find(&path, &graph);
        const double share = path.work_s / processes;
        for (uint32_t i = 0; i < graph.n; i++)
            assert_true(w.has_run[i]);
        assert_true(result.time_s >= fmax(share, path.time_s) - 1e-9);
        if (kind != FC_SCHEDULE_QUEUES_FIXED)
            assert_true(result.time_s <= share + (1 - 1.0 / processes) * path.time_s + 1e-9);
        fc_critical_path_free(&path);
        fc_taskgraph_free(&graph);
    }
}

/* A loop of n equal tasks of 1 s on P processes with a lock held for 0.1 s: M/M/1//P with Z = 1 in the long run, so its
 * throughput is that of the queue; here by mean value analysis R = s (1 + Q), as the lock's own formula is not. */
static void test_taskgraph_task_analysis__lock(void **unused)
{
    (void)unused;
    for (uint32_t processes = 1; processes <= 64; processes *= 4) {
        fc_taskgraph graph = generated("loop", (double[]){20000, 0, 0});
        fc_task_analysis_options options = {
            .processes = processes, .schedule = {.kind = FC_SCHEDULE_DYNAMIC}, .lock_s = 0.1};
        fc_analysis result;
        double queue = 0, throughput = 0;
        for (uint32_t n = 1; n <= processes; n++) {
            double response = 0.1 * (1 + queue);
            throughput = n / (1 + response);
            queue = throughput * response;
        }
        assert_int_equal(fc_task_analysis_run(&result, &graph, &options, NULL), FC_OK);
        assert_true(fabs(result.time_s * throughput / 20000 - 1) < 0.005);
        fc_taskgraph_free(&graph);
    }
}

/* Invalid overheads of a user's model end the analysis. */
static void bad_overhead(double *overhead, const fc_task_load *load, const double *parameter)
{
    (void)parameter;
    for (int c = 0; c < load->n_classes; c++)
        overhead[c] = -1;
}

static void test_taskgraph_task_analysis__bad_model(void **unused)
{
    (void)unused;
    fc_taskgraph graph = random_graph(5, 0, 1);
    fc_analysis result;
    fc_task_analysis_options options = {
        .processes = 2, .schedule = {.kind = FC_SCHEDULE_DYNAMIC}, .system = {bad_overhead, NULL}};
    assert_int_equal(fc_task_analysis_run(&result, &graph, &options, NULL), FC_E_INPUT);
    fc_taskgraph_free(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taskgraph_task_analysis__every_static_schedule),
        cmocka_unit_test(test_taskgraph_task_analysis__dealt_out),
        cmocka_unit_test(test_taskgraph_task_analysis__unlimited_processes),
        cmocka_unit_test(test_taskgraph_task_analysis__slack),
        cmocka_unit_test(test_taskgraph_task_analysis__fork_join),
        cmocka_unit_test(test_taskgraph_task_analysis__figure_2),
        cmocka_unit_test(test_taskgraph_task_analysis__complete_model),
        cmocka_unit_test(test_taskgraph_task_analysis__two_on_a_node),
        cmocka_unit_test(test_taskgraph_task_analysis__delays),
        cmocka_unit_test(test_taskgraph_task_analysis__deadlock),
        cmocka_unit_test(test_taskgraph_task_analysis__circle),
        cmocka_unit_test(test_taskgraph_task_analysis__generators),
        cmocka_unit_test(test_taskgraph_task_analysis__pipeline),
        cmocka_unit_test(test_taskgraph_task_analysis__greedy),
        cmocka_unit_test(test_taskgraph_task_analysis__lock),
        cmocka_unit_test(test_taskgraph_task_analysis__bad_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
