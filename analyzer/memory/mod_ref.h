/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file mod_ref.h  The memory that a call can access (an upper bound of its mod/ref sets), and the records in it.
 *
 * A call can access existing memory only through globals and its arguments, directly or through pointers. */
#ifndef FC_MOD_REF_H
#define FC_MOD_REF_H

#include "analyzer/memory/cells.h"

/** A record type by which some expression or variable accesses the cell. */
typedef struct fc_mod_ref_record {
    int cell;
    const fc_type *type;
} fc_mod_ref_record;

typedef struct fc_mod_ref {
    const fc_program *program;
    const fc_cells *cells;
    fc_mod_ref_record *record; /* by ascending cell, without duplicates */
    size_t n, capacity;
    size_t *first;             /* by cell: record[first[cell]] .. record[first[cell + 1] - 1] */
    unsigned char *of_globals; /* bit set of the cells that globals reach */
} fc_mod_ref;

/** program and cells outlive `out`. */
void fc_mod_ref_find(FC_GIVE fc_mod_ref *out, const fc_program *program, const fc_cells *cells);
void fc_mod_ref_free(fc_mod_ref *reach);

bool fc_mod_ref_holds_records(const fc_mod_ref *reach, int cell);
/** The pointer is to numbers, bytes or void, and its target holds records. */
bool fc_mod_ref_splits_records(const fc_mod_ref *reach, const fc_node *pointer);
/** The size of the bit set of fc_mod_ref_from(), in bytes. */
size_t fc_mod_ref_bytes(const fc_mod_ref *reach);
/** The bit set of the cells that the call, its callees and its result can access. */
FC_GIVE unsigned char *fc_mod_ref_from(const fc_mod_ref *reach, const fc_node *call);

#endif
