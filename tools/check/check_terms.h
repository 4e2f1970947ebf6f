/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file check_terms.h  The costs of predictions by source place, as the terms of a baseline. */
#ifndef FC_CHECK_TERMS_H
#define FC_CHECK_TERMS_H

#include "runtime/scaling/baseline.h"
#include "tools/prediction/prediction_context.h"

/** Adds the terms of a program, in the order of its sources. prediction: by point of the program; NULL: not predicted.
 */
void fc_check_terms_add(fc_baseline_program *out, const fc_prediction_context *context,
                        const fc_prediction *const *prediction);

#endif
