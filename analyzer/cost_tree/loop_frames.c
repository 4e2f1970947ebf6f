/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/loop_frames.h"

#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/cost_tree/cost_tree.h"

#include <stdlib.h>

void fc_loop_frames_push(fc_loop_frames *frames, const fc_loop_frame *frame)
{
    frames->frame = fc_grow(frames->frame, &frames->capacity, frames->n + 1, sizeof *frames->frame);
    frames->frame[frames->n++] = *frame;
}

void fc_loop_frames_pop(fc_loop_frames *frames)
{
    frames->n--;
}

void fc_loop_frames_free(fc_loop_frames *frames)
{
    free(frames->frame);
    *frames = (fc_loop_frames){0};
}

static void check_apart(void *data, const fc_cost *cost, bool is_called)
{
    bool *is_apart = data;
    (void)is_called;
    *is_apart &= cost->kind != FC_COST_OPENMP && cost->kind != FC_COST_MARK;
}

static void enter_root(fc_loop_frames *frames, const fc_analysis *analysis, const fc_cost *loop)
{
    frames->analysis = analysis;
    frames->root = loop;
    frames->view = &frames->run_view[0];
    frames->volume = NULL;
    frames->is_cut = false;
}

bool fc_loop_frames_own_range(fc_loop_range *range, const fc_cost *loop, const fc_view *own)
{
    bool is_found = fc_loops_range(range, loop, own) && !fc_value_is_of_entry(range->trips);
    if (!is_found)
        *range = (fc_loop_range){0};
    return is_found;
}

/* Trip count of a loop that is executed; NULL: unknown. */
static const fc_sym *executed_trips(const fc_loop_frames *frames, const fc_cost *loop, const fc_view *own)
{
    fc_loop_range range;
    if (loop->kind == FC_COST_COUNTED_LOOP && loop->reached < 0)
        return fc_cost_counts_counter(frames->analysis, loop->counter);
    bool is_known = loop->kind == FC_COST_CANONICAL_LOOP &&
                    (fc_loops_range(&range, loop, frames->view) || fc_loop_frames_own_range(&range, loop, own));
    return is_known ? range.trips : NULL;
}

void fc_loop_frames_enter(fc_loop_frames *frames, const fc_analysis *analysis, const fc_cost *loop, bool is_alike)
{
    bool is_apart = frames->n_run < FC_LOOP_FRAMES_MAX_EXECUTED;
    if (frames->n_run == 0)
        is_apart = fc_cost_walk_called(analysis, loop, check_apart, &is_apart) && is_apart;
    if (!is_apart)
        return;
    if (frames->n_run == 0)
        enter_root(frames, analysis, loop);
    fc_view *own = &frames->run_view[frames->n_run++];
    *own = (fc_view){.control = analysis->control, .algebra = analysis->algebra, .root = loop->node};
    fc_loop_frames_push(frames,
                        &(fc_loop_frame){.loop = loop,
                                         .view = frames->view,
                                         .variable = loop->variable ? fc_value_symbol(own, loop->variable) : NULL,
                                         .trips = executed_trips(frames, loop, own),
                                         .is_alike = is_alike});
}

void fc_loop_frames_leave(fc_loop_frames *frames, size_t n_run)
{
    frames->n -= frames->n_run - n_run;
    frames->n_run = n_run;
}
