/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file downey.h  Downey's speedup model ([speedup], section 2), by average parallelism and variance in parallelism.
 *
 * Below its first kink the curve is Amdahl's law. The serial share is sigma / (2 A) for sigma <= 1, and sigma / (A
 * (sigma + 1)) above. Only observations above the kink separate A from sigma. */
#ifndef FC_DOWNEY_H
#define FC_DOWNEY_H

/** A >= 1: average parallelism, also the speedup on unlimited processors. sigma: variance in parallelism over (A -
 * 1)^2, approximately its squared coefficient of variation; > -2, where negative values give superlinear speedup. */
typedef struct fc_downey {
    double A, sigma;
} fc_downey;

/** Speedup on n >= 1 processors: eq. 2 for sigma <= 1, eq. 4 above. gradient (may be NULL): dS/dA, dS/dsigma; at a kink
 * the left-sided derivatives. */
double fc_downey_speedup(const fc_downey *curve, double n, double gradient[2]);
/** The number of processors with the greatest power S^2/n: eq. 8 and 9, limited to their ranges of validity; sigma >=
 * 0. */
double fc_downey_knee(const fc_downey *curve);
/** The number of processors up to which the curve is Amdahl's law: A, or A + A sigma - sigma. */
double fc_downey_kink(const fc_downey *curve);
/** The curve with serial share f, 0 <= f < 1, and its kink at n >= 1: the least A that explains Amdahl-like speedups on
 * up to n processors. */
fc_downey fc_downey_least_parallelism(double f, double n);
/** Maps sigma to a scale on which the curve changes evenly, so that intervals are symmetric: sigma up to 1, then 4
 * sigma / (sigma + 1) - 1 (the sequential share of eq. 3, joined smoothly), with limit 3. fc_downey_unscaled_sigma() is
 * the inverse, infinite from 3. */
double fc_downey_scaled_sigma(double sigma);
double fc_downey_unscaled_sigma(double even);
/** Upper and lower bound of the speedup with average parallelism A (eq. 5). */
double fc_downey_upper(double A, double n);
double fc_downey_lower(double A, double n);

#endif
