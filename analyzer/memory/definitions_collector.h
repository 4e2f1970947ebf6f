/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file definitions_collector.h  The state of the collection of definitions, for the files definitions*.c.
 */
#ifndef FC_DEFINITIONS_COLLECTOR_H
#define FC_DEFINITIONS_COLLECTOR_H

#include "analyzer/memory/definitions.h"
#include "analyzer/model/properties/indirect_calls.h"
#include "comm_interface/operations.h"

enum {
    FC_MOST_NUMBERS = 1024 /* carried by a message or access of the slice; more are dynamic */
};

/* One side of a message at a call. */
typedef struct fc_message_side {
    const fc_node *call;
    fc_mpi_side at;
} fc_message_side;

typedef struct fc_message_sides {
    fc_message_side *side;
    size_t n, capacity;
} fc_message_sides;

typedef struct fc_collector {
    fc_definitions *out;
    const fc_program *program;
    const fc_cells *cells;
    const fc_indirect_calls *calls;
    bool *data;        /* by cell: already marked as dynamic */
    bool *annotated;   /* by cell: some assignment has an annotation; each definition is checked */
    bool *names_whole; /* by cell: the program accesses integers there through a pointer or by a subscript */
    fc_message_sides sends, receives;
    const fc_node **one_sided; /* calls that create windows, and accesses of integers */
    size_t n_one_sided, one_sided_capacity;
    const fc_node **collective; /* calls with a received result */
    size_t n_collectives, collective_capacity;
    const fc_node **broadcast;
    size_t n_broadcasts, broadcast_capacity;
} fc_collector;

/** Adds a definition, unless its cell is negative. */
void fc_definitions_add(fc_collector *c, fc_definition definition);
/** Adds a definition of the argument's target, for integers and reals. */
void fc_definitions_add_target(fc_collector *c, fc_definition definition);
/** The argument's target, and all memory reachable from it, is dynamic after the call. */
void fc_definitions_lose(fc_collector *c, const fc_node *argument, const fc_node *call);
/** The cell, and all memory reachable from it, is dynamic after the call. */
void fc_definitions_lose_cell(fc_collector *c, int cell, const fc_node *call);
/** The same for the reals in the memory of the cell, and for its integers if the program accesses some there: the bytes
 * passed as reals may be integers. */
void fc_definitions_lose_reals(fc_collector *c, int cell, const fc_node *call);
/** The same for the fields of a record, including nested ones. */
void fc_definitions_lose_fields(fc_collector *c, const fc_type *type, const fc_node *call);
/** By cell: see fc_collector.names_whole. */
FC_GIVE bool *fc_definitions_names_whole(const fc_program *program, const fc_cells *cells);

/** Adds the definitions by an MPI call; receives and sends are stored for fc_definitions_match(). */
void fc_definitions_collect_mpi(fc_collector *c, const fc_node *call, const fc_mpi_operation *operation);
/** Adds the definitions by receives, once all sends are stored. */
void fc_definitions_match(fc_collector *c);
/** Stores a one-sided call for fc_definitions_match_windows(). */
void fc_definitions_collect_window(fc_collector *c, const fc_node *call, const fc_mpi_operation *operation);
/** Adds the definitions by one-sided accesses, once all are stored. */
void fc_definitions_match_windows(fc_collector *c);
/** The same for collectives: true if the call receives numbers of other ranks that the cost program can compute. */
bool fc_definitions_collect_collective(fc_collector *c, const fc_node *call, const fc_mpi_operation *operation);
void fc_definitions_match_collectives(fc_collector *c);
/** Adds the definitions by broadcasts whose root executes another call. */
void fc_definitions_match_broadcasts(fc_collector *c);
bool fc_definitions_is_array_of_integers(const fc_node *address);
/** The fields of MPI_Status that the program may read. */
void fc_definitions_find_status(fc_collector *c);

/** Stores the loops that a return, break, continue or goto leaves, and the nodes that it skips or repeats. */
void fc_definitions_collect_jump(fc_collector *c, const fc_node *jump);

#endif
