/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file collapse.h  A subtree of the cost tree as a list of regions with counts in closed form (design, section 4.4).
 */
#ifndef FC_COLLAPSE_H
#define FC_COLLAPSE_H

#include "analyzer/cost_tree/analysis.h"
#include "analyzer/cost_tree/values.h"
#include "analyzer/regions/reuse_distance.h"

/** How often a region or an allocation runs while its subtree runs once; or, at no cost, how many bytes an object has
 * from here on (object_sizes.h). */
typedef struct fc_term {
    const fc_region_model *region; /* NULL: the allocation at `cost`, or an object */
    int object;                    /* -1: none */
    const fc_cost *cost;
    const fc_sym *entries; /* of the innermost loop; equal to iterations where the region is no loop body */
    const fc_sym *iterations;
    const fc_sym **working_set; /* [region->n_streams] bytes between two uses; NULL entries where not known */
    const fc_sym *bytes;        /* of an allocation, each; of an object */
} fc_term;

typedef struct fc_terms {
    fc_term *term;
    size_t n, capacity;
} fc_terms;

/** Appends the subtree's terms. False (terms untouched) when it does not collapse: it communicates, keeps a statement
 * whose effect outlives `view->root`, jumps, or holds a count without closed form; it then has to be executed. */
bool fc_collapse(fc_terms *terms, const fc_analysis *analysis, const fc_cost *cost, const fc_view *view);
/** The same inside loops that are run (frames->n_run), so that working sets know of the turns before. */
bool fc_collapse_within(fc_terms *terms, fc_loop_frames *frames, const fc_cost *cost, const fc_view *view);
void fc_terms_free(fc_terms *terms);

/** The atom of a counter's mean trips or share: key "c<counter>", in C fc_c<counter>, a constant in front of the
 * statement (emitter.c). */
const fc_sym *fc_collapse_share(const fc_analysis *analysis, const fc_cost *share);
const fc_sym *fc_collapse_counter(const fc_analysis *analysis, int counter);
/** Turns of a counted loop: those of its bound where data never ended it before. A formula has the count as it is.
 * NULL: the bound has no closed form here; its turns are to be run, and the bound looked at in each. */
const fc_sym *fc_collapse_turns(const fc_analysis *analysis, const fc_cost *loop, const fc_view *view);
/** Bytes an allocation call asks for; NULL: not closed. */
const fc_sym *fc_collapse_bytes(const fc_view *view, const fc_node *call);

/** Every change that kept statements below the node make is to local variables that nobody reads after the root. */
bool fc_collapse_is_private(const fc_control *control, const fc_node *node, const fc_node *root);

/** The loop's body runs the same whatever the iteration, so that the method sum may run it once with a weight: nothing
 * kept changes in it but what it makes itself, no jump, and the slice does not read its variable. */
bool fc_collapse_repeats(const fc_analysis *analysis, const fc_cost *loop);

#endif
