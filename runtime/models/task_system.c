/* SPDX-License-Identifier: Apache-2.0 */
/* System models of deterministic task graph analysis: the bus of a Sequent Symmetry, a node with one shared memory, and
 * the lock of a task queue, each by mean value analysis or M/M/c//K (queueing.h). */
#include "task_system.h"

#include "queueing.h"

#include <math.h>
#include <stddef.h>

/* ---- bus and memory of a Sequent Symmetry ---- */

enum {
    BUS_RATE,
    BUS_INVALIDATE,
    BUS_WRITE_BACK,
    BUS_REMOTE_CACHE,
    N_BUS_USAGE
};

enum {
    REQUEST_S,
    RESPONSE_S,
    INVALIDATE_S,
    WRITE_BACK_S,
    MEMORY_READ_S,
    MEMORY_WRITE_S,
    CACHE_S,
    MODULES,
    OUTSTANDING
};

/* The mean task: rates averaged, fractions weighted by the rates. Returns the number of tasks. */
static int mean_usage(double mean[N_BUS_USAGE], const fc_task_load *load)
{
    int n = 0;
    for (int k = 0; k < N_BUS_USAGE; k++)
        mean[k] = 0;
    for (int c = 0; c < load->n_classes; c++) {
        const double *usage = load->usage + (ptrdiff_t)c * load->n_usage, weight = load->executing[c] * usage[BUS_RATE];
        n += load->executing[c];
        mean[BUS_RATE] += weight;
        for (int k = BUS_RATE + 1; k < N_BUS_USAGE; k++)
            mean[k] += weight * usage[k];
    }
    for (int k = BUS_RATE + 1; k < N_BUS_USAGE && mean[BUS_RATE] > 0; k++)
        mean[k] /= mean[BUS_RATE];
    mean[BUS_RATE] /= n;
    return n;
}

/* The network's centers; a round is one bus request and the computation before it. */
enum {
    CPU,
    BUS,
    CACHE,
    BLOCKED,
    MEMORY, /* the first memory module */
    MOST_MODULES = 16
};

typedef struct bus {
    double mean[N_BUS_USAGE];
    const double *parameter;
    double reads, fetches; /* shares of requests: reads; reads served by memory, not by a cache */
    fc_center center[MEMORY + MOST_MODULES];
    int n_centers;
    fc_queue_network network;
} bus;

/* At most OUTSTANDING reads are in flight: the flow-equivalent center of section 3.3, an M/M/3//n queue. Its service
 * time is the residence of a read, from request to response, with one customer less. */
static void block_reads(bus *of, int customers)
{
    const double *parameter = of->parameter;
    if (customers <= parameter[OUTSTANDING] || of->reads <= 0 || of->center[BUS].demand_s <= 0)
        return;
    double response = of->center[BUS].response_s * of->reads * parameter[RESPONSE_S] / of->center[BUS].demand_s;
    double under_way = response + of->center[CACHE].response_s;
    for (int k = MEMORY; k < of->n_centers; k++)
        under_way += of->center[k].response_s;
    double elsewhere = of->network.round_s - of->center[BLOCKED].response_s - under_way;
    fc_finite_source source = {customers, (int)parameter[OUTSTANDING], fmax(elsewhere, 0) / of->reads,
                               under_way / of->reads};
    of->center[BLOCKED].demand_s = of->reads * fc_finite_source_solve(&source).wait_s;
}

/* [taskgraph, section 3.3]: exact recursion over the population, constant service on the bus and in memory; D_i = r_i *
 * lambda_i * R. The protocol's ordering and priority of responses are not modeled. */
static void bus_overhead(double *overhead, const fc_task_load *load, const double *parameter)
{
    double mean[N_BUS_USAGE], response = 0;
    const int n = mean_usage(mean, load);
    if (mean[BUS_RATE] > 0) {
        bus of = {
            .parameter = parameter, .reads = 1 - mean[BUS_INVALIDATE], .n_centers = MEMORY + (int)parameter[MODULES]};
        for (int k = 0; k < N_BUS_USAGE; k++)
            of.mean[k] = mean[k];
        of.fetches = of.reads * (1 - mean[BUS_REMOTE_CACHE]);
        double read_s = parameter[REQUEST_S] + mean[BUS_WRITE_BACK] * parameter[WRITE_BACK_S] + parameter[RESPONSE_S];
        of.center[CPU].demand_s = 1 / mean[BUS_RATE];
        of.center[CACHE].demand_s = of.reads * mean[BUS_REMOTE_CACHE] * parameter[CACHE_S];
        of.center[BUS].demand_s = mean[BUS_INVALIDATE] * parameter[INVALIDATE_S] + of.reads * read_s;
        for (int k = BUS; k < of.n_centers; k++)
            of.center[k].kind = k == BUS || k >= MEMORY ? FC_CENTER_CONSTANT : FC_CENTER_DELAY;
        for (int customers = 1; customers <= n; customers++) {
            /* Write-backs delay no customer but occupy a memory module: the remaining capacity serves reads. */
            const double modules = of.parameter[MODULES];
            double writing =
                of.network.throughput * of.reads * of.mean[BUS_WRITE_BACK] * of.parameter[MEMORY_WRITE_S] / modules;
            for (int k = MEMORY; k < of.n_centers; k++)
                of.center[k].demand_s = of.fetches * of.parameter[MEMORY_READ_S] / modules / (1 - fmin(writing, 0.999));
            block_reads(&of, customers);
            of.network = fc_mva_step(of.center, of.n_centers, customers, &of.network);
        }
        response = fmax(of.network.round_s - of.center[CPU].demand_s, 0); /* rounding errors may be negative */
    }
    for (int c = 0; c < load->n_classes; c++)
        overhead[c] = load->usage[(ptrdiff_t)c * load->n_usage + BUS_RATE] * response;
}

/* ---- the node of [machine] section 2.3: tasks share one memory ---- */

/* Each task spends a share of its CPU demand on memory, measured alone. The mean task's tau_proc and tau_mem give the
 * factor by which contention slows memory down. */
static void node_overhead(double *overhead, const fc_task_load *load, const double *parameter)
{
    double share = 0, factor = 1;
    int n = 0;
    (void)parameter;
    for (int c = 0; c < load->n_classes; c++) {
        share += load->executing[c] * load->usage[(ptrdiff_t)c * load->n_usage];
        n += load->executing[c];
    }
    share /= n;
    if (share > 0)
        factor = (fc_node_time(n, 1 - share, share) - (1 - share)) / share;
    for (int c = 0; c < load->n_classes; c++)
        overhead[c] =
            load->usage[(ptrdiff_t)c * load->n_usage] * fmax(factor - 1, 0); /* rounding errors may be negative */
}

const fc_task_system fc_task_systems[] = {
    {.name = "none", .about = "tasks do not slow each other down: the basic model"},
    {.name = "bus",
     .usage = {{"bus_rate", 0, 1e12}, {"invalidate", 0, 1}, {"write_back", 0, 1}, {"remote_cache", 0, 1}},
     .parameter = {{"request_s", 0, 1},
                   {"response_s", 0, 1},
                   {"invalidate_s", 0, 1},
                   {"write_back_s", 0, 1},
                   {"memory_read_s", 0, 1},
                   {"memory_write_s", 0, 1},
                   {"cache_s", 0, 1},
                   {"modules", 1, MOST_MODULES},
                   {"outstanding", 1, 1e6}},
     .overhead = bus_overhead,
     .about = "one bus and memory modules, as in a Sequent Symmetry"},
    {.name = "node",
     .usage = {{"memory", 0, 1}},
     .overhead = node_overhead,
     .about = "one memory that all processes share"},
    {0},
};

double fc_task_lock_seconds(double hold_s, double processes, double think_s)
{
    if (hold_s <= 0 || processes <= 1)
        return hold_s;
    const double low = floor(processes), share = processes - low;
    double wait = 0;
    for (int up = 0; up < 2; up++) {
        fc_finite_source source = {(int)low + up, 1, think_s, hold_s};
        wait += (up ? share : 1 - share) * fc_finite_source_solve(&source).wait_s;
    }
    return hold_s + wait;
}
