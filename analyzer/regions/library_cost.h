/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file library_cost.h  The cost of a call of a library function or an annotated one, in terms of its arguments. */
#ifndef FC_LIBRARY_COST_H
#define FC_LIBRARY_COST_H

#include "analyzer/context/values.h"
#include "analyzer/effects/library.h"
#include "analyzer/effects/library_annotated.h"
#include "analyzer/regions/region_model.h"

/** The slice can compute all arguments that the cost depends on. */
bool fc_library_cost_is_static(const fc_control *control, const fc_node *call);
/** The same for all arguments that the call's cost annotation names. */
bool fc_library_cost_annotated_is_static(const fc_control *control, const fc_node *call);
/** Adds one iteration of the part to the region. A matrix counts as not transposed unless a constant says so. */
void fc_library_cost_describe(fc_region_model *region, const fc_node *call, int part);
/** The trip count of the part in the view; NULL: not closed. */
const fc_sym *fc_library_cost_trips(const fc_view *view, const fc_node *call, int part);
const fc_sym *fc_library_cost_bytes(const fc_view *view, const fc_node *call, int part);
/** The expression of the call's cost annotation in the view; NULL: not closed. */
const fc_sym *fc_library_cost_annotated_value(const fc_view *view, const fc_node *call);

#endif
