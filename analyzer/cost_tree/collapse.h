/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file collapse.h  A subtree of the cost tree as a list of regions with counts in closed form (design, section 4.4).
 */
#ifndef FC_COLLAPSE_H
#define FC_COLLAPSE_H

#include "analyzer/context/values.h"
#include "analyzer/cost_tree/analysis.h"
#include "analyzer/cost_tree/reuse_distance.h"

/** Number of executions of a region or an allocation per execution of the subtree; or the size of an object from here
 * on (object_sizes.h). */
typedef struct fc_term {
    const fc_region_model *region; /* NULL: the allocation at `cost`, or an object */
    int object;                    /* -1: none */
    const fc_cost *cost;
    const fc_sym *entries; /* of the innermost loop; equal to iterations where the region is no loop body */
    const fc_sym *iterations;
    const fc_sym **working_set; /* bytes between two uses of each stream, then strides (fc_region_model_n_sizes); NULL
                                   entries where not known */
    const fc_sym *bytes;        /* of an allocation, each; of an object */
} fc_term;

typedef struct fc_terms {
    fc_term *term;
    size_t n, capacity;
} fc_terms;

/** Appends the subtree's terms. False (terms unchanged): it has to be executed, since it communicates, jumps, has a
 * statement of the slice whose effect is read after `view->root`, or a count without closed form. */
bool fc_collapse(fc_terms *terms, const fc_analysis *analysis, const fc_cost *cost, const fc_view *view);
/** The same inside executed loops (frames->n_run), whose earlier iterations count in working sets. */
bool fc_collapse_within(fc_terms *terms, fc_loop_frames *frames, const fc_cost *cost, const fc_view *view);
/** Appends the entry of a loop that is run iteration by iteration: the terms of its iterations have no entries then.
 * False: it is not an innermost one, whose region charges entries. */
bool fc_collapse_entry(fc_terms *terms, const fc_analysis *analysis, const fc_cost *loop);
void fc_terms_free(fc_terms *terms);
/** Terms of a share of a loop do not depend on its first iteration. */
bool fc_terms_is_even(const fc_terms *terms, const fc_sym *first);

#endif
