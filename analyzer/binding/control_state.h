/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file control_state.h  The tables of the control slice; for the files control*.c alone.
 */
#ifndef FC_CONTROL_STATE_H
#define FC_CONTROL_STATE_H

#include "analyzer/binding/control.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/memory/homes.h"

/** Why a cell, or a read, is data: the definition that made it so, or data by decree (NULL). */
typedef struct fc_escape {
    const fc_definition *definition;
    const fc_node *decided_by; /* where data decides whether the definition runs; NULL: its value is data */
    const fc_node *through;    /* what escaped before and is read there; NULL: nothing, it begins here */
} fc_escape;

/** Data decides, in the caller itself, whether it calls. */
typedef struct fc_decided_call {
    const fc_procedure *caller, *callee;
    const fc_node *call;
    const fc_node *by;      /* the branch or loop that decides, or the call through a pointer */
    unsigned char *reached; /* what it can come to (reach.h); NULL: not asked for yet */
} fc_decided_call;

/** A return, where data takes it, from a procedure that a run calls once at most (control_departures.c). */
typedef struct fc_departure {
    const fc_node *jump, *by; /* the return, and the branch or loop that decides */
    const fc_procedure *owner;
    int first, last;  /* nodes of the owner that it may leave out, in the order of the walk */
    bool *called;     /* by procedure id: called from these, directly or not */
    bool *read_after; /* by cell: somebody reads it who runs after the owner */
} fc_departure;

struct fc_control {
    const fc_program *program;
    fc_cells *cells;
    fc_definitions definitions;
    bool *data;            /* by cell: not executable */
    fc_escape *escape;     /* by cell that is data: why */
    fc_escape **data_read; /* by node: why this read of a variable that can be computed elsewhere is data; NULL: it
                              is what the cell is */
    bool changed;          /* something became data that was none */
    const fc_node **called_by_data; /* by procedure id: what decides by data how often it runs: a branch, a loop, or the
                                       call through a pointer; NULL: nothing */
    bool *is_decided;               /* by node id of a call: data decides, in the caller, whether it runs, or whom it
                                       calls */
    fc_decided_call *decided_call;  /* all of these */
    size_t n_decided_calls, decided_call_capacity;
    size_t reached_bytes; /* that are taken to know what they come to */
    size_t *n_harmless;   /* by definition: how many decided calls, from the first on, do not touch it */
    fc_homes homes;
    bool *runs_once;           /* by procedure id: a run calls it once at most */
    const fc_node **only_call; /* by procedure id: of such a one but main, its call */
    fc_departure *departure;
    size_t n_departures, departure_capacity;
    const fc_node **untold; /* sends whose target is data: virtual ranks then do not bring what they may hand on */
    size_t n_untold, untold_capacity;
    const fc_node *untold_count; /* likewise how many elements: what a status tells of it is then data; NULL: none */
    bool *needed_cell;           /* by cell: read by the slice */
    bool *entered_cell;          /* by cell: the slice goes through a field of what is there */
    bool *visited;               /* by node: its value is needed */
    bool *kept;                  /* by node: assignment, step, declaration, return or call that the slice holds */
    bool *kept_symbol;           /* by symbol */
    bool *ambiguous; /* by symbol: another one of the same scope, or the cost program itself, has its name */
    bool rank_dependent;
    fc_procedure_loops **loops; /* by procedure id; NULL: not asked for yet */
};

/** Data decides whether the definition runs, and what it sets is used where it need not have run: the loop or branch,
 * or the call through a pointer, where it does. NULL: it does not, or those are reads that became data by themselves.
 */
const fc_node *fc_control_decided_by_data(fc_control *control, const fc_definition *definition);
/** What a branch, a loop or a call through a pointer decides by. */
const fc_node *fc_control_decides_by(const fc_node *decision);
/** The branch or loop below `top` (NULL: of the procedure) at which data decides whether the jump is taken; NULL: none.
 */
const fc_node *fc_control_taken_by_data(const fc_control *control, const fc_node *jump, const fc_node *top);
/** Finds the procedures that a run calls once at most. */
void fc_control_find_once(fc_control *control);
/** The jump is a return from such a procedure. */
bool fc_control_departs(const fc_control *control, const fc_node *jump);
/** Adds departures that data is now known to decide; true if there is a new one. */
bool fc_control_find_departures(fc_control *control);
/** What decides by data whether a departure leaves out the definition, of something that is read after it; NULL:
 * nothing does. */
const fc_node *fc_control_departed_by(const fc_control *control, const fc_definition *definition);
void fc_control_free_departures(fc_control *control);
/** What the call of MPI tells or makes is data, since a status or another argument that it goes by is. */
bool fc_control_query_tells_data(const fc_control *control, const fc_definition *definition);
/** Marks as data what is so by decree: elements of arrays of many reals, and globals nobody in the program defines. */
void fc_control_decree_data(fc_control *control);
/** The part of an expression that escaped: a place or call whose own parts can be computed. NULL: all can be. */
const fc_node *fc_control_escaped_part(const fc_control *control, const fc_node *expression);
/** Marks procedures that data is now known to call; true if there is a new one. */
bool fc_control_find_called_by_data(fc_control *control);
/** Marks what the slice needs: values, cells, kept nodes and symbols; data is known before. */
void fc_control_find_needed(fc_control *control);
void fc_control_free_loops(fc_control *control);
/** Marks symbols whose plain names would clash in the cost program. */
void fc_control_find_ambiguous(fc_control *control);
/** The expression or statement (NULL: none) gives the variable a value, whatever it had. */
bool fc_control_assigns(const fc_node *node, const fc_symbol *symbol);

#endif
