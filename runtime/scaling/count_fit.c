/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/count_fit.h"

#include "runtime/scaling/count_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Alternatives with hopeless_factor times the best error get no weight. */
static const double negligible_error = 1e-9, hopeless_factor = 10;

/* ---- rivals ---- */

static void add_rival(fc_count_fit *fit, fc_count_model *rival)
{
    double best = fit->model.error + negligible_error,
           added = fc_count_search_complexity(rival) - fc_count_search_complexity(&fit->model);
    rival->weight = fmin(pow(best / (rival->error + negligible_error), fit->n_samples) * exp(-added), 1);
    if (rival->weight > 0) {
        /* Keeps the alternatives of greatest weight, sorted. */
        int at = fit->n_rivals < FC_COUNT_FIT_RIVALS ? fit->n_rivals++ : FC_COUNT_FIT_RIVALS;
        for (; at > 0 && rival->weight > fit->rival[at - 1].weight; at--)
            if (at < FC_COUNT_FIT_RIVALS)
                fit->rival[at] = fit->rival[at - 1];
        if (at < FC_COUNT_FIT_RIVALS)
            fit->rival[at] = *rival;
    }
}

/* ---- the fit ---- */

static void leave_out(fc_count_fit *fit, const fc_count_trial *trial)
{
    if (fit->n_samples < 2 || fit->model.error <= negligible_error)
        return;
    fit->left_out = fc_allocate((size_t)fit->n_samples, sizeof *fit->left_out);
    for (int i = 0; i < fit->n_samples; i++) {
        fit->left_out[i] = fit->model;
        if (!fc_count_model_leave_out(&fit->left_out[i], trial, i))
            fit->left_out[i] = fit->model;
    }
}

static void note_samples(fc_count_fit *fit, const fc_count_samples *samples)
{
    size_t n = (size_t)(samples->n_samples * samples->n_variables);
    fit->x = fc_allocate(n, sizeof *fit->x);
    memcpy(fit->x, samples->x, n * sizeof *fit->x);
    for (int v = 0; v < samples->n_variables; v++) {
        fit->least[v] = fit->greatest[v] = samples->x[v];
        for (int i = 1; i < samples->n_samples; i++) {
            double x = samples->x[i * samples->n_variables + v];
            fit->least[v] = fmin(fit->least[v], x);
            fit->greatest[v] = fmax(fit->greatest[v], x);
        }
    }
}

void fc_count_fit_samples(fc_count_fit *out, const fc_count_samples *samples)
{
    fc_count_trial trial;
    fc_count_search search;
    fc_count_fit fit = {
        .n_variables = samples->n_variables, .n_samples = samples->n_samples, .is_share = samples->is_share};
    fc_count_trial_begin(&trial, samples);
    fc_count_search_begin(&search, &trial);
    note_samples(&fit, samples);
    memcpy(fit.is_coarse, search.is_coarse, sizeof fit.is_coarse);
    fc_count_search_select(&fit.model, &search);
    fit.model.weight = 1;
    /* Weights the best models of the other forms, the rejected ones, and the neighbors of the selected one. */
    for (int i = 0; i < search.n_forms; i++) {
        bool same = true;
        for (int v = 0; v < fit.n_variables; v++)
            same &= fc_count_search_is_same(&search.form[i], &fit.model, v);
        if (!same)
            add_rival(&fit, &search.form[i]);
    }
    for (int v = 0; search.n_forms > 0 && v < fit.n_variables; v++)
        if (search.is_open[v]) {
            fc_count_model rival;
            for (size_t k = 0; fc_count_search_neighbor(&rival, &search, &fit.model, v, k); k++) {
                if (rival.n_terms == 0)
                    continue;
                fc_count_model_validate(&rival, search.trial, hopeless_factor * (fit.model.error + negligible_error));
                add_rival(&fit, &rival);
            }
        }
    leave_out(&fit, &trial);
    fit.is_saturated = fc_count_model_parameters(&fit.model) == fit.n_samples;
    fc_count_trial_end(&trial);
    *out = fit;
}

void fc_count_fit_free(fc_count_fit *fit)
{
    free(fit->x);
    free(fit->left_out);
    fit->x = NULL;
    fit->left_out = NULL;
}

/* ---- values ---- */

/* Adds to distance[v] how far x lies above (sign 1) or below (-1) the nearest sample: ln of the ratio, by variable. */
static void add_distance(double *distance, const fc_count_fit *fit, const double *x, int sign)
{
    double nearest = INFINITY;
    const double *from = fit->x;
    for (int i = 0; i < fit->n_samples; i++) {
        double squares = 0;
        for (int v = 0; v < fit->n_variables; v++)
            squares += pow(fmax(sign * log(x[v] / fit->x[i * fit->n_variables + v]), 0), 2);
        if (squares < nearest) {
            nearest = squares;
            from = fit->x + (size_t)i * (size_t)fit->n_variables;
        }
    }
    for (int v = 0; v < fit->n_variables; v++)
        distance[v] += fmax(sign * log(x[v] / from[v]), 0);
}

/* The uncertainty of the slope; error: the model's. */
static double slope_uncertainty(const fc_count_fit *fit, int variable, double error, double unknown)
{
    double range = log(fit->greatest[variable] / fit->least[variable]), untested = 0;
    if (!(range > 0))
        return unknown;
    if (fit->is_coarse[variable] && fc_count_model_has(&fit->model, variable))
        untested = fmin(1. / 4, unknown);
    else if (fit->is_saturated)
        untested = 1. / 12;
    return fmax(error / range, untested);
}

/* The model's value, limited to the valid range. */
static double valid_value(const fc_count_fit *fit, const fc_count_model *model, const double *x)
{
    double value = fc_count_model_valid_value(model, x, fit->n_variables);
    return fit->is_share ? fmin(value, 1) : value;
}

/* The weighted standard deviation of all models' values around the selected one's, relative to it. */
static double spread_at(const fc_count_fit *fit, const double *x, double value)
{
    double weights = 1, squares = 0;
    for (int i = 0; i < fit->n_rivals; i++) {
        double apart = valid_value(fit, &fit->rival[i], x) - value;
        weights += fit->rival[i].weight;
        squares += fit->rival[i].weight * apart * apart;
    }
    return value > 0 ? sqrt(squares / weights) / value : 0;
}

/* The jackknife's standard deviation, relative to the value. */
static double jackknife_at(const fc_count_fit *fit, const double *x, double value)
{
    double squares = 0;
    for (int i = 0; fit->left_out && i < fit->n_samples; i++)
        squares += pow(valid_value(fit, &fit->left_out[i], x) - value, 2);
    return value > 0 ? sqrt(squares * (fit->n_samples - 1) / fit->n_samples) / value : 0;
}

double fc_count_fit_value(const fc_count_fit *fit, const double *x, const double *unknown, double *relative_error)
{
    double value = valid_value(fit, &fit->model, x);
    double part = fit->is_share && value > 0.5 ? (1 - value) / value : 1, own = part * fit->model.error, error = own;
    double distance[FC_COUNT_VARIABLES] = {0};
    add_distance(distance, fit, x, 1);
    add_distance(distance, fit, x, -1);
    for (int v = 0; v < fit->n_variables; v++)
        error = hypot(error, slope_uncertainty(fit, v, own, unknown[v]) * distance[v]);
    error = hypot(error, spread_at(fit, x, value));
    error = hypot(error, jackknife_at(fit, x, value));
    if (fit->is_share && value > 0)
        error = hypot(error, fabs(fc_count_model_value(&fit->model, x, fit->n_variables) - value) / value);
    *relative_error = error;
    return value;
}
