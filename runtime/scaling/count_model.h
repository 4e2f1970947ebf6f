/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file count_model.h  A function that a count may follow, and how well runs support it.
 *
 * The terms are those of Calotoiu et al.'s performance model normal form ("Using automated performance modeling to find
 * scalability bugs in complex codes", SC 13, eq. 1), of one or two products, as Extra-P fits them to run times:
 *
 *     y = c1 * product of x^e * log2(x)^l   [+ c2 * product of x^e * log2(x)^l]
 *
 * a constant being a second product without factors; and, as counts of what lies within or on the border of a box go
 * (volume, surface and edges; means over them, which saturate), one product with a bracket whose variables share a
 * power t = x^e * log2(x)^l, e and l one of 0, 1 and e = -1:
 *
 *     y = c * product of x^e * log2(x)^l * product of (1 + b * t)
 *     y = c * product of x^e * log2(x)^l * (1 + sum of b * t) [* product of x, of those in the sum] */
#ifndef FC_COUNT_MODEL_H
#define FC_COUNT_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "machine_properties/support/text.h"

enum {
    FC_COUNT_VARIABLES = 8
};

/** Runs, n_samples >= 1: x[sample * n_variables + variable] > 0, y[sample] >= 0, all finite. n_variables is at most
 * FC_COUNT_VARIABLES. is_share: no y is beyond 1. Borrowed. */
typedef struct fc_count_samples {
    const double *x, *y;
    int n_samples, n_variables;
    bool is_share;
} fc_count_samples;

/** t = x^exponent * log2(x)^logs; {0, 0}: the variable does not count. With an offset, in the bracket: offset + slope *
 * t.
 */
typedef struct fc_count_factor {
    double exponent;
    int logs;
    bool has_offset;
    double offset, slope;
} fc_count_factor;

typedef struct fc_count_term {
    double coefficient;
    fc_count_factor factor[FC_COUNT_VARIABLES];
} fc_count_term;

typedef struct fc_count_model {
    fc_count_term term[2];
    int n_terms;        /* 1 or 2; offsets only where it is 1 */
    bool is_sum;        /* what has offsets is added up, not multiplied */
    bool has_volume;    /* of a sum: times all variables in it */
    bool is_complement; /* of a share: 1 less the terms */
    double error; /* root mean square relative error of each sample as predicted by a fit to the others; of a share
                     relative to the lesser of it and what it leaves to 1 */
    double acceleration; /* how much faster it grows or falls beyond the samples than among them, in exponents; >= 0 */
    double weight;       /* how well it is supported beside the others of a fit: 0 .. 1 for the best */
} fc_count_model;

/** What models are tried on: samples, and room. */
typedef struct fc_count_trial {
    const fc_count_samples *samples;
    double *regressor, *weight, *y;                               /* [n_samples] */
    struct fc_count_lines *lines;                                 /* of sums */
    double centre[FC_COUNT_VARIABLES], reach[FC_COUNT_VARIABLES]; /* the samples' geometric mean; the greatest by it */
    double least_scale; /* what a relative error of a count refers to at least */
} fc_count_trial;

void fc_count_trial_begin(FC_GIVE fc_count_trial *out, const fc_count_samples *samples);
void fc_count_trial_end(fc_count_trial *trial);

bool fc_count_factor_counts(const fc_count_factor *factor);
/** Whether the model goes with the variable at all. */
bool fc_count_model_has(const fc_count_model *model, int variable);
/** At x[n_variables] > 0; may leave what is possible. */
double fc_count_model_value(const fc_count_model *model, const double *x, int n_variables);
/** The same, at least 0. */
double fc_count_model_possible(const fc_count_model *model, const double *x, int n_variables);
/** Coefficients and exponents that are not 0; a bracket has one exponent. */
int fc_count_model_parameters(const fc_count_model *model);

/** Fits the coefficients to all samples, by least squares of relative errors (GSL); those with offsets factor by
 * factor in turn. Then *model's error, by leaving each sample out once; infinite where the samples do not determine the
 * model, or where it is beyond `hopeless`. */
void fc_count_model_validate(fc_count_model *model, const fc_count_trial *trial, double hopeless);
/** Fits the coefficients anew, to all samples but one. False: the others do not determine them. */
bool fc_count_model_leave_out(fc_count_model *model, const fc_count_trial *trial, int sample);
/** "12 + 0.5 p^-1 n^2 log2(n)", "0.5 (1 - 1.11 n^-1) (1 - 1.11 m^-1)"; names by variable. */
void fc_count_model_print(fc_text *out, const fc_count_model *model, int n_variables, const char *const *name);

#endif
