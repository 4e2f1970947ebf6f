/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/measure/undisturbed_time.h"

#include "machine_properties/calibration/fit.h"
#include "support/text.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

enum {
    LEAST_SLICES = 8 /* needed for a rank correlation */
};
/* Mean rank correlation between runs from which on the slices count as different work. */
static const double agreeing = 0.5;
/* Quantiles of equal slices: the undisturbed time, and a higher one whose distance from it is the uncertainty. */
static const double low_share = 0.05, next_share = 0.15;

typedef struct runs {
    const fc_timer_slices *const *of;
    int n;
    int plain[FC_TIMER_SLICES], n_plain; /* full slices without first touches of memory in any run */
} runs;

static bool has_equal_slices(const runs *r)
{
    for (int i = 1; i < r->n; i++)
        if (r->of[i]->executions != r->of[0]->executions)
            return false;
    return true;
}

/* Number of executions in slice k. */
static double executions_of(const runs *r, int k)
{
    unsigned long before = (unsigned long)k << r->of[0]->doublings, all = r->of[0]->executions;
    unsigned long width = 1ul << r->of[0]->doublings;
    return all <= before ? 0 : (double)(all - before < width ? all - before : width);
}

static bool is_plain(const runs *r, int k)
{
    bool touched = false;
    for (int i = 0; i < r->n; i++)
        touched |= r->of[i]->touched[k] > 0;
    return !touched;
}

/* Rank of a slice from 0; ties share their mean rank. */
static double rank_in_run(const runs *r, int run, int slice)
{
    const unsigned long *time = r->of[run]->nanoseconds;
    double rank = -0.5;
    for (int i = 0; i < r->n_plain; i++)
        rank += time[r->plain[i]] < time[slice] ? 1 : time[r->plain[i]] == time[slice] ? 0.5 : 0;
    return rank;
}

/* Mean rank correlation over all pairs of runs, from the variance of the slices' rank sums (M. G. Kendall, B. Babington
 * Smith, The problem of m rankings, 1939). */
static double agreement(const runs *r)
{
    double n = r->n_plain, m = r->n, squares = 0;
    for (int i = 0; i < r->n_plain; i++) {
        double sum = 0;
        for (int run = 0; run < r->n; run++)
            sum += rank_in_run(r, run, r->plain[i]) - (n - 1) / 2;
        squares += sum * sum;
    }
    return (12 * squares / (m * (n * n * n - n)) - 1) / (m - 1);
}

static double least_of(const runs *r, int slice)
{
    double least = (double)r->of[0]->nanoseconds[slice];
    for (int i = 1; i < r->n; i++)
        least = fmin(least, (double)r->of[i]->nanoseconds[slice]);
    return least;
}

static double sum_of(const fc_timer_slices *run)
{
    double sum = 0;
    for (int k = 0; k < FC_TIMER_SLICES; k++)
        sum += (double)run->nanoseconds[k];
    return sum;
}

static fc_undisturbed_time of_equal(const runs *r)
{
    size_t n = 0, all = (size_t)r->n * (size_t)r->n_plain;
    double *time = fc_allocate(all, sizeof *time);
    for (int run = 0; run < r->n; run++)
        for (int i = 0; i < r->n_plain; i++)
            time[n++] = (double)r->of[run]->nanoseconds[r->plain[i]];
    gsl_sort(time, 1, n);
    double low = time[(size_t)(low_share * (double)n)], next = time[(size_t)(next_share * (double)n)];
    free(time);
    fc_undisturbed_time found = {0, 0};
    for (int k = 0; k < FC_TIMER_SLICES; k++) {
        double each = executions_of(r, k) / (double)(1ul << r->of[0]->doublings);
        found.all += is_plain(r, k) ? low * each : least_of(r, k);
        found.unsure += is_plain(r, k) ? (next - low) * each : 0;
    }
    return found;
}

/* is_same: a slice is the same work in every run. Then the sum of each slice's least time; otherwise the median run. */
static fc_undisturbed_time of_different(const runs *r, bool is_same)
{
    double *sum = fc_allocate((size_t)r->n, sizeof *sum), least = 0;
    for (int run = 0; run < r->n; run++)
        sum[run] = sum_of(r->of[run]);
    for (int k = 0; k < FC_TIMER_SLICES; k++)
        least += least_of(r, k);
    fc_undisturbed_time found = {is_same ? least : fc_fit_median(sum, r->n),
                                 r->n > 1 ? gsl_stats_sd(sum, 1, (size_t)r->n) : 0};
    free(sum);
    return found;
}

fc_undisturbed_time fc_undisturbed_time_estimate(const fc_timer_slices *const *run, int n_runs)
{
    runs r = {.of = run, .n = n_runs};
    if (!has_equal_slices(&r))
        return of_different(&r, false);
    for (int k = 0; k < FC_TIMER_SLICES; k++)
        if (executions_of(&r, k) == (double)(1ul << r.of[0]->doublings) && is_plain(&r, k))
            r.plain[r.n_plain++] = k;
    bool is_equal = r.n > 1 && r.n_plain >= LEAST_SLICES && agreement(&r) < agreeing;
    return is_equal ? of_equal(&r) : of_different(&r, true);
}
