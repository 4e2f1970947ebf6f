/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the terms and byte segments of a collective's runtime function from several rank counts.
 *
 * Least squares of the relative error needs only sums over a range's points, which prefix sums give in O(1). Sets of at
 * most three terms compete by forward cross-validation: fits to smaller rank counts predict each larger one. Dynamic
 * programming places the breakpoints (segmented least squares; Bellman 1961) in O(bins^2) fits. */
#include "machine_properties/calibration/fit_terms.h"

#include "machine_properties/terms.h"
#include "support/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BINS = 128,
    MOST_COUNTS = 24,
    MOST_TERMS = 3,
    MOST_FORMS = 512,
    KEPT_FORMS = 12, /* best forms of a range, which cross-validation compares */
    LEAST_BINS = 2,  /* of a segment */
    N_SUMS = FC_N_TERMS * (FC_N_TERMS + 1) / 2
};
static const double noise = 0.01; /* relative error of a point that counts as noise */

/* Sums over points of x_i x_j and x_i, and the number of points; x_i = term_i / seconds. */
typedef struct sums {
    double xx[N_SUMS], x[FC_N_TERMS], n;
} sums;

typedef struct form {
    int n, term[MOST_TERMS];
} form;

/* Points by rank count and by bin of bytes; prefix[c][b]: sums of rank count c over the bins before b. */
typedef struct workspace {
    sums (*prefix)[MOST_BINS + 1];
    double ranks[MOST_COUNTS];
    double edge[MOST_BINS + 1]; /* first bytes of a bin; the end of the last bin */
    int n_counts, n_bins;
    bool by_total;
    form form[MOST_FORMS];
    int n_forms;
} workspace;

typedef struct segment_fit {
    double c[FC_N_TERMS];
    double error; /* relative, root of the mean square */
    double cost;
} segment_fit;

static int at(int i, int j)
{
    return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
}

static void add(sums *to, const sums *from, double sign)
{
    for (int k = 0; k < N_SUMS; k++)
        to->xx[k] += sign * from->xx[k];
    for (int k = 0; k < FC_N_TERMS; k++)
        to->x[k] += sign * from->x[k];
    to->n += sign * from->n;
}

static void add_point(sums *to, const fc_fit_point *p, const fc_runtime_function *single)
{
    double x[FC_N_TERMS];
    for (int k = 0; k < FC_N_TERMS; k++)
        x[k] = k < FC_N_PLAIN_TERMS || single ? fc_terms_value(k, single, p->ranks, p->bytes) / p->seconds : 0;
    for (int i = 0; i < FC_N_TERMS; i++) {
        to->x[i] += x[i];
        for (int j = 0; j <= i; j++)
            to->xx[at(i, j)] += x[i] * x[j];
    }
    to->n++;
}

/* Solves the normal equations by Cholesky decomposition with scaled columns. False if they are singular or a
 * coefficient is negative. */
static bool solve(double *c, const sums *s, const form *f)
{
    double l[MOST_TERMS][MOST_TERMS] = {{0}}, y[MOST_TERMS], scale[MOST_TERMS];
    for (int i = 0; i < f->n; i++) {
        scale[i] = sqrt(s->xx[at(f->term[i], f->term[i])]);
        if (!(scale[i] > 0))
            return false;
        y[i] = s->x[f->term[i]] / scale[i];
        for (int j = 0; j <= i; j++) {
            double v = s->xx[at(f->term[i], f->term[j])] / scale[i] / scale[j];
            for (int k = 0; k < j; k++)
                v -= l[i][k] * l[j][k];
            if (i == j && v < 1e-8)
                return false;
            l[i][j] = i == j ? sqrt(v) : v / l[j][j];
        }
        for (int k = 0; k < i; k++)
            y[i] -= l[i][k] * y[k];
        y[i] /= l[i][i];
    }
    for (int i = f->n - 1; i >= 0; i--) {
        for (int k = i + 1; k < f->n; k++)
            y[i] -= l[k][i] * y[k];
        y[i] /= l[i][i];
        if (!(y[i] >= 0))
            return false;
    }
    for (int i = 0; i < f->n; i++)
        c[i] = y[i] / scale[i];
    return true;
}

/* Sum of squared relative errors of the coefficients c. */
static double squared_error(const sums *s, const form *f, const double *c)
{
    double sum = s->n;
    for (int i = 0; i < f->n; i++) {
        sum -= 2 * c[i] * s->x[f->term[i]];
        for (int j = 0; j < f->n; j++)
            sum += c[i] * c[j] * s->xx[at(f->term[i], f->term[j])];
    }
    return fmax(sum, 0);
}

static void range_of(sums *out, const workspace *w, int count, int from, int to)
{
    *out = w->prefix[count][to];
    add(out, &w->prefix[count][from], -1);
}

/* Forward cross-validation: squared relative errors at each rank count of a fit to the smaller counts. The first two
 * counts are not predicted. A failed fit counts as an error of 1. */
static double cross_validation_error(const sums *count, int n_counts, const form *f)
{
    sums before = {{0}, {0}, 0};
    double missed = 0, c[MOST_TERMS];
    int n_seen = 0;
    for (int i = 0; i < n_counts; i++) {
        if (n_seen >= 2 && count[i].n > 0.5 && before.n > f->n)
            missed += solve(c, &before, f) ? fmin(squared_error(&count[i], f, c), count[i].n) : count[i].n;
        add(&before, &count[i], 1);
        n_seen += count[i].n > 0.5;
    }
    return missed;
}

typedef struct candidate {
    const form *form;
    double missed;
    double c[MOST_TERMS];
} candidate;

static void keep(candidate *list, int *n, const candidate *one)
{
    int i = *n < KEPT_FORMS ? (*n)++ : KEPT_FORMS - 1;
    if (i == KEPT_FORMS - 1 && *n == KEPT_FORMS && list[i].form && list[i].missed <= one->missed)
        return;
    for (; i > 0 && list[i - 1].missed > one->missed; i--)
        list[i] = list[i - 1];
    list[i] = *one;
}

/* The best form for bins [from, to); false if no form fits. */
static bool fit_segment(segment_fit *out, const workspace *w, int from, int to)
{
    sums count[MOST_COUNTS], all = {{0}, {0}, 0};
    candidate list[KEPT_FORMS] = {{0}};
    int n = 0;
    for (int i = 0; i < w->n_counts; i++) {
        range_of(&count[i], w, i, from, to);
        add(&all, &count[i], 1);
    }
    for (int k = 0; k < w->n_forms; k++) {
        candidate one = {.form = &w->form[k]};
        if (all.n < one.form->n || !solve(one.c, &all, one.form))
            continue;
        one.missed = squared_error(&all, one.form, one.c) + noise * noise * one.form->n;
        keep(list, &n, &one);
    }
    *out = (segment_fit){.cost = -1};
    for (int k = 0; k < n; k++) {
        double missed = list[k].missed + cross_validation_error(count, w->n_counts, list[k].form);
        double cost = missed / (noise * noise) + list[k].form->n * log(all.n + 1);
        if (out->cost >= 0 && cost >= out->cost)
            continue;
        memset(out->c, 0, sizeof out->c);
        for (int i = 0; i < list[k].form->n; i++)
            out->c[list[k].form->term[i]] = list[k].c[i];
        out->error = sqrt(list[k].missed / all.n);
        out->cost = cost;
    }
    return out->cost >= 0;
}

/* Optimal breakpoints by dynamic programming over the bins. Returns the cost, < 0 if there is no fit. */
static double split(fc_runtime_function *out, const workspace *w)
{
    double best[MOST_BINS + 1] = {0}, price = 2 * log(w->n_bins + 1);
    int came[MOST_BINS + 1] = {0}, count[MOST_BINS + 1] = {0};
    for (int to = 1; to <= w->n_bins; to++) {
        best[to] = -1;
        for (int from = 0; from < to; from++) {
            bool is_long = to - from >= LEAST_BINS || w->n_bins < LEAST_BINS;
            segment_fit p;
            if (!is_long || best[from] < 0 || count[from] >= FC_MAX_SEGMENTS || !fit_segment(&p, w, from, to))
                continue;
            if (best[to] < 0 || best[from] + p.cost + price < best[to]) {
                best[to] = best[from] + p.cost + price;
                came[to] = from;
                count[to] = count[from] + 1;
            }
        }
    }
    if (best[w->n_bins] < 0)
        return -1;
    out->n_segments = count[w->n_bins];
    out->by_total = w->by_total;
    for (int k = out->n_segments - 1, to = w->n_bins; k >= 0; to = came[to], k--) {
        segment_fit p;
        fc_segment *s = &out->segment[k];
        fit_segment(&p, w, came[to], to);
        s->low_bytes = k ? w->edge[came[to]] : 0;
        s->high_bytes = w->edge[to];
        memcpy(s->c, p.c, sizeof s->c);
        s->error = fmax(p.error, noise / 2);
    }
    return best[w->n_bins];
}

static void make_forms(workspace *w, bool has_single, bool has_bytes)
{
    bool is_in[FC_N_TERMS];
    for (int k = 0; k < FC_N_TERMS; k++)
        is_in[k] = k < FC_N_PLAIN_TERMS ? has_bytes || k < FC_TERM_BYTES : has_single;
    for (int i = 0; i < FC_N_TERMS; i++)
        for (int j = i; j < FC_N_TERMS; j++)
            for (int k = j; k < FC_N_TERMS && w->n_forms < MOST_FORMS; k++) {
                if (!is_in[i] || !is_in[j] || !is_in[k] || (j == i && k > j))
                    continue;
                form f = {.n = 1, .term = {i}};
                if (j > i)
                    f.term[f.n++] = j;
                if (k > j)
                    f.term[f.n++] = k;
                w->form[w->n_forms++] = f;
            }
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* One bin per message size, or per half octave of the total size. False if there are too many. */
static bool make_bins(workspace *w, const fc_fit_point *point, int n)
{
    double *key = fc_allocate((size_t)n, sizeof *key), most = 0;
    for (int i = 0; i < n; i++) {
        double total = point[i].bytes * point[i].ranks;
        most = fmax(most, w->by_total ? total : point[i].bytes);
        key[i] = w->by_total ? total > 0 ? exp2(floor(2 * log2(total)) / 2) : 0 : point[i].bytes;
    }
    qsort(key, (size_t)n, sizeof *key, compare_numbers);
    for (int i = 0; i < n && w->n_bins <= MOST_BINS; i++)
        if (i == 0 || key[i] > key[i - 1]) {
            if (w->n_bins < MOST_BINS)
                w->edge[w->n_bins] = key[i];
            w->n_bins++;
        }
    free(key);
    if (w->n_bins <= MOST_BINS)
        w->edge[w->n_bins] = most;
    return w->n_bins <= MOST_BINS;
}

static bool make_counts(workspace *w, const fc_fit_point *point, int n)
{
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < w->n_counts && w->ranks[k] != point[i].ranks)
            k++;
        if (k == MOST_COUNTS)
            return false;
        if (k == w->n_counts)
            w->ranks[w->n_counts++] = point[i].ranks;
    }
    qsort(w->ranks, (size_t)w->n_counts, sizeof *w->ranks, compare_numbers);
    return true;
}

static void fill(workspace *w, const fc_fit_point *point, int n, const fc_runtime_function *single)
{
    w->prefix = fc_allocate((size_t)w->n_counts, sizeof *w->prefix);
    for (int i = 0; i < n; i++) {
        double key = point[i].bytes * (w->by_total ? point[i].ranks : 1);
        int c = 0, b = 0;
        while (w->ranks[c] != point[i].ranks)
            c++;
        while (b + 1 < w->n_bins && key >= w->edge[b + 1])
            b++;
        add_point(&w->prefix[c][b + 1], &point[i], single);
    }
    for (int c = 0; c < w->n_counts; c++)
        for (int b = 1; b <= w->n_bins; b++)
            add(&w->prefix[c][b], &w->prefix[c][b - 1], 1);
}

static double fit_by(fc_runtime_function *out, const fc_fit_point *point, int n, const fc_runtime_function *single,
                     bool by_total)
{
    workspace *w = fc_allocate(1, sizeof *w);
    double cost = -1;
    w->by_total = by_total;
    if (make_bins(w, point, n) && make_counts(w, point, n)) {
        /* Moves an edge between two measured sizes to the transfer's breakpoint between them. */
        for (int i = 1; !w->by_total && single && i < w->n_bins; i++)
            for (int k = 0; k + 1 < single->n_segments; k++) {
                double change = single->segment[k].high_bytes;
                if (change > w->edge[i - 1] && change < w->edge[i])
                    w->edge[i] = change;
            }
        fill(w, point, n, single);
        make_forms(w, single != NULL, w->n_bins > 1);
        cost = split(out, w);
    }
    free(w->prefix);
    free(w);
    return cost;
}

/* Drops a point that is twice as slow, or twice as fast, as both neighboring sizes of its rank count. */
static int without_outliers(fc_fit_point *out, const fc_fit_point *point, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        const fc_fit_point *p = &point[i], *low = NULL, *high = NULL;
        for (int k = 0; k < n; k++) {
            const fc_fit_point *q = &point[k];
            if (q->ranks == p->ranks && q->bytes < p->bytes && (!low || q->bytes > low->bytes))
                low = q;
            if (q->ranks == p->ranks && q->bytes > p->bytes && (!high || q->bytes < high->bytes))
                high = q;
        }
        bool is_off = low && high &&
                      (p->seconds > 2 * fmax(low->seconds, high->seconds) ||
                       p->seconds < 0.5 * fmin(low->seconds, high->seconds));
        if (!is_off)
            out[kept++] = *p;
    }
    return kept;
}

bool fc_fit_terms(fc_runtime_function *out, const fc_fit_point *points, int n, const fc_runtime_function *single)
{
    fc_fit_point *clean = fc_allocate((size_t)n, sizeof *clean);
    fc_runtime_function by_bytes = {0}, by_total = {0};
    int kept = without_outliers(clean, points, n);
    double one = fit_by(&by_bytes, clean, kept, single, false), other = fit_by(&by_total, clean, kept, single, true);
    free(clean);
    if (one < 0 && other < 0)
        return false;
    *out = other >= 0 && (one < 0 || other < one) ? by_total : by_bytes;
    return true;
}
