/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file inclusion.h  Inclusion constraints between sets of objects, and their least solution.
 *
 * Variables have sets of objects; each object has a variable for the pointers stored in it. Constraints: an object is
 * in a set; a set includes another one; it includes the content of all objects of another one (load); the content of
 * all objects of one set includes another set (store). Wave propagation: collapse cycles (Tarjan), propagate new
 * elements in topological order, then add the edges of loads and stores, until nothing changes (Pereira, Berlin, CGO
 * 2009). Cubic time at worst, nearly linear on programs. */
#ifndef FC_INCLUSION_H
#define FC_INCLUSION_H

#include "support/text.h"

#include <stdbool.h>
#include <stddef.h>

/** Sorted numbers. */
typedef struct fc_number_set {
    int *item;
    int n;
    size_t capacity;
} fc_number_set;

typedef struct fc_inclusion fc_inclusion;

FC_GIVE fc_inclusion *fc_inclusion_create(void);
void fc_inclusion_free(FC_TAKE fc_inclusion *system);
int fc_inclusion_add_variable(fc_inclusion *system);
/** A new object whose content is the variable. Objects and variables are numbered from 0. */
int fc_inclusion_add_object(fc_inclusion *system, int content);
int fc_inclusion_n_objects(const fc_inclusion *system);
void fc_inclusion_add_element(fc_inclusion *system, int variable, int object);
/** into includes from. */
void fc_inclusion_add_copy(fc_inclusion *system, int into, int from);
/** into includes the content of what `pointer` has. */
void fc_inclusion_add_load(fc_inclusion *system, int into, int pointer);
/** The content of what `pointer` has includes from. */
void fc_inclusion_add_store(fc_inclusion *system, int pointer, int from);
/** The content of every object includes from. */
void fc_inclusion_add_everywhere(fc_inclusion *system, int from);
/** False: the sets are too large together (64 million elements), and no set is complete. */
bool fc_inclusion_solve(fc_inclusion *system);
/** After solving: a variable whose set is equal for the same reason; and the set of such a variable, borrowed. */
int fc_inclusion_representative(const fc_inclusion *system, int variable);
const fc_number_set *fc_inclusion_of(const fc_inclusion *system, int representative);

#endif
