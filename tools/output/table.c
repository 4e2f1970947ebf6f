/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/table.h"
#include "support/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t fc_table_column(fc_table *table, const char *key, const char *title, fc_unit unit, int show)
{
    table->column = fc_grow(table->column, &table->column_capacity, table->n_columns + 1, sizeof *table->column);
    table->column[table->n_columns] =
        (fc_column){key ? fc_copy_string(key) : NULL, title ? fc_copy_string(title) : NULL, unit, show};
    return table->n_columns++;
}

void fc_table_row(fc_table *table)
{
    size_t needed = (table->n_rows + 1) * table->n_columns;
    table->cell = fc_grow(table->cell, &table->cell_capacity, needed, sizeof *table->cell);
    table->n_rows++;
}

static fc_cell *last_cell(fc_table *table, size_t column)
{
    return &table->cell[(table->n_rows - 1) * table->n_columns + column];
}

void fc_table_number(fc_table *table, size_t column, double number)
{
    fc_cell *cell = last_cell(table, column);
    cell->is_known = isfinite(number);
    cell->number = number;
}

void fc_table_text(fc_table *table, size_t column, const char *text)
{
    fc_cell *cell = last_cell(table, column);
    free(cell->text);
    cell->is_known = true;
    cell->text = fc_copy_string(text);
}

void fc_table_nested(fc_table *table, size_t column, fc_table *nested)
{
    fc_cell *cell = last_cell(table, column);
    cell->is_known = true;
    cell->table = fc_allocate(1, sizeof *nested);
    *cell->table = *nested;
    *nested = (fc_table){0};
}

void fc_table_clear(fc_table *table)
{
    size_t n = table->n_rows * table->n_columns;
    for (size_t i = 0; i < n; i++) {
        free(table->cell[i].text);
        if (table->cell[i].table)
            fc_table_free(table->cell[i].table);
        free(table->cell[i].table);
    }
    if (n)
        memset(table->cell, 0, n * sizeof *table->cell);
    table->n_rows = 0;
}

void fc_table_free(fc_table *table)
{
    fc_table_clear(table);
    for (size_t i = 0; i < table->n_columns; i++) {
        free(table->column[i].key);
        free(table->column[i].title);
    }
    free(table->cell);
    free(table->column);
    *table = (fc_table){0};
}

/* Prints `digits` significant digits with trailing zeros, without exponent below 1e6. */
static void add_significant(fc_text *out, double number, int digits)
{
    int before = number == 0 ? 1 : (int)floor(log10(fabs(number))) + 1;
    char rounded[40];
    snprintf(rounded, sizeof rounded, "%.*e", digits - 1, number);
    if (number != 0)
        before = atoi(strchr(rounded, 'e') + 1) + 1;
    if (before > 6)
        fc_text_add(out, "%.*g", digits, number);
    else
        fc_text_add(out, "%.*f", before < digits ? digits - before : 0, number);
}

typedef struct time_unit {
    double seconds;
    const char *name;
} time_unit;

/* Chooses the unit by the rounded number: 0.9996 ms with three digits becomes 1.00 ms. */
static time_unit unit_of(double seconds, int digits)
{
    static const time_unit units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
    double rounded = fabs(seconds) * (1 + 0.5 * pow(10, -digits));
    size_t i = 0;
    while (i < 3 && rounded < units[i].seconds)
        i++;
    return units[i];
}

void fc_table_seconds(fc_text *out, double seconds, int digits)
{
    time_unit unit = unit_of(seconds, digits);
    if (!isfinite(seconds)) {
        fc_text_add(out, "-");
    } else if (seconds == 0) {
        fc_text_add(out, "0 s");
    } else {
        add_significant(out, seconds / unit.seconds, digits);
        fc_text_add(out, " %s", unit.name);
    }
}

void fc_table_seconds_interval(fc_text *out, double low, double high)
{
    time_unit unit = unit_of(high, 3);
    fc_text end = {0};
    add_significant(&end, high / unit.seconds, 3);
    const char *dot = strchr(end.bytes, '.');
    int decimals = dot ? (int)strlen(dot + 1) : 0;
    bool rounds_to_zero = low > 0 && low / unit.seconds < 0.5 * pow(10, -decimals);
    if (rounds_to_zero)
        fc_table_seconds(out, low, 3);
    else
        fc_text_add(out, "%.*f", decimals, low / unit.seconds);
    fc_text_add(out, " .. %s %s", end.bytes, unit.name);
    fc_text_free(&end);
}

/* Formats a cell for people. */
static void add_cell(fc_text *out, const fc_cell *cell, fc_unit unit)
{
    if (!cell->is_known) {
        fc_text_add(out, "-");
        return;
    }
    switch (unit) {
    case FC_UNIT_TEXT:
        fc_text_append(out, cell->text, strlen(cell->text));
        break;
    case FC_UNIT_COUNT:
        fc_text_add(out, "%.0f", cell->number);
        break;
    case FC_UNIT_NUMBER:
        fc_number_add(out, cell->number);
        break;
    case FC_UNIT_RATIO:
        add_significant(out, cell->number, 3);
        break;
    case FC_UNIT_SECONDS:
        fc_table_seconds(out, cell->number, 4);
        break;
    case FC_UNIT_SHARE:
        fc_text_add(out, "%.0f %%", 100 * cell->number);
        break;
    case FC_UNIT_PART:
        if (cell->number > 0 && cell->number < 0.005)
            fc_text_add(out, "< 1 %%");
        else
            fc_text_add(out, "%.0f %%", 100 * cell->number);
        break;
    case FC_UNIT_ERROR:
        fc_text_add(out, "%.1f %%", 100 * cell->number);
        break;
    case FC_UNIT_CHANGE:
        fc_text_add(out, "%+.1f %%", 100 * cell->number);
        break;
    }
}

/* Number of characters: continuation bytes of UTF-8 are not counted. */
static int text_width(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

static void print_row(fc_text *out, const fc_table *table, const int *width, const fc_cell *cells)
{
    const char *between = "";
    for (size_t c = 0; c < table->n_columns; c++) {
        const fc_column *column = &table->column[c];
        if (!(column->show & FC_SHOW_TABLE))
            continue;
        fc_text text = {0};
        if (cells)
            add_cell(&text, &cells[c], column->unit);
        else
            fc_text_add(&text, "%s", column->title);
        fc_text_add(out, "%s", between);
        _Bool is_left = column->unit == FC_UNIT_TEXT;
        int pad = width[c] - text_width(text.bytes);
        fc_text_add(out, "%*s%s%*s", is_left ? 0 : pad, "", text.bytes, is_left ? pad : 0, "");
        fc_text_free(&text);
        between = "  ";
    }
    /* Ends a line without trailing spaces. */
    while (out->length && out->bytes[out->length - 1] == ' ')
        out->bytes[--out->length] = '\0';
    fc_text_add(out, "\n");
}

void fc_table_print(fc_text *out, const fc_table *table)
{
    int *width = fc_allocate(table->n_columns, sizeof *width);
    for (size_t c = 0; c < table->n_columns; c++) {
        if (!(table->column[c].show & FC_SHOW_TABLE))
            continue;
        width[c] = text_width(table->column[c].title);
        for (size_t row = 0; row < table->n_rows; row++) {
            fc_text text = {0};
            add_cell(&text, &table->cell[row * table->n_columns + c], table->column[c].unit);
            int needed = text_width(text.bytes);
            fc_text_free(&text);
            width[c] = needed > width[c] ? needed : width[c];
        }
    }
    print_row(out, table, width, NULL);
    for (size_t row = 0; row < table->n_rows; row++)
        print_row(out, table, width, &table->cell[row * table->n_columns]);
    free(width);
}
