/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/collapse.h"

#include "analyzer/cost_tree/cost_annotated.h"
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/cost_tree/first_touches.h"

#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/loop_effects.h"
#include "analyzer/cost_tree/object_sizes.h"
#include "analyzer/cost_tree/reuse_distance.h"
#include "analyzer/effects/external.h"
#include "analyzer/effects/library.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"
#include "analyzer/regions/address.h"
#include "analyzer/regions/library_cost.h"
#include "analyzer/regions/streams.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_CALL_DEPTH = 12,
    MAX_PARTS = 128,   /* regions and allocations of one closed piece: beyond, its statements are run one by one */
    MAX_SUMMANDS = 16, /* of a weighted count: each branch on data doubles them */
    MAX_RANGES = 12    /* nested loops whose variables' ranges decide conditions */
};

typedef struct collapser {
    fc_terms *terms;
    const fc_analysis *analysis;
    fc_loop_frames *frames; /* the loops around, outermost first */
    int calls;
    fc_sym_range within[MAX_RANGES]; /* of the loops' variables, outermost first */
    size_t n_within;
} collapser;

static bool collapse(collapser *c, const fc_cost *cost, const fc_view *view);

void fc_terms_free(fc_terms *terms)
{
    for (size_t i = 0; i < terms->n; i++)
        free(terms->term[i].working_set);
    free(terms->term);
    *terms = (fc_terms){0};
}

bool fc_terms_is_even(const fc_terms *terms, const fc_sym *first)
{
    for (size_t i = 0; i < terms->n; i++) {
        const fc_term *term = &terms->term[i];
        if (fc_sym_depends(term->entries, first) || fc_sym_depends(term->iterations, first) ||
            (term->bytes && fc_sym_depends(term->bytes, first)))
            return false;
        for (size_t s = 0; term->region && s < fc_region_model_n_sizes(term->region); s++)
            if (term->working_set[s] && fc_sym_depends(term->working_set[s], first))
                return false;
    }
    return true;
}

static fc_term *add_term(collapser *c, const fc_cost *cost)
{
    fc_terms *terms = c->terms;
    terms->term = fc_grow(terms->term, &terms->capacity, terms->n + 1, sizeof *terms->term);
    fc_term *term = &terms->term[terms->n++];
    *term = (fc_term){.region = cost->region, .cost = cost, .object = -1};
    term->entries = term->iterations = fc_sym_integer(c->analysis->algebra, 1);
    return term;
}

bool fc_collapse_entry(fc_terms *terms, const fc_analysis *analysis, const fc_cost *loop)
{
    if (!loop->region || !(loop->region->flags & FC_REGION_LOOP))
        return false;
    fc_term *entry = add_term(&(collapser){.terms = terms, .analysis = analysis}, loop);
    entry->iterations = fc_sym_integer(analysis->algebra, 0);
    entry->working_set = fc_allocate(fc_region_model_n_sizes(loop->region), sizeof *entry->working_set);
    return true;
}

static bool collapse_children(collapser *c, const fc_cost *cost, const fc_view *view)
{
    for (int i = 0; i < cost->n_children; i++)
        if (!collapse(c, cost->child[i], view))
            return false;
    return true;
}

/* False: the counts grow too long to be printed; the piece is better run statement by statement. */
static bool weigh(collapser *c, size_t first, const fc_sym *weight)
{
    for (size_t i = first; i < c->terms->n; i++) {
        fc_term *term = &c->terms->term[i];
        term->entries = fc_sym_multiply(c->analysis->algebra, term->entries, weight);
        term->iterations = fc_sym_multiply(c->analysis->algebra, term->iterations, weight);
        if (fc_sym_n_terms(term->iterations) > MAX_SUMMANDS || fc_sym_n_terms(term->entries) > MAX_SUMMANDS)
            return false;
    }
    return true;
}

static void remove_terms(fc_terms *terms, size_t first)
{
    while (terms->n > first)
        free(terms->term[--terms->n].working_set);
}

/* The count is 0 in all iterations of the loops around. */
static bool is_never(const collapser *c, const fc_sym *count)
{
    const fc_sym_domain domain = {.range = c->within, .n_ranges = c->n_within};
    double value;
    return c->n_within > 0 && fc_sym_is_constant(fc_sym_simplify(c->analysis->algebra, count, &domain), &value) &&
           value == 0;
}

/* An arm that no iteration takes may have anything in it, such as the end of the program after a check. */
static bool collapse_arm(collapser *c, const fc_cost *arm, const fc_view *view, const fc_sym *count)
{
    const size_t first = c->terms->n;
    if (collapse(c, arm, view) && weigh(c, first, count))
        return true;
    if (!is_never(c, count))
        return false;
    remove_terms(c->terms, first);
    return true;
}

static bool collapse_choice(collapser *c, const fc_cost *cost, const fc_view *view, const fc_sym *share)
{
    if (!share)
        return false;
    const fc_sym *others = fc_sym_subtract(view->algebra, fc_sym_integer(view->algebra, 1), share);
    return collapse_arm(c, cost->child[0], view, share) && collapse_arm(c, cost->child[1], view, others);
}

static bool collapse_cases(collapser *c, const fc_cost *cost, const fc_view *view)
{
    for (int i = 0; i < cost->n_children; i++) {
        size_t first = c->terms->n;
        if (cost->value_kept || !collapse_children(c, cost->child[i], view) ||
            !weigh(c, first, fc_cost_counts_counter(c->analysis, cost->child[i]->counter)))
            return false;
    }
    return true;
}

/* The body's own region of an innermost loop counts the loop's entries beside its iterations. */
static bool is_own_region(const fc_term *term, const fc_cost *loop)
{
    return loop->innermost && term->region && term->region == loop->region;
}

/* What the condition calls once more than the body; false: that depends on the iteration. */
static bool collapse_head(collapser *c, const fc_cost *loop, const fc_view *view, const fc_loop_range *range)
{
    const fc_cost *body = loop->child[0];
    for (int i = 0; i < body->n_children; i++) {
        size_t first = c->terms->n;
        if (!fc_loops_runs_once_more(body->child[i], loop, view->control))
            continue;
        if (range->assumed.n > 0 || !collapse(c, body->child[i], view))
            return false;
        for (size_t k = first; k < c->terms->n; k++) {
            const fc_term *term = &c->terms->term[k];
            if (fc_loops_depends(view->algebra, term->entries, range->index) ||
                fc_loops_depends(view->algebra, term->iterations, range->index) ||
                fc_loops_depends(view->algebra, term->bytes, range->index))
                return false;
            for (size_t s = 0; term->region && s < fc_region_model_n_sizes(term->region); s++)
                if (fc_loops_depends(view->algebra, term->working_set[s], range->index))
                    term->working_set[s] = NULL;
        }
    }
    return true;
}

/* Adds the range of the loop's variable, whichever way it moves. */
static void push_range(collapser *c, const fc_loop_range *range)
{
    fc_algebra *algebra = c->analysis->algebra;
    if (!range->index || !range->value || c->n_within == MAX_RANGES)
        return;
    int direction = fc_sym_direction(algebra, range->value, range->variable, &(fc_sym_domain){0});
    const fc_sym *first = fc_sym_substitute(algebra, range->value, range->variable, range->low),
                 *last = fc_sym_substitute(algebra, range->value, range->variable, range->high);
    if (direction & FC_GROWS)
        c->within[c->n_within++] = (fc_sym_range){range->index, first, last};
    else if (direction & FC_FALLS)
        c->within[c->n_within++] = (fc_sym_range){range->index, last, first};
}

static bool collapse_loop(collapser *c, const fc_cost *loop, const fc_view *view)
{
    fc_loop_range range;
    if (!fc_loop_effects_has_private_head(c->analysis->control, loop->node, view->root) ||
        !fc_loops_range(&range, loop, view))
        return false;
    size_t first = c->terms->n;
    const fc_sym *counter = fc_loops_counter(loop, view);
    fc_loop_frames_push(c->frames,
                        &(fc_loop_frame){.loop = loop, .view = view, .variable = counter, .trips = range.trips});
    const size_t n_within = c->n_within;
    push_range(c, &range);
    bool done = collapse(c, loop->child[0], view);
    c->n_within = n_within;
    fc_loop_frames_pop(c->frames);
    for (size_t i = first; done && i < c->terms->n; i++) {
        fc_term *term = &c->terms->term[i];
        fc_algebra *algebra = view->algebra;
        const fc_sym *entries =
            is_own_region(term, loop) ? term->iterations : fc_loops_sum(algebra, &range, term->entries);
        term->iterations = fc_loops_sum(algebra, &range, term->iterations);
        term->entries = entries;
        for (size_t s = 0; term->region && s < fc_region_model_n_sizes(term->region); s++)
            term->working_set[s] = fc_reuse_distance_average(algebra, term->working_set[s], &range);
        if (term->object >= 0)
            term->bytes = fc_reuse_distance_average(algebra, term->bytes, &range);
        bool bytes_vary = fc_loops_depends(algebra, term->bytes, range.index);
        done = term->iterations && term->entries && !bytes_vary;
    }
    return done && collapse_head(c, loop, view, &range);
}

/* In a counted loop, a count must not depend on the iteration. A memory level may: then the farthest one serves. */
static bool count_iterations(fc_term *term, const fc_loop_frame *frame)
{
    const fc_sym *variable = frame->variable;
    fc_algebra *algebra = frame->view->algebra;
    if (term->object >= 0 && fc_loops_depends(algebra, term->bytes, variable))
        term->bytes = fc_sym_integer(algebra, 0); /* not known */
    if (fc_loops_depends(algebra, term->entries, variable) || fc_loops_depends(algebra, term->iterations, variable) ||
        fc_loops_depends(algebra, term->bytes, variable))
        return false;
    term->iterations = fc_sym_multiply(algebra, term->iterations, frame->trips);
    if (!is_own_region(term, frame->loop))
        term->entries = fc_sym_multiply(algebra, term->entries, frame->trips);
    for (size_t s = 0; term->region && s < fc_region_model_n_sizes(term->region); s++)
        if (fc_loops_depends(algebra, term->working_set[s], variable))
            term->working_set[s] = NULL;
    return true;
}

static bool collapse_counted(collapser *c, const fc_cost *loop, const fc_view *view)
{
    size_t first = c->terms->n;
    const fc_loop_frame frame = {.loop = loop,
                                 .view = view,
                                 .variable = fc_loops_counter(loop, view),
                                 .trips = fc_cost_counts_iterations(c->analysis, loop, view)};
    if (!frame.trips)
        return false;
    fc_loop_frames_push(c->frames, &frame);
    bool done = collapse(c, loop->child[0], view);
    fc_loop_frames_pop(c->frames);
    for (size_t i = first; done && i < c->terms->n; i++)
        done = count_iterations(&c->terms->term[i], &frame);
    return done;
}

/* What the call makes, once it is made. */
static void note_object(collapser *c, const fc_cost *cost, const fc_view *view)
{
    int object = c->analysis->object[cost->node->id];
    const fc_sym *bytes = object >= 0 ? fc_object_sizes_allocated(c->analysis, view, cost->node) : NULL;
    if (!bytes)
        return;
    fc_term *term = add_term(c, cost);
    term->object = object;
    term->bytes = bytes;
}

static bool collapse_call(collapser *c, const fc_cost *cost, const fc_view *view)
{
    const fc_cost *tree = c->analysis->tree[cost->callee->id];
    if (!tree || c->calls >= MAX_CALL_DEPTH)
        return false;
    fc_view inside = {.control = view->control,
                      .algebra = view->algebra,
                      .root = cost->callee->body,
                      .outer = view,
                      .call = cost->node,
                      .state = view->state};
    c->calls++;
    bool done = collapse(c, tree, &inside);
    c->calls--;
    if (done)
        note_object(c, cost, view);
    return done && c->terms->n <= MAX_PARTS;
}

/* The distance in elements between rows of an array of pointers: the iterations of the innermost loop along a row, and
 * the header of the row's own allocation. NULL: no loop goes along a row. */
static const fc_sym *row_length(const fc_loop_frames *frames, const fc_access_stream *stream, const fc_view *view)
{
    enum {
        HEADER_BYTES = 16 /* of an allocation, which is aligned to as many bytes */
    };
    fc_algebra *algebra = view->algebra;
    const fc_sym *offset = fc_streams_resolve(view, stream).offset;
    const fc_sym *along =
        offset ? fc_sym_substitute(algebra, offset, fc_address_row(algebra), fc_sym_integer(algebra, 0)) : NULL;
    for (size_t i = frames->n; along && i-- > 0;) {
        const fc_loop_frame *frame = &frames->frame[i];
        if (frame->trips && frame->variable && fc_sym_depends(along, frame->variable))
            return fc_sym_add(algebra, frame->trips, fc_sym_rational(algebra, HEADER_BYTES, stream->element_bytes));
    }
    return NULL;
}

/* Bytes in either direction. NULL: it has no value here, as far as is known. */
static const fc_sym *stride_of(const collapser *c, const fc_region_model *region, size_t stream, const fc_view *view)
{
    fc_algebra *algebra = view->algebra;
    const fc_sym *stride = fc_value_translate(view, region->stream[stream].stride);
    if (stride && fc_sym_depends(stride, fc_address_row(algebra))) {
        const fc_sym *row = row_length(c->frames, &region->stream[stream], view);
        stride = row ? fc_sym_substitute(algebra, stride, fc_address_row(algebra), row) : NULL;
    }
    const fc_node *piece = c->frames->piece->node;
    if (!stride || !fc_loop_frames_know_before(c->analysis->program, region, stride) ||
        (piece && !fc_loop_frames_have_value(c->frames, piece, stride)))
        return NULL;
    return fc_sym_maximum(algebra, stride, fc_sym_subtract(algebra, fc_sym_integer(algebra, 0), stride));
}

static bool collapse_region(collapser *c, const fc_cost *cost, const fc_view *view)
{
    fc_term *term = add_term(c, cost);
    const fc_region_model *region = cost->region;
    term->working_set = fc_allocate(fc_region_model_n_sizes(region), sizeof *term->working_set);
    for (size_t i = 0; i < region->n_streams; i++) {
        term->working_set[i] = fc_reuse_distance_working_set(c->frames, region, &region->stream[i], view);
        if (region->stream[i].stride)
            term->working_set[fc_region_model_stride_at(region, i)] = stride_of(c, region, i, view);
    }
    return true;
}

static bool collapse_allocation(collapser *c, const fc_cost *cost, const fc_view *view)
{
    const fc_sym *bytes = fc_cost_counts_fresh_bytes(c->analysis, view, cost->node);
    if (!bytes)
        return false;
    add_term(c, cost)->bytes = bytes;
    note_object(c, cost, view);
    return true;
}

static bool collapse_touch(collapser *c, const fc_cost *cost, const fc_view *view)
{
    const fc_sym *bytes = fc_first_touches_bytes(c->analysis, cost, view);
    if (bytes)
        add_term(c, cost)->bytes = bytes;
    return bytes;
}

/* Between two uses of what a library call goes through lies at least all it touches. */
static bool collapse_library(collapser *c, const fc_cost *cost, const fc_view *view)
{
    const fc_sym *trips = fc_library_cost_trips(view, cost->node, cost->part);
    const fc_sym *bytes = fc_library_cost_bytes(view, cost->node, cost->part);
    if (!trips || !bytes)
        return false;
    fc_term *term = add_term(c, cost);
    const fc_region_model *region = cost->region;
    term->iterations = trips;
    if (!(region->flags & FC_REGION_LOOP))
        term->entries = trips;
    term->working_set = fc_allocate(fc_region_model_n_sizes(region), sizeof *term->working_set);
    for (size_t i = 0; i < region->n_streams; i++)
        term->working_set[i] = bytes;
    return true;
}

static bool collapse_told(collapser *c, const fc_cost *cost, const fc_view *view)
{
    const fc_sym *value = fc_cost_annotated_value(view, cost->node);
    if (!value)
        return false;
    fc_term *term = add_term(c, cost);
    term->entries = term->iterations = value;
    return true;
}

static bool collapse(collapser *c, const fc_cost *cost, const fc_view *view)
{
    switch (cost->kind) {
    case FC_COST_SEQUENCE:
        return collapse_children(c, cost, view);
    case FC_COST_REGION:
        return collapse_region(c, cost, view);
    case FC_COST_SLICE:
        return fc_loop_effects_are_private(c->analysis->control, cost->node, view->root);
    case FC_COST_CANONICAL_LOOP:
        return collapse_loop(c, cost, view);
    case FC_COST_COUNTED_LOOP:
        return collapse_counted(c, cost, view);
    case FC_COST_BRANCH:
        return collapse_choice(c, cost, view, fc_value_condition(view, cost->node->child[0]));
    case FC_COST_SHARE:
        return collapse_choice(c, cost, view, fc_cost_counts_share(c->analysis, cost));
    case FC_COST_SWITCH:
        return collapse_cases(c, cost, view);
    case FC_COST_CALL:
        return collapse_call(c, cost, view);
    case FC_COST_ALLOCATE:
        return collapse_allocation(c, cost, view);
    case FC_COST_TOUCH:
        return collapse_touch(c, cost, view);
    case FC_COST_LIBRARY:
        return collapse_library(c, cost, view);
    case FC_COST_ANNOTATED:
        return collapse_told(c, cost, view);
    case FC_COST_LABEL:
        return true;
    case FC_COST_JUMP:
        if (cost->node->kind == FC_GOTO)
            return cost->is_left;
        return !cost->skips && (cost->node->kind == FC_BREAK || cost->node->kind == FC_CONTINUE ||
                                (cost->node->kind == FC_RETURN && view->outer));
    default:
        return false;
    }
}

static bool is_own_call(const fc_node *node, const void *data)
{
    (void)data;
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    return target && target->definition;
}

/* The loop's head calls a procedure before the loop: the cost program prints the call there. */
static bool calls_before(const fc_cost *cost)
{
    const fc_node *start = cost->node && cost->node->kind == FC_FOR ? cost->node->child[0] : NULL;
    return start && fc_node_search_first(start, is_own_call, NULL);
}

bool fc_collapse_within(fc_terms *terms, fc_loop_frames *frames, const fc_cost *cost, const fc_view *view)
{
    size_t before = terms->n;
    collapser c = {.terms = terms, .analysis = frames->analysis, .frames = frames};
    frames->piece = cost;
    frames->piece_view = view;
    bool done = !calls_before(cost) && collapse(&c, cost, view);
    if (!done)
        remove_terms(terms, before);
    return done;
}

bool fc_collapse(fc_terms *terms, const fc_analysis *analysis, const fc_cost *cost, const fc_view *view)
{
    fc_loop_frames frames = {.analysis = analysis, .root = cost, .view = view};
    bool done = fc_collapse_within(terms, &frames, cost, view);
    fc_loop_frames_free(&frames);
    return done;
}
