/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file definers.h  Which nodes and which procedures define each cell: an index that answers without a visit of every
 * definition. A cell that many variables share has thousands of them. */
#ifndef FC_DEFINERS_H
#define FC_DEFINERS_H

#include "analyzer/model/program.h"
#include "support/bits.h"

typedef struct fc_definer {
    int cell, node, procedure; /* ids; procedure negative: none */
} fc_definer;

typedef struct fc_definers {
    fc_definer *definer; /* by cell, then node */
    size_t n, capacity;
    size_t *first;        /* by cell: definer[first[cell]] .. definer[first[cell + 1] - 1] */
    uint64_t **procedure; /* by cell: the procedures, made when first asked for */
    int n_cells, n_procedures;
} fc_definers;

void fc_definers_open(FC_GIVE fc_definers *out, int n_cells, int n_procedures);
void fc_definers_add(fc_definers *definers, int cell, const fc_node *node, const fc_procedure *procedure);
/** After the last one is added. */
void fc_definers_sort(fc_definers *definers);
void fc_definers_free(fc_definers *definers);

/** A node of these ids defines the cell. */
bool fc_definers_has_within(const fc_definers *definers, int cell, int first, int last);
/** How many definitions of the cell there are. */
static inline size_t fc_definers_n(const fc_definers *definers, int cell)
{
    return definers->first[cell + 1] - definers->first[cell];
}
/** The procedures whose statements define the cell. */
const uint64_t *fc_definers_procedures(const fc_definers *definers, int cell);

#endif
