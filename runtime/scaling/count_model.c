/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/count_model.h"

#include <gsl/gsl_fit.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_pow_int.h>
#include <math.h>
#include <stdlib.h>

enum {
    MOST_SWEEPS = 16,
    FIRST_SWEEPS = 3
};
/* settled: relative change of offsets and slopes at convergence, and rounding threshold. last_gain: factor by which
 * further sweeps may still improve the misfit of the first ones. */
static const double settled = 1e-11, last_gain = 4;
static const double most_acceleration = 6; /* that of a model that falls to 0 */

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

/* The usual exponents by few operations: pow takes several times as long. */
static double power_of(double x, double exponent)
{
    if (exponent == 0)
        return 1;
    if (exponent == 1)
        return x;
    if (exponent == -1)
        return 1 / x;
    if (exponent == 2)
        return x * x;
    if (exponent == 3)
        return x * (x * x);
    double halves = 2 * exponent;
    return halves == (int)halves ? gsl_pow_int(sqrt(x), (int)halves) : pow(x, exponent);
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

int fc_count_model_in_bracket(const fc_count_model *model)
{
    int n = 0;
    for (int v = 0; v < FC_COUNT_VARIABLES; v++)
        n += model->term[0].factor[v].has_offset;
    return n;
}

/* The factor in front of a sum. */
static double in_front_of_sum(const fc_count_model *model, const double *x, int n_variables)
{
    double product = 1;
    for (int v = 0; v < n_variables; v++) {
        const fc_count_factor *factor = &model->term[0].factor[v];
        if (!factor->has_offset)
            product *= power_value(factor, x[v]);
        else if (model->has_volume)
            product *= x[v];
    }
    return product;
}

static double sum_at(const fc_count_model *model, const double *x, int n_variables)
{
    double sum = 0;
    for (int v = 0; v < n_variables; v++)
        if (model->term[0].factor[v].has_offset)
            sum += factor_value(&model->term[0].factor[v], x[v]);
    return sum * in_front_of_sum(model, x, n_variables);
}

double fc_count_model_value(const fc_count_model *model, const double *x, int n_variables)
{
    double value = 0;
    if (model->is_sum)
        value = model->term[0].coefficient * sum_at(model, x, n_variables);
    else
        for (int t = 0; t < model->n_terms; t++)
            value += model->term[t].coefficient * product_at(&model->term[t], x, n_variables);
    return model->is_complement ? 1 - value : value;
}

double fc_count_model_valid_value(const fc_count_model *model, const double *x, int n_variables)
{
    return fmax(fc_count_model_value(model, x, n_variables), 0);
}

/* ---- trials ---- */

/* Linear least squares with a constant and one slope a variable. */
struct fc_count_lines {
    gsl_multifit_linear_workspace *space;
    gsl_matrix *regressors, *covariance;
    gsl_vector *weights, *y, *solution;
};

enum {
    MOST_COLUMNS = 1 + FC_COUNT_VARIABLES
};

/* The denominator of relative errors; for a share the smaller of both sides, as both branches execute. */
static double size_of(const fc_count_samples *samples, int sample)
{
    double y = samples->y[sample];
    return samples->is_share ? fmin(y, 1 - y) : y;
}

static void find_center(fc_count_trial *trial)
{
    const fc_count_samples *samples = trial->samples;
    for (int v = 0; v < samples->n_variables; v++) {
        double mean = 0, most = -INFINITY;
        for (int i = 0; i < samples->n_samples; i++) {
            double ln = log(samples->x[i * samples->n_variables + v]);
            mean += ln / samples->n_samples;
            most = fmax(most, ln);
        }
        trial->center[v] = exp(mean);
        trial->reach[v] = exp(most - mean);
    }
}

void fc_count_trial_begin(fc_count_trial *out, const fc_count_samples *samples)
{
    size_t n = (size_t)samples->n_samples;
    double *room = fc_allocate(3 * n, sizeof *room);
    *out = (fc_count_trial){.samples = samples, .regressor = room, .weight = room + n, .y = room + 2 * n};
    for (int i = 0; i < samples->n_samples; i++)
        out->least_scale = fmax(out->least_scale, 0.01 * size_of(samples, i));
    if (out->least_scale == 0)
        out->least_scale = 1; /* all counts are 0 */
    struct fc_count_lines *lines = fc_allocate(1, sizeof *lines);
    *lines = (struct fc_count_lines){gsl_multifit_linear_alloc(n, MOST_COLUMNS),
                                     gsl_matrix_alloc(n, MOST_COLUMNS),
                                     gsl_matrix_alloc(MOST_COLUMNS, MOST_COLUMNS),
                                     gsl_vector_alloc(n),
                                     gsl_vector_alloc(n),
                                     gsl_vector_alloc(MOST_COLUMNS)};
    out->lines = lines;
    find_center(out);
}

void fc_count_trial_end(fc_count_trial *trial)
{
    struct fc_count_lines *lines = trial->lines;
    gsl_multifit_linear_free(lines->space);
    gsl_matrix_free(lines->regressors);
    gsl_matrix_free(lines->covariance);
    gsl_vector_free(lines->weights);
    gsl_vector_free(lines->y);
    gsl_vector_free(lines->solution);
    free(lines);
    free(trial->regressor);
}

static const double *sample_x(const fc_count_trial *trial, int sample)
{
    return trial->samples->x + (size_t)sample * (size_t)trial->samples->n_variables;
}

/* The target value of the sum of terms. */
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
    double value = fc_count_model_valid_value(model, sample_x(trial, sample), trial->samples->n_variables);
    return (value - trial->samples->y[sample]) / scale_of(trial, sample);
}

/* ---- coefficients ---- */

/* The i-th equation: y = (a + b * regressor) * by, or y = b * regressor * by. */
static void set_equation(const fc_count_trial *trial, size_t i, double by, double regressor, double y, double scale)
{
    trial->regressor[i] = regressor;
    trial->y[i] = by != 0 ? y / by : 0;
    trial->weight[i] = by * by / (scale * scale);
}

/* Solves the first n equations for a and b. False: they do not determine them. */
static bool solve_line(double *a, double *b, const fc_count_trial *trial, size_t n)
{
    double c00, c01, c11, sum;
    gsl_fit_wlinear(trial->regressor, 1, trial->weight, 1, trial->y, 1, n, a, b, &c00, &c01, &c11, &sum);
    return isfinite(*a) && isfinite(*b);
}

/* Fits the coefficients of terms without offsets, to all samples except `without` (-1: to all). */
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

/* Fits offset and slope of one factor, with the others fixed. *moved: their relative change. */
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

static double misfit_of(const fc_count_model *model, const fc_count_trial *trial)
{
    double squares = 0;
    int n = trial->samples->n_samples;
    for (int i = 0; i < n; i++)
        squares += gsl_pow_2(relative_error(model, trial, i));
    return sqrt(squares / n);
}

/* One sweep of alternating least squares: the model is linear in each factor with an offset. */
static bool sweep_factors(double *moved, fc_count_model *model, const fc_count_trial *trial, int without)
{
    *moved = 0;
    for (int v = 0; v < trial->samples->n_variables; v++)
        if (model->term[0].factor[v].has_offset && !solve_factor(moved, model, trial, v, without))
            return false;
    return !isnan(*moved);
}

/* Fits factors with offsets. Stops after the first sweeps if the misfit is hopeless. */
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
        if (sweep == FIRST_SWEEPS && !(misfit_of(model, trial) <= last_gain * hopeless))
            return false;
    }
    /* Moves the scale of factors with offsets into the coefficient, so that nonzero offsets become 1. */
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
    return isfinite(term->coefficient);
}

/* Sets one equation of a sum. False: a regressor is not finite. */
static bool set_row(const fc_count_trial *trial, size_t row, const fc_count_model *model, int sample)
{
    const double *x = sample_x(trial, sample);
    struct fc_count_lines *lines = trial->lines;
    double front = in_front_of_sum(model, x, trial->samples->n_variables);
    size_t column = 0;
    gsl_matrix_set(lines->regressors, row, column++, front);
    for (int v = 0; v < trial->samples->n_variables; v++)
        if (model->term[0].factor[v].has_offset)
            gsl_matrix_set(lines->regressors, row, column++, front * power_value(&model->term[0].factor[v], x[v]));
    gsl_vector_set(lines->weights, row, 1 / gsl_pow_2(scale_of(trial, sample)));
    gsl_vector_set(lines->y, row, sample_y(trial, model, sample));
    gsl_vector_view regressors = gsl_matrix_subrow(lines->regressors, row, 0, column);
    return isfinite(gsl_vector_max(&regressors.vector) - gsl_vector_min(&regressors.vector));
}

/* Moves the scale of a sum into the coefficient, so that a constant beyond rounding becomes 1. */
static bool take_solution(fc_count_model *model, const fc_count_trial *trial, const gsl_vector *solution)
{
    double size = gsl_vector_get(solution, 0), most = 0;
    size_t column = 1;
    for (int v = 0; v < trial->samples->n_variables; v++)
        if (model->term[0].factor[v].has_offset)
            most = fmax(most, fabs(gsl_vector_get(solution, column++) *
                                   power_value(&model->term[0].factor[v], trial->center[v])));
    bool has_constant = fabs(size) > settled * most;
    size = has_constant ? size : gsl_vector_get(solution, 1);
    column = 1;
    for (int v = 0; v < trial->samples->n_variables; v++) {
        fc_count_factor *factor = &model->term[0].factor[v];
        if (!factor->has_offset)
            continue;
        factor->offset = column == 1 && has_constant;
        factor->slope = size != 0 ? gsl_vector_get(solution, column) / size : 0;
        column++;
    }
    model->term[0].coefficient = size;
    return isfinite(size);
}

static bool solve_sum(fc_count_model *model, const fc_count_trial *trial, int without)
{
    size_t rows = 0, columns = 1;
    for (int v = 0; v < FC_COUNT_VARIABLES; v++)
        columns += model->term[0].factor[v].has_offset;
    for (int i = 0; i < trial->samples->n_samples; i++)
        if (i != without && !set_row(trial, rows++, model, i))
            return false;
    struct fc_count_lines *lines = trial->lines;
    gsl_matrix_view among = gsl_matrix_submatrix(lines->regressors, 0, 0, rows, columns);
    gsl_matrix_view covariance = gsl_matrix_submatrix(lines->covariance, 0, 0, columns, columns);
    gsl_vector_view weights = gsl_vector_subvector(lines->weights, 0, rows),
                    y = gsl_vector_subvector(lines->y, 0, rows),
                    solution = gsl_vector_subvector(lines->solution, 0, columns);
    double squares;
    if (rows < columns || gsl_multifit_wlinear(&among.matrix, &weights.vector, &y.vector, &solution.vector,
                                               &covariance.matrix, &squares, lines->space) != GSL_SUCCESS)
        return false;
    return take_solution(model, trial, &solution.vector);
}

static bool solve(fc_count_model *model, const fc_count_trial *trial, int without, double hopeless)
{
    if (model->is_sum)
        return solve_sum(model, trial, without);
    return fc_count_model_in_bracket(model) > 0 ? solve_factors(model, trial, without, hopeless)
                                                : solve_terms(model, trial, without);
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
    int n = fc_count_model_in_bracket(model) > 0; /* slopes instead of exponents, and one exponent */
    for (int t = 0; t < model->n_terms; t++)
        n += 1 + factors_of(&model->term[t]);
    return n;
}

static bool is_same_product(const fc_count_term *a, const fc_count_term *b)
{
    bool same = true;
    for (int v = 0; v < FC_COUNT_VARIABLES; v++)
        same &= a->factor[v].exponent == b->factor[v].exponent && a->factor[v].logs == b->factor[v].logs;
    return same;
}

/* Whether the model differs from every simpler one, and the samples determine it. Two products with powers follow
 * noise and require two samples a parameter, brackets two a coefficient. */
static bool is_determined(const fc_count_model *model, const fc_count_trial *trial)
{
    const fc_count_term *first = &model->term[0], *second = &model->term[1];
    bool is_rich = factors_of(second) > 0;
    int n = trial->samples->n_samples, bracket = fc_count_model_in_bracket(model);
    if (model->n_terms > 1 && (is_same_product(first, second) || bracket > 0 || factors_of(first) == 0))
        return false;
    for (int v = 0; v < FC_COUNT_VARIABLES; v++)
        if (first->factor[v].has_offset && !fc_count_factor_counts(&first->factor[v]))
            return false;
    if (bracket > 0)
        return factors_of(first) > 1 && 2 * (1 + bracket) + factors_of(first) - bracket <= n;
    return fc_count_model_parameters(model) * (is_rich ? 2 : 1) <= n;
}

/* The value at the samples' center times a power of their reach. */
static double value_beyond(const fc_count_model *model, const fc_count_trial *trial, int power)
{
    double x[FC_COUNT_VARIABLES];
    for (int v = 0; v < trial->samples->n_variables; v++)
        x[v] = trial->center[v] * gsl_pow_int(trial->reach[v], power);
    return fc_count_model_valid_value(model, x, trial->samples->n_variables);
}

/* Growth from the border of the samples to the same distance outside, compared with growth from center to border. */
static double acceleration_of(const fc_count_model *model, const fc_count_trial *trial)
{
    double reach = 0, center = value_beyond(model, trial, 0), border = value_beyond(model, trial, 1),
           far = value_beyond(model, trial, 2);
    for (int v = 0; v < trial->samples->n_variables; v++)
        reach = fmax(reach, log(trial->reach[v]));
    if (!(center > 0) || reach == 0)
        return 0;
    if (!(border > 0 && far > 0)) /* no count ends at 0 as its sizes grow */
        return INFINITY;
    double faster = fabs(log(far / border)) - fabs(log(border / center));
    return fmin(fmax(faster / reach, 0), most_acceleration);
}

void fc_count_model_validate(fc_count_model *model, const fc_count_trial *trial, double hopeless)
{
    int n = trial->samples->n_samples;
    double squares = 0;
    model->error = model->misfit = INFINITY;
    model->acceleration = 0;
    if (!is_determined(model, trial) || !solve(model, trial, -1, hopeless))
        return;
    model->misfit = misfit_of(model, trial);
    if (!(model->misfit <= hopeless))
        return;
    for (int i = 0; i < n && n > 1; i++) {
        fc_count_model other = *model;
        if (!fc_count_model_leave_out(&other, trial, i))
            return;
        squares += gsl_pow_2(relative_error(&other, trial, i));
        if (!(sqrt(squares / n) <= hopeless))
            return;
    }
    model->acceleration = acceleration_of(model, trial);
    if (isfinite(squares) && isfinite(model->acceleration))
        model->error = sqrt(squares / n);
}
