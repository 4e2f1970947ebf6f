/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/reuse_distance.h"

#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/cost_tree/object_sizes.h"
#include "analyzer/regions/streams.h"
#include "analyzer/regions/volumes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_BASES = 64,
    MAX_CALLS = 8,
    MAX_LOOKS = 1000
};

/* A stream with its address in the terms of the nest's view. */
typedef struct seen_stream {
    const fc_access_stream *stream;
    fc_address at;
    const fc_sym *extent; /* bytes of the gathered object (object_sizes.h); NULL: unknown, or not a gather */
} seen_stream;

static seen_stream see(const fc_loop_frames *frames, const fc_view *view, const fc_access_stream *stream)
{
    bool is_picked = fc_streams_is_gather(stream, view->control);
    return (seen_stream){stream, fc_streams_resolve(view, stream),
                         is_picked ? fc_object_sizes_of_gather(frames->analysis, view, stream) : NULL};
}

/* In each iteration of the outer loop the inner one begins at or after its last end (tiles: j = block; j < block +
 * size), not within the range it covered (triangles: j = i; j < n). Tested at the outer loop's first iteration. */
static bool begins_beyond(const fc_loop_frame *inner, const fc_loop_frame *outer)
{
    fc_algebra *algebra = inner->view->algebra;
    const fc_sym *low =
        outer->variable && inner->trips && inner->loop->low ? fc_value(inner->view, inner->loop->low) : NULL;
    const fc_sym *next = low ? fc_streams_advance(outer->view, outer->loop, low) : NULL;
    if (!next || next == low)
        return false;
    const fc_sym *trips = fc_sym_substitute(algebra, inner->trips, outer->variable, fc_sym_integer(algebra, 0));
    double moved, length;
    return fc_value_typical(fc_sym_subtract(algebra, next, low), &moved) && fc_value_typical(trips, &length) &&
           length > 0 && fabs(moved) >= length;
}

/* The loop's next iteration uses another record with the stream's array: block->array[i] with block = &all[b]. */
static bool has_other_record(const seen_stream *seen, const fc_loop_frame *frame)
{
    const fc_node *at = seen->stream->node;
    if (!seen->at.base || seen->at.base->kind != FC_SYMBOL_FIELD || !frame->loop->node)
        return false;
    while (at && at->kind != FC_MEMBER)
        at = at->n_children > 0 ? at->child[0] : NULL;
    return at && fc_control_varies(frame->view->control, at->child[0], frame->loop->node);
}

/* The stream's address depends on the loop of that index. A gather (x[column[k]]) is assumed to access the same places
 * in each iteration of a loop that does not determine k. */
static bool depends(const seen_stream *seen, const fc_loop_frames *frames, size_t index)
{
    const fc_loop_frame *frame = &frames->frame[index];
    const fc_node *loop = frame->loop->node;
    if (!seen->at.offset)
        return !loop || fc_control_varies(frame->view->control, seen->stream->node, loop);
    bool moves = !frame->variable || fc_sym_depends(seen->at.offset, frame->variable) || has_other_record(seen, frame);
    for (size_t i = index + 1; i < frames->n && !moves; i++) {
        /* An inner loop over the stream begins elsewhere in each iteration of the outer one: after its last end, or at
         * an index read from memory (k = row[i]), which is assumed to differ. */
        const fc_loop_frame *inner = &frames->frame[i];
        const fc_node *low = inner->loop->low;
        if (!inner->variable || !low || !frame->loop->node || !fc_sym_depends(seen->at.offset, inner->variable) ||
            !fc_control_varies(inner->view->control, low, frame->loop->node))
            moves = false;
        else
            moves = fc_streams_reads_memory(low) || begins_beyond(inner, frame);
    }
    return moves;
}

/* Cache bytes per new access of the stream: a line if the stride skips lines. For a gather from an array of unknown
 * length it is an element. Index lists (columns of a sparse matrix, neighbors, bins) are usually at least as long as
 * that array. The other elements of a line are then accessed too. */
static long grain(const fc_access_stream *stream)
{
    if (stream->pattern == FC_PATTERN_UNIT || !stream->offset)
        return stream->element_bytes;
    double stride = fabs(stream->stride_bytes);
    return stride > 0 && stride < FC_LINE_BYTES ? (long)stride : FC_LINE_BYTES;
}

/* Cache bytes per access of a gather; in a gathered row, the next access is to the same line. */
static long line_or_more(const fc_access_stream *stream)
{
    if (stream->pattern == FC_PATTERN_UNIT)
        return stream->element_bytes;
    return stream->element_bytes > FC_LINE_BYTES ? stream->element_bytes : FC_LINE_BYTES;
}

/* A section of an array that streams cover. An address beyond its end belongs to another section. */
typedef struct base_bytes {
    seen_stream seen;
    const fc_sym *bytes;
    int loops;   /* loops that move the stream */
    int factors; /* of them in bytes: loops with known trip counts */
} base_bytes;

typedef struct footprint {
    fc_loop_frames *frames;
    const fc_view *view; /* of the costs being added */
    size_t from;         /* loops from this index on count with their trip counts */
    int calls;           /* nested procedure calls */
    int looks;           /* at streams and calls; those beyond MAX_LOOKS are left out */
    bool is_cut;         /* something was left out */
    base_bytes list[MAX_BASES];
    int n;
} footprint;

/* A distance in elements exceeds the range of the stream in `loops` loops of typical length. The test uses the source's
 * own symbols, so that every view gives the same result. False if unknown. */
static bool leads_beyond(const fc_sym *distance, const fc_access_stream *stream, int loops)
{
    double elements;
    return fc_value_typical(distance, &elements) &&
           fabs(elements) * stream->element_bytes >= (double)grain(stream) * pow(FC_TYPICAL_SIZE, loops);
}

static bool is_same_piece(const footprint *f, const base_bytes *known, const base_bytes *found)
{
    const fc_address *a = &known->seen.at, *b = &found->seen.at;
    bool is_same = fc_address_same_base(f->view, a, b);
    if (!is_same || !a->offset || !b->offset)
        return is_same;
    const fc_sym *distance = fc_sym_subtract(f->view->algebra, b->offset, a->offset);
    return !leads_beyond(distance, found->seen.stream, found->loops > known->loops ? found->loops : known->loops);
}

/* Elements by which each iteration of the loop moves the stream; NULL: unknown, or not the same for all. */
static const fc_sym *moved_by(const seen_stream *seen, const fc_loop_frame *frame, fc_algebra *algebra)
{
    if (!seen->at.offset || !frame->variable)
        return NULL;
    if (!frame->step || !fc_sym_depends(seen->at.offset, frame->counter))
        return frame->step ? fc_sym_integer(algebra, 0) : NULL;
    const fc_sym *each = fc_sym_step(algebra, seen->at.offset, frame->counter);
    return fc_sym_depends(each, frame->counter) ? NULL : fc_sym_multiply(algebra, each, frame->step);
}

/* A sliding window (x[i + k] over k): the iterations of the innermost loop by which the loop of that index shifts it,
 * less than its length. Most of the window is reused in the next iteration. 0: no window. */
static int window_shift(const seen_stream *seen, const fc_loop_frames *frames, size_t index)
{
    if (index + 1 >= frames->n)
        return 0;
    fc_algebra *algebra = frames->view->algebra;
    const fc_loop_frame *innermost = &frames->frame[frames->n - 1];
    const fc_sym *moved = moved_by(seen, &frames->frame[index], algebra), *walked = moved_by(seen, innermost, algebra);
    double trips, stands;
    if (!moved || !walked || (fc_sym_is_constant(walked, &stands) && stands == 0) || !innermost->trips ||
        !fc_value_typical(innermost->trips, &trips))
        return 0;
    int n_iterations = fc_streams_iterations_apart(algebra, moved, walked);
    return n_iterations < trips ? n_iterations : 0;
}

/* The number of distinct places that the stream accesses in the loops from `from` on with known trip counts (*factors
 * of them). Of a sliding window, each iteration adds only the new places. */
static const fc_sym *accesses(int *factors, const fc_loop_frames *frames, size_t from, const seen_stream *seen)
{
    fc_algebra *algebra = frames->view->algebra;
    const fc_sym *one = fc_sym_integer(algebra, 1), *n = one, *opened = fc_sym_integer(algebra, 0);
    *factors = 0;
    for (size_t i = from; i < frames->n; i++) {
        const fc_sym *trips = frames->frame[i].trips;
        if (!trips || !depends(seen, frames, i))
            continue;
        (*factors)++;
        int n_iterations = window_shift(seen, frames, i);
        if (n_iterations > 0)
            opened = fc_sym_add(
                algebra, opened,
                fc_sym_multiply(algebra, fc_sym_subtract(algebra, trips, one), fc_sym_integer(algebra, n_iterations)));
        else
            n = fc_sym_multiply(algebra, n, i + 1 == frames->n ? fc_sym_add(algebra, trips, opened) : trips);
    }
    return n;
}

/* Bytes by which the loop moves the stream, if less than a line: the loop's next iteration reuses the line. 0: farther,
 * or unknown. */
static long within_line(const seen_stream *seen, const fc_loop_frame *frame, fc_algebra *algebra)
{
    double step;
    const fc_sym *moved = moved_by(seen, frame, algebra);
    if (!moved || !fc_sym_is_constant(moved, &step))
        return 0;
    double bytes = fabs(step) * (double)fc_streams_element_type(seen->stream)->size;
    return bytes < FC_LINE_BYTES ? (long)bytes : 0;
}

/* Like grain(), for loops that revisit the same lines: per iteration the part of a line, in total at least one line. */
static long grain_in(const fc_loop_frames *frames, size_t from, const seen_stream *seen)
{
    long each = grain(seen->stream);
    for (size_t i = from; i < frames->n; i++) {
        const fc_sym *trips = frames->frame[i].trips;
        long within = trips ? within_line(seen, &frames->frame[i], frames->view->algebra) : 0;
        double n_iterations;
        if (within > 0 && fc_sym_is_constant(trips, &n_iterations) && n_iterations >= 1 &&
            (double)within * n_iterations < FC_LINE_BYTES)
            within = (long)(FC_LINE_BYTES / n_iterations);
        each = within > 0 && within < each ? within : each;
    }
    return each;
}

/* `known` if the gathered object exists; otherwise the estimate for an array with as many elements as are gathered. */
static const fc_sym *where_known(const fc_loop_frames *frames, const seen_stream *seen, const fc_sym *known,
                                 const fc_sym *otherwise)
{
    return fc_sym_choose(frames->view->algebra, fc_object_sizes_exist(frames->analysis, seen->extent), known,
                         otherwise);
}

/* Bytes that the stream accesses in these loops; a gather accesses at most its object's size. */
static const fc_sym *stream_bytes(int *factors, const fc_loop_frames *frames, size_t from, const seen_stream *seen)
{
    fc_algebra *algebra = frames->view->algebra;
    const fc_sym *n = accesses(factors, frames, from, seen);
    const fc_sym *bytes = fc_sym_multiply(algebra, n, fc_sym_integer(algebra, grain_in(frames, from, seen)));
    if (!seen->extent)
        return bytes;
    const fc_sym *lines = fc_sym_multiply(algebra, n, fc_sym_integer(algebra, line_or_more(seen->stream)));
    return where_known(frames, seen, fc_sym_minimum(algebra, lines, seen->extent), bytes);
}

static int loops_that_move(const fc_loop_frames *frames, size_t from, const seen_stream *seen)
{
    int n = 0;
    for (size_t i = from; i < frames->n; i++)
        n += depends(seen, frames, i);
    return n;
}

static void add_stream(footprint *f, const fc_access_stream *stream)
{
    base_bytes found = {.seen = see(f->frames, f->view, stream)};
    found.bytes = stream_bytes(&found.factors, f->frames, f->from, &found.seen);
    found.loops = loops_that_move(f->frames, f->from, &found.seen);
    int i = 0;
    while (i < f->n && !is_same_piece(f, &f->list[i], &found))
        i++;
    f->is_cut |= i == MAX_BASES;
    if (i == MAX_BASES || (i < f->n && f->list[i].factors >= found.factors))
        return;
    if (i < f->n) /* a loop more may have no iteration, as that over the other ranks */
        found.bytes = fc_sym_maximum(f->view->algebra, found.bytes, f->list[i].bytes);
    f->list[i] = found;
    f->n += i == f->n;
}

static void add_costs(footprint *f, const fc_cost *cost);

static void add_children(footprint *f, const fc_cost *cost)
{
    for (int i = 0; i < cost->n_children; i++)
        add_costs(f, cost->child[i]);
}

static void add_loop(footprint *f, const fc_cost *loop)
{
    fc_loop_range range;
    fc_loop_frames_open(f->frames, &range, loop, f->view);
    const fc_sym *variable = f->frames->frame[f->frames->n - 1].variable;
    add_children(f, loop);
    fc_loop_frames_pop(f->frames);
    for (int i = 0; i < f->n; i++)
        f->list[i].bytes = fc_reuse_distance_after_loop(f->view->algebra, f->list[i].bytes, &range, variable);
}

static void add_call(footprint *f, const fc_cost *call)
{
    const fc_cost *tree = f->frames->analysis->tree[call->callee->id];
    f->is_cut |= tree && (f->calls == MAX_CALLS || f->looks >= MAX_LOOKS);
    if (!tree || f->calls == MAX_CALLS || f->looks >= MAX_LOOKS)
        return;
    f->looks++;
    const fc_view *caller = f->view;
    fc_view inside = {.control = caller->control,
                      .algebra = caller->algebra,
                      .root = call->callee->body,
                      .outer = caller,
                      .call = call->node,
                      .state = caller->state};
    f->view = &inside;
    f->calls++;
    add_costs(f, tree);
    f->calls--;
    f->view = caller;
}

/* Adds everything below, with the trip counts of the enclosing loops from `from` on. In a large program the number of
 * call paths grows exponentially; MAX_LOOKS ends the search far beyond the size of any cache. */
static void add_costs(footprint *f, const fc_cost *cost)
{
    switch (cost->kind) {
    case FC_COST_CANONICAL_LOOP:
    case FC_COST_COUNTED_LOOP:
    case FC_COST_EXECUTED_LOOP:
        add_loop(f, cost);
        break;
    case FC_COST_CALL:
        add_call(f, cost);
        break;
    case FC_COST_REGION:
        for (size_t i = 0; i < cost->region->n_streams && f->looks < MAX_LOOKS; i++, f->looks++)
            add_stream(f, &cost->region->stream[i]);
        f->is_cut |= cost->region->n_streams > 0 && f->looks >= MAX_LOOKS;
        break;
    default:
        add_children(f, cost);
    }
}

/* The view of an iteration of frame from - 1. In an executed loop, loop-invariant values are known. */
static const fc_view *view_of(const fc_loop_frames *frames, size_t from)
{
    if (from == 0)
        return frames->view;
    return from <= frames->n_run ? &frames->run_view[from - 1] : frames->frame[from - 1].view;
}

static const fc_sym *counted_volume(bool *is_cut, fc_loop_frames *frames, const fc_cost *nest, size_t from)
{
    footprint f = {.frames = frames, .view = view_of(frames, from), .from = from};
    fc_algebra *algebra = f.view->algebra;
    fc_loop_frame *inner = fc_allocate(frames->n - from, sizeof *inner); /* pushed frames overwrite them */
    size_t depth = frames->n;
    if (depth > from)
        memcpy(inner, frames->frame + from, (depth - from) * sizeof *inner);
    frames->n = from;
    if (from > 0)
        add_children(&f, nest);
    else
        add_costs(&f, nest);
    if (depth > from)
        memcpy(frames->frame + from, inner, (depth - from) * sizeof *inner);
    frames->n = depth;
    free(inner);
    const fc_sym *sum = fc_sym_integer(algebra, 0);
    for (int i = 0; i < f.n; i++)
        sum = fc_sym_add(algebra, sum, f.list[i].bytes);
    *is_cut = f.is_cut;
    return sum;
}

/* The volume of the nest, which only the loops in it and the view decide. Without callers and without the state of a
 * symbolic run, the view is its root. */
static const fc_sym *kept_volume(bool *is_cut, fc_loop_frames *frames, const fc_cost *nest, size_t from)
{
    const fc_view *view = view_of(frames, from);
    fc_volumes *volumes = frames->analysis->volumes;
    if (!volumes || !nest->node || view->outer || view->state)
        return counted_volume(is_cut, frames, nest, from);
    fc_volume key = {.nest = nest,
                     .root = view->root,
                     .shared = view->shared,
                     .keeps_unknown = view->keeps_unknown,
                     .is_whole = from == 0,
                     .is_executed = frames->n_run > 0};
    const fc_volume *kept = fc_volumes_find(volumes, &key);
    if (!kept) {
        key.bytes = counted_volume(&key.is_cut, frames, nest, from);
        fc_volumes_add(volumes, &key);
    }
    *is_cut = kept ? kept->is_cut : key.is_cut;
    return kept ? kept->bytes : key.bytes;
}

/* Bytes accessed by one iteration of frame from - 1, or by the root. Computed once, as all streams share it. */
static const fc_sym *volume(fc_loop_frames *frames, size_t from)
{
    const fc_sym *known = from > 0 ? frames->frame[from - 1].volume : frames->volume;
    if (known)
        return known;
    bool is_cut = false;
    const fc_sym *bytes = kept_volume(&is_cut, frames, from > 0 ? frames->frame[from - 1].loop : frames->root, from);
    if (from > 0) {
        frames->frame[from - 1].volume = bytes;
        frames->frame[from - 1].is_cut = is_cut;
    } else {
        frames->volume = bytes;
        frames->is_cut = is_cut;
    }
    return bytes;
}

static const fc_sym *lag_bytes(const fc_region_model *region, const fc_sym *lag, int element_bytes, fc_algebra *algebra)
{
    double leaders = 0;
    for (size_t i = 0; i < region->n_streams; i++)
        leaders += region->stream[i].lag ? 0 : region->stream[i].element_bytes * region->stream[i].share;
    return fc_sym_multiply(algebra, lag, fc_sym_integer(algebra, leaders > 0 ? lround(leaders) : element_bytes));
}

/* Expected reuse distance of a gathered line within an iteration of frame from - 1, with `others` bytes of other
 * streams and n gathers. All L lines of an array of E bytes are assumed equally probable. Then L gathers lie on average
 * between two of the same line. The share L / n of the other bytes, at most 1, goes with them. */
static const fc_sym *gathered_again(fc_algebra *algebra, const seen_stream *seen, const fc_sym *n, const fc_sym *others)
{
    const fc_sym *picks = fc_sym_maximum(algebra, n, fc_sym_integer(algebra, 1));
    const fc_sym *lines = fc_sym_multiply(algebra, picks, fc_sym_integer(algebra, line_or_more(seen->stream)));
    const fc_sym *between = fc_sym_floor_divide(algebra, fc_sym_multiply(algebra, seen->extent, others), lines);
    return fc_sym_add(algebra, seen->extent, fc_sym_minimum(algebra, between, others));
}

/* For an array of unknown length, as many places are gathered as it has elements (grain). A line of k elements is then
 * gathered k times, and between two accesses lie the array's lines and 1/k of all other bytes. */
static const fc_sym *gathered_bytes(fc_loop_frames *frames, size_t from, const seen_stream *seen)
{
    fc_algebra *algebra = frames->view->algebra;
    int factors;
    const fc_sym *all = volume(frames, from), *n = accesses(&factors, frames, from, seen), *unknown = all;
    const fc_sym *own = stream_bytes(&factors, frames, from, seen), *others = fc_sym_subtract(algebra, all, own);
    if (seen->stream->element_bytes < FC_LINE_BYTES && factors > 0) {
        const fc_sym *share = fc_sym_rational(algebra, seen->stream->element_bytes, FC_LINE_BYTES);
        unknown = fc_sym_add(algebra, own, fc_sym_multiply(algebra, share, others));
    }
    return seen->extent ? where_known(frames, seen, gathered_again(algebra, seen, n, others), unknown) : unknown;
}

/* The next iteration of the loop of that index accesses the same data again. */
static bool comes_back(const seen_stream *seen, const fc_loop_frames *frames, size_t index)
{
    const fc_access_stream *stream = seen->stream;
    if (!depends(seen, frames, index))
        return true;
    if (index + 1 == frames->n)
        return false;
    return (!stream->brings && stream->pattern == FC_PATTERN_STRIDED &&
            within_line(seen, &frames->frame[index], frames->view->algebra) > 0) ||
           (!stream->opens && window_shift(seen, frames, index) > 0);
}

/* Layer condition of a stencil whose rows have an unknown length: the bytes that the innermost loop which can bring the
 * stream to where its leader was accesses until then. *from: as in working_set. NULL: no loop does in few iterations.
 */
static const fc_sym *bytes_since_leader(size_t *from, const seen_stream *seen, fc_loop_frames *frames)
{
    enum {
        MAX_ITERATIONS = 8 /* rows or planes of a stencil */
    };
    fc_algebra *algebra = frames->view->algebra;
    double lag, moved;
    if (seen->stream->brings || seen->stream->opens || !fc_value_typical(seen->stream->lag, &lag))
        return NULL;
    for (size_t i = frames->n; i-- > 0;) {
        const fc_sym *by = moved_by(seen, &frames->frame[i], algebra);
        if (!by || !fc_value_typical(by, &moved) || fabs(lag) > MAX_ITERATIONS * fabs(moved))
            continue;
        *from = i + 1;
        const fc_sym *n_iterations = fc_sym_integer(algebra, lround(ceil(fabs(lag / moved))));
        return fc_sym_multiply(algebra, n_iterations, volume(frames, i + 1));
    }
    return NULL;
}

/* A distance that varies with a loop, as that of `a[(i + 1) % n]`, may have either sign. In a loop that counts down
 * from a dynamic bound it is negative. */
static const fc_sym *unsigned_distance(const fc_loop_frames *frames, const fc_sym *lag)
{
    fc_algebra *algebra = frames->view->algebra;
    bool varies = false;
    for (size_t i = 0; i < frames->n && !varies; i++)
        varies = frames->frame[i].variable && fc_sym_depends(lag, frames->frame[i].variable);
    const fc_sym *opposite = fc_sym_subtract(algebra, fc_sym_integer(algebra, 0), lag);
    if (fc_sym_proves_nonnegative(algebra, opposite))
        return opposite;
    return !varies || fc_sym_proves_nonnegative(algebra, lag) ? lag : fc_sym_maximum(algebra, lag, opposite);
}

/* *from: the working set is that of an iteration of frame *from - 1, or of the root. */
static const fc_sym *working_set(size_t *from, fc_loop_frames *frames, const fc_region_model *region,
                                 const fc_access_stream *stream, const fc_view *view)
{
    fc_algebra *algebra = view->algebra;
    const seen_stream seen = see(frames, view, stream);
    *from = frames->n;
    if (stream->stands)
        return fc_sym_integer(algebra, stream->element_bytes);
    bool follows = stream->lag && !leads_beyond(stream->lag, stream, loops_that_move(frames, 0, &seen));
    const fc_sym *lag = follows ? fc_value_translate(view, stream->lag) : NULL;
    const fc_sym *row = frames->n > 0 ? frames->frame[frames->n - 1].trips : NULL; /* used length of a row */
    if (lag && row)
        lag = fc_sym_substitute(algebra, lag, fc_address_row(algebra), row);
    if (lag && !fc_sym_depends(lag, fc_address_row(algebra)))
        return lag_bytes(region, unsigned_distance(frames, lag), stream->element_bytes, algebra);
    const fc_sym *since = follows ? bytes_since_leader(from, &seen, frames) : NULL;
    if (since)
        return since;
    while (*from > 0 && !comes_back(&seen, frames, *from - 1))
        --*from;
    return fc_streams_is_gather(stream, view->control) ? gathered_bytes(frames, *from, &seen) : volume(frames, *from);
}

/* Bytes in either direction by which each iteration moves the stream, if that is no constant. NULL: it is, or unknown.
 */
static const fc_sym *varying_stride(const fc_access_stream *stream, const fc_view *view)
{
    fc_algebra *algebra = view->algebra;
    const fc_sym *stride = stream->stride ? fc_value_translate(view, stream->stride) : NULL;
    if (!stride || fc_sym_depends(stride, fc_address_row(algebra)))
        return NULL;
    return fc_sym_maximum(algebra, stride, fc_sym_subtract(algebra, fc_sym_integer(algebra, 0), stride));
}

/* Bytes that the stream itself accesses in the innermost executed loops whose variables have values: at least as many
 * lie between two uses. NULL: it moves in none. */
static const fc_sym *walked_bytes(const fc_loop_frames *frames, const fc_access_stream *stream, const fc_view *view)
{
    fc_algebra *algebra = view->algebra;
    const seen_stream seen = see(frames, view, stream);
    const fc_sym *walked = NULL, *stride = varying_stride(stream, view);
    for (size_t i = frames->n_run; i-- > 0 && !stream->stands;) {
        int factors;
        const fc_sym *bytes = stream_bytes(&factors, frames, i, &seen), *n = accesses(&factors, frames, i, &seen);
        if (stride)
            bytes = fc_sym_minimum(algebra, bytes, fc_sym_multiply(algebra, n, stride));
        if (!frames->frame[i].trips || !fc_loop_frames_have_value(frames, frames->frame[i].loop->node, bytes))
            break;
        walked = factors > 0 ? bytes : walked;
    }
    return walked;
}

const fc_sym *fc_reuse_distance_working_set(fc_loop_frames *frames, const fc_region_model *region,
                                            const fc_access_stream *stream, const fc_view *view)
{
    size_t from;
    const fc_sym *bytes = working_set(&from, frames, region, stream, view);
    if (!fc_loop_frames_know_before(frames->analysis->program, region, bytes))
        return NULL;
    if (fc_loop_frames_know(frames, from, bytes))
        return bytes;
    fc_loop_frames alone = {.analysis = frames->analysis, .root = frames->piece, .view = frames->piece_view};
    for (size_t i = frames->n_run; i < frames->n; i++) {
        fc_loop_frames_push(&alone, &frames->frame[i]);
        alone.frame[i - frames->n_run].volume = NULL;
    }
    bytes = working_set(&from, &alone, region, stream, view);
    fc_loop_frames_free(&alone);
    const fc_sym *walked = from == 0 ? walked_bytes(frames, stream, view) : NULL;
    return walked ? fc_sym_maximum(view->algebra, bytes, walked) : bytes;
}

const fc_sym *fc_reuse_distance_average(fc_algebra *algebra, const fc_sym *bytes, const fc_loop_range *range)
{
    if (bytes && range->index) /* a loop by this variable is only entered where it is positive */
        bytes = fc_sym_substitute(algebra, bytes, fc_sym_at_least_one(algebra, range->index), range->index);
    if (!bytes || ((!range->index || !fc_sym_depends(bytes, range->index)) && !fc_sym_depends(bytes, range->variable)))
        return bytes;
    const fc_sym *middle =
        fc_sym_multiply(algebra, fc_sym_add(algebra, range->low, range->high), fc_sym_rational(algebra, 1, 2));
    if (range->index && range->value != range->index)
        bytes = fc_sym_substitute(algebra, bytes, range->index, range->value ? range->value : range->variable);
    return fc_sym_substitute(algebra, bytes, range->variable, middle);
}

const fc_sym *fc_reuse_distance_after_loop(fc_algebra *algebra, const fc_sym *bytes, const fc_loop_range *range,
                                           const fc_sym *variable)
{
    if (range->high)
        return fc_reuse_distance_average(algebra, bytes, range);
    const fc_sym *half = range->trips ? fc_sym_multiply(algebra, range->trips, fc_sym_rational(algebra, 1, 2)) : NULL;
    return bytes && variable && half ? fc_sym_substitute(algebra, bytes, variable, half) : bytes;
}

/* ---- pages ---- */

const fc_sym *fc_reuse_distance_pages(bool *is_range, const fc_loop_frames *frames, const fc_access_stream *stream,
                                      const fc_view *view)
{
    fc_algebra *algebra = view->algebra;
    const seen_stream seen = see(frames, view, stream);
    const fc_sym *size = fc_sym_integer(algebra, fc_streams_element_type(stream)->size), *run = size;
    bool is_known = seen.at.offset && !fc_sym_depends(seen.at.offset, fc_address_row(algebra));
    *is_range = true;
    for (size_t i = frames->n; is_known && i-- > 0;) {
        const fc_loop_frame *frame = &frames->frame[i];
        if (!depends(&seen, frames, i))
            continue;
        const fc_sym *moved = moved_by(&seen, frame, algebra);
        double step, length;
        is_known =
            moved && frame->trips && fc_value_typical(moved, &step) && step != 0 && fc_value_typical(run, &length);
        if (!is_known)
            break;
        const fc_sym *apart = fc_sym_add(algebra, run, fc_sym_integer(algebra, FC_PAGE_BYTES));
        const fc_sym *by =
            fc_sym_multiply(algebra, moved, fc_sym_multiply(algebra, size, fc_sym_integer(algebra, step < 0 ? -1 : 1)));
        const fc_sym *others = fc_sym_maximum(
            algebra, fc_sym_subtract(algebra, frame->trips, fc_sym_integer(algebra, 1)), fc_sym_integer(algebra, 0));
        bool is_dense = fabs(step) * (double)fc_streams_element_type(stream)->size <= length + FC_PAGE_BYTES;
        *is_range &= is_dense;
        run = is_dense ? fc_sym_add(algebra, fc_sym_multiply(algebra, others, by), run)
                       : fc_sym_multiply(algebra, frame->trips, apart);
    }
    return is_known ? run : NULL;
}
