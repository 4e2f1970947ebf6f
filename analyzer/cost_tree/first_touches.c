/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/first_touches.h"

#include "analyzer/cost_tree/cost_builder.h"
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/cost_tree/reuse_distance.h"
#include "analyzer/effects/external.h"
#include "analyzer/regions/library_cost.h"
#include "analyzer/regions/streams.h"

#include <stdlib.h>
#include <string.h>

enum {
    MIN_BYTES = 4 * FC_PAGE_BYTES, /* smaller arrays share pages with others */
    MAX_CALLS = 12,                /* nested calls that are followed from main */
    MAX_LOOKS = 20000              /* costs and streams below one loop or call of main */
};

/* ---- freed memory ---- */

typedef struct freeing {
    const fc_analysis *analysis;
    fc_objects memory;
    bool *followed; /* by procedure id */
} freeing;

static bool shares_object(const fc_points_to *points, fc_objects a, fc_objects b)
{
    int n, m;
    const int *x = fc_points_to_list(points, a, &n), *y = fc_points_to_list(points, b, &m);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if (x[i] == y[k])
                return true;
    return false;
}

static bool frees(freeing *f, const fc_node *node)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    const fc_points_to *points = fc_control_points(f->analysis->control);
    bool found = target && fc_external_frees(target) && node->n_children > 1 &&
                 shares_object(points, f->memory, fc_points_to_of_value(points, node->child[1]));
    if (target && target->definition && !f->followed[target->definition->id]) {
        f->followed[target->definition->id] = true;
        found |= frees(f, target->definition->body);
    }
    for (int i = 0; i < node->n_children && !found; i++)
        found = node->child[i] && frees(f, node->child[i]);
    return found;
}

/* The statement, or a procedure that it calls, frees memory of the allocation call. */
static bool is_freed_below(const fc_analysis *analysis, const fc_node *statement, const fc_node *call)
{
    freeing f = {.analysis = analysis,
                 .memory = fc_points_to_of_value(fc_control_points(analysis->control), call),
                 .followed = fc_allocate((size_t)analysis->program->n_procedures, sizeof *f.followed)};
    bool found = frees(&f, statement);
    free(f.followed);
    return found;
}

/* ---- what a loop or call of main touches ---- */

/* An array, or the memory of an allocation call. */
typedef struct touched {
    const fc_symbol *array; /* NULL: memory */
    const fc_node *node;    /* the access or the call */
    const fc_sym *bytes;    /* NULL: unknown */
    bool is_reused;         /* memory: each execution is in a loop that frees it */
    bool is_parallel;       /* the access is in a parallel region */
} touched;

typedef struct touches {
    const fc_analysis *analysis;
    fc_loop_frames frames;
    const fc_view *view;
    const fc_cost *only;   /* the FC_COST_TOUCH that is asked for; NULL: all */
    const fc_node *chosen; /* the access that counts; NULL: the one of most bytes */
    int calls, looks, teams;
    touched *list;
    size_t n, capacity;
} touches;

static touched *find(touches *t, const fc_symbol *array, const fc_node *node)
{
    for (size_t i = 0; i < t->n; i++)
        if (array ? t->list[i].array == array : !t->list[i].array && t->list[i].node == node)
            return &t->list[i];
    t->list = fc_grow(t->list, &t->capacity, t->n + 1, sizeof *t->list);
    t->list[t->n] = (touched){.array = array, .node = node, .is_reused = true};
    return &t->list[t->n++];
}

/* The larger one counts: loop nests usually access the same part of an array. The cost program has to compute it. */
static void keep_larger(touched *kept, const touches *t, const fc_node *node, const fc_sym *bytes)
{
    double before, now;
    if (t->chosen ? node != t->chosen
                  : bytes && !fc_value_is_in_slice(t->analysis->control, t->analysis->program, bytes))
        return;
    if (!bytes ||
        (kept->bytes && (!fc_value_typical(bytes, &now) || !fc_value_typical(kept->bytes, &before) || now <= before)))
        return;
    kept->bytes = bytes;
    kept->node = node;
    kept->is_parallel = t->teams > 0;
}

static bool is_storage(const fc_symbol *symbol)
{
    return symbol->kind == FC_SYMBOL_LOCAL ||
           ((symbol->kind == FC_SYMBOL_GLOBAL || symbol->kind == FC_SYMBOL_STATIC) && !symbol->initializer);
}

/* The record that the member is accessed in is a variable, not allocated memory. */
static bool is_in_variable(const fc_analysis *analysis, const fc_node *member)
{
    const fc_node *record = member->child[0];
    while (member->op == FC_OP_DOT && record->kind == FC_MEMBER) {
        member = record;
        record = member->child[0];
    }
    if (member->op == FC_OP_DOT)
        return record->kind == FC_NAME && is_storage(record->symbol);
    const fc_points_to *points = fc_control_points(analysis->control);
    int n;
    const int *object = fc_points_to_list(points, fc_points_to_of_value(points, record), &n);
    bool found = n > 0;
    for (int i = 0; i < n && found; i++)
        found = object[i] < analysis->program->n_symbols && is_storage(analysis->program->symbol[object[i]]);
    return found;
}

/* record: of a field, the FC_MEMBER node. */
static bool is_array(const fc_analysis *analysis, const fc_symbol *symbol, const fc_node *record)
{
    if (!symbol || symbol->type->kind != FC_TYPE_ARRAY || symbol->type->size < MIN_BYTES)
        return false;
    return symbol->kind == FC_SYMBOL_FIELD ? record && is_in_variable(analysis, record) : is_storage(symbol);
}

/* bytes NULL: unknown. is_range: they are no more than the array has. */
static void touch_array(touches *t, const fc_symbol *array, const fc_node *node, const fc_sym *bytes, bool is_range)
{
    fc_algebra *algebra = t->view->algebra;
    const fc_sym *all = fc_sym_integer(algebra, array->type->size);
    keep_larger(find(t, array, node), t, node, !bytes ? all : is_range ? bytes : fc_sym_minimum(algebra, bytes, all));
}

enum {
    MAX_ARRAYS = 8 /* behind one pointer */
};
typedef struct touched_arrays {
    const fc_symbol *array[MAX_ARRAYS];
    int n;
} touched_arrays;

static void add_array(touched_arrays *found, const touches *t, const fc_symbol *symbol, const fc_node *record)
{
    if ((!t->only || t->only->variable == symbol) && is_array(t->analysis, symbol, record))
        found->array[found->n++] = symbol;
}

/* The arrays asked for that an access by the address may touch: its base, or those that the pointer leads to. */
static touched_arrays arrays_of(const touches *t, const fc_address *address)
{
    touched_arrays found = {0};
    const fc_symbol *base = address->base;
    if (!base || base->type->kind != FC_TYPE_POINTER) {
        add_array(&found, t, base, address->record);
        return found;
    }
    const fc_points_to *points = fc_control_points(t->analysis->control);
    const fc_program *program = t->analysis->program;
    int n;
    const int *object = fc_points_to_list(points, fc_points_to_of_symbol(points, base), &n);
    for (int i = 0; i < n && n <= MAX_ARRAYS; i++)
        if (object[i] < program->n_symbols)
            add_array(&found, t, program->symbol[object[i]], NULL);
    return found;
}

static void touch_streams(touches *t, const fc_region_model *region)
{
    for (size_t i = 0; i < region->n_streams && t->looks++ < MAX_LOOKS; i++) {
        const fc_access_stream *stream = &region->stream[i];
        const fc_address address = stream->node ? fc_streams_resolve(t->view, stream) : (fc_address){0};
        const touched_arrays arrays = arrays_of(t, &address);
        if (arrays.n == 0)
            continue;
        bool is_range;
        const fc_sym *bytes = fc_reuse_distance_pages(&is_range, &t->frames, stream, t->view);
        for (int k = 0; k < arrays.n; k++)
            touch_array(t, arrays.array[k], stream->node, bytes, is_range);
    }
}

static void touch_arguments(touches *t, const fc_cost *library)
{
    for (int i = 1; i < library->node->n_children; i++) {
        const fc_node *argument = library->node->child[i];
        if (!fc_type_is_address(argument->type))
            continue;
        const fc_address address = fc_address_of(t->view, argument);
        const touched_arrays arrays = arrays_of(t, &address);
        for (int k = 0; k < arrays.n; k++)
            touch_array(t, arrays.array[k], argument, fc_library_cost_bytes(t->view, library->node, library->part),
                        false);
    }
}

/* Small blocks of which many are freed at once go back to the kernel: the loop must free each one itself. */
static void touch_memory(touches *t, const fc_node *call)
{
    touched *memory = find(t, NULL, call);
    const fc_node *loop = t->frames.n > 0 ? t->frames.frame[t->frames.n - 1].loop->node : NULL;
    memory->is_reused =
        memory->is_reused && loop && !fc_external_keeps_content(call) && is_freed_below(t->analysis, loop, call);
    keep_larger(memory, t, call, fc_cost_counts_bytes(t->view, call));
}

static void touch(touches *t, const fc_cost *cost);

static void touch_children(touches *t, const fc_cost *cost)
{
    for (int i = 0; i < cost->n_children; i++)
        touch(t, cost->child[i]);
}

static void touch_loop(touches *t, const fc_cost *loop)
{
    fc_loop_range range;
    fc_loop_frames_open(&t->frames, &range, loop, t->view);
    const fc_sym *variable = t->frames.frame[t->frames.n - 1].variable;
    touch_children(t, loop);
    fc_loop_frames_pop(&t->frames);
    for (size_t i = 0; i < t->n; i++) {
        touched *at = &t->list[i];
        fc_algebra *algebra = t->view->algebra;
        at->bytes = fc_reuse_distance_after_loop(algebra, at->bytes, &range, variable);
        if (at->bytes && fc_loops_depends(algebra, at->bytes, variable))
            at->bytes = at->array ? fc_sym_integer(algebra, at->array->type->size) : NULL;
    }
}

static void touch_call(touches *t, const fc_cost *call)
{
    const fc_cost *tree = t->analysis->tree[call->callee->id];
    if (!tree || t->calls == MAX_CALLS)
        return;
    const fc_view *caller = t->view;
    const fc_view inside = {.control = caller->control,
                            .algebra = caller->algebra,
                            .root = call->callee->body,
                            .outer = caller,
                            .call = call->node,
                            .state = caller->state};
    t->view = &inside;
    t->calls++;
    touch(t, tree);
    t->calls--;
    t->view = caller;
}

static void touch(touches *t, const fc_cost *cost)
{
    if (t->looks++ >= MAX_LOOKS)
        return;
    switch (cost->kind) {
    case FC_COST_CANONICAL_LOOP:
    case FC_COST_COUNTED_LOOP:
    case FC_COST_EXECUTED_LOOP:
        touch_loop(t, cost);
        break;
    case FC_COST_CALL:
        touch_call(t, cost);
        break;
    case FC_COST_REGION:
        touch_streams(t, cost->region);
        break;
    case FC_COST_LIBRARY:
        touch_arguments(t, cost);
        break;
    case FC_COST_ALLOCATE:
        if (!t->only || t->only->node == cost->node)
            touch_memory(t, cost->node);
        break;
    case FC_COST_OPENMP:
        t->teams++;
        touch_children(t, cost);
        t->teams--;
        break;
    default:
        touch_children(t, cost);
    }
}

static void touch_in(touches *t, const fc_cost *toucher)
{
    t->frames = (fc_loop_frames){.analysis = t->analysis, .root = toucher, .view = t->view};
    touch(t, toucher);
    fc_loop_frames_free(&t->frames);
}

static touched touched_by(const fc_analysis *analysis, const fc_cost *cost, const fc_view *view, const fc_node *chosen)
{
    touches t = {.analysis = analysis, .view = view, .only = cost, .chosen = chosen};
    touch_in(&t, cost->toucher);
    touched most = *find(&t, cost->variable, cost->node);
    free(t.list);
    return most;
}

/* Which access counts is decided without a state, so that the formula decides as the cost program. */
const fc_sym *fc_first_touches_bytes(const fc_analysis *analysis, const fc_cost *cost, const fc_view *view)
{
    const fc_view plain = {.control = view->control, .algebra = view->algebra, .root = cost->toucher->node};
    touched most = touched_by(analysis, cost, &plain, NULL);
    if (most.bytes && view->state)
        most = touched_by(analysis, cost, view, most.node);
    return most.bytes || !cost->variable ? most.bytes : fc_sym_integer(view->algebra, cost->variable->type->size);
}

/* ---- main's tree ---- */

/* The loop or call of main that touches most of an object. */
typedef struct most {
    touched what;
    double typical;
    fc_cost *sequence;
    const fc_cost *toucher;
} most;

typedef struct search {
    fc_analysis *analysis;
    most *list;
    size_t n, capacity;
} search;

static most *most_of(search *s, const touched *what)
{
    for (size_t i = 0; i < s->n; i++) {
        const touched *other = &s->list[i].what;
        if (what->array ? other->array == what->array : !other->array && other->node == what->node)
            return &s->list[i];
    }
    s->list = fc_grow(s->list, &s->capacity, s->n + 1, sizeof *s->list);
    s->list[s->n] = (most){.what = *what, .typical = -1};
    return &s->list[s->n++];
}

static void compare(search *s, const touched *what, fc_cost *sequence, const fc_cost *toucher)
{
    most *at = most_of(s, what);
    double typical;
    at->what.is_reused &= what->is_reused && (what->array || what->bytes);
    if (!what->bytes || !fc_value_typical(what->bytes, &typical) || typical <= at->typical)
        return;
    at->what.node = what->node;
    at->what.is_parallel = what->is_parallel;
    at->typical = typical;
    at->sequence = sequence;
    at->toucher = toucher;
}

static void search_below(search *s, fc_cost *cost)
{
    for (int i = 0; i < cost->n_children; i++) {
        fc_cost *child = cost->child[i];
        bool is_call = child->kind == FC_COST_CALL || child->kind == FC_COST_LIBRARY || child->kind == FC_COST_ALLOCATE;
        if (!is_call && !fc_cost_is_loop(child) && child->kind != FC_COST_OPENMP) {
            search_below(s, child);
            continue;
        }
        fc_view view = {.control = s->analysis->control, .algebra = s->analysis->algebra, .root = child->node};
        touches t = {.analysis = s->analysis, .view = &view};
        touch_in(&t, child);
        for (size_t k = 0; k < t.n; k++)
            compare(s, &t.list[k], cost, child);
        free(t.list);
    }
}

static void insert_before(fc_cost *sequence, const fc_cost *next, fc_cost *cost)
{
    int at = 0;
    while (sequence->child[at] != next)
        at++;
    fc_cost_builder_append(sequence, cost);
    memmove(&sequence->child[at + 1], &sequence->child[at],
            (size_t)(sequence->n_children - 1 - at) * sizeof *sequence->child);
    sequence->child[at] = cost;
}

void fc_first_touches_find(fc_analysis *analysis)
{
    const fc_procedure *start = fc_program_find(analysis->program, "main");
    if (!start || !analysis->tree[start->id])
        return;
    search s = {.analysis = analysis};
    search_below(&s, analysis->tree[start->id]);
    for (size_t i = 0; i < s.n; i++)
        if (s.list[i].toucher && (s.list[i].what.array || s.list[i].what.is_reused)) {
            const most *at = &s.list[i];
            fc_cost *cost = fc_cost_builder_node(FC_COST_TOUCH, at->what.node);
            cost->variable = at->what.array;
            cost->toucher = at->toucher;
            cost->is_parallel = at->what.is_parallel;
            cost->site = fc_cost_builder_site(s.analysis, start, at->what.node, FC_FIRST_TOUCH);
            insert_before(at->sequence, at->toucher, cost);
            s.analysis->reuses[at->what.node->id] |= !at->what.array;
        }
    free(s.list);
}
