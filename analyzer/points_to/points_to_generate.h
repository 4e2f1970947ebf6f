/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file points_to_generate.h  The generator of a program's points-to constraints; for the files points_to_*.c. */
#ifndef FC_POINTS_TO_GENERATE_H
#define FC_POINTS_TO_GENERATE_H

#include "analyzer/effects/external.h"
#include "analyzer/points_to/points_to_state.h"

/* A node of a procedure that was analyzed anew for a call, and its value there. */
typedef struct copied_value {
    int node, value;
} copied_value;

typedef struct generator {
    const fc_program *program;
    const fc_indirect_calls *calls;
    fc_points_to_system *out;
    int *address; /* by symbol id: a pointer to it; FC_POINTS_TO_NONE: none yet */
    char *copied; /* by procedure id: analyzed anew for each call: 'y', 'n'; 0: not decided */
    int kept;     /* the pointers that external functions keep */
    int external; /* a pointer to memory of external functions, whose content is `kept` */
    int string;   /* a pointer to string literals */
    int tokens;   /* what strtok() goes through */
    int unknown;  /* a pointer to any object */
    copied_value *copy;
    size_t n_copies, copy_capacity;
} generator;

/* One analysis of a procedure: its own variables are those of the symbols, or new ones. */
typedef struct context {
    generator *g;
    int result;
    int first_id, *of_value; /* by node id - first_id */
    int depth;               /* of copies within copies */
    const fc_symbol **renamed;
    int *variable; /* of renamed[i] */
    int n_renamed;
    size_t renamed_capacity, variable_capacity;
} context;

int fc_points_to_new_variable(generator *g);
/** A variable with one object; with the memory of a new allocation. */
int fc_points_to_new_pointer(generator *g, int object);
int fc_points_to_fresh(generator *g);
/** Constraints; without effect for FC_POINTS_TO_NONE. fc_points_to_load returns what is stored there. */
void fc_points_to_copy(generator *g, int into, int from);
void fc_points_to_add_store(generator *g, int pointer, int from);
int fc_points_to_load(generator *g, int pointer);

/** The symbol's variable in this analysis. */
int fc_points_to_variable_of(const context *c, const fc_symbol *symbol);

/** A call of a function outside the program, and the variables of its arguments' values: argument[i] of child i,
 * FC_POINTS_TO_NONE for three more. */
typedef struct fc_points_to_outside {
    const context *c;
    const fc_node *call;
    const int *argument;
} fc_points_to_outside;
/** Adds the call's constraints. The variable of its result. */
int fc_points_to_call_external(const fc_points_to_outside *outside, const fc_symbol *target);
/** Of a function about which nothing is known: it may keep and store all pointers that it gets. */
int fc_points_to_call_unknown(const fc_points_to_outside *outside);

#endif
