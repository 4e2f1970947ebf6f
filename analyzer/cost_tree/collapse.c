/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/collapse.h"

#include "analyzer/cost_tree/cost_annotated.h"
#include "analyzer/cost_tree/cost_tree.h"

#include "analyzer/cost_tree/loops.h"
#include "analyzer/library/external.h"
#include "analyzer/library/library.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/regions/object_sizes.h"
#include "analyzer/regions/reuse_distance.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_CALL_DEPTH = 12,
    MAX_PARTS = 128,  /* regions and allocations of one closed piece: beyond, its statements are run one by one */
    MAX_SUMMANDS = 16 /* of a weighted count: each branch on data doubles them */
};

typedef struct collapser {
    fc_terms *terms;
    const fc_analysis *analysis;
    fc_loop_frames *frames; /* the loops around, outermost first */
    int calls;
} collapser;

static bool collapse(collapser *c, const fc_cost *cost, const fc_view *view);

void fc_terms_free(fc_terms *terms)
{
    for (size_t i = 0; i < terms->n; i++)
        free(terms->term[i].working_set);
    free(terms->term);
    *terms = (fc_terms){0};
}

static void cut_terms(fc_terms *terms, size_t n)
{
    while (terms->n > n)
        free(terms->term[--terms->n].working_set);
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

const fc_sym *fc_collapse_counter(const fc_analysis *analysis, int counter)
{
    char *key = fc_format("c%d", counter), *in_c = fc_format("fc_c%d", counter);
    fc_place place = fc_program_place(analysis->program, analysis->counter[counter].node->span);
    char *label = fc_format("count(%s:%d)", place.file, place.line);
    const fc_sym *value = fc_sym_variable(analysis->algebra, key, label, in_c, FC_FACT_NONNEGATIVE | FC_FACT_REAL);
    free(key);
    free(in_c);
    free(label);
    return value;
}

const fc_sym *fc_collapse_share(const fc_analysis *analysis, const fc_cost *share)
{
    return share->share ? share->share : fc_collapse_counter(analysis, share->counter);
}

const fc_sym *fc_collapse_bytes(const fc_view *view, const fc_node *call)
{
    const char *name = fc_call_target(call)->name;
    int at = fc_library_allocated_argument(name);
    const fc_sym *bytes = call->n_children > at ? fc_value(view, call->child[at]) : NULL;
    if (!bytes || strcmp(name, "calloc") != 0 || call->n_children < 3)
        return bytes;
    const fc_sym *size = fc_value(view, call->child[2]);
    return size ? fc_sym_multiply(view->algebra, bytes, size) : NULL;
}

bool fc_collapse_is_private(const fc_control *control, const fc_node *node, const fc_node *root)
{
    const fc_symbol *symbol = NULL;
    if (node->kind == FC_DECLARE)
        symbol = node->symbol;
    else if ((node->kind == FC_ASSIGN || node->kind == FC_STEP) && fc_control_in_slice(control, node)) {
        if (node->child[0]->kind != FC_NAME)
            return false;
        symbol = node->child[0]->symbol;
    } else if (node->kind == FC_CALL && fc_external_writes(node) && fc_control_in_slice(control, node)) {
        return false; /* memory, and where a file is read on */
    }
    if (symbol && (symbol->kind == FC_SYMBOL_STATIC || fc_control_outlives(control, symbol, root)))
        return false;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && !fc_collapse_is_private(control, node->child[i], root))
            return false;
    return true;
}

/* Nothing that the head of a loop changes is read after the root. */
static bool has_private_head(const fc_control *control, const fc_node *loop, const fc_node *root)
{
    const fc_node *condition = fc_control_condition(loop);
    if (loop->kind != FC_FOR)
        return !condition || fc_collapse_is_private(control, condition, root);
    for (int i = 0; i < 3; i++)
        if (loop->child[i] && !fc_collapse_is_private(control, loop->child[i], root))
            return false;
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

static bool collapse_choice(collapser *c, const fc_cost *cost, const fc_view *view, const fc_sym *share)
{
    if (!share)
        return false;
    size_t first = c->terms->n;
    if (!collapse(c, cost->child[0], view) || !weigh(c, first, share))
        return false;
    first = c->terms->n;
    if (!collapse(c, cost->child[1], view))
        return false;
    return weigh(c, first, fc_sym_subtract(view->algebra, fc_sym_integer(view->algebra, 1), share));
}

static bool collapse_cases(collapser *c, const fc_cost *cost, const fc_view *view)
{
    for (int i = 0; i < cost->n_children; i++) {
        size_t first = c->terms->n;
        if (cost->value_kept || !collapse_children(c, cost->child[i], view) ||
            !weigh(c, first, fc_collapse_counter(c->analysis, cost->child[i]->counter)))
            return false;
    }
    return true;
}

/* The body's own region of an innermost loop counts the loop's entries beside its iterations. */
static bool is_own_region(const fc_term *term, const fc_cost *loop)
{
    return loop->innermost && term->region && term->region == loop->region;
}

static bool sum_term(fc_term *term, const fc_cost *loop, const fc_loop_range *range, fc_algebra *algebra)
{
    const fc_sym *entries = is_own_region(term, loop) ? term->iterations : fc_loops_sum(algebra, range, term->entries);
    term->iterations = fc_loops_sum(algebra, range, term->iterations);
    term->entries = entries;
    for (size_t s = 0; term->region && s < term->region->n_streams; s++)
        term->working_set[s] = fc_reuse_distance_average(algebra, term->working_set[s], range);
    if (term->object >= 0)
        term->bytes = fc_reuse_distance_average(algebra, term->bytes, range);
    bool bytes_vary = term->bytes && range->index && fc_sym_depends(term->bytes, range->index);
    return term->iterations && term->entries && !bytes_vary;
}

static bool collapse_loop(collapser *c, const fc_cost *loop, const fc_view *view)
{
    fc_loop_range range;
    if (!has_private_head(c->analysis->control, loop->node, view->root) || !fc_loops_range(&range, loop, view))
        return false;
    size_t first = c->terms->n;
    fc_loop_frames_push(c->frames,
                        &(fc_loop_frame){.loop = loop, .view = view, .variable = range.index, .trips = range.trips});
    bool done = collapse(c, loop->child[0], view);
    fc_loop_frames_pop(c->frames);
    for (size_t i = first; done && i < c->terms->n; i++)
        done = sum_term(&c->terms->term[i], loop, &range, view->algebra);
    return done;
}

/* How often something runs in a loop that is only counted must not depend on which iteration it is; which memory level
 * serves may: then the farthest does. */
static bool count_turns(fc_term *term, const fc_loop_frame *frame)
{
    const fc_sym *variable = frame->variable;
    fc_algebra *algebra = frame->view->algebra;
    if (term->object >= 0 && variable && fc_sym_depends(term->bytes, variable))
        term->bytes = fc_sym_integer(algebra, 0); /* not known */
    if (variable && (fc_sym_depends(term->entries, variable) || fc_sym_depends(term->iterations, variable) ||
                     (term->bytes && fc_sym_depends(term->bytes, variable))))
        return false;
    term->iterations = fc_sym_multiply(algebra, term->iterations, frame->trips);
    if (!is_own_region(term, frame->loop))
        term->entries = fc_sym_multiply(algebra, term->entries, frame->trips);
    for (size_t s = 0; variable && term->region && s < term->region->n_streams; s++)
        if (term->working_set[s] && fc_sym_depends(term->working_set[s], variable))
            term->working_set[s] = NULL;
    return true;
}

/* Some loop around, within the view, moves the value. */
static bool moves_around(const fc_sym *value, const fc_cost *loop, const fc_view *view)
{
    for (const fc_node *up = loop->node; up != view->root && up->parent;) {
        up = up->parent;
        fc_cost own = {0};
        if (fc_node_is_loop(up) &&
            (!fc_loops_own(&own, view->control, up) || fc_sym_depends(value, fc_value_symbol(view, own.variable))))
            return true;
    }
    return false;
}

const fc_sym *fc_collapse_turns(const fc_analysis *analysis, const fc_cost *loop, const fc_view *view)
{
    const fc_sym *count = fc_collapse_counter(analysis, loop->counter);
    fc_loop_range range;
    if (loop->reached < 0 || view->state)
        return count;
    if (loop->node->kind != FC_FOR || view->outer || !loop->bound || !fc_loops_range(&range, loop, view) ||
        range.assumed.n > 0 || moves_around(range.trips, loop, view))
        return NULL;
    fc_text bound = {0}, label = {0};
    fc_sym_print(&bound, range.trips, FC_NOTATION_C);
    fc_sym_print(&label, count, FC_NOTATION_TEXT);
    char *in_c = fc_format("fc_min(fc_trip_limit(r, %d, %d), %s)", loop->counter, loop->reached, bound.bytes);
    count = fc_sym_variable(analysis->algebra, in_c, label.bytes, in_c, FC_FACT_NONNEGATIVE | FC_FACT_REAL);
    free(in_c);
    fc_text_free(&label);
    fc_text_free(&bound);
    return count;
}

static bool collapse_counted(collapser *c, const fc_cost *loop, const fc_view *view)
{
    size_t first = c->terms->n;
    const fc_sym *variable = loop->variable ? fc_value_symbol(view, loop->variable) : NULL;
    const fc_loop_frame frame = {
        .loop = loop, .view = view, .variable = variable, .trips = fc_collapse_turns(c->analysis, loop, view)};
    if (!frame.trips)
        return false;
    fc_loop_frames_push(c->frames, &frame);
    bool done = collapse(c, loop->child[0], view);
    fc_loop_frames_pop(c->frames);
    for (size_t i = first; done && i < c->terms->n; i++)
        done = count_turns(&c->terms->term[i], &frame);
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

static bool collapse_region(collapser *c, const fc_cost *cost, const fc_view *view)
{
    fc_term *term = add_term(c, cost);
    const fc_region_model *region = cost->region;
    term->working_set = fc_allocate(region->n_streams, sizeof *term->working_set);
    for (size_t i = 0; i < region->n_streams; i++)
        term->working_set[i] = fc_reuse_distance_working_set(c->frames, region, &region->stream[i], view);
    return true;
}

static bool collapse_allocation(collapser *c, const fc_cost *cost, const fc_view *view)
{
    const fc_sym *bytes = fc_collapse_bytes(view, cost->node);
    if (!bytes)
        return false;
    add_term(c, cost)->bytes = bytes;
    note_object(c, cost, view);
    return true;
}

/* Between two uses of what a library call goes through lies at least all it touches. */
static bool collapse_library(collapser *c, const fc_cost *cost, const fc_view *view)
{
    const fc_sym *turns = fc_library_trips(view, cost->node, cost->part);
    const fc_sym *bytes = fc_library_bytes(view, cost->node, cost->part);
    if (!turns || !bytes)
        return false;
    fc_term *term = add_term(c, cost);
    const fc_region_model *region = cost->region;
    term->iterations = turns;
    if (!(region->flags & FC_REGION_LOOP))
        term->entries = turns;
    term->working_set = fc_allocate(region->n_streams, sizeof *term->working_set);
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
        return fc_collapse_is_private(c->analysis->control, cost->node, view->root);
    case FC_COST_CANONICAL_LOOP:
        return collapse_loop(c, cost, view);
    case FC_COST_COUNTED_LOOP:
        return collapse_counted(c, cost, view);
    case FC_COST_BRANCH:
        return collapse_choice(c, cost, view, fc_value_condition(view, cost->node->child[0]));
    case FC_COST_SHARE:
        return collapse_choice(c, cost, view, fc_collapse_share(c->analysis, cost));
    case FC_COST_SWITCH:
        return collapse_cases(c, cost, view);
    case FC_COST_CALL:
        return collapse_call(c, cost, view);
    case FC_COST_ALLOCATE:
        return collapse_allocation(c, cost, view);
    case FC_COST_LIBRARY:
        return collapse_library(c, cost, view);
    case FC_COST_ANNOTATED:
        return collapse_told(c, cost, view);
    case FC_COST_LABEL:
        return true;
    case FC_COST_JUMP:
        return !cost->skips && (cost->node->kind == FC_BREAK || cost->node->kind == FC_CONTINUE ||
                                (cost->node->kind == FC_RETURN && view->outer));
    default:
        return false;
    }
}

bool fc_collapse_within(fc_terms *terms, fc_loop_frames *frames, const fc_cost *cost, const fc_view *view)
{
    size_t before = terms->n;
    collapser c = {terms, frames->analysis, frames, 0};
    frames->piece = cost;
    frames->piece_view = view;
    bool done = collapse(&c, cost, view);
    if (!done)
        cut_terms(terms, before);
    return done;
}

bool fc_collapse(fc_terms *terms, const fc_analysis *analysis, const fc_cost *cost, const fc_view *view)
{
    fc_loop_frames frames = {.analysis = analysis, .root = cost, .view = view};
    bool done = fc_collapse_within(terms, &frames, cost, view);
    fc_loop_frames_free(&frames);
    return done;
}

/* ---- bodies that run the same each time ---- */

/* A kept statement changes what the next iteration reads. */
static bool carries(const fc_control *control, const fc_node *node, const fc_node *loop)
{
    bool changes = (node->kind == FC_ASSIGN || node->kind == FC_STEP) && fc_control_in_slice(control, node);
    if (changes && node->child[0]->kind == FC_NAME && fc_control_is_carried(control, node->child[0]->symbol, loop))
        return true;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && carries(control, node->child[i], loop))
            return true;
    return false;
}

typedef struct repeat_check {
    const fc_analysis *analysis;
    const fc_cost *loop;
    bool same;
} repeat_check;

/* A call that ends the program: not well, whatever the turn. exit(0) is an end that costs what came before. */
static bool ends_badly(const fc_node *call)
{
    const fc_node *code = strstr(fc_call_target(call)->name, "exit") && call->n_children > 1 ? call->child[1] : NULL;
    if (code && code->kind == FC_UNARY && code->op == FC_OP_NEGATE)
        code = code->child[0];
    return !code || (code->kind == FC_INTEGER && code->value != 0);
}

static void check_repeat(void *data, const fc_cost *cost, bool is_called)
{
    repeat_check *check = data;
    const fc_control *control = check->analysis->control;
    bool own_jump = cost->kind == FC_COST_JUMP && !is_called && /* those on data are in counts and shares */
                    !fc_control_jumps_dynamically(control, cost->node, check->loop->node);
    const fc_node *condition = cost->kind == FC_COST_CANONICAL_LOOP ? fc_control_condition(cost->node) : NULL;
    if (own_jump || cost->kind == FC_COST_EXECUTED_LOOP || cost->kind == FC_COST_MARK)
        check->same = false;
    if (condition && !is_called && carries(control, condition, check->loop->node))
        check->same = false;
    if (cost->kind == FC_COST_JUMP && cost->node->kind == FC_CALL && !ends_badly(cost->node))
        check->same = false;
    if (cost->kind == FC_COST_SLICE && !is_called && carries(control, cost->node, check->loop->node))
        check->same = false;
    if (cost->kind == FC_COST_SLICE &&
        !fc_collapse_is_private(control, cost->node, is_called ? cost->node : check->loop->node))
        check->same = check->same && is_called &&
                      fc_collapse_is_private(control, cost->node, fc_control_owner(control, cost->node)->body);
    if (cost->kind == FC_COST_CALL && !check->analysis->tree[cost->callee->id])
        check->same = false;
}

/* The slice reads in the body what the increment of a loop changes. */
static bool reads_moved(const fc_control *control, const fc_node *moved, const fc_node *body)
{
    bool changes = moved->kind == FC_ASSIGN || moved->kind == FC_STEP;
    if (changes && moved->child[0]->kind == FC_NAME && fc_control_reads_within(control, moved->child[0]->symbol, body))
        return true;
    for (int i = 0; i < moved->n_children; i++)
        if (moved->child[i] && reads_moved(control, moved->child[i], body))
            return true;
    return false;
}

bool fc_collapse_repeats(const fc_analysis *analysis, const fc_cost *loop)
{
    repeat_check check = {analysis, loop, true};
    const fc_node *node = loop->node, *increment = node->kind == FC_FOR ? node->child[2] : NULL;
    if (increment && reads_moved(analysis->control, increment, loop->child[0]->node))
        return false;
    if (!has_private_head(analysis->control, node, node))
        return false;
    return fc_cost_walk_called(analysis, loop->child[0], check_repeat, &check) && check.same;
}
