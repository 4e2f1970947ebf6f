/* SPDX-License-Identifier: Apache-2.0 */
#include "queueing.h"

#include <math.h>

/* Seconds of a round at a center where an arriving customer finds `queue` customers, `busy` of them in service. */
static double response_of(const fc_center *center, double queue, double busy)
{
    switch (center->kind) {
    case FC_CENTER_QUEUE:
        return center->demand_s * (1 + queue);
    case FC_CENTER_CONSTANT:
        return center->demand_s * (1 + queue - busy / 2);
    case FC_CENTER_DELAY:
        break;
    }
    return center->demand_s;
}

/* X, Q and U from the response times in the centers. */
static fc_queue_network close_round(fc_center *center, int n, double customers)
{
    fc_queue_network network = {0};
    for (int k = 0; k < n; k++)
        network.round_s += center[k].response_s;
    /* The correction of half a service may let a server exceed its capacity: a round takes at least the customers'
     * total demand on the busiest center. */
    for (int k = 0; k < n; k++) {
        double lacking = customers * center[k].demand_s - network.round_s;
        if (center[k].kind != FC_CENTER_CONSTANT || lacking <= 0)
            continue;
        center[k].response_s += lacking;
        network.round_s += lacking;
    }
    network.throughput = network.round_s > 0 ? customers / network.round_s : 0;
    for (int k = 0; k < n; k++) {
        center[k].queue = network.throughput * center[k].response_s;
        if (center[k].kind != FC_CENTER_DELAY)
            network.utilization = fmax(network.utilization, network.throughput * center[k].demand_s);
    }
    return network;
}

fc_queue_network fc_mva_step(fc_center *center, int n, int customers, const fc_queue_network *before)
{
    for (int k = 0; k < n; k++)
        center[k].response_s = response_of(&center[k], center[k].queue, before->throughput * center[k].demand_s);
    return close_round(center, n, customers);
}

fc_queue_network fc_mva_exact(fc_center *center, int n, int customers)
{
    fc_queue_network network = {0};
    for (int k = 0; k < n; k++)
        center[k].response_s = center[k].queue = 0;
    for (int i = 1; i <= customers; i++)
        network = fc_mva_step(center, n, i, &network);
    return network;
}

/* Sums over the state probabilities p_j of j customers served or waiting, up to a common factor that keeps them finite.
 */
typedef struct states {
    double all, blocked, waiting, served; /* sums of p_j, of p_j with j >= c, of p_j (j - c)+, of p_j min(j, c) */
} states;

static states sum_states(const fc_finite_source *source, int customers)
{
    states sum = {0};
    double p = 1, c = source->servers;
    for (int j = 0; j <= customers; j++) {
        if (j > 0)
            p *= (customers - j + 1) * source->service_s / (source->think_s * fmin(j, c));
        if (p > 1e200) {
            const double scale = 1 / p;
            sum = (states){sum.all * scale, sum.blocked * scale, sum.waiting * scale, sum.served * scale};
            p = 1;
        }
        sum.all += p;
        sum.blocked += j >= c ? p : 0;
        sum.waiting += j > c ? p * (j - c) : 0;
        sum.served += p * fmin(j, c);
    }
    return sum;
}

fc_finite_source_result fc_finite_source_solve(const fc_finite_source *source)
{
    if (source->customers < 1)
        return (fc_finite_source_result){0};
    if (source->service_s <= 0)
        return (fc_finite_source_result){.throughput =
                                             source->think_s > 0 ? source->customers / source->think_s : INFINITY};
    if (source->think_s <= 0) {
        /* Without think time all customers circulate through the servers. */
        const double round_s = source->service_s * fmax(1, (double)source->customers / source->servers);
        return (fc_finite_source_result){round_s - source->service_s, source->customers > source->servers,
                                         source->customers / round_s};
    }
    states now = sum_states(source, source->customers), others = sum_states(source, source->customers - 1);
    double throughput = now.served / (now.all * source->service_s);
    return (fc_finite_source_result){now.waiting / (now.all * throughput), others.blocked / others.all, throughput};
}

double fc_node_time(int processors, double proc_s, double mem_s)
{
    fc_center center[] = {{.kind = FC_CENTER_DELAY, .demand_s = proc_s}, {.kind = FC_CENTER_QUEUE, .demand_s = mem_s}};
    return fc_mva_exact(center, 2, processors).round_s;
}

/* T(k) of a delay alone_s - demand_s and a queue of demand_s, linear between whole numbers of customers. */
static double shared_time(double alone_s, double demand_s, double customers)
{
    const int low = (int)customers;
    const double part = customers - low, think_s = alone_s - demand_s, at_low = fc_node_time(low, think_s, demand_s);
    return part > 0 ? at_low + part * (fc_node_time(low + 1, think_s, demand_s) - at_low) : at_low;
}

/* The demand on the queue for which `measured` customers take shared_s, by bisection: T(k) grows with it. */
static double demand_of(double alone_s, double shared_s, int measured)
{
    double low = 0, high = alone_s;
    if (shared_time(alone_s, alone_s, measured) <= shared_s)
        return alone_s;
    for (double middle; (middle = low + (high - low) / 2) > low && middle < high;)
        *(shared_time(alone_s, middle, measured) < shared_s ? &low : &high) = middle;
    return high;
}

double fc_node_extrapolate(double alone_s, double shared_s, int measured, double active)
{
    if (shared_s <= alone_s)
        return shared_s;
    const double demand_s = demand_of(alone_s, shared_s, measured);
    return shared_s * shared_time(alone_s, demand_s, active) / shared_time(alone_s, demand_s, measured);
}

double fc_node_share(double alone_s, double shared_s, const int few_and_many[2], double active)
{
    const double few = few_and_many[0], many = few_and_many[1];
    const double demand_s = shared_s > alone_s ? demand_of(alone_s, shared_s, few_and_many[1]) : 0;
    const double first = shared_time(alone_s, demand_s, few), last = shared_time(alone_s, demand_s, many);
    if (!(last > first))
        return (active - few) / (many - few);
    return (shared_time(alone_s, demand_s, active) - first) / (last - first);
}
