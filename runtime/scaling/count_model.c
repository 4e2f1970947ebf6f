/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/count_model.h"

#include <gsl/gsl_fit.h>
#include <gsl/gsl_pow_int.h>
#include <math.h>
#include <stdlib.h>

enum {
    MOST_SWEEPS = 16,
    FIRST_SWEEPS = 3
};
/* Of offsets and slopes, from one sweep to the next; how much the others may improve what the first sweeps leave. */
static const double settled = 1e-11, last_gain = 4;

/* ---- values ---- */

bool fc_count_factor_counts(const fc_count_factor *factor)
{
    return factor->exponent != 0 || factor->logs != 0;
}

bool fc_count_model_has(const fc_count_model *model, int variable)
{
    bool is_there = false;
    for (int t = 0; t < model->n_terms; t++)
        is_there |= fc_count_factor_counts(&model->term[t].factor[variable]);
    return is_there;
}

/* Whole and half exponents, which are most, by products: pow takes several times as long. */
static double power_of(double x, double exponent)
{
    if (exponent == nearbyint(exponent))
        return gsl_pow_int(x, (int)exponent);
    if (2 * exponent == nearbyint(2 * exponent))
        return gsl_pow_int(sqrt(x), (int)(2 * exponent));
    return pow(x, exponent);
}

static double power_value(const fc_count_factor *factor, double x)
{
    double value = power_of(x, factor->exponent);
    return factor->logs ? value * log2(x) : value;
}

static double factor_value(const fc_count_factor *factor, double x)
{
    double value = power_value(factor, x);
    return factor->has_offset ? factor->offset + factor->slope * value : value;
}

static double product_at(const fc_count_term *term, const double *x, int n_variables)
{
    double product = 1;
    for (int v = 0; v < n_variables; v++)
        product *= factor_value(&term->factor[v], x[v]);
    return product;
}

double fc_count_model_value(const fc_count_model *model, const double *x, int n_variables)
{
    double value = 0;
    for (int t = 0; t < model->n_terms; t++)
        value += model->term[t].coefficient * product_at(&model->term[t], x, n_variables);
    return model->is_complement ? 1 - value : value;
}

double fc_count_model_possible(const fc_count_model *model, const double *x, int n_variables)
{
    return fmax(fc_count_model_value(model, x, n_variables), 0);
}

/* ---- trials ---- */

/* What an error of the count refers to: both sides of a share run. */
static double size_of(const fc_count_samples *samples, int sample)
{
    double y = samples->y[sample];
    return samples->is_share ? fmin(y, 1 - y) : y;
}

void fc_count_trial_begin(fc_count_trial *out, const fc_count_samples *samples)
{
    size_t n = (size_t)samples->n_samples;
    double *room = fc_allocate(3 * n, sizeof *room);
    *out = (fc_count_trial){.samples = samples, .regressor = room, .weight = room + n, .y = room + 2 * n};
    for (int i = 0; i < samples->n_samples; i++)
        out->least_scale = fmax(out->least_scale, 0.01 * size_of(samples, i));
    if (out->least_scale == 0)
        out->least_scale = 1; /* nothing was ever counted */
}

void fc_count_trial_end(fc_count_trial *trial)
{
    free(trial->regressor);
}

static const double *sample_x(const fc_count_trial *trial, int sample)
{
    return trial->samples->x + (size_t)sample * (size_t)trial->samples->n_variables;
}

/* What the terms add up to in a sample. */
static double sample_y(const fc_count_trial *trial, const fc_count_model *model, int sample)
{
    return model->is_complement ? 1 - trial->samples->y[sample] : trial->samples->y[sample];
}

static double scale_of(const fc_count_trial *trial, int sample)
{
    return fmax(size_of(trial->samples, sample), trial->least_scale);
}

static double relative_error(const fc_count_model *model, const fc_count_trial *trial, int sample)
{
    double value = fc_count_model_possible(model, sample_x(trial, sample), trial->samples->n_variables);
    return (value - trial->samples->y[sample]) / scale_of(trial, sample);
}

/* ---- coefficients ---- */

/* The i-th of n equations to be solved: y = (a + b * regressor) * by, or y = b * regressor * by. */
static void set_equation(const fc_count_trial *trial, size_t i, double by, double regressor, double y, double scale)
{
    trial->regressor[i] = regressor;
    trial->y[i] = by != 0 ? y / by : 0;
    trial->weight[i] = by * by / (scale * scale);
}

/* a and b of the first n equations. False: they do not determine them. */
static bool solve_line(double *a, double *b, const fc_count_trial *trial, size_t n)
{
    double c00, c01, c11, sum;
    gsl_fit_wlinear(trial->regressor, 1, trial->weight, 1, trial->y, 1, n, a, b, &c00, &c01, &c11, &sum);
    return isfinite(*a) && isfinite(*b);
}

/* Terms without offsets, over all samples but `without` (-1: none). */
static bool solve_terms(fc_count_model *model, const fc_count_trial *trial, int without)
{
    size_t n = 0;
    int width = trial->samples->n_variables;
    double c11, sum, *first = &model->term[0].coefficient;
    for (int i = 0; i < trial->samples->n_samples; i++) {
        if (i == without)
            continue;
        const double *x = sample_x(trial, i);
        double by = model->n_terms > 1 ? product_at(&model->term[1], x, width) : 1;
        double product = product_at(&model->term[0], x, width);
        set_equation(trial, n++, by, by != 0 ? product / by : 0, sample_y(trial, model, i), scale_of(trial, i));
    }
    if (model->n_terms > 1)
        return solve_line(&model->term[1].coefficient, first, trial, n);
    gsl_fit_wmul(trial->regressor, 1, trial->weight, 1, trial->y, 1, n, first, &c11, &sum);
    return isfinite(*first);
}

/* The offset and slope of one factor, the others as they are. *moved: how much they changed, relative. */
static bool solve_factor(double *moved, fc_count_model *model, const fc_count_trial *trial, int variable, int without)
{
    fc_count_term *term = &model->term[0];
    fc_count_factor *factor = &term->factor[variable], before = *factor;
    size_t n = 0;
    double size = 0;
    for (int i = 0; i < trial->samples->n_samples; i++) {
        if (i == without)
            continue;
        const double *x = sample_x(trial, i);
        double others = 1, power = power_value(factor, x[variable]);
        for (int v = 0; v < trial->samples->n_variables; v++)
            others *= v == variable ? 1 : factor_value(&term->factor[v], x[v]);
        size = fmax(size, fabs(power));
        set_equation(trial, n++, others, power, sample_y(trial, model, i), scale_of(trial, i));
    }
    if (!solve_line(&factor->offset, &factor->slope, trial, n))
        return false;
    double change = fabs(factor->offset - before.offset) + size * fabs(factor->slope - before.slope);
    *moved = fmax(*moved, change / (fabs(factor->offset) + size * fabs(factor->slope)));
    return true;
}

static bool has_offsets(const fc_count_model *model)
{
    bool has = false;
    for (int v = 0; v < FC_COUNT_VARIABLES; v++)
        has |= model->term[0].factor[v].has_offset;
    return has;
}

/* Takes the size of factors with offsets into the coefficient: they begin with 1 where the offset is not 0. */
static void normalise(fc_count_term *term)
{
    term->coefficient = 1;
    for (int v = 0; v < FC_COUNT_VARIABLES; v++) {
        fc_count_factor *factor = &term->factor[v];
        double size = !factor->has_offset ? 1 : factor->offset != 0 ? factor->offset : factor->slope;
        if (!factor->has_offset || size == 0)
            continue;
        term->coefficient *= size;
        factor->offset /= size;
        factor->slope /= size;
    }
}

static double misfit(const fc_count_model *model, const fc_count_trial *trial)
{
    double squares = 0;
    int n = trial->samples->n_samples;
    for (int i = 0; i < n; i++)
        squares += gsl_pow_2(relative_error(model, trial, i));
    return sqrt(squares / n);
}

/* One round of alternating least squares: in each factor with an offset alone the model is a line. */
static bool sweep_factors(double *moved, fc_count_model *model, const fc_count_trial *trial, int without)
{
    *moved = 0;
    for (int v = 0; v < trial->samples->n_variables; v++)
        if (model->term[0].factor[v].has_offset && !solve_factor(moved, model, trial, v, without))
            return false;
    return !isnan(*moved);
}

/* Factors with offsets. Gives up after a few rounds where the misfit is hopeless. */
static bool solve_factors(fc_count_model *model, const fc_count_trial *trial, int without, double hopeless)
{
    fc_count_term *term = &model->term[0];
    term->coefficient = 1;
    for (int v = 0; v < FC_COUNT_VARIABLES; v++)
        if (term->factor[v].has_offset && term->factor[v].offset == 0 && term->factor[v].slope == 0)
            term->factor[v].slope = 1;
    double moved = 1;
    for (int sweep = 0; sweep < MOST_SWEEPS && moved > settled; sweep++) {
        if (!sweep_factors(&moved, model, trial, without))
            return false;
        if (sweep == FIRST_SWEEPS && !(misfit(model, trial) <= last_gain * hopeless))
            return false;
    }
    normalise(term);
    return isfinite(term->coefficient);
}

static bool solve(fc_count_model *model, const fc_count_trial *trial, int without, double hopeless)
{
    return has_offsets(model) ? solve_factors(model, trial, without, hopeless) : solve_terms(model, trial, without);
}

bool fc_count_model_leave_out(fc_count_model *model, const fc_count_trial *trial, int sample)
{
    return solve(model, trial, sample, INFINITY);
}

/* ---- validation ---- */

static int factors_of(const fc_count_term *term)
{
    int n = 0;
    for (int v = 0; v < FC_COUNT_VARIABLES; v++)
        n += fc_count_factor_counts(&term->factor[v]);
    return n;
}

int fc_count_model_parameters(const fc_count_model *model)
{
    int n = 0;
    for (int t = 0; t < model->n_terms; t++)
        n += 1 + factors_of(&model->term[t]);
    for (int v = 0; v < FC_COUNT_VARIABLES; v++)
        n += model->term[0].factor[v].has_offset;
    return n;
}

static bool is_same_product(const fc_count_term *a, const fc_count_term *b)
{
    bool same = true;
    for (int v = 0; v < FC_COUNT_VARIABLES; v++)
        same &= a->factor[v].exponent == b->factor[v].exponent && a->factor[v].logs == b->factor[v].logs;
    return same;
}

/* Not the same function as a simpler model, and not more than the samples can tell: two products with powers, and
 * offsets, bend where noise does, and want two samples for each of their parameters. */
static bool is_determined(const fc_count_model *model, const fc_count_trial *trial)
{
    const fc_count_term *first = &model->term[0], *second = &model->term[1];
    bool offsets = has_offsets(model), is_rich = offsets || factors_of(second) > 0;
    if (model->n_terms > 1 && (is_same_product(first, second) || offsets || factors_of(first) == 0))
        return false;
    for (int v = 0; v < FC_COUNT_VARIABLES; v++)
        if (first->factor[v].has_offset && !fc_count_factor_counts(&first->factor[v]))
            return false;
    if (offsets && factors_of(first) < 2)
        return false;
    return fc_count_model_parameters(model) * (is_rich ? 2 : 1) <= trial->samples->n_samples;
}

void fc_count_model_validate(fc_count_model *model, const fc_count_trial *trial, double hopeless)
{
    int n = trial->samples->n_samples;
    double squares = 0;
    model->error = INFINITY;
    if (!is_determined(model, trial) || !solve(model, trial, -1, hopeless) || !(misfit(model, trial) <= hopeless))
        return;
    for (int i = 0; i < n && n > 1; i++) {
        fc_count_model other = *model;
        if (!fc_count_model_leave_out(&other, trial, i))
            return;
        squares += gsl_pow_2(relative_error(&other, trial, i));
        if (!(sqrt(squares / n) <= hopeless))
            return;
    }
    if (isfinite(squares))
        model->error = sqrt(squares / n);
}

/* ---- text ---- */

static void print_power(fc_text *out, const fc_count_factor *factor, const char *name)
{
    double exponent = factor->exponent;
    int below = exponent * 2 == nearbyint(exponent * 2) ? 2 : 3;
    if (exponent == 1)
        fc_text_add(out, " %s", name);
    else if (exponent != 0 && exponent == nearbyint(exponent))
        fc_text_add(out, " %s^%.0f", name, exponent);
    else if (exponent != 0)
        fc_text_add(out, " %s^(%.0f/%d)", name, exponent * below, below);
    if (factor->logs)
        fc_text_add(out, " log2(%s)", name);
}

/* " p^-1 n^2", or " (1 - 1.11 n^-1)": each with a space before it. */
static void print_factor(fc_text *out, const fc_count_factor *factor, const char *name)
{
    if (!factor->has_offset) {
        print_power(out, factor, name);
        return;
    }
    fc_text_add(out, " (%.4g %c %.4g", factor->offset, factor->slope < 0 ? '-' : '+', fabs(factor->slope));
    print_power(out, factor, name);
    fc_text_add(out, ")");
}

static void print_term(fc_text *out, double coefficient, const fc_count_term *term, int n_variables,
                       const char *const *name)
{
    fc_text factors = {0};
    for (int v = 0; v < n_variables; v++)
        print_factor(&factors, &term->factor[v], name[v]);
    if (fabs(coefficient - 1) < 5e-5 && factors.length > 0)
        fc_text_add(out, "%s", factors.bytes + 1);
    else
        fc_text_add(out, "%.4g%s", coefficient, factors.bytes ? factors.bytes : "");
    fc_text_free(&factors);
}

void fc_count_model_print(fc_text *out, const fc_count_model *model, int n_variables, const char *const *name)
{
    bool is_first = true;
    if (model->is_complement) {
        fc_text_add(out, "1");
        is_first = false;
    }
    for (int t = model->n_terms; t-- > 0;) {
        double coefficient = model->is_complement ? -model->term[t].coefficient : model->term[t].coefficient;
        if (!is_first) {
            fc_text_add(out, coefficient < 0 ? " - " : " + ");
            coefficient = fabs(coefficient);
        }
        print_term(out, coefficient, &model->term[t], n_variables, name);
        is_first = false;
    }
}
