/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file workload.h  Synthetic jobs for studies of schedulers ([speedup], section 1).
 *
 * Downey's workload model (1997; Parallel Workloads Archive, "The Downey 1997 Model"): the average parallelism A and
 * the work are log-uniform, P(x <= t) = log(t / least) / log(most / least). sigma is uniform. The reports on the model
 * print no bounds: those below are chosen here. */
#ifndef FC_WORKLOAD_H
#define FC_WORKLOAD_H

#include <stdint.h>

#define FC_WORKLOAD_MOST_SIGMA 2.0 /* [speedup] section 4: mostly below 1, at most 2.7 */
#define FC_WORKLOAD_LEAST_WORK_S 1.0
#define FC_WORKLOAD_MOST_WORK_S 1e6

/** A moldable job: its speedup curve (downey.h), and its time on one processor. */
typedef struct fc_workload_job {
    double A, sigma, work_s;
} fc_workload_job;

/** Draws out[n] with 1 <= A <= most. Equal seeds give equal jobs on every host. */
void fc_workload_draw(fc_workload_job *out, int n, uint64_t seed, double most);
/** The values that a share 0 .. 1 of all jobs does not exceed: the inverse of the cumulative distributions. */
fc_workload_job fc_workload_quantile(double share, double most);

#endif
