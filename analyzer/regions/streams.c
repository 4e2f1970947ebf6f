/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/streams.h"

#include "analyzer/context/loops.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"
#include "analyzer/regions/operations.h"
#include "runtime/core/forecost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_POINTERS = 3,         /* length of a chain of pointers whose definitions are all followed */
    MAX_ITERATIONS_APART = 8, /* windows at a larger distance hardly overlap */
    MAX_ROWS_AHEAD = 16       /* hardware prefetch streams assumed for one walk, of the 32 that Intel's second-level
                                 prefetcher tracks (Intel 64 and IA-32 Architectures Optimization Reference Manual, "Data
                                 Prefetch to the L2 and Last Level Cache"); the program's other streams use the rest */
};

const fc_sym *fc_streams_step(const fc_view *view, const fc_cost *loop, const fc_sym *counter)
{
    const fc_sym *one = fc_sym_integer(view->algebra, 1);
    if (counter == fc_evolution_iteration(view->algebra, loop->node))
        return one;
    const fc_sym *step = loop->step ? fc_value(view, loop->step) : one;
    if (!step || loop->step_sign == 0)
        return NULL;
    return loop->step_sign > 0 ? step : fc_sym_subtract(view->algebra, fc_sym_integer(view->algebra, 0), step);
}

const fc_sym *fc_streams_advance(const fc_view *view, const fc_cost *loop, const fc_sym *offset)
{
    const fc_sym *counter = fc_loops_counter(loop, view), *step = counter ? fc_streams_step(view, loop, counter) : NULL;
    return step ? fc_sym_substitute(view->algebra, offset, counter, fc_sym_add(view->algebra, counter, step)) : NULL;
}

/* Bytes by which every iteration moves the offset of the stream; NULL: not the same for all iterations. A step that
 * loops around change has one value during this loop. */
static const fc_sym *symbolic_stride(const fc_view *view, const fc_cost *loop, const fc_access_stream *stream)
{
    fc_view within = *view;
    within.root = loop->node ? loop->node : view->root;
    const fc_sym *next = fc_streams_advance(view, loop, stream->offset);
    next = next ? next : fc_streams_advance(&within, loop, stream->offset);
    const fc_sym *moved = next ? fc_sym_subtract(view->algebra, next, stream->offset) : NULL;
    const fc_type *type = fc_streams_element_type(stream);
    if (!moved || fc_sym_depends(moved, fc_loops_counter(loop, view)) || type->size <= 0)
        return NULL;
    return fc_sym_multiply(view->algebra, moved, fc_sym_integer(view->algebra, type->size));
}

static bool is_moved(const fc_view *view, const fc_cost *loop, const fc_sym *offset)
{
    const fc_sym *counter = loop ? fc_loops_counter(loop, view) : NULL;
    return counter && fc_sym_depends(offset, counter);
}

/* Elements by which one iteration moves the offset. False: not a constant. */
static bool step_of(double *step, const fc_view *view, const fc_cost *loop, const fc_sym *offset)
{
    *step = 0;
    if (!is_moved(view, loop, offset))
        return true;
    const fc_sym *next = fc_streams_advance(view, loop, offset);
    return next && fc_sym_is_constant(fc_sym_subtract(view->algebra, next, offset), step);
}

const fc_node *fc_streams_element(const fc_access_stream *stream)
{
    const fc_node *element = stream->node;
    while (element->kind == FC_MEMBER && element->op == FC_OP_DOT)
        element = element->child[0];
    return element;
}

const fc_type *fc_streams_element_type(const fc_access_stream *stream)
{
    const fc_node *record = fc_address_record(stream->node);
    return record ? record->type->of : fc_streams_element(stream)->type;
}

bool fc_streams_reads_memory(const fc_node *node)
{
    bool reads = node->kind == FC_INDEX || (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
    for (int i = 0; i < node->n_children && !reads; i++)
        reads = node->child[i] && fc_streams_reads_memory(node->child[i]);
    return reads;
}

/* Determines whether a value is read from memory, directly or through locals and call arguments. */
typedef struct memory_search {
    const fc_control *control;
    bool found;
    int depth;
} memory_search;

static void look_for_memory(void *data, const fc_node *value)
{
    memory_search *at = data;
    at->found |= fc_streams_reads_memory(value);
    const fc_node *definition = value->kind == FC_NAME ? fc_control_only_definition(at->control, value->symbol) : NULL;
    bool is_argument = value->kind == FC_NAME && value->symbol->kind == FC_SYMBOL_PARAMETER && !definition &&
                       value->type->kind != FC_TYPE_POINTER && !fc_control_is_stepped(at->control, value->symbol);
    for (int i = 0; i < value->n_children && !at->found; i++)
        if (value->child[i])
            look_for_memory(at, value->child[i]);
    if (at->found || at->depth == MAX_POINTERS)
        return;
    at->depth++;
    if (definition)
        look_for_memory(at, definition);
    if (is_argument)
        fc_control_each_value(at->control, value, look_for_memory, at);
    at->depth--;
}

static bool is_read_from_memory(const fc_control *control, const fc_node *index)
{
    memory_search at = {control, false, 0};
    look_for_memory(&at, index);
    return at.found;
}

/* The index of the element, or of the row that holds it, is read from memory. */
static bool is_gathered(const fc_control *control, const fc_node *element)
{
    for (; element->kind == FC_INDEX; element = fc_node_without_casts(element->child[0]))
        if (is_read_from_memory(control, element->child[1]))
            return true;
    return false;
}

bool fc_streams_is_gather(const fc_access_stream *stream, const fc_control *control)
{
    const fc_node *element = stream->node ? fc_streams_element(stream) : NULL;
    if (stream->offset || !element)
        return false;
    if (stream->waits > 0)
        return true;
    return element->kind == FC_INDEX ? is_gathered(control, element) : fc_address_record(element) != NULL;
}

/* The definition of a local pointer with a data-dependent index. */
typedef struct gather_search {
    const fc_control *control;
    const fc_node *value; /* NULL: none so far */
    int depth;
} gather_search;

static const fc_node *gather_value(const fc_control *control, const fc_node *pointer, int depth);

/* The address &a[k] or a + k behind the value, with an index k that is read from memory. Pointers set from it are
 * followed (high = low + 1). NULL: none. */
static const fc_node *gather_address(const fc_control *control, const fc_node *value, int depth)
{
    value = fc_node_without_casts(value);
    if (value->kind == FC_UNARY && value->op == FC_OP_ADDRESS)
        value = value->child[0];
    if (value->kind == FC_NAME)
        return gather_value(control, value, depth + 1);
    if (value->kind != FC_BINARY && value->kind != FC_INDEX)
        return NULL;
    int side = value->kind == FC_INDEX || fc_type_is_address(value->child[0]->type) ? 0 : 1;
    return is_read_from_memory(control, value->child[1 - side]) ? value
                                                                : gather_address(control, value->child[side], depth);
}

static void look_at(void *data, const fc_node *value)
{
    gather_search *at = data;
    if (!at->value)
        at->value = gather_address(at->control, value, at->depth);
}

/* NULL: no data-dependent index is known, or the pointer is incremented afterwards (p++). */
static const fc_node *gather_value(const fc_control *control, const fc_node *pointer, int depth)
{
    gather_search at = {control, NULL, depth};
    bool is_local = pointer->symbol->kind == FC_SYMBOL_LOCAL && pointer->type->kind == FC_TYPE_POINTER;
    if (!is_local || depth == MAX_POINTERS || fc_control_is_stepped(control, pointer->symbol) ||
        !fc_control_each_value(control, pointer, look_at, &at))
        return NULL;
    return at.value;
}

static fc_address address_of(const fc_view *view, const fc_access_stream *stream)
{
    const fc_node *record = fc_address_record(stream->node);
    return record ? fc_address_of_target(view, record) : fc_address_of(view, fc_streams_element(stream));
}

/* The loop moves the pointer to the record along an array, whose elements are then loaded and stored. */
static bool walks_records(const fc_access_stream *stream, const fc_view *view, const fc_cost *loop)
{
    fc_address at = address_of(view, stream);
    return at.base && at.offset && is_moved(view, loop, at.offset);
}

/* A variable in an argument, with the innermost loop around the call, changes there. */
typedef struct moved_search {
    const fc_control *control;
    const fc_node *loop;
    bool found;
} moved_search;

static bool is_changed(const fc_node *node, const void *data)
{
    const moved_search *at = data;
    return (node->kind == FC_NAME && fc_control_changes_within(at->control, node->symbol, at->loop)) ||
           fc_node_any_child(node, is_changed, at);
}

static void look_for_moved(void *data, const fc_node *argument)
{
    moved_search *at = data;
    at->loop = at->found ? NULL : argument->parent;
    while (at->loop && !fc_node_is_loop(at->loop))
        at->loop = at->loop->parent;
    at->found |= at->loop && is_changed(argument, at);
}

/* A parameter whose fields the procedure accesses once a call, outside of loops, in calls that a loop moves along an
 * array: advance(&all[i]). Then the records are assumed to follow each other. */
static bool is_moved_by_callers(const fc_region_model *region, const fc_access_stream *stream, const fc_view *view,
                                const fc_cost *loop)
{
    const fc_node *record = fc_address_record(stream->node);
    moved_search at = {view->control, NULL, false};
    bool is_own = record->symbol->owner == region->procedure;
    return record->symbol->kind == FC_SYMBOL_PARAMETER && !(loop && is_own) &&
           fc_control_each_value(view->control, record, look_for_moved, &at) && at.found;
}

/* The stream of a gathered record, in the object that its pointer was set into. Its fields are then loaded and stored
 * instead of in registers. False: not a gather, or invariant in the loop. */
static bool describe_record(fc_region_model *region, fc_access_stream *stream, const fc_view *view, const fc_cost *loop)
{
    const fc_node *pointer = fc_address_record(stream->node);
    const fc_node *value = gather_value(view->control, pointer, 0);
    if (!value || (loop && !fc_control_varies(view->control, pointer, loop->node)))
        return false;
    fc_operations_access(region, stream->node->type, stream->access);
    stream->base = fc_address_of(view, value).base;
    stream->pattern = FC_PATTERN_RANDOM;
    stream->element_bytes = (int)pointer->type->of->size;
    stream->share = 1;
    return true;
}

/* An earlier stream of the region that moves in the same way; NULL: none. */
static const fc_access_stream *alike(const fc_region_model *region, size_t n, const fc_access_stream *stream)
{
    const fc_type *type = fc_streams_element_type(stream);
    for (size_t i = 0; stream->offset && i < n; i++) {
        const fc_access_stream *other = &region->stream[i];
        if (other->offset == stream->offset && other->element_bytes == stream->element_bytes &&
            fc_streams_element_type(other) == type)
            return other;
    }
    return NULL;
}

static void set_pattern(fc_access_stream *stream, double step)
{
    const fc_type *type = fc_streams_element_type(stream);
    stream->stands = step == 0;
    stream->stride_bytes = step * (type->size > 0 ? (double)type->size : 8);
    bool next_to = fabs(step) <= 1 && fabs(stream->stride_bytes) <= stream->element_bytes;
    stream->pattern = next_to ? FC_PATTERN_UNIT : FC_PATTERN_STRIDED;
}

/* An index that is read from memory outside of the loop (value[column[k]][i] over i): each entry of the loop begins at
 * another place and continues as in any array. */
static void describe_gathered_row(fc_access_stream *stream, const fc_view *view, const fc_cost *loop)
{
    fc_view within = *view;
    within.root = loop->node;
    const fc_sym *offset = fc_address_of(&within, fc_streams_element(stream)).offset;
    double step;
    if (!offset || !step_of(&step, &within, loop, offset))
        return;
    set_pattern(stream, step);
    stream->starts = stream->pattern == FC_PATTERN_UNIT && !stream->stands;
}

static void describe(fc_region_model *region, size_t index, const fc_view *view, const fc_cost *loop)
{
    fc_access_stream *stream = &region->stream[index];
    fc_address at = address_of(view, stream);
    stream->base = at.base;
    stream->record = at.record;
    stream->offset = at.offset = stream->unrolled ? stream->unrolled : at.offset;
    stream->pattern = FC_PATTERN_RANDOM;
    stream->share = 1;
    stream->stride_bytes = 0;
    stream->stride = NULL;
    stream->starts = 0;
    stream->stands = false;
    stream->brings = false;
    stream->opens = false;
    const fc_access_stream *known = alike(region, index, stream);
    if (known) {
        stream->stands = known->stands;
        stream->pattern = known->pattern;
        stream->stride_bytes = known->stride_bytes;
        stream->stride = known->stride;
        return;
    }
    double step;
    if (!at.offset && loop && loop->node)
        describe_gathered_row(stream, view, loop);
    if (!at.offset)
        return;
    stream->pattern = FC_PATTERN_STRIDED;
    if (step_of(&step, view, loop, at.offset))
        set_pattern(stream, step);
    else
        stream->stride = symbolic_stride(view, loop, stream);
}

static bool same_array(const fc_view *view, const fc_access_stream *a, const fc_access_stream *b)
{
    fc_address x = {a->base, a->record, a->offset}, y = {b->base, b->record, b->offset};
    return x.base && fc_address_same_base(view, &x, &y);
}

static bool same_place(const fc_view *view, const fc_access_stream *a, const fc_access_stream *b)
{
    const fc_node *record = fc_address_record(a->node), *other = fc_address_record(b->node);
    if (record && other && record->symbol == other->symbol)
        return true;
    return same_array(view, a, b) && a->offset && a->offset == b->offset && a->element_bytes == b->element_bytes;
}

static void join_doubles(fc_region_model *region, const fc_view *view)
{
    size_t n = 0;
    for (size_t i = 0; i < region->n_streams; i++) {
        fc_access_stream *stream = &region->stream[i];
        size_t j = 0;
        while (j < n && !same_place(view, &region->stream[j], stream))
            j++;
        if (j == n)
            region->stream[n++] = *stream;
        else if (region->stream[j].access != stream->access)
            region->stream[j].access = FC_UPDATE;
    }
    region->n_streams = n;
}

static double typical_distance(const fc_sym *ahead, double stride)
{
    double distance = 0;
    if (!fc_value_typical(ahead, &distance))
        return 0;
    return stride < 0 ? -distance : distance;
}

/* A stream that follows another one over the same array finds the data fetched by the nearest preceding one. */
static void find_leaders(fc_region_model *region, const fc_view *view, const fc_cost *loop)
{
    for (size_t i = 0; i < region->n_streams; i++) {
        fc_access_stream *stream = &region->stream[i];
        double nearest = INFINITY;
        for (size_t j = 0; j < region->n_streams; j++) {
            const fc_access_stream *other = &region->stream[j];
            if (j == i || !stream->offset || !other->offset || !same_array(view, stream, other))
                continue;
            const fc_sym *ahead = fc_sym_subtract(view->algebra, other->offset, stream->offset);
            double distance = is_moved(view, loop, ahead) ? 0 : typical_distance(ahead, stream->stride_bytes);
            if (distance > 0 && distance < nearest) {
                nearest = distance;
                stream->lag = ahead;
            }
        }
    }
}

/* The next enclosing loop, as a cost, if it moves the stream; NULL: there is none, or it reuses the stream's data. */
static const fc_node *mover_around(fc_cost *out, const fc_view *view, const fc_node *loop, const fc_sym *offset)
{
    while (loop != view->root && loop->parent) {
        loop = loop->parent;
        if (!fc_node_is_loop(loop))
            continue;
        *out = (fc_cost){.node = loop};
        fc_loops_own(out, view->control, loop);
        return is_moved(view, out, offset) ? loop : NULL;
    }
    return NULL;
}

/* Bytes by which the nearest enclosing loop moves the stream, if within a line, as in a walk down the columns of a
 * matrix. 0: no such loop. */
static double bytes_within_line(const fc_view *view, const fc_cost *loop, const fc_access_stream *stream)
{
    const fc_node *up = loop ? loop->node : view->root;
    double element = (double)fc_streams_element_type(stream)->size, step;
    fc_cost around;
    while ((up = mover_around(&around, view, up, stream->offset)))
        if (step_of(&step, view, &around, stream->offset) && fabs(step) * element < FC_LINE_BYTES)
            return step * element;
    return 0;
}

static double constant_trips(const fc_view *view, const fc_cost *loop)
{
    fc_loop_range range;
    double trips;
    bool is_known = loop && loop->kind == FC_COST_CANONICAL_LOOP && fc_loops_range(&range, loop, view);
    return is_known && fc_sym_is_constant(range.trips, &trips) ? trips : INFINITY;
}

static fc_access_stream *add_part(fc_region_model *region, size_t whole, double share)
{
    region->stream = fc_grow(region->stream, &region->stream_capacity, region->n_streams + 1, sizeof *region->stream);
    fc_access_stream *part = &region->stream[region->n_streams++];
    *part = region->stream[whole];
    part->share *= share;
    region->stream[whole].share -= part->share;
    return part;
}

/* A walk down a column reuses the lines of the previous column, except for the fraction that begins new lines. A short
 * walk (a stencil's points) is effectively unrolled: its new lines come row by row, and the hardware prefetches that
 * many rows. In a longer walk each new line costs as much as a gathered one. It is not prefetched, but its page is that
 * of the previous columns. */
static void part_lines(fc_region_model *region, const fc_view *view, const fc_cost *loop)
{
    size_t n = region->n_streams;
    for (size_t i = 0; i < n; i++) {
        fc_access_stream *stream = &region->stream[i];
        bool is_by_line = stream->pattern == FC_PATTERN_STRIDED && stream->offset && !stream->stands && !stream->lag &&
                          (stream->stride_bytes == 0 || fabs(stream->stride_bytes) >= FC_LINE_BYTES);
        double within = is_by_line ? bytes_within_line(view, loop, stream) : 0;
        if (within == 0)
            continue;
        if (constant_trips(view, loop) <= MAX_ROWS_AHEAD) {
            stream->pattern = fabs(within) <= stream->element_bytes ? FC_PATTERN_UNIT : FC_PATTERN_STRIDED;
            stream->stride_bytes = within;
            stream->stride = NULL;
            stream->brings = true;
        } else {
            stream = add_part(region, i, fabs(within) / FC_LINE_BYTES);
            stream->pattern = FC_PATTERN_RANDOM;
            stream->stride = NULL;
            stream->brings = true;
            stream->starts = stream->share;
        }
    }
}

/* Tiles: the loop covers part of a row, then part of another row in the next iteration of an enclosing loop. A loop
 * farther out continues the rows, as it changes the inner loop's first index. */
static bool leaves_row(const fc_view *view, const fc_cost *loop, const fc_access_stream *stream)
{
    const fc_sym *low = fc_value(view, loop->low);
    bool leaves = false;
    for (const fc_node *up = loop->node; low && up != view->root && up->parent;) {
        up = up->parent;
        fc_cost own = {0};
        if (!fc_node_is_loop(up) || !fc_loops_own(&own, view->control, up))
            continue;
        const fc_sym *variable = fc_value_symbol(view, own.variable);
        if (fc_sym_depends(low, variable))
            return leaves && own.step;
        leaves |= fc_sym_depends(stream->offset, variable);
    }
    return false;
}

int fc_streams_iterations_apart(fc_algebra *algebra, const fc_sym *moved, const fc_sym *walked)
{
    double rest;
    for (int n_iterations = 1; n_iterations <= MAX_ITERATIONS_APART; n_iterations++) {
        const fc_sym *far = fc_sym_multiply(algebra, walked, fc_sym_integer(algebra, n_iterations));
        if ((fc_sym_is_constant(fc_sym_subtract(algebra, moved, far), &rest) && rest == 0) ||
            (fc_sym_is_constant(fc_sym_add(algebra, moved, far), &rest) && rest == 0))
            return n_iterations;
    }
    return 0;
}

/* The fraction of a sliding window (x[i + k] over k) that is new in an iteration of the loop that moves it (i). 0: not
 * a sliding window, or of unknown length. */
static double share_opened(const fc_view *view, const fc_cost *loop, const fc_access_stream *stream)
{
    double trips = constant_trips(view, loop);
    const fc_sym *offset = stream->offset, *next = isfinite(trips) ? fc_streams_advance(view, loop, offset) : NULL;
    const fc_node *up = loop ? loop->node : view->root;
    fc_cost around;
    while (next && next != offset && (up = mover_around(&around, view, up, offset))) {
        const fc_sym *moved = fc_streams_advance(view, &around, offset);
        int n_iterations =
            !moved ? 0
                   : fc_streams_iterations_apart(view->algebra, fc_sym_subtract(view->algebra, moved, offset),
                                                 fc_sym_subtract(view->algebra, next, offset));
        if (n_iterations > 0 && n_iterations < trips)
            return n_iterations / trips;
    }
    return 0;
}

static void part_windows(fc_region_model *region, const fc_view *view, const fc_cost *loop)
{
    size_t n = region->n_streams;
    for (size_t i = 0; i < n; i++) {
        const fc_access_stream *stream = &region->stream[i];
        double share = stream->offset && !stream->stands && !stream->lag ? share_opened(view, loop, stream) : 0;
        if (share > 0)
            add_part(region, i, share)->opens = true;
    }
}

/* Of a field behind a pointer: describes it if its record is in another place each time. */
static bool describe_field(fc_region_model *region, size_t index, const fc_view *view, const fc_cost *loop)
{
    fc_access_stream *stream = &region->stream[index];
    bool is_moved = is_moved_by_callers(region, stream, view, loop);
    if (!is_moved && !walks_records(stream, view, loop))
        return describe_record(region, stream, view, loop);
    fc_operations_access(region, stream->node->type, stream->access);
    describe(region, index, view, loop);
    if (is_moved) {
        stream->stands = false;
        stream->pattern = FC_PATTERN_STRIDED;
        stream->stride_bytes = (double)fc_streams_element_type(stream)->size;
    }
    return true;
}

/* Drops fields that count as held in the first level, or in registers. */
static void keep_accessed(fc_region_model *region, const fc_view *view, const fc_cost *loop)
{
    size_t n = 0;
    for (size_t i = 0; i < region->n_streams; i++) {
        bool is_field = fc_address_record(region->stream[i].node);
        if (!is_field)
            describe(region, i, view, loop);
        if (!is_field || describe_field(region, i, view, loop))
            region->stream[n++] = region->stream[i];
    }
    region->n_streams = n;
}

void fc_streams_describe(fc_region_model *region, const fc_view *view, const fc_cost *loop)
{
    keep_accessed(region, view, loop);
    join_doubles(region, view);
    find_leaders(region, view, loop);
    part_lines(region, view, loop);
    part_windows(region, view, loop);
    for (size_t i = 0; i < region->n_streams && loop && loop->low; i++) {
        fc_access_stream *stream = &region->stream[i];
        if (stream->pattern == FC_PATTERN_UNIT && stream->offset && !stream->stands && !stream->lag &&
            leaves_row(view, loop, stream))
            stream->starts = 1;
    }
}

fc_address fc_streams_resolve(const fc_view *view, const fc_access_stream *stream)
{
    const fc_sym *translated = stream->offset && view->outer ? fc_value_translate(view, stream->offset) : NULL;
    fc_address seen = {stream->base, stream->record, translated ? translated : stream->offset};
    for (; view->outer && seen.base; view = view->outer) {
        const fc_node *argument = fc_value_argument(view, seen.base);
        fc_address at = argument ? fc_address_of_target(view->outer, argument) : (fc_address){0};
        if (!at.base)
            break;
        seen.base = at.base;
        seen.record = at.record;
        seen.offset = seen.offset && at.offset ? fc_sym_add(view->algebra, seen.offset, at.offset) : NULL;
    }
    return seen;
}
