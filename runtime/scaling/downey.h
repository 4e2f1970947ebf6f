/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file downey.h  Downey's speedup model ([speedup], section 2): a curve for every average parallelism and variance.
 *
 * Below its first kink the curve is Amdahl's with the serial share sigma / (2 A) for sigma <= 1, and
 * sigma / (A (sigma + 1)) above; only what lies beyond the kink tells A and sigma apart. */
#ifndef FC_DOWNEY_H
#define FC_DOWNEY_H

/** A >= 1: average parallelism, also the speedup on infinitely many processors. sigma: variance in parallelism over
 * (A - 1)^2, about the square of its coefficient of variation; > -2, where below 0 means superlinear speedup. */
typedef struct fc_downey {
    double A, sigma;
} fc_downey;

/** Speedup on n >= 1 processors: eq. 2 for sigma <= 1, eq. 4 above. gradient (may be NULL): dS/dA, dS/dsigma; at a kink
 * those of the side with fewer processors. */
double fc_downey_speedup(const fc_downey *curve, double n, double gradient[2]);
/** The processors of the greatest power S^2/n: eq. 8 and 9, kept within the pieces they hold for; sigma >= 0. */
double fc_downey_knee(const fc_downey *curve);
/** Processors up to which the curve is Amdahl's: A, or A + A sigma - sigma. */
double fc_downey_kink(const fc_downey *curve);
/** The curve with the serial share f, 0 <= f < 1, whose kink lies at n >= 1: the least A that explains speedups of
 *  Amdahl's form on up to n processors. */
fc_downey fc_downey_least(double f, double n);
/** sigma on a scale on which the curve moves evenly, so that an interval about it is as wide on either side: itself up
 * to 1, from there on 4 sigma / (sigma + 1) - 1 (the sequential share of eq. 3, with a smooth join), which ends at 3.
 * And back; infinite from 3 on. */
double fc_downey_even(double sigma);
double fc_downey_sigma(double even);
/** What no program of average parallelism A can pass, and what it always reaches (eq. 5). */
double fc_downey_upper(double A, double n);
double fc_downey_lower(double A, double n);

#endif
