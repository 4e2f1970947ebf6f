/* SPDX-License-Identifier: Apache-2.0 */
/** @file kruskal_weiss.h  Stochastic model of a parallel loop, for comparison with the deterministic one [taskgraph,
 * section 6.2]. */
#ifndef FC_KRUSKAL_WEISS_H
#define FC_KRUSKAL_WEISS_H

/** Expected seconds of `tasks` >= 1 independent tasks of this mean and standard deviation [s], taken one by one from a
 * common queue by `processes` >= 1; taking one costs overhead_s [s]. With P = min(tasks, processes):
 * N (mean + overhead) / P + deviation sqrt(2 ln P) [Kruskal and Weiss 1985, batches of K = 1], whatever the order. */
double fc_kruskal_weiss_time(double tasks, double processes, double mean_s, double deviation_s, double overhead_s);

#endif
