/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/loop_frames.h"

#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/regions/streams.h"

#include <stdlib.h>

void fc_loop_frames_push(fc_loop_frames *frames, const fc_loop_frame *frame)
{
    frames->frame = fc_grow(frames->frame, &frames->capacity, frames->n + 1, sizeof *frames->frame);
    fc_loop_frame *pushed = &frames->frame[frames->n++];
    *pushed = *frame;
    pushed->counter = fc_loops_counter(frame->loop, frame->view);
    pushed->step = pushed->counter ? fc_streams_step(frame->view, frame->loop, pushed->counter) : NULL;
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

bool fc_loop_frames_own_range(fc_loop_range *range, const fc_cost *loop, const fc_view *own)
{
    bool is_found = fc_loops_range(range, loop, own) && !fc_value_is_of_entry(range->trips);
    if (!is_found)
        *range = (fc_loop_range){0};
    return is_found;
}

void fc_loop_frames_open(fc_loop_frames *frames, fc_loop_range *range, const fc_cost *loop, const fc_view *view)
{
    *range = (fc_loop_range){0};
    fc_view own = *view;
    own.root = loop->node;
    if (loop->kind == FC_COST_CANONICAL_LOOP && !fc_loops_range(range, loop, view) &&
        (frames->n_run == 0 || !fc_loop_frames_own_range(range, loop, &own)))
        *range = (fc_loop_range){0};
    if (loop->kind == FC_COST_COUNTED_LOOP) {
        const fc_sym *n_iterations = fc_cost_counts_iterations(frames->analysis, loop, view);
        range->trips = n_iterations ? n_iterations : fc_cost_counts_counter(frames->analysis, loop->counter);
    }
    const fc_sym *counter = fc_loops_counter(loop, view);
    fc_loop_frames_push(frames,
                        &(fc_loop_frame){.loop = loop, .view = view, .variable = counter, .trips = range->trips});
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
    if (frames->n_run == 0) {
        frames->analysis = analysis;
        frames->root = loop;
        frames->view = &frames->run_view[0];
        frames->volume = NULL;
        frames->is_cut = false;
    }
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

typedef struct liveness {
    const fc_loop_frames *frames;
    const fc_node *node; /* changes in it leave a variable without a value */
    bool is_live;
} liveness;

/* A variable that the node changes has a value only if it belongs to an enclosing executed loop. */
static void check_live(void *data, const fc_sym *variable)
{
    liveness *check = data;
    const fc_loop_frames *frames = check->frames;
    for (size_t i = 0; i < frames->n; i++)
        if (frames->frame[i].variable == variable) {
            check->is_live &= !frames->frame[i].is_alike;
            return;
        }
    const fc_symbol *symbol = fc_value_variable(frames->analysis->program, variable);
    if (symbol)
        check->is_live &= !fc_control_changes_within(frames->view->control, symbol, check->node);
}

bool fc_loop_frames_have_value(const fc_loop_frames *frames, const fc_node *node, const fc_sym *value)
{
    liveness check = {frames, node, true};
    fc_sym_variables(value, check_live, &check);
    return check.is_live;
}

bool fc_loop_frames_know(const fc_loop_frames *frames, size_t from, const fc_sym *bytes)
{
    if (from > frames->n_run || frames->n_run == 0)
        return true;
    const fc_cost *loop = from > 0 ? frames->frame[from - 1].loop : frames->root;
    bool is_cut = from > 0 ? frames->frame[from - 1].is_cut : frames->is_cut;
    return !is_cut && fc_loop_frames_have_value(frames, loop->node, bytes);
}

typedef struct declared {
    const fc_program *program;
    const fc_node *statement; /* in its block */
    bool before;              /* all variables are declared before it */
} declared;

static void check_declared(void *data, const fc_sym *variable)
{
    declared *check = data;
    const fc_symbol *symbol = fc_value_variable(check->program, variable);
    const fc_node *block = check->statement->parent;
    bool is_after = false;
    for (int i = 0; symbol && i < block->n_children; i++) {
        is_after |= block->child[i] == check->statement;
        check->before &= !is_after || block->child[i]->kind != FC_DECLARE || block->child[i]->symbol != symbol;
    }
}

bool fc_loop_frames_know_before(const fc_program *program, const fc_region_model *region, const fc_sym *bytes)
{
    declared check = {program, region->node, true};
    while (check.statement->parent && check.statement->parent->kind != FC_BLOCK)
        check.statement = check.statement->parent;
    if (bytes && check.statement->parent)
        fc_sym_variables(bytes, check_declared, &check);
    return check.before;
}
