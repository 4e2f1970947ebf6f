/* SPDX-License-Identifier: Apache-2.0 */
/** @file queueing.h  Closed queueing networks with one customer class, by mean value analysis.
 *
 * A customer circulates through K centers; `demand_s` is the demand of a round on a center, visits times service. Mean
 * value analysis [Reiser and Lavenberg 1980; Lazowska, Zahorjan, Graham, Sevcik 1984, chapters 6 and 7]: an arriving
 * customer finds the mean queue of a network with one customer less,
 *
 *    R_k(n) = D_k                                     delay
 *    R_k(n) = D_k (1 + Q_k(n-1))                      queue, exponential or processor sharing: exact
 *    R_k(n) = D_k (1 + Q_k(n-1) - U_k(n-1) / 2)       queue, constant service: half of the current service is left
 *    X(n)   = n / sum_k R_k(n),   Q_k(n) = X(n) R_k(n),   U_k(n) = X(n) D_k
 *
 * and, with constant service, X(n) D_k <= 1. Nothing allocates memory: the centers hold their own results. */
#ifndef FC_QUEUEING_H
#define FC_QUEUEING_H

typedef enum fc_center_kind {
    FC_CENTER_DELAY,   /* no waiting */
    FC_CENTER_QUEUE,   /* one server, exponential service or processor sharing */
    FC_CENTER_CONSTANT /* one server, constant service */
} fc_center_kind;

/** Input: kind, demand_s >= 0 [s]. Output: response_s [s], queue [customers]. */
typedef struct fc_center {
    fc_center_kind kind;
    double demand_s;
    double response_s; /* mean time of a round spent here, waiting and served */
    double queue;      /* mean number of customers here */
} fc_center;

/** Results for the whole network. */
typedef struct fc_queue_network {
    double throughput;  /* rounds a second, all customers together; 0 where every demand is 0 */
    double round_s;     /* mean time of a round */
    double utilization; /* of the busiest queueing center */
} fc_queue_network;

/** Exact recursion over 1..customers; O(customers * n). customers >= 0; with 0 every result is 0. */
fc_queue_network fc_mva_exact(fc_center *center, int n, int customers);
/** One step of that recursion: `center` holds the results for customers - 1 and receives those for `customers` >= 1. A
 * caller can thus change demands with the population (flow-equivalent centers). before: the network for customers - 1.
 */
fc_queue_network fc_mva_step(fc_center *center, int n, int customers, const fc_queue_network *before);

/** A finite source: customers think for think_s [s], then request service_s [s] from one of `servers` >= 1. */
typedef struct fc_finite_source {
    int customers, servers;
    double think_s, service_s;
} fc_finite_source;

/** Results of a finite source. */
typedef struct fc_finite_source_result {
    double wait_s;     /* mean time before the service begins, over all arrivals */
    double blocked;    /* share of arrivals that find all servers busy */
    double throughput; /* services a second */
} fc_finite_source_result;

/** M/M/c//K from its birth-death equations [Gross and Harris 1985, section 2.7]; exact, O(customers). With service_s 0
 * no customer waits. An arrival sees the system without itself. think_s may be 0. */
fc_finite_source_result fc_finite_source_solve(const fc_finite_source *source);

/** Seconds of each of `processors` >= 1 equal tasks on one node, with proc_s [s] on its own processor and mem_s [s] on
 * the shared memory: tau(p) = R_proc + R_mem(p) of [machine] section 2.3, eq. 3; for two processors eq. 7. */
double fc_node_time(int processors, double proc_s, double mem_s);

/** Seconds of one of `active` equal tasks on a node, from the measured time of one alone (alone_s) and of `measured` >=
 * 2 at once (shared_s): fc_node_time() with the demand mem_s for which `measured` tasks take shared_s, and proc_s =
 * alone_s - mem_s. If mem_s would exceed alone_s (tasks evict each other's data), it is alone_s, and the result is
 * scaled to pass through shared_s. If shared_s <= alone_s, no task waits: the result is shared_s. O(measured) for each
 * bit of mem_s. */
double fc_node_extrapolate(double alone_s, double shared_s, int measured, double active);

/** Position of `active` tasks between two measured numbers of tasks: 0 at few, 1 at many. The queueing model that takes
 * alone_s with one task and shared_s with `many` sets its shape; without waiting it is linear. few <= active <= many,
 * few < many, alone_s > 0. */
double fc_node_share(double alone_s, double shared_s, const int few_and_many[2], double active);

#endif
