/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file count_fit.h  A count seen in several profiling runs -> a function of what the runs differ in.
 *
 * The model is one term of Calotoiu et al.'s performance model normal form ("Using automated performance modeling to
 * find scalability bugs in complex codes", SC 13, eq. 1), as Extra-P fits it to run times: y = a + c * product over the
 * variables of x^e * log2(x)^l,   l = 0 or 1, with e one of -3 .. 3 in steps of thirds and halves where they are seen
 * in practice, and a = 0 unless it pays. */
#ifndef FC_COUNT_FIT_H
#define FC_COUNT_FIT_H

#include <stdbool.h>
#include <stddef.h>

#include "machine_properties/support/text.h"

enum {
    FC_COUNT_FIT_VARIABLES = 8,
    FC_COUNT_FIT_RIVALS = 16
};

/** Runs, n_samples >= 1: x[sample * n_variables + variable] > 0, y[sample] >= 0, all finite. n_variables is at most
 * FC_COUNT_FIT_VARIABLES. Borrowed. */
typedef struct fc_count_samples {
    const double *x, *y;
    int n_samples, n_variables;
} fc_count_samples;

/** A factor x^exponent * log2(x)^logs; {0, 0}: the variable does not count. */
typedef struct fc_count_factor {
    double exponent;
    int logs;
} fc_count_factor;

typedef struct fc_count_model {
    bool has_constant;
    double constant, coefficient; /* a and c */
    fc_count_factor factor[FC_COUNT_FIT_VARIABLES];
    double error;  /* root mean square relative error of each sample as predicted by a fit to the others */
    double weight; /* how well it is supported beside the others of the fit: 0 .. 1 for the best */
} fc_count_model;

typedef struct fc_count_fit {
    fc_count_model model;                                                   /* the best */
    fc_count_model rival[FC_COUNT_FIT_RIVALS];                              /* what else the samples may mean */
    double least[FC_COUNT_FIT_VARIABLES], greatest[FC_COUNT_FIT_VARIABLES]; /* of the samples, by variable */
    int n_variables, n_samples, n_rivals;
    bool is_saturated; /* no sample was left over to contradict the exponents */
} fc_count_fit;

/** Chooses exponents by leave-one-out cross-validation, simple ones first among nearly equals; the coefficients by
 * least squares of relative errors (GSL). A variable that no two samples differ in gets no factor, and there are never
 * more factors and coefficients than samples. Rivals differ from the best in one factor or in the constant; their
 * weights are Akaike's, (best error / error)^samples * exp(-complexity added) (Burnham and Anderson, "Model selection
 * and multimodel inference", 2002, section 2.9). */
void fc_count_fit_samples(fc_count_fit *out, const fc_count_samples *samples);
/** The best model's count at x[n_variables] > 0, at least 0. *relative_error: one standard deviation. Its parts: the
 * cross-validated error; the weighted spread of the rivals there; and beyond the samples' range, for each variable the
 * slope's doubt times the distance (ln): the error over the range (ln), 1/12 (half a step of the exponents) where the
 * fit is saturated, unknown[variable], the standard deviation of an exponent nobody saw, where all samples agree.
 */
double fc_count_fit_value(const fc_count_fit *fit, const double *x, const double *unknown, double *relative_error);
/** "12 + 0.5 p^-1 n^2 log2(n)"; names by variable. */
void fc_count_fit_print(fc_text *out, const fc_count_fit *fit, const char *const *name);

#endif
