/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file control_state.h  The tables of the control slice; for the files control*.c alone.
 */
#ifndef FC_CONTROL_STATE_H
#define FC_CONTROL_STATE_H

#include "analyzer/passes/control.h"
#include "analyzer/passes/definitions.h"

/** Why a cell, or a read, is data: the definition that made it so, or data by decree (NULL). */
typedef struct fc_escape {
    const fc_definition *definition;
    const fc_node *decided_by; /* where data decides whether the definition runs; NULL: its value is data */
    const fc_node *through;    /* what escaped before and is read there; NULL: nothing, it begins here */
} fc_escape;

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
    const fc_node *untold_target;   /* a message's, which is data: virtual ranks then bring no message; NULL: none */
    const fc_node *untold_count;    /* likewise how many elements: what a status tells of it is then data; NULL: none */
    bool *needed_cell;              /* by cell: read by the slice */
    bool *entered_cell;             /* by cell: the slice goes through a field of what is there */
    bool *visited;                  /* by node: its value is needed */
    bool *kept;                     /* by node: assignment, step, declaration, return or call that the slice holds */
    bool *kept_symbol;              /* by symbol */
    bool *ambiguous; /* by symbol: another one of the same scope, or the cost program itself, has its name */
    bool rank_dependent;
};

/** Data decides whether the definition runs, and what it sets is used where it need not have run: the loop or branch,
 * or the call through a pointer, where it does. NULL: it does not, or those are reads that became data by themselves.
 */
const fc_node *fc_control_decided_by_data(fc_control *control, const fc_definition *definition);
/** What a branch, a loop or a call through a pointer decides by. */
const fc_node *fc_control_decides_by(const fc_node *decision);
/** Marks as data what is so by decree: elements of arrays of many reals, and globals nobody in the program defines. */
void fc_control_decree_data(fc_control *control);
/** The part of an expression that escaped: a place or call whose own parts can be computed. NULL: all can be. */
const fc_node *fc_control_escaped_part(const fc_control *control, const fc_node *expression);
/** Marks procedures that data is now known to call; true if there is a new one. */
bool fc_control_find_called_by_data(fc_control *control);
/** Marks what the slice needs: values, cells, kept nodes and symbols; data is known before. */
void fc_control_find_needed(fc_control *control);
/** Marks symbols whose plain names would clash in the cost program. */
void fc_control_find_ambiguous(fc_control *control);

#endif
