/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file reuse_distance.h  Reuse distances by layer conditions: the bytes accessed between two uses of a stream's data.
 *
 * The innermost enclosing loop on which the subscript does not depend reuses the data. The bytes that one iteration of
 * that loop accesses are the working set. It determines the memory level of the data ([machine] section 2.3, [pmac]
 * section 2.1). Without such a loop the working set is the whole nest, which reuses the data in its next execution. */
#ifndef FC_REUSE_DISTANCE_H
#define FC_REUSE_DISTANCE_H

#include "analyzer/cost_tree/loop_frames.h"

/** Bytes between two uses of the stream's data, over the values at the nest's entry and the enclosing loop variables.
 * view: inside the region's procedure. Accesses of called procedures count too. */
const fc_sym *fc_reuse_distance_working_set(fc_loop_frames *frames, const fc_region_model *region,
                                            const fc_access_stream *stream, const fc_view *view);
/** A working set at the middle of the loop variable's range; where its value is unknown, at the middle iteration's
 * number. */
const fc_sym *fc_reuse_distance_average(fc_algebra *algebra, const fc_sym *bytes, const fc_loop_range *range);
/** The value after a loop that fc_loop_frames_open() opened: over the middle of its range. variable: the loop's. */
const fc_sym *fc_reuse_distance_after_loop(fc_algebra *algebra, const fc_sym *bytes, const fc_loop_range *range,
                                           const fc_sym *variable);

enum {
    FC_PAGE_BYTES = 4096
};
/** Bytes of the pages that the stream accesses in the loops of frames, all of which lie in the view. Rows that are
 * farther apart than a page is long have pages of their own; *is_range: there are none, so that the bytes are a range
 * of the array. NULL: unknown, as for gathers. */
const fc_sym *fc_reuse_distance_pages(bool *is_range, const fc_loop_frames *frames, const fc_access_stream *stream,
                                      const fc_view *view);

#endif
