/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits a runtime function of one fixed form in segments of message size: segmented least squares by dynamic programming
 * (Bellman 1961), O(sizes^2) robust fits. Several rank counts of a collective go to fit_terms.c. */
#include "machine_properties/calibration/fit_terms.h"

#include "machine_properties/calibration/isotonic.h"
#include "machine_properties/terms.h"
#include "support/messages/machine.h"
#include "support/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bits of the first terms of fc_time_term. */
enum {
    ONE = 1 << FC_TERM_ONE,
    LOG_P = 1 << FC_TERM_LOG,
    P = 1 << FC_TERM_RANKS,
    M = 1 << FC_TERM_BYTES,
    M_LOG_P = 1 << FC_TERM_BYTES_LOG,
    M_P = 1 << FC_TERM_BYTES_RANKS,
    N_TERMS = FC_TERM_BYTES_RANKS + 1,
    MOST_SIZES = 128,
    LEAST_SIZES = 4,      /* message sizes of a segment: with three, one outlier would dominate */
    LEAST_SIZES_EXACT = 2 /* for a deterministic (simulated) clock */
};

/* The textbook form of an operation (design, section 7), used when only one rank count was measured. */
static unsigned form_of(fc_fit which)
{
    if (which <= FC_FIT_SENDRECV)
        return ONE | M;
    if (which == FC_FIT_BARRIER || which == FC_FIT_COMM_DUP || which == FC_FIT_COMM_SPLIT) /* agreement on a number */
        return LOG_P;
    if (which == FC_FIT_ALLTOALL || which == FC_FIT_ALLTOALLV)
        return P | M_P;
    if (which == FC_FIT_REDUCE_SCATTER)
        return LOG_P | M;
    if (which >= FC_FIT_FILE_OPEN)
        return ONE | M;
    return which >= FC_FIT_GATHER && which <= FC_FIT_ALLGATHERV ? LOG_P | M_P : LOG_P | M_LOG_P;
}

/* Bound of a point's error in units of its noise. An outlier costs no more than this, which is less than a segment of
 * its own would cost. */
static const double MOST_OFF = 2.8;

/* Points sorted by bytes; size[i] is the index of the first point of message size i, size[n_sizes] == n. */
typedef struct curve {
    const fc_fit_point *point;
    int size[MOST_SIZES + 1];
    int n_sizes, least_sizes;
    double noise; /* relative, of a point */
} curve;

typedef struct segment_fit {
    double c[FC_N_TERMS];
    double error; /* relative */
    double cost;  /* sum over its points of the bounded square of residual / noise */
} segment_fit;

/* Fits the points of sizes [from, to) with one form. False if they do not determine it. */
static bool fit_segment(segment_fit *out, const curve *data, int from, int to, unsigned form)
{
    int first = data->size[from], n = data->size[to] - first, k = __builtin_popcount(form), at = 0;
    double c[FC_FIT_MAX_TERMS], *x = fc_allocate((size_t)n * (size_t)k, sizeof *x);
    double *y = fc_allocate((size_t)n, sizeof *y), *weight = fc_allocate((size_t)n, sizeof *weight);
    for (int i = 0; i < n; i++) {
        const fc_fit_point *p = &data->point[first + i];
        for (int t = 0; t < N_TERMS; t++)
            if (form >> t & 1)
                x[at++] = fc_terms_value(t, NULL, p->ranks, p->bytes);
        y[i] = p->seconds;
        weight[i] = 1 / (p->seconds * p->seconds);
    }
    fc_fit_problem problem = {x, y, weight, n, k, true, true};
    *out = (segment_fit){.cost = 0};
    bool is_fit = fc_fit_linear(c, NULL, &problem, NULL) == FC_OK;
    for (int i = 0; is_fit && i < n; i++) {
        double value = 0;
        for (int t = 0; t < k; t++)
            value += c[t] * x[i * k + t];
        double off = fabs(value / y[i] - 1), bounded = fmin(off / data->noise, MOST_OFF);
        out->cost += bounded * bounded;
        out->error += pow(fmin(off, 4 * data->noise), 2) / n;
    }
    out->error = sqrt(out->error);
    for (int t = 0, used = 0; t < N_TERMS; t++)
        out->c[t] = form >> t & 1 ? c[used++] : 0;
    free(x);
    free(y);
    free(weight);
    return is_fit;
}

/* Segmented least squares by dynamic programming: minimizes the cost of the segments plus a penalty of log(points) for
 * each coefficient and breakpoint, as in the Bayesian information criterion. */
static double split(segment_fit *fits, int *begin, int *n_fits, const curve *data, unsigned form)
{
    double best[MOST_SIZES + 1] = {0},
                             price = (1 + __builtin_popcount(form)) * log((double)data->size[data->n_sizes] + 1);
    int came[MOST_SIZES + 1] = {0}, count[MOST_SIZES + 1] = {0};
    for (int to = 1; to <= data->n_sizes; to++) {
        best[to] = -1;
        for (int from = 0; from < to; from++) {
            bool is_long = to - from >= data->least_sizes || (from == 0 && to == data->n_sizes);
            segment_fit p;
            if (!is_long || best[from] < 0 || count[from] >= FC_MAX_SEGMENTS || !fit_segment(&p, data, from, to, form))
                continue;
            if (best[to] < 0 || best[from] + p.cost + price < best[to]) {
                best[to] = best[from] + p.cost + price;
                came[to] = from;
                count[to] = count[from] + 1;
            }
        }
    }
    *n_fits = best[data->n_sizes] < 0 ? 0 : count[data->n_sizes];
    for (int k = *n_fits - 1, to = data->n_sizes; k >= 0; to = came[to], k--) {
        begin[k] = came[to];
        fit_segment(&fits[k], data, came[to], to, form);
    }
    return best[data->n_sizes];
}

static int by_bytes(const void *a, const void *b)
{
    const fc_fit_point *p = a, *q = b;
    if (p->bytes != q->bytes)
        return p->bytes < q->bytes ? -1 : 1;
    return (p->ranks > q->ranks) - (p->ranks < q->ranks);
}

static double median_spread(const fc_fit_point *points, int n)
{
    double *spread = fc_allocate((size_t)n, sizeof *spread);
    for (int i = 0; i < n; i++)
        spread[i] = points[i].spread;
    double median = fc_fit_median(spread, n);
    free(spread);
    return median;
}

static bool arrange(curve *data, fc_fit_point *points, int n)
{
    qsort(points, (size_t)n, sizeof *points, by_bytes);
    double spread = median_spread(points, n);
    *data = (curve){.point = points,
                    .noise = spread > 1e-6 ? fmax(0.03, 2 * spread) : 0.004,
                    .least_sizes = spread > 1e-6 ? LEAST_SIZES : LEAST_SIZES_EXACT};
    for (int i = 0; i < n; i++) {
        if (i > 0 && points[i].bytes == points[i - 1].bytes)
            continue;
        if (data->n_sizes == MOST_SIZES)
            return false;
        data->size[data->n_sizes++] = i;
    }
    data->size[data->n_sizes] = n;
    return true;
}

static bool is_one_rank_count(const fc_fit_point *points, int n)
{
    for (int i = 1; i < n; i++)
        if (points[i].ranks != points[0].ranks)
            return false;
    return true;
}

/* The form; without its terms in m if there is only one message size. */
static unsigned reduced(unsigned form, const curve *data)
{
    return data->n_sizes == 1 ? form & (ONE | LOG_P | P) : form;
}

static bool choose(fc_runtime_function *out, const curve *data, fc_fit which)
{
    segment_fit fits[FC_MAX_SEGMENTS];
    int begin[FC_MAX_SEGMENTS], n;
    split(fits, begin, &n, data, reduced(form_of(which), data));
    out->n_segments = n;
    for (int k = 0; k < n; k++) {
        fc_segment *s = &out->segment[k];
        s->low_bytes = k ? data->point[data->size[begin[k]]].bytes : 0;
        s->high_bytes = data->point[k + 1 < n ? data->size[begin[k + 1]] : data->size[data->n_sizes] - 1].bytes;
        memcpy(s->c, fits[k].c, sizeof s->c);
        s->error = fmax(fits[k].error, data->noise / 3);
    }
    return n > 0;
}

/* Isotonic regression in m with relative weights: more bytes never take less time. Points sorted by bytes. */
static void make_nondecreasing(fc_fit_point *point, int n)
{
    double *seconds = fc_allocate((size_t)n, sizeof *seconds), *weight = fc_allocate((size_t)n, sizeof *weight);
    for (int i = 0; i < n; i++) {
        seconds[i] = point[i].seconds;
        weight[i] = 1 / (seconds[i] * seconds[i]);
    }
    fc_isotonic_fit(seconds, weight, n);
    for (int i = 0; i < n; i++)
        point[i].seconds = seconds[i];
    free(weight);
    free(seconds);
}

static int by_ranks(const void *a, const void *b)
{
    const fc_fit_point *p = a, *q = b;
    if (p->ranks != q->ranks)
        return p->ranks < q->ranks ? -1 : 1;
    return (p->bytes > q->bytes) - (p->bytes < q->bytes);
}

/* The times of a simulator's clock are exact: a fall with the bytes is real. */
static bool is_exact(const fc_fit_point *points, int n)
{
    return median_spread(points, n) <= 1e-6;
}

/* Isotonic regression of each rank count; only for an exact clock, since with noise one outlier would shift its
 * neighbors. */
static void make_counts_nondecreasing(fc_fit_point *points, int n)
{
    for (int first = 0, end; first < n && is_exact(points, n); first = end) {
        for (end = first + 1; end < n && points[end].ranks == points[first].ranks; end++)
            continue;
        make_nondecreasing(points + first, end - first);
    }
}

/* A segment between two ranks begins below the end of the one before. */
static bool falls(const fc_runtime_function *of)
{
    for (int k = 1; k < of->n_segments; k++) {
        double m = of->segment[k].low_bytes;
        if (fc_terms_sum(&of->segment[k], NULL, 2, m) < fc_terms_sum(&of->segment[k - 1], NULL, 2, m))
            return true;
    }
    return false;
}

fc_status fc_fit_runtime_function(fc_runtime_function *out, bool *is_assumed, const fc_fit_target *target,
                                  const fc_fit_point *points, int n, fc_report *report)
{
    for (int i = 0; i < n; i++)
        if (!(points[i].ranks > 1 && points[i].bytes >= 0 && points[i].seconds > 0 && isfinite(points[i].seconds)))
            return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Calibrate again.", FC_MSG_INVALID_MEASURED_POINT_P_BYTES,
                           points[i].ranks, points[i].bytes, points[i].seconds);
    if (n < 1)
        return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Calibrate again.", FC_MSG_NO_POINTS_WERE_MEASURED);
    fc_fit_point *sorted = fc_allocate((size_t)n, sizeof *sorted);
    memcpy(sorted, points, (size_t)n * sizeof *sorted);
    curve data;
    fc_runtime_function found = {0};
    bool is_one = is_one_rank_count(points, n), is_single = is_one || target->fit <= FC_FIT_SENDRECV;
    qsort(sorted, (size_t)n, sizeof *sorted, by_ranks);
    bool may_fall = target->fit <= FC_FIT_SENDRECV && is_exact(sorted, n);
    if (!may_fall)
        make_counts_nondecreasing(sorted, n);
    bool is_fit = is_single ? arrange(&data, sorted, n) && choose(&found, &data, target->fit)
                            : fc_fit_terms(&found, sorted, n, target->single);
    found.low_ranks = found.high_ranks = points[0].ranks;
    for (int i = 0; i < n; i++) {
        found.low_ranks = fmin(found.low_ranks, points[i].ranks);
        found.high_ranks = fmax(found.high_ranks, points[i].ranks);
    }
    found.falls = may_fall && falls(&found);
    free(sorted);
    if (!is_fit)
        return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Measure more message sizes.",
                       FC_MSG_POINTS_DO_NOT_DETERMINE_RUNTIME, n);
    *out = found;
    *is_assumed = is_one;
    return FC_OK;
}

void fc_fit_widen(fc_runtime_function *function, const fc_fit_point *points, int n)
{
    double squares[FC_MAX_SEGMENTS] = {0};
    int in[FC_MAX_SEGMENTS] = {0};
    for (int i = 0; i < n && function->n_segments > 0; i++) {
        const fc_fit_point *p = &points[i];
        if (!(p->seconds > 0)) /* below the clock's resolution */
            continue;
        double off = log(p->seconds / fc_terms_seconds(function, NULL, p->ranks, p->bytes));
        int k = fc_terms_segment(function, p->ranks, p->bytes);
        squares[k] += off * off, in[k]++;
    }
    for (int k = 0; k < function->n_segments; k++)
        if (in[k] > 0)
            function->segment[k].error = hypot(function->segment[k].error, sqrt(squares[k] / in[k]));
}
