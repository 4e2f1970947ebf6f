/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file objects.h  What an MPI handle may be: which datatypes and communicators come to the variable that holds it.
 *
 * Messages on communicators that different calls made never meet (MPI 3.1, section 6.4.2), and what a receive gets has
 * the types that were sent (section 3.3.1): a message of real numbers brings no whole one. */
#ifndef FC_OBJECTS_H
#define FC_OBJECTS_H

#include "analyzer/passes/cells.h"

struct fc_definitions;

/** Bits: which objects. Communicators share bits where a program makes many; 0: nothing is known. */
typedef unsigned long long fc_object_set;

typedef struct fc_objects {
    const fc_cells *cells; /* borrowed */
    fc_object_set *set;    /* by cell: what a variable there may hold */
} fc_objects;

/** From all the places that give handles; cells and what the definitions name outlive `out`. */
void fc_objects_find(FC_GIVE fc_objects *out, const struct fc_definitions *definitions, const fc_cells *cells);
void fc_objects_free(fc_objects *objects);

/** What the value of an expression may be. */
fc_object_set fc_objects_of(const fc_objects *objects, const fc_node *expression);
/** What a predefined object is. */
fc_object_set fc_objects_of_name(const char *name);
/** The datatype is one of real numbers, or made of such alone. */
bool fc_objects_are_reals(fc_object_set datatype);
/** The communicators may be the same. */
bool fc_objects_may_meet(fc_object_set a, fc_object_set b);

#endif
