/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks a second of deterministic task graph analysis (basic model) for growing numbers of tasks and processes; the
 * memory of ten million tasks; and a relaxed graph's evaluation for growing machines.
 * BUILD/testsuite/bench/task_analysis */
#include "runtime/taskgraph/analysis/task_analysis.h"
#include "runtime/taskgraph/core/generator.h"
#include "runtime/taskgraph/relaxed/relaxed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A loop of tasks of different lengths, or a pipeline of 1000 columns. */
static fc_taskgraph make_graph(uint32_t tasks, bool is_pipeline)
{
    const fc_generator *generator = fc_generators;
    while (strcmp(generator->kind, is_pipeline ? "pipeline" : "loop") != 0)
        generator++;
    fc_taskgraph graph = {0};
    fc_generator_shape shape = {.size = {is_pipeline ? tasks / 1000 : tasks, 1000, 0},
                                .demand[0] = {.kind = FC_DEMAND_UNIFORM, .first = 1, .second = 2}};
    fc_taskgraph_add_block(&graph, "t", &(fc_task_block){.slots = (uint32_t)shape.size[0], .split_of = 1});
    generator->generate(&graph, &shape);
    if (fc_taskgraph_close(&graph, FC_NOWHERE, NULL))
        exit(EXIT_FAILURE);
    return graph;
}

static void measure(uint32_t tasks, bool is_pipeline, uint32_t processes, fc_schedule_kind kind)
{
    static const char *const names[] = {[FC_SCHEDULE_CYCLIC] = "cyclic", [FC_SCHEDULE_DYNAMIC] = "dynamic"};
    fc_taskgraph graph = make_graph(tasks, is_pipeline);
    fc_task_analysis_options options = {.processes = processes, .schedule = {.kind = kind, .chunk = 1}};
    fc_analysis result;
    double start = seconds();
    if (fc_task_analysis_run(&result, &graph, &options, NULL))
        exit(EXIT_FAILURE);
    double took = seconds() - start;
    printf("| %s | %u | %zu | %u | %s | %.3f | %.2f |\n", is_pipeline ? "pipeline" : "loop", graph.n, graph.n_edges,
           processes, names[kind], took, graph.n / took / 1e6);
    fc_taskgraph_free(&graph);
}

static void measure_relaxed(void)
{
    fc_relaxed graph;
    fc_report report = {0};
    if (fc_relaxed_read(&graph, FORECOST_SOURCE_DIR "/examples/taskgraph/relaxed_lu.json", &report) ||
        fc_relaxed_order(&graph, &report)) {
        fprintf(stderr, "%s\n", report.text);
        exit(EXIT_FAILURE);
    }
    printf("\n| relaxed LU, p | activations | ms |\n|---:|---:|---:|\n");
    for (double p = 16; p <= 1e6; p = p < 1e6 && p * 10 > 1e6 ? 1e6 : p * 10) {
        fc_relaxed_result result;
        double best = 1e9, activations = 0;
        graph.parameter[0] = p;
        for (int i = 0; i < 5; i++) {
            double start = seconds();
            if (fc_relaxed_evaluate(&result, &graph, graph.parameter, NULL, NULL))
                exit(EXIT_FAILURE);
            best = seconds() - start < best ? seconds() - start : best;
            activations = result.activations;
            fc_relaxed_result_free(&result);
        }
        printf("| %.0f | %.0f | %.2f |\n", p, activations, 1e3 * best);
        if (p == 1e6)
            break;
    }
    fc_relaxed_free(&graph);
}

int main(void)
{
    struct rusage usage;
    printf("| graph | tasks | edges | P | schedule | s | million tasks/s |\n|---|---:|---:|---:|---|---:|---:|\n");
    for (uint32_t tasks = 10000; tasks <= 10000000; tasks *= 10)
        measure(tasks, false, 64, FC_SCHEDULE_DYNAMIC);
    for (uint32_t tasks = 10000; tasks <= 10000000; tasks *= 10)
        measure(tasks, true, 64, FC_SCHEDULE_CYCLIC);
    measure(10000000, true, 64, FC_SCHEDULE_DYNAMIC);
    for (uint32_t processes = 1; processes <= 65536; processes *= 16)
        measure(1000000, false, processes, FC_SCHEDULE_DYNAMIC);
    getrusage(RUSAGE_SELF, &usage);
    printf("\nMost memory: %.2f GiB\n", (double)usage.ru_maxrss / (1 << 20));
    measure_relaxed();
    return EXIT_SUCCESS;
}
