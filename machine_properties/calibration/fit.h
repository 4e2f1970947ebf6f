/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file fit.h  Robust statistics of samples, linear least squares, and piecewise runtime functions.
 *
 * GSL does the arithmetic; its abort handler is switched off and inputs are validated before each call. */
#ifndef FC_FIT_H
#define FC_FIT_H

#include "machine_properties/coefficients.h"
#include "support/status.h"

/** Location and spread of repeated timings. Noise only adds time, so the location is the lower quartile, which
 * tolerates one outlier in four samples. spread: (median - location) / location, >= 0. n >= 1; the samples need no
 * order. */
typedef struct fc_location {
    double value, spread;
} fc_location;
fc_location fc_fit_locate(const double *samples, int n);
/** The median; n >= 1, any order. */
double fc_fit_median(const double *values, int n);
/** The quantile of `share` in 0 ... 1; n >= 1, any order. */
double fc_fit_quantile(const double *values, int n, double share);
/** Standard error of a normal distribution whose two-sided 90 % interval covers the 0.9 quantile of |deviation|; any
 * order; 0 if n is 0. */
double fc_fit_standard_error(const double *deviations, int n);

enum {
    FC_FIT_MAX_TERMS = 8
};

/** y_i = sum_k c_k x_ik for n points and k terms: x row by row; weight_i > 0 multiplies the squared residual (NULL: 1).
 */
typedef struct fc_fit_problem {
    const double *x, *y, *weight;
    int n, k;
    bool is_robust;      /* bisquare weights (gsl_multifit_robust) if n > k + 1: outliers lose their influence */
    bool is_nonnegative; /* restrict all c to >= 0 */
} fc_fit_problem;

/** c: k coefficients; residual: root of the weighted mean square residual, may be NULL.
 *  FC_E_INPUT if n < k, k is not in 1 ... FC_FIT_MAX_TERMS, a number is not finite, or the matrix is rank-deficient.
 *  (GSL: multilinear fitting; tested against NIST StRD Norris and Longley.) */
fc_status fc_fit_linear(double *c, double *residual, const fc_fit_problem *problem, fc_report *report);

/** One measured point of a runtime function. */
typedef struct fc_fit_point {
    double ranks, bytes, seconds; /* ranks >= 1, bytes >= 0, seconds > 0 */
    double spread;                /* relative, of its samples */
} fc_fit_point;

/** The operation to fit, and T(m) for the terms that depend on a transfer (terms.h). */
typedef struct fc_fit_target {
    fc_fit fit;
    const fc_runtime_function *single; /* T; NULL: none */
    fc_variant variant;                /* placement of the measured ranks */
} fc_fit_target;

/** Fits a runtime function to measured points (n >= 1, any order): segments of bytes whose breakpoints lower an
 * information criterion; relative weights, robust, every coefficient >= 0. With several rank counts the terms are
 * chosen by cross-validation (fit_terms.h). is_assumed: only one rank count was measured, so the terms in p are those
 * of the textbook (design, section 7). FC_E_INPUT for invalid points. */
fc_status fc_fit_runtime_function(fc_runtime_function *out, bool *is_assumed, const fc_fit_target *target,
                                  const fc_fit_point *points, int n, fc_report *report);

/** Adds in quadrature to the error of each segment the root mean square deviation, in logarithms, of n >= 0 points that
 * `function` was not fitted to. Segments without points keep their error. */
void fc_fit_widen(fc_runtime_function *function, const fc_fit_point *points, int n);

#endif
