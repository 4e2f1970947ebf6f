/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file count_fits.h  Counts of several profiling runs, fitted as functions of ranks, parameters and arguments in
 * Extra-P's normal form (runtime/scaling/count_fit.h). */
#ifndef FC_COUNT_FITS_H
#define FC_COUNT_FITS_H

#include "analyzer/model/profile/profile.h"
#include "runtime/core/rank.h"
#include "runtime/host/shared_object.h"
#include "runtime/scaling/count_fit.h"

typedef struct fc_count_fits fc_count_fits;

/** Where a variable's value comes from. */
typedef struct fc_count_variable {
    enum {
        FC_COUNT_BY_RANKS,
        FC_COUNT_BY_PARAMETER,
        FC_COUNT_BY_ARGUMENT,
        FC_COUNT_BY_INPUT
    } kind;
    int index; /* of the parameter, the argument, or the input file's number */
    char *name;
    double wanted; /* value of an argument or of an input file's number at the predicted points */
    int twin;      /* -1; or the variable to which it is proportional in every run: the runs cannot distinguish them */
    double ratio;  /* of the variable to its twin */
} fc_count_variable;

/** The program and its profile. node[counter]: its node in the model. All borrowed for the lifetime of the fits.
 * wanted: the arguments and input files of the predictions. Runs with different non-numeric arguments are ignored. */
typedef struct fc_count_fits_source {
    const fc_cost_program *program;
    fc_shared_object *object; /* of the program */
    const int *node;
    const fc_profile *profile;
    fc_profile_request wanted;
    bool reads_inputs;                        /* the program slice reads input files itself */
    const fc_coefficients *machine;           /* any machine: the cost program needs one, but its times are not used */
    const struct fc_sandbox_options *sandbox; /* NULL: the default */
} fc_count_fits_source;

/** The variables are the ranks, the parameters, and the numeric arguments and numbers of input files (input_numbers.h)
 * that are no parameter's value. If the slice reads no input file, files that differ otherwise widen the interval. The
 * cost program derives the parameters from each run's arguments, with that run's counts. NULL: fewer than two runs are
 * comparable. A run on which the cost program fails is left out. Variables that are proportional in all runs are
 * merged; at a point with another ratio, an unknown power of the ratio widens the interval. */
FC_GIVE fc_count_fits *fc_count_fits_create(const fc_count_fits_source *source);
void fc_count_fits_free(FC_TAKE fc_count_fits *fits);

/** The counter has a fit: at least two comparable runs reached it. */
bool fc_count_fits_has(const fc_count_fits *fits, int counter);
/** The fitted value for a question. It is the fit of the mean. If that errs by more than 1 %, and that
 * of the total count by less, it is the fitted total count divided by the fitted entries. False: the counter has no
 * fit, or the fit needs a parameter that the question lacks. */
bool fc_count_fits_answer(const fc_count_fits *fits, const fc_counter_query *question, fc_counter_value *answer);
/** The variables of all models, n of them. */
const fc_count_variable *fc_count_fits_variables(const fc_count_fits *fits, int *n);
/** The comparable runs, n of them. */
const fc_profile_run *const *fc_count_fits_runs(const fc_count_fits *fits, int *n);
/** The model of a counter with a fit: model, or model / *divisor if that is not NULL. Returns the number of its runs.
 */
int fc_count_fits_models(const fc_count_fits *fits, int counter, const fc_count_model **model,
                         const fc_count_model **divisor);
/** Fits another value, given by run (NAN: the run has none). False: fewer than two runs have one, or one is negative.
 */
bool fc_count_fits_of_values(FC_GIVE fc_count_fit *out, const fc_count_fits *fits, const double *value);
/** "0.98 p^-1 n^2 (4 runs)", or a quotient "(1.5 n) / (log2(n)) (4 runs)"; nothing without a fit. */
void fc_count_fits_print(fc_text *out, const fc_count_fits *fits, int counter);

#endif
