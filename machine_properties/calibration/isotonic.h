/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file isotonic.h  Isotonic regression: the nondecreasing sequence with the least weighted squares of differences, by
 * pooling adjacent violators (Barlow et al. 1972), in linear time. */
#ifndef FC_ISOTONIC_H
#define FC_ISOTONIC_H

/** Replaces value[n] by its regression. weight: [n], positive; NULL: all are equal. */
void fc_isotonic_fit(double *value, const double *weight, int n);

#endif
