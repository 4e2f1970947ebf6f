/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/compare/comparison_print.h"

#include "support/json_writer.h"
#include "support/number.h"
#include "tools/compare/comparison_places.h"
#include "tools/output/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHOWN_SETS = 12,
    SHOWN_RANKS = 24,
    SHOWN_PLACES = 8
};

/* "n = 500, m = 3": the swept parameters; "" if none is swept. */
static void add_set(fc_text *out, const fc_sweep *sweep, int set)
{
    double *value = fc_allocate((size_t)sweep->n_parameters, sizeof *value);
    const char *between = "";
    fc_sweep_values(value, sweep, set * sweep->ranks.n);
    for (int i = 0; i < sweep->n_parameters; i++) {
        if (sweep->range[i].n == 1)
            continue;
        fc_text_add(out, "%s%s = ", between, sweep->name[i]);
        fc_number_add(out, value[i]);
        between = ", ";
    }
    free(value);
}

static int count_sets(const fc_sweep *sweep)
{
    return sweep->n_points / sweep->ranks.n;
}

/* ---- text ---- */

static void add_wins(fc_text *out, const fc_comparison *of)
{
    int *wins = fc_allocate((size_t)of->n, sizeof *wins), close = 0;
    for (int i = 0; i < of->sweep->n_points; i++) {
        bool clear;
        wins[fc_comparison_winner(of, i, &clear)]++;
        close += !clear;
    }
    for (int i = 0; i < of->n; i++)
        fc_text_add(out, "%s%s wins %d", i ? ", " : "", of->contender[i].name, wins[i]);
    fc_text_add(out, " of %d points on %s", of->sweep->n_points, fc_comparison_machine(of));
    if (close)
        fc_text_add(out, "; the 90 %% intervals overlap on %d of them", close);
    fc_text_add(out, ".\n");
    free(wins);
}

static void add_crossover(fc_text *out, const fc_comparison *of, const fc_comparison_crossing *crossing)
{
    const fc_crossover *crossover = &crossing->crossover;
    fc_text_add(out, "%s wins from p = %d on", of->contender[crossover->to].name, crossover->ranks);
    if (crossover->first < crossover->last)
        fc_text_add(out, " (alternating from %d to %d)", crossover->first, crossover->last);
    fc_text_add(out, ", ahead of %s.\n    Why: ", of->contender[crossover->from].name);
    fc_comparison_reason(out, of, crossing);
    fc_text_add(out, ".\n");
}

static void add_crossovers(fc_text *out, const fc_comparison *of)
{
    const fc_sweep *sweep = of->sweep;
    for (int set = 0; set < count_sets(sweep) && set < SHOWN_SETS; set++) {
        bool has_crossover = false, clear;
        for (size_t i = 0; i < of->n_crossings; i++) {
            if (of->crossing[i].set != set)
                continue;
            fc_text name = {0};
            add_set(&name, sweep, set);
            fc_text_add(out, "  %s%s", name.length ? name.bytes : "", name.length ? ": " : "");
            fc_text_free(&name);
            add_crossover(out, of, &of->crossing[i]);
            has_crossover = true;
        }
        if (has_crossover)
            continue;
        fc_text_add(out, "  ");
        add_set(out, sweep, set);
        fc_text_add(out, "%s%s wins from p = %.0f to %.0f.\n", count_sets(sweep) > 1 ? ": " : "",
                    of->contender[fc_comparison_winner(of, set * sweep->ranks.n, &clear)].name, sweep->ranks.value[0],
                    sweep->ranks.value[sweep->ranks.n - 1]);
    }
    if (count_sets(sweep) > SHOWN_SETS)
        fc_text_add(out, "  ... and %d more sets of parameters: --format json.\n", count_sets(sweep) - SHOWN_SETS);
}

/* The winners: a column for each number of ranks, a row for each set of parameters. */
static void add_map(fc_text *out, const fc_comparison *of)
{
    const fc_sweep *sweep = of->sweep;
    fc_table table = {0};
    if (sweep->ranks.n > SHOWN_RANKS || count_sets(sweep) == 1)
        return;
    fc_table_column(&table, NULL, "p =", FC_UNIT_TEXT, FC_SHOW_TABLE);
    for (int i = 0; i < sweep->ranks.n; i++) {
        char *title = fc_format("%.0f", sweep->ranks.value[i]);
        fc_table_column(&table, NULL, title, FC_UNIT_TEXT, FC_SHOW_TABLE);
        free(title);
    }
    for (int i = 0; i < sweep->n_points; i++) {
        bool clear;
        fc_text cell = {0};
        if (i % sweep->ranks.n == 0) {
            fc_table_row(&table);
            add_set(&cell, sweep, i / sweep->ranks.n);
            fc_table_text(&table, 0, cell.bytes);
            fc_text_free(&cell);
        }
        int winner = fc_comparison_winner(of, i, &clear);
        fc_text_add(&cell, "%s%s", of->contender[winner].name, clear ? "" : "?");
        fc_table_text(&table, (size_t)(1 + i % sweep->ranks.n), cell.bytes);
        fc_text_free(&cell);
    }
    fc_table_print(out, &table);
    fc_text_add(out, "?: the intervals overlap.\n");
    fc_table_free(&table);
}

/* The times of every program, if only ranks vary. */
static void add_times(fc_text *out, const fc_comparison *of)
{
    const fc_sweep *sweep = of->sweep;
    fc_table table = {0};
    if (count_sets(sweep) > 1)
        return;
    fc_table_column(&table, NULL, "ranks", FC_UNIT_COUNT, FC_SHOW_TABLE);
    for (int c = 0; c < of->n; c++)
        fc_table_column(&table, NULL, of->contender[c].name, FC_UNIT_SECONDS, FC_SHOW_TABLE);
    fc_table_column(&table, NULL, "winner", FC_UNIT_TEXT, FC_SHOW_TABLE);
    for (int i = 0; i < sweep->n_points; i++) {
        bool clear;
        fc_table_row(&table);
        fc_table_number(&table, 0, fc_sweep_ranks(sweep, i));
        for (int c = 0; c < of->n; c++)
            fc_table_number(&table, (size_t)c + 1, of->contender[c].prediction[i].totals.time_s);
        int winner = fc_comparison_winner(of, i, &clear);
        char *name = fc_format("%s%s", of->contender[winner].name, clear ? "" : "?");
        fc_table_text(&table, (size_t)of->n + 1, name);
        free(name);
    }
    fc_table_print(out, &table);
    fc_text_add(out, "?: the intervals overlap.\n");
    fc_table_free(&table);
}

/* ---- JSON and CSV ---- */

static void add_set_columns(fc_table *table, const fc_sweep *sweep)
{
    for (int i = 0; i < sweep->n_parameters; i++) {
        char *key = fc_format("parameters.%s", sweep->name[i]);
        fc_table_column(table, key, NULL, FC_UNIT_NUMBER, FC_SHOW_DATA);
        free(key);
    }
}

static void fill_set(fc_table *table, size_t column, const fc_sweep *sweep, int set)
{
    double *value = fc_allocate((size_t)sweep->n_parameters, sizeof *value);
    fc_sweep_values(value, sweep, set * sweep->ranks.n);
    for (int i = 0; i < sweep->n_parameters; i++)
        fc_table_number(table, column + (size_t)i, value[i]);
    free(value);
}

static void fill_point(fc_table *table, const fc_comparison *of, int index)
{
    size_t at = 0;
    bool clear;
    int winner = fc_comparison_winner(of, index, &clear);
    fc_table_row(table);
    fc_table_text(table, at++, fc_comparison_machine(of));
    fc_table_number(table, at++, fc_sweep_ranks(of->sweep, index));
    fill_set(table, at, of->sweep, index / of->sweep->ranks.n);
    at += (size_t)of->sweep->n_parameters;
    fc_table_text(table, at++, of->contender[winner].name);
    fc_table_number(table, at++, clear);
    for (int c = 0; c < of->n; c++)
        fc_table_number(table, at++, of->contender[c].prediction[index].totals.time_s);
}

static fc_table points_table(const fc_comparison *comparison, int n)
{
    fc_table table = {0};
    fc_table_column(&table, "machine", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(&table, "ranks", NULL, FC_UNIT_COUNT, FC_SHOW_DATA);
    add_set_columns(&table, comparison->sweep);
    fc_table_column(&table, "winner", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(&table, "clear", NULL, FC_UNIT_COUNT, FC_SHOW_DATA);
    for (int c = 0; c < comparison->n; c++) {
        char *key = fc_format("time_s.%s", comparison->contender[c].name);
        fc_table_column(&table, key, NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
        free(key);
    }
    for (int m = 0; m < n; m++)
        for (int i = 0; i < comparison->sweep->n_points; i++)
            fill_point(&table, &comparison[m], i);
    return table;
}

static void fill_crossover(fc_table *table, const fc_comparison *of, const fc_comparison_crossing *crossing)
{
    const fc_crossover *crossover = &crossing->crossover;
    const int number[] = {crossover->ranks, crossover->first, crossover->last};
    size_t at = 0;
    fc_text reason = {0};
    fc_comparison_reason(&reason, of, crossing);
    fc_table_row(table);
    fc_table_text(table, at++, fc_comparison_machine(of));
    fill_set(table, at, of->sweep, crossing->set);
    at += (size_t)of->sweep->n_parameters;
    for (int i = 0; i < 3; i++)
        fc_table_number(table, at++, number[i]);
    fc_table_text(table, at++, of->contender[crossover->from].name);
    fc_table_text(table, at++, of->contender[crossover->to].name);
    fc_table_text(table, at++, reason.bytes);
    fc_text_free(&reason);
}

static fc_table crossovers_table(const fc_comparison *comparison, int n)
{
    fc_table table = {0};
    fc_table_column(&table, "machine", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    add_set_columns(&table, comparison->sweep);
    fc_table_column(&table, "ranks", NULL, FC_UNIT_COUNT, FC_SHOW_DATA);
    fc_table_column(&table, "first", NULL, FC_UNIT_COUNT, FC_SHOW_DATA);
    fc_table_column(&table, "last", NULL, FC_UNIT_COUNT, FC_SHOW_DATA);
    fc_table_column(&table, "from", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(&table, "to", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    fc_table_column(&table, "reason", NULL, FC_UNIT_TEXT, FC_SHOW_DATA);
    for (int m = 0; m < n; m++)
        for (size_t i = 0; i < comparison[m].n_crossings; i++)
            fill_crossover(&table, &comparison[m], &comparison[m].crossing[i]);
    return table;
}

static void print_json(fc_text *out, const fc_comparison *comparison, int n)
{
    fc_table points = points_table(comparison, n), crossovers = crossovers_table(comparison, n);
    fc_table places = fc_comparison_places(comparison, comparison->sweep->n_points - 1, -1);
    fc_json_writer json = fc_json_writer_document(out);
    fc_json_writer_array(&json, "programs", FC_JSON_ONE_LINE);
    for (int c = 0; c < comparison->n; c++)
        fc_json_writer_string(&json, NULL, comparison->contender[c].name);
    fc_json_writer_end(&json);
    fc_table_json(&json, "crossovers", &crossovers, 2);
    fc_table_json(&json, "places", &places, 2);
    fc_table_json(&json, "points", &points, 2);
    fc_json_writer_end(&json);
    fc_table_free(&points);
    fc_table_free(&crossovers);
    fc_table_free(&places);
}

void fc_comparison_print(fc_text *out, const fc_comparison *comparison, int n, const char *format)
{
    if (strcmp(format, "json") == 0) {
        print_json(out, comparison, n);
        return;
    }
    if (strcmp(format, "csv") == 0) {
        fc_table points = points_table(comparison, n);
        fc_table_csv(out, &points);
        fc_table_free(&points);
        return;
    }
    for (int m = 0; m < n; m++) {
        fc_text_add(out, "%s", m ? "\n" : "");
        add_wins(out, &comparison[m]);
        add_crossovers(out, &comparison[m]);
        add_map(out, &comparison[m]);
        add_times(out, &comparison[m]);
        const fc_comparison *of = &comparison[m];
        int last = of->sweep->n_points - 1;
        fc_table table = fc_comparison_places(of, last, SHOWN_PLACES);
        fc_text name = {0};
        add_set(&name, of->sweep, last / of->sweep->ranks.n);
        fc_text_add(out, "Where they differ at p = %d%s%s:\n", fc_sweep_ranks(of->sweep, last), name.length ? ", " : "",
                    name.length ? name.bytes : "");
        fc_table_print(out, &table);
        fc_text_free(&name);
        fc_table_free(&table);
    }
}
