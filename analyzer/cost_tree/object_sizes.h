/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file object_sizes.h  Sizes of the objects behind pointers, for gathers, whose subscripts do not bound the range.
 *
 * An object is an array, also of variable length, or an allocation call: malloc and the like, or a procedure that
 * returns memory that it allocated. Definitions lead from a pointer to its possible objects. A parameter leads to its
 * argument if the view knows the caller, and otherwise to the arguments of all callers. Objects are distinguished by
 * call, not by execution. Rows allocated one by one count as often as the array of their addresses has elements, arrays
 * of records as often as there are records. The cost program records an object's size at its allocation. */
#ifndef FC_OBJECT_SIZES_H
#define FC_OBJECT_SIZES_H

#include "analyzer/context/values.h"
#include "analyzer/cost_tree/analysis.h"

/** Numbers the objects of gathers that have static sizes: analysis->object, n_objects. If the program counts extents,
 * each gather pointer of unknown object size gets a counter: analysis->extent_counter. */
void fc_object_sizes_find(fc_analysis *analysis);
/** Bytes of all objects that the gather may access. These are atoms of objects, the size of an array variable, or
 * otherwise the value of a counter. NULL: unknown. */
const fc_sym *fc_object_sizes_of_gather(const fc_analysis *analysis, const fc_view *view,
                                        const fc_access_stream *stream);
/** The value with all profiled sizes set to 0. */
const fc_sym *fc_object_sizes_without_profile(const fc_analysis *analysis, const fc_sym *bytes);
/** Bytes that the call allocates, in terms of its arguments in the view; NULL: not an object, or not closed. */
const fc_sym *fc_object_sizes_allocated(const fc_analysis *analysis, const fc_view *view, const fc_node *call);
/** The atom of an object's size, 0 before its allocation: key "extent<object>", in C G->fc_extent[<object>]. */
const fc_sym *fc_object_sizes_atom(const fc_analysis *analysis, int object);
/** 1 if the objects that determine the bytes exist, 0 otherwise: an indicator over atoms of its own. */
const fc_sym *fc_object_sizes_exist(const fc_analysis *analysis, const fc_sym *bytes);
/** The value for a known size of one object; bytes NULL: the object is not known to exist. */
const fc_sym *fc_object_sizes_substitute(const fc_analysis *analysis, const fc_sym *value, int object,
                                         const fc_sym *bytes);

#endif
