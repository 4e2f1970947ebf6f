/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file fit.h  From samples to coefficients: locations of samples, least squares, runtime functions in segments.
 *
 * GSL does the arithmetic; its abort handler is switched off here and its inputs are checked before each call. */
#ifndef FC_FIT_H
#define FC_FIT_H

#include "machine_properties/coefficients.h"
#include "machine_properties/support/status.h"

/** What a set of repeated timings says. Noise only ever adds time, so the location is the lower quartile: one sample
 * out of four may be anything. spread: (median - location) / location, >= 0. n >= 1; the samples need no order. */
typedef struct fc_location {
    double value, spread;
} fc_location;
fc_location fc_fit_locate(const double *samples, int n);
/** The median; n >= 1, any order. */
double fc_fit_median(const double *values, int n);
/** The standard error of a normal law whose 90 % interval holds nine of ten deviations from 0; any order; 0 if n is 0.
 */
double fc_fit_standard_error(const double *deviations, int n);

enum {
    FC_FIT_MOST_TERMS = 8
};

/** y_i = sum_k c_k x_ik, i < n, k < k: x row by row; weight_i > 0 multiplies the squared residual (NULL: all 1). */
typedef struct fc_fit_problem {
    const double *x, *y, *weight;
    int n, k;
    bool is_robust;      /* bisquare weights on top (gsl_multifit_robust), where n > k + 1: outliers lose their say */
    bool is_nonnegative; /* the best fit among those with all c >= 0 */
} fc_fit_problem;

/** c: k coefficients; residual: root of the weighted mean square residual, may be NULL.
 *  FC_E_INPUT when n < k, k is no number of terms from 1 to FC_FIT_MOST_TERMS, a number is not finite, or the terms
 *  cannot be told apart. (GSL: multilinear fitting; tested against NIST StRD Norris and Longley.) */
fc_status fc_fit_linear(double *c, double *residual, const fc_fit_problem *problem, fc_report *report);

/** One measured point of a runtime function. */
typedef struct fc_fit_point {
    double ranks, bytes, seconds; /* ranks >= 1, bytes >= 0, seconds > 0 */
    double spread;                /* relative, of the samples behind it */
} fc_fit_point;

/** What is fitted: an operation, and the fit of a transfer, if there is one, that its terms may stand on (terms.h). */
typedef struct fc_fit_subject {
    fc_fit fit;
    const fc_runtime_function *single; /* NULL: none */
    fc_variant variant;                /* where the ranks lived */
} fc_fit_subject;

/** The runtime function through measured points (n >= 1, any order): segments of bytes with breakpoints where they
 * lower the information criterion, weights relative, robust, every coefficient >= 0. Several rank counts choose their
 * terms by cross-validation (fit_forms.h). is_assumed: one rank count was measured, so the terms in p are the
 * textbook's (design, section 7). FC_E_INPUT for points that are none. */
fc_status fc_fit_runtime_function(fc_runtime_function *out, bool *is_assumed, const fc_fit_subject *subject,
                                  const fc_fit_point *points, int n, fc_report *report);

#endif
