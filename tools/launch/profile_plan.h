/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file profile_plan.h  Plans small profiling runs from which the growth of counts is fitted. */
#ifndef FC_PROFILE_PLAN_H
#define FC_PROFILE_PLAN_H

#include "analyzer/model/profile/profile.h"

enum {
    FC_PROFILE_PLAN_LEAST = 8,
    FC_PROFILE_PLAN_MOST = 16
};

typedef struct fc_planned_run {
    int ranks;
    char **argument; /* [n_arguments of the wish] */
} fc_planned_run;

typedef struct fc_profile_plan {
    fc_planned_run *run; /* smallest first */
    int n_runs, n_arguments;
    bool *is_moved; /* by argument: whether the runs vary it */
    int most;       /* largest divisor of sizes */
} fc_profile_plan;

/** A star design. The base run divides every size by `most` (16, 8, 4 or 2; less if fewer than 8 would remain, or 4 of
 * a size below 32). The other runs vary it:
 * - each size doubled and quadrupled (if divided by 2 only: three quarters and the whole size);
 * - with three sizes or more, each size and the next doubled together; with two or more, all doubled, which
 *   distinguishes products from sums; and all quadrupled if that is at most half of the full sizes;
 * - each power of two of ranks below wish->ranks, and wish->ranks.
 * Three values distinguish an exponent from a constant (count_fit.h); powers of two preserve divisibility. A size is an
 * argument that is a whole number of at least FC_PROFILE_PLAN_LEAST; all others stay unchanged. */
FC_GIVE fc_profile_plan *fc_profile_plan_create(const fc_profile_request *wish, int most);
void fc_profile_plan_free(FC_TAKE fc_profile_plan *plan);
/** The run with every size divided by `by` (2, 4, 8 or 16), on wish->ranks. */
FC_GIVE fc_planned_run fc_profile_plan_part(const fc_profile_request *wish, int by);
void fc_profile_plan_run_free(FC_TAKE fc_planned_run *run, int n_arguments);
/** Whether the profile contains this complete run, with these input files. */
bool fc_profile_plan_is_done(const fc_profile_request *run, const fc_profile *profile);

#endif
