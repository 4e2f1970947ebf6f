/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file rounded_reals.h  Integers that the program computes by rounding a real: square roots, logarithms and quotients
 * of integers, as in (int)sqrt(p), ceil(log2(p)) and (int)((double)n / p). */
#ifndef FC_ROUNDED_REALS_H
#define FC_ROUNDED_REALS_H

#include "analyzer/model/program.h"
#include "analyzer/symbolic/symbolic.h"

/** value: of an integer expression within a real, as seen by data; NULL: not known. */
typedef struct fc_rounded_context {
    fc_algebra *algebra;
    const fc_sym *(*value)(const void *data, const fc_node *integer);
    const void *data;
} fc_rounded_context;

/** The value of a conversion of the real to an integer, which truncates. NULL: another real, or one whose rounding
 * errors change an integer. */
const fc_sym *fc_rounded_conversion(const fc_rounded_context *context, const fc_node *real);
/** The value of a call that rounds a real to an integer, such as lround(x). NULL: another call. */
const fc_sym *fc_rounded_call(const fc_rounded_context *context, const fc_node *call);

#endif
