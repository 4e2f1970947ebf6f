/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/speedup_fit.h"

#include "support/text.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ITERATIONS = 200,
    KEPT_STARTS = 6,
    MOST_GROUPS = 20
};

typedef struct problem {
    const fc_speedup_law *law;
    const fc_speedup_points *points;
} problem;

/* Projects the parameters onto the law's ranges. */
static void clamp(double *inside, const fc_speedup_law *law, const double *parameter)
{
    for (int k = 0; k < law->n_parameters; k++)
        inside[k] = fmin(fmax(parameter[k], law->parameter[k].low), law->parameter[k].high);
}

static double sum_of_squares(const problem *p, const double *parameter)
{
    double sum = 0;
    for (int i = 0; i < p->points->n; i++) {
        const fc_speedup_point *at = &p->points->point[i];
        double residual = p->law->speedup(parameter, at->ranks, NULL) - at->speedup;
        sum += residual * residual;
    }
    return sum;
}

/* ---- Levenberg-Marquardt ---- */

static int residuals(const gsl_vector *x, void *data, gsl_vector *f)
{
    const problem *p = data;
    double inside[FC_SPEEDUP_PARAMETERS];
    clamp(inside, p->law, x->data);
    for (int i = 0; i < p->points->n; i++) {
        const fc_speedup_point *at = &p->points->point[i];
        gsl_vector_set(f, (size_t)i, p->law->speedup(inside, at->ranks, NULL) - at->speedup);
    }
    return GSL_SUCCESS;
}

/* Eq. 11 and 12; the derivative is 0 for a parameter outside its range. */
static int jacobian(const gsl_vector *x, void *data, gsl_matrix *J)
{
    const problem *p = data;
    double inside[FC_SPEEDUP_PARAMETERS], gradient[FC_SPEEDUP_PARAMETERS];
    clamp(inside, p->law, x->data);
    for (int i = 0; i < p->points->n; i++) {
        p->law->speedup(inside, p->points->point[i].ranks, gradient);
        for (int k = 0; k < p->law->n_parameters; k++)
            gsl_matrix_set(J, (size_t)i, (size_t)k, gsl_vector_get(x, (size_t)k) == inside[k] ? gradient[k] : 0);
    }
    return GSL_SUCCESS;
}

/* Descends from the start in *parameter. GSL's status is ignored: at a kink no step succeeds, and the caller keeps the
 * least sum of squares. */
static void descend(double *parameter, gsl_multifit_nlinear_workspace *space, problem *p)
{
    size_t k = (size_t)p->law->n_parameters;
    gsl_vector_view start = gsl_vector_view_array(parameter, k);
    gsl_multifit_nlinear_fdf fdf = {.f = residuals, .df = jacobian, .n = (size_t)p->points->n, .p = k, .params = p};
    int info;
    if (gsl_multifit_nlinear_init(&start.vector, &fdf, space) != GSL_SUCCESS)
        return;
    gsl_multifit_nlinear_driver(MOST_ITERATIONS, 1e-14, 1e-14, 0, NULL, NULL, &info, space);
    clamp(parameter, p->law, gsl_multifit_nlinear_position(space)->data);
}

/* ---- starts ---- */

typedef struct start {
    double parameter[FC_SPEEDUP_PARAMETERS];
    double sum;
} start;

static double start_value(const fc_speedup_parameter *parameter, int i, double greatest)
{
    return fmax(parameter->low, parameter->start[i] * (parameter->is_of_speedup ? greatest : 1));
}

static int find_starts(start *best, const problem *p)
{
    const fc_speedup_parameter *first = &p->law->parameter[0], *second = &p->law->parameter[1];
    int n = 0, n_second = p->law->n_parameters > 1 ? second->n_starts : 1;
    double greatest = 1;
    for (int i = 0; i < p->points->n; i++)
        greatest = fmax(greatest, p->points->point[i].speedup);
    for (int i = 0; i < first->n_starts * n_second; i++) {
        start candidate = {.parameter = {start_value(first, i / n_second, greatest)}};
        if (p->law->n_parameters > 1)
            candidate.parameter[1] = start_value(second, i % n_second, greatest);
        candidate.sum = sum_of_squares(p, candidate.parameter);
        /* Inserts the candidate into the sorted list of best starts. */
        int at = n;
        while (at > 0 && best[at - 1].sum > candidate.sum)
            at--;
        if (at == KEPT_STARTS)
            continue;
        n += n < KEPT_STARTS;
        memmove(&best[at + 1], &best[at], (size_t)(n - 1 - at) * sizeof *best);
        best[at] = candidate;
    }
    return n;
}

static void find_minimum(fc_speedup_fit *fit, problem *p)
{
    start best[KEPT_STARTS];
    gsl_multifit_nlinear_parameters how = gsl_multifit_nlinear_default_parameters();
    gsl_multifit_nlinear_workspace *space = gsl_multifit_nlinear_alloc(
        gsl_multifit_nlinear_trust, &how, (size_t)p->points->n, (size_t)p->law->n_parameters);
    int n = find_starts(best, p);
    fit->sum_of_squares = INFINITY;
    for (int i = 0; i < n; i++) {
        if (space)
            descend(best[i].parameter, space, p);
        double sum = sum_of_squares(p, best[i].parameter);
        if (sum < fit->sum_of_squares) {
            fit->sum_of_squares = sum;
            memcpy(fit->parameter, best[i].parameter, sizeof fit->parameter);
        }
    }
    gsl_multifit_nlinear_free(space);
}

/* ---- standard errors ---- */

typedef double square[FC_SPEEDUP_PARAMETERS][FC_SPEEDUP_PARAMETERS];

static void multiply(square out, square a, square b, int k)
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++) {
            out[i][j] = 0;
            for (int m = 0; m < k; m++)
                out[i][j] += a[i][m] * b[m][j];
        }
}

/* The bilinear form x' a y. */
static double bilinear(const double *x, square a, const double *y, int k)
{
    double sum = 0;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            sum += x[i] * a[i][j] * y[j];
    return sum;
}

/* Inverts a matrix; false: it is singular, as columns of J are dependent. */
static bool invert(square out, square a, int k)
{
    if (k == 1) {
        out[0][0] = 1 / a[0][0];
        return a[0][0] > 0;
    }
    double determinant = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    out[0][0] = a[1][1] / determinant;
    out[1][1] = a[0][0] / determinant;
    out[0][1] = out[1][0] = -a[0][1] / determinant;
    return determinant > 1e-12 * a[0][0] * a[1][1];
}

/* Matrices of the covariance at the fit: C = (J' J)^-1, K = C J' diag(s^2) J C, and g = J' s. */
typedef struct curvature {
    square C, K;
    double g[FC_SPEEDUP_PARAMETERS];
} curvature;

static bool find_curvature(curvature *out, const fc_speedup_fit *fit, const fc_speedup_points *points)
{
    int k = fit->law->n_parameters;
    square normal = {{0}}, weighted = {{0}}, half;
    double row[FC_SPEEDUP_PARAMETERS];
    memset(out->g, 0, sizeof out->g);
    for (int m = 0; m < points->n; m++) {
        double s = fit->law->speedup(fit->parameter, points->point[m].ranks, row);
        for (int i = 0; i < k; i++) {
            out->g[i] += row[i] * s;
            for (int j = 0; j < k; j++) {
                normal[i][j] += row[i] * row[j];
                weighted[i][j] += row[i] * row[j] * s * s;
            }
        }
    }
    if (!invert(out->C, normal, k))
        return false;
    multiply(half, out->C, weighted, k);
    multiply(out->K, half, out->C, k);
    return true;
}

static double relative_squares(const fc_speedup_fit *fit, const fc_speedup_points *points)
{
    double sum = 0;
    for (int i = 0; i < points->n; i++) {
        double error = points->point[i].speedup / fc_speedup_fit_value(fit, points->point[i].ranks) - 1;
        sum += points->point[i].ranks > 1 ? error * error : 0;
    }
    return sum;
}

/* r^2, unbiased: the relative residuals' sum of squares over its expectation for r = 1, the trace of diag(1/s) M W M
 * diag(1/s) with M = 1 - J C J'. Points on one rank have neither residual nor gradient. */
static double relative_variance(const fc_speedup_fit *fit, const fc_speedup_points *points, curvature *at)
{
    int k = fit->law->n_parameters;
    double expected = 0, row[FC_SPEEDUP_PARAMETERS];
    for (int m = 0; m < points->n; m++) {
        const fc_speedup_point *point = &points->point[m];
        double s = fit->law->speedup(fit->parameter, point->ranks, row);
        double own = bilinear(row, at->K, row, k) / (s * s) + 1 - 2 * bilinear(row, at->C, row, k);
        double common = 1 - bilinear(row, at->C, at->g, k) / s;
        if (point->ranks > 1)
            expected += own + points->base_share * common * common;
    }
    return relative_squares(fit, points) / expected;
}

static int count_informative(const fc_speedup_points *points)
{
    int n = 0;
    for (int i = 0; i < points->n; i++)
        n += points->point[i].ranks > 1;
    return n;
}

static void find_errors(fc_speedup_fit *fit, const fc_speedup_points *points)
{
    curvature at;
    int k = fit->law->n_parameters;
    int freedom = count_informative(points) - k;
    fit->relative_error = fit->standard_error[0] = fit->standard_error[1] = NAN;
    if (freedom <= 0)
        return;
    if (!find_curvature(&at, fit, points)) {
        fit->relative_error = sqrt(relative_squares(fit, points) / freedom);
        return;
    }
    fit->relative_error = sqrt(relative_variance(fit, points, &at));
    for (int i = 0; i < k; i++) {
        double common = 0;
        for (int j = 0; j < k; j++)
            common += at.C[i][j] * at.g[j];
        fit->standard_error[i] = fit->relative_error * sqrt(at.K[i][i] + points->base_share * common * common);
    }
}

void fc_speedup_fit_law(fc_speedup_fit *out, const fc_speedup_law *law, const fc_speedup_points *points)
{
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    fc_speedup_fit fit = {.law = law};
    find_minimum(&fit, &(problem){law, points});
    find_errors(&fit, points);
    gsl_set_error_handler(before);
    *out = fit;
}

double fc_speedup_fit_value(const fc_speedup_fit *fit, double n)
{
    return fit->law->speedup(fit->parameter, n, NULL);
}

double fc_speedup_fit_margin(const fc_speedup_fit *fit, const fc_speedup_points *points, int i)
{
    int freedom = count_informative(points) - fit->law->n_parameters;
    return freedom > 0 ? gsl_cdf_tdist_Pinv(0.975, freedom) * fit->standard_error[i] : NAN;
}

/* ---- cross-validation ---- */

static int compare_ranks(const void *a, const void *b)
{
    double x = ((const fc_speedup_point *)a)->ranks, y = ((const fc_speedup_point *)b)->ranks;
    return (x > y) - (x < y);
}

/* Assigns groups by ascending ranks: equal ranks share one; -1 on one rank. Returns the number of groups. */
static int make_groups(int *group, const fc_speedup_point *sorted, int n)
{
    int last = -1;
    for (int i = 0; i < n; i++) {
        bool is_new = sorted[i].ranks > 1 && (i == 0 || sorted[i].ranks != sorted[i - 1].ranks);
        last += is_new;
        group[i] = sorted[i].ranks > 1 ? last : -1;
    }
    return last + 1;
}

/* The sum of squared relative errors of one group, predicted by a fit to the others. */
static double error_of_group(const fc_speedup_law *law, const fc_speedup_points *sorted, const int *group, int left_out)
{
    fc_speedup_point *other = fc_allocate((size_t)sorted->n, sizeof *other);
    fc_speedup_points others = {other, 0, sorted->base_share};
    fc_speedup_fit fit;
    double sum = 0;
    for (int i = 0; i < sorted->n; i++)
        if (group[i] < 0 || group[i] % MOST_GROUPS != left_out)
            other[others.n++] = sorted->point[i];
    if (count_informative(&others) < law->n_parameters) {
        free(other);
        return NAN;
    }
    fc_speedup_fit_law(&fit, law, &others);
    for (int i = 0; i < sorted->n; i++) {
        if (group[i] < 0 || group[i] % MOST_GROUPS != left_out)
            continue;
        double error = fc_speedup_fit_value(&fit, sorted->point[i].ranks) / sorted->point[i].speedup - 1;
        sum += error * error;
    }
    free(other);
    return sum;
}

double fc_speedup_cross_validated(const fc_speedup_law *law, const fc_speedup_points *points)
{
    size_t n = (size_t)points->n;
    fc_speedup_point *sorted = fc_allocate(n, sizeof *sorted);
    int *group = fc_allocate(n, sizeof *group);
    double sum = 0;
    memcpy(sorted, points->point, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_ranks);
    int n_groups = make_groups(group, sorted, points->n);
    for (int g = 0; g < n_groups && g < MOST_GROUPS; g++)
        sum += error_of_group(law, &(fc_speedup_points){sorted, points->n, points->base_share}, group, g);
    free(sorted);
    free(group);
    return sqrt(sum / count_informative(points));
}
