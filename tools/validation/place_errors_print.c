/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/first_touches.h"
#include "support/path.h"
#include "tools/output/table.h"
#include "tools/validation/place_errors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static FC_GIVE char *place_text(const fc_place_error *row)
{
    if (row->operation && strcmp(row->operation, FC_FIRST_TOUCH) == 0)
        return fc_format("first touches, as in %s:%d", fc_path_name(row->file), row->line);
    if (!row->file)
        return fc_copy_string("elsewhere");
    return fc_format("%s:%d  %s", fc_path_name(row->file), row->line, row->operation ? row->operation : row->function);
}

void fc_place_errors_print_largest(fc_text *out, const fc_place_errors *errors, int most)
{
    static const double least_share = 0.01;
    const char *head = "Largest differences:";
    const double whole_s = errors->timed_s;
    for (int i = 0; i < errors->n && i < most; i++) {
        const fc_place_error *row = &errors->row[i];
        if (fabs(row->predicted_s - row->measured_s) < least_share * whole_s)
            break;
        double off = row->predicted_s - row->measured_s;
        char *place = place_text(row);
        fc_text_add(out, "%-20s %s  predicted ", head, place);
        fc_table_seconds(out, row->predicted_s, 3);
        fc_text_add(out, ", measured ");
        fc_table_seconds(out, row->measured_s, 3);
        fc_text_add(out, ": ");
        fc_text_add(out, "%c", off < 0 ? '-' : '+');
        fc_table_seconds(out, fabs(off), 3);
        fc_text_add(out, " (%+.1f %%)%s%s\n", 100 * off / whole_s, *row->reason ? "; " : "", row->reason);
        free(place);
        head = "";
    }
}

static void fill(fc_table *table, const fc_place_error *row, int ranks, double whole_s)
{
    double off = row->predicted_s - row->measured_s;
    char *place = place_text(row);
    fc_table_row(table);
    fc_table_number(table, 0, ranks);
    fc_table_text(table, 1, place);
    if (row->file) {
        fc_table_text(table, 2, row->file);
        fc_table_number(table, 3, row->line);
        fc_table_text(table, 4, row->function);
    }
    fc_table_text(table, 5, row->operation && strncmp(row->operation, "MPI_", 4) == 0 ? "communication" : "compute");
    if (row->operation)
        fc_table_text(table, 6, row->operation);
    fc_table_number(table, 7, row->predicted_s);
    fc_table_number(table, 8, row->measured_s);
    fc_table_number(table, 9, off / whole_s);
    fc_table_text(table, 10, row->reason);
    free(place);
}

void fc_place_errors_table(fc_table *out, const fc_place_errors *errors, int ranks)
{
    fc_table_column(out, "ranks", NULL, FC_UNIT_COUNT, FC_SHOW_CSV);
    fc_table_column(out, NULL, "place", FC_UNIT_TEXT, FC_SHOW_TABLE);
    fc_table_column(out, "file", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(out, "line", NULL, FC_UNIT_COUNT, FC_SHOW_DATA);
    fc_table_column(out, "function", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(out, "kind", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(out, "op", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(out, "predicted_s", "predicted", FC_UNIT_SECONDS, FC_SHOW_ALL);
    fc_table_column(out, "measured_s", "measured", FC_UNIT_SECONDS, FC_SHOW_ALL);
    fc_table_column(out, "share", "difference", FC_UNIT_CHANGE, FC_SHOW_ALL);
    fc_table_column(out, "reason", "possible reason", FC_UNIT_TEXT, FC_SHOW_ALL);
    for (int i = 0; i < errors->n; i++)
        fill(out, &errors->row[i], ranks, errors->timed_s);
    fc_place_error rest = {.predicted_s = errors->predicted_s, .measured_s = errors->measured_s, .reason = ""};
    fill(out, &rest, ranks, errors->timed_s);
}
