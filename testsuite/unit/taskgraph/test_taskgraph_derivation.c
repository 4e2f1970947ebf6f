/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random programs: processes with equal iterations, messages within iterations and between them, a beginning and an end
 * of their own. The oracle is the graph's longest path, task by task in the order made. */
#include "runtime/taskgraph/relaxed/derivation.h"
#include "runtime/taskgraph/relaxed/relaxed_write.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    MOST_PROCESSES = 5,
    MOST_TASKS = 4, /* of an iteration and process */
    MOST_MESSAGES = 8
};

static uint32_t state_of_random;

static uint32_t random_below(uint32_t n)
{
    state_of_random = state_of_random * 1664525u + 1013904223u;
    return (state_of_random >> 8) % n;
}

/* A message of an iteration: from task a of process p to task b of process q, of the same iteration or of the one
 * before. */
typedef struct message {
    uint32_t p, a, q, b, before;
    double delay_s;
} message;

typedef struct made {
    fc_taskgraph graph;
    fc_derivation_mark *mark;
    size_t n_marks, capacity;
    double *end_s; /* by task */
    size_t end_capacity;
    double time_s;
    uint32_t last[MOST_PROCESSES];
} made;

static void reach(made *m, uint32_t from, uint32_t to, double delay_s)
{
    fc_taskgraph_add_edge(&m->graph, from, to, delay_s);
    m->end_s[to] = fmax(m->end_s[to], m->end_s[from] + delay_s + m->graph.demand_s[to]);
    m->time_s = fmax(m->time_s, m->end_s[to]);
}

static uint32_t add_task(made *m, uint32_t process, double cost_s, int item)
{
    uint32_t task = fc_taskgraph_add_task(&m->graph, cost_s, m->graph.n, 0);
    fc_taskgraph_set_process(&m->graph, task, (int)process);
    m->mark = fc_grow(m->mark, &m->capacity, m->n_marks + 1, sizeof *m->mark);
    m->mark[m->n_marks++] = (fc_derivation_mark){task, item};
    m->end_s = fc_grow(m->end_s, &m->end_capacity, (size_t)task + 1, sizeof *m->end_s);
    m->end_s[task] = cost_s;
    m->time_s = fmax(m->time_s, cost_s);
    if (m->last[process] != UINT32_MAX)
        reach(m, m->last[process], task, 0);
    m->last[process] = task;
    return task;
}

/* Every process has `n_tasks` tasks an iteration. Tasks of an iteration are made column by column, so a message leads
 * to a later column of the same iteration, or to any of the next. */
typedef struct pattern {
    uint32_t processes, n_tasks, n_messages, inner;
    uint32_t period; /* > 0: costs change from iteration to iteration, some of them in steps of that many iterations */
    double cost_s[MOST_PROCESSES][MOST_TASKS];
    message message[MOST_MESSAGES];
} pattern;

static pattern make_pattern(bool nested)
{
    pattern of = {1 + random_below(MOST_PROCESSES),
                  2 + random_below(MOST_TASKS - 1),
                  random_below(MOST_MESSAGES),
                  0,
                  0,
                  {{0}},
                  {{0}}};
    for (uint32_t p = 0; p < of.processes; p++)
        for (uint32_t a = 0; a < of.n_tasks; a++)
            of.cost_s[p][a] = 1e-6 * (1 + random_below(1000));
    for (uint32_t i = 0; i < of.n_messages; i++) {
        uint32_t before = random_below(2), a = random_below(of.n_tasks - 1);
        of.message[i] = (message){random_below(of.processes),
                                  a,
                                  random_below(of.processes),
                                  before ? random_below(of.n_tasks) : a + 1 + random_below(of.n_tasks - a - 1),
                                  before,
                                  1e-7 * random_below(3000)};
    }
    of.inner = nested ? 5 + random_below(4) : 0;
    return of;
}

/* The factor of a cost of kind 0 ... 3 in an iteration: 1, an edge or the area of a shrinking triangle, or the area of
 * one whose columns are distributed cyclically. */
static double change(const pattern *of, uint32_t kind, uint32_t iteration)
{
    const double left = 200 - (double)iteration;
    if (of->period == 0 || kind == 0)
        return 1;
    return kind == 1 ? left / 200 : kind == 2 ? left * left / 40000 : left * ceil(left / of->period) / 1000;
}

static void add_iteration(made *m, const pattern *of, uint32_t task[2][MOST_PROCESSES][MOST_TASKS], uint32_t iteration)
{
    uint32_t(*now)[MOST_TASKS] = task[iteration % 2], (*past)[MOST_TASKS] = task[(iteration + 1) % 2];
    for (uint32_t a = 0; a < of->n_tasks; a++)
        for (uint32_t p = 0; p < of->processes; p++) {
            now[p][a] = add_task(m, p, of->cost_s[p][a] * change(of, (p + a) % 4, iteration), (int)a);
            for (uint32_t i = 0; i < of->n_messages; i++) {
                const message *sent = &of->message[i];
                if (sent->q == p && sent->b == a && (!sent->before || iteration > 0))
                    reach(m, sent->before ? past[sent->p][sent->a] : now[sent->p][sent->a], now[p][a],
                          sent->delay_s * change(of, i % 4, iteration));
            }
            for (uint32_t k = 0; k < of->inner && a == 0; k++)
                add_task(m, p, 1e-6 * (1 + p) * (of->period > 0 ? (200.0 - iteration) * (20.0 - k) : 1),
                         MOST_TASKS + 1);
        }
}

static made make_program(const pattern *of, uint32_t iterations)
{
    made m = {0};
    double no_usage = 0;
    uint32_t task[2][MOST_PROCESSES][MOST_TASKS];
    fc_taskgraph_usage(&m.graph, &no_usage);
    fc_taskgraph_add_block(&m.graph, "task", &(fc_task_block){.slots = 1, .split_of = 1});
    for (uint32_t p = 0; p < of->processes; p++) {
        m.last[p] = UINT32_MAX;
        add_task(&m, p, 1e-5 * p, MOST_TASKS);
    }
    for (uint32_t iteration = 0; iteration < iterations; iteration++)
        add_iteration(&m, of, task, iteration);
    for (uint32_t p = 0; p < of->processes; p++)
        add_task(&m, p, 1e-4, MOST_TASKS);
    m.graph.block[0].slots = m.graph.n;
    return m;
}

static void free_program(made *m)
{
    fc_taskgraph_free(&m->graph);
    free(m->mark);
    free(m->end_s);
}

/* The graph relaxed, written and read again; its number of states, and its time with that many more iterations of its
 * first loop (of a graph of one loop, that many iterations of the program). */
static int relax(const made *m, uint32_t more, double *time_s)
{
    fc_relaxed graph, again;
    fc_derivation_summary relaxation;
    fc_relaxed_result result;
    fc_report report = {0};
    fc_text text = {0};
    char path[] = "/tmp/relaxationXXXXXX";
    fc_derivation_source source = {"random", &m->graph, m->mark, m->n_marks, m->time_s, NULL, NULL};
    assert_int_equal(fc_derivation_make(&graph, &relaxation, &source, &report), FC_OK);
    fc_relaxed_write(&text, &graph);
    int file = mkstemp(path);
    assert_true(write(file, text.bytes, text.length) == (ssize_t)text.length);
    close(file);
    if (fc_relaxed_read(&again, path, &report) || fc_relaxed_order(&again, &report))
        fail_msg("%s", report.text);
    unlink(path);
    if (again.n_parameters > 0)
        again.parameter[0] += more;
    assert_int_equal(fc_relaxed_evaluate(&result, &again, again.parameter, NULL, &report), FC_OK);
    *time_s = result.time_s;
    const int states = again.n_states;
    assert_true(more == 0 || again.n_loops == 1);
    fc_relaxed_result_free(&result);
    fc_relaxed_free(&again);
    fc_relaxed_free(&graph);
    fc_text_free(&text);
    return states;
}

static void assert_same(double a, double b)
{
    if (fabs(a - b) > 1e-12 * b)
        fail_msg("%.17g s relaxed, %.17g s by the longest path", a, b);
}

/* For any number of iterations: the same states, and the longest path's time. */
static void test_taskgraph_relaxation__iterations(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 300; seed++) {
        state_of_random = seed;
        const pattern of = make_pattern(false);
        made few = make_program(&of, 12), many = make_program(&of, 12 + 31);
        double few_s, many_s, more_s;
        const int states = relax(&few, 0, &few_s);
        assert_int_equal(relax(&many, 0, &many_s), states);
        relax(&few, 31, &more_s);
        assert_same(few_s, few.time_s);
        assert_same(many_s, many.time_s);
        assert_same(more_s, many.time_s);
        assert_true((uint32_t)states <= 3 * of.processes * of.n_tasks + 2 * of.processes + 1);
        free_program(&few);
        free_program(&many);
    }
}

/* A nested loop. */
static void test_taskgraph_relaxation__nested(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 200; seed++) {
        state_of_random = seed;
        const pattern of = make_pattern(true);
        made program = make_program(&of, 20);
        double time_s;
        relax(&program, 0, &time_s);
        assert_same(time_s, program.time_s);
        free_program(&program);
    }
}

static void assert_near(double a, double b)
{
    if (fabs(a - b) > 1e-9 * b)
        fail_msg("%.17g s relaxed, %.17g s by the longest path", a, b);
}

/* Costs and delays that change with the iteration become functions of it: as few states for any number of iterations,
 * and the same time. */
static void test_taskgraph_relaxation__changes(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 100; seed++) {
        state_of_random = seed;
        pattern of = make_pattern(false);
        of.period = 7 + random_below(6);
        made few = make_program(&of, 60), many = make_program(&of, 60 + 71);
        double few_s, many_s;
        const int states = relax(&few, 0, &few_s);
        assert_int_equal(relax(&many, 0, &many_s), states);
        assert_near(few_s, few.time_s);
        assert_near(many_s, many.time_s);
        assert_true((uint32_t)states <= 3 * of.processes * of.n_tasks + 2 * of.processes + 1);
        free_program(&few);
        free_program(&many);
    }
}

/* In a nested loop costs are functions of both counters. */
static void test_taskgraph_relaxation__changes_nested(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 50; seed++) {
        state_of_random = seed;
        pattern of = make_pattern(true);
        of.period = 7;
        of.inner += 6;
        made program = make_program(&of, 60);
        double time_s;
        const int states = relax(&program, 0, &time_s);
        assert_near(time_s, program.time_s);
        assert_true((uint32_t)states <= 3 * of.processes * (of.n_tasks + 3) + 2 * of.processes + 3);
        free_program(&program);
    }
}

/* One iteration of one process takes longer: it stays separate, and is named. */
static void test_taskgraph_relaxation__unlike(void **state)
{
    (void)state;
    state_of_random = 3;
    pattern of = make_pattern(false);
    of.processes = 3;
    of.n_messages = 0;
    made program = make_program(&of, 40);
    fc_derivation_summary relaxation;
    fc_relaxed graph;
    fc_relaxed_result result;
    uint32_t task = 3 + 20 * 3 * of.n_tasks + 1; /* of iteration 20, counted from 0: process 1's first */
    program.graph.demand_s[task] += 1;
    fc_derivation_source source = {"unlike",           &program.graph, program.mark, program.n_marks,
                                   1 + program.time_s, NULL,           NULL};
    assert_int_equal(fc_derivation_make(&graph, &relaxation, &source, NULL), FC_OK);
    assert_true(relaxation.unlike.is_found && relaxation.unlike.by_cost && !relaxation.is_path);
    assert_int_equal(relaxation.unlike.process, 1);
    assert_int_equal(relaxation.unlike.iteration, 21);
    assert_int_equal(relaxation.unlike.task, task);
    assert_int_equal(fc_relaxed_evaluate(&result, &graph, graph.parameter, NULL, NULL), FC_OK);
    double iteration_s = 0;
    for (uint32_t a = 0; a < of.n_tasks; a++)
        iteration_s += of.cost_s[1][a];
    assert_same(result.time_s, 1e-5 + 40 * iteration_s + 1 + 1e-4);
    fc_relaxed_result_free(&result);
    fc_relaxed_free(&graph);
    free_program(&program);
}

/* Too many differences: the longest path is left, and takes the same time. */
static void test_taskgraph_relaxation__path(void **state)
{
    (void)state;
    state_of_random = 5;
    const pattern of = make_pattern(false);
    made program = make_program(&of, 2000);
    for (uint32_t i = 0; i < program.graph.n; i++)
        program.graph.demand_s[i] *= 1 + 1e-3 * random_below(1000);
    double longest = 0;
    for (uint32_t i = 0; i < program.graph.n; i++)
        program.end_s[i] = program.graph.demand_s[i];
    for (size_t e = 0; e < program.graph.n_edges; e++) { /* edges are in the order of the tasks they lead to */
        const fc_task_edge *edge = &program.graph.edge[e];
        double end_s = program.end_s[edge->from] + program.graph.edge_delay_s[e] + program.graph.demand_s[edge->to];
        program.end_s[edge->to] = fmax(program.end_s[edge->to], end_s);
        longest = fmax(longest, program.end_s[edge->to]);
    }
    program.time_s = longest;
    double time_s;
    assert_true(relax(&program, 0, &time_s) < (int)program.graph.n);
    assert_same(time_s, longest);
    free_program(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taskgraph_relaxation__iterations),
        cmocka_unit_test(test_taskgraph_relaxation__nested),
        cmocka_unit_test(test_taskgraph_relaxation__changes),
        cmocka_unit_test(test_taskgraph_relaxation__changes_nested),
        cmocka_unit_test(test_taskgraph_relaxation__unlike),
        cmocka_unit_test(test_taskgraph_relaxation__path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
