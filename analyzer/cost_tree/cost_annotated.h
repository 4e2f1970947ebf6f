/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_annotated.h  The costs of code with a cost annotation (../effects/cost_pragma.h). The program slice still
 * computes its part of the annotated code. Everything else in that code costs nothing and is not counted. */
#ifndef FC_COST_ANNOTATED_H
#define FC_COST_ANNOTATED_H

#include "analyzer/context/values.h"
#include "analyzer/cost_tree/cost_builder.h"
#include "analyzer/model/annotations/cost_annotation.h"

/** The pragma annotates code of a reachable procedure. */
bool fc_cost_annotated_is_used(const fc_analysis *analysis, const fc_node *pragma);

/** The expression of the pragma, or of the call (library_annotated.h), evaluated in the view; NULL: not closed. */
const fc_sym *fc_cost_annotated_value(const fc_view *view, const fc_node *pragma);
/** Appends the annotated cost of the pragma or the call. */
void fc_cost_annotated_append(fc_cost_builder *b, fc_cost *sequence, const fc_node *node,
                              const fc_cost_annotation *annotation);

/** By procedure id: reachable, and not only through calls that cost annotations replace. */
FC_GIVE bool *fc_cost_annotated_reachable(const fc_analysis *analysis);

/** The state of the analysis before the annotated code. */
typedef struct fc_cost_annotated_mark {
    size_t n_counters, n_warnings;
    int n_loops;
} fc_cost_annotated_mark;
fc_cost_annotated_mark fc_cost_annotated_begin(const fc_cost_builder *b);
/** Replaces `own`, the cost of the annotated code, by the annotation and what must stay, appended to the sequence.
 * Refuses a malformed expression, an unknown or dynamic name, and MPI calls or jumps in the code. */
void fc_cost_annotated_end(fc_cost_builder *b, fc_cost *sequence, FC_TAKE fc_cost *own, const fc_node *pragma,
                           const fc_cost_annotated_mark *mark);

#endif
