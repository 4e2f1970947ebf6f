/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file speedup_fit.h  Fits a speedup law to observed speedups ([speedup], section 3). */
#ifndef FC_SPEEDUP_FIT_H
#define FC_SPEEDUP_FIT_H

#include "runtime/scaling/speedup_law.h"
#include "support/status.h"

/** An observed speedup > 0 on ranks >= 1. */
typedef struct fc_speedup_point {
    double ranks, speedup;
} fc_speedup_point;

/** The fitted points, n >= 1. Those on one rank carry no information, as S(1) = 1 in every law but Dowdy's. base_share:
 * 1 / (number of timings in the mean time of one rank), whose error is common to all speedups; 0: each speedup has its
 * own error. */
typedef struct fc_speedup_points {
    const fc_speedup_point *point;
    int n;
    double base_share;
} fc_speedup_points;

/** A least squares fit, eq. 10. */
typedef struct fc_speedup_fit {
    const fc_speedup_law *law;
    double parameter[FC_SPEEDUP_PARAMETERS];
    /* NAN where undetermined. Errors are proportional to the speedup, with size r from the residuals: covariance r^2 C
     * J' W J C with C = (J' J)^-1 and W = diag(s^2) + base_share s s'. */
    double standard_error[FC_SPEEDUP_PARAMETERS];
    double relative_error; /* r, one standard deviation of a point; NAN without degrees of freedom */
    double sum_of_squares; /* chi^2 of eq. 10 */
} fc_speedup_fit;

/** Levenberg-Marquardt (GSL's multifit_nlinear) with the law's analytic gradient, from the best of a grid of starts, as
 * the curves have kinks and several minima. Parameters stay within the law's ranges. */
void fc_speedup_fit_law(fc_speedup_fit *out, const fc_speedup_law *law, const fc_speedup_points *points);
/** The fitted speedup on n ranks. */
double fc_speedup_fit_value(const fc_speedup_fit *fit, double n);
/** Half the width of the 95 % interval of parameter i: Student's t times the standard error; NAN: unknown. */
double fc_speedup_fit_margin(const fc_speedup_fit *fit, const fc_speedup_points *points, int i);

/** Root mean square relative error in cross-validation: each number of ranks above 1 is left out once (above 20 of
 * them, 20 groups). NAN where the remaining points do not determine the law. */
double fc_speedup_cross_validated(const fc_speedup_law *law, const fc_speedup_points *points);

#endif
