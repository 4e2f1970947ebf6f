/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/report/report_formula.h"

#include "analyzer/emit/formula/formula.h"
#include "support/json_writer.h"
#include "support/messages/report.h"
#include "tools/output/table.h"
#include "tools/prediction/prediction_context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const origin_name[] = {
#define NAME(name, text) text,
    FC_ORIGIN_LIST(NAME)
#undef NAME
};

/* Values of the formula's parameters in the cost program's run; NAN for a parameter that it did not pass. */
static FC_GIVE double *values_at(const fc_formula *formula, const fc_cost_program *program, const fc_prediction *point)
{
    double *value = fc_allocate(formula->n_parameters, sizeof *value);
    for (size_t i = 0; i < formula->n_parameters; i++) {
        value[i] = NAN;
        for (int k = 0; k < program->n_parameters; k++)
            if (strcmp(program->parameter[k], formula->parameter[i]) == 0)
                value[i] = point->parameter[k];
    }
    return value;
}

/* False if the counter's value is not known. */
static bool find_counter(fc_counter_value *out, fc_prediction_context *context, const fc_sweep *sweep,
                         const fc_prediction *point, int counter)
{
    double moved = sweep->n_parameters > 0; /* only zero or not matters here: only values are requested */
    fc_counter_query question = {counter, 0,    point->ranks, point->parameter, context->loaded.program->n_parameters,
                                 moved,   false};
    return fc_counts_lookup(&context->counts, &question, out);
}

static bool all_known(const double *value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (isnan(value[i]))
            return false;
    return true;
}

/* FC_E_INPUT if formula and cost program disagree at the point, for example because the formula lacks a network's
 * distances: a page with this formula would be wrong. */
static fc_status check(const fc_formula *formula, const fc_formula_options *options, const fc_prediction *point,
                       fc_report *report)
{
    bool known = false;
    double total = 0, predicted = point->totals.time_s, *seconds = fc_allocate(formula->n_terms, sizeof *seconds);
    fc_status status = options->point ? fc_formula_seconds(seconds, &known, formula, options, report) : FC_OK;
    bool agrees = fc_formula_agrees(&total, formula, seconds, predicted);
    free(seconds);
    if (!status && known && !agrees)
        status = fc_fail(report, FC_E_INPUT, FC_NOWHERE, "The report shows the points that the cost program predicts.",
                         FC_MSG_CLOSED_FORMULA_GIVES_S_RANKS, total, point->ranks, predicted);
    return status;
}

static fc_status print(fc_report_formula *out, const fc_formula *formula, const fc_formula_options *options,
                       fc_report *report)
{
    fc_text json = {0}, script = {0};
    fc_status status = fc_formula_print_json(&json, formula, options, report);
    if (!status)
        status = fc_formula_print_script(&script, formula, options, report);
    if (status) {
        fc_text_free(&json);
        return status;
    }
    out->json = fc_text_take(&json);
    out->script = fc_text_take(&script);
    return FC_OK;
}

/* What the cost program gave at each point of the sweep. */
typedef struct given {
    double **number; /* by point, then by number; NULL: the formula has none, or the point was not evaluated */
    int *slowest;    /* by point: the slowest rank */
    int n_points;
} given;

static void free_given(given *of)
{
    for (int i = 0; i < of->n_points && of->number; i++)
        free(of->number[i]);
    free(of->number);
    free(of->slowest);
    *of = (given){0};
}

static fc_status find_given(given *out, const fc_report_formula_source *source, fc_report *report)
{
    fc_prediction *prediction = NULL;
    int n = source->sweep->n_points;
    fc_status status =
        fc_prediction_context_predict(&prediction, source->context, source->sweep, source->arguments, report);
    if (status)
        return status;
    *out = (given){fc_allocate((size_t)n, sizeof *out->number), fc_allocate((size_t)n, sizeof *out->slowest), n};
    for (int i = 0; i < n; i++) {
        out->number[i] = prediction[i].probe;
        out->slowest[i] = prediction[i].slowest_rank;
        prediction[i].probe = NULL;
    }
    fc_evaluate_free(prediction, n);
    return FC_OK;
}

/* True if the formula was created again, without the quantities whose values vary at some point. */
static bool refine(fc_formula **formula, const given *of)
{
    bool is_new = false;
    for (int i = 0; i < of->n_points && !is_new; i++)
        is_new = of->number[i] && fc_formula_refine(formula, of->number[i]);
    return is_new;
}

/* The formula's numbers at all points, after those quantities that vary there are no quantities. */
static fc_status find_numbers(given *out, const fc_report_formula_source *source, fc_formula **formula,
                              fc_report *report)
{
    fc_status status = FC_OK;
    do {
        free_given(out);
        if ((*formula)->n_numbers > 0)
            status = fc_prediction_context_add_probes(source->context, *formula, report);
        if (!status && (*formula)->n_numbers > 0)
            status = find_given(out, source, report);
    } while (!status && out->n_points > 0 && refine(formula, out));
    return status;
}

static FC_GIVE char *print_numbers(const given *of, int n_numbers)
{
    fc_text out = {0};
    fc_json_writer json = {.out = &out};
    fc_json_writer_array(&json, NULL, FC_JSON_ONE_LINE);
    for (int i = 0; i < of->n_points; i++) {
        fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_number(&json, "slowest_rank", of->slowest[i]);
        fc_json_writer_array(&json, "values", FC_JSON_ONE_LINE);
        for (int k = 0; k < n_numbers && of->number[i]; k++)
            fc_json_writer_number(&json, NULL, of->number[i][k]);
        fc_json_writer_end(&json);
        fc_json_writer_end(&json);
    }
    fc_json_writer_end(&json);
    return fc_text_take(&out);
}

/* The formula with its shares at the point. */
static fc_status print_at_point(fc_report_formula *out, const fc_formula *formula, const double *probe,
                                const fc_report_formula_source *source, fc_report *report)
{
    fc_prediction_context *context = source->context;
    const fc_prediction *point = source->point;
    /* Value of each counter. */
    int n = context->loaded.program->n_counters;
    double *counter = fc_allocate((size_t)n, sizeof *counter);
    for (int i = 0; i < n; i++) {
        fc_counter_value answer;
        counter[i] = find_counter(&answer, context, source->sweep, point, i) ? answer.value : NAN;
    }
    double *value = values_at(formula, context->loaded.program, point);
    fc_formula_point at = {point->ranks, point->slowest_rank, value};
    for (size_t i = 0; i < formula->n_quantities && probe; i++)
        value[formula->quantity[i].parameter] = probe[formula->quantity[i].number];
    for (size_t i = 0; i < formula->n_parameters && probe; i++)
        value[i] = isnan(value[i]) ? 1 : value[i]; /* parts that did not run read it; check() compares */
    bool known = all_known(counter, context->analysis->n_counters) && all_known(value, formula->n_parameters) &&
                 fc_formula_is_for_counts(formula, counter);
    fc_formula_options options = {.machine = &context->machine->coefficients,
                                  .compute_model = context->compute_model,
                                  .counter = counter,
                                  .point = known ? &at : NULL,
                                  .probe = probe};
    fc_status status = check(formula, &options, point, report);
    if (!status)
        status = print(out, formula, &options, report);
    free(value);
    free(counter);
    return status;
}

fc_status fc_report_formula_create(fc_report_formula *out, const fc_report_formula_source *source, fc_report *report)
{
    fc_report_formula made = {0};
    fc_formula *formula = NULL;
    given numbers = {0};
    const fc_formula_nodes nodes = fc_prediction_context_nodes(source->context);
    fc_status status = fc_prediction_context_needs_predefined(source->context, "a formula", report);
    if (!status)
        status = fc_formula_create(&formula, source->context->analysis, &nodes, report);
    if (!status)
        status = find_numbers(&numbers, source, &formula, report);
    if (!status)
        status = print_at_point(&made, formula, numbers.n_points ? numbers.number[numbers.n_points - 1] : NULL, source,
                                report);
    if (!status)
        made.numbers = print_numbers(&numbers, formula->n_numbers);
    if (status == FC_E_INPUT || status == FC_E_USAGE) {
        made.why_not = fc_copy_string(report->text);
        *report = (fc_report){0};
        status = FC_OK;
    }
    free_given(&numbers);
    fc_formula_free(formula);
    *out = made;
    return status;
}

void fc_report_formula_free(fc_report_formula *formula)
{
    free(formula->json);
    free(formula->script);
    free(formula->numbers);
    free(formula->why_not);
    *formula = (fc_report_formula){0};
}

void fc_report_formula_counters(fc_json_writer *json, const char *key, fc_prediction_context *context,
                                const fc_sweep *sweep, const fc_prediction *point)
{
    static const char *const column[] = {"counter", "point", "value", "origin"};
    fc_table table = {0};
    for (size_t i = 0; i < sizeof column / sizeof *column; i++)
        fc_table_column(&table, column[i], NULL, i == 3 ? FC_UNIT_TEXT : FC_UNIT_NUMBER, FC_SHOW_JSON);
    for (int k = 0; k < sweep->n_points; k++)
        for (int i = 0; i < context->loaded.program->n_counters; i++) {
            fc_counter_value answer;
            fc_table_row(&table);
            fc_table_number(&table, 0, i);
            fc_table_number(&table, 1, k);
            if (!find_counter(&answer, context, sweep, &point[k], i))
                continue;
            fc_table_number(&table, 2, answer.value);
            fc_table_text(&table, 3, origin_name[answer.origin]);
        }
    fc_table_json(json, key, &table, 0);
    fc_table_free(&table);
}
