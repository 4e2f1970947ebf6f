/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file lifetimes.h  Storage lifetime: the procedures whose automatic variables a cell represents.
 *
 * Only the owner of an automatic variable and procedures called from it can read what a callee stores there. A dynamic
 * decision whether the owner's call runs therefore does not make that memory dynamic. */
#ifndef FC_LIFETIMES_H
#define FC_LIFETIMES_H

#include "analyzer/memory/cells.h"

typedef struct fc_lifetime {
    int cell;
    const fc_procedure *procedure;
} fc_lifetime;

typedef struct fc_lifetimes {
    fc_lifetime *lifetime; /* by ascending cell, without duplicates; none for a cell of memory that outlives calls */
    size_t n, capacity;
    size_t *first; /* by cell: lifetime[first[cell]] .. lifetime[first[cell + 1] - 1] */
} fc_lifetimes;

void fc_lifetimes_find(fc_lifetimes *out, const fc_program *program, const fc_cells *cells);
void fc_lifetimes_free(fc_lifetimes *lifetimes);

#endif
