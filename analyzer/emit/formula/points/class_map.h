/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file class_map.h  The row of each class's run, by column.
 *
 * Classes of one round are found in ascending order of rows. Columns that stand for consecutive rows are a piece, which
 * is copied as a whole: no row is gathered singly unless its neighbors have no class. */
#ifndef FC_CLASS_MAP_H
#define FC_CLASS_MAP_H

#include "analyzer/symbolic/symbolic_tape.h"

typedef struct fc_class_map {
    int n;
    int row[FC_TAPE_ROWS];
    int piece[FC_TAPE_ROWS + 1], n_pieces; /* first columns of the pieces, and n */
} fc_class_map;

/** Adds a column; at most FC_TAPE_ROWS. */
void fc_class_map_add(fc_class_map *map, int row);
/** out[column] = from[its row], for the columns from `first` on. */
void fc_class_map_gather(double *out, const fc_class_map *map, const double *from, int first);

#endif
