/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file count_fits.h  The counts of several profiling runs as functions of ranks, parameters and arguments. */
#ifndef FC_COUNT_FITS_H
#define FC_COUNT_FITS_H

#include "analyzer/model/profile.h"
#include "runtime/evaluate/rank.h"
#include "runtime/scaling/count_fit.h"

typedef struct fc_count_fits fc_count_fits;

/** What the runs are of. node[counter of the program]: its node in the model. All borrowed, for as long as the fits
 * live. wanted: the arguments that predictions are made for; runs whose words (what is no positive number) are others
 * do not count. */
typedef struct fc_count_fits_source {
    const fc_cost_program *program;
    const int *node;
    const fc_profile *profile;
    fc_profile_wish wanted;
    const fc_coefficients *machine; /* some machine: the cost program runs on one, though its times do not count here */
} fc_count_fits_source;

/** The variables are the ranks, the parameters that the cost program takes from the arguments of each run (it is run
 * with that run's own counts), and arguments that are numbers and no parameter's value. NULL where fewer than two runs
 * are comparable. A run that the cost program cannot follow is left out. Variables that are multiples of each other in
 * all runs are one; where they go apart, an unknown power of their ratio widens the interval. */
FC_GIVE fc_count_fits *fc_count_fits_create(const fc_count_fits_source *source);
void fc_count_fits_free(FC_TAKE fc_count_fits *fits);

/** The counter has a fit: two comparable runs reached it, or more. */
bool fc_count_fits_has(const fc_count_fits *fits, int counter);
/** Its value for a question: that of the mean's fit, or, where the sum over all entries and ranks is fitted with less
 * error than a mean that is off by more than 1 %, the quotient of the two sums' values. False: it has no fit, or the
 * fit needs what the question does not tell. */
bool fc_count_fits_answer(const fc_count_fits *fits, const fc_question *question, fc_answer *answer);
/** "0.98 p^-1 n^2 (4 runs)", of a quotient "(1.5 n) / (log2(n)) (4 runs)"; nothing without a fit. */
void fc_count_fits_print(fc_text *out, const fc_count_fits *fits, int counter);

#endif
