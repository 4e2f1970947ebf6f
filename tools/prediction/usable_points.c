/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/usable_points.h"

#include "support/diagnostics.h"
#include "support/messages/evaluation.h"
#include "support/text.h"
#include "tools/command_line/sweep_axis.h"
#include "tools/prediction/efficiency_note.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHOWN = 2,  /* skipped points with their reports */
    LISTED = 12 /* other skipped points, by their labels */
};
static const double little = 0.1;

/* ---- early points ---- */

static double processor_seconds(const fc_prediction *at)
{
    return at->failure ? 0 : at->ranks * at->totals.compute_s;
}

/* The share of the computation of `most` at places where `at` computes too. */
static double common_share(const fc_prediction *at, const fc_prediction *most)
{
    double all = 0, common = 0;
    for (int i = 0; i < most->n_by; i++) {
        const fc_prediction_place *by = &most->by[i];
        bool is_common = false;
        for (int k = 0; k < at->n_by && !by->is_communication && !is_common; k++)
            is_common = at->by[k].item == by->item;
        all += by->is_communication ? 0 : by->time_s;
        common += is_common ? by->time_s : 0;
    }
    return all > 0 ? common / all : 1;
}

/* Both the work and the time are small: work that grows with the ranks is no sign of an early end. */
static bool is_early(const fc_prediction *at, const fc_prediction *most)
{
    return !at->failure && at->totals.time_s < little * most->totals.time_s &&
           at->ranks * at->totals.time_s < little * processor_seconds(most) && common_share(at, most) < little;
}

/* The point that computes most, of those with the parameters of point `index`. */
static const fc_prediction *find_most(const fc_prediction *prediction, const fc_sweep *sweep, int index)
{
    const fc_prediction *first = prediction + index - index % sweep->ranks.n, *most = first;
    for (int i = 1; i < sweep->ranks.n; i++)
        if (processor_seconds(first + i) > processor_seconds(most))
            most = first + i;
    return most;
}

void fc_usable_points_find_early(bool *early, const fc_prediction *prediction, const fc_sweep *sweep)
{
    for (int i = 0; i < sweep->n_points; i++)
        early[i] = is_early(&prediction[i], find_most(prediction, sweep, i));
}

/* ---- warnings ---- */

/* "p = 4, n = 500". */
static FC_GIVE char *label_of(const fc_sweep *sweep, int index)
{
    static const fc_sweep_axis ranks = {FC_AXIS_RANKS, 1, 1};
    char *others = fc_sweep_axis_curve_label(sweep, &ranks, index);
    char *label = fc_format("p = %d%s%s", fc_sweep_ranks(sweep, index), *others ? ", " : "", others);
    free(others);
    return label;
}

static void warn_of_early(const fc_prediction *prediction, const fc_sweep *sweep, int index, FILE *errors)
{
    const fc_prediction *most = find_most(prediction, sweep, index);
    const fc_prediction_place *place = most->by;
    while (place->is_communication)
        place++;
    char *label = label_of(sweep, index);
    fc_diagnose(errors, FC_WARNING, (fc_place){place->file, place->line, 0}, FC_MSG_POINT_LEAVES_EARLY, most->ranks,
                label);
    free(label);
}

void fc_usable_points_warn(const fc_prediction *prediction, const bool *early, const fc_sweep *sweep, FILE *errors)
{
    int skipped = 0;
    fc_text others = {0};
    for (int i = 0; i < sweep->n_points; i++) {
        if (early && early[i])
            warn_of_early(prediction, sweep, i, errors);
        if (!prediction[i].failure)
            continue;
        if (++skipped <= SHOWN) {
            char *label = label_of(sweep, i);
            fc_diagnose(errors, FC_WARNING, FC_NOWHERE, FC_MSG_POINT_SKIPPED, label, prediction[i].failure);
            free(label);
        } else if (skipped <= SHOWN + LISTED) {
            char *label = label_of(sweep, i);
            fc_text_add(&others, "%s%s", others.length ? "; " : "", label);
            free(label);
        }
    }
    if (skipped > SHOWN + LISTED)
        fc_text_add(&others, "; and %d more", skipped - SHOWN - LISTED);
    if (skipped > SHOWN)
        fc_diagnose(errors, FC_WARNING, FC_NOWHERE, FC_MSG_OTHER_POINTS_SKIPPED, others.bytes);
    fc_text_free(&others);
}

/* ---- output ---- */

void fc_usable_points_add_skipped(fc_json_writer *json, const fc_prediction *prediction, const fc_sweep *sweep)
{
    double *value = fc_allocate((size_t)sweep->n_parameters + 1, sizeof *value);
    bool any = false;
    for (int i = 0; i < sweep->n_points; i++) {
        if (!prediction[i].failure)
            continue;
        if (!any)
            fc_json_writer_array(json, "skipped", FC_JSON_ONE_LINE);
        any = true;
        fc_sweep_values(value, sweep, i);
        fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_whole(json, "ranks", prediction[i].ranks);
        fc_json_writer_object(json, "parameters", FC_JSON_ONE_LINE);
        for (int k = 0; k < sweep->n_parameters; k++)
            fc_json_writer_number(json, sweep->name[k], value[k]);
        fc_json_writer_end(json);
        fc_json_writer_string(json, "reason", prediction[i].failure);
        fc_json_writer_end(json);
    }
    if (any)
        fc_json_writer_end(json);
    free(value);
}

/* ---- the usable numbers of ranks ---- */

void fc_usable_points_mark(bool *usable, const fc_prediction *prediction, const fc_sweep *sweep)
{
    bool *early = fc_allocate((size_t)sweep->n_points, sizeof *early);
    fc_usable_points_find_early(early, prediction, sweep);
    for (int i = 0; i < sweep->n_points; i++)
        if (prediction[i].failure || early[i])
            usable[i % sweep->ranks.n] = false;
    free(early);
}

fc_sweep fc_usable_points_sweep(const fc_sweep *sweep, const bool *usable)
{
    fc_sweep kept = *sweep;
    kept.ranks = (fc_range){fc_allocate((size_t)sweep->ranks.n, sizeof *kept.ranks.value), 0};
    for (int i = 0; i < sweep->ranks.n; i++)
        if (usable[i])
            kept.ranks.value[kept.ranks.n++] = sweep->ranks.value[i];
    kept.n_points = sweep->n_points / sweep->ranks.n * kept.ranks.n;
    return kept;
}

void fc_usable_points_keep(fc_prediction *prediction, const fc_sweep *sweep, const bool *usable)
{
    int n = 0;
    for (int i = 0; i < sweep->n_points; i++) {
        if (usable[i % sweep->ranks.n]) {
            prediction[n++] = prediction[i];
            continue;
        }
        fc_prediction *left_out = fc_allocate(1, sizeof *left_out);
        *left_out = prediction[i];
        fc_evaluate_free(left_out, 1);
    }
}

fc_status fc_usable_points_check(const bool *usable, const fc_prediction *prediction, const fc_sweep *sweep,
                                 fc_report *report)
{
    for (int i = 0; i < sweep->ranks.n; i++)
        if (usable[i])
            return FC_OK;
    for (int i = 0; i < sweep->n_points; i++)
        if (prediction[i].failure)
            return fc_fail(report, FC_E_INPUT, FC_NOWHERE, NULL, FC_MSG_NO_POINT_USABLE, prediction[i].failure);
    return FC_OK;
}

fc_status fc_usable_points_predict(fc_prediction **out, fc_sweep *usable, fc_prediction_context *context,
                                   const fc_arguments *arguments, fc_report *report)
{
    fc_prediction *made = NULL;
    const fc_sweep sweep = *usable;
    context->skips_failed = true;
    fc_status status = fc_prediction_context_predict(&made, context, &sweep, arguments, report);
    if (status)
        return status;
    bool *early = fc_allocate((size_t)sweep.n_points, sizeof *early),
         *is_usable = fc_allocate((size_t)sweep.ranks.n, sizeof *is_usable);
    memset(is_usable, true, (size_t)sweep.ranks.n);
    fc_usable_points_find_early(early, made, &sweep);
    fc_usable_points_warn(made, early, &sweep, arguments->errors);
    fc_usable_points_mark(is_usable, made, &sweep);
    status = fc_usable_points_check(is_usable, made, &sweep, report);
    if (status) {
        fc_evaluate_free(made, sweep.n_points);
    } else {
        *usable = fc_usable_points_sweep(&sweep, is_usable);
        fc_usable_points_keep(made, &sweep, is_usable);
        fc_efficiency_note(context, usable, made, NULL, arguments->errors);
        *out = made;
    }
    free(is_usable);
    free(early);
    return status;
}
