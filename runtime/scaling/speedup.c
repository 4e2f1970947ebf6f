/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/speedup.h"

#include "support/messages/report.h"
#include "support/text.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

enum {
    LEAST_RANKS = 3 /* different rank counts, the unit included */
};

/* A decline: the last speedup is below the greatest one by LEAST_DECLINE, and by SCATTER standard deviations of the
 * points before. */
static const double LEAST_DECLINE = 0.1, SCATTER = 5;

/* The rows first .. last - 1 that are fitted, and their unit. */
typedef struct window {
    const fc_speedup_data *data;
    int first, last;
    double unit, base;
    int base_rows; /* timings averaged in the base; 0: it has no error */
    fc_speedup_points points;
} window;

/* ---- normalization ---- */

/* The number of rows from `first` on with equal ranks. */
static int count_equal(const fc_speedup_data *data, int first)
{
    int last = first;
    while (last < data->n && data->row[last].ranks == data->row[first].ranks)
        last++;
    return last - first;
}

/* The speedup of a value over the base. */
static double relative(const window *w, double value)
{
    return w->data->is_times ? w->base / value : value / w->base;
}

/* Chooses unit and base. Speedups that start above one rank with a value other than 1 are relative to one rank. */
static void choose_unit(window *w)
{
    const fc_speedup_row *row = &w->data->row[w->first];
    int n = count_equal(w->data, w->first);
    bool over_one = !w->data->is_times && w->first == 0 && row->ranks > 1 && row->value != 1;
    w->unit = over_one ? 1 : row->ranks;
    w->base = 0;
    for (int i = 0; i < n; i++)
        w->base += row[i].value / n;
    if (over_one)
        w->base = 1;
    w->base_rows = w->data->is_times ? n : 0;
}

/* Normalizes so that the efficiency on the smallest feasible cluster is 1, as in the paper (section 4.1). */
static void normalize(window *w, fc_speedup_point *point)
{
    choose_unit(w);
    for (int i = w->first; i < w->last; i++)
        point[i - w->first] = (fc_speedup_point){w->data->row[i].ranks / w->unit, relative(w, w->data->row[i].value)};
    w->points = (fc_speedup_points){point, w->last - w->first, w->base_rows ? 1.0 / w->base_rows : 0};
}

static int count_ranks(const window *w)
{
    int n = 0;
    for (int i = w->first; i < w->last; i += count_equal(w->data, i))
        n++;
    return n + (n > 0 && w->unit < w->data->row[w->first].ranks);
}

/* ---- trimming ---- */

/* The end of the rows with the greatest mean speedup; *missed: the relative loss of the last rows. */
static int find_greatest(const window *w, double *missed)
{
    double greatest = 0, final = 0;
    int end = w->first;
    for (int i = w->first; i < w->last; i += count_equal(w->data, i)) {
        /* The mean speedup of the rows with the ranks of row i. */
        int n = count_equal(w->data, i);
        double sum = 0;
        for (int k = i; k < i + n; k++)
            sum += relative(w, w->data->row[k].value);
        final = sum / n;
        if (final > greatest) {
            greatest = final;
            end = i + count_equal(w->data, i);
        }
    }
    *missed = 1 - final / greatest;
    return end;
}

/* Trims a declining high end (section 4.1). A decline must exceed the scatter, since one of several noisy speedups on
 * a plateau is always the greatest. True: rows were removed. */
static bool trim_high_end(window *w, fc_speedup_point *point)
{
    double missed;
    fc_speedup_fit fit;
    window rising = *w;
    choose_unit(w);
    rising.last = find_greatest(w, &missed);
    if (missed < LEAST_DECLINE)
        return false;
    normalize(&rising, point);
    fc_speedup_fit_law(&fit, fc_speedup_law_of(FC_LAW_DOWNEY), &rising.points);
    if (missed <= SCATTER * fit.relative_error)
        return false;
    w->last = rising.last;
    return true;
}

/* Without parallelism the variance is undefined. */
static bool is_flat(const fc_speedup_fit *fit)
{
    return fit->parameter[0] < 1 + 1e-9;
}

/* Whether sigma is negative beyond its standard error and rounding. */
static bool is_superlinear(const fc_speedup_fit *fit)
{
    double error = isnan(fit->standard_error[1]) ? 0 : fit->standard_error[1];
    return fit->parameter[1] < -fmax(error, 1e-6);
}

/* Fits, and removes the fewest ranks while sigma is negative and enough rank counts remain (section 4.1). */
static void fit_window(fc_speedup_inference *out, fc_speedup_fit *fit, window *w)
{
    out->superlinear = 0;
    out->sigma_held = false;
    for (;;) {
        normalize(w, out->point);
        fc_speedup_fit_law(fit, fc_speedup_law_of(FC_LAW_DOWNEY), &w->points);
        if (is_flat(fit))
            fit->parameter[1] = 0;
        if (fit->parameter[1] >= 0)
            return;
        if (out->superlinear == 0 && is_superlinear(fit))
            out->superlinear = fit->parameter[1];
        if (!is_superlinear(fit) || count_ranks(w) <= LEAST_RANKS) {
            out->sigma_held = fit->parameter[1] < -1e-6;
            fc_speedup_law bounded = *fc_speedup_law_of(FC_LAW_DOWNEY);
            bounded.parameter[1].low = 0;
            fc_speedup_fit_law(fit, &bounded, &w->points);
            fit->law = fc_speedup_law_of(FC_LAW_DOWNEY);
            return;
        }
        w->first += count_equal(w->data, w->first);
    }
}

/* ---- conclusions ---- */

/* F test for one additional parameter, which equals the squared t test. */
static bool explains_as_well(const fc_speedup_fit *amdahl, const fc_speedup_fit *fit, const fc_speedup_points *points)
{
    double rounding = 0;
    int freedom = -fit->law->n_parameters;
    for (int i = 0; i < points->n; i++) {
        rounding += 1e-18 * points->point[i].speedup * points->point[i].speedup;
        freedom += points->point[i].ranks > 1;
    }
    if (freedom <= 0)
        return true;
    double t = gsl_cdf_tdist_Pinv(0.975, freedom);
    return amdahl->sum_of_squares <= fit->sum_of_squares * (1 + t * t / freedom) + rounding;
}

static fc_speedup_knowledge what_is_known(const fc_speedup_fit *amdahl, const fc_speedup_fit *fit,
                                          const fc_speedup_points *points)
{
    fc_downey curve = {fit->parameter[0], fit->parameter[1]};
    double most = points->point[points->n - 1].ranks;
    if (is_flat(fit) || !explains_as_well(amdahl, fit, points))
        return FC_SPEEDUP_KNOWN;
    return most > fc_downey_kink(&curve) && !isnan(fit->standard_error[0]) ? FC_SPEEDUP_UNCERTAIN : FC_SPEEDUP_AT_LEAST;
}

static void set_intervals(fc_speedup_inference *out, const fc_speedup_fit *fit, const window *w)
{
    double sigma = fit->parameter[1], slope = sigma > 1 ? 4 / ((sigma + 1) * (sigma + 1)) : 1;
    double A_margin = fc_speedup_fit_margin(fit, &w->points, 0);
    double sigma_margin = slope * fc_speedup_fit_margin(fit, &w->points, 1);
    out->A_error = w->unit * fit->standard_error[0];
    out->sigma_error = fit->standard_error[1];
    for (int side = 0; side < 2; side++) {
        double sign = side ? 1 : -1;
        out->A_interval[side] = w->unit * fmax(1, fit->parameter[0] + sign * A_margin);
        out->sigma_interval[side] =
            fc_downey_unscaled_sigma(fmax(0, fc_downey_scaled_sigma(sigma) + sign * sigma_margin));
        if (isnan(A_margin))
            out->A_interval[side] = NAN;
        if (isnan(sigma_margin))
            out->sigma_interval[side] = NAN;
    }
}

static void conclude(fc_speedup_inference *out, const fc_speedup_fit *fit, const window *w)
{
    fc_speedup_fit amdahl;
    fc_downey curve = {fit->parameter[0], fit->parameter[1]};
    fc_speedup_fit_law(&amdahl, fc_speedup_law_of(FC_LAW_AMDAHL), &w->points);
    out->knowledge = what_is_known(&amdahl, fit, &w->points);
    set_intervals(out, fit, w);
    if (out->knowledge == FC_SPEEDUP_AT_LEAST) {
        curve = fc_downey_least_parallelism(amdahl.parameter[0], w->points.point[w->points.n - 1].ranks);
        out->A_error = out->sigma_error = NAN;
        out->A_interval[0] = out->A_interval[1] = out->sigma_interval[0] = out->sigma_interval[1] = NAN;
    }
    out->unit = (int)w->unit;
    out->base = w->base;
    out->knee = w->unit * fc_downey_knee(&curve);
    out->downey = (fc_downey){w->unit * curve.A, curve.sigma};
    out->points = w->points;
}

fc_status fc_speedup_infer(fc_speedup_inference *out, const fc_speedup_data *data, const char *name, fc_report *report)
{
    window w = {.data = data, .last = data->n};
    fc_speedup_inference made = {0};
    fc_speedup_fit fit;
    made.point = fc_allocate((size_t)data->n, sizeof *made.point);
    /* A superlinear low end can hide a decline at the high end, so the high end is checked again after trimming. */
    trim_high_end(&w, made.point);
    do {
        w.first = 0;
        choose_unit(&w);
        if (count_ranks(&w) < LEAST_RANKS) {
            fc_speedup_inference_free(&made);
            bool falls = w.last < data->n;
            return fc_fail(
                report, FC_E_INPUT, (fc_place){name, 0, 0},
                falls ? "A program that is fastest on so few ranks has no parallelism to infer."
                      : "Measure at least three different numbers of ranks, including 1 if the program fits there.",
                FC_MSG_DIFFERENT_NUMBER_RANKS_TOO_FEW, count_ranks(&w), count_ranks(&w) == 1 ? "" : "s",
                falls ? " before the speedups fall" : "");
        }
        fit_window(&made, &fit, &w);
    } while (trim_high_end(&w, made.point));
    made.use = fc_allocate((size_t)data->n, sizeof *made.use);
    conclude(&made, &fit, &w);
    for (int i = 0; i < data->n; i++)
        made.use[i] = i < w.first ? FC_SPEEDUP_SUPERLINEAR : i >= w.last ? FC_SPEEDUP_FALLING : FC_SPEEDUP_FITTED;
    *out = made;
    return FC_OK;
}

/* NAN last. */
static int compare_rivals(const void *a, const void *b)
{
    double x = ((const fc_speedup_rival *)a)->cross_validated, y = ((const fc_speedup_rival *)b)->cross_validated;
    return isnan(x) || isnan(y) ? isnan(x) - isnan(y) : (x > y) - (x < y);
}

void fc_speedup_rank(fc_speedup_rival rival[FC_N_LAWS], const fc_speedup_inference *inference)
{
    for (int i = 0; i < FC_N_LAWS; i++) {
        const fc_speedup_law *law = fc_speedup_law_of((fc_speedup_which)i);
        fc_speedup_fit_law(&rival[i].fit, law, &inference->points);
        rival[i].cross_validated = fc_speedup_cross_validated(law, &inference->points);
    }
    qsort(rival, FC_N_LAWS, sizeof *rival, compare_rivals);
}

void fc_speedup_inference_free(fc_speedup_inference *inference)
{
    free(inference->use);
    free(inference->point);
    *inference = (fc_speedup_inference){0};
}

double fc_speedup_observed(const fc_speedup_inference *inference, const fc_speedup_data *data, int i)
{
    double value = data->row[i].value;
    return inference->unit * (data->is_times ? inference->base / value : value / inference->base);
}

double fc_speedup_fitted(const fc_speedup_inference *inference, double ranks)
{
    double unit = inference->unit;
    return unit * fc_downey_speedup(&(fc_downey){inference->downey.A / unit, inference->downey.sigma},
                                    fmax(1, ranks / unit), NULL);
}
