/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/count_fit.h"

#include <gsl/gsl_fit.h>
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
    N_EXPONENTS = sizeof exponents / sizeof *exponents
};
static const double log_complexity = 1.5, constant_complexity = 1;
/* A rival must be better by this share of its error for each unit of complexity, and by this much anyhow. */
static const double complexity_weight = 0.1, negligible_error = 1e-9;

/* What models are tried on: the samples, and room for their regressors. */
typedef struct trial {
    const fc_count_samples *samples;
    double *regressor, *weight, *y; /* [n_samples] */
    double least_scale;             /* what a relative error of a count refers to at least */
} trial;

static double factor_value(const fc_count_factor *factor, double x)
{
    double value = factor->exponent == 0 ? 1 : pow(x, factor->exponent);
    return factor->logs ? value * log2(x) : value;
}

static double product_at(const fc_count_model *model, const double *x, int n_variables)
{
    double product = 1;
    for (int i = 0; i < n_variables; i++)
        product *= factor_value(&model->factor[i], x[i]);
    return product;
}

static double value_at(const fc_count_model *model, const double *x, int n_variables)
{
    return fmax(model->constant + model->coefficient * product_at(model, x, n_variables), 0);
}

static double scale_of(const trial *of, double y)
{
    return fmax(y, of->least_scale);
}

/* Coefficients by weighted least squares over all samples but `without` (-1: none). False: not determined. */
static bool solve(fc_count_model *model, const trial *of, int without)
{
    const fc_count_samples *samples = of->samples;
    size_t n = 0;
    double c00, c01, c11, sum;
    for (int i = 0; i < samples->n_samples; i++) {
        if (i == without)
            continue;
        double scale = scale_of(of, samples->y[i]);
        of->regressor[n] = product_at(model, samples->x + i * samples->n_variables, samples->n_variables);
        of->y[n] = samples->y[i];
        of->weight[n++] = 1 / (scale * scale);
    }
    model->constant = 0;
    if (model->has_constant)
        gsl_fit_wlinear(of->regressor, 1, of->weight, 1, of->y, 1, n, &model->constant, &model->coefficient, &c00, &c01,
                        &c11, &sum);
    else
        gsl_fit_wmul(of->regressor, 1, of->weight, 1, of->y, 1, n, &model->coefficient, &c11, &sum);
    return isfinite(model->constant) && isfinite(model->coefficient);
}

static int factors_of(const fc_count_model *model)
{
    int n = 0;
    for (int i = 0; i < FC_COUNT_FIT_VARIABLES; i++)
        n += model->factor[i].exponent != 0 || model->factor[i].logs;
    return n;
}

static int parameters_of(const fc_count_model *model)
{
    return 1 + model->has_constant + factors_of(model);
}

/* Fits the model and sets its error; infinite where the samples do not determine it. A constant without a factor is the
 * coefficient again. */
static void validate(fc_count_model *model, const trial *of)
{
    const fc_count_samples *samples = of->samples;
    int n = samples->n_samples;
    double squares = 0;
    model->error = INFINITY;
    if (parameters_of(model) > n || (model->has_constant && factors_of(model) == 0))
        return;
    for (int i = 0; i < n && n > 1; i++) {
        if (!solve(model, of, i))
            return;
        double value = value_at(model, samples->x + i * samples->n_variables, samples->n_variables);
        double error = (value - samples->y[i]) / scale_of(of, samples->y[i]);
        squares += error * error;
    }
    if (solve(model, of, -1) && isfinite(squares))
        model->error = sqrt(squares / n);
}

static double complexity_of(const fc_count_model *model)
{
    double complexity = model->has_constant ? constant_complexity : 0;
    for (int i = 0; i < FC_COUNT_FIT_VARIABLES; i++) {
        for (size_t e = 0; e < N_EXPONENTS; e++)
            if (exponents[e].exponent == model->factor[i].exponent)
                complexity += exponents[e].complexity;
        complexity += model->factor[i].logs ? log_complexity : 0;
    }
    return complexity;
}

static double cost_of(const fc_count_model *model)
{
    double complexity = complexity_of(model);
    return model->error * (1 + complexity_weight * complexity) + negligible_error * complexity;
}

/* The k-th neighbour in a variable: another factor, with or without a constant. False: there are no more. */
static bool take_neighbour(fc_count_model *out, const fc_count_model *model, int variable, size_t k)
{
    if (k >= 4 * N_EXPONENTS)
        return false;
    *out = *model;
    out->factor[variable] = (fc_count_factor){exponents[k / 4].exponent, k & 1};
    out->has_constant = k & 2;
    return true;
}

/* The best neighbour in one variable replaces *best if it is better. */
static bool improve(fc_count_model *best, const trial *of, int variable)
{
    fc_count_model from = *best, rival;
    for (size_t k = 0; take_neighbour(&rival, &from, variable, k); k++) {
        validate(&rival, of);
        if (cost_of(&rival) < cost_of(best))
            *best = rival;
    }
    return cost_of(best) < cost_of(&from);
}

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
    const fc_count_factor *one = &a->factor[variable], *other = &b->factor[variable];
    return a->has_constant == b->has_constant && one->exponent == other->exponent && one->logs == other->logs;
}

static void gather_rivals(fc_count_fit *fit, const trial *of, int variable)
{
    fc_count_model rival;
    for (size_t k = 0; take_neighbour(&rival, &fit->model, variable, k); k++) {
        validate(&rival, of);
        double ratio = (fit->model.error + negligible_error) / (rival.error + negligible_error);
        double added = complexity_of(&rival) - complexity_of(&fit->model);
        rival.weight = fmin(pow(ratio, fit->n_samples) * exp(-added), 1);
        if (rival.weight > 0 && !is_same(&rival, &fit->model, variable))
            keep_rival(fit, &rival);
    }
}

static void note_ranges(fc_count_fit *fit, trial *of)
{
    const fc_count_samples *samples = of->samples;
    for (int v = 0; v < samples->n_variables; v++) {
        fit->least[v] = fit->greatest[v] = samples->x[v];
        for (int i = 1; i < samples->n_samples; i++) {
            double x = samples->x[i * samples->n_variables + v];
            fit->least[v] = fmin(fit->least[v], x);
            fit->greatest[v] = fmax(fit->greatest[v], x);
        }
    }
    for (int i = 0; i < samples->n_samples; i++)
        of->least_scale = fmax(of->least_scale, 0.01 * samples->y[i]);
    if (of->least_scale == 0)
        of->least_scale = 1; /* nothing was ever counted */
}

void fc_count_fit_samples(fc_count_fit *out, const fc_count_samples *samples)
{
    size_t n = (size_t)samples->n_samples;
    double *room = fc_allocate(3 * n, sizeof *room);
    trial of = {.samples = samples, .regressor = room, .weight = room + n, .y = room + 2 * n};
    fc_count_fit fit = {.n_variables = samples->n_variables, .n_samples = samples->n_samples, .model.weight = 1};
    note_ranges(&fit, &of);
    validate(&fit.model, &of);
    bool changed = n > 1;
    for (int pass = 0; changed && pass < 2 * FC_COUNT_FIT_VARIABLES; pass++) {
        changed = false;
        for (int v = 0; v < samples->n_variables; v++)
            changed |= fit.least[v] < fit.greatest[v] && improve(&fit.model, &of, v);
    }
    for (int v = 0; v < samples->n_variables; v++)
        if (n > 1 && fit.least[v] < fit.greatest[v])
            gather_rivals(&fit, &of, v);
    fit.is_saturated = parameters_of(&fit.model) == fit.n_samples;
    *out = fit;
    free(room);
}

/* How far x lies beyond the samples of a variable: ln of the ratio, 0 within. */
static double distance_of(const fc_count_fit *fit, int variable, double x)
{
    return log(fmax(fmax(x / fit->greatest[variable], fit->least[variable] / x), 1));
}

static double doubt_of(const fc_count_fit *fit, int variable, double unknown)
{
    double range = log(fit->greatest[variable] / fit->least[variable]);
    return range > 0 ? fmax(fit->model.error / range, fit->is_saturated ? 1. / 12 : 0) : unknown;
}

/* The standard deviation of the models' values around the best one's, relative to it. */
static double spread_at(const fc_count_fit *fit, const double *x, double value)
{
    double weights = 1, squares = 0;
    for (int i = 0; i < fit->n_rivals; i++) {
        double apart = value_at(&fit->rival[i], x, fit->n_variables) - value;
        weights += fit->rival[i].weight;
        squares += fit->rival[i].weight * apart * apart;
    }
    return value > 0 ? sqrt(squares / weights) / value : 0;
}

double fc_count_fit_value(const fc_count_fit *fit, const double *x, const double *unknown, double *relative_error)
{
    double value = value_at(&fit->model, x, fit->n_variables);
    double error = hypot(fit->model.error, spread_at(fit, x, value));
    for (int v = 0; v < fit->n_variables; v++)
        error = hypot(error, doubt_of(fit, v, unknown[v]) * distance_of(fit, v, x[v]));
    *relative_error = error;
    return value;
}

static void print_power(fc_text *out, double exponent, const char *name)
{
    int below = exponent * 2 == nearbyint(exponent * 2) ? 2 : 3;
    if (exponent == 1)
        fc_text_add(out, " %s", name);
    else if (exponent == nearbyint(exponent))
        fc_text_add(out, " %s^%.0f", name, exponent);
    else
        fc_text_add(out, " %s^(%.0f/%d)", name, exponent * below, below);
}

void fc_count_fit_print(fc_text *out, const fc_count_fit *fit, const char *const *name)
{
    const fc_count_model *model = &fit->model;
    fc_text factors = {0};
    for (int v = 0; v < fit->n_variables; v++) {
        if (model->factor[v].exponent != 0)
            print_power(&factors, model->factor[v].exponent, name[v]);
        if (model->factor[v].logs)
            fc_text_add(&factors, " log2(%s)", name[v]);
    }
    double coefficient = model->coefficient;
    if (model->has_constant) {
        fc_text_add(out, "%.4g %c ", model->constant, coefficient < 0 ? '-' : '+');
        coefficient = fabs(coefficient);
    }
    if (fabs(coefficient - 1) < 5e-5 && factors.length > 0)
        fc_text_add(out, "%s", factors.bytes + 1);
    else
        fc_text_add(out, "%.4g%s", coefficient, factors.bytes ? factors.bytes : "");
    fc_text_free(&factors);
}
