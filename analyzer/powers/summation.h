/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file summation.h  Sums of one product over the index of a sum. For expansion.c only. */
#ifndef FC_POWERS_SUMMATION_H
#define FC_POWERS_SUMMATION_H

#include "analyzer/powers/expansion.h"

/** A sum being expanded: its body over its index, and the ends of its range. */
typedef struct fc_summation {
    const fc_expansion *inner;
    double at_low;                  /* the low end at the point; NAN: not known */
    const fc_powers *last;          /* one more than the last index: its largest product; NULL: none */
    const fc_powers_sum *exponent;  /* the same as an exponent */
    const fc_powers_sum *end, *low; /* the forms of one more than the last index, and of the first */
} fc_summation;

/** Joins the rests of a bound's body that vary with the index. */
void fc_summation_leave(const fc_expansion *inner, fc_powers_sum *body);
/** Adds the sum of v^k r^v up to h for one product of the body: h^(k+1)/(k+1), or h^k r^(h+1)/(r-1) where r > 1; of a
 * bound also of v^k log(v)^j. False: it has no form. */
bool fc_summation_add(const fc_summation *s, fc_powers each, fc_powers_sum *out);

#endif
