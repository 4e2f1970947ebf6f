/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file reach.h  What lies in memory that pointers lead to, and what a call can come to from what it is handed.
 *
 * A call changes nothing that was there before unless a global, an argument or what these lead to leads there. */
#ifndef FC_REACH_H
#define FC_REACH_H

#include "analyzer/memory/cells.h"

/** A record that some expression or variable takes the cell for. */
typedef struct fc_reach_record {
    int cell;
    const fc_type *type;
} fc_reach_record;

typedef struct fc_reach {
    const fc_program *program;
    const fc_cells *cells;
    fc_reach_record *record; /* by ascending cell, none twice */
    size_t n, capacity;
    size_t *first;             /* by cell: record[first[cell]] .. record[first[cell + 1] - 1] */
    unsigned char *of_globals; /* the cells, eight a byte, that globals lead to */
} fc_reach;

/** program and cells outlive `out`. */
void fc_reach_find(FC_GIVE fc_reach *out, const fc_program *program, const fc_cells *cells);
void fc_reach_free(fc_reach *reach);

bool fc_reach_holds_records(const fc_reach *reach, int cell);
/** The pointer is one to numbers, bytes or anything, and records lie where it leads. */
bool fc_reach_takes_records_apart(const fc_reach *reach, const fc_node *pointer);
/** Bytes of what fc_reach_from() gives. */
size_t fc_reach_bytes(const fc_reach *reach);
/** The cells, eight a byte, that the call, its callees and its result can come to. */
FC_GIVE unsigned char *fc_reach_from(const fc_reach *reach, const fc_node *call);

#endif
