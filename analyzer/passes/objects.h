/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file objects.h  What an MPI handle may be: which datatypes and communicators come to the variable that holds it.
 *
 * Messages on different communicators never meet (MPI 3.1, section 6.4.2), and what a receive gets has the types that
 * were sent (section 3.3.1): a message of real numbers or of characters brings no whole one. Ranks that make a
 * communicator together may do so at different places (one arm of a branch each): two calls make different ones only
 * where whoever runs one of them runs the other too. */
#ifndef FC_OBJECTS_H
#define FC_OBJECTS_H

#include "analyzer/passes/cells.h"

struct fc_definitions;

/** Bits: which objects; 0: nothing is known. */
typedef unsigned long long fc_object_set;

enum {
    FC_MOST_COMMUNICATORS = 59
};

typedef struct fc_objects {
    const fc_cells *cells;                      /* borrowed */
    fc_object_set *set;                         /* by cell: what a variable there may hold */
    const fc_node *made[FC_MOST_COMMUNICATORS]; /* the calls that make communicators */
    fc_object_set same[FC_MOST_COMMUNICATORS];  /* those that may make the same one, the call itself too */
    int n_made;                                 /* of more, nothing is known */
} fc_objects;

/** From all the places that give handles; cells and what the definitions name outlive `out`. */
void fc_objects_find(FC_GIVE fc_objects *out, const struct fc_definitions *definitions, const fc_program *program,
                     const fc_cells *cells);
void fc_objects_free(fc_objects *objects);

/** What the value of an expression may be. */
fc_object_set fc_objects_of(const fc_objects *objects, const fc_node *expression);
/** What a predefined object is. */
fc_object_set fc_objects_of_name(const char *name);
/** The communicator has the ranks of MPI_COMM_WORLD, as far as calls tell: nothing else is in the set, or nothing makes
 * one of other ranks. */
bool fc_objects_are_whole(const fc_objects *objects, fc_object_set communicator);
/** The datatype is one of real numbers, or made of such alone. */
bool fc_objects_are_reals(fc_object_set datatype);
/** One of characters, or made of such alone. */
bool fc_objects_are_characters(fc_object_set datatype);
/** The communicators may be the same. */
bool fc_objects_may_meet(const fc_objects *objects, fc_object_set a, fc_object_set b);

#endif
