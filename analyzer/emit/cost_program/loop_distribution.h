/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loop_distribution.h  Loop distribution: the recurrences of an executed loop apart from its costs.
 *
 * The loop is split into one of the slice's recurrences (t += dt; it++) and of the conditions on them (it % 50 == 0),
 * and into its costs (Allen and Kennedy 2001, loop distribution). The first is executed and counts how often each
 * condition holds. Costs that do not read a recurrence are then the same in each iteration: method `sum` charges them
 * once, weighted by these counts. */
#ifndef FC_LOOP_DISTRIBUTION_H
#define FC_LOOP_DISTRIBUTION_H

#include "analyzer/cost_tree/analysis.h"

typedef struct fc_loop_distribution {
    const fc_analysis *analysis;
    const fc_cost *loop;
    const fc_symbol **variable; /* those of the recurrences; owned */
    size_t n, capacity;
} fc_loop_distribution;

/** False: the loop cannot be split; *out is then empty. */
bool fc_loop_distribution_find(FC_GIVE fc_loop_distribution *out, const fc_analysis *analysis, const fc_cost *loop);
void fc_loop_distribution_free(FC_TAKE fc_loop_distribution *split);
/** The statement of the body sets a variable of a recurrence. */
bool fc_loop_distribution_is_recurrence(const fc_loop_distribution *split, const fc_cost *statement);
/** The branch of the body reads a recurrence, or holds one: how often it is taken is counted. */
bool fc_loop_distribution_counts(const fc_loop_distribution *split, const fc_cost *branch);

#endif
