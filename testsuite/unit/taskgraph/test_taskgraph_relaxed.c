/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/relaxed.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A graph from the JSON's text, ' standing for ". */
static fc_relaxed read_graph(const char *text)
{
    char path[] = "/tmp/relaxedXXXXXX", *json = fc_copy_string(text);
    int file = mkstemp(path);
    fc_relaxed graph;
    fc_report report = {0};
    for (char *at = json; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    assert_true(write(file, json, strlen(json)) == (ssize_t)strlen(json));
    close(file);
    if (fc_relaxed_read(&graph, path, &report))
        fail_msg("%s", report.text);
    unlink(path);
    free(json);
    return graph;
}

static double time_of(const char *text)
{
    fc_relaxed graph = read_graph(text);
    fc_relaxed_result result;
    fc_report report = {0};
    assert_int_equal(fc_relaxed_order(&graph, NULL), FC_OK);
    if (fc_relaxed_evaluate(&result, &graph, graph.parameter, NULL, &report))
        fail_msg("%s", report.text);
    double time = result.time_s;
    fc_relaxed_result_free(&result);
    fc_relaxed_free(&graph);
    return time;
}

/* Two paths to the end: 2 + 3 and 4. */
static void test_taskgraph_relaxed__longest_path(void **state)
{
    (void)state;
    assert_true(
        time_of("{'relaxed': 1, 'states': ['a', 'b', 'c'], 'transitions': [{'from': 'a', 'to': 'b', 'cost_s': 2},"
                "{'from': 'b', 'to': 'c', 'cost_s': '1 + 2'}, {'from': 'a', 'to': 'c', 'cost_s': 4}]}") == 5);
}

#define LOOP                                                                                                           \
    "'states': [{'name': 'a', 'loop': 'i'}, {'name': 'b', 'loop': 'i'}, 'end'],"                                       \
    "'transitions': [{'from': 'a', 'to': 'b', 'cost_s': 'i * i'}, {'from': 'b', 'to': 'end', 'cost_s': 100}],"         \
    "'loops': [{'counter': 'i', 'limit': 'n', 'first': 'a', 'last': 'b', 'cost_s': 0.5}]}"

/* Sum of i^2 for i = 1 .. 10 is 385; nine loop edges of 0.5; 100 after the loop. */
static void test_taskgraph_relaxed__loop(void **state)
{
    (void)state;
    assert_true(time_of("{'relaxed': 1, 'parameters': {'n': 10}, " LOOP) == 385 + 4.5 + 100);
    assert_true(time_of("{'relaxed': 1, 'parameters': {'n': 10.9}, " LOOP) == 385 + 4.5 + 100);
    assert_true(time_of("{'relaxed': 1, 'parameters': {'n': 1}, " LOOP) == 1 + 100);
}

/* No iteration: the loop takes no time. */
static void test_taskgraph_relaxed__no_iterations(void **state)
{
    (void)state;
    assert_true(time_of("{'relaxed': 1, 'parameters': {'n': 0}, " LOOP) == 0);
}

/* A nested loop: sum over i = 1 .. 6 of sum over j = 1 .. i of (1 + j), by formula 6*7/2 + 6*7*8/6; each i takes 10
 * more on the way to its next iteration. */
static void test_taskgraph_relaxed__nested(void **state)
{
    (void)state;
    assert_true(
        time_of("{'relaxed': 1, 'loops': [{'counter': 'i', 'limit': 6, 'first': 'begin', 'last': 'end'},"
                "{'counter': 'j', 'in': 'i', 'limit': 'i', 'first': 'x', 'last': 'y'}],"
                "'states': [{'name': 'begin', 'loop': 'i'}, {'name': 'x', 'loop': 'j'}, {'name': 'y', 'loop': 'j'},"
                "{'name': 'end', 'loop': 'i'}],"
                "'transitions': [{'from': 'begin', 'to': 'x'}, {'from': 'x', 'to': 'y', 'cost_s': '1 + j'},"
                "{'from': 'y', 'to': 'end', 'cost_s': 10}]}") == 21 + 56 + 60);
}

#define PIPELINE                                                                                                       \
    "{'relaxed': 1, 'parameters': {'n': 50}, 'loops': [{'counter': 'i', 'limit': 'n', 'first': 'a', 'last': 'b',"      \
    "'cost_s': 'mod(i, 3)'}],"                                                                                         \
    "'states': [{'name': 'a', 'loop': 'i'}, {'name': 'b', 'loop': 'i'}, {'name': 'c', 'loop': 'i'}, {'name': 'd',"     \
    "'loop': 'i'}],"                                                                                                   \
    "'transitions': [{'from': 'a', 'to': 'b', 'cost_s': 'mod(7 * i, 5)'}, {'from': 'b', 'to': 'c', 'cost_s': 1},"      \
    "{'from': 'c', 'to': 'd', 'cost_s': 'mod(3 * i, 4)'}, {'from': 'd', 'to': 'c', 'ahead': 1, 'cost_s': 2},"          \
    "{'from': 'd', 'to': 'a', 'ahead': 3, 'cost_s': 'mod(i, 7)'}]}"

/* Two concurrent stages, the second bound to itself by a forward edge, the first to the second three iterations before:
 * the recurrences written out. */
static double pipeline(void)
{
    enum {
        N = 50
    };
    double a[N + 1] = {0}, b[N + 1] = {0}, c[N + 1] = {0}, d[N + 1] = {0};
    for (int i = 1; i <= N; i++) {
        a[i] = i > 1 ? b[i - 1] + (i - 1) % 3 : 0;
        if (i > 3)
            a[i] = fmax(a[i], d[i - 3] + (i - 3) % 7);
        b[i] = a[i] + 7 * i % 5;
        c[i] = fmax(b[i] + 1, i > 1 ? d[i - 1] + 2 : 0);
        d[i] = c[i] + 3 * i % 4;
    }
    return fmax(b[N], d[N]);
}

static void test_taskgraph_relaxed__forward_edges(void **state)
{
    (void)state;
    assert_true(time_of(PIPELINE) == pipeline());
}

/* A loop of random states and edges by its recurrences; costs are multiples of 1/8, so sums are exact. */
enum {
    STATES = 6,
    MOST_EDGES = 14,
    MOST_AHEAD = 3
};

typedef struct random_edge {
    int from, to, ahead;
    double cost_s;
} random_edge;

static double by_recurrence(const random_edge *edge, int n, int iterations)
{
    double(*at)[STATES] = fc_allocate((size_t)iterations, sizeof *at), time = 0;
    for (int t = 0; t < iterations; t++)
        for (int s = 0; s < STATES; s++) {
            for (int e = 0; e < n; e++)
                if (edge[e].to == s && t >= edge[e].ahead)
                    at[t][s] = fmax(at[t][s], at[t - edge[e].ahead][edge[e].from] + edge[e].cost_s);
            time = fmax(time, at[t][s]);
        }
    free(at);
    return time;
}

/* The loop edge is edge 0. */
static char *write_loop(const random_edge *edge, int n, int iterations)
{
    fc_text text = {0};
    fc_text_add(&text,
                "{'relaxed': 1, 'loops': [{'counter': 'i', 'limit': %d, 'first': 's%d', 'last': 's%d', 'cost_s': %g}], "
                "'states': [",
                iterations, edge[0].to, edge[0].from, edge[0].cost_s);
    for (int s = 0; s < STATES; s++)
        fc_text_add(&text, "%s{'name': 's%d', 'loop': 'i'}", s ? "," : "", s);
    fc_text_add(&text, "], 'transitions': [");
    for (int e = 1; e < n; e++) {
        fc_text_add(&text, "%s{'from': 's%d', 'to': 's%d', 'cost_s': %g", e > 1 ? "," : "", edge[e].from, edge[e].to,
                    edge[e].cost_s);
        if (edge[e].ahead)
            fc_text_add(&text, ", 'ahead': %d", edge[e].ahead);
        fc_text_add(&text, "}");
    }
    fc_text_add(&text, "]}");
    return fc_text_take(&text);
}

/* Skipped iterations of a steady period take their time; forward edges from a state before the one they lead to, and
 * from a later one. */
static void test_taskgraph_relaxed__pace(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 300; seed++) {
        random_edge edge[MOST_EDGES];
        unsigned random = seed;
        for (int e = 0; e < MOST_EDGES; e++) {
            int draw[4];
            for (int k = 0; k < 4; k++)
                draw[k] = (int)((random = random * 1664525u + 1013904223u) >> 9);
            int ahead = e == 0 ? 1 : draw[0] % (MOST_AHEAD + 1), from = draw[1] % STATES, to = draw[2] % STATES;
            if (ahead == 0 && from >= to)
                ahead = 1;
            edge[e] = (random_edge){from, to, ahead, draw[3] % 200 / 8.0};
        }
        const int iterations[] = {1, 2, 7, 30, 3000};
        for (size_t k = 0; k < sizeof iterations / sizeof *iterations; k++) {
            char *text = write_loop(edge, MOST_EDGES, iterations[k]);
            double found = time_of(text), expected = by_recurrence(edge, MOST_EDGES, iterations[k]);
            if (found != expected)
                fail_msg("seed %u: %.17g, by recurrence %.17g: %s", seed, found, expected, text);
            free(text);
        }
    }
    /* Two independent states: one takes 3 an iteration from 0 on, the other 1 an iteration from 1000 on; 10^12
     * iterations. */
    assert_true(
        time_of("{'relaxed': 1, 'loops': [{'counter': 'i', 'limit': 1e12, 'first': 'a', 'last': 'a', 'cost_s': 3}],"
                "'states': [{'name': 'a', 'loop': 'i'}, {'name': 'b', 'loop': 'i'}, 'slow'], 'transitions': ["
                "{'from': 'slow', 'to': 'b', 'cost_s': 1000}, {'from': 'b', 'to': 'b', 'ahead': 1, 'cost_s': 1}]}") ==
        3 * (1e12 - 1));
}

/* [machine] eq. 5-8 as expressions with Table 1, for the numbers worked out in test_models_queueing.c: update_row for B
 * = 24, N_x = 10; send_row for B (i-1) / X = 40, Y = 8, beta = 1: 220*40 + 16800*63/24 + 800000/3. */
static void test_taskgraph_relaxed__paper_costs(void **state)
{
    (void)state;
    static const char graph[] =
        "{'relaxed': 1, 'parameters': {'B': 24, 'Nx': 10, 'X': 6, 'Y': 8, 'i': 11}, 'definitions': {"
        "'proc': '(B^3*Nx*2 + B^2*(ceil(B/2)*Nx - 1 + (ceil(B/12) - 1)*Nx)*0.46 + B^2*(ceil(B/12) - 1)*Nx*3)/2',"
        "'mem': '(B^2*(2*Nx + 1)*2.5 + B^2*Nx*8.5)/2', 'update_row': 'node(2, proc, mem)',"
        "'send_row': '220*ceil(B*(i - 1)/X) + 16800*(Y^2 - 1)/(3*Y) + 800000/3'},"
        "'states': ['a', 'b'], 'transitions': [{'from': 'a', 'to': 'b', 'cost_s': '%s'}]}";
    char text[2048];
    snprintf(text, sizeof text, graph, "update_row");
    assert_true(fabs(time_of(text) / (203569.92 + 1568160000 / 203569.92) - 1) < 1e-14);
    snprintf(text, sizeof text, graph, "send_row");
    assert_true(fabs(time_of(text) / (8800 + 44100 + 800000 / 3.0) - 1) < 1e-14);
}

/* Precedence and functions of the grammar: (text, value with x = 3). */
static void test_taskgraph_relaxed__expressions(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } good[] = {
        {"1 + 2 * x", 7},       {"(1 + 2) * x", 9},     {"2 ^ x ^ 2", 512}, {"-x ^ 2 + 10", 1},
        {"8 / 4 / 2", 1},       {"7 - 4 - 2", 1},       {"x < 4", 1},       {"x == 3", 1},
        {"x >= 3.5", 0},        {"if(x > 2, 5, 6)", 5}, {"ceil(x / 2)", 2}, {"floor(x / 2)", 1},
        {"mod(-x, 5)", 2},      {"max(x, 4)", 4},       {"min(x, 4)", 3},   {"log2(8) + abs(-1)", 4},
        {"1e-1 * 1.5E+1", 1.5}, {"sqrt(x * 27)", 9},    {" 2*-x ", -6},
    };
    static const struct {
        const char *text;
        int column;
    } bad[] = {{"1 +", 4},    {"(1", 3},  {"y", 1}, {"1 + y", 5}, {"max(1)", 6},
               {"sin(x)", 1}, {"1 2", 3}, {"", 1},  {"1..2", 1}};
    char *item[] = {"x"};
    const fc_words names = {item, 1, 0};
    const double x = 3;
    fc_expression *e;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(fc_expression_parse(&e, good[i].text, &names, FC_NOWHERE, NULL), FC_OK);
        if (fabs(fc_expression_value(e, &x) - good[i].value) > 1e-12)
            fail_msg("%s is %g", good[i].text, fc_expression_value(e, &x));
        fc_expression_free(e);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fc_report report = {0};
        char place[16];
        snprintf(place, sizeof place, "f:1:%d:", bad[i].column);
        assert_int_equal(fc_expression_parse(&e, bad[i].text, &names, (fc_place){"f", 1, 1}, &report), FC_E_INPUT);
        if (strncmp(report.text, place, strlen(place)) != 0)
            fail_msg("%s: %s", bad[i].text, report.text);
    }
    char deep[1000];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    assert_int_equal(fc_expression_parse(&e, deep, &names, FC_NOWHERE, NULL), FC_E_INPUT);
    memset(deep, '-', sizeof deep - 1);
    assert_int_equal(fc_expression_parse(&e, deep, &names, FC_NOWHERE, NULL), FC_E_INPUT);
}

/* Reduced and relaxed, the graph gives the same time at the points evaluated. */
static void test_taskgraph_relaxed__reduced(void **state)
{
    (void)state;
    fc_relaxed graph = read_graph(
        "{'relaxed': 1, 'parameters': {'n': 9}, 'loops': [{'counter': 'i', 'limit': 'n', 'first': 'a', 'last': 'e'}],"
        "'states': ['begin', {'name': 'a', 'loop': 'i'}, {'name': 'b', 'loop': 'i'}, {'name': 'c', 'loop': 'i'},"
        "{'name': 'd', 'loop': 'i'}, {'name': 'e', 'loop': 'i'}], 'transitions': [{'from': 'begin', 'to': 'a', "
        "'cost_s':"
        "5}, {'from': 'a', 'to': 'b', 'cost_s': 'i'}, {'from': 'b', 'to': 'c', 'cost_s': 2}, {'from': 'c', 'to': 'e',"
        "'cost_s': '3 * i'}, {'from': 'a', 'to': 'd', 'cost_s': 1}, {'from': 'd', 'to': 'e', 'cost_s': 4}]}");
    fc_relaxed_result result;
    assert_int_equal(fc_relaxed_reduce_paths(&graph), 3); /* b, c and d */
    assert_int_equal(graph.n_states, 3);
    assert_int_equal(fc_relaxed_order(&graph, NULL), FC_OK);
    for (int round = 0; round < 2; round++) {
        assert_int_equal(fc_relaxed_evaluate(&result, &graph, graph.parameter, NULL, NULL), FC_OK);
        assert_true(result.time_s ==
                    5 + 4 * 45 + 2 * 9); /* a -> d -> e takes 5, less than 4 i + 2 in every iteration */
        assert_int_equal(fc_relaxed_relax_edges(&graph, &result), round == 0);
        fc_relaxed_result_free(&result);
    }
    fc_relaxed_free(&graph);
}

static void test_taskgraph_relaxed__circle(void **state)
{
    (void)state;
    fc_relaxed graph = read_graph("{'relaxed': 1, 'states': ['x', 'a', 'b'], 'transitions': [{'from': 'x', 'to': 'a'},"
                                  "{'from': 'a', 'to': 'b'}, {'from': 'b', 'to': 'a'}]}");
    fc_report report = {0};
    assert_int_equal(fc_relaxed_order(&graph, &report), FC_E_INPUT);
    assert_non_null(strstr(report.text, "a cycle through a"));
    fc_relaxed_free(&graph);
}

static void test_taskgraph_relaxed__bad_cost(void **state)
{
    (void)state;
    fc_relaxed graph =
        read_graph("{'relaxed': 1, 'parameters': {'n': 3}, 'states': ['a', 'b'], 'transitions': [{'from':"
                   "'a', 'to': 'b', 'cost_s': '1 - n'}]}");
    fc_report report = {0};
    fc_relaxed_result result;
    assert_int_equal(fc_relaxed_order(&graph, NULL), FC_OK);
    assert_int_equal(fc_relaxed_evaluate(&result, &graph, graph.parameter, NULL, &report), FC_E_INPUT);
    assert_non_null(strstr(report.text, "the cost 1 - n is -2"));
    fc_relaxed_free(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taskgraph_relaxed__longest_path),  cmocka_unit_test(test_taskgraph_relaxed__loop),
        cmocka_unit_test(test_taskgraph_relaxed__no_iterations), cmocka_unit_test(test_taskgraph_relaxed__nested),
        cmocka_unit_test(test_taskgraph_relaxed__forward_edges), cmocka_unit_test(test_taskgraph_relaxed__paper_costs),
        cmocka_unit_test(test_taskgraph_relaxed__expressions),   cmocka_unit_test(test_taskgraph_relaxed__reduced),
        cmocka_unit_test(test_taskgraph_relaxed__pace),          cmocka_unit_test(test_taskgraph_relaxed__circle),
        cmocka_unit_test(test_taskgraph_relaxed__bad_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
