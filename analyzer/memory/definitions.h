/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file definitions.h  Reaching definitions and uses: all definitions of each cell, and all reads of each variable. */
#ifndef FC_DEFINITIONS_H
#define FC_DEFINITIONS_H

#include "analyzer/memory/definers.h"
#include "analyzer/memory/mod_ref.h"
#include "analyzer/memory/mpi_handles.h"

typedef enum fc_definition_kind {
    FC_DEFINED_BY_VALUE,    /* cell = right */
    FC_DEFINED_BY_UPDATE,   /* cell op= right, ++cell: also reads the place */
    FC_DEFINED_AS_ARGUMENT, /* a parameter's value at one call */
    FC_DEFINED_AS_TARGET,   /* content of the argument `right`, in `from`, as that of a parameter that is only sent */
    FC_DEFINED_AS_RESULT,   /* return right; */
    FC_DEFINED_BY_MPI,      /* an MPI query: static */
    FC_DEFINED_BY_MESSAGE,  /* a collective or a receive; right: the send buffer of the collective, or of a send that
                               may match */
    FC_DEFINED_BY_CALL,     /* written by a repeatable external function (external.h) */
    FC_DEFINED_BY_DATA      /* an external call or a received message: always dynamic */
} fc_definition_kind;

typedef struct fc_definition {
    fc_definition_kind kind;
    int cell;
    const fc_node *right; /* the value; NULL for ++ and kinds without one */
    int from;             /* FC_DEFINED_BY_MESSAGE: the cell of the sent values; negative: none */
    const fc_node *place; /* the lvalue, or the address passed to a call; NULL for declarations, parameters, results */
    const fc_node *node;  /* the assignment, step, declaration, return or call */
    int order;            /* in the walk over the program */
} fc_definition;

/** A jump, and the nodes it skips or, backwards, repeats: first .. last in the order of the walk. */
typedef struct fc_skip {
    const fc_node *jump; /* continue, return, goto, or the break of a switch */
    const fc_node *top;  /* the smallest statement with the jump and its target; NULL: the procedure */
    int first, last;
} fc_skip;

typedef struct fc_definitions {
    fc_definition *definition; /* sorted by cell */
    size_t n, capacity;
    size_t *first;              /* by cell: its definitions are first[cell] .. first[cell + 1] - 1 */
    const fc_procedure **owner; /* by node id: the procedure whose body holds it; NULL in global initializers and
                                   unreachable code */
    const fc_node ***read;      /* by symbol id: FC_NAME nodes that read it, n_reads of them */
    size_t *n_reads, *read_capacity;
    const fc_node ***jump; /* by node id of a loop: break, return and goto statements that leave it */
    size_t *n_jumps, *jump_capacity;
    fc_skip *skip; /* by procedure id: first_skip[id] .. first_skip[id + 1] - 1 */
    size_t n_skips, skip_capacity, *first_skip;
    int *last;            /* by node id: the last node below it in the order of the walk */
    const fc_node **call; /* all calls, by id: those below a node are between it and its last node */
    size_t n_calls, call_capacity;
    int *status_cell; /* of the fields of MPI_Status that a program may read */
    size_t n_status_cells, status_capacity;
    uint64_t *calls;   /* of each procedure, a row: those that it calls, directly or not */
    size_t call_words; /* of a row */
    fc_definers definers;
    const fc_indirect_calls *pointer_calls; /* borrowed */
    int n_procedures;
    bool *is_cut;          /* by procedure id: has irregular regions (irregular_flow.h) */
    bool *is_whole;        /* by type id: a record of which the slice has all fields or none */
    const fc_node **label; /* by symbol id of a label: its FC_LABEL; NULL for other symbols */
    fc_mpi_handles objects;
    fc_mod_ref reach;
} fc_definitions;

/** calls: possible targets of calls through pointers; must outlive `out`. */
void fc_definitions_collect(fc_definitions *out, const fc_program *program, const fc_cells *cells,
                            const fc_indirect_calls *calls);
void fc_definitions_free(fc_definitions *definitions, const fc_program *program);

/** A call below `root` reaches the procedure, directly or not. */
bool fc_definitions_calls(const fc_definitions *definitions, const fc_node *root, const fc_procedure *procedure);
/** A call below `root` reaches a procedure that defines the cell, other than this one. */
bool fc_definitions_calls_definer(const fc_definitions *definitions, const fc_node *root, int cell,
                                  const fc_procedure *beside);
/** The procedures that it calls, directly or not. */
static inline uint64_t *fc_definitions_called_by(const fc_definitions *definitions, const fc_procedure *caller)
{
    return &definitions->calls[(size_t)caller->id * definitions->call_words];
}
static inline bool fc_definitions_leads(const fc_definitions *definitions, const fc_procedure *caller,
                                        const fc_procedure *callee)
{
    return fc_bits_has(fc_definitions_called_by(definitions, caller), callee->id);
}

/** The cell of a window's memory, at the call that creates it; negative: unknown, or the call creates none. */
int fc_definitions_window_memory(const fc_cells *cells, const fc_node *call);
/** The cell of the content of a send buffer (FC_DEFINED_BY_MESSAGE): the address's target or, of a pointer's address,
 * the pointer's target. */
int fc_definitions_brought_from(const fc_cells *cells, const fc_node *address);
/** The communicators of the two MPI calls allow their messages to match. */
bool fc_definitions_may_meet(const fc_definitions *definitions, const fc_node *call, const fc_node *other);
/** The MPI call's argument of this number, counted from 0, is a datatype of reals only. */
bool fc_definitions_are_reals(const fc_definitions *definitions, const fc_node *call, int datatype);
/** The external function does not write memory that the program reads. */
bool fc_definitions_leaves_memory(const fc_symbol *function);
/** A field of MPI_Status that MPI names. */
bool fc_definitions_is_status_field(const char *name);
/** The record type of a broadcast's buffer; NULL: it holds numbers. */
const fc_type *fc_definitions_broadcast_record(const fc_node *call);
/** The record at one of whose fields a message begins that has several numbers (MPI_2INT has two) or a derived
 * datatype, so that it may include other fields. NULL: there is none. */
const fc_type *fc_definitions_run_of_fields(const fc_node *buffer, const fc_node *count, const fc_node *datatype);
/** The cell of a field's value, or of its elements. */
int fc_definitions_field_cell(const fc_cells *cells, const fc_symbol *field);

#endif
