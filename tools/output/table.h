/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file table.h  A result table, printed aligned for people and as JSON or CSV for programs.
 *
 * Numbers for programs are in SI units with the fewest digits that read back as the same double; numbers for people
 * have units. A dot in a key nests JSON: "parameters.n" becomes {"parameters": {"n": ...}}, and "parameters." alone
 * becomes {"parameters": {}}. */
#ifndef FC_TABLE_H
#define FC_TABLE_H

#include "support/json_writer.h"

#include <stdbool.h>

typedef enum fc_unit {
    FC_UNIT_TEXT,
    FC_UNIT_COUNT,   /* a whole number */
    FC_UNIT_NUMBER,  /* shortest digits */
    FC_UNIT_RATIO,   /* three digits: 3.98 */
    FC_UNIT_SECONDS, /* people: ns, us, ms, s */
    FC_UNIT_SHARE,   /* people: percent */
    FC_UNIT_PART,    /* people: percent; values between 0 and half of one become "< 1 %" */
    FC_UNIT_ERROR,   /* people: percent with one decimal */
    FC_UNIT_CHANGE   /* people: percent with its sign */
} fc_unit;

/** Output formats of a column. */
enum {
    FC_SHOW_TABLE = 1,
    FC_SHOW_JSON = 2,
    FC_SHOW_CSV = 4,
    FC_SHOW_DATA = 6,
    FC_SHOW_ALL = 7
};

typedef struct fc_column {
    char *key;   /* for programs; NULL in a column for people only */
    char *title; /* for people; NULL in a column for programs only */
    fc_unit unit;
    int show;
} fc_column;

typedef struct fc_table fc_table;

typedef struct fc_cell {
    bool is_known; /* false: empty, null */
    double number; /* for every unit but text */
    char *text;
    fc_table *table; /* an array of objects, JSON only; then the rest is unused */
} fc_cell;

struct fc_table {
    fc_column *column;
    size_t n_columns, column_capacity;
    fc_cell *cell; /* [row][column]; all columns must exist before the first row */
    size_t n_rows, cell_capacity;
};

/** {0} is the empty table. Add columns first, then rows. title and key are copied. Returns the column's index. */
size_t fc_table_column(fc_table *table, const char *key, const char *title, fc_unit unit, int show);
/** Begins a row of unknown cells. */
void fc_table_row(fc_table *table);
/** Sets a cell of the last row. NaN and infinity stay unknown. */
void fc_table_number(fc_table *table, size_t column, double number);
void fc_table_text(fc_table *table, size_t column, const char *text);
void fc_table_nested(fc_table *table, size_t column, FC_TAKE fc_table *nested);
void fc_table_free(fc_table *table);

/** Aligned columns below a line of titles; numbers right-aligned, text left-aligned. */
void fc_table_print(fc_text *out, const fc_table *table);
/** A line of keys, then one line per row; fc_table_csv_rows() prints the rows only. */
void fc_table_csv(fc_text *out, const fc_table *table);
void fc_table_csv_rows(fc_text *out, const fc_table *table);
/** An array of objects, each on a line of `indent` + 2. */
void fc_table_json(fc_json_writer *json, const char *key, const fc_table *table, int indent);
/** Removes the rows; columns stay. */
void fc_table_clear(fc_table *table);

/** "1.742 s", "6.310 ms", "12.00 us": a time with `digits` significant digits. */
void fc_table_seconds(fc_text *out, double seconds, int digits);
/** "1.69 .. 1.80 s": both ends in the unit of the higher one, which has three significant digits. "675 ns .. 3.80 ms"
 * where the lower one would be 0.00. */
void fc_table_seconds_interval(fc_text *out, double low, double high);

#endif
