/* SPDX-License-Identifier: Apache-2.0 */
#include "team_costs.h"

#include "forecost.h"

const fc_openmp_costs *fc_team_costs(const fc_coefficients *machine)
{
    /* Default when the machine file has no thread overheads: libgomp on two cores of a common x86-64, rounded. */
    static const fc_openmp_costs common = {.threads = 2,
                                           .overhead = {[FC_OVERHEAD_REGION] = {1e-7, 1.5e-6},
                                                        [FC_OVERHEAD_BARRIER] = {2e-8, 4e-7},
                                                        [FC_OVERHEAD_CHUNK] = {1e-8, 4e-8},
                                                        [FC_OVERHEAD_CRITICAL] = {2e-8, 1e-7},
                                                        [FC_OVERHEAD_TASK] = {1e-7, 4e-7}}};
    const fc_openmp_costs *own = &machine->threads;
    return own->threads >= 2 ? own : &common;
}

/* Overheads of synchronizing the whole team grow linearly with its threads; overheads of one thread are capped. */
double fc_team_overhead(const fc_openmp_costs *threads, fc_overhead_kind kind, int n)
{
    const fc_overhead *overhead = &threads->overhead[kind];
    double share = (n - 1.0) / (threads->threads - 1.0);
    bool meets_all = kind == FC_OVERHEAD_REGION || kind == FC_OVERHEAD_BARRIER;
    share = meets_all ? share : fc_min(share, 1);
    return fc_max(0, overhead->alone_s + share * (overhead->all_s - overhead->alone_s));
}
