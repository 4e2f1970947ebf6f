/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file assumed_bounds.h  --assume bounds: counts that are in neither source nor profile are taken at the bounds that
 * the source states. A loop with a closed bound runs up to it. A branch that leaves its loop or procedure is not taken.
 * Another branch is taken half the time, with the standard error of a share of which nothing is known, 1/sqrt(12). */
#ifndef FC_ASSUMED_BOUNDS_H
#define FC_ASSUMED_BOUNDS_H

#include "runtime/core/rank.h"
#include "runtime/host/cost_program.h"

struct fc_analysis;

typedef struct fc_assumed_bounds {
    signed char *leaves; /* by counter of a branch: the arm that leaves: 1 the first, -1 the second, 0 none. NULL: not
                            asked for */
} fc_assumed_bounds;

void fc_assumed_bounds_create(FC_GIVE fc_assumed_bounds *out, const struct fc_analysis *analysis);
void fc_assumed_bounds_free(fc_assumed_bounds *bounds);
/** --assume bounds gives a counter of this operation a value. next: the operation of the next counter; NULL: none. */
bool fc_assumed_bounds_cover(const char *operation, const char *next);
/** The counter is of a loop that may end before its bound, which the next counter is for. */
bool fc_assumed_bounds_has(const fc_cost_program *program, int loop);
/** False: the counter has no bound, or a loop's value follows from its bound. */
bool fc_assumed_bounds_answer(const fc_assumed_bounds *bounds, const fc_cost_program *program, int counter,
                              fc_counter_value *answer);

#endif
