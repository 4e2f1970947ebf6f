/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/sweep/closed_form.h"

#include "runtime/models/compute.h"
#include "support/diagnostics.h"
#include "support/messages/report.h"
#include "tools/prediction/prediction_context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CHECKED = 96, /* points at which the cost program is evaluated too */
    WORTH = 4          /* the formula is used if the sweep has more than this multiple of the checked points */
};

static const double agreement = 1e-12; /* relative: the order of summation differs */

static int index_of(const char *const *names, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

/* ---- corners ---- */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The least and the greatest value of a range, and the median if wanted; each once. */
static fc_range ends_of(const fc_range *range, bool middle)
{
    double *sorted = fc_allocate((size_t)range->n, sizeof *sorted);
    memcpy(sorted, range->value, (size_t)range->n * sizeof *sorted);
    qsort(sorted, (size_t)range->n, sizeof *sorted, compare);
    const double candidate[] = {sorted[0], sorted[range->n / 2], sorted[range->n - 1]};
    fc_range ends = {.value = fc_allocate(3, sizeof *ends.value)};
    for (int i = 0; i < 3; i++)
        if ((i != 1 || middle) && (ends.n == 0 || candidate[i] != ends.value[ends.n - 1]))
            ends.value[ends.n++] = candidate[i];
    free(sorted);
    return ends;
}

/* The corners of a sweep, as a sweep. */
static fc_sweep corners_of(const fc_sweep *sweep)
{
    size_t n = (size_t)sweep->n_parameters;
    fc_sweep corners = {.ranks = ends_of(&sweep->ranks, true),
                        .name = fc_allocate(n, sizeof *corners.name),
                        .range = fc_allocate(n, sizeof *corners.range),
                        .n_parameters = sweep->n_parameters};
    corners.n_points = corners.ranks.n;
    for (size_t i = 0; i < n; i++) {
        corners.name[i] = fc_copy_string(sweep->name[i]);
        corners.range[i] = ends_of(&sweep->range[i], false);
        if (corners.n_points <= MOST_CHECKED)
            corners.n_points *= corners.range[i].n;
    }
    return corners;
}

static bool is_near(double a, double b, double scale)
{
    return fabs(a - b) <= agreement * scale;
}

static bool is_near_all(const fc_totals *a, const fc_totals *b)
{
    return is_near(a->time_s, b->time_s, b->time_s) && is_near(a->low_s, b->low_s, b->time_s) &&
           is_near(a->high_s, b->high_s, b->time_s) && is_near(a->compute_s, b->compute_s, b->time_s) &&
           is_near(a->communication_s, b->communication_s, b->time_s) &&
           is_near(a->messages, b->messages, b->messages) && is_near(a->bytes, b->bytes, b->bytes);
}

/* ---- parameters ---- */

/* Whether each parameter that is not swept has the same value at this corner as at the first. */
static bool has_parameters(const fc_closed_form *closed, const fc_prediction *prediction, const fc_sweep *corner)
{
    double *swept = fc_allocate((size_t)corner->n_parameters, sizeof *swept);
    bool same = true;
    fc_sweep_values(swept, corner, 0);
    for (int i = 0; i < closed->n_parameters; i++) {
        double is = prediction->parameter[i], wanted = fc_closed_form_parameter(closed, i, swept);
        same = same && (is == wanted || (isnan(is) && isnan(wanted)));
    }
    free(swept);
    return same;
}

static bool all_passed(const fc_closed_form *closed)
{
    for (size_t k = 0; k < closed->formula->n_parameters; k++)
        if (closed->of_program[k] < 0 || isnan(closed->fixed[closed->of_program[k]]))
            return false;
    return true;
}

double fc_closed_form_parameter(const fc_closed_form *closed, int i, const double *swept)
{
    bool passed = !isnan(closed->fixed[i]);
    return passed && closed->of_sweep[i] >= 0 ? swept[closed->of_sweep[i]] : closed->fixed[i];
}

static void match_names(fc_closed_form *closed, const fc_cost_program *program, const fc_sweep *sweep)
{
    const fc_formula *formula = closed->formula;
    closed->n_parameters = program->n_parameters;
    closed->fixed = fc_allocate((size_t)program->n_parameters, sizeof *closed->fixed);
    closed->of_sweep = fc_allocate((size_t)program->n_parameters, sizeof *closed->of_sweep);
    closed->of_program = fc_allocate(formula->n_parameters, sizeof *closed->of_program);
    for (int i = 0; i < program->n_parameters; i++)
        closed->of_sweep[i] = index_of((const char *const *)sweep->name, sweep->n_parameters, program->parameter[i]);
    for (size_t k = 0; k < formula->n_parameters; k++)
        closed->of_program[k] = index_of(program->parameter, program->n_parameters, formula->parameter[k]);
}

/* ---- opening ---- */

/* Whether the formula agrees with the cost program at a corner; if the latter fails, the formula must give NAN. */
static fc_status check_corner(bool *agrees, fc_closed_form *closed, fc_prediction_context *context,
                              const fc_sweep *corner, const fc_arguments *arguments)
{
    fc_prediction *prediction = NULL;
    fc_report unused = {0};
    fc_totals totals = {0};
    fc_status status = fc_prediction_context_predict(&prediction, context, corner, arguments, &unused);
    if (prediction && !closed->is_known)
        memcpy(closed->fixed, prediction->parameter, (size_t)closed->n_parameters * sizeof *closed->fixed);
    closed->is_known |= prediction != NULL;
    *agrees = !closed->is_known || all_passed(closed);
    if (closed->is_known && *agrees)
        fc_closed_form_predict(&totals, closed, corner);
    if (!prediction)
        *agrees = *agrees && (!closed->is_known || isnan(totals.time_s));
    else if (*agrees && !isnan(totals.time_s) && !is_near_all(&totals, &prediction->totals)) {
        /* Some term of the formula was evaluated with given arguments, which this run may lack. */
        bool found = false;
        for (size_t i = 0; i < closed->formula->n_terms && !found; i++)
            found = closed->formula->term[i].is_asked;
        if (!found)
            fc_diagnose(arguments->errors, FC_WARNING, FC_NOWHERE, FC_MSG_FORMULA_GIVES_S_RANKS_COST, totals.time_s,
                        prediction->ranks, prediction->totals.time_s);
        *agrees = false;
    } else if (*agrees)
        *agrees = has_parameters(closed, prediction, corner);
    if (prediction)
        fc_evaluate_free(prediction, 1);
    return status == FC_E_INTERRUPTED ? status : FC_OK;
}

void fc_closed_form_omitted_properties(fc_text *out, const fc_prediction_context *context)
{
    const fc_coefficients *machine = &context->machine->coefficients;
    fc_mapping layout;
    fc_mapping_init(&layout, machine, NULL, 1);
    if (layout.network)
        fc_text_add(out, "its network");
    if (machine->collectives != FC_COLLECTIVES_FITTED)
        fc_text_add(out, "%scollectives as algorithms", out->length > 0 ? ", " : "");
    if (layout.has_variants && fc_prediction_context_nodes(context).cores == 0)
        fc_text_add(out, "%svariants of runtime functions by a rank file", out->length > 0 ? ", " : "");
}

static bool may_be_closed(const fc_prediction_context *context, const fc_arguments *arguments)
{
    const char *method = fc_arguments_value(arguments, "method");
    bool is_sum = !method || strcmp(method, "sum") == 0;
    fc_text left_out = {0};
    fc_closed_form_omitted_properties(&left_out, context);
    bool is_whole = left_out.length == 0;
    fc_text_free(&left_out);
    return is_sum && is_whole && !context->models.object && fc_compute_find(context->compute_model) &&
           context->analysis->n_counters == 0;
}

fc_status fc_closed_form_open(fc_closed_form *out, fc_prediction_context *context, const fc_sweep *sweep,
                              const fc_arguments *arguments, fc_report *report)
{
    fc_closed_form closed = {0};
    fc_sweep corners = corners_of(sweep);
    fc_status status = FC_OK;
    bool worth = corners.n_points <= MOST_CHECKED && sweep->n_points > WORTH * corners.n_points;
    if (worth && may_be_closed(context, arguments)) {
        fc_report unused = {0};
        const fc_formula_nodes nodes = fc_prediction_context_nodes(context);
        if (!fc_formula_create(&closed.formula, context->analysis, &nodes, &unused)) {
            closed.points = fc_formula_points_create(closed.formula, &context->machine->coefficients,
                                                     fc_compute_find(context->compute_model));
            match_names(&closed, context->loaded.program, sweep);
        }
    }
    bool good = closed.points != NULL;
    for (int i = 0; i < corners.n_points && good && !status; i++) {
        fc_sweep corner = fc_sweep_part(&corners, i, 1);
        status = check_corner(&good, &closed, context, &corner, arguments);
    }
    fc_sweep_free(&corners);
    if (!good || !closed.is_known || status)
        fc_closed_form_close(&closed);
    if (status)
        return fc_fail(report, status, FC_NOWHERE, NULL, FC_MSG_INTERRUPTED_WHILE_EVALUATING);
    *out = closed;
    return FC_OK;
}

void fc_closed_form_close(fc_closed_form *closed)
{
    fc_formula_points_free(closed->points);
    fc_formula_free(closed->formula);
    free(closed->of_program);
    free(closed->of_sweep);
    free(closed->fixed);
    free(closed->value);
    *closed = (fc_closed_form){0};
}

/* ---- predicting ---- */

void fc_closed_form_predict(fc_totals *out, fc_closed_form *closed, const fc_sweep *sweep)
{
    size_t n = (size_t)sweep->n_points, n_parameters = closed->formula->n_parameters;
    double *swept = fc_allocate((size_t)sweep->n_parameters, sizeof *swept);
    int *ranks = fc_allocate(n, sizeof *ranks);
    const double **parameter = fc_allocate(n_parameters, sizeof *parameter);
    closed->value = fc_grow(closed->value, &closed->capacity, n * n_parameters + 1, sizeof *closed->value);
    for (size_t k = 0; k < n_parameters; k++)
        parameter[k] = closed->value + k * n;
    for (size_t i = 0; i < n; i++) {
        ranks[i] = fc_sweep_ranks(sweep, (int)i);
        fc_sweep_values(swept, sweep, (int)i);
        for (size_t k = 0; k < n_parameters; k++)
            closed->value[k * n + i] = fc_closed_form_parameter(closed, closed->of_program[k], swept);
    }
    fc_formula_points_run(out, closed->points, ranks, parameter, (int)n);
    free(parameter);
    free(ranks);
    free(swept);
}
