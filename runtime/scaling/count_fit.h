/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file count_fit.h  A count seen in several profiling runs -> a function of what the runs differ in: the model of
 * count_model.h that the runs support best, with its rivals. */
#ifndef FC_COUNT_FIT_H
#define FC_COUNT_FIT_H

#include "runtime/scaling/count_model.h"

enum {
    FC_COUNT_FIT_RIVALS = 16
};

typedef struct fc_count_fit {
    fc_count_model model;                                           /* the best */
    fc_count_model rival[FC_COUNT_FIT_RIVALS];                      /* what else the samples may mean */
    double *x;                                                      /* [n_samples][n_variables] */
    double least[FC_COUNT_VARIABLES], greatest[FC_COUNT_VARIABLES]; /* of the samples, by variable */
    fc_count_model *left_out; /* [n_samples]: the best, fitted without that sample; NULL: all are the same */
    int n_variables, n_samples, n_rivals;
    bool is_share;
    bool is_saturated; /* no sample was left over to contradict the exponents */
} fc_count_fit;

/** Chooses terms and exponents (-3 .. 3 in steps of thirds and halves where they are seen in practice, logs 0 or 1) by
 * leave-one-out cross-validation, simple ones first among nearly equals: those of few factors, and those that grow
 * beyond the samples as they do among them (18.7 + 0.002 n^3 of 19 .. 22 does not; a mean over a box saturates). One
 * product, with or without a constant, is tried first, from a constant on and, where that is off by more than 0.1 %,
 * from a product of all that matter; then also two products, which are taken where they halve the error and leave no
 * more than 1 %, and brackets, for shares of what is left to 1 too. A variable that no two samples differ in gets no
 * factor, and there are never more exponents and coefficients than samples, of two products half as many, and half as
 * many coefficients of brackets. Rivals are the best of each form, and what differs from the best in one factor or in
 * the second term; their weights are Akaike's, (best error / error)^samples * exp(-complexity added) (Burnham and
 * Anderson, "Model selection and multimodel inference", 2002, section 2.9). */
void fc_count_fit_samples(FC_GIVE fc_count_fit *out, const fc_count_samples *samples);
void fc_count_fit_free(fc_count_fit *fit);
/** The best model's count at x[n_variables] > 0, at least 0, a share at most 1. *relative_error: one standard
 * deviation. Its parts: the cross-validated error; the weighted spread of the rivals there; that of the best as fitted
 * without each sample (Tukey's jackknife: Miller, "The jackknife - a review", Biometrika 61, 1974, eq. 1.2); how far
 * the model leaves 0 .. 1 there for a share; and beyond all samples, for each variable the slope's doubt times the
 * distance (ln) to the nearest of them, where none is as large, or none as small: the error over the range (ln), 1/12
 * (half a step of the exponents) where the fit is saturated, unknown[variable], the standard deviation of an exponent
 * nobody saw, where all samples agree. Of a count of 0 nothing is relative: where the model falls to 0 or below beyond
 * the samples, the doubt about that is not told. */
double fc_count_fit_value(const fc_count_fit *fit, const double *x, const double *unknown, double *relative_error);

#endif
