/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/workload.h"

#include "support/hash.h"

#include <math.h>

static double log_uniform(double share, double least, double most)
{
    return least * pow(most / least, share);
}

static fc_workload_job job_at(double A_share, double sigma_share, double work_share, double most)
{
    return (fc_workload_job){log_uniform(A_share, 1, most), FC_WORKLOAD_MOST_SIGMA * sigma_share,
                             log_uniform(work_share, FC_WORKLOAD_LEAST_WORK_S, FC_WORKLOAD_MOST_WORK_S)};
}

void fc_workload_draw(fc_workload_job *out, int n, uint64_t seed, double most)
{
    uint64_t state = seed;
    for (int i = 0; i < n; i++) {
        double A = fc_hash_uniform(&state), sigma = fc_hash_uniform(&state), work = fc_hash_uniform(&state);
        out[i] = job_at(A, sigma, work, most);
    }
}

fc_workload_job fc_workload_quantile(double share, double most)
{
    return job_at(share, share, share, most);
}
