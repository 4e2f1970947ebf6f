/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file count_search.h  Searches the models of count_model.h for the one with the least leave-one-out error
 * (coordinate descent over factors, as Extra-P: Calotoiu et al. SC 13), and a simpler model that the data do not
 * reject. */
#ifndef FC_COUNT_SEARCH_H
#define FC_COUNT_SEARCH_H

#include "runtime/scaling/count_model.h"

enum {
    FC_COUNT_SEARCH_FORMS = 16
};

/** is_open[v]: the model may depend on the variable. is_coarse[v]: it has two values among the samples, so it gets a
 * power or a logarithm, and no constant beside it. */
typedef struct fc_count_search {
    const fc_count_trial *trial;
    bool is_open[FC_COUNT_VARIABLES], is_coarse[FC_COUNT_VARIABLES];
    fc_count_model form[FC_COUNT_SEARCH_FORMS]; /* the best model of each other form, and the rejected ones */
    int n_forms;
} fc_count_search;

/** Opens the variables that vary. A variable stays closed if the counts of all samples that differ in it alone are
 * equal. */
void fc_count_search_begin(FC_GIVE fc_count_search *out, const fc_count_trial *trial);
/** The complexity of terms, factors and exponents, and of growth that the samples do not show. */
double fc_count_search_complexity(const fc_count_model *model);
/** The selected model:
 *
 * 1. Coordinate descent starts from a constant, with one product, with or without a constant. If the error exceeds
 *    0.1 %, products of all relevant variables, two products (which must halve the error and leave at most 1 %) and
 *    brackets are tried as starts too.
 * 2. The variables are removed one by one, that with the least effect first, down to a constant. The simplest of these
 *    models that the data do not reject in favor of the first is selected: F test of the sums of squares at the level
 * of 5 %, divided by the number of factors tried for a variable (Bonferroni). */
void fc_count_search_select(FC_GIVE fc_count_model *out, fc_count_search *search);
/** The k-th model that differs from this one in the variable's factor or in the second term. False: there are no more.
 * A neighbor that is not allowed has no terms. */
bool fc_count_search_neighbor(FC_GIVE fc_count_model *out, const fc_count_search *search, const fc_count_model *model,
                              int variable, size_t k);
/** Whether two models have the same factors of the variable. */
bool fc_count_search_is_same(const fc_count_model *a, const fc_count_model *b, int variable);

#endif
