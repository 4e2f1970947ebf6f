/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file constant_sets.h  Small sets of integers: which constants a value may be, also of a real type.
 *
 * The lattice of constant propagation with sets in place of single constants. Its height is FC_MOST_CONSTANTS + 1. */
#ifndef FC_CONSTANT_SETS_H
#define FC_CONSTANT_SETS_H

#include "analyzer/model/program.h"

enum {
    FC_MOST_CONSTANTS = 6 /* of a set; a larger one is any integer */
};

typedef struct fc_constant_set {
    bool is_any; /* any number or address */
    int n;       /* otherwise one of value[0] .. value[n - 1]; 0: no value was found yet */
    long value[FC_MOST_CONSTANTS];
} fc_constant_set;

fc_constant_set fc_constant_sets_any(void);
fc_constant_set fc_constant_sets_one(long value);
/** Adds the values of `from`; true if there is a new one. */
bool fc_constant_sets_join(fc_constant_set *to, const fc_constant_set *from);
/** Some value is nonzero; some value is 0. */
bool fc_constant_sets_may_hold(const fc_constant_set *set);
bool fc_constant_sets_may_fail(const fc_constant_set *set);
/** The values as numbers of that type; null pointers are 0. */
fc_constant_set fc_constant_sets_convert(const fc_constant_set *set, const fc_type *type);
/** The result of an operation, in that type. Operands are independent of each other. */
fc_constant_set fc_constant_sets_unary(fc_operator op, const fc_constant_set *a, const fc_type *type);
fc_constant_set fc_constant_sets_binary(fc_operator op, const fc_constant_set *a, const fc_constant_set *b,
                                        const fc_type *type);

#endif
