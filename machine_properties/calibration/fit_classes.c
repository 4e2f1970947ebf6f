/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits the measured rank counts into classes with runtime functions of their own: powers of two, other counts, small
 * powers of two. MPI libraries choose algorithms by p. */
#include "machine_properties/calibration/fit_classes.h"

#include "machine_properties/terms.h"
#include "support/text.h"

#include <math.h>
#include <stdlib.h>

enum {
    LEAST_COUNTS = 3, /* rank counts that a fit needs to extrapolate */
    MOST_FEW = 2      /* smallest rank counts that may get a fit of their own */
};

static int by_class(const void *a, const void *b)
{
    const fc_fit_point *p = a, *q = b;
    int order = fc_terms_is_power(q->ranks) - fc_terms_is_power(p->ranks);
    return order ? order : (p->ranks > q->ranks) - (p->ranks < q->ranks);
}

static int count_ranks(const fc_fit_point *point, int n)
{
    int counts = 0;
    for (int i = 0; i < n; i++)
        counts += i == 0 || point[i].ranks != point[i - 1].ranks;
    return counts;
}

/* Root mean square of the relative errors, each bounded by 1. */
static double relative_error(const fc_runtime_function *f, const fc_fit_target *target, const fc_fit_point *point,
                             int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double off = fc_terms_seconds(f, target->single, point[i].ranks, point[i].bytes) / point[i].seconds - 1;
        sum += fmin(off * off, 1);
    }
    return sqrt(sum / n);
}

/* Gives the smallest rank counts a fit of their own on two conditions: the common function has an error >= 2 % on the
 * other counts, and excluding the smallest lowers it by at least 40 %. */
static fc_status split_small_counts(fc_coefficients *to, const fc_fit_target *target, const fc_fit_point *point, int n,
                                    fc_report *report)
{
    fc_runtime_function *whole = &to->communication[target->variant][target->fit];
    bool is_assumed;
    fc_status status = FC_OK;
    for (int s = 1; s <= MOST_FEW && count_ranks(point, n) - s >= LEAST_COUNTS && !status; s++) {
        /* Of points sorted by ranks: the number of points with one of the first `counts` rank counts. */
        int few = 0;
        for (int seen = 0; few < n; few++) {
            seen += few == 0 || point[few].ranks != point[few - 1].ranks;
            if (seen > s)
                break;
        }
        fc_runtime_function rest = {0};
        double before = relative_error(whole, target, point + few, n - few);
        status = fc_fit_runtime_function(&rest, &is_assumed, target, point + few, n - few, report);
        double after = status ? before : relative_error(&rest, target, point + few, n - few);
        if (status || before < 0.02 || after > 0.6 * before)
            continue;
        status =
            fc_fit_runtime_function(&to->few[target->variant][target->fit], &is_assumed, target, point, few, report);
        *whole = rest;
    }
    return status;
}

fc_status fc_fit_operation(fc_coefficients *to, bool *is_assumed, const fc_fit_target *target, fc_fit_points points,
                           fc_report *report)
{
    fc_fit_point *point = points.point;
    int n = points.n, powers = 0;
    qsort(point, (size_t)n, sizeof *point, by_class);
    while (powers < n && fc_terms_is_power(point[powers].ranks))
        powers++;
    bool is_split =
        count_ranks(point, powers) >= LEAST_COUNTS && count_ranks(point + powers, n - powers) >= LEAST_COUNTS;
    int first = is_split ? powers : n;
    fc_status status = fc_fit_runtime_function(&to->communication[target->variant][target->fit], is_assumed, target,
                                               point, first, report);
    if (!status && is_split)
        status = fc_fit_runtime_function(&to->non_power_of_two[target->variant][target->fit], is_assumed, target,
                                         point + powers, n - powers, report);
    if (!status && is_split)
        status = split_small_counts(to, target, point, first, report);
    return status;
}
