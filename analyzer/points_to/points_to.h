/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file points_to.h  Points-to sets by inclusion (Andersen, PhD thesis, 1994): which objects a pointer may refer to.
 *
 * An object is a variable, the memory of one allocation, or a field of all records (field-based): a pointer to a field
 * that is no record refers to the field, a pointer to a record to the object that holds it. Small procedures that
 * return a pointer are analyzed anew for each call, so that allocations have an object for each call path. Solved by
 * wave propagation with cycle elimination (Pereira, Berlin, CGO 2009). The sets are finer than the cells of cells.h,
 * which one pointer to two objects unifies. */
#ifndef FC_POINTS_TO_H
#define FC_POINTS_TO_H

#include "analyzer/model/properties/indirect_calls.h"

typedef struct fc_points_to fc_points_to;

/** A set of objects. */
typedef int fc_objects;
enum {
    FC_OBJECTS_ANY = 0, /* any object: the pointer is not followed */
    FC_OBJECTS_NONE = 1 /* no object, as of a parameter that nothing is passed to; otherwise treated as any object */
};

/** calls: the possible targets of calls through pointers; not used after the return. */
FC_GIVE fc_points_to *fc_points_to_create(const fc_program *program, const fc_indirect_calls *calls);
void fc_points_to_free(FC_TAKE fc_points_to *points);

/** The FC_MEMBER is an object of its own: no record, whose address may lead back to the outer one, and in no union. */
bool fc_points_to_is_object(const fc_node *member);
/** What the value of an expression of a pointer or array type may refer to. */
fc_objects fc_points_to_of_value(const fc_points_to *points, const fc_node *expression);
/** What the pointer in a variable or parameter may refer to. */
fc_objects fc_points_to_of_symbol(const fc_points_to *points, const fc_symbol *symbol);
/** The objects of a set, as ascending numbers; variables and fields have those of their symbols. None of
 * FC_OBJECTS_ANY.
 */
const int *fc_points_to_list(const fc_points_to *points, fc_objects objects, int *n);
/** Objects have numbers from 0 to less than this. */
int fc_points_to_n_objects(const fc_points_to *points);
/** The variable or field alone. */
fc_objects fc_points_to_variable(fc_points_to *points, const fc_symbol *symbol);
/** No object is in both sets. */
bool fc_points_to_are_disjoint(fc_points_to *points, fc_objects a, fc_objects b);
fc_objects fc_points_to_union(fc_points_to *points, fc_objects a, fc_objects b);

#endif
