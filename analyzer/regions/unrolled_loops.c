/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/unrolled_loops.h"

#include "analyzer/context/loops.h"
#include "analyzer/regions/address.h"
#include "analyzer/regions/loop_parts.h"
#include "analyzer/regions/machine_code.h"
#include "analyzer/regions/operations.h"
#include "runtime/core/forecost.h"

#include <math.h>

enum {
    MOST_STREAMS = 64 /* of a region, whose streams are compared pair by pair */
};

bool fc_unrolled_loops_find(const fc_cost *loop, const fc_program *program, const fc_view *view)
{
    fc_loop_range range;
    fc_region_model whole;
    double trips;
    fc_loop_parts_add_up(&whole, loop, NULL);
    bool is_unrolled = loop->kind == FC_COST_CANONICAL_LOOP && fc_loops_range(&range, loop, view) &&
                       fc_sym_is_constant(range.trips, &trips) && fc_machine_code_is_unrolled(program, &whole, trips);
    if (is_unrolled) {
        loop->region->flags &= ~(unsigned)FC_REGION_LOOP;
        loop->region->unrolled = trips;
    }
    return is_unrolled;
}

static bool is_empty(const fc_cost *cost)
{
    bool passes = !cost->region || fc_operations_is_empty(cost->region);
    for (int i = 0; i < cost->n_children; i++)
        passes = passes && is_empty(cost->child[i]);
    return passes;
}

/* Nothing but operations and streams, in every iteration, and unrolled loops, of which these have moved out. */
static bool is_straight(const fc_cost *cost)
{
    if (fc_cost_is_loop(cost))
        return fc_unrolled_loops_trips(cost) > 0 && is_empty(cost);
    bool is_region = cost->kind == FC_COST_REGION && !cost->region->is_annotated;
    bool passes = is_region || cost->kind == FC_COST_SEQUENCE || cost->kind == FC_COST_SLICE;
    for (size_t i = 0; is_region && i < cost->region->n_streams; i++)
        passes &= !fc_address_record(cost->region->stream[i].node);
    for (int i = 0; i < cost->n_children; i++)
        passes = passes && is_straight(cost->child[i]);
    return passes;
}

static void move_work(fc_region_model *to, fc_region_model *from, double times)
{
    for (int t = 0; t < FC_N_NUMERICS; t++) {
        for (int o = 0; o < FC_N_OPERATIONS; o++) {
            to->operation[o][t] += times * from->operation[o][t];
            from->operation[o][t] = 0;
        }
        to->reads[t] += times * from->reads[t];
        to->writes[t] += times * from->writes[t];
        from->reads[t] = from->writes[t] = 0;
    }
    to->load_bytes += times * from->load_bytes;
    to->store_bytes += times * from->store_bytes;
    to->calls += times * from->calls;
    from->load_bytes = from->store_bytes = from->calls = 0;
}

static bool is_same_access(const fc_access_stream *a, const fc_access_stream *b)
{
    return a->node == b->node && a->unrolled == b->unrolled;
}

/* Keeps one stream of each access, without its parts, which follow in the list. */
static void keep_first(fc_region_model *region)
{
    size_t n = 0;
    for (size_t i = 0; i < region->n_streams; i++) {
        size_t j = 0;
        while (j < n && !is_same_access(&region->stream[j], &region->stream[i]))
            j++;
        if (j == n)
            region->stream[n++] = region->stream[i];
    }
    region->n_streams = n;
}

static void move_streams(fc_region_model *to, fc_region_model *from, const fc_loop_range *range, const fc_view *view)
{
    fc_algebra *algebra = view->algebra;
    double trips = 0;
    fc_sym_is_constant(range->trips, &trips);
    keep_first(from);
    to->stream =
        fc_grow(to->stream, &to->stream_capacity, to->n_streams + from->n_streams * (size_t)trips, sizeof *to->stream);
    for (size_t i = 0; i < from->n_streams; i++) {
        const fc_sym *offset = from->stream[i].offset;
        offset = offset ? fc_loops_in_iteration(algebra, range, offset) : NULL;
        for (long k = 0; k < (long)trips; k++) {
            const fc_sym *at = fc_sym_add(algebra, range->low, fc_sym_integer(algebra, k));
            fc_access_stream *stream = &to->stream[to->n_streams++];
            *stream = from->stream[i];
            stream->unrolled = offset ? fc_sym_substitute(algebra, offset, range->variable, at) : NULL;
        }
    }
    from->n_streams = 0;
}

/* At most the streams of all iterations. */
static size_t streams_of(const fc_cost *cost)
{
    size_t n = cost->kind == FC_COST_REGION ? cost->region->n_streams : 0;
    for (int i = 0; i < cost->n_children; i++)
        n += streams_of(cost->child[i]);
    return n * (size_t)fmax(fc_unrolled_loops_trips(cost), 1);
}

static void move_regions(fc_region_model *to, const fc_cost *cost, const fc_loop_range *range, const fc_view *view)
{
    if (cost->kind == FC_COST_REGION) {
        double trips = 0;
        fc_sym_is_constant(range->trips, &trips);
        move_work(to, cost->region, trips);
        move_streams(to, cost->region, range, view);
    }
    for (int i = 0; i < cost->n_children; i++)
        move_regions(to, cost->child[i], range, view);
}

static void join(const fc_cost *loop, fc_cost *cost, const fc_view *view, bool is_always)
{
    fc_loop_range range;
    const bool is_unrolled = fc_unrolled_loops_trips(cost) > 0;
    if (is_unrolled)
        cost->innermost = false;
    if (is_unrolled && is_always && is_straight(cost->child[0]) && fc_loops_range(&range, cost, view) &&
        loop->region->n_streams + streams_of(cost) <= MOST_STREAMS)
        move_regions(loop->region, cost->child[0], &range, view);
    for (int i = 0; i < cost->n_children; i++)
        join(loop, cost->child[i], view, is_always && cost->kind == FC_COST_SEQUENCE);
}

void fc_unrolled_loops_join(const fc_cost *loop, const fc_view *view)
{
    join(loop, loop->child[0], view, true);
}
