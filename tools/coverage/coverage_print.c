/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/json_writer.h"
#include "support/path.h"
#include "tools/coverage/coverage.h"
#include "tools/output/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const origins[] = {
#define ORIGIN_NAME(name, text) text,
    FC_ORIGIN_LIST(ORIGIN_NAME)
#undef ORIGIN_NAME
};

/* The expression, truncated for the table; JSON and CSV have it whole. */
static FC_GIVE char *shortened(const char *count)
{
    enum {
        MOST = 60
    };
    return fc_format("%.*s%s", MOST, count, strlen(count) > MOST ? "..." : "");
}

static void fill(fc_table *table, const fc_coverage_row *row)
{
    char *where = fc_format("%s:%d  %s", fc_path_name(row->file), row->line,
                            *row->operation ? row->operation : row->function),
         *brief = shortened(row->count);
    const char *const texts[] = {row->origin, row->count,    brief,          where,
                                 row->file,   row->function, row->operation, row->next};
    static const size_t columns[] = {2, 3, 4, 5, 6, 8, 9, 10};
    fc_table_row(table);
    fc_table_number(table, 0, row->share);
    fc_table_number(table, 1, row->time_s);
    fc_table_number(table, 7, row->line);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        fc_table_text(table, columns[i], texts[i]);
    free(where);
    free(brief);
}

static fc_table make_table(const fc_coverage *coverage, int top)
{
    fc_table table = {0};
    fc_table_column(&table, "share", "share", FC_UNIT_PART, FC_SHOW_ALL);
    fc_table_column(&table, "time_s", NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
    fc_table_column(&table, "origin", "origin", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, "count", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(&table, NULL, coverage->is_complete ? "count" : "why", FC_UNIT_TEXT, FC_SHOW_TABLE);
    fc_table_column(&table, NULL, "where", FC_UNIT_TEXT, FC_SHOW_TABLE);
    fc_table_column(&table, "file", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(&table, "line", NULL, FC_UNIT_COUNT, FC_SHOW_DATA);
    fc_table_column(&table, "function", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(&table, "op", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(&table, "next", "to improve it", FC_UNIT_TEXT, FC_SHOW_ALL);
    for (size_t i = 0; i < coverage->n_rows && i < (size_t)top; i++)
        fill(&table, &coverage->row[i]);
    return table;
}

/* The share of the rows not shown, and the origins of all counts. */
static void add_summary(fc_text *out, const fc_coverage *coverage, int top)
{
    double rest = 0;
    const char *between = "Time by origin of the counts: ";
    if (!coverage->is_complete) {
        fc_text_add(out, "%zu count%s unknown; shares need all counts.\n", coverage->n_rows,
                    coverage->n_rows == 1 ? " is" : "s are");
        return;
    }
    for (size_t i = (size_t)top; i < coverage->n_rows; i++)
        rest += coverage->row[i].share;
    if (coverage->n_rows > (size_t)top)
        fc_text_add(out, "%zu more places: %.2g %%.\n", coverage->n_rows - (size_t)top, 100 * rest);
    for (int i = 0; i < FC_N_ORIGINS; i++) {
        if (coverage->origin[i] <= 0)
            continue;
        double percent = 100 * coverage->origin[i];
        fc_text_add(out, "%s%s%.0f %% %s", between, percent < 0.5 ? "< " : "", fmax(percent, 1), origins[i]);
        between = ", ";
    }
    fc_text_add(out, ".\n");
}

void fc_coverage_print(fc_text *out, const fc_coverage *coverage, const char *format, int top)
{
    fc_table table = make_table(coverage, top);
    if (strcmp(format, "json") == 0) {
        fc_json_writer json = fc_json_writer_document(out);
        fc_json_writer_string(&json, "program", coverage->model);
        fc_json_writer_string(&json, "machine", coverage->context->machine->coefficients.name);
        fc_json_writer_whole(&json, "ranks", coverage->ranks);
        fc_json_writer_number(&json, "time_s", coverage->is_complete ? coverage->time_s : NAN);
        fc_json_writer_object(&json, "origin", FC_JSON_ONE_LINE);
        for (int i = 0; i < FC_N_ORIGINS; i++)
            fc_json_writer_number(&json, origins[i], coverage->is_complete ? coverage->origin[i] : NAN);
        fc_json_writer_end(&json);
        fc_table_json(&json, "places", &table, 2);
        fc_json_writer_end(&json);
    } else if (strcmp(format, "csv") == 0) {
        fc_table_csv(out, &table);
    } else {
        fc_table_print(out, &table);
        add_summary(out, coverage, top);
    }
    fc_table_free(&table);
}

void fc_coverage_lines(fc_text *out, const fc_coverage *coverage)
{
    for (size_t i = 0; i < coverage->n_rows; i++) {
        const fc_coverage_row *row = &coverage->row[i];
        fc_json_writer json = {.out = out};
        fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_string(&json, "file", row->file);
        fc_json_writer_whole(&json, "line", row->line);
        fc_json_writer_string(&json, "function", row->function);
        fc_json_writer_string(&json, "op", *row->operation ? row->operation : NULL);
        fc_json_writer_number(&json, "share", row->share);
        fc_json_writer_number(&json, "time_s", row->time_s);
        fc_json_writer_string(&json, "origin", row->origin);
        fc_json_writer_string(&json, "count", row->count);
        fc_json_writer_string(&json, "next", *row->next ? row->next : NULL);
        fc_json_writer_end(&json);
    }
}
