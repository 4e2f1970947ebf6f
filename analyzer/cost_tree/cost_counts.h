/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_counts.h  Counts of the cost tree's nodes as symbolic values: profiled counters, trip counts of counted
 * loops, and sizes of allocations. */
#ifndef FC_COST_COUNTS_H
#define FC_COST_COUNTS_H

#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/analysis.h"

/** What a counter counts. */
typedef struct fc_counter_wording {
    const char *operation; /* of the counter; NULL: another one, a share */
    const char *word;      /* as in its name: "iterations" of iterations(cg.c:75) */
    const char *meaning;   /* of its value, with its unit: "mean iterations of the loop" */
} fc_counter_wording;

fc_counter_wording fc_cost_counts_wording(const fc_site_model *counter);
/** The atom of a counter's mean trip count or share: key "c<counter>", in C fc_c<counter>, a constant in front of the
 * statement (emitter.c). */
const fc_sym *fc_cost_counts_counter(const fc_analysis *analysis, int counter);
const fc_sym *fc_cost_counts_share(const fc_analysis *analysis, const fc_cost *share);
/** The range of a counted loop up to its bound in a formula, if each profiled run left the loop by its bound. */
bool fc_cost_counts_bound(fc_loop_range *range, const fc_analysis *analysis, const fc_cost *loop, const fc_view *view);
/** Trip count of a counted loop: that of its bound if the profiled runs always reached the bound. NULL: the bound has
 * no closed form here, and the loop has to be executed. */
const fc_sym *fc_cost_counts_iterations(const fc_analysis *analysis, const fc_cost *loop, const fc_view *view);
/** Bytes that an allocation call requests; NULL: not closed. */
const fc_sym *fc_cost_counts_bytes(const fc_view *view, const fc_node *call);
/** Those of them that are fresh memory, which costs a first touch here: none of realloc, since arrays that grow were
 * touched before, and none of memory that a loop allocates and frees (first_touches.h). NULL: not closed. */
const fc_sym *fc_cost_counts_fresh_bytes(const fc_analysis *analysis, const fc_view *view, const fc_node *call);

#endif
