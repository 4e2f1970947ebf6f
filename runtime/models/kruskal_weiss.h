/* SPDX-License-Identifier: Apache-2.0 */
/** @file kruskal_weiss.h  The stochastic model of a parallel loop beside the deterministic one [taskgraph,
 * section 6.2]. */
#ifndef FC_KRUSKAL_WEISS_H
#define FC_KRUSKAL_WEISS_H

/** Expected seconds of `tasks` >= 1 independent tasks of mean [s] and deviation [s], taken one by one from a common
 * queue by `processes` >= 1, each taking overhead_s [s]: with P = min(tasks, processes), N (mean + overhead) / P +
 * deviation sqrt(2 ln P) [Kruskal and Weiss 1985, batches of K = 1]. It knows nothing of the order of the tasks. */
double fc_kruskal_weiss_time(double tasks, double processes, double mean_s, double deviation_s, double overhead_s);

#endif
