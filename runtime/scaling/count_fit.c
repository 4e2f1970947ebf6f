/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/count_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Exponents, and what a factor with one adds to a model's complexity. */
static const struct {
    double exponent, complexity;
} exponents[] = {{0, 0},        {1, 1},        {-1, 1},        {2, 1.5},       {3, 1.5},      {-2, 1.5},
                 {-3, 1.5},     {0.5, 2},      {-0.5, 2},      {1.5, 2},       {-1.5, 2},     {2.5, 2},
                 {1. / 3, 2.5}, {2. / 3, 2.5}, {-1. / 3, 2.5}, {-2. / 3, 2.5}, {4. / 3, 2.5}, {5. / 3, 2.5}};
enum {
    N_EXPONENTS = sizeof exponents / sizeof *exponents,
    N_WHOLE = 7 /* the first of them */
};
static const double log_complexity = 1.5, term_complexity = 1;
/* A rival must be better by this share of its error for each unit of complexity, and by this much anyhow. */
static const double complexity_weight = 0.1, negligible_error = 1e-9;
/* Beyond this error products are tried that changing one factor at a time does not lead to; of variables with at least
 * this share of the greatest effect. They must take this much of the error away, and leave no more than that. Rivals
 * with so many times the best one's error have no weight. */
static const double sufficient_error = 1e-3, minor_effect = 0.1, convincing = 0.5, most_error = 0.01,
                    hopeless_factor = 10;

static double complexity_of_factor(const fc_count_factor *factor)
{
    size_t e = 0;
    while (e + 1 < N_EXPONENTS && exponents[e].exponent != factor->exponent)
        e++;
    return exponents[e].complexity + (factor->logs ? log_complexity : 0) + (factor->has_offset ? term_complexity : 0);
}

static double complexity_of(const fc_count_model *model)
{
    double complexity = (model->n_terms - 1 + model->is_complement) * term_complexity;
    for (int t = 0; t < model->n_terms; t++)
        for (int v = 0; v < FC_COUNT_VARIABLES; v++)
            complexity += complexity_of_factor(&model->term[t].factor[v]);
    return complexity;
}

static double cost_of(const fc_count_model *model)
{
    double complexity = complexity_of(model);
    return model->error * (1 + complexity_weight * complexity) + negligible_error * complexity;
}

/* The error with which the model comes to that cost. */
static double error_of_cost(const fc_count_model *model, double cost)
{
    double complexity = complexity_of(model);
    return (cost - negligible_error * complexity) / (1 + complexity_weight * complexity);
}

/* ---- neighbours ---- */

/* How a factor can stand in a neighbour. */
enum {
    ALONE,
    BESIDE,
    N_PLAIN_WAYS,
    OFFSET = N_PLAIN_WAYS,
    SECOND,
    MOVED,
    N_WAYS
};

/* Which neighbours are looked at: the first exponents, the first ways. */
typedef struct limits {
    size_t n_exponents, n_ways;
} limits;

/* The k-th neighbour in a variable: another factor, alone, beside a constant or second term, with an offset, in the
 * second term too, or only there. False: there are no more. */
static bool take_neighbour(fc_count_model *out, const fc_count_model *model, int variable, size_t k)
{
    if (k >= 2 * N_WAYS * N_EXPONENTS)
        return false;
    fc_count_factor factor = {.exponent = exponents[k / (2 * N_WAYS)].exponent, .logs = k & 1};
    int way = (int)(k / 2 % N_WAYS);
    *out = *model;
    factor.has_offset = way == OFFSET;
    if (way == MOVED)
        out->term[0].factor[variable] = (fc_count_factor){0};
    out->term[way == SECOND || way == MOVED].factor[variable] = factor;
    out->n_terms = way == ALONE || way == OFFSET ? 1 : 2;
    if (out->n_terms == 1)
        memset(&out->term[1], 0, sizeof out->term[1]);
    return true;
}

/* The best neighbour in one variable, of those the limits allow, replaces *best if it is better. */
static bool improve(fc_count_model *best, const fc_count_trial *trial, int variable, limits among)
{
    fc_count_model from = *best, rival;
    for (size_t k = 0; take_neighbour(&rival, &from, variable, k); k++) {
        if (k / (2 * N_WAYS) >= among.n_exponents || k / 2 % N_WAYS >= among.n_ways)
            continue;
        fc_count_model_validate(&rival, trial, error_of_cost(&rival, cost_of(best)));
        if (cost_of(&rival) < cost_of(best))
            *best = rival;
    }
    return cost_of(best) < cost_of(&from);
}

static bool varies(const fc_count_fit *fit, int variable)
{
    return fit->least[variable] < fit->greatest[variable];
}

/* From a validated model to one without a better neighbour. */
static void descend(fc_count_model *model, const fc_count_fit *fit, const fc_count_trial *trial, limits among)
{
    bool changed = true;
    for (int pass = 0; changed && pass < 2 * FC_COUNT_VARIABLES; pass++) {
        changed = false;
        for (int v = 0; v < fit->n_variables; v++)
            changed |= varies(fit, v) && improve(model, trial, v, among);
    }
}

/* How far apart, in their logarithm, samples are that differ in this variable alone. */
static double effect_of(const fc_count_trial *trial, int variable)
{
    const fc_count_samples *samples = trial->samples;
    double most = 0;
    int width = samples->n_variables;
    for (int i = 0; i < samples->n_samples; i++)
        for (int k = 0; k < i; k++) {
            bool alone = true;
            for (int v = 0; v < width; v++)
                alone &= v == variable || samples->x[i * width + v] == samples->x[k * width + v];
            if (alone)
                most =
                    fmax(most, fabs(log((samples->y[i] + trial->least_scale) / (samples->y[k] + trial->least_scale))));
        }
    return most;
}

/* A model to start from: all variables that matter have a factor of this exponent. */
static fc_count_model start_of(const fc_count_fit *fit, const fc_count_trial *trial, double exponent, bool has_offsets)
{
    fc_count_model model = {.n_terms = has_offsets ? 1 : 2};
    double effect[FC_COUNT_VARIABLES], most = 0;
    for (int v = 0; v < fit->n_variables; v++)
        most = fmax(most, effect[v] = effect_of(trial, v));
    for (int v = 0; v < fit->n_variables; v++)
        if (effect[v] > minor_effect * most)
            model.term[0].factor[v] = (fc_count_factor){.exponent = exponent, .has_offset = has_offsets};
    return model;
}

/* Where samples move one variable each, none of them alone tells much of what wobbles: from one product of all that
 * matter. */
static void try_powers(fc_count_fit *fit, const fc_count_trial *trial)
{
    for (int exponent = -1; exponent <= 1; exponent += 2) {
        fc_count_model model = start_of(fit, trial, exponent, false);
        model.n_terms = 1;
        fc_count_model_validate(&model, trial, INFINITY);
        if (isfinite(model.error))
            descend(&model, fit, trial, (limits){N_EXPONENTS, N_PLAIN_WAYS});
        if (cost_of(&model) < cost_of(&fit->model))
            fit->model = model;
    }
}

/* One factor changed at a time does not lead everywhere: from products of all that matters, beside a constant, with
 * offsets, and of what a share leaves to 1. */
static void try_products(fc_count_fit *fit, const fc_count_trial *trial)
{
    fc_count_model best = fit->model;
    for (int start = 0; start < (fit->is_share ? 6 : 4); start++) {
        fc_count_model model = start_of(fit, trial, start & 1 ? 1 : -1, start >= 2);
        model.is_complement = start >= 4;
        fc_count_model_validate(&model, trial, INFINITY);
        if (isfinite(model.error))
            descend(&model, fit, trial, (limits){N_WHOLE, N_WAYS});
        if (cost_of(&model) < cost_of(&best))
            best = model;
    }
    if (best.error > fmin(convincing * fit->model.error, most_error))
        return;
    descend(&best, fit, trial, (limits){N_EXPONENTS, N_WAYS});
    fit->model = best;
}

/* ---- rivals ---- */

/* Keeps the rivals of greatest weight, ordered. */
static void keep_rival(fc_count_fit *fit, const fc_count_model *rival)
{
    int at = fit->n_rivals < FC_COUNT_FIT_RIVALS ? fit->n_rivals++ : FC_COUNT_FIT_RIVALS;
    for (; at > 0 && rival->weight > fit->rival[at - 1].weight; at--)
        if (at < FC_COUNT_FIT_RIVALS)
            fit->rival[at] = fit->rival[at - 1];
    if (at < FC_COUNT_FIT_RIVALS)
        fit->rival[at] = *rival;
}

static bool is_same(const fc_count_model *a, const fc_count_model *b, int variable)
{
    bool same = a->n_terms == b->n_terms;
    for (int t = 0; t < 2; t++) {
        const fc_count_factor *one = &a->term[t].factor[variable], *other = &b->term[t].factor[variable];
        same &= one->exponent == other->exponent && one->logs == other->logs && one->has_offset == other->has_offset;
    }
    return same;
}

static void gather_rivals(fc_count_fit *fit, const fc_count_trial *trial, int variable)
{
    fc_count_model rival;
    double best = fit->model.error + negligible_error;
    for (size_t k = 0; take_neighbour(&rival, &fit->model, variable, k); k++) {
        if (is_same(&rival, &fit->model, variable))
            continue;
        fc_count_model_validate(&rival, trial, hopeless_factor * best);
        double added = complexity_of(&rival) - complexity_of(&fit->model);
        rival.weight = fmin(pow(best / (rival.error + negligible_error), fit->n_samples) * exp(-added), 1);
        if (rival.weight > 0)
            keep_rival(fit, &rival);
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

static void note_ranges(fc_count_fit *fit, const fc_count_samples *samples)
{
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
    fc_count_fit fit = {.n_variables = samples->n_variables,
                        .n_samples = samples->n_samples,
                        .is_share = samples->is_share,
                        .model = {.n_terms = 1}};
    fc_count_trial_begin(&trial, samples);
    note_ranges(&fit, samples);
    fc_count_model_validate(&fit.model, &trial, INFINITY);
    bool is_constant = fit.model.error <= negligible_error; /* nothing costs less then */
    if (fit.n_samples > 1 && !is_constant)
        descend(&fit.model, &fit, &trial, (limits){N_EXPONENTS, N_PLAIN_WAYS});
    if (fit.n_samples > 1 && fit.model.error > sufficient_error) {
        try_powers(&fit, &trial);
        try_products(&fit, &trial);
    }
    fit.model.weight = 1;
    for (int v = 0; v < fit.n_variables; v++)
        if (fit.n_samples > 1 && !is_constant && varies(&fit, v))
            gather_rivals(&fit, &trial, v);
    leave_out(&fit, &trial);
    fit.is_saturated = fc_count_model_parameters(&fit.model) == fit.n_samples;
    fc_count_trial_end(&trial);
    *out = fit;
}

void fc_count_fit_free(fc_count_fit *fit)
{
    free(fit->left_out);
    fit->left_out = NULL;
}

/* ---- values ---- */

/* How far x lies beyond the samples of a variable: ln of the ratio, 0 within. */
static double distance_of(const fc_count_fit *fit, int variable, double x)
{
    return log(fmax(fmax(x / fit->greatest[variable], fit->least[variable] / x), 1));
}

/* Of the slope; error: the model's. */
static double doubt_of(const fc_count_fit *fit, int variable, double error, double unknown)
{
    double range = log(fit->greatest[variable] / fit->least[variable]);
    return range > 0 ? fmax(error / range, fit->is_saturated ? 1. / 12 : 0) : unknown;
}

/* The model's value as it is possible. */
static double possible(const fc_count_fit *fit, const fc_count_model *model, const double *x)
{
    double value = fc_count_model_possible(model, x, fit->n_variables);
    return fit->is_share ? fmin(value, 1) : value;
}

/* The standard deviation of the models' values around the best one's, relative to it. */
static double spread_at(const fc_count_fit *fit, const double *x, double value)
{
    double weights = 1, squares = 0;
    for (int i = 0; i < fit->n_rivals; i++) {
        double apart = possible(fit, &fit->rival[i], x) - value;
        weights += fit->rival[i].weight;
        squares += fit->rival[i].weight * apart * apart;
    }
    return value > 0 ? sqrt(squares / weights) / value : 0;
}

/* The jackknife's standard deviation, relative. */
static double jackknife_at(const fc_count_fit *fit, const double *x, double value)
{
    double squares = 0;
    for (int i = 0; fit->left_out && i < fit->n_samples; i++)
        squares += pow(possible(fit, &fit->left_out[i], x) - value, 2);
    return value > 0 ? sqrt(squares * (fit->n_samples - 1) / fit->n_samples) / value : 0;
}

double fc_count_fit_value(const fc_count_fit *fit, const double *x, const double *unknown, double *relative_error)
{
    double value = possible(fit, &fit->model, x);
    double part = fit->is_share && value > 0.5 ? (1 - value) / value : 1, own = part * fit->model.error, error = own;
    for (int v = 0; v < fit->n_variables; v++)
        error = hypot(error, doubt_of(fit, v, own, unknown[v]) * distance_of(fit, v, x[v]));
    error = hypot(error, spread_at(fit, x, value));
    error = hypot(error, jackknife_at(fit, x, value));
    if (fit->is_share && value > 0)
        error = hypot(error, fabs(fc_count_model_value(&fit->model, x, fit->n_variables) - value) / value);
    *relative_error = error;
    return value;
}
