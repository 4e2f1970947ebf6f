/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file never_executed.h  Never-executed branches: removed from the program before its analysis.
 *
 * A branch with a dynamic condition that no profiled run took is assumed not taken at every predicted point. Its
 * assignments and calls then have no effect: for example a return after a failed check, or a time step that another
 * option derives from the data. Without them fewer values are dynamic, so more counts are computed by the program slice
 * instead of taken from the profile. */
#ifndef FC_NEVER_EXECUTED_H
#define FC_NEVER_EXECUTED_H

#include "analyzer/model/profile/profile.h"

/** The branches and loops with a removed part, by their nodes' ids in the program. */
typedef struct fc_never_executed {
    int *node;
    size_t n, capacity;
} fc_never_executed;

/** Empties the arms of ifs, and the bodies of loops, that have a dynamic condition and that no profiled run executed.
 * Kept are parts with a label, a directive or a pragma, and branches with an annotated count. Also kept are arms that
 * leave a loop by break, because the loop's bound gives its trip count. Does nothing if a run broke off. */
void fc_never_executed_remove(FC_GIVE fc_never_executed *out, fc_program *program, const fc_profile *profile);
void fc_never_executed_free(fc_never_executed *arms);

#endif
