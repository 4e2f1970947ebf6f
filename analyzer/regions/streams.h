/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file streams.h  Access patterns of a region's memory streams (design: "stream"; [machine] section 2.3, [pmac]
 * section 2.2). */
#ifndef FC_STREAMS_H
#define FC_STREAMS_H

#include "analyzer/context/cost.h"
#include "analyzer/context/values.h"
#include "analyzer/regions/address.h"
#include "analyzer/regions/region_model.h"

enum {
    FC_LINE_BYTES = 64 /* of a cache, wherever lines distinguish streams */
};

/** Describes every stream of the region by base, offset, pattern and stride. Duplicates are dropped, and a read and a
 * write of one place become an update. A walk from line to line, which an enclosing loop moves within the lines, is
 * split: the fraction that fetches new lines becomes its own stream. So does the new part of a sliding window. Of a
 * record behind a local pointer that the loop moves along an array (p = &all[i]), the fields are read as those of
 * all[i]. Gathered records keep one stream for all fields; other records behind local pointers count as held in the
 * first level. view: from the outermost enclosing loop; loop: the region's innermost loop, NULL if none. */
void fc_streams_describe(fc_region_model *region, const fc_view *view, const fc_cost *loop);
/** The number of iterations of a walk, each by `walked`, that cover the distance `moved` in either direction; 0: not a
 * small integer. */
int fc_streams_iterations_apart(fc_algebra *algebra, const fc_sym *moved, const fc_sym *walked);
/** The element that holds the accessed place: a[i] for a[i].x. */
const fc_node *fc_streams_element(const fc_access_stream *stream);
/** The type whose size is the distance of two neighboring elements: of a field behind a local pointer, its record's. */
const fc_type *fc_streams_element_type(const fc_access_stream *stream);
/** A gather: the index of the element, or of its row, is read from memory, directly or through a local, as in
 * x[column[k]]. Or the previous iteration read or decided the address (waits). Or the record was selected so: p->x
 * after p = &all[column[k]]. */
bool fc_streams_is_gather(const fc_access_stream *stream, const fc_control *control);
/** The node reads an element or the target of a pointer. */
bool fc_streams_reads_memory(const fc_node *node);
/** The address of a stream in the terms of the outermost known caller: a parameter's base becomes its argument's. Loop
 * variables of called procedures stay. */
fc_address fc_streams_resolve(const fc_view *view, const fc_access_stream *stream);
/** What each iteration adds to the loop's counter (fc_loops_counter); NULL if it is unknown. */
const fc_sym *fc_streams_step(const fc_view *view, const fc_cost *loop, const fc_sym *counter);
/** The offset in the loop's next iteration; NULL if the step is unknown. */
const fc_sym *fc_streams_advance(const fc_view *view, const fc_cost *loop, const fc_sym *offset);

#endif
