/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file control_state.h  The tables of the control slice; for the files control*.c alone.
 */
#ifndef FC_CONTROL_STATE_H
#define FC_CONTROL_STATE_H

#include "analyzer/passes/control.h"
#include "analyzer/passes/definitions.h"

struct fc_control {
    const fc_program *program;
    fc_cells *cells;
    fc_definitions definitions;
    bool *data;           /* by cell: not executable */
    bool *called_by_data; /* by procedure id: data decides how often it runs */
    bool *needed_cell;    /* by cell: read by the slice */
    bool *entered_cell;   /* by cell: the slice goes through a field of what is there */
    bool *visited;        /* by node: its value is needed */
    bool *kept;           /* by node: assignment, step, declaration, return or call that the slice holds */
    bool *kept_symbol;    /* by symbol */
    bool *ambiguous;      /* by symbol: another one of the same scope has its name */
    bool rank_dependent;
};

/** Data decides whether the definition runs, and what it sets is read where it need not have run. */
bool fc_control_depends_on_data(const fc_control *control, const fc_definition *definition);
/** Marks procedures that data is now known to call; true if there is a new one. */
bool fc_control_find_called_by_data(fc_control *control);
/** Marks what the slice needs: values, cells, kept nodes and symbols; data is known before. */
void fc_control_find_needed(fc_control *control);
/** Marks symbols whose plain names would clash in the cost program. */
void fc_control_find_ambiguous(fc_control *control);

#endif
