/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file speedup_fit.h  A law of speedup fitted to observed speedups ([speedup], section 3). */
#ifndef FC_SPEEDUP_FIT_H
#define FC_SPEEDUP_FIT_H

#include "machine_properties/support/status.h"
#include "runtime/scaling/speedup_law.h"

/** An observed speedup, > 0, on ranks >= 1. */
typedef struct fc_speedup_point {
    double ranks, speedup;
} fc_speedup_point;

/** What is fitted: speedups, n >= 1, of which those on one rank say nothing (every law but Dowdy's has S(1) = 1 there).
 * base_share: 1 / (how many timings the run time of one rank is the mean of), so that an error of theirs is common to
 * all speedups; 0 where each speedup has an error of its own. */
typedef struct fc_speedup_points {
    const fc_speedup_point *point;
    int n;
    double base_share;
} fc_speedup_points;

/** The least squares fit, eq. 10. */
typedef struct fc_speedup_fit {
    const fc_speedup_law *law;
    double parameter[FC_SPEEDUP_PARAMETERS];
    /* NAN where the points do not determine it. From errors proportional to the speedup, whose size the residuals
     * tell: covariance r^2 C J' W J C with C = (J' J)^-1 and W = diag(s^2) + base_share s s'. */
    double standard_error[FC_SPEEDUP_PARAMETERS];
    double relative_error; /* r, one standard deviation of a point; NAN with no more points than parameters */
    double sum_of_squares; /* chi^2 of eq. 10 */
} fc_speedup_fit;

/** Levenberg-Marquardt (GSL's multifit_nlinear) with the law's analytic gradient, from the best of a grid of starts:
 *  the curves have kinks, and more than one minimum. Parameters end within the law's ranges. */
void fc_speedup_fit_law(fc_speedup_fit *out, const fc_speedup_law *law, const fc_speedup_points *points);
/** The fitted curve on n ranks. */
double fc_speedup_fit_value(const fc_speedup_fit *fit, double n);
/** Half the width of the 95 % interval of parameter i: Student's t times its standard error; NAN: not known. */
double fc_speedup_fit_margin(const fc_speedup_fit *fit, const fc_speedup_points *points, int i);

/** Root mean square relative error of points predicted by a fit to the others: each number of ranks above 1 is left
 * out once (with more than 20 of them, 20 groups). NAN where the others do not determine the law. */
double fc_speedup_cross_validated(const fc_speedup_law *law, const fc_speedup_points *points);

#endif
