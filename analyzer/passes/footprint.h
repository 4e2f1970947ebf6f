/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file footprint.h  Reuse distances: how many bytes pass between two uses of a stream's data (layer conditions).
 *
 * The data of a stream comes back in the innermost loop around that its subscript does not depend on; what one
 * iteration of that loop touches in all is the working set that decides the memory level it comes from ([machine]
 * section 2.3, [pmac] section 2.1). Without such a loop the whole nest is that working set: the next run of the nest
 * comes back to it. */
#ifndef FC_FOOTPRINT_H
#define FC_FOOTPRINT_H

#include "analyzer/passes/loops.h"

typedef struct fc_frame {
    const fc_cost *loop;
    const fc_view *view;    /* from where the loop is seen */
    const fc_sym *variable; /* the atom subscripts know; NULL: a loop without variable */
    const fc_sym *trips;
    const fc_sym *volume; /* what one iteration goes over, in bytes; NULL: nobody asked yet */
    bool is_cut;          /* the volume is of a part: there is more than was looked at */
    bool is_alike;        /* its turns cost the same and are told by their number: its variable has no value */
} fc_frame;

enum {
    FC_FRAMES_MOST_RUN = 16
};

/** The loops around a region, outermost first, those of callers before those of the procedures they call; root is what
 * is being collapsed, seen from view. */
typedef struct fc_frames {
    const fc_analysis *analysis;
    const fc_cost *root;
    const fc_view *view;
    const fc_sym *volume; /* what root goes over, in bytes; NULL: nobody asked yet */
    bool is_cut;          /* as of a frame */
    fc_frame *frame;
    size_t n, capacity;
    size_t n_run; /* of them, the outermost: the cost program runs their iterations, and what is collapsed in them is */
    fc_view run_view[FC_FRAMES_MOST_RUN]; /* from the entry of each of those */
    const fc_cost *piece;                 /* this one; equal to root where n_run == 0 */
    const fc_view *piece_view;
} fc_frames;

/** frame: borrowed. */
void fc_frames_push(fc_frames *frames, const fc_frame *frame);
void fc_frames_pop(fc_frames *frames);
void fc_frames_free(fc_frames *frames);
/** Into a loop whose turns are run, or told by their number (is_alike): what lies in it uses data again that earlier
 * turns have used, whatever messages are between. Not into one that threads share, that starts or ends what is timed,
 * or in which a procedure calls itself. */
void fc_frames_enter(fc_frames *frames, const fc_analysis *analysis, const fc_cost *loop, bool is_alike);
/** Out of them again, until n_run are left. */
void fc_frames_leave(fc_frames *frames, size_t n_run);

/** view: inside the procedure the region is in. What procedures called on the way touch counts too. Bytes between two
 * uses of the stream's data, over the values at the nest's entry and the loop variables around. */
const fc_sym *fc_footprint_working_set(fc_frames *frames, const fc_region_model *region, const fc_access_stream *stream,
                                       const fc_view *view);
/** A working set with the loop's variable at the middle of its range. */
const fc_sym *fc_footprint_average(fc_algebra *algebra, const fc_sym *bytes, const fc_cost *loop,
                                   const fc_loop_range *range, const fc_view *view);

#endif
