/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file homes.h  Whose calls memory dies with: the procedures whose automatic variables a cell stands for.
 *
 * What a callee leaves there, through a pointer it was handed, nobody reads who was not called from there: it does not
 * matter whether data let the whole call of the variable's owner run. */
#ifndef FC_HOMES_H
#define FC_HOMES_H

#include "analyzer/memory/cells.h"

typedef struct fc_home {
    int cell;
    const fc_procedure *procedure;
} fc_home;

typedef struct fc_homes {
    fc_home *home; /* by ascending cell, none twice; cells that hold something that outlives calls have none */
    size_t n, capacity;
    size_t *first; /* by cell: home[first[cell]] .. home[first[cell + 1] - 1] */
} fc_homes;

void fc_homes_find(fc_homes *out, const fc_program *program, const fc_cells *cells);
void fc_homes_free(fc_homes *homes);

#endif
