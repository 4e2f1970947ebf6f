/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/fit_forms.h"

#include "machine_properties/support/text.h"
#include "machine_properties/terms.h"

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
    LEAST_SIZES = 4,      /* of a segment: three would let one outlier decide */
    LEAST_SIZES_EXACT = 2 /* of a clock that repeats itself */
};

/* The textbook's form of an operation (design, section 7): what one rank count alone is fitted with. */
static unsigned form_of(fc_fit which)
{
    if (which <= FC_FIT_SENDRECV)
        return ONE | M;
    if (which == FC_FIT_BARRIER || which == FC_FIT_COMM_DUP || which == FC_FIT_COMM_SPLIT) /* they agree on a number */
        return LOG_P;
    if (which == FC_FIT_ALLTOALL || which == FC_FIT_ALLTOALLV)
        return P | M_P;
    if (which == FC_FIT_REDUCE_SCATTER)
        return LOG_P | M;
    if (which >= FC_FIT_FILE_OPEN)
        return ONE | M;
    return which >= FC_FIT_GATHER && which <= FC_FIT_ALLGATHERV ? LOG_P | M_P : LOG_P | M_LOG_P;
}

/* A point farther off than this many times its noise is an outlier: farther costs no more, so that it buys no segment
 * of its own (which costs log(points) a term). */
static const double MOST_OFF = 2.8;

/* Points sorted by bytes; size[i] is the first point of the i-th message size, size[n_sizes] == n. */
typedef struct curve {
    const fc_fit_point *point;
    int size[MOST_SIZES + 1];
    int n_sizes, least_sizes;
    double noise; /* relative, of a point */
} curve;

typedef struct piece {
    double c[FC_N_TERMS];
    double error; /* relative */
    double cost;  /* sum over its points of the bounded square of residual / noise */
} piece;

/* The points of sizes [from, to) with one form. False if they do not determine it. */
static bool fit_piece(piece *out, const curve *data, int from, int to, unsigned form)
{
    int first = data->size[from], n = data->size[to] - first, k = __builtin_popcount(form), at = 0;
    double c[FC_FIT_MOST_TERMS], *x = fc_allocate((size_t)n * (size_t)k, sizeof *x);
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
    *out = (piece){.cost = 0};
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

/* The cheapest split of sizes [0, n) by dynamic programming: cost of the pieces plus a price a piece (its terms and its
 * breakpoint, each log(points), as in Bayes' criterion). */
static double split(piece *pieces, int *begin, int *n_pieces, const curve *data, unsigned form)
{
    double best[MOST_SIZES + 1] = {0},
                             price = (1 + __builtin_popcount(form)) * log((double)data->size[data->n_sizes] + 1);
    int came[MOST_SIZES + 1] = {0}, count[MOST_SIZES + 1] = {0};
    for (int to = 1; to <= data->n_sizes; to++) {
        best[to] = -1;
        for (int from = 0; from < to; from++) {
            bool is_long = to - from >= data->least_sizes || (from == 0 && to == data->n_sizes);
            piece p;
            if (!is_long || best[from] < 0 || count[from] >= FC_MAX_SEGMENTS || !fit_piece(&p, data, from, to, form))
                continue;
            if (best[to] < 0 || best[from] + p.cost + price < best[to]) {
                best[to] = best[from] + p.cost + price;
                came[to] = from;
                count[to] = count[from] + 1;
            }
        }
    }
    *n_pieces = best[data->n_sizes] < 0 ? 0 : count[data->n_sizes];
    for (int k = *n_pieces - 1, to = data->n_sizes; k >= 0; to = came[to], k--) {
        begin[k] = came[to];
        fit_piece(&pieces[k], data, came[to], to, form);
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

/* One size only: the form's terms without m. */
static unsigned reduced(unsigned form, const curve *data)
{
    return data->n_sizes == 1 ? form & (ONE | LOG_P | P) : form;
}

static bool choose(fc_runtime_function *out, const curve *data, fc_fit which)
{
    piece pieces[FC_MAX_SEGMENTS];
    int begin[FC_MAX_SEGMENTS], n;
    split(pieces, begin, &n, data, reduced(form_of(which), data));
    out->n_segments = n;
    for (int k = 0; k < n; k++) {
        fc_segment *s = &out->segment[k];
        s->low_bytes = k ? data->point[data->size[begin[k]]].bytes : 0;
        s->high_bytes = data->point[k + 1 < n ? data->size[begin[k + 1]] : data->size[data->n_sizes] - 1].bytes;
        memcpy(s->c, pieces[k].c, sizeof s->c);
        s->error = fmax(pieces[k].error, data->noise / 3);
    }
    return n > 0;
}

/* More bytes never take less time: where they were measured to, both are given their mean (isotonic regression, pool
 * adjacent violators, relative weights). Points sorted by bytes. */
static void make_rising(fc_fit_point *point, int n)
{
    int *first = fc_allocate((size_t)n, sizeof *first), blocks = 0;
    for (int i = 0; i < n; i++) {
        first[blocks++] = i;
        while (blocks > 1 && point[first[blocks - 2]].seconds > point[first[blocks - 1]].seconds) {
            double over = 0, weight = 0;
            blocks--;
            for (int k = first[blocks - 1]; k <= i; k++) {
                over += 1 / point[k].seconds;
                weight += 1 / (point[k].seconds * point[k].seconds);
            }
            for (int k = first[blocks - 1]; k <= i; k++)
                point[k].seconds = over / weight;
        }
    }
    free(first);
}

static int by_ranks(const void *a, const void *b)
{
    const fc_fit_point *p = a, *q = b;
    if (p->ranks != q->ranks)
        return p->ranks < q->ranks ? -1 : 1;
    return (p->bytes > q->bytes) - (p->bytes < q->bytes);
}

/* Each rank count by itself. Of a noisy clock one wrong point would pull its neighbours along: it is left as it is. */
static void make_counts_rising(fc_fit_point *points, int n)
{
    qsort(points, (size_t)n, sizeof *points, by_ranks);
    for (int first = 0, end; first < n && median_spread(points, n) <= 1e-6; first = end) {
        for (end = first + 1; end < n && points[end].ranks == points[first].ranks; end++)
            continue;
        make_rising(points + first, end - first);
    }
}

fc_status fc_fit_runtime_function(fc_runtime_function *out, bool *is_assumed, const fc_fit_subject *subject,
                                  const fc_fit_point *points, int n, fc_report *report)
{
    for (int i = 0; i < n; i++)
        if (!(points[i].ranks > 1 && points[i].bytes >= 0 && points[i].seconds > 0 && isfinite(points[i].seconds)))
            return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Calibrate again.",
                           "a measured point is none: p %g, %g bytes, %g s", points[i].ranks, points[i].bytes,
                           points[i].seconds);
    if (n < 1)
        return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Calibrate again.", "no point was measured");
    fc_fit_point *sorted = fc_allocate((size_t)n, sizeof *sorted);
    memcpy(sorted, points, (size_t)n * sizeof *sorted);
    curve data;
    fc_runtime_function found = {0};
    bool is_one = is_one_rank_count(points, n), is_single = is_one || subject->fit <= FC_FIT_SENDRECV;
    make_counts_rising(sorted, n);
    bool is_fit = is_single ? arrange(&data, sorted, n) && choose(&found, &data, subject->fit)
                            : fc_fit_forms(&found, sorted, n, subject->single);
    found.low_ranks = found.high_ranks = points[0].ranks;
    for (int i = 0; i < n; i++) {
        found.low_ranks = fmin(found.low_ranks, points[i].ranks);
        found.high_ranks = fmax(found.high_ranks, points[i].ranks);
    }
    free(sorted);
    if (!is_fit)
        return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Measure more message sizes.",
                       "%d points determine no runtime function", n);
    *out = found;
    *is_assumed = is_one;
    return FC_OK;
}
