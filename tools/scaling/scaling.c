/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/scaling/scaling.h"

#include "support/messages.h"
#include "tools/prediction/usable_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ZOOM = 512 /* numbers of ranks of a grid in the search for a minimum; it is fine, since times jump with ceil(n/p) */
};
static const double MOST_SIZE = 1e12;

/* ---- predictions between the points of the sweep ---- */

/* n numbers of ranks with one size; NAN: the program's own size. */
typedef struct extra_points {
    const int *ranks;
    int n;
    double size;
} extra_points;

static fc_status predict_at(fc_prediction **out, const fc_scaling_request *q, extra_points place, fc_report *report)
{
    double size = place.size;
    int n = place.n;
    size_t width = (size_t)q->sweep->n_parameters + 1;
    fc_sweep at = {.name = fc_allocate(width, sizeof *at.name),
                   .range = fc_allocate(width, sizeof *at.range),
                   .ranks = {fc_allocate((size_t)n, sizeof *at.ranks.value), n},
                   .n_points = n};
    for (int i = 0; i < n; i++)
        at.ranks.value[i] = place.ranks[i];
    for (int i = 0; i < q->sweep->n_parameters; i++) {
        if (!isnan(size) && strcmp(q->sweep->name[i], q->size) == 0)
            continue;
        at.name[at.n_parameters] = q->sweep->name[i];
        at.range[at.n_parameters++] = q->sweep->range[i];
    }
    if (!isnan(size)) {
        at.name[at.n_parameters] = (char *)q->size;
        at.range[at.n_parameters++] = (fc_range){&size, 1};
    }
    fc_status status = fc_prediction_context_predict(out, q->subject, &at, q->arguments, report);
    free(at.name);
    free(at.range);
    free(at.ranks.value);
    return status;
}

static double communication(const fc_prediction *prediction)
{
    return prediction->totals.communication_s + prediction->totals.wait_s;
}

static double computation(const fc_prediction *prediction)
{
    return prediction->totals.time_s - communication(prediction);
}

/* ---- least time ---- */

/* A grid of the numbers low .. high, with at most ZOOM steps; returns its size. */
static int spread(int *ranks, int low, int high)
{
    int n = 0;
    double step = fmax(1, (high - low) / (double)ZOOM);
    for (int i = 0; low + i * step <= high + 1e-9; i++)
        ranks[n++] = (int)(low + i * step);
    return n;
}

/* The point with the least time, of those that could be predicted. */
static int least_of(const fc_prediction *prediction, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (!prediction[i].failure &&
            (prediction[best].failure || prediction[i].totals.time_s < prediction[best].totals.time_s))
            best = i;
    return best;
}

/* Refines the grid around its least time until all numbers are tried. out holds the least time of the sweep. */
static fc_status find_least(fc_scaling *out, const fc_scaling_request *q, int low, int high, fc_report *report)
{
    while (high - low > 2) {
        int ranks[ZOOM + 2] = {0}, n = spread(ranks, low, high), best;
        fc_prediction *prediction = NULL;
        fc_status status = predict_at(&prediction, q, (extra_points){ranks, n, NAN}, report);
        if (status)
            return status;
        best = least_of(prediction, n);
        if (prediction[best].totals.time_s < out->least_s && !prediction[best].failure) {
            out->least_s = prediction[best].totals.time_s;
            out->least_ranks = ranks[best];
        }
        bool is_finest = high - low <= ZOOM;
        low = ranks[best > 0 ? best - 1 : 0];
        high = ranks[best < n - 1 ? best + 1 : n - 1];
        fc_predictions_free(prediction, n);
        if (is_finest)
            break;
    }
    return FC_OK;
}

static fc_status add_least(fc_scaling *out, const fc_scaling_request *q, const fc_prediction *strong, fc_report *report)
{
    int n = q->sweep->n_points, best = least_of(strong, n);
    out->least_ranks = strong[best].ranks;
    out->least_s = strong[best].totals.time_s;
    return find_least(out, q, strong[best > 0 ? best - 1 : 0].ranks, strong[best < n - 1 ? best + 1 : n - 1].ranks,
                      report);
}

/* ---- crossovers between numbers of ranks ---- */

/* A crossover of two values; border_values() computes them. */
typedef struct border {
    const fc_scaling_request *question;
    double most_cost; /* the most ranks * seconds at the wanted efficiency; 0: communication against computation */
} border;

static void border_values(double *value, const border *of, const fc_prediction *prediction)
{
    value[0] = of->most_cost > 0 ? prediction->ranks * prediction->totals.time_s : communication(prediction);
    value[1] = of->most_cost > 0 ? of->most_cost : computation(prediction);
}

static fc_status border_times(void *data, const int *ranks, int n, double *value, fc_report *report)
{
    const border *of = data;
    fc_prediction *prediction = NULL;
    fc_status status = predict_at(&prediction, of->question, (extra_points){ranks, n, NAN}, report);
    for (int i = 0; i < n; i++)
        if (status || prediction[i].failure)
            value[2 * (ptrdiff_t)i] = value[2 * (ptrdiff_t)i + 1] = NAN;
        else
            border_values(value + 2 * (ptrdiff_t)i, of, &prediction[i]);
    fc_predictions_free(prediction, status ? 0 : n);
    return status == FC_E_INPUT ? FC_OK : status;
}

/* The last crossover from which on the first value is no longer the smaller one. *found: there is one. */
static fc_status find_border(fc_crossover *out, bool *found, border *of, const fc_prediction *strong, fc_report *report)
{
    *found = false;
    for (int i = of->question->sweep->n_points - 1; i > 0; i--) {
        double before[2], after[2];
        border_values(before, of, &strong[i - 1]);
        border_values(after, of, &strong[i]);
        if (fc_crossover_winner(before, 2) == 0 && fc_crossover_winner(after, 2) == 1) {
            *found = true;
            return fc_crossover_find(
                out, &(fc_crossover_question){border_times, of, 2, strong[i - 1].ranks, strong[i].ranks}, report);
        }
    }
    return FC_OK;
}

/* The fewest ranks have efficiency 1, so some number of ranks has the wanted efficiency. */
static fc_status add_efficient(fc_scaling *out, const fc_scaling_request *q, const fc_prediction *strong,
                               fc_report *report)
{
    fc_crossover at;
    bool found;
    border of = {q, strong[0].ranks * strong[0].totals.time_s / q->efficiency};
    fc_status status = find_border(&at, &found, &of, strong, report);
    out->efficient_ranks = found ? at.last_won : strong[q->sweep->n_points - 1].ranks;
    return status;
}

static fc_status add_hand_over(fc_scaling *out, const fc_scaling_request *q, const fc_prediction *strong,
                               fc_report *report)
{
    border of = {q, 0};
    fc_prediction *prediction = NULL;
    fc_status status = find_border(&out->hand_over, &out->communication_exceeds, &of, strong, report);
    if (status || !out->communication_exceeds)
        return status;
    status = predict_at(&prediction, q, (extra_points){&out->hand_over.ranks, 1, NAN}, report);
    for (int i = 0; !status && i < prediction->n_by && !out->longest_operation.operation; i++)
        if (prediction->by[i].is_communication)
            out->longest_operation = prediction->by[i];
    fc_predictions_free(prediction, status ? 0 : 1);
    return status;
}

/* ---- sizes ---- */

/* Whether a size is large enough on these ranks. */
typedef bool is_enough(const fc_prediction *fewest, const fc_prediction *ranks, double limit);

/* Both predictions have the same size. */
static bool is_efficient(const fc_prediction *fewest, const fc_prediction *at, double limit)
{
    return fewest->ranks * fewest->totals.time_s >= limit * at->ranks * at->totals.time_s;
}

static bool computes_as_long(const fc_prediction *fewest, const fc_prediction *at, double limit)
{
    (void)fewest;
    return computation(at) >= limit;
}

typedef struct size_search {
    const fc_scaling_request *question;
    int fewest, ranks;
    is_enough *enough;
    double limit;
} size_search;

/* Whether the size is large enough; false with *status if it cannot be predicted. */
static bool try_size(const size_search *of, double size, fc_status *status, fc_report *report)
{
    int ranks[] = {of->fewest, of->ranks};
    fc_prediction *prediction = NULL;
    *status = predict_at(&prediction, of->question, (extra_points){ranks, 2, size}, report);
    if (!*status && (prediction[0].failure || prediction[1].failure)) {
        fc_predictions_free(prediction, 2);
        *status = FC_E_INPUT;
    }
    if (*status)
        return false;
    bool enough = of->enough(&prediction[0], &prediction[1], of->limit);
    fc_predictions_free(prediction, 2);
    return enough;
}

/* The least whole size that is large enough, from `start` on, by doubling and bisection. NAN: the program rejects
 * larger sizes, or MOST_SIZE is reached. */
static fc_status find_size(double *out, const size_search *of, double start, fc_report *report)
{
    double low = start, high = start;
    fc_status status = FC_OK;
    *out = NAN;
    while (!try_size(of, high, &status, report)) {
        if (status == FC_E_INPUT || 2 * high > MOST_SIZE)
            return FC_OK;
        if (status)
            return status;
        low = high;
        high *= 2;
    }
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        if (try_size(of, middle, &status, report))
            high = middle;
        else
            low = middle;
        if (status)
            return status == FC_E_INPUT ? FC_OK : status;
    }
    *out = high;
    return FC_OK;
}

static fc_status add_weak(fc_scaling_row *row, const fc_scaling_request *q, const fc_prediction *fewest, double size,
                          fc_report *report)
{
    size_search search = {q, fewest->ranks, row->ranks, computes_as_long, computation(fewest)};
    fc_prediction *prediction = NULL;
    fc_status status = find_size(&row->weak_size, &search, size, report);
    if (status || isnan(row->weak_size))
        return status;
    status = predict_at(&prediction, q, (extra_points){&row->ranks, 1, row->weak_size}, report);
    if (status)
        return status;
    row->weak_time_s = prediction->totals.time_s;
    row->weak_efficiency = fewest->totals.time_s / row->weak_time_s;
    fc_predictions_free(prediction, 1);
    return FC_OK;
}

static fc_status find_own_size(double *out, const fc_scaling_request *q, const fc_prediction *fewest, fc_report *report)
{
    const fc_cost_program *program = q->subject->loaded.program;
    for (int i = 0; i < program->n_parameters; i++)
        if (strcmp(program->parameter[i], q->size) == 0 && fewest->parameter[i] >= 1) {
            *out = floor(fewest->parameter[i]);
            return FC_OK;
        }
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "See `forecost formula` for the names of its parameters.",
                   FC_MSG_SIZE_NO_PARAMETER_NAME_VALUE, q->size, program->name);
}

/* The search for needed_size starts at 1, as the wanted efficiency may need less than the program's own size; each row
 * continues from the size of the row before. */
static fc_status add_sizes(fc_scaling *out, const fc_scaling_request *q, const fc_prediction *strong, fc_report *report)
{
    double size = 1, needed = 1;
    const fc_scaling_row *first = NULL, *last = NULL;
    fc_status status = find_own_size(&size, q, &strong[0], report);
    if (!status) {
        out->row[0].weak_size = size;
        out->row[0].weak_time_s = out->row[0].time_s;
        out->row[0].weak_efficiency = 1;
    }
    for (int i = 1; i < out->n && !status; i++) {
        fc_scaling_row *row = &out->row[i];
        size_search search = {q, strong[0].ranks, row->ranks, is_efficient, q->efficiency};
        status = add_weak(row, q, &strong[0], size, report);
        if (!status)
            status = find_size(&row->needed_size, &search, needed, report);
        if (status || isnan(row->needed_size))
            continue;
        needed = row->needed_size;
        first = first ? first : row;
        last = row;
    }
    out->growth =
        last > first ? log(last->needed_size / first->needed_size) / log((double)last->ranks / first->ranks) : NAN;
    return status;
}

/* ---- the analysis ---- */

static void add_rows(fc_scaling *out, const fc_scaling_request *q, const fc_prediction *strong)
{
    fc_speedup_point *point = fc_allocate((size_t)q->sweep->n_points, sizeof *point);
    out->n = q->sweep->n_points;
    out->row = fc_allocate((size_t)out->n, sizeof *out->row);
    for (int i = 0; i < out->n; i++) {
        double units = (double)strong[i].ranks / strong[0].ranks;
        double speedup = strong[0].totals.time_s / strong[i].totals.time_s;
        out->row[i] = (fc_scaling_row){.ranks = strong[i].ranks,
                                       .time_s = strong[i].totals.time_s,
                                       .speedup = speedup,
                                       .efficiency = speedup / units,
                                       .sequential = units > 1 ? (1 / speedup - 1 / units) / (1 - 1 / units) : NAN,
                                       .weak_size = NAN,
                                       .weak_time_s = NAN,
                                       .weak_efficiency = NAN,
                                       .needed_size = NAN};
        point[i] = (fc_speedup_point){units, speedup};
    }
    fc_speedup_fit_law(&out->amdahl, fc_speedup_law_of(FC_LAW_AMDAHL), &(fc_speedup_points){point, out->n, 0});
    free(point);
}

/* The answers from the predictions of the sweep. */
static fc_status analyze(fc_scaling *out, const fc_scaling_request *q, const fc_prediction *strong, fc_report *report)
{
    add_rows(out, q, strong);
    fc_status status = add_least(out, q, strong, report);
    if (!status)
        status = add_efficient(out, q, strong, report);
    if (!status)
        status = add_hand_over(out, q, strong, report);
    if (!status && q->size)
        status = add_sizes(out, q, strong, report);
    return status;
}

fc_status fc_scaling_create(fc_scaling *out, const fc_scaling_request *question, fc_report *report)
{
    fc_scaling made = {.growth = NAN};
    fc_prediction *strong = NULL;
    fc_sweep usable = *question->sweep;
    fc_status status = fc_usable_points_predict(&strong, &usable, question->subject, question->arguments, report);
    if (status)
        return status;
    fc_scaling_request reduced = *question;
    reduced.sweep = &usable;
    status = analyze(&made, &reduced, strong, report);
    fc_predictions_free(strong, usable.n_points);
    free(usable.ranks.value);
    if (status)
        fc_scaling_free(&made);
    else
        *out = made;
    return status;
}

void fc_scaling_free(fc_scaling *scaling)
{
    free(scaling->row);
    *scaling = (fc_scaling){0};
}
