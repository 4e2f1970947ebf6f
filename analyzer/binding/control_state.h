/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file control_state.h  The tables of the binding-time analysis, for the files control*.c. */
#ifndef FC_CONTROL_STATE_H
#define FC_CONTROL_STATE_H

#include "analyzer/binding/control.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/memory/lifetimes.h"
#include "analyzer/points_to/points_to.h"

/** Why a cell or a read is dynamic. */
typedef struct fc_control_cause {
    const fc_definition *definition; /* NULL: the cell is in the initial dynamic set */
    const fc_node *decided_by;       /* the dynamic decision whether the definition runs; NULL: its value is dynamic */
    const fc_node *through;          /* the dynamic part that the definition reads; NULL: the chain begins here */
    const fc_node *measured;         /* the measured part where the chain begins (control_measured.c); NULL: none */
} fc_control_cause;

/** A call that runs or not by a dynamic decision in its caller. */
typedef struct fc_decided_call {
    const fc_procedure *caller, *callee;
    const fc_node *call;
    const fc_node *by;      /* the branch or loop that decides, or the call through a pointer */
    unsigned char *reached; /* the memory that the call can change (mod_ref.h); NULL: not computed yet */
} fc_decided_call;

/** A dynamic return from a procedure that a run calls at most once (control_early_exits.c). */
typedef struct fc_early_exit {
    const fc_node *jump, *by; /* the return, and the branch or loop that decides */
    const fc_procedure *owner;
    int first, last;  /* nodes of the owner that it may skip, in the order of the walk */
    uint64_t *called; /* the procedures that these call, directly or not */
} fc_early_exit;

struct fc_control {
    const fc_program *program;
    fc_cells *cells;
    fc_points_to *points;
    fc_definitions definitions;
    bool *dynamic;                   /* by cell */
    bool *is_apart, *has_apart;      /* by object: accessed both as a record and as numbers; by cell: such accesses
                                        alone put it into the initial dynamic set */
    fc_control_cause *cause;         /* by dynamic cell */
    fc_control_cause **dynamic_read; /* by node: why this read is dynamic though its cell is not; NULL: as its cell */
    const fc_node **measured;        /* by definition: the measured part that makes it dynamic; NULL: none */
    bool changed;                    /* the fixed-point iteration found a new dynamic cell or read */
    const fc_node **dynamic_caller;  /* by procedure id: the branch, loop or call through a pointer that decides
                                        dynamically how often it runs; NULL: none */
    bool *is_decided;              /* by node id of a call: a dynamic decision in its caller selects it or its target */
    fc_decided_call *decided_call; /* all of these */
    size_t n_decided_calls, decided_call_capacity;
    size_t reached_bytes; /* memory used by fc_decided_call.reached */
    size_t *n_harmless;   /* by definition: the first decided calls that cannot change it */
    fc_lifetimes lifetimes;
    bool *runs_once;           /* by procedure id: a run calls it at most once */
    const fc_node **only_call; /* by procedure id: the call of such a procedure; NULL for main */
    fc_early_exit *early_exit;
    size_t n_early_exits, early_exit_capacity;
    bool **read_after; /* by procedure id, for the owners of early exits, then cell: code that runs after the procedure
                          reads it */
    const fc_node **unmatched; /* sends with a dynamic target: virtual ranks do not deliver their content */
    size_t n_unmatched, unmatched_capacity;
    const fc_node *dynamic_count; /* a send of a dynamic number of elements, which makes MPI_Get_count dynamic; NULL:
                                     none */
    bool *needed_cell;            /* by cell: read by the slice */
    bool *entered_cell;           /* by cell: the slice accesses a field of its memory */
    bool *visited;                /* by node: the slice needs its value */
    bool *sliced;                 /* by node: an assignment, step, declaration, return or call of the slice */
    bool *sliced_symbol;          /* by symbol: declared in the cost program */
    bool *ambiguous;              /* by symbol: its name clashes within its scope or with the cost program */
    bool rank_dependent;
    fc_procedure_loops **loops; /* by procedure id; NULL: not built yet */
};

/** The cell is dynamic, or unknown (< 0). */
bool fc_control_cell_is_dynamic(const fc_control *control, int cell);
/** The address of an lvalue is static, whatever its content. */
bool fc_control_place_is_static(const fc_control *control, const fc_node *place);
/** The dynamic branch, loop or call through a pointer that decides whether the definition runs, if a read depends on
 * that decision. NULL: there is none, or such reads are marked dynamic themselves. */
const fc_node *fc_control_dynamic_decision(fc_control *control, const fc_definition *definition);
/** The value by which a branch, a loop or a call through a pointer decides. */
const fc_node *fc_control_decides_by(const fc_node *decision);
/** The branch or loop below `top` (NULL: of the procedure) that decides dynamically whether the jump is taken; NULL:
 * none. */
const fc_node *fc_control_dynamic_jump(const fc_control *control, const fc_node *jump, const fc_node *top);
/** Finds the procedures that a run calls at most once. */
void fc_control_find_once(fc_control *control);
/** The jump is a return from such a procedure. */
bool fc_control_is_early_exit(const fc_control *control, const fc_node *jump);
/** Adds newly found dynamic early exits; true if there is one. */
bool fc_control_find_early_exits(fc_control *control);
/** The dynamic decision of an early exit that may skip the definition of a cell that is read afterwards; NULL: none. */
const fc_node *fc_control_skipped_by_exit(const fc_control *control, const fc_definition *definition);
void fc_control_free_early_exits(fc_control *control);
/** The result of the MPI query is dynamic because one of its arguments is. */
bool fc_control_query_is_dynamic(const fc_control *control, const fc_definition *definition);
/** The message is exchanged within a dynamic communicator, one of several with different ranks. */
bool fc_control_message_is_dynamic(const fc_control *control, const fc_definition *definition);
/** Finds what the measured parts of the program make dynamic (control_measured.c). */
void fc_control_find_measured(fc_control *control);
/** Marks the initial dynamic set: elements of large arrays of reals, and globals without a definition. */
void fc_control_find_initial_set(fc_control *control);
/** Adds the fields of a record from `first` on to it, including array elements and nested records. */
void fc_control_add_fields(fc_control *control, const fc_type *record, int first);
/** Adds records that are accessed as single numbers or bytes. */
void fc_control_add_taken_apart(fc_control *control);
/** The dynamic place or call within an expression whose own parts are static. NULL: the expression is static. */
const fc_node *fc_control_dynamic_part(const fc_control *control, const fc_node *expression);
/** The cell of the characters that a field of struct option points to; -1: the field holds no text. */
int fc_control_option_text(const fc_control *control, const fc_symbol *field);
/** Marks procedures whose calls are newly found dynamic; true if there is one. */
bool fc_control_find_dynamic_calls(fc_control *control);
/** Marks the values, cells, nodes and symbols of the slice, once the binding times are known. */
void fc_control_find_slice(fc_control *control);
void fc_control_free_loops(fc_control *control);
/** Marks symbols whose plain names would clash in the cost program. */
void fc_control_find_ambiguous(fc_control *control);
/** The expression or statement (NULL: none) sets the variable, whatever value it had. */
bool fc_control_assigns(const fc_node *node, const fc_symbol *symbol);

#endif
