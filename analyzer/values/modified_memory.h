/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file modified_memory.h  Which locations each statement and each call of a procedure may modify.
 *
 * Flow-insensitive MOD sets (Banning 1979; Cooper, Kennedy 1988) over the abstract locations of ../memory/cells.h: a
 * fixed-point iteration over the call graph. A procedure's writes to memory that the same activation allocated are no
 * effect on its caller. A nonblocking receive modifies its buffer when it is posted: MPI forbids to read it before it
 * is complete. Time: calls times locations / 8, for a few iterations. */
#ifndef FC_MODIFIED_MEMORY_H
#define FC_MODIFIED_MEMORY_H

#include "analyzer/binding/control.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/properties/indirect_calls.h"

typedef struct fc_modification {
    int cell;
    const fc_node *node;   /* the assignment, step, declaration or call */
    const fc_node *place;  /* the only place that it modifies there; NULL: any */
    const fc_node *memory; /* a pointer to the only object that it modifies there; NULL: any */
} fc_modification;

typedef struct fc_called {
    const fc_node *call;
    fc_candidates callees; /* procedures of the program that it may run */
    bool is_mpi, starts;   /* a call of MPI, of MPI_Start or MPI_Startall */
} fc_called;

typedef struct fc_modified_memory {
    const fc_program *program;
    const fc_cells *cells;
    const fc_mod_ref *reach;
    const fc_indirect_calls *pointer_calls;
    fc_modification *modification; /* by procedure, then cell, then node */
    size_t n, capacity, *first;    /* of procedure p: modification[first[p]] .. modification[first[p + 1] - 1] */
    fc_called *called;             /* calls of MPI and of the program's procedures, by procedure */
    size_t n_called, called_capacity, *first_called;
    uint64_t **of_call;                 /* by procedure: the cells that a call of it may modify */
    uint64_t *exposed;                  /* the cells that any MPI call may modify: windows */
    uint64_t *posted;                   /* the cells that persistent receives modify */
    bool has_operations, has_callbacks; /* MPI is given reduction operations, other procedures, of the program */
} fc_modified_memory;

void fc_modified_memory_find(FC_GIVE fc_modified_memory *out, const fc_program *program, const fc_control *control,
                             const fc_indirect_calls *calls);
void fc_modified_memory_free(fc_modified_memory *memory);

/** A call of MPI may modify the location for an earlier one. */
bool fc_modified_memory_by_mpi(const fc_modified_memory *memory, const fc_called *called, int cell);
/** A call of the procedure may modify the location. */
bool fc_modified_memory_has(const fc_modified_memory *memory, const fc_procedure *procedure, int cell);
/** MPI, or some procedure of the program that the call may run, modifies the location. */
bool fc_modified_memory_by_call(const fc_modified_memory *memory, const fc_called *called, int cell);

#endif
