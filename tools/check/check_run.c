/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/check/check_run.h"

#include "analyzer/cost_tree/analysis.h"
#include "support/messages/report.h"
#include "support/number.h"
#include "tools/check/check_request.h"
#include "tools/check/check_terms.h"
#include "tools/command_line/machine_option.h"
#include "tools/command_line/program_sources.h"
#include "tools/output/progress.h"
#include "tools/output/table.h"
#include "tools/prediction/prediction_context.h"

#include <math.h>
#include <stdlib.h>

/* The state of checking one program. */
typedef struct work {
    const fc_settings_program *settings;
    fc_baseline_program *out;
    FILE *nowhere;            /* /dev/null, for notes */
    fc_check_request *points; /* [settings->n_points] */
    fc_prediction_context context;
    fc_prediction **prediction; /* by point of `out`; NULL: the prediction failed */
    size_t prediction_capacity;
} work;

/* An error of the program gives it an outcome; any other error ends the check. */
static bool is_program_error(fc_status status)
{
    return status == FC_E_INPUT || status == FC_E_USAGE;
}

/* ---- points ---- */

static FC_GIVE char *parameters_text(const fc_sweep *sweep, int index)
{
    fc_text text = {0};
    double *value = fc_allocate((size_t)sweep->n_parameters, sizeof *value);
    fc_sweep_values(value, sweep, index);
    for (int i = 0; i < sweep->n_parameters; i++) {
        fc_text_add(&text, "%s%s=", i ? ", " : "", sweep->name[i]);
        fc_number_add(&text, value[i]);
    }
    free(value);
    return fc_text_take(&text);
}

static void take_prediction(fc_baseline_point *point, const fc_totals *totals)
{
    point->cost = (fc_baseline_cost){{totals->time_s, totals->messages, totals->bytes}};
    if (totals->time_s > 0 || totals->messages > 0)
        return;
    point->is_unmeasured = true;
    point->fault = fc_copy_string("predicted 0 s and no message: main may not reach MPI_Init with these arguments");
}

/* Adds a point; false: it exists already. */
static bool begin_point(work *w, const fc_check_request *request, int index)
{
    fc_text text = {0};
    for (int i = 0; i < request->arguments.n_rest; i++)
        fc_text_add(&text, "%s%s", i ? " " : "", request->arguments.rest[i]);
    fc_baseline_point point = {.ranks = fc_sweep_ranks(&request->sweep, index),
                               .parameters = parameters_text(&request->sweep, index),
                               .arguments = fc_text_take(&text)};
    bool is_new = fc_baseline_find_point(w->out, &point) < 0;
    if (is_new) {
        *fc_baseline_add_point(w->out) = point;
    } else {
        free(point.parameters);
        free(point.arguments);
    }
    return is_new;
}

static fc_status predict_point(work *w, const fc_check_request *request, int index, fc_report *report)
{
    fc_sweep one = fc_sweep_part(&request->sweep, index, 1);
    fc_prediction *prediction = NULL;
    fc_report inner = {0};
    if (!begin_point(w, request, index))
        return FC_OK;
    size_t n = w->out->n_points;
    fc_baseline_point *point = &w->out->point[n - 1];
    w->prediction = fc_grow(w->prediction, &w->prediction_capacity, n, sizeof *w->prediction);
    fc_status status = fc_prediction_context_predict(&prediction, &w->context, &one, &request->arguments, &inner);
    w->prediction[n - 1] = prediction;
    if (!status) {
        take_prediction(point, &prediction->totals);
        return FC_OK;
    }
    if (!is_program_error(status)) {
        *report = inner;
        return status;
    }
    point->fault = fc_copy_string(inner.text);
    /* Some count is unknown: the outcome is then "without measure" instead of "failed". */
    bool lacks = false;
    double *count = fc_prediction_context_counts(&w->context, &one, NULL);
    for (size_t i = 0; i < w->context.analysis->n_counters; i++)
        lacks |= isnan(count[i]);
    free(count);
    point->is_unmeasured = lacks;
    return FC_OK;
}

/* ---- programs ---- */

static fc_status open_context(work *w, fc_report *report)
{
    fc_check_request request;
    fc_program *program = NULL;
    fc_status status = fc_check_request_sources(&request, w->settings, w->nowhere, report);
    if (status)
        return status;
    status = fc_program_sources_read(&program, &request.arguments, report);
    fc_check_request_free(&request);
    if (!status)
        status = fc_prediction_context_create(&w->context, program, &w->points[0].arguments, report);
    return status ? status : fc_prediction_context_fit(&w->context, report);
}

static fc_status describe_machine(work *w, fc_report *report)
{
    fc_text text = {0};
    char key[33];
    fc_status status = fc_machine_format(&text, w->context.machine, report);
    if (!status) {
        fc_content_key(key, text.bytes, text.length);
        w->out->machine_key = fc_copy_string(key);
        w->out->machine = fc_copy_string(w->context.machine->coefficients.name);
    }
    fc_text_free(&text);
    return status;
}

static fc_status examine_program(work *w, fc_report *report)
{
    fc_report inner = {0};
    fc_status status = FC_OK;
    w->points = fc_allocate(w->settings->n_points, sizeof *w->points);
    for (unsigned k = 0; k < w->settings->n_points && !status; k++)
        status = fc_check_request_points(&w->points[k], w->settings, &w->settings->points[k], w->nowhere, &inner);
    if (!status)
        status = open_context(w, &inner);
    if (!status)
        status = describe_machine(w, &inner);
    if (is_program_error(status)) {
        w->out->fault = fc_copy_string(inner.text);
        status = FC_OK;
    } else if (status) {
        *report = inner;
    } else {
        for (unsigned k = 0; k < w->settings->n_points; k++)
            for (int i = 0; i < w->points[k].sweep.n_points && !status; i++)
                status = predict_point(w, &w->points[k], i, report);
        if (!status)
            fc_check_terms_add(w->out, &w->context, (const fc_prediction *const *)w->prediction);
    }
    for (size_t i = 0; i < w->out->n_points; i++)
        fc_evaluate_free(w->prediction[i], w->prediction[i] ? 1 : 0);
    free(w->prediction);
    fc_prediction_context_close(&w->context);
    for (unsigned k = 0; k < w->settings->n_points; k++)
        fc_check_request_free(&w->points[k]);
    free(w->points);
    return status;
}

/* A wrong machine is a fault of the settings, reported with its place there. */
static fc_status check_machine(const fc_settings *settings, unsigned i, fc_report *report)
{
    fc_machine *machine = NULL;
    fc_report inner = {0};
    fc_status status = fc_machine_option_costs(&machine, settings->file->programs[i].machine, &inner);
    fc_machine_free(machine);
    if (!status)
        return FC_OK;
    char *own = fc_format("programs[%u].machine", i);
    fc_place place = fc_yaml_place(&settings->yaml, own, NULL);
    if (place.line == 0)
        place = fc_yaml_place(&settings->yaml, "machine", NULL);
    free(own);
    return fc_fail(report, is_program_error(status) ? FC_E_INPUT : status, place, NULL, "%s", inner.text);
}

fc_status fc_check_run(fc_baseline *out, const fc_settings *settings, FILE *progress, fc_report *report)
{
    fc_baseline made = {0};
    fc_progress_line line = fc_progress_on(progress);
    fc_status status = FC_OK;
    FILE *nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, FC_MSG_DEV_NULL_CANNOT_BE_WRITTEN);
    for (unsigned i = 0; i < settings->file->n_programs && !status; i++) {
        const fc_settings_program *program = &settings->file->programs[i];
        work w = {.settings = program, .nowhere = nowhere};
        w.out = fc_baseline_add_program(&made, program->name);
        w.out->method = fc_copy_string(program->method);
        w.out->compute_model = fc_copy_string(program->compute_model);
        char *what = fc_format("checking  program %u/%u", i + 1, settings->file->n_programs);
        fc_progress_show(&line, what, -1);
        free(what);
        if (program->n_points == 0) {
            w.out->fault = fc_copy_string("no points: add the ranks and arguments to predict");
            w.out->is_unmeasured = true;
            continue;
        }
        status = check_machine(settings, i, report);
        if (!status)
            status = examine_program(&w, report);
    }
    fc_progress_clear(&line);
    fclose(nowhere);
    if (status)
        fc_baseline_free(&made);
    else
        *out = made;
    return status;
}
