/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/points/points_summary.h"

#include "support/number.h"
#include "support/path.h"
#include "tools/command_line/sweep_axis.h"
#include "tools/output/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHOWN_CURVES = 6,
    SHOWN_PARAMETERS = 8,
    SHOWN_PLACES = 4
};

int fc_points_summary_threads(const fc_points *points, const fc_prediction *at)
{
    const fc_range *threads = points->swept_threads;
    const ptrdiff_t index = at - points->prediction;
    return threads ? (int)threads->value[index / (points->sweep->n_points / threads->n)] : 1;
}

double fc_points_summary_processors(const fc_points *points, const fc_prediction *at)
{
    return (double)at->ranks * fc_points_summary_threads(points, at);
}

/* The axis of the speedup: the ranks, or the threads if one number of ranks is given. */
static fc_sweep_axis choose_axis(const fc_points *points)
{
    const fc_sweep_axis axis = fc_sweep_axis_choose(points->sweep);
    return axis.parameter == FC_AXIS_RANKS || points->swept_threads ? axis : (fc_sweep_axis){FC_AXIS_NONE, 1, 1};
}

/* Whether speedups may refer to a point. */
static bool is_usable(const fc_points *points, const fc_prediction *at)
{
    return !at->failure && !(points->early && points->early[at - points->prediction]);
}

const fc_prediction *fc_points_summary_reference(const fc_points *points, int index)
{
    const fc_sweep_axis over = choose_axis(points);
    const fc_prediction *first = points->prediction + index - index / over.stride % over.n * over.stride, *base = NULL;
    for (int i = 0; i < over.n; i++) {
        const fc_prediction *at = first + i * over.stride;
        if (is_usable(points, at) &&
            (!base || fc_points_summary_processors(points, at) < fc_points_summary_processors(points, base)))
            base = at;
    }
    return base ? base : points->prediction + index;
}

/* The last point of the table. */
static const fc_prediction *last_point(const fc_points *points)
{
    int i = points->sweep->n_points - 1;
    while (i > 0 && points->prediction[i].failure)
        i--;
    return &points->prediction[i];
}

/* True if parameter i has one known value at all points. */
static bool is_fixed(const fc_points *points, int i)
{
    double value = last_point(points)->parameter[i];
    for (int k = 0; k < points->sweep->n_points; k++)
        if (!points->prediction[k].failure && points->prediction[k].parameter[i] != value)
            return false;
    return !isnan(value);
}

static bool is_given(const fc_points *points, int i)
{
    for (int k = 0; k < points->sweep->n_parameters; k++)
        if (strcmp(points->sweep->name[k], points->program->parameter[i]) == 0)
            return true;
    return false;
}

/* The place of a parameter in the head line: first those of -D, then sizes, then what may be a flag. */
static int rank_of(const fc_points *points, int i)
{
    return is_given(points, i) ? 0 : fabs(last_point(points)->parameter[i]) > 1 ? 1 : 2;
}

void fc_points_summary_name(fc_text *out, const fc_points *points)
{
    const char *between = "  ";
    bool *shown = fc_allocate((size_t)points->program->n_parameters, sizeof *shown);
    /* Marks the fixed parameters that the head line shows. */
    int left = SHOWN_PARAMETERS, n_hidden = 0;
    for (int rank = 0; rank < 3; rank++)
        for (int i = 0; i < points->program->n_parameters; i++)
            if (is_fixed(points, i) && rank_of(points, i) == rank) {
                shown[i] = left > 0;
                left -= shown[i];
                n_hidden += !shown[i];
            }
    fc_text_add(out, "%s", points->program->name);
    for (int i = 0; i < points->program->n_parameters; i++) {
        if (!shown[i])
            continue;
        fc_text_add(out, "%s%s = ", between, points->program->parameter[i]);
        fc_number_add(out, last_point(points)->parameter[i]);
        between = ", ";
    }
    if (n_hidden > 0)
        fc_text_add(out, " and %d more", n_hidden);
    free(shown);
}

void fc_points_summary_head(fc_text *out, const fc_points *points)
{
    fc_points_summary_name(out, points);
    fc_text_add(out, "   machine %s", points->machine);
    if (*points->provenance)
        fc_text_add(out, " (%s)", points->provenance);
    fc_text_add(out, "   method %s   compute %s", fc_points_summary_method(points), points->compute_model);
    if (points->threads > 0 && !points->swept_threads)
        fc_text_add(out, "   threads %d", points->threads);
    fc_text_add(out, "\n");
}

/* A point with its coordinate on the axis. */
typedef struct place_on_axis {
    int place; /* ranks, or threads */
    const fc_prediction *at;
} place_on_axis;

static int by_place(const void *a, const void *b)
{
    int x = ((const place_on_axis *)a)->place, y = ((const place_on_axis *)b)->place;
    return (x > y) - (x < y);
}

/* The usable points of the curve that begins with point `first`, ascending along the axis; the caller frees. */
static FC_GIVE place_on_axis *sorted_curve(int *n, const fc_points *points, const fc_sweep_axis *over, int first)
{
    place_on_axis *sorted = fc_allocate((size_t)over->n, sizeof *sorted);
    *n = 0;
    for (int i = 0, index = first; i < over->n; i++, index += over->stride)
        if (is_usable(points, points->prediction + index))
            sorted[(*n)++] =
                (place_on_axis){(int)fc_sweep_axis_coordinate(points->sweep, over, index), points->prediction + index};
    qsort(sorted, (size_t)*n, sizeof *sorted, by_place);
    return sorted;
}

/* The axis in sentences: "p" in "p = 4", "threads" in "threads = 4". */
static const char *axis_symbol(const fc_sweep *sweep, const fc_sweep_axis *over)
{
    return over->parameter == FC_AXIS_RANKS ? "p" : fc_sweep_axis_name(sweep, over);
}

static void add_least(fc_text *out, const fc_sweep *sweep, const fc_sweep_axis *over, const place_on_axis *sorted)
{
    int least = 0;
    for (int i = 1; i < over->n; i++)
        if (sorted[i].at->totals.time_s < sorted[least].at->totals.time_s)
            least = i;
    fc_text_add(out, "Least time at %s = %d (", axis_symbol(sweep, over), sorted[least].place);
    fc_table_seconds(out, sorted[least].at->totals.time_s, 3);
    fc_text_add(out, ")");
    if (least == over->n - 1)
        fc_text_add(out, ", the most %s of the sweep", fc_sweep_axis_name(sweep, over));
    fc_text_add(out, ".");
}

static const fc_prediction_place *longest_communication(const fc_prediction *prediction)
{
    for (int i = 0; i < prediction->n_by; i++)
        if (prediction->by[i].is_communication)
            return &prediction->by[i];
    return NULL;
}

/* Where communication starts to exceed computation; nothing if it never does. */
static void add_crossing(fc_text *out, const fc_sweep *sweep, const fc_sweep_axis *over, const place_on_axis *sorted)
{
    const char *symbol = axis_symbol(sweep, over);
    int i = 0;
    while (i < over->n && !(sorted[i].at->totals.communication_s > sorted[i].at->totals.compute_s))
        i++;
    if (i == over->n)
        return;
    if (i == 0)
        fc_text_add(out, "\nCommunication exceeds computation from %s = %d on", symbol, sorted[0].place);
    else
        fc_text_add(out, "\nCommunication exceeds computation from between %s = %d and %d on", symbol,
                    sorted[i - 1].place, sorted[i].place);
    const fc_prediction_place *by = longest_communication(sorted[i].at);
    if (by)
        fc_text_add(out, ": %s, %s:%d", by->operation, fc_path_name(by->file), by->line);
    fc_text_add(out, ".");
}

/* An interval that spans more than such a factor leaves the least time, and what dominates, open. */
static const double widest_factor = 100;

/* Of the curve's widest interval. False: none is that wide. */
static bool add_no_conclusion(fc_text *out, const fc_sweep *sweep, const fc_sweep_axis *over,
                              const place_on_axis *sorted)
{
    int widest = 0;
    double most = 0;
    for (int i = 0; i < over->n; i++) {
        const fc_totals *at = &sorted[i].at->totals;
        double factor = at->low_s > 0 ? at->high_s / at->low_s : 0;
        widest = factor > most ? i : widest;
        most = factor > most ? factor : most;
    }
    if (most <= widest_factor)
        return false;
    fc_text_add(out,
                "No conclusion on the least time: the interval at %s = %d spans a factor of %.1e; more profiled runs "
                "narrow it.",
                axis_symbol(sweep, over), sorted[widest].place, most);
    return true;
}

static void add_scaling(fc_text *out, const fc_points *points)
{
    const fc_sweep *sweep = points->sweep;
    const fc_sweep_axis over = choose_axis(points);
    if (over.n == 1 || points->measured)
        return;
    for (int index = 0, shown = 0; index < sweep->n_points && shown < SHOWN_CURVES; index++) {
        if (!fc_sweep_axis_starts_curve(&over, index))
            continue;
        int n = 0;
        place_on_axis *sorted = sorted_curve(&n, points, &over, index);
        char *name = fc_sweep_axis_curve_label(sweep, &over, index);
        fc_text_add(out, "%s%s", name, *name ? ": " : "");
        if (n > 0) {
            fc_sweep_axis shown_axis = {over.parameter, n, over.stride};
            if (!add_no_conclusion(out, sweep, &shown_axis, sorted)) {
                add_least(out, sweep, &shown_axis, sorted);
                add_crossing(out, sweep, &shown_axis, sorted);
            }
        }
        fc_text_add(out, "%s\n", n > 0 ? "" : "no point can be predicted.");
        free(name);
        free(sorted);
        shown++;
    }
    int base =
        (int)fc_sweep_axis_coordinate(sweep, &over, (int)(fc_points_summary_reference(points, 0) - points->prediction));
    if (base != 1)
        fc_text_add(out, "Speedup and efficiency are over %d %s.\n", base, fc_sweep_axis_name(sweep, &over));
}

/* The most expensive places at the last point of the table. */
static void add_places(fc_text *out, const fc_points *points)
{
    static const fc_sweep_axis ranks = {FC_AXIS_RANKS, 1, 1};
    const fc_prediction *last = last_point(points);
    if (last->n_by == 0 || points->measured)
        return;
    char *others = fc_sweep_axis_curve_label(points->sweep, &ranks, (int)(last - points->prediction));
    fc_text_add(out, "Most time at p = %d%s%s:", last->ranks, *others ? ", " : "", others);
    free(others);
    for (int i = 0; i < last->n_by && i < SHOWN_PLACES; i++) {
        const fc_prediction_place *by = &last->by[i];
        double percent = 100 * by->time_s / last->totals.time_s;
        if (percent >= 0.5)
            fc_text_add(out, "%s %s:%d %s %.0f %%", i ? "," : "", fc_path_name(by->file), by->line,
                        by->operation ? by->operation : by->function, percent);
    }
    fc_text_add(out, ".\n");
}

/* Shares by origin over all points, weighted by their time. */
static void add_origins(fc_text *out, const fc_points *points)
{
    static const char *const names[] = {
#define ORIGIN_NAME(name, text) text,
        FC_ORIGIN_LIST(ORIGIN_NAME)
#undef ORIGIN_NAME
    };
    double share[FC_N_ORIGINS] = {0}, all = 0;
    for (int k = 0; k < points->sweep->n_points; k++) {
        const fc_totals *totals = &points->prediction[k].totals;
        all += totals->time_s;
        for (int i = 0; i < FC_N_ORIGINS; i++)
            share[i] += totals->time_s * totals->origin[i];
    }
    const char *between = "Time by origin of the counts: ";
    for (int i = 0; i < FC_N_ORIGINS && all > 0; i++) {
        if (share[i] <= 0)
            continue;
        double percent = 100 * share[i] / all;
        fc_text_add(out, "%s%s%.0f %% %s", between, percent < 0.5 ? "< " : "", percent < 0.5 ? 1 : percent, names[i]);
        between = ", ";
    }
    if (all > 0)
        fc_text_add(out, ".\n");
}

/* The fewest ranks at which fit i was extrapolated; 0: never. */
static int extrapolated_from(const fc_points *points, int i)
{
    int least = 0;
    for (int k = 0; k < points->sweep->n_points; k++) {
        const fc_prediction *at = &points->prediction[k];
        if ((at->totals.extrapolated >> i & 1) && (!least || at->ranks < least))
            least = at->ranks;
    }
    return least;
}

static bool same_range(const fc_points *points, int i, int k)
{
    const fc_runtime_function *communication = points->coefficients->communication[FC_VARIANT_ANY];
    return extrapolated_from(points, i) == extrapolated_from(points, k) &&
           communication[i].high_ranks == communication[k].high_ranks;
}

/* Names all operations that leave their range at the same number of ranks as operation i; nothing if i is not the first
 * of them. */
static void add_range(fc_text *out, const fc_points *points, int i)
{
    static const char *const fits[] = {
#define FIT_NAME(name, text) text,
        FC_FIT_LIST(FIT_NAME)
#undef FIT_NAME
    };
    for (int k = 0; k < i; k++)
        if (same_range(points, i, k))
            return;
    int from = extrapolated_from(points, i);
    double high_ranks = points->coefficients->communication[FC_VARIANT_ANY][i].high_ranks;
    const char *range = from <= high_ranks ? "message sizes" : "range";
    fc_text_add(out, "Beyond the calibrated %s at p >= %d: ", range, from);
    for (int k = i; k < FC_N_FITS; k++)
        if (same_range(points, i, k))
            fc_text_add(out, "%s%s", k > i ? ", " : "", fits[k]);
    if (high_ranks > 0 && from > high_ranks)
        fc_text_add(out, " (calibrated at p <= %.0f)", high_ranks);
    fc_text_add(out, ".\n");
}

static void add_sampling(fc_text *out, const fc_points *points)
{
    for (int k = 0; k < points->sweep->n_points; k++) {
        const fc_prediction *at = &points->prediction[k];
        if (at->classes.n == 0 && at->ranks_evaluated > 1 && at->ranks_evaluated < at->ranks) {
            fc_text_add(out, "Beyond %d ranks, %d ranks represent all.\n", at->ranks_evaluated, at->ranks_evaluated);
            return;
        }
    }
}

void fc_points_summary_print(fc_text *out, const fc_points *points)
{
    add_scaling(out, points);
    add_places(out, points);
    add_origins(out, points);
    for (int i = 0; i < FC_N_FITS; i++)
        if (extrapolated_from(points, i))
            add_range(out, points, i);
    add_sampling(out, points);
    /* The rank equivalence classes at the largest number of ranks. */
    const fc_prediction *most = last_point(points);
    for (int k = 0; k < points->sweep->n_points; k++)
        if (!points->prediction[k].failure && points->prediction[k].ranks > most->ranks)
            most = &points->prediction[k];
    const fc_prediction_classes *classes = &most->classes;
    if (classes->why[0])
        fc_text_add(out, "Each of %d ranks was evaluated: %s.\n", most->ranks, classes->why);
    else if (classes->n > 0)
        fc_text_add(out, "Rank equivalence classes: %d at p = %d; %d ranks were evaluated%s.\n", classes->n,
                    most->ranks, most->ranks_evaluated,
                    classes->sampled ? ", classified by the first calls of all ranks and all calls of some" : "");
}

/* Points that method ranks predicted because method sum failed. */
static int count_apart(const fc_points *points)
{
    int n = 0;
    for (int i = 0; i < points->sweep->n_points; i++)
        n += points->prediction[i].apart.file != NULL;
    return n;
}

static int count_skipped(const fc_points *points)
{
    int n = 0;
    for (int i = 0; i < points->sweep->n_points; i++)
        n += points->prediction[i].failure != NULL;
    return n;
}

const char *fc_points_summary_method(const fc_points *points)
{
    return count_apart(points) == points->sweep->n_points - count_skipped(points) ? "ranks" : points->method;
}

bool fc_points_summary_has_methods(const fc_points *points)
{
    int n = count_apart(points);
    return n > 0 && n < points->sweep->n_points - count_skipped(points);
}
