/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/json_writer.h"
#include "tools/check/reporter.h"
#include "tools/output/table.h"

#include <stdlib.h>

static fc_table causes_of(const fc_regression_decision *decision)
{
    static const char *const keys[] = {"file", "line",        "function",   "op",    "was",
                                       "is",   "formula_was", "formula_is", "within"};
    fc_table table = {0};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        bool is_number = i == 1 || i == 4 || i == 5;
        fc_table_column(&table, keys[i], NULL, is_number ? FC_UNIT_NUMBER : FC_UNIT_TEXT, FC_SHOW_JSON);
    }
    for (int i = 0; i < decision->n_causes; i++) {
        const fc_regression_cause *cause = &decision->cause[i];
        fc_place place = fc_reporter_cause_place(cause);
        fc_table_row(&table);
        fc_table_text(&table, 0, place.file);
        fc_table_number(&table, 1, place.line);
        fc_table_text(&table, 2, fc_regression_cause_term(cause)->function);
        fc_table_text(&table, 3, fc_regression_cause_term(cause)->operation);
        fc_table_number(&table, 4, cause->was);
        fc_table_number(&table, 5, cause->is);
        if (cause->before)
            fc_table_text(&table, 6, cause->before->formula);
        if (cause->after)
            fc_table_text(&table, 7, cause->after->formula);
        if (cause->changed)
            fc_table_text(&table, 8, cause->changed->text);
    }
    return table;
}

static void put_costs(fc_table *table, size_t column, const fc_baseline_point *point)
{
    for (int m = 0; point && !point->fault && m < FC_N_MEASURES; m++)
        fc_table_number(table, column + (size_t)m, point->cost.of[m]);
}

static void put_row(fc_table *table, const fc_regression_decision *decision)
{
    const fc_baseline_point *point = decision->is ? decision->is : decision->was;
    bool differs = decision->outcome == FC_REGRESSION_SLOWER || decision->outcome == FC_REGRESSION_FASTER;
    fc_table_row(table);
    fc_table_text(table, 0, fc_reporter_program(decision));
    if (point) {
        fc_table_number(table, 1, point->ranks);
        fc_table_text(table, 2, point->parameters);
        fc_table_text(table, 3, point->arguments);
    }
    fc_table_text(table, 4, fc_regression_outcome_words(decision->outcome));
    if (differs) {
        fc_table_text(table, 5, fc_measure_word(decision->measure));
        fc_table_number(table, 6, decision->limit);
    }
    put_costs(table, 7, decision->was);
    put_costs(table, 10, decision->is);
    if (fc_reporter_fault(decision))
        fc_table_text(table, 13, fc_reporter_fault(decision));
    fc_table causes = causes_of(decision);
    fc_table_nested(table, 14, &causes);
}

void fc_reporter_json(fc_text *out, const fc_reporter_input *input)
{
    static const char *const keys[] = {"program", "ranks", "parameters", "arguments", "verdict", "measure", "limit"};
    const fc_regression_decisions *all = input->decisions;
    fc_table table = {0};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        fc_table_column(&table, keys[i], NULL, i == 1 || i == 6 ? FC_UNIT_NUMBER : FC_UNIT_TEXT, FC_SHOW_JSON);
    static const char *const costs[] = {
#define KEYS(name, word, key) "before." key,
        FC_MEASURE_LIST(KEYS)
#undef KEYS
#define KEYS(name, word, key) "after." key,
            FC_MEASURE_LIST(KEYS)
#undef KEYS
    };
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        fc_table_column(&table, costs[i], NULL, FC_UNIT_NUMBER, FC_SHOW_JSON);
    fc_table_column(&table, "fault", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    fc_table_column(&table, "causes", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    for (size_t i = 0; i < all->n; i++)
        put_row(&table, &all->item[i]);
    fc_json_writer json = {.out = out};
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_text_add(out, " ");
    fc_json_writer_string(&json, "forecost", FORECOST_VERSION);
    fc_json_writer_string(&json, "settings", input->settings);
    fc_json_writer_string(&json, "baseline", input->baseline);
    fc_json_writer_bool(&json, "passed", !fc_regression_decisions_fail(all));
    fc_json_writer_break(&json, 2);
    fc_json_writer_object(&json, "counts", FC_JSON_ONE_LINE);
    for (int v = 0; v < FC_N_REGRESSION_OUTCOMES; v++)
        fc_json_writer_whole(&json, fc_regression_outcome_words((fc_regression_outcome)v), (long long)all->count[v]);
    fc_json_writer_end(&json);
    fc_json_writer_break(&json, 2);
    fc_table_json(&json, "results", &table, 2);
    fc_text_add(out, " ");
    fc_json_writer_end(&json);
    fc_table_free(&table);
}
