/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file fit_terms.h  Chooses the terms of a collective's runtime function from measurements at several rank counts. */
#ifndef FC_FIT_TERMS_H
#define FC_FIT_TERMS_H

#include "machine_properties/calibration/fit.h"

/** Fits segments, terms and coefficients (all >= 0) to n >= 1 points of at least two rank counts; low_ranks and
 * high_ranks are not set. single: T; NULL excludes the terms of T. False if no form fits. */
bool fc_fit_terms(fc_runtime_function *out, const fc_fit_point *points, int n, const fc_runtime_function *single);

#endif
