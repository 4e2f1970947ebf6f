/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/fitted_quantities.h"

#include "tools/counts/profiled_point.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- runs ---- */

/* A run's own counts, by counter. */
static bool look_up(void *data, const fc_counter_query *question, fc_counter_value *answer)
{
    const double *own = data;
    answer->value = own[question->counter];
    return true;
}

/* The probes' values in a run; NULL: the cost program fails on it. */
static FC_GIVE double *probes_of(const fc_prediction_context *context, const fc_profile_run *run)
{
    const fc_cost_program *program = context->probed.program;
    double *own = fc_allocate((size_t)program->n_counters, sizeof *own), *probe = NULL;
    for (int i = 0; i < program->n_counters; i++)
        own[i] = fc_profile_mean(run, context->counts.node[i]);
    fc_profiled_point at = fc_profiled_point_open(run);
    fc_evaluation evaluation = {.program = program,
                                .object = context->probed.object,
                                .user_model = {context->models.object, context->computing.object},
                                .machine = &context->machine->coefficients,
                                .compute = fc_prediction_context_compute(context),
                                .inputs = &at.inputs,
                                .sandbox = context->sandbox,
                                .counter = look_up,
                                .counter_data = own};
    fc_prediction *prediction = NULL;
    fc_report unfollowed; /* ignored: the run is left out */
    if (fc_evaluate_points(&prediction, &evaluation, &at.point, 1, &unfollowed) == FC_OK) {
        probe = prediction->probe;
        prediction->probe = NULL;
        fc_evaluate_free(prediction, 1);
    }
    fc_profiled_point_close(&at);
    free(own);
    return probe;
}

/* ---- fits ---- */

static void take_counters(fc_formula_fits *out, const fc_prediction_context *context)
{
    const fc_cost_program *program = context->loaded.program;
    const fc_count_fits *fits = context->counts.fits;
    out->counter = fc_allocate((size_t)program->n_counters, sizeof *out->counter);
    for (int i = 0; i < program->n_counters; i++) {
        const fc_count_model *model, *divisor;
        fc_formula_fit *fit = &out->counter[i];
        if (!fc_count_fits_has(fits, i))
            continue;
        fit->n_runs = fc_count_fits_models(fits, i, &model, &divisor);
        fit->model = *model;
        fit->is_quotient = divisor != NULL;
        fit->is_share = fc_counter_is_share(&program->counter[i]);
        if (divisor)
            fit->divisor = *divisor;
    }
}

static void take_numbers(fc_formula_fits *out, const fc_prediction_context *context, int n_numbers)
{
    int n_runs;
    const fc_count_fits *fits = context->counts.fits;
    const fc_profile_run *const *run = fc_count_fits_runs(fits, &n_runs);
    double **probe = fc_allocate((size_t)n_runs, sizeof *probe), *value = fc_allocate((size_t)n_runs, sizeof *value);
    out->number = fc_allocate((size_t)n_numbers, sizeof *out->number);
    for (int r = 0; r < n_runs; r++)
        probe[r] = probes_of(context, run[r]);
    for (int i = 0; i < n_numbers; i++) {
        fc_count_fit fit;
        for (int r = 0; r < n_runs; r++)
            value[r] = probe[r] ? probe[r][i] : NAN;
        if (!fc_count_fits_of_values(&fit, fits, value))
            continue;
        out->number[i] = (fc_formula_fit){.model = fit.model, .n_runs = fit.n_samples};
        fc_count_fit_free(&fit);
    }
    for (int r = 0; r < n_runs; r++)
        free(probe[r]);
    free(probe);
    free(value);
}

fc_formula_fits *fc_fitted_quantities_create(const fc_prediction_context *context, fc_formula *formula,
                                             bool with_numbers)
{
    if (!context->counts.fits)
        return NULL;
    fc_formula_fits *out = fc_allocate(1, sizeof *out);
    const fc_count_variable *variable = fc_count_fits_variables(context->counts.fits, &out->n_variables);
    for (int v = 0; v < out->n_variables; v++) {
        const fc_count_variable *of = &variable[v];
        long parameter = of->kind == FC_COUNT_BY_RANKS       ? FC_FIT_BY_RANKS
                         : of->kind == FC_COUNT_BY_PARAMETER ? (long)fc_formula_take_parameter(formula, of->name, false)
                                                             : FC_FIT_BY_ARGUMENT;
        out->variable[v] = (fc_formula_fit_variable){fc_copy_string(of->name), parameter, of->wanted};
    }
    take_counters(out, context);
    if (with_numbers && context->probed.object)
        take_numbers(out, context, formula->n_numbers);
    return out;
}
