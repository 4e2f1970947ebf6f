/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loop_frames.h  The loops around a region, from the outermost caller inward. */
#ifndef FC_LOOP_FRAMES_H
#define FC_LOOP_FRAMES_H

#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/analysis.h"
#include "analyzer/regions/region_model.h"

typedef struct fc_loop_frame {
    const fc_cost *loop;
    const fc_view *view;    /* the view in which the loop is seen */
    const fc_sym *variable; /* the atom in subscripts (fc_loops_counter); NULL: none, of an executed loop */
    const fc_sym *trips;
    const fc_sym *counter, *step; /* fc_loops_counter, fc_streams_step in the view: set by fc_loop_frames_push */
    const fc_sym *volume;         /* bytes that one iteration accesses; NULL: not computed */
    bool is_cut;                  /* `volume` is incomplete: the search was cut off */
    bool is_alike;                /* iterations cost the same and are only counted: the variable has no value */
} fc_loop_frame;

enum {
    FC_LOOP_FRAMES_MAX_EXECUTED = 16
};

/** The loops around a region, outermost first, callers' loops before those of called procedures. root is the cost being
 * collapsed, seen from view. */
typedef struct fc_loop_frames {
    const fc_analysis *analysis;
    const fc_cost *root;
    const fc_view *view;
    const fc_sym *volume; /* bytes that root accesses; NULL: not computed */
    bool is_cut;          /* as in fc_loop_frame */
    fc_loop_frame *frame;
    size_t n, capacity;
    size_t n_run; /* number of outermost frames whose iterations the cost program executes, with the collapsed part
                     inside */
    fc_view run_view[FC_LOOP_FRAMES_MAX_EXECUTED]; /* the view at the entry of each of them */
    const fc_cost *piece;                          /* the collapsed part; equal to root if n_run == 0 */
    const fc_view *piece_view;
} fc_loop_frames;

/** frame: borrowed. */
void fc_loop_frames_push(fc_loop_frames *frames, const fc_loop_frame *frame);
void fc_loop_frames_pop(fc_loop_frames *frames);
/** Pushes a loop of the collapsed part that no frame has yet. *range: its range in the view or, within executed loops,
 * in its own view: that of the current iteration. Of a counted loop only the trip count is known. Otherwise {0}. */
void fc_loop_frames_open(fc_loop_frames *frames, fc_loop_range *range, const fc_cost *loop, const fc_view *view);
void fc_loop_frames_free(fc_loop_frames *frames);
/** Enters a loop whose iterations are executed, or counted (is_alike). Code in it reuses data of earlier iterations,
 * whatever messages lie between. Loops that threads share, that delimit the timed part, or that contain a recursive
 * procedure are not entered. */
void fc_loop_frames_enter(fc_loop_frames *frames, const fc_analysis *analysis, const fc_cost *loop, bool is_alike);
/** Leaves entered loops until n_run are left. */
void fc_loop_frames_leave(fc_loop_frames *frames, size_t n_run);

/** The range in the loop's own view, over values that its variables have before its entry too. False: *range is {0}. */
bool fc_loop_frames_own_range(fc_loop_range *range, const fc_cost *loop, const fc_view *own);

/** The bytes that an iteration of frame from - 1 (or root) accesses are complete, and their variables have values in
 * the current iteration. */
bool fc_loop_frames_know(const fc_loop_frames *frames, size_t from, const fc_sym *bytes);
/** The variables of the value are those of executed loops, or nothing below `node` changes them. */
bool fc_loop_frames_have_value(const fc_loop_frames *frames, const fc_node *node, const fc_sym *value);
/** All variables of `bytes` are declared before the region's first statement. Straight-line code is priced there: what
 * it declares (the length of an array in `int n = f(); int v[n];`) has no value yet. */
bool fc_loop_frames_know_before(const fc_program *program, const fc_region_model *region, const fc_sym *bytes);

#endif
