/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/address.h"

#include "analyzer/loops/pointer_evolution.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"

enum {
    MAX_POINTERS = 8 /* length of a chain of local pointers that is followed */
};

/* Follows local pointers with a single definition to their value. */
static fc_address address_of(const fc_view *view, const fc_node *pointer, int depth);

static const fc_sym *scaled(const fc_view *view, const fc_sym *index, const fc_type *element)
{
    for (; index && element && element->kind == FC_TYPE_ARRAY; element = element->of) {
        const fc_sym *length = element->length >= 0 ? fc_sym_integer(view->algebra, element->length)
                               : element->extent    ? fc_value(view, element->extent)
                                                    : NULL;
        index = length ? fc_sym_multiply(view->algebra, index, length) : NULL;
    }
    return index;
}

static fc_address moved(const fc_view *view, fc_address from, const fc_sym *by)
{
    from.offset = from.offset && by ? fc_sym_add(view->algebra, from.offset, by) : NULL;
    return from;
}

const fc_sym *fc_address_row(fc_algebra *algebra)
{
    return fc_sym_variable(algebra, "row", "row", "1.0", FC_FACT_POSITIVE);
}

/* The target of a pointer expression. A pointer read from an array of pointers leads to a row of its own, far from the
 * others. */
static fc_address target_of(const fc_view *view, const fc_node *pointer, int depth)
{
    fc_address at = address_of(view, pointer, depth);
    if (at.offset && pointer->kind == FC_INDEX && pointer->type->kind == FC_TYPE_POINTER)
        at.offset = fc_sym_multiply(view->algebra, at.offset, fc_address_row(view->algebra));
    return at;
}

/* An argument of an inlined call. */
static const fc_node *argument_of(const fc_view *view, const fc_node *name)
{
    bool changes = !view->is_inlined || fc_control_changes_within(view->control, name->symbol, view->root);
    return changes ? NULL : fc_value_argument(view, name->symbol);
}

/* Where a pointer is that the statement moves; base NULL: unknown. */
static fc_address moved_pointer(const fc_view *view, const fc_node *pointer, int depth)
{
    fc_evolution evolution;
    fc_pointer_evolution at;
    if (pointer->type->kind != FC_TYPE_POINTER || depth == MAX_POINTERS || !pointer->parent ||
        !fc_node_is_within(pointer, view->root) || !fc_value_evolution(&evolution, view) ||
        !fc_pointer_evolution_of(&at, &evolution, pointer, fc_address_row(view->algebra)))
        return (fc_address){0};
    fc_address from = at.from ? target_of(view, at.from, depth + 1)
                              : (fc_address){at.variable, NULL, fc_sym_integer(view->algebra, 0)};
    return moved(view, from, scaled(view, at.offset, pointer->type->of));
}

static fc_address address_of_name(const fc_view *view, const fc_node *name, int depth)
{
    const fc_node *argument = depth < MAX_POINTERS ? argument_of(view, name) : NULL;
    if (argument)
        return target_of(view->outer, argument, depth + 1);
    bool is_moved = fc_control_changes_within(view->control, name->symbol, view->root);
    fc_address evolved = is_moved ? moved_pointer(view, name, depth) : (fc_address){0};
    if (evolved.base)
        return evolved;
    fc_address plain = {name->symbol, NULL, fc_sym_integer(view->algebra, 0)};
    const fc_node *definition =
        name->type->kind == FC_TYPE_POINTER && name->symbol->kind == FC_SYMBOL_LOCAL && depth < MAX_POINTERS
            ? fc_control_only_definition(view->control, name->symbol)
            : NULL;
    if (!definition || definition->kind == FC_CALL)
        return plain;
    fc_address followed = target_of(view, definition, depth + 1);
    return followed.base ? followed : plain;
}

/* The pointer that an accessor returns: &v[i + n * j] of its arguments. */
static fc_address address_of_call(const fc_view *view, const fc_node *call, int depth)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_node *returned =
        target && target->definition && depth < MAX_POINTERS ? fc_procedure_returned_at_end(target->definition) : NULL;
    if (!returned)
        return (fc_address){0};
    const fc_view inside = {.control = view->control,
                            .algebra = view->algebra,
                            .root = target->definition->body,
                            .outer = view,
                            .call = call,
                            .state = view->state,
                            .is_inlined = true,
                            .keeps_unknown = view->keeps_unknown};
    return target_of(&inside, returned, depth + 1);
}

static fc_address address_of(const fc_view *view, const fc_node *node, int depth)
{
    switch (node->kind) {
    case FC_CALL:
        return address_of_call(view, node, depth);
    case FC_NAME:
        return address_of_name(view, node, depth);
    case FC_STEP:
        return moved_pointer(view, node, depth);
    case FC_MEMBER:
        return (fc_address){node->symbol, node, fc_sym_integer(view->algebra, 0)};
    case FC_CAST:
        return address_of(view, node->child[0], depth);
    case FC_BINARY: {
        int side = fc_type_is_address(node->child[0]->type) ? 0 : 1;
        const fc_sym *by = fc_value(view, node->child[1 - side]);
        by = scaled(view, by, node->child[side]->type->of);
        if (by && node->op == FC_OP_SUBTRACT)
            by = fc_sym_subtract(view->algebra, fc_sym_integer(view->algebra, 0), by);
        return moved(view, target_of(view, node->child[side], depth), by);
    }
    case FC_INDEX: { /* an element, or a row of a nested array */
        const fc_sym *index = scaled(view, fc_value(view, node->child[1]), node->type);
        return moved(view, target_of(view, node->child[0], depth), index);
    }
    case FC_UNARY:
        if (node->op == FC_OP_ADDRESS && node->child[0]->kind == FC_INDEX)
            return address_of(view, node->child[0], depth);
        if (node->op == FC_OP_DEREFERENCE)
            return target_of(view, node->child[0], depth);
        return (fc_address){0};
    default:
        return (fc_address){0};
    }
}

/* A row length of unknown value moves an address all the same. */
static fc_view with_unknown(const fc_view *view)
{
    fc_view open = *view;
    open.keeps_unknown = true;
    return open;
}

fc_address fc_address_of(const fc_view *view, const fc_node *expression)
{
    fc_view open = with_unknown(view);
    return address_of(&open, expression, 0);
}

fc_address fc_address_of_target(const fc_view *view, const fc_node *pointer)
{
    fc_view open = with_unknown(view);
    return target_of(&open, pointer, 0);
}

fc_address fc_address_of_place(const fc_view *view, const fc_node *place)
{
    while (place->kind == FC_MEMBER && place->op == FC_OP_DOT)
        place = place->child[0];
    return fc_address_of(view, place);
}

/* ---- comparison ---- */

/* The value that a local pointer with a single definition holds, without casts. */
static const fc_node *followed(const fc_view *view, const fc_node *pointer)
{
    for (int depth = 0; depth < MAX_POINTERS; depth++) {
        pointer = fc_node_without_casts(pointer);
        bool is_local = pointer->kind == FC_NAME && pointer->symbol->kind == FC_SYMBOL_LOCAL;
        const fc_node *value = is_local && pointer->type->kind == FC_TYPE_POINTER
                                   ? fc_control_only_definition(view->control, pointer->symbol)
                                   : NULL;
        if (!value || value->kind == FC_CALL)
            break;
        pointer = value;
    }
    return pointer;
}

/* A record: the object itself, or the pointer to it. */
typedef struct record {
    const fc_node *name;
    bool is_pointer;
} record;

static record record_of(const fc_view *view, const fc_node *member)
{
    const fc_node *name = member->child[0];
    if (member->op == FC_OP_DOT && name->kind == FC_UNARY && name->op == FC_OP_DEREFERENCE)
        return (record){followed(view, name->child[0]), true};
    if (member->op == FC_OP_DOT)
        return (record){name, false};
    name = followed(view, name);
    if (name->kind == FC_UNARY && name->op == FC_OP_ADDRESS)
        return (record){name->child[0], false};
    return (record){name, true};
}

/* Both names are seen by one procedure. */
static bool can_compare(const fc_symbol *a, const fc_symbol *b)
{
    return a->owner == b->owner;
}

static bool names_differ(const fc_view *view, const fc_node *a, const fc_node *b);

static bool indices_differ(const fc_view *view, const fc_node *a, const fc_node *b)
{
    const fc_sym *x = fc_value(view, a), *y = fc_value(view, b);
    double distance;
    return x && y && fc_value_typical(fc_sym_subtract(view->algebra, x, y), &distance) && distance != 0;
}

static bool members_differ(const fc_view *view, const fc_node *a, const fc_node *b)
{
    record x = record_of(view, a), y = record_of(view, b);
    return x.is_pointer == y.is_pointer && names_differ(view, x.name, y.name);
}

static bool names_differ(const fc_view *view, const fc_node *a, const fc_node *b)
{
    a = fc_node_without_casts(a);
    b = fc_node_without_casts(b);
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case FC_NAME:
        return a->symbol != b->symbol && can_compare(a->symbol, b->symbol);
    case FC_MEMBER:
        return a->symbol != b->symbol || members_differ(view, a, b);
    case FC_INDEX:
        return names_differ(view, a->child[0], b->child[0]) || indices_differ(view, a->child[1], b->child[1]);
    default:
        return false;
    }
}

bool fc_address_same_base(const fc_view *view, const fc_address *a, const fc_address *b)
{
    return a->base == b->base && !(a->record && b->record && members_differ(view, a->record, b->record));
}

const fc_node *fc_address_record(const fc_node *place)
{
    while ((place->kind == FC_MEMBER && place->op == FC_OP_DOT) || fc_address_is_field_element(place))
        place = place->child[0];
    const fc_node *pointer = place->kind == FC_MEMBER ? place->child[0] : NULL;
    bool is_variable = pointer && pointer->kind == FC_NAME &&
                       (pointer->symbol->kind == FC_SYMBOL_LOCAL || pointer->symbol->kind == FC_SYMBOL_PARAMETER);
    return is_variable ? pointer : NULL;
}
