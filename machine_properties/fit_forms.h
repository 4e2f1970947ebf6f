/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file fit_forms.h  The form of a collective's runtime function, told by measurements at several rank counts. */
#ifndef FC_FIT_FORMS_H
#define FC_FIT_FORMS_H

#include "machine_properties/fit.h"

/** Segments, terms and coefficients (all >= 0) through n >= 1 points of two rank counts or more; low_ranks and
 * high_ranks are not set. single: the fit of a transfer, without which its terms are not tried (NULL). False: the
 * points determine none. */
bool fc_fit_forms(fc_runtime_function *out, const fc_fit_point *points, int n, const fc_runtime_function *single);

#endif
