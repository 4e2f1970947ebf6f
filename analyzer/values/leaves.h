/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file leaves.h  What a trip count is an expression of: the values that a measurement must supply.
 *
 * Sums and operations are taken apart into their operands, differences of two values are not. Iteration numbers
 * are no leaves: they follow from the trip counts of the loops around. An array is an uninterpreted function of its
 * index: I[i + 1] - I[i] is the same leaf in all loops that run through i. An index that is itself read from memory (a
 * gather) weights the elements in another way and is another leaf. */
#ifndef FC_LEAVES_H
#define FC_LEAVES_H

#include "analyzer/values/value_numbers.h"

typedef struct fc_leaves {
    int *value;
    size_t n, capacity;
} fc_leaves;

/** Adds the leaves of a value of this procedure that are not in the list yet. */
void fc_leaves_add(fc_leaves *out, fc_value_numbers *values, fc_numbering *in, int value);
/** The value as one leaf: equal for loops that one measurement of it serves. */
int fc_leaves_whole(fc_value_numbers *values, fc_numbering *in, int value);

#endif
