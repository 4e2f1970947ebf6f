/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/recurrence.h"

#include "analyzer/effects/library.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"
#include "analyzer/regions/complex_operations.h"
#include "analyzer/regions/operations.h"
#include "analyzer/regions/streams.h"
#include "analyzer/regions/unrolled_loops.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEFINITIONS = 64
};
#define MISPREDICTED 0.5 /* fraction of iterations: a binary search goes either way with equal probability */

/* An operation on a path, or a load whose address depends on the path, linked to its predecessors. */
typedef struct step {
    const fc_node *read; /* the element; NULL: an operation */
    fc_operation operation;
    fc_numeric numeric;
    double times;
    const struct step *before;
    struct step *allocated; /* the previously allocated step */
} step;

/* A path of dependent operations; length: approximate cycles, to find the longest. */
typedef struct path {
    bool is_there;
    bool reads;       /* some step is a load */
    bool is_decided;  /* its result selects between values */
    const step *last; /* NULL: no operation */
    double length;
} path;

/* A variable that the iteration itself defines, and the path to its value. */
typedef struct made {
    const fc_symbol *symbol;
    path to;
} made;

/* A value carried from the previous iteration: a variable, or the value stored at a place. */
typedef struct carried {
    const fc_view *view;
    const fc_cost *loop;
    const fc_symbol *variable; /* NULL: the value stored at `place` */
    const fc_node *place;
    fc_address address; /* of place */
    step *steps;        /* all steps, for their release */
    made *made;         /* variables already followed */
    size_t n_made, made_capacity;
    int definitions; /* nested definitions being followed */
} carried;

static void carried_free(carried *from)
{
    while (from->steps) {
        step *last = from->steps;
        from->steps = last->allocated;
        free(last);
    }
    free(from->made);
}

static void add_step(carried *from, path *to, const step *what)
{
    step *added = fc_allocate(1, sizeof *added);
    *added = *what;
    added->before = to->last;
    added->allocated = from->steps;
    from->steps = added;
    to->last = added;
}

static void add_times(carried *from, path *to, fc_operation operation, fc_numeric numeric, double times)
{
    add_step(from, to, &(step){.operation = operation, .numeric = numeric, .times = times});
    to->length += times * (numeric == FC_F32 || numeric == FC_F64 ? 4 : 1);
}

static void add_read(carried *from, path *to, const fc_node *element)
{
    enum {
        LOADING = 5 /* approximate cycles of a load from the first level */
    };
    add_step(from, to, &(step){.read = element});
    to->length += LOADING;
    to->reads = true;
}

static void add_complex(carried *from, path *to, fc_operation operation, const fc_node *node)
{
    bool with_real = false;
    for (int i = node->kind == FC_ASSIGN ? 1 : 0; i < node->n_children; i++)
        with_real |= fc_complex_is_real(node->child[i]);
    for (int part = 0; part < FC_N_OPERATIONS; part++) {
        double times = fc_complex_chain(operation, (fc_operation)part, with_real);
        if (times > 0)
            add_times(from, to, (fc_operation)part, fc_operations_numeric(node->type), times);
    }
}

static void add(carried *from, path *to, fc_operation operation, const fc_type *type)
{
    if (operation != FC_N_OPERATIONS)
        add_times(from, to, operation, fc_operations_numeric(type), 1);
}

/* The operator adds or subtracts, and its other operand is a product: the two are fused. */
static bool is_sum_of_product(fc_operator op, const fc_node *other)
{
    return (op == FC_OP_ADD || op == FC_OP_SUBTRACT) && other->kind == FC_BINARY && other->op == FC_OP_MULTIPLY &&
           other->type->kind == FC_TYPE_REAL;
}

static void add_call(carried *from, path *to, const fc_node *call)
{
    const fc_library_operation *known = fc_library_operation_of(call);
    fc_library_cost cost[FC_LIBRARY_COSTS];
    for (int i = known ? fc_library_costs(cost, known, call) - 1 : -1; i >= 0; i--)
        add_times(from, to, cost[i].operation, cost[i].numeric, cost[i].times);
}

/* Conversions between reals of different width, or between a real and an integer, take an instruction. */
static bool is_converted(const fc_type *to, const fc_type *from)
{
    return to->kind == FC_TYPE_REAL ? from->kind != FC_TYPE_REAL || from->bits != to->bits : from->kind == FC_TYPE_REAL;
}

/* Appends the effect of the node on its operand of that index. */
static void add_node(carried *from, path *to, const fc_node *node, int operand)
{
    if (node->kind == FC_BINARY) {
        bool comparison = node->op >= FC_OP_LESS && node->op <= FC_OP_NOT_EQUAL;
        bool is_fused = is_sum_of_product(node->op, node->child[1 - operand]);
        fc_operation operation = is_fused ? FC_OP_CLASS_MADD : fc_operations_of_binary(node);
        if (fc_complex_is(node->type))
            add_complex(from, to, operation, node);
        else
            add(from, to, operation, comparison ? node->child[operand]->type : node->type);
    } else if (node->kind == FC_UNARY) {
        add(from, to, fc_operations_class(node->op), node->type);
    } else if (node->kind == FC_CAST && is_converted(node->type, node->child[0]->type)) {
        add(from, to, FC_OP_CLASS_CONVERT, node->type);
    } else if (node->kind == FC_CALL) {
        add_call(from, to, node);
    } else if (node->kind == FC_INDEX && operand == 1 && node->type->kind != FC_TYPE_ARRAY) {
        add_read(from, to, node);
    } else if (node->kind == FC_CONDITIONAL && operand == 0) {
        to->is_decided = true;
    }
}

static bool is_memory(const fc_node *node)
{
    return node->kind == FC_INDEX || node->kind == FC_MEMBER ||
           (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
}

/* The same member, at all levels of nested records. */
static bool is_same_member(const fc_node *a, const fc_node *b)
{
    for (; a->kind == FC_MEMBER && a->op == FC_OP_DOT; a = a->child[0], b = b->child[0])
        if (b->kind != FC_MEMBER || b->op != FC_OP_DOT || a->symbol != b->symbol)
            return false;
    return b->kind != FC_MEMBER || b->op != FC_OP_DOT;
}

/* The node reads the value that the previous iteration left. */
static bool is_source(const carried *from, const fc_node *node)
{
    if (from->variable)
        return node->kind == FC_NAME && node->symbol == from->variable;
    if (!is_memory(node) || !is_same_member(node, from->place))
        return false;
    fc_address read = fc_address_of_place(from->view, node);
    return read.offset && fc_address_same_base(from->view, &read, &from->address) &&
           fc_streams_advance(from->view, from->loop, read.offset) == from->address.offset;
}

/* The definition of a variable that has only one, within the loop; NULL: another variable. */
static const fc_node *made_within(const carried *from, const fc_node *node)
{
    const fc_node *definition = node->kind == FC_NAME && node->symbol && node->symbol->kind == FC_SYMBOL_LOCAL
                                    ? fc_control_only_definition(from->view->control, node->symbol)
                                    : NULL;
    const fc_node *up = definition;
    while (up && up != from->loop->node)
        up = up->parent;
    return up ? definition : NULL;
}

/* The longest path of operations from the carried value to the node's value. */
static path find_path(carried *from, const fc_node *node)
{
    if (is_source(from, node))
        return (path){.is_there = true};
    const fc_node *definition = made_within(from, node);
    if (definition) {
        for (size_t i = 0; i < from->n_made; i++)
            if (from->made[i].symbol == node->symbol)
                return from->made[i].to;
        if (from->definitions == MAX_DEFINITIONS)
            return (path){0};
        from->made = fc_grow(from->made, &from->made_capacity, from->n_made + 1, sizeof *from->made);
        size_t at = from->n_made++;
        from->made[at] = (made){node->symbol, {0}};
        from->definitions++;
        path to = find_path(from, definition);
        from->definitions--;
        return from->made[at].to = to;
    }
    path longest = {0};
    for (int i = 0; i < node->n_children; i++) {
        path to = node->child[i] ? find_path(from, node->child[i]) : (path){0};
        if (!to.is_there)
            continue;
        add_node(from, &to, node, i);
        if (!longest.is_there || to.length > longest.length)
            longest = to;
    }
    return longest;
}

/* The longest path through an assignment; `a op= b` reads a too. */
static path find_through(carried *from, const fc_node *assignment)
{
    const fc_node *place = assignment->child[0], *value = assignment->child[1];
    path to = find_path(from, value);
    if (assignment->op == FC_OP_NONE)
        return to;
    const fc_type *type = assignment->compute_type ? assignment->compute_type : assignment->type;
    fc_operation operation =
        is_sum_of_product(assignment->op, value) ? FC_OP_CLASS_MADD : fc_operations_class(assignment->op);
    to.is_there = to.is_there || is_source(from, place);
    if (to.is_there && fc_complex_is(type))
        add_complex(from, &to, operation, assignment);
    else if (to.is_there)
        add(from, &to, operation, type);
    return to;
}

static bool is_carried_scalar(const fc_view *view, const fc_cost *loop, const fc_symbol *symbol)
{
    bool scalar = symbol->kind == FC_SYMBOL_LOCAL || symbol->kind == FC_SYMBOL_PARAMETER;
    return scalar && symbol != loop->variable && symbol->type->kind != FC_TYPE_POINTER &&
           !(symbol->span.begin >= loop->node->span.begin && symbol->span.begin >= 0 &&
             symbol->span.file == loop->node->span.file && symbol->span.end <= loop->node->span.end) &&
           fc_control_changes_within(view->control, symbol, loop->node);
}

/* A loop-invariant place stays in a register unless the loop stores elsewhere. */
static bool goes_through_memory(const fc_region_model *region, const carried *from)
{
    if (from->variable)
        return false;
    if (fc_streams_advance(from->view, from->loop, from->address.offset) != from->address.offset)
        return true;
    for (size_t i = 0; i < region->n_streams; i++) {
        const fc_access_stream *stream = &region->stream[i];
        fc_address at = {stream->base, stream->record, stream->offset};
        bool is_same = stream->offset == from->address.offset && fc_address_same_base(from->view, &at, &from->address);
        if (stream->access != FC_READ && !is_same)
            return true;
    }
    return false;
}

/* The value that the assignment carries to the next iteration. False: none. */
static bool is_carried(carried *out, const fc_view *view, const fc_cost *loop, const fc_node *place)
{
    *out = (carried){.view = view, .loop = loop, .place = place};
    if (place->kind == FC_NAME && is_carried_scalar(view, loop, place->symbol)) {
        out->variable = place->symbol;
        return true;
    }
    if (!is_memory(place))
        return false;
    out->address = fc_address_of_place(view, place);
    const fc_node *record = out->address.record; /* another one in each iteration has another array */
    return out->address.base && out->address.offset &&
           !(record && fc_control_varies(view->control, record->child[0], loop->node));
}

typedef struct finder {
    fc_region_model *region;
    const fc_view *view;
    const fc_cost *loop;
    bool moves;
    double times;  /* executions in an iteration, in unrolled loops */
    double length; /* of the longest recurrence so far */
} finder;

/* Marks the stream of a load that is part of the recurrence. */
static void keep_read(fc_region_model *region, const fc_node *element, double waits, bool is_decided)
{
    for (size_t i = 0; i < region->n_streams; i++) {
        fc_access_stream *stream = &region->stream[i];
        if (stream->node && fc_streams_element(stream) == element && stream->pattern == FC_PATTERN_RANDOM) {
            stream->waits = waits;
            stream->decided = is_decided;
        }
    }
}

static void keep_longest(finder *f, carried *from, path *found)
{
    enum {
        FORWARDING = 4 /* approximate cycles of store-to-load forwarding */
    };
    bool is_memory = found->is_there && goes_through_memory(f->region, from);
    found->length = f->times * (found->length + (is_memory ? FORWARDING : 0));
    if (found->length > f->length) {
        f->length = found->length;
        fc_region_model *region = f->region;
        bool is_predicted = found->reads && found->is_decided && !f->moves;
        memset(region->chain, 0, sizeof region->chain);
        for (size_t i = 0; i < region->n_streams; i++)
            region->stream[i].waits = 0;
        for (const step *at = found->last; at; at = at->before)
            if (at->read)
                keep_read(region, at->read, is_predicted ? MISPREDICTED : 1, found->is_decided);
            else
                region->chain[at->operation][at->numeric] += f->times * at->times;
        region->operation[FC_OP_CLASS_MISPREDICT][FC_I32] = is_predicted ? MISPREDICTED : 0;
        region->flags &= ~FC_REGION_RECURRENCE_MEMORY;
        region->flags |= FC_REGION_RECURRENCE | (is_memory ? FC_REGION_RECURRENCE_MEMORY : 0);
    }
}

/* Variables updated from their own value under a condition that loads from an address they determine, as in a binary
 * search. The position of a running maximum is not such a case: its update does not depend on the old value, and is
 * rarely taken. */
static void try_decision(finder *f, const fc_node *condition, const fc_node *node)
{
    if (!node || fc_node_is_loop(node))
        return;
    carried from;
    const fc_node *place = node->kind == FC_ASSIGN && node->op == FC_OP_NONE ? node->child[0] : NULL;
    if (place && place->kind == FC_NAME && is_carried(&from, f->view, f->loop, place)) {
        path found = find_path(&from, condition);
        found.is_decided = true;
        if (found.reads && find_path(&from, node->child[1]).is_there)
            keep_longest(f, &from, &found);
        carried_free(&from);
    }
    for (int i = 0; i < node->n_children; i++)
        try_decision(f, condition, node->child[i]);
}

/* The arm that all iterations but one take: a comparison of the loop's index for equality (all columns but the
 * diagonal); NULL: none. */
static const fc_node *usual_arm(const finder *f, const fc_node *branch)
{
    const fc_node *condition = fc_node_without_casts(branch->child[0]);
    bool is_equal = condition->op == FC_OP_EQUAL, is_about_index = false;
    if (condition->kind != FC_BINARY || (!is_equal && condition->op != FC_OP_NOT_EQUAL))
        return NULL;
    for (int i = 0; i < 2 && f->loop->variable; i++) {
        const fc_node *side = fc_node_without_casts(condition->child[i]);
        is_about_index |= side->kind == FC_NAME && side->symbol == f->loop->variable &&
                          !fc_control_varies(f->view->control, condition->child[1 - i], f->loop->node);
    }
    int arm = is_equal ? 2 : 1;
    return is_about_index && arm < branch->n_children ? branch->child[arm] : NULL;
}

static void try_assignments(const fc_node *node, void *data);

/* The iterations of the loop if it is unrolled, below the cost. */
static double unrolled_trips(const fc_cost *below, const fc_node *loop)
{
    double trips = below->node == loop ? fc_unrolled_loops_trips(below) : 0;
    for (int i = 0; i < below->n_children && trips == 0; i++)
        trips = unrolled_trips(below->child[i], loop);
    return trips;
}

/* Each iteration of an unrolled loop lengthens the recurrence. */
static void try_unrolled(finder *f, const fc_node *loop)
{
    double trips = unrolled_trips(f->loop, loop);
    if (trips == 0)
        return;
    f->times *= trips;
    fc_node_each_child(loop, try_assignments, f);
    f->times /= trips;
}

/* Tries the assignments of an iteration that are unconditional, or in the usual arm of a branch. Others may break the
 * recurrence. They are tried only if their condition is part of the recurrence. */
static void try_assignments(const fc_node *node, void *data)
{
    finder *f = data;
    if (!node || node->kind == FC_SWITCH)
        return;
    if (fc_node_is_loop(node) && node != f->loop->node) {
        try_unrolled(f, node);
        return;
    }
    if (node->kind == FC_IF) {
        const fc_node *usual = usual_arm(f, node);
        for (int i = 1; i < node->n_children; i++)
            if (node->child[i] && node->child[i] == usual)
                try_assignments(usual, f);
            else
                try_decision(f, node->child[0], node->child[i]);
        return;
    }
    if (node->kind == FC_ASSIGN) {
        carried from;
        if (is_carried(&from, f->view, f->loop, node->child[0])) {
            path found = find_through(&from, node);
            keep_longest(f, &from, &found);
            carried_free(&from);
        }
    }
    fc_node_each_child(node, try_assignments, f);
}

void fc_recurrence_find(fc_region_model *region, const fc_view *view, const fc_cost *loop, bool moves)
{
    finder f = {region, view, loop, moves, 1, 0};
    try_assignments(loop->node, &f);
}
