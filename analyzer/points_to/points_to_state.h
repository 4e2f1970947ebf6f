/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file points_to_state.h  The pointers of a program as variables of inclusion constraints (inclusion.h). */
#ifndef FC_POINTS_TO_STATE_H
#define FC_POINTS_TO_STATE_H

#include "analyzer/points_to/inclusion.h"
#include "analyzer/points_to/points_to.h"

enum {
    FC_POINTS_TO_NONE = -1
};

typedef struct fc_points_to_store {
    int pointer, from; /* variables */
    bool is_spread;    /* the pointer may refer to any object, and every object has what is stored */
} fc_points_to_store;

/** Variables and objects of symbols have the symbols' ids; an array's variable is that of its elements. */
typedef struct fc_points_to_system {
    fc_inclusion *inclusion;
    int n_variables;
    int *of_value; /* by node id: the variable of an expression's value; FC_POINTS_TO_NONE: none */
    int unknown;   /* the object that stands for any other one */
    fc_points_to_store *store;
    size_t n_stores, store_capacity;
} fc_points_to_system;

/** The constraints of what main reaches. `out` is not solved; the caller frees its members. */
void fc_points_to_constrain(FC_GIVE fc_points_to_system *out, const fc_program *program,
                            const fc_indirect_calls *calls);

#endif
