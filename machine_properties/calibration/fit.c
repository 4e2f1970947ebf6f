/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics and least squares by GSL: bisquare weights for robust fits (Holland, Welsch 1977), subset enumeration for
 * nonnegative ones. */
#include "machine_properties/calibration/fit.h"

#include "support/messages/machine.h"
#include "support/text.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *sorted_copy(const double *values, int n)
{
    double *sorted = fc_allocate((size_t)n, sizeof *sorted);
    memcpy(sorted, values, (size_t)n * sizeof *sorted);
    gsl_sort(sorted, 1, (size_t)n);
    return sorted;
}

fc_location fc_fit_locate(const double *samples, int n)
{
    double *sorted = sorted_copy(samples, n);
    fc_location location = {gsl_stats_quantile_from_sorted_data(sorted, 1, (size_t)n, 0.25), 0};
    double median = gsl_stats_median_from_sorted_data(sorted, 1, (size_t)n);
    if (location.value > 0)
        location.spread = (median - location.value) / location.value;
    free(sorted);
    return location;
}

double fc_fit_quantile(const double *values, int n, double share)
{
    double *sorted = sorted_copy(values, n);
    double quantile = gsl_stats_quantile_from_sorted_data(sorted, 1, (size_t)n, share);
    free(sorted);
    return quantile;
}

double fc_fit_median(const double *values, int n)
{
    return fc_fit_quantile(values, n, 0.5);
}

double fc_fit_standard_error(const double *deviations, int n)
{
    if (n == 0)
        return 0;
    double *sizes = fc_allocate((size_t)n, sizeof *sizes);
    for (int i = 0; i < n; i++)
        sizes[i] = fabs(deviations[i]);
    double *sorted = sorted_copy(sizes, n), most = gsl_stats_quantile_from_sorted_data(sorted, 1, (size_t)n, 0.9);
    free(sorted);
    free(sizes);
    return most / gsl_cdf_ugaussian_Pinv(0.95);
}

/* The weighted problem: rows scaled by sqrt(weight), restricted to the columns of `mask`. */
typedef struct workspace {
    gsl_matrix *x, *covariance;
    gsl_vector *y, *c, *residual;
    double scale[FC_FIT_MAX_TERMS];
    int column[FC_FIT_MAX_TERMS];
    int n, k;
} workspace;

/* Columns are scaled to length 1, since terms range from 1 to bytes times ranks. */
static bool prepare(workspace *w, const fc_fit_problem *p, unsigned mask)
{
    *w = (workspace){.n = p->n};
    for (int k = 0; k < p->k; k++)
        if (mask >> k & 1)
            w->column[w->k++] = k;
    w->x = gsl_matrix_calloc((size_t)w->n, (size_t)w->k);
    w->covariance = gsl_matrix_calloc((size_t)w->k, (size_t)w->k);
    w->y = gsl_vector_calloc((size_t)w->n);
    w->c = gsl_vector_calloc((size_t)w->k);
    w->residual = gsl_vector_calloc((size_t)w->n);
    if (!w->x || !w->covariance || !w->y || !w->c || !w->residual)
        return false;
    for (int j = 0; j < w->k; j++) {
        double sum = 0;
        for (int i = 0; i < w->n; i++) {
            double value = p->x[i * p->k + w->column[j]] * (p->weight ? sqrt(p->weight[i]) : 1);
            gsl_matrix_set(w->x, (size_t)i, (size_t)j, value);
            sum += value * value;
        }
        w->scale[j] = sum > 0 ? sqrt(sum) : 1;
        for (int i = 0; i < w->n; i++)
            gsl_matrix_set(w->x, (size_t)i, (size_t)j, gsl_matrix_get(w->x, (size_t)i, (size_t)j) / w->scale[j]);
    }
    for (int i = 0; i < w->n; i++)
        gsl_vector_set(w->y, (size_t)i, p->y[i] * (p->weight ? sqrt(p->weight[i]) : 1));
    return true;
}

static bool solve_plain(workspace *w)
{
    double chi_squared;
    gsl_multifit_linear_workspace *space = gsl_multifit_linear_alloc((size_t)w->n, (size_t)w->k);
    bool is_solved = space &&
                     gsl_multifit_linear(w->x, w->y, w->c, w->covariance, &chi_squared, space) == GSL_SUCCESS &&
                     gsl_multifit_linear_rank(1e-12, space) == (size_t)w->k;
    if (space)
        gsl_multifit_linear_free(space);
    return is_solved;
}

static bool solve_robust(workspace *w)
{
    gsl_multifit_robust_workspace *space =
        gsl_multifit_robust_alloc(gsl_multifit_robust_bisquare, (size_t)w->n, (size_t)w->k);
    bool is_solved = false;
    if (space) {
        gsl_multifit_robust_maxiter(200, space);
        is_solved = gsl_multifit_robust(w->x, w->y, w->c, w->covariance, space) == GSL_SUCCESS;
        gsl_multifit_robust_free(space);
    }
    for (int j = 0; is_solved && j < w->k; j++)
        is_solved = isfinite(gsl_vector_get(w->c, (size_t)j));
    return is_solved;
}

/* Root of the mean square residual. A robust fit bounds each square at 25 times the median square. */
static double root_mean_square(const workspace *w, bool is_robust)
{
    double *square = fc_allocate((size_t)w->n, sizeof *square), sum = 0;
    for (int i = 0; i < w->n; i++) {
        double rest = gsl_vector_get(w->y, (size_t)i);
        for (int j = 0; j < w->k; j++)
            rest -= gsl_matrix_get(w->x, (size_t)i, (size_t)j) * gsl_vector_get(w->c, (size_t)j);
        square[i] = rest * rest;
    }
    double bound = HUGE_VAL;
    if (is_robust) {
        gsl_sort(square, 1, (size_t)w->n);
        bound = 25 * gsl_stats_median_from_sorted_data(square, 1, (size_t)w->n) + 1e-24;
    }
    for (int i = 0; i < w->n; i++)
        sum += fmin(square[i], bound);
    free(square);
    return sqrt(sum / w->n);
}

/* Fits the columns of `mask`. Returns the residual, or a negative number if there is no such fit. */
static double fit_columns(double *c, const fc_fit_problem *p, unsigned mask)
{
    workspace w;
    double residual_found = -1;
    bool is_robust = p->is_robust && p->n > __builtin_popcount(mask) + 1;
    memset(c, 0, sizeof(double) * (size_t)p->k);
    if (mask == 0)
        return -1;
    if (prepare(&w, p, mask) && solve_plain(&w)) {
        bool is_exact = root_mean_square(&w, false) < 1e-12 * gsl_blas_dnrm2(w.y);
        if (!is_robust || is_exact || solve_robust(&w) || solve_plain(&w))
            residual_found = root_mean_square(&w, is_robust);
        for (int j = 0; j < w.k; j++)
            c[w.column[j]] = gsl_vector_get(w.c, (size_t)j) / w.scale[j];
    }
    gsl_matrix_free(w.x);
    gsl_matrix_free(w.covariance);
    gsl_vector_free(w.y);
    gsl_vector_free(w.c);
    gsl_vector_free(w.residual);
    return residual_found;
}

static bool is_valid(const fc_fit_problem *p)
{
    if (p->k < 1 || p->k > FC_FIT_MAX_TERMS || p->n < p->k)
        return false;
    for (int i = 0; i < p->n; i++) {
        if (!isfinite(p->y[i]) || (p->weight && !(p->weight[i] > 0 && isfinite(p->weight[i]))))
            return false;
        for (int k = 0; k < p->k; k++)
            if (!isfinite(p->x[i * p->k + k]))
                return false;
    }
    return true;
}

static bool is_nonnegative(const double *c, int k)
{
    for (int i = 0; i < k; i++)
        if (c[i] < 0)
            return false;
    return true;
}

/* Nonnegative least squares over at most 8 terms by trying every subset; cost 2^k fits. */
static double best_subset(double *best, const fc_fit_problem *p)
{
    double least = -1, c[FC_FIT_MAX_TERMS];
    for (unsigned mask = 1; mask < 1u << p->k; mask++) {
        double residual_found = fit_columns(c, p, mask);
        if (residual_found >= 0 && is_nonnegative(c, p->k) && (least < 0 || residual_found < least)) {
            least = residual_found;
            memcpy(best, c, sizeof(double) * (size_t)p->k);
        }
    }
    return least;
}

fc_status fc_fit_linear(double *c, double *residual, const fc_fit_problem *problem, fc_report *report)
{
    double found[FC_FIT_MAX_TERMS], residual_found = -1;
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    if (is_valid(problem)) {
        residual_found = fit_columns(found, problem, (1u << problem->k) - 1);
        if (problem->is_nonnegative && (residual_found < 0 || !is_nonnegative(found, problem->k)))
            residual_found = best_subset(found, problem);
    }
    gsl_set_error_handler(before);
    if (residual_found < 0)
        return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Measure more points.",
                       FC_MSG_POINTS_DO_NOT_DETERMINE_COEFFICIENTS, problem->n, problem->k);
    memcpy(c, found, sizeof(double) * (size_t)problem->k);
    if (residual)
        *residual = residual_found;
    return FC_OK;
}
