/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file extents.h  How many bytes lie where a pointer leads: the array that data picks from tells nothing of it.
 *
 * An object is a call that makes memory: malloc and its like, or a procedure that returns what it has allocated itself.
 * A pointer is followed by its definitions to the objects it may lead into; through parameters, as far as a view sees
 * its callers, to those of that call, else to those of all. Objects are told apart by the call, not by how often it
 * runs: of rows that are allocated one by one there are as many as the array that holds their addresses has elements,
 * of a record's array as many as there are records. The cost program notes the bytes of an object where it is made. */
#ifndef FC_EXTENTS_H
#define FC_EXTENTS_H

#include "analyzer/passes/analysis.h"
#include "analyzer/passes/values.h"

/** Numbers the objects that accesses lie in whose place data picks, and whose bytes do not depend on data:
 * analysis->object, n_objects. Where a program is to have counters of them, each pointer that is picked through and
 * whose bytes nobody knows gets one: analysis->extent_counter. */
void fc_extents_find(fc_analysis *analysis);
/** Bytes of all that the access may pick from: over the atoms of objects, or, of an array that is a variable, its size,
 * else what its counter tells. NULL: not known. */
const fc_sym *fc_extents_of(const fc_analysis *analysis, const fc_view *view, const fc_access_stream *stream);
/** The value without what a profile counts of it. */
const fc_sym *fc_extents_uncounted(const fc_analysis *analysis, const fc_sym *bytes);
/** Bytes that the call makes, by its arguments as seen from the view; NULL: it is none of the objects, or not closed.
 */
const fc_sym *fc_extents_made(const fc_analysis *analysis, const fc_view *view, const fc_node *call);
/** The atom of an object's bytes, 0 before it is made: key "extent<object>", in C G->fc_extent[<object>]. */
const fc_sym *fc_extents_atom(const fc_analysis *analysis, int object);
/** 1 where the objects are made that the bytes rest on, 0 otherwise: an indicator over atoms of its own. */
const fc_sym *fc_extents_made_of(const fc_analysis *analysis, const fc_sym *bytes);
/** A value over atoms of objects with one of them known; bytes NULL: not made, as far as anybody knows. */
const fc_sym *fc_extents_bound(const fc_analysis *analysis, const fc_sym *value, int object, const fc_sym *bytes);

#endif
