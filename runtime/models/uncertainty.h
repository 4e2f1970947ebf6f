/* SPDX-License-Identifier: Apache-2.0 */
/** @file uncertainty.h  How errors of parts add up to the 90 % interval of a time.
 *
 * Errors are factors: twice as long and half as long are equally probable. With half = 1.645 standard deviations, an
 * interval reaches from T^2 / (T + half) to T + half. */
#ifndef FC_UNCERTAINTY_H
#define FC_UNCERTAINTY_H

#define FC_HALF_INTERVAL 1.645 /* standard deviations of half a 90 % interval */

/** Variance of a sum of partly correlated parts, from the sum of the squares of their standard deviations and the sum
 * of these deviations. */
double fc_uncertainty_variance(double squares, double sum);
/** The ends of the 90 % interval of a time >= 0 with this variance [s^2]; `longer` stretches its half. *low_s > 0 if
 * time_s is. */
void fc_uncertainty_interval(double *low_s, double *high_s, double time_s, double variance, double longer);

#endif
