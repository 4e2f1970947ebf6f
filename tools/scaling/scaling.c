/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/scaling/scaling.h"

#include "support/diagnostics.h"
#include "support/messages/evaluation.h"
#include "support/messages/report.h"
#include "tools/prediction/usable_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ZOOM =
        512, /* numbers of ranks of a grid in the search for a minimum; it is fine, since times jump with ceil(n/p) */
    LEAST_ZOOM =
        8,         /* of a coarser grid; where the program slice takes too long for it, the sweep's own points remain */
    PER_RANK = 100 /* steps that the evaluation of a rank takes at least */
};
static const double MOST_SIZE = 1e12;
static const double most_steps = 2e8;        /* of the program slice in a search; a step takes some 10 ns */
static const double most_size_steps = 3e8;   /* in all searches for sizes */
static const double coarse_tolerance = 0.01; /* of a size, in a search that takes more than most_steps */

/* Steps of the program slice at a point: the work of its evaluation. */
static double steps_of(const fc_prediction *at)
{
    return at->failure ? PER_RANK : at->ranks_evaluated * (at->totals.steps + PER_RANK) + at->totals.messages;
}

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
    fc_status status = fc_prediction_context_predict(out, q->context, &at, q->arguments, report);
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

/* A grid of the numbers low .. high, with at most `zoom` steps; returns its size. */
static int spread(int *ranks, int low, int high, int zoom)
{
    int n = 0;
    double step = fmax(1, (high - low) / (double)zoom);
    for (int i = 0; low + i * step <= high + 1e-9; i++)
        ranks[n++] = (int)(low + i * step);
    return n;
}

/* The grid's size where evaluations take as long as at the dearer of two points; 0: not even a coarse one is tried. */
static int zoom_of(const fc_prediction *a, const fc_prediction *b)
{
    double zoom = most_steps / fmax(steps_of(a), steps_of(b));
    return zoom < LEAST_ZOOM ? 0 : zoom < ZOOM ? (int)zoom : ZOOM;
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
        int ranks[ZOOM + 2] = {0}, n = spread(ranks, low, high, out->zoom), best;
        fc_prediction *prediction = NULL;
        fc_status status = predict_at(&prediction, q, (extra_points){ranks, n, NAN}, report);
        if (status)
            return status;
        best = least_of(prediction, n);
        if (prediction[best].totals.time_s < out->least_s && !prediction[best].failure) {
            out->least_s = prediction[best].totals.time_s;
            out->least_ranks = ranks[best];
        }
        bool is_finest = high - low <= out->zoom;
        low = ranks[best > 0 ? best - 1 : 0];
        high = ranks[best < n - 1 ? best + 1 : n - 1];
        fc_evaluate_free(prediction, n);
        if (is_finest)
            break;
    }
    return FC_OK;
}

static fc_status add_least(fc_scaling *out, const fc_scaling_request *q, const fc_prediction *strong, fc_report *report)
{
    int n = q->sweep->n_points, best = least_of(strong, n);
    out->zoom = zoom_of(&strong[best], &strong[best < n - 1 ? best + 1 : n - 1]);
    out->least_ranks = strong[best].ranks;
    out->least_s = strong[best].totals.time_s;
    if (out->zoom == 0) {
        fc_diagnose(q->arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_SCALING_OF_SWEEP_ONLY, steps_of(&strong[best]),
                    strong[best].ranks);
        return FC_OK;
    }
    return find_least(out, q, strong[best > 0 ? best - 1 : 0].ranks, strong[best < n - 1 ? best + 1 : n - 1].ranks,
                      report);
}

/* ---- crossovers between numbers of ranks ---- */

/* A crossover of two values; border_values() computes them. */
typedef struct border {
    const fc_scaling_request *question;
    double most_cost; /* the most ranks * seconds at the wanted efficiency; 0: communication against computation */
    int near;         /* as in fc_crossover_question */
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
    fc_evaluate_free(prediction, status ? 0 : n);
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
            *out = (fc_crossover){
                0, 1, strong[i].ranks, strong[i - 1].ranks, strong[i].ranks, strong[i].ranks, strong[i - 1].ranks};
            if (zoom_of(&strong[i - 1], &strong[i]) == 0)
                return FC_OK;
            return fc_crossover_find(
                out, &(fc_crossover_question){border_times, of, 2, strong[i - 1].ranks, strong[i].ranks, of->near},
                report);
        }
    }
    return FC_OK;
}

/* Fewer numbers of ranks near a crossover where the program slice takes long. */
static int near_of(const fc_scaling *scaling)
{
    return scaling->zoom < ZOOM ? 2 : 0;
}

/* The fewest ranks have efficiency 1, so some number of ranks has the wanted efficiency. */
static fc_status add_efficient(fc_scaling *out, const fc_scaling_request *q, const fc_prediction *strong,
                               fc_report *report)
{
    fc_crossover at;
    bool found;
    border of = {q, strong[0].ranks * strong[0].totals.time_s / q->efficiency, near_of(out)};
    fc_status status = find_border(&at, &found, &of, strong, report);
    out->efficient_ranks = found ? at.last_won : strong[q->sweep->n_points - 1].ranks;
    return status;
}

static fc_status add_hand_over(fc_scaling *out, const fc_scaling_request *q, const fc_prediction *strong,
                               fc_report *report)
{
    border of = {q, 0, near_of(out)};
    fc_prediction *prediction = NULL;
    fc_status status = find_border(&out->hand_over, &out->communication_exceeds, &of, strong, report);
    if (status || !out->communication_exceeds)
        return status;
    status = predict_at(&prediction, q, (extra_points){&out->hand_over.ranks, 1, NAN}, report);
    for (int i = 0; !status && i < prediction->n_by && !out->longest_operation.operation; i++)
        if (prediction->by[i].is_communication)
            out->longest_operation = prediction->by[i];
    fc_evaluate_free(prediction, status ? 0 : 1);
    return status;
}

/* ---- sizes ---- */

/* ln of the ratio that a size reaches of the limit on these ranks: enough from 0 on. */
typedef double surplus_of(const fc_prediction *at, const fc_prediction *fewest, double limit);

/* Both predictions have the same size. */
static double efficiency_surplus(const fc_prediction *at, const fc_prediction *fewest, double limit)
{
    return log(fewest->ranks * fewest->totals.time_s / (limit * at->ranks * at->totals.time_s));
}

static double computation_surplus(const fc_prediction *at, const fc_prediction *fewest, double limit)
{
    (void)fewest;
    return log(computation(at) / limit);
}

typedef struct size_search {
    const fc_scaling_request *question;
    int ranks, fewest; /* fewest 0: the surplus does not need it */
    surplus_of *surplus;
    double limit;
    double *all_steps; /* of the program slice, in all searches */
    double steps;
} size_search;

/* A size that is too small and one that is enough, with their surpluses; low 0: none was tried. */
typedef struct bracket {
    double low, high, low_surplus, high_surplus;
} bracket;

/* FC_E_INPUT also if the size cannot be predicted. */
static fc_status try_size(double *surplus, size_search *of, double size, fc_report *report)
{
    int ranks[] = {of->ranks, of->fewest}, n = of->fewest > 0 ? 2 : 1;
    bool is_predicted = true;
    fc_prediction *prediction = NULL;
    fc_status status = predict_at(&prediction, of->question, (extra_points){ranks, n, size}, report);
    if (status)
        return status;
    for (int i = 0; i < n; i++) {
        is_predicted = is_predicted && !prediction[i].failure;
        of->steps += steps_of(&prediction[i]);
        *of->all_steps += steps_of(&prediction[i]);
    }
    if (is_predicted)
        *surplus = of->surplus(&prediction[0], &prediction[n - 1], of->limit);
    fc_evaluate_free(prediction, n);
    return is_predicted ? FC_OK : FC_E_INPUT;
}

static fc_status narrow(bracket *around, size_search *of, double size, fc_report *report)
{
    double surplus = 0;
    fc_status status = try_size(&surplus, of, size, report);
    if (!status && surplus >= 0) {
        around->high = size;
        around->high_surplus = surplus;
    } else if (!status) {
        around->low = size;
        around->low_surplus = surplus;
    }
    return status;
}

/* The next size to try: the zero of the line through the surpluses over ln size, in every third step the middle. */
static double next_size(const bracket *around, int step)
{
    double share = -around->low_surplus / (around->high_surplus - around->low_surplus);
    double size = step % 3 == 2 ? floor((around->low + around->high) / 2)
                                : ceil(around->low * pow(around->high / around->low, share));
    return fmin(fmax(size, around->low + 1), around->high - 1);
}

/* The least whole size that is large enough, from `start` on: regula falsi (Illinois) between a size that is not
 * enough and one that is. To 1 % where the program slice takes long. NAN: the program rejects larger sizes, MOST_SIZE
 * is reached, or the most steps. */
static fc_status find_size(double *out, size_search *of, double start, double guess, fc_report *report)
{
    bracket around = {0};
    *out = NAN;
    /* Doubles the guess until it is enough; high stays 0 if MOST_SIZE or the most steps are reached. */
    fc_status status = FC_OK;
    for (double size = guess; !status && around.high == 0 && size <= MOST_SIZE && !(*of->all_steps > most_size_steps);
         size *= 2)
        status = narrow(&around, of, size, report);
    if (!status && around.high > 0 && around.low == 0 && guess > start)
        status = narrow(&around, of, start, report);
    for (int step = 0; !status && around.low > 0 && around.high > 0; step++) {
        double tolerance = of->steps > most_steps ? fmax(1, coarse_tolerance * around.high) : 1;
        if (around.high - around.low <= tolerance)
            break;
        double low = around.low, low_surplus = around.low_surplus, high_surplus = around.high_surplus;
        status = narrow(&around, of, next_size(&around, step), report);
        if (around.low == low)
            around.low_surplus = low_surplus / 2;
        else
            around.high_surplus = high_surplus / 2;
    }
    if (!status && around.high > 0)
        *out = around.high;
    return status == FC_E_INPUT ? FC_OK : status;
}

static fc_status add_weak(fc_scaling_row *row, size_search *search, const fc_scaling_row *before, double size,
                          fc_report *report)
{
    double guess = fmax(size, before->weak_size);
    fc_prediction *prediction = NULL;
    fc_status status = find_size(&row->weak_size, search, size, guess, report);
    if (status || isnan(row->weak_size))
        return status;
    status = predict_at(&prediction, search->question, (extra_points){&row->ranks, 1, row->weak_size}, report);
    if (status)
        return status;
    row->weak_time_s = prediction->totals.time_s;
    fc_evaluate_free(prediction, 1);
    return FC_OK;
}

static bool has_parameter(const fc_cost_program *program, const char *name)
{
    for (int i = 0; i < program->n_parameters; i++)
        if (strcmp(program->parameter[i], name) == 0)
            return true;
    return false;
}

static fc_status refuse_size(const fc_scaling_request *q, fc_report *report)
{
    const fc_cost_program *program = q->context->loaded.program;
    fc_text next = {0};
    fc_text_add(&next, program->n_parameters > 0 ? "Its parameters are:"
                                                 : "It has none: it reads no numbers from its arguments by name.");
    for (int i = 0; i < program->n_parameters; i++)
        fc_text_add(&next, "%s %s", i > 0 ? "," : "", program->parameter[i]);
    fc_status status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, next.bytes, FC_MSG_SIZE_NO_PARAMETER_NAME_VALUE, q->size,
                               program->name);
    fc_text_free(&next);
    return status;
}

static fc_status find_own_size(double *out, const fc_scaling_request *q, const fc_prediction *fewest, fc_report *report)
{
    const fc_cost_program *program = q->context->loaded.program;
    for (int i = 0; i < program->n_parameters; i++)
        if (strcmp(program->parameter[i], q->size) == 0 && fewest->parameter[i] >= 1) {
            *out = floor(fewest->parameter[i]);
            return FC_OK;
        }
    return refuse_size(q, report);
}

/* The sizes of one row. The search for needed_size starts at 1, as the wanted efficiency may need less than the
 * program's own size; each row continues from the size of a row before. */
static fc_status add_row_sizes(fc_scaling *out, const fc_scaling_request *q, const fc_prediction *fewest, int i,
                               fc_report *report)
{
    fc_scaling_row *row = &out->row[i], *first = &out->row[0];
    size_search weak = {q, row->ranks, 0, computation_surplus, computation(fewest), &out->size_steps, 0};
    size_search needed = {q, row->ranks, fewest->ranks, efficiency_surplus, q->efficiency, &out->size_steps, 0};
    double start = 1;
    for (int k = 1; k < i; k++)
        start = fmax(start, out->row[k].needed_size);
    fc_status status = add_weak(row, &weak, &out->row[i - 1], first->weak_size, report);
    row->weak_efficiency = first->time_s / row->weak_time_s;
    return status ? status : find_size(&row->needed_size, &needed, start, start, report);
}

static fc_status add_sizes(fc_scaling *out, const fc_scaling_request *q, const fc_prediction *strong, fc_report *report)
{
    fc_status status = find_own_size(&out->row[0].weak_size, q, &strong[0], report);
    if (status)
        return status;
    out->row[0].weak_time_s = out->row[0].time_s;
    out->row[0].weak_efficiency = 1;
    for (int i = 1; i < out->n && !status; i++) {
        if (out->size_steps > most_size_steps) {
            fc_diagnose(q->arguments->errors, FC_WARNING, FC_NOWHERE, FC_MSG_SIZES_NOT_SEARCHED, q->size,
                        out->row[i].ranks, out->size_steps);
            break;
        }
        status = add_row_sizes(out, q, &strong[0], i, report);
    }
    const fc_scaling_row *first = NULL, *last = NULL;
    for (int i = 1; i < out->n; i++)
        if (!isnan(out->row[i].needed_size)) {
            first = first ? first : &out->row[i];
            last = &out->row[i];
        }
    if (last > first)
        out->growth = log(last->needed_size / first->needed_size) / log((double)last->ranks / first->ranks);
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

fc_status fc_scaling_create(fc_scaling *out, const fc_scaling_request *question, fc_report *report)
{
    fc_scaling made = {.growth = NAN};
    fc_prediction *strong = NULL;
    fc_sweep usable = *question->sweep;
    if (question->size && !has_parameter(question->context->loaded.program, question->size))
        return refuse_size(question, report);
    fc_status status = fc_usable_points_predict(&strong, &usable, question->context, question->arguments, report);
    if (status)
        return status;
    fc_scaling_request reduced = *question;
    reduced.sweep = &usable;
    /* The answers from the predictions of the sweep. */
    add_rows(&made, &reduced, strong);
    status = add_least(&made, &reduced, strong, report);
    if (!status)
        status = add_efficient(&made, &reduced, strong, report);
    if (!status)
        status = add_hand_over(&made, &reduced, strong, report);
    if (!status && reduced.size)
        status = add_sizes(&made, &reduced, strong, report);
    fc_evaluate_free(strong, usable.n_points);
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
