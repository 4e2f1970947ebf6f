/* SPDX-License-Identifier: Apache-2.0 */
/** @file queueing.h  Closed queueing networks of one class of customers, by mean value analysis.
 *
 * A customer goes round through K centres; `demand_s` is what one round asks of a centre, visits times service. Mean
 * value analysis [Reiser and Lavenberg 1980; Lazowska, Zahorjan, Graham, Sevcik 1984, chapters 6 and 7]: an arriving
 * customer finds the queue that a network with one customer less has on average,
 *
 *    R_k(n) = D_k                                     delay
 *    R_k(n) = D_k (1 + Q_k(n-1))                      queue, exponential or processor sharing: exact
 *    R_k(n) = D_k (1 + Q_k(n-1) - U_k(n-1) / 2)       queue, constant service: the one in service has half of it left
 *    X(n)   = n / sum_k R_k(n),   Q_k(n) = X(n) R_k(n),   U_k(n) = X(n) D_k
 *
 * and, with constant service, X(n) D_k <= 1. Nothing here allocates: the centres carry their own results. */
#ifndef FC_QUEUEING_H
#define FC_QUEUEING_H

typedef enum fc_centre_kind {
    FC_CENTRE_DELAY,   /* nobody waits */
    FC_CENTRE_QUEUE,   /* one server, exponential service or processor sharing */
    FC_CENTRE_CONSTANT /* one server, constant service */
} fc_centre_kind;

/** demand_s [s] >= 0 goes in; response_s [s] and queue [customers] come out. */
typedef struct fc_centre {
    fc_centre_kind kind;
    double demand_s;
    double response_s; /* mean time of a round spent here, waiting and served */
    double queue;      /* mean number of customers here */
} fc_centre;

/** Of the whole network. */
typedef struct fc_queue_network {
    double throughput;  /* rounds a second, all customers together; 0 where every demand is 0 */
    double round_s;     /* mean time of a round */
    double utilization; /* of the busiest queueing centre */
} fc_queue_network;

/** Exact recursion over 1..customers; O(customers * n). customers >= 0; with 0 every result is 0. */
fc_queue_network fc_mva_exact(fc_centre *centre, int n, int customers);
/** One step of that recursion: `centre` holds the results for customers - 1 and gets those for `customers` >= 1, so
 * that a caller can change demands with the population (flow-equivalent centres). before: the network for customers
 * - 1. */
fc_queue_network fc_mva_step(fc_centre *centre, int n, int customers, const fc_queue_network *before);
/** Bard and Schweitzer's approximation Q_k(n-1) = Q_k(n) (n-1)/n, iterated until the
 * round's time stands to 1e-14: O(n) a turn whatever the population, which may be fractional (0: every result is 0). */
fc_queue_network fc_mva_schweitzer(fc_centre *centre, int n, double customers);

/** Customers of a finite source who think for think_s [s] and ask one of `servers` >= 1 for service_s [s]. */
typedef struct fc_source {
    int customers, servers;
    double think_s, service_s;
} fc_source;

/** What an arriving customer meets. */
typedef struct fc_source_wait {
    double wait_s;     /* mean time before the service begins, over all arrivals */
    double blocked;    /* share of arrivals that find all servers busy */
    double throughput; /* services a second */
} fc_source_wait;

/** M/M/c//K from its birth and death equations [Gross and Harris 1985, section 2.7]; exact, O(customers). No customer
 * waits where service_s is 0; an arrival sees the system without itself. think_s may be 0. */
fc_source_wait fc_source_solve(const fc_source *source);

/** Seconds that `processors` >= 1 equal tasks take on one node, each with proc_s [s] on its own processor and mem_s [s]
 * on the memory they share: tau(p) = R_proc + R_mem(p) of [machine] section 2.3, eq. 3; for two processors eq. 7. */
double fc_node_time(int processors, double proc_s, double mem_s);

/** Seconds of one of `active` equal tasks on a node where one alone takes alone_s and `measured` >= 2 at once shared_s
 * each: [machine] eq. 3 by Bard and Schweitzer, in closed form. With D the demand on what is shared, Z = alone_s - D,
 *    R = D (1 + (k - 1) R / (Z + R)),  T(k) = Z + R
 * so that D^2 + s D = s T / (k - 1) at k = measured, T = shared_s, s = T - alone_s. Where D would be more than all of
 * alone_s (tasks that take each other's place in a cache), all of it is shared and T(k) is scaled to go through
 * shared_s. shared_s <= alone_s: nobody waits, shared_s. */
double fc_node_extended(double alone_s, double shared_s, int measured, double active);

#endif
