/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file profile_plan.h  Which profiling runs tell how counts grow: small ones, each moving one thing. */
#ifndef FC_PROFILE_PLAN_H
#define FC_PROFILE_PLAN_H

#include "analyzer/model/profile.h"

enum {
    FC_PROFILE_PLAN_LEAST = 8,
    FC_PROFILE_PLAN_MOST = 16
};

typedef struct fc_planned_run {
    int ranks;
    char **argument; /* [n_arguments of the wish] */
} fc_planned_run;

typedef struct fc_profile_plan {
    fc_planned_run *run; /* small ones first */
    int n_runs, n_arguments;
    bool *is_moved; /* by argument: the runs differ in it */
    int most;       /* how far sizes are shrunk */
} fc_profile_plan;

/** A star: one run with every size shrunk `most` times (16, 8, 4 or 2; less where fewer than 8 would be left, or 4 of a
 * size below 32), for each size two more with that one doubled and quadrupled (shrunk to a half: at three quarters and
 * whole), of three sizes and more one with each and the next doubled, and one with all of them doubled, which tell
 * whether their effects multiply, add up, or both, one with all of them quadrupled where that is a half at most, since
 * predictions ask for all of them larger, and one more on each power of two of ranks below wish->ranks and on
 * these themselves. Three values tell an exponent from a constant (count_fit.h); powers of two keep what the sizes are
 * divisible by. A size is an argument that is a whole number of at least FC_PROFILE_PLAN_LEAST; all others stay. */
FC_GIVE fc_profile_plan *fc_profile_plan_create(const fc_profile_wish *wish, int most);
void fc_profile_plan_free(FC_TAKE fc_profile_plan *plan);
/** Whether the profile holds the i-th run to its end, with the input files that lie there now. */
bool fc_profile_plan_is_done(const fc_profile_plan *plan, int i, const fc_profile *profile);

#endif
