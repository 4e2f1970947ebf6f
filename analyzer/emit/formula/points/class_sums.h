/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file class_sums.h  Sums of a formula's terms for classes of ranks, and the slowest class of each row.
 *
 * Terms that depend on the rank are evaluated once for a class (a column). The class is then added to each row that has
 * it, after the row's sums of all other terms. The order of additions is that of the terms, so a row's sums have the
 * same bits whichever rows share its classes. */
#ifndef FC_CLASS_SUMS_H
#define FC_CLASS_SUMS_H

#include "analyzer/emit/formula/points/compiled_formula.h"
#include "analyzer/emit/formula/points/formula_sums.h"
#include "analyzer/symbolic/symbolic_tape.h"

/** The row of each class's run, by column.
 *
 * Classes of one round are found in ascending order of rows. Columns that stand for consecutive rows are a piece, which
 * is copied as a whole: no row is gathered singly unless its neighbors have no class. */
typedef struct fc_class_map {
    int n;
    int row[FC_TAPE_ROWS];
    int piece[FC_TAPE_ROWS + 1], n_pieces; /* first columns of the pieces, and n */
} fc_class_map;

/** A term that depends on the rank, at FC_TAPE_ROWS classes. */
typedef struct fc_class_term {
    int part;
    bool
        by_row; /* its price may differ between rows that share classes: seconds, error_s are those of a class's rows */
    double seconds[FC_TAPE_ROWS], error_s[FC_TAPE_ROWS]; /* of one rank */
} fc_class_term;

/** An item with such terms. */
typedef struct fc_class_item {
    int item;
    bool is_region;
    bool by_row;    /* it has a term by row, or terms that do not depend on the rank */
    bool is_shared; /* it has terms that do not depend on the rank */
    int *term, n_terms;
    double error_s[FC_TAPE_ROWS]; /* of one rank, by class; not if by_row */
} fc_class_item;

/** The sums of the slowest class of each row, and those over all its ranks. */
typedef struct fc_row_sums {
    double time_s[FC_TAPE_ROWS];             /* -1: no class yet; NAN: unknown */
    double slowest[FC_N_SUMS][FC_TAPE_ROWS]; /* but of messages and bytes */
    double messages[FC_TAPE_ROWS], bytes[FC_TAPE_ROWS];
} fc_row_sums;

typedef struct fc_class_sums {
    const fc_compiled_formula *compiled;
    fc_class_term *term; /* [n_terms], first n_compute of regions and allocations, each in the order of the parts */
    int n_terms, n_compute;
    int *moving, n_moving; /* terms that move messages */
    fc_class_item *item;   /* [n_items] */
    int n_items;
    double invalid[FC_TAPE_ROWS]; /* by class: 0, or NAN if the program stops there or a value is unknown */
    fc_row_sums rows;
} fc_class_sums;

/** A class, and rows first ... end - 1 that have it. */
typedef struct fc_class_rows {
    int class, first, end;
    double low, high;                /* its ranks, of those that a row has */
    double members;                  /* how many of them are evaluated; < 0: all */
    const double *ranks;             /* of rows */
    const fc_formula_sums *shared;   /* the rows' sums of terms that do not depend on the rank */
    const fc_formula_priced *priced; /* the rows' prices that do not depend on the rank, by part */
} fc_class_rows;

void fc_class_sums_open(FC_GIVE fc_class_sums *out, const fc_compiled_formula *compiled);
void fc_class_sums_close(FC_TAKE fc_class_sums *sums);

/** All rows have no class. */
void fc_class_sums_start(fc_class_sums *sums);
/** Evaluates the terms of classes. classes: the values of the tape's steps; priced: the classes' prices, by part, but
 * of terms by row; sums->invalid is that of the tape. */
void fc_class_sums_evaluate(fc_class_sums *sums, const fc_formula_rows *classes, const fc_formula_priced *priced);
/** Adds each class to the row of its column, of which members[class] ranks are in the class; 0: to none. As many at
 * once as are in a vector, where fc_class_sums_take() adds one class to as many rows. Only shared and priced of `to`
 * are read. */
void fc_class_sums_take_each(fc_class_sums *sums, const fc_formula_rows *classes, const fc_class_rows *to,
                             const fc_class_map *map, const double *members);
/** Adds a class to its rows. */
void fc_class_sums_take(fc_class_sums *sums, const fc_formula_rows *classes, const fc_class_rows *to);

/** Adds a column; at most FC_TAPE_ROWS. */
void fc_class_map_add(fc_class_map *map, int row);
/** out[column] = from[its row], for the columns from `first` on. */
void fc_class_map_gather(double *out, const fc_class_map *map, const double *from, int first);

#endif
