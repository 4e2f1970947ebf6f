/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file count_model.h  Models of a count as a function of run parameters, and their cross-validation.
 *
 * The terms are those of the performance model normal form (Calotoiu et al., "Using automated performance modeling to
 * find scalability bugs in complex codes", SC 13, eq. 1), with one or two products, as Extra-P fits them to run times:
 *
 *    y = c1 * product of x^e * log2(x)^l   [+ c2 * product of x^e * log2(x)^l]
 *
 * A constant is a second product without factors. Counts over a box (volume, surface, edges, or means, which saturate)
 * have one product with a bracket, whose variables share a power t = x^e * log2(x)^l; e and l are 0 or 1, or e = -1:
 *
 *    y = c * product of x^e * log2(x)^l * product of (1 + b * t)
 *    y = c * product of x^e * log2(x)^l * (1 + sum of b * t) [* product of x, of those in the sum] */
#ifndef FC_COUNT_MODEL_H
#define FC_COUNT_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "support/text.h"

enum {
    FC_COUNT_VARIABLES = 8
};

/** Samples, n_samples >= 1: x[sample * n_variables + variable] > 0, y[sample] >= 0, all finite; at most
 * FC_COUNT_VARIABLES variables. is_share: every y is at most 1. Borrowed. */
typedef struct fc_count_samples {
    const double *x, *y;
    int n_samples, n_variables;
    bool is_share;
} fc_count_samples;

/** t = x^exponent * log2(x)^logs; {0, 0}: the variable is absent. has_offset: inside the bracket, as offset + slope *
 * t. */
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
    int n_terms;        /* 1 or 2; offsets only with 1 */
    bool is_sum;        /* factors with offsets are added, not multiplied */
    bool has_volume;    /* of a sum: multiplied by all its variables */
    bool is_complement; /* of a share: 1 minus the terms */
    double misfit;      /* root mean square relative error of the samples */
    double error; /* root mean square relative error of leave-one-out predictions; of a share relative to the smaller of
                     it and its complement */
    double acceleration; /* excess of the growth exponent outside the samples over that among them; >= 0 */
    double weight;       /* relative support among the models of a fit: 0 .. 1, 1 for the selected one */
} fc_count_model;

/** Workspace for fitting models to samples. */
typedef struct fc_count_trial {
    const fc_count_samples *samples;
    double *regressor, *weight, *y; /* [n_samples] */
    struct fc_count_lines *lines;   /* for sums */
    double center[FC_COUNT_VARIABLES],
        reach[FC_COUNT_VARIABLES]; /* geometric mean of the samples; the maximum relative to it */
    double least_scale;            /* least denominator of relative errors */
} fc_count_trial;

void fc_count_trial_begin(FC_GIVE fc_count_trial *out, const fc_count_samples *samples);
void fc_count_trial_end(fc_count_trial *trial);

bool fc_count_factor_counts(const fc_count_factor *factor);
/** Whether the model depends on the variable. */
bool fc_count_model_has(const fc_count_model *model, int variable);
/** The number of variables in the bracket; 0: there is none. */
int fc_count_model_in_bracket(const fc_count_model *model);
/** The model's value at x[n_variables] > 0; may be outside the valid range. */
double fc_count_model_value(const fc_count_model *model, const double *x, int n_variables);
/** The same, at least 0. */
double fc_count_model_valid_value(const fc_count_model *model, const double *x, int n_variables);
/** The number of coefficients and nonzero exponents; a bracket has one exponent. */
int fc_count_model_parameters(const fc_count_model *model);

/** Fits the coefficients to all samples by least squares of relative errors (GSL), those with offsets by alternating
 * least squares. Then sets the leave-one-out error; infinite if the samples do not determine the model or the error
 * exceeds `hopeless`. */
void fc_count_model_validate(fc_count_model *model, const fc_count_trial *trial, double hopeless);
/** Fits the coefficients to all samples but one. False: these do not determine them. */
bool fc_count_model_leave_out(fc_count_model *model, const fc_count_trial *trial, int sample);
/** Prints the model: "12 + 0.5 p^-1 n^2 log2(n)", "0.5 (1 - 1.11 n^-1) (1 - 1.11 m^-1)"; names by variable. */
void fc_count_model_print(fc_text *out, const fc_count_model *model, int n_variables, const char *const *name);

/** Prints one model divided by another, as one model where a product divides it: "1.72 n" for "(12 p n) / (7 p)". */
void fc_count_model_print_quotient(fc_text *out, const fc_count_model *model, const fc_count_model *by, int n_variables,
                                   const char *const *name);

#endif
