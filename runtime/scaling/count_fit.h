/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file count_fit.h  Fits a count from several profiling runs as a function of their parameters: selects the model of
 * count_model.h by cross-validation (as Extra-P, Calotoiu et al. SC 13), together with alternatives. */
#ifndef FC_COUNT_FIT_H
#define FC_COUNT_FIT_H

#include "runtime/scaling/count_model.h"

enum {
    FC_COUNT_FIT_RIVALS = 16
};

typedef struct fc_count_fit {
    fc_count_model model;                                           /* the selected model */
    fc_count_model rival[FC_COUNT_FIT_RIVALS];                      /* alternatives that the samples also support */
    double *x;                                                      /* [n_samples][n_variables] */
    double least[FC_COUNT_VARIABLES], greatest[FC_COUNT_VARIABLES]; /* range of the samples, by variable */
    fc_count_model *left_out; /* [n_samples]: the selected model refitted without that sample; NULL: all are equal */
    int n_variables, n_samples, n_rivals;
    bool is_share;
    bool is_coarse[FC_COUNT_VARIABLES]; /* two values among the samples */
    bool is_saturated;                  /* there are as many parameters as samples: no sample tests the exponents */
} fc_count_fit;

/** Selects terms and exponents by leave-one-out cross-validation: powers of work, volumes, surfaces and sides from -1
 * to 3, logs 0 or 1. Among nearly equal models it prefers few factors, and models that grow outside the samples as they
 * do among them (18.7 + 0.002 n^3 for 19 .. 22 does not; a mean over a box saturates). Of those it keeps what the data
 * prove: a count is constant, and each variable without effect, unless an F test at 5 % rejects it (count_search.h).
 *
 * A variable that is equal in all samples gets no factor, and one with two values a power or a logarithm at most. There
 * are at most as many exponents and coefficients as samples; two products may have half as many, and brackets half as
 * many coefficients.
 *
 * Alternatives are the best model of each form, the rejected models, and models that differ from the selected one in
 * one factor or in the second term. Their weights are Akaike's, (best error / error)^samples * exp(-complexity added)
 * (Burnham and Anderson, "Model selection and multimodel inference", 2002, section 2.9). */
void fc_count_fit_samples(FC_GIVE fc_count_fit *out, const fc_count_samples *samples);
void fc_count_fit_free(fc_count_fit *fit);
/** The selected model's count at x[n_variables] > 0, at least 0, a share at most 1. *relative_error: one standard
 * deviation, combined from
 *
 * - the cross-validated error;
 * - the weighted spread of the alternatives at x;
 * - the spread of the model refitted without each sample (Tukey's jackknife: Miller, "The jackknife - a review",
 *   Biometrika 61, 1974, eq. 1.2);
 * - for a share, how far the model leaves 0 .. 1 at x;
 * - outside the samples, for each variable: uncertainty of the slope times the distance (ln) to the nearest sample.
 *
 * The slope's uncertainty is the error over the samples' range (ln), at least 1/12 (half a step of the exponents) for a
 * saturated fit. For a variable with two values it is at least 1/4 (half the step from a power to the next usual one),
 * but not more than unknown[variable]. Where all samples agree it is unknown[variable], the standard
 * deviation of an unobserved exponent. A count of 0 has no relative error, so the uncertainty of a model that falls to
 * 0 outside the samples is not reported.
 */
double fc_count_fit_value(const fc_count_fit *fit, const double *x, const double *unknown, double *relative_error);

#endif
