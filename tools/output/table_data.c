/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints tables as CSV (RFC 4180) and JSON (RFC 8259), with UTF-8 validation. */
#include "tools/output/table.h"

#include "support/number.h"
#include "support/quote.h"

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
static void add_json_row(fc_text *out, const fc_table *table, const fc_cell *cells, int indent)
{
    const char *before = NULL;
    fc_text_add(out, "{");
    for (size_t c = 0; c < table->n_columns; c++) {
        const char *key = table->column[c].key;
        if (!(table->column[c].show & FC_SHOW_JSON))
            continue;
        bool joins = before && same_group(before, key);
        if (before)
            fc_text_add(out, "%s, ", !joins && group_length(before) ? "}" : "");
        size_t group = group_length(key);
        if (group && !joins)
            fc_text_add(out, "\"%.*s\": {", (int)group, key);
        before = key;
        if (group && !key[group + 1])
            continue;
        fc_quote_json(out, group ? key + group + 1 : key);
        fc_text_add(out, ": ");
        const fc_cell *cell = &cells[c];
        if (cell->table)
            fc_table_json(out, cell->table, indent + 2);
        else if (!cell->is_known)
            fc_text_add(out, "null");
        else if (table->column[c].unit == FC_UNIT_TEXT)
            fc_quote_json(out, cell->text);
        else
            fc_number_add(out, cell->number);
    }
    fc_text_add(out, "%s}", before && group_length(before) ? "}" : "");
}

void fc_table_json(fc_text *out, const fc_table *table, int indent)
{
    if (table->n_rows == 0) {
        fc_text_add(out, "[]");
        return;
    }
    fc_text_add(out, "[\n");
    for (size_t row = 0; row < table->n_rows; row++) {
        fc_text_add(out, "%*s", indent + 2, "");
        add_json_row(out, table, &table->cell[row * table->n_columns], indent + 2);
        fc_text_add(out, "%s\n", row + 1 < table->n_rows ? "," : "");
    }
    fc_text_add(out, "%*s]", indent, "");
}

void fc_table_member(fc_json_writer *json, const char *key, const fc_table *table)
{
    fc_json_writer_item(json, key);
    fc_table_json(json->out, table, 2);
}

void fc_table_json_lines(fc_text *out, const fc_table *table)
{
    for (size_t row = 0; row < table->n_rows; row++) {
        add_json_row(out, table, &table->cell[row * table->n_columns], 0);
        fc_text_add(out, "\n");
    }
}
