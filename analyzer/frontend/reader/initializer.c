/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/reader/reader.h"

#include "support/messages/frontend.h"

#include <string.h>

/* Initializer lists by the rules of C17 6.7.9, since libclang exposes only the list as written. Items initialize the
 * elements or fields in order, and a designator moves the current place. An aggregate element without braces takes as
 * many items as it has places. Linear in the items, plus the length of designator ranges. */

enum {
    MAX_ELEMENTS = 1 << 24
};

static const fc_cursor_entry *at_entry(const fc_reader *reader, int entry)
{
    return fc_reader_entry(reader, entry);
}

static bool is_aggregate(const fc_type *type)
{
    return type->kind == FC_TYPE_ARRAY || type->kind == FC_TYPE_RECORD;
}

static long n_places(const fc_type *type)
{
    if (type->kind == FC_TYPE_RECORD)
        return type->n_fields;
    return type->kind == FC_TYPE_ARRAY && type->length >= 0 ? type->length : MAX_ELEMENTS;
}

static const fc_type *type_at(const fc_type *type, long place)
{
    if (type->kind == FC_TYPE_ARRAY)
        return type->of;
    return place < type->n_fields ? type->field[place]->type : NULL;
}

static void set_child(fc_node *list, long place, fc_node *child)
{
    while (list->n_children <= place)
        fc_node_add_child(list, NULL);
    if (list->child[place])
        list->child[place]->parent = NULL;
    list->child[place] = child;
    if (child)
        child->parent = list;
}

static fc_node *new_list(fc_reader *reader, int entry, const fc_type *type)
{
    fc_node *list = fc_reader_add(reader, FC_LIST, entry);
    list->type = type;
    return list;
}

/* True for an item with designators: a void expression whose children are the designators, then the value. */
static bool is_designated(const fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = at_entry(reader, entry);
    return at->kind == CXCursor_UnexposedExpr && at->n_children >= 2 &&
           clang_getCursorType(at->cursor).kind == CXType_Void;
}

static bool is_string_for(fc_reader *reader, int entry, const fc_type *type)
{
    entry = fc_expressions_strip(reader, entry);
    return type->kind == FC_TYPE_ARRAY && type->of->kind == FC_TYPE_INTEGER &&
           at_entry(reader, entry)->kind == CXCursor_StringLiteral;
}

/* True if the value initializes the whole object: it is a scalar, or an expression of the record's type. */
static bool fits_whole(fc_reader *reader, int entry, const fc_type *type)
{
    if (!is_aggregate(type) || is_string_for(reader, entry, type))
        return true;
    const fc_cursor_entry *at = at_entry(reader, entry);
    if (type->kind != FC_TYPE_RECORD)
        return at->kind == CXCursor_CompoundLiteralExpr;
    return fc_types_read(reader, clang_getCursorType(at->cursor), at->cursor) == type;
}

/* The items not yet assigned to places. */
typedef struct items {
    int next; /* entry; -1: none */
} items;

static void assign(fc_reader *reader, fc_node *list, long place, items *left, bool is_braced);

/* Initializes the object at one place with the next item, or with as many as it needs. */
static void assign_one(fc_reader *reader, fc_node *list, long place, items *left)
{
    const fc_type *type = type_at(list->type, place);
    int item = left->next;
    if (!type)
        return;
    if (at_entry(reader, fc_expressions_strip(reader, item))->kind == CXCursor_InitListExpr ||
        fits_whole(reader, item, type)) {
        left->next = at_entry(reader, item)->next;
        set_child(list, place, fc_initializer_read(reader, item, type));
        return;
    }
    fc_node *inner = new_list(reader, item, type);
    set_child(list, place, inner);
    assign(reader, inner, 0, left, false);
    if (left->next == item) /* an aggregate without places takes no item */
        left->next = at_entry(reader, item)->next;
}

/* The place of one designator, a field's or an element's index; -1 and a report if it is not known. */
static long designated_place(fc_reader *reader, int designator, const fc_type *type)
{
    CXCursor cursor = at_entry(reader, designator)->cursor;
    long place = -1;
    if (at_entry(reader, designator)->kind == CXCursor_MemberRef) {
        const fc_symbol *field = fc_symbols_of(reader, clang_getCursorReferenced(cursor), cursor);
        for (int i = 0; field && type->kind == FC_TYPE_RECORD && i < type->n_fields; i++)
            if (type->field[i] == field)
                place = i;
    } else if (!fc_literals_evaluate(cursor, &place) || type->kind != FC_TYPE_ARRAY) {
        place = -1;
    }
    if (place < 0 || place >= n_places(type) || place >= MAX_ELEMENTS) {
        fc_reader_fail(reader, cursor, NULL, FC_MSG_DESIGNATOR_NOT_SUPPORTED);
        return -1;
    }
    return place;
}

/* True for "[2 ... 5] = x", which libclang shows as two designators. */
static bool is_range(fc_reader *reader, int first, int second)
{
    fc_span from = fc_reader_span(reader, first);
    fc_point to = fc_reader_spelled(reader, second);
    return from.end >= 0 && to.file && to.offset > from.end &&
           memmem(to.file->text + from.end, (size_t)(to.offset - from.end), "...", 3);
}

/* [place ... end] = value: assigns the value to each element. Returns the last place; -1 with a report. */
static long assign_range(fc_reader *reader, fc_node *list, long place, int end, int value)
{
    long last = designated_place(reader, end, list->type);
    if (last >= 0 && (at_entry(reader, end)->next != value || last < place)) {
        fc_reader_fail(reader, at_entry(reader, end)->cursor, "Write the elements one by one.",
                       FC_MSG_DESIGNATOR_RANGE_FOLLOWED_ANOTHER_DESIGNATOR);
        return -1;
    }
    for (long i = place; i <= last; i++) {
        items one = {.next = value};
        assign_one(reader, list, i, &one);
    }
    return last;
}

/* Descends by one designator after the other to the value. The following items continue after the designated object, on
 * each level. */
static void assign_designated(fc_reader *reader, fc_node *list, int designator, int value, items *left)
{
    long place = designated_place(reader, designator, list->type);
    const fc_type *type = place >= 0 ? type_at(list->type, place) : NULL;
    int next = at_entry(reader, designator)->next;
    if (!type)
        return;
    if (next == value) {
        items one = {.next = value};
        assign_one(reader, list, place, &one);
    } else if (is_range(reader, designator, next)) {
        place = assign_range(reader, list, place, next, value);
    } else {
        fc_node *inner = place < list->n_children ? list->child[place] : NULL;
        if (!inner || inner->kind != FC_LIST) {
            inner = new_list(reader, designator, type);
            set_child(list, place, inner);
        }
        assign_designated(reader, inner, next, value, left);
    }
    assign(reader, list, place + 1, left, false);
}

static void assign(fc_reader *reader, fc_node *list, long place, items *left, bool is_braced)
{
    long places = list->type->is_union ? 1 : n_places(list->type);
    while (left->next >= 0 && reader->status == FC_OK) {
        int item = left->next;
        if (!clang_isExpression(at_entry(reader, item)->kind)) {
            left->next = at_entry(reader, item)->next;
        } else if (is_designated(reader, item)) {
            if (!is_braced)
                return;
            left->next = at_entry(reader, item)->next;
            assign_designated(reader, list, at_entry(reader, item)->first, at_entry(reader, item)->last, left);
            place = places; /* assign_designated has continued to the end of the list or the next designator */
        } else if (place >= places) {
            if (!is_braced)
                return;
            left->next = at_entry(reader, item)->next; /* an excess element: compilers warn of it */
        } else {
            assign_one(reader, list, place++, left);
        }
    }
}

static fc_node *read_braces(fc_reader *reader, int entry, const fc_type *type)
{
    const fc_cursor_entry *at = at_entry(reader, entry);
    if (fc_type_is_vector(type))
        return fc_vectors_compose(reader, entry, type);
    if (!is_aggregate(type) && at->first >= 0)
        return fc_initializer_read(reader, at->first, type);
    if (at->n_children == 1 && is_string_for(reader, at->first, type))
        return fc_expressions_read(reader, at->first);
    fc_node *list = new_list(reader, entry, type);
    items left = {.next = at->first};
    if (is_aggregate(type))
        assign(reader, list, 0, &left, true);
    return list;
}

fc_node *fc_initializer_read(fc_reader *reader, int entry, const fc_type *type)
{
    fc_node *node = NULL;
    int bare = fc_expressions_strip(reader, entry);
    if (fc_reader_enter(reader, entry) && type) {
        bool is_list = at_entry(reader, bare)->kind == CXCursor_InitListExpr;
        node = is_list ? read_braces(reader, bare, type) : fc_expressions_converted(reader, entry, type);
    }
    fc_reader_leave(reader);
    return node;
}
