/* SPDX-License-Identifier: Apache-2.0 */
#include "uncertainty.h"

#include <math.h>

double fc_uncertainty_variance(double squares, double sum)
{
    const double common = 0.3; /* share of the variance that all parts have in common (README.md) */
    return (1 - common) * squares + common * sum * sum;
}

void fc_uncertainty_interval(double *low_s, double *high_s, double time_s, double variance, double longer)
{
    double half = FC_HALF_INTERVAL * sqrt(variance) * longer;
    *low_s = time_s > 0 ? time_s * (time_s / (time_s + half)) : 0;
    *high_s = time_s + half;
}
