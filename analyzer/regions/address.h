/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file address.h  Addresses of accesses: an array as base, and an offset in elements. */
#ifndef FC_ADDRESS_H
#define FC_ADDRESS_H

#include "analyzer/context/values.h"

typedef struct fc_address {
    const fc_symbol *base; /* the array: a variable or a field; NULL: unknown */
    const fc_node *record; /* of a field: its FC_MEMBER node, which names the record; NULL: a variable */
    const fc_sym *offset;  /* elements from base; NULL: not closed */
} fc_address;

/** An element with a constant index of an array that is itself a field: `block->size[2]`, one more field in effect. */
static inline bool fc_address_is_field_element(const fc_node *place)
{
    return place->kind == FC_INDEX && place->child[0]->kind == FC_MEMBER &&
           place->child[0]->type->kind == FC_TYPE_ARRAY && place->child[1]->kind == FC_INTEGER;
}
/** The address that an expression holds or an element has. Local pointers with one definition are followed. */
fc_address fc_address_of(const fc_view *view, const fc_node *expression);
/** The address that a pointer leads to. Pointers in arrays of pointers lead to a row each. */
fc_address fc_address_of_target(const fc_view *view, const fc_node *pointer);
/** The address of an element, or of the record that contains it; view: from the outermost enclosing loop. */
fc_address fc_address_of_place(const fc_view *view, const fc_node *place);
/** The atom of the unknown distance, in elements, between two rows of an array of pointers. */
const fc_sym *fc_address_row(fc_algebra *algebra);
/** Whether two addresses have the same array as base. The same field of records that the source names differently
 * (`current->data`, `previous->data`) counts as two arrays, unless one name is defined by the other. Names of different
 * procedures cannot be compared and count as the same. */
bool fc_address_same_base(const fc_view *view, const fc_address *a, const fc_address *b);

/** The local pointer or parameter to the record that holds the place: p for p->x.y; NULL: none. */
const fc_node *fc_address_record(const fc_node *place);

#endif
