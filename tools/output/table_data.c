/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints tables as CSV (RFC 4180) and JSON (RFC 8259), with UTF-8 validation. */
#include "tools/output/table.h"

#include "support/number.h"

#include <stdlib.h>
#include <string.h>

/* RFC 4180: quotes a field with a comma, a quote or a line end, and doubles its quotes. */
static void add_csv_field(fc_text *out, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fc_text_add(out, "%s", text);
        return;
    }
    fc_text_add(out, "\"");
    for (; *text; text++)
        fc_text_add(out, *text == '"' ? "\"\"" : "%c", *text);
    fc_text_add(out, "\"");
}

static void add_csv_cell(fc_text *out, const fc_cell *cell, fc_unit unit)
{
    if (!cell->is_known)
        return;
    if (unit == FC_UNIT_TEXT)
        add_csv_field(out, cell->text);
    else
        fc_number_add(out, cell->number);
}

static void add_csv_row(fc_text *out, const fc_table *table, const fc_cell *cells)
{
    const char *between = "";
    for (size_t c = 0; c < table->n_columns; c++) {
        if (!(table->column[c].show & FC_SHOW_CSV))
            continue;
        fc_text_add(out, "%s", between);
        if (cells)
            add_csv_cell(out, &cells[c], table->column[c].unit);
        else
            add_csv_field(out, table->column[c].key);
        between = ",";
    }
    fc_text_add(out, "\n");
}

void fc_table_csv(fc_text *out, const fc_table *table)
{
    add_csv_row(out, table, NULL);
    fc_table_csv_rows(out, table);
}

void fc_table_csv_rows(fc_text *out, const fc_table *table)
{
    for (size_t row = 0; row < table->n_rows; row++)
        add_csv_row(out, table, &table->cell[row * table->n_columns]);
}

/* Length of the key's part before its dot, which names the nested object; 0 without a dot. */
static size_t group_length(const char *key)
{
    const char *dot = strchr(key, '.');
    return dot ? (size_t)(dot - key) : 0;
}

static bool same_group(const char *a, const char *b)
{
    size_t length = group_length(a);
    return length && length == group_length(b) && strncmp(a, b, length) == 0;
}

/* Columns of a nested object must be adjacent; the object opens before its first and closes after its last column. */
static void add_json_row(fc_json_writer *json, const fc_table *table, const fc_cell *cells, int indent)
{
    const char *before = NULL;
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    for (size_t c = 0; c < table->n_columns; c++) {
        const char *key = table->column[c].key;
        const fc_cell *cell = &cells[c];
        if (!(table->column[c].show & FC_SHOW_JSON))
            continue;
        const size_t group = group_length(key);
        const bool joins = before && same_group(before, key);
        if (before && !joins && group_length(before))
            fc_json_writer_end(json);
        if (group && !joins) {
            char *name = fc_format("%.*s", (int)group, key);
            fc_json_writer_object(json, name, FC_JSON_ONE_LINE);
            free(name);
        }
        before = key;
        if (group && !key[group + 1])
            continue;
        key += group ? group + 1 : 0;
        if (cell->table)
            fc_table_json(json, key, cell->table, indent + 2);
        else if (!cell->is_known)
            fc_json_writer_string(json, key, NULL);
        else if (table->column[c].unit == FC_UNIT_TEXT)
            fc_json_writer_string(json, key, cell->text);
        else
            fc_json_writer_number(json, key, cell->number);
    }
    if (before && group_length(before))
        fc_json_writer_end(json);
    fc_json_writer_end(json);
}

void fc_table_json(fc_json_writer *json, const char *key, const fc_table *table, int indent)
{
    fc_json_writer_array(json, key, table->n_rows ? indent + 2 : FC_JSON_ONE_LINE);
    for (size_t row = 0; row < table->n_rows; row++)
        add_json_row(json, table, &table->cell[row * table->n_columns], indent + 2);
    fc_json_writer_end(json);
}
