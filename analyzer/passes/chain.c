/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/passes/chain.h"

#include "analyzer/passes/definitions.h"
#include "analyzer/passes/library.h"
#include "analyzer/passes/operations.h"
#include "analyzer/passes/streams.h"
#include "runtime/evaluate/forecost.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEFINITIONS = 64
};

/* An operation of a way, and those before it. */
typedef struct step {
    fc_operation operation;
    fc_numeric numeric;
    double times;
    const struct step *before;
    struct step *allocated; /* the one allocated before this one */
} step;

/* Operations one after another; length: about their cycles, to tell the longest. */
typedef struct way {
    bool is_there;
    const step *last; /* NULL: no operation */
    double length;
} way;

/* A variable that an iteration makes itself, and the way to its value. */
typedef struct made {
    const fc_symbol *symbol;
    way to;
} made;

/* What an iteration takes over from the one before: a variable, or the value that it stored. */
typedef struct carried {
    const fc_view *view;
    const fc_cost *loop;
    const fc_symbol *variable; /* NULL: the value stored at `place` */
    const fc_node *place;
    fc_address address; /* of place */
    step *steps;        /* all there are */
    made *made;         /* variables followed */
    size_t n_made, made_capacity;
    int definitions; /* being followed, one within the other */
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

static void add_times(carried *from, way *to, fc_operation operation, fc_numeric numeric, double times)
{
    step *added = fc_allocate(1, sizeof *added);
    *added = (step){operation, numeric, times, to->last, from->steps};
    from->steps = added;
    to->last = added;
    to->length += times * (numeric == FC_F32 || numeric == FC_F64 ? 4 : 1);
}

static void add(carried *from, way *to, fc_operation operation, const fc_type *type)
{
    if (operation != FC_N_OPERATIONS)
        add_times(from, to, operation, fc_operations_numeric(type), 1);
}

static bool is_product(const fc_node *node)
{
    return node->kind == FC_BINARY && node->op == FC_OP_MULTIPLY && node->type->kind == FC_TYPE_REAL;
}

/* Of an operator with `other` as its other operand. */
static fc_operation class_of(fc_operator op, const fc_node *other)
{
    bool sum = op == FC_OP_ADD || op == FC_OP_SUBTRACT;
    return sum && is_product(other) ? FC_OP_CLASS_MADD : fc_operations_class(op);
}

static void add_call(carried *from, way *to, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_library_operation *known = target && !target->definition ? fc_library_operation_find(target->name) : NULL;
    if (known)
        add_times(from, to, known->operation, known->numeric, known->times);
}

/* A conversion between two reals, or between a real and a whole number, is an instruction. */
static bool is_converted(const fc_type *to, const fc_type *from)
{
    return to->kind == FC_TYPE_REAL ? from->kind != FC_TYPE_REAL || from->bits != to->bits : from->kind == FC_TYPE_REAL;
}

/* What the node does with its operand of that index. */
static void add_node(carried *from, way *to, const fc_node *node, int operand)
{
    if (node->kind == FC_BINARY) {
        bool comparison = node->op >= FC_OP_LESS && node->op <= FC_OP_NOT_EQUAL;
        add(from, to, class_of(node->op, node->child[1 - operand]),
            comparison ? node->child[operand]->type : node->type);
    } else if (node->kind == FC_UNARY) {
        add(from, to, fc_operations_class(node->op), node->type);
    } else if (node->kind == FC_CAST && is_converted(node->type, node->child[0]->type)) {
        add(from, to, FC_OP_CLASS_CONVERT, node->type);
    } else if (node->kind == FC_CALL) {
        add_call(from, to, node);
    }
}

static bool is_memory(const fc_node *node)
{
    return node->kind == FC_INDEX || node->kind == FC_MEMBER ||
           (node->kind == FC_UNARY && node->op == FC_OP_DEREFERENCE);
}

/* The same member of the records they may stand in. */
static bool is_same_member(const fc_node *a, const fc_node *b)
{
    for (; a->kind == FC_MEMBER && a->op == FC_OP_DOT; a = a->child[0], b = b->child[0])
        if (b->kind != FC_MEMBER || b->op != FC_OP_DOT || a->symbol != b->symbol)
            return false;
    return b->kind != FC_MEMBER || b->op != FC_OP_DOT;
}

/* What is read here is what the iteration before left. */
static bool is_source(const carried *from, const fc_node *node)
{
    if (from->variable)
        return node->kind == FC_NAME && node->symbol == from->variable;
    if (!is_memory(node) || !is_same_member(node, from->place))
        return false;
    fc_address read = fc_streams_address(from->view, node);
    return read.base == from->address.base && read.offset &&
           fc_streams_moved(from->view, from->loop, read.offset) == from->address.offset;
}

/* The value of a variable that the iteration makes itself, once; NULL: of another. */
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

static way find_way(carried *from, const fc_node *node);

static way find_through_definition(carried *from, const fc_symbol *symbol, const fc_node *definition)
{
    for (size_t i = 0; i < from->n_made; i++)
        if (from->made[i].symbol == symbol)
            return from->made[i].to;
    if (from->definitions == MAX_DEFINITIONS)
        return (way){0};
    from->made = fc_grow(from->made, &from->made_capacity, from->n_made + 1, sizeof *from->made);
    size_t at = from->n_made++;
    from->made[at] = (made){symbol, {0}};
    from->definitions++;
    way to = find_way(from, definition);
    from->definitions--;
    return from->made[at].to = to;
}

/* The longest way of operations from what is carried to the node's value. */
static way find_way(carried *from, const fc_node *node)
{
    if (is_source(from, node))
        return (way){.is_there = true};
    const fc_node *definition = made_within(from, node);
    if (definition)
        return find_through_definition(from, node->symbol, definition);
    way longest = {0};
    for (int i = 0; i < node->n_children; i++) {
        way to = node->child[i] ? find_way(from, node->child[i]) : (way){0};
        if (!to.is_there)
            continue;
        add_node(from, &to, node, i);
        if (!longest.is_there || to.length > longest.length)
            longest = to;
    }
    return longest;
}

/* The way through an assignment; `a op= b` reads a too. */
static way find_through(carried *from, const fc_node *assignment)
{
    const fc_node *place = assignment->child[0], *value = assignment->child[1];
    way to = find_way(from, value);
    if (assignment->op == FC_OP_NONE)
        return to;
    to.is_there = to.is_there || is_source(from, place);
    if (to.is_there)
        add(from, &to, class_of(assignment->op, value),
            assignment->compute_type ? assignment->compute_type : assignment->type);
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

/* Compilers keep the value of a place that stands in a register, as long as nothing else is stored. */
static bool goes_through_memory(const fc_region_model *region, const carried *from)
{
    if (from->variable)
        return false;
    if (fc_streams_moved(from->view, from->loop, from->address.offset) != from->address.offset)
        return true;
    for (size_t i = 0; i < region->n_streams; i++) {
        const fc_access_stream *stream = &region->stream[i];
        if (stream->access != FC_READ && (stream->base != from->address.base || stream->offset != from->address.offset))
            return true;
    }
    return false;
}

/* What the assignment hands to the next iteration. False: nothing. */
static bool is_carried(carried *out, const fc_view *view, const fc_cost *loop, const fc_node *place)
{
    *out = (carried){.view = view, .loop = loop, .place = place};
    if (place->kind == FC_NAME && is_carried_scalar(view, loop, place->symbol)) {
        out->variable = place->symbol;
        return true;
    }
    if (!loop->variable || !is_memory(place))
        return false;
    out->address = fc_streams_address(view, place);
    return out->address.base && out->address.offset;
}

typedef struct finder {
    fc_region_model *region;
    const fc_view *view;
    const fc_cost *loop;
    double length; /* of the longest chain up to now */
} finder;

static void keep(fc_region_model *region, const way *found, bool is_memory)
{
    memset(region->chain, 0, sizeof region->chain);
    for (const step *at = found->last; at; at = at->before)
        region->chain[at->operation][at->numeric] += at->times;
    region->flags &= ~FC_REGION_CHAIN_MEMORY;
    region->flags |= FC_REGION_CHAIN | (is_memory ? FC_REGION_CHAIN_MEMORY : 0);
}

static void try_assignment(finder *f, const fc_node *assignment)
{
    enum {
        FORWARDING = 4 /* about the cycles until what was stored can be loaded */
    };
    carried from;
    if (!is_carried(&from, f->view, f->loop, assignment->child[0]))
        return;
    way found = find_through(&from, assignment);
    bool is_memory = found.is_there && goes_through_memory(f->region, &from);
    found.length += is_memory ? FORWARDING : 0;
    if (found.length > f->length) {
        f->length = found.length;
        keep(f->region, &found, is_memory);
    }
    carried_free(&from);
}

/* Assignments that each iteration makes: those under a condition may break the chain and are left out. */
static void try_assignments(finder *f, const fc_node *node)
{
    if (!node || node->kind == FC_IF || node->kind == FC_SWITCH || (fc_node_is_loop(node) && node != f->loop->node))
        return;
    if (node->kind == FC_ASSIGN)
        try_assignment(f, node);
    for (int i = 0; i < node->n_children; i++)
        try_assignments(f, node->child[i]);
}

void fc_chain_find(fc_region_model *region, const fc_view *view, const fc_cost *loop)
{
    finder f = {region, view, loop, 0};
    try_assignments(&f, loop->node);
}
