/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/downey.h"

#include <math.h>

/* A branch of the curve: S = A n c / u, dS/dA = n a / u^2, dS/dsigma = -A n b / u^2. */
typedef struct piece {
    double c, u, a, b;
} piece;

/* Eq. 2, first two branches. */
static piece low_variance(const fc_downey *curve, double n)
{
    double A = curve->A, sigma = curve->sigma;
    if (n <= A)
        return (piece){1, A + sigma / 2 * (n - 1), sigma / 2 * (n - 1), (n - 1) / 2};
    return (piece){1, sigma * (A - 0.5) + n * (1 - sigma / 2), n * (1 - sigma / 2) - sigma / 2, A - 0.5 - n / 2};
}

/* Eq. 4, first branch. */
static piece high_variance(const fc_downey *curve, double n)
{
    double A = curve->A, sigma = curve->sigma;
    return (piece){sigma + 1, sigma * (n + A - 1) + A, (sigma + 1) * sigma * (n - 1), n - 1};
}

double fc_downey_speedup(const fc_downey *curve, double n, double gradient[2])
{
    double A = curve->A;
    if (n > (curve->sigma <= 1 ? 2 * curve->A - 1 : fc_downey_kink(curve))) {
        if (gradient)
            gradient[0] = 1, gradient[1] = 0;
        return A;
    }
    piece at = curve->sigma <= 1 ? low_variance(curve, n) : high_variance(curve, n);
    if (gradient) {
        gradient[0] = n * at.a / (at.u * at.u);
        gradient[1] = -A * n * at.b / (at.u * at.u);
    }
    return A * n * at.c / at.u;
}

double fc_downey_kink(const fc_downey *curve)
{
    double A = curve->A, sigma = curve->sigma;
    return sigma < 1 ? A : A + A * sigma - sigma;
}

/* Power increases up to the first kink of the low-variance curve, as u = 2n du/dn holds only at 2A/sigma - 1 >= A. Eq.
 * 8 gives the maximum of the second branch, or a point before it. Eq. 9 always lies in its branch. */
double fc_downey_knee(const fc_downey *curve)
{
    double A = curve->A, sigma = curve->sigma;
    if (sigma > 1)
        return (A * (sigma + 1) - sigma) / sigma;
    return fmax(A, sigma * (A - 0.5) / (1 - sigma / 2));
}

/* Low variance: f = sigma / (2 A), with the kink at A = n. High variance: f = sigma / (A (sigma + 1)), with the kink
 * at A + A sigma - sigma = sigma (1 - f) / f = n. In between sigma = 1, whose kink lies above n. */
fc_downey fc_downey_least_parallelism(double f, double n)
{
    if (f * n <= 0.5)
        return (fc_downey){n, 2 * f * n};
    double sigma = fmax(1, n * f / (1 - f));
    return (fc_downey){sigma / (f * (sigma + 1)), sigma};
}

double fc_downey_scaled_sigma(double sigma)
{
    return sigma <= 1 ? sigma : 3 - 4 / (sigma + 1);
}

double fc_downey_unscaled_sigma(double even)
{
    if (even >= 3)
        return INFINITY;
    return even <= 1 ? even : 4 / (3 - even) - 1;
}

double fc_downey_upper(double A, double n)
{
    return fmin(n, A);
}

double fc_downey_lower(double A, double n)
{
    return A * n / (A + n - 1);
}
