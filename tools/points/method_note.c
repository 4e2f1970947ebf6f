/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/points/method_note.h"
#include "support/diagnostics.h"
#include "support/messages/evaluation.h"
#include "tools/output/table.h"
#include "tools/prediction/threads_option.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double most_work = 1e6; /* messages and executed iterations of all ranks: well below a second */
static const double least_difference = 0.05;
enum {
    MOST_RANKS = 64
};

/* -1: no point is small enough, or all were predicted by method ranks. */
static int find_point(const fc_sweep *sweep, const fc_prediction *prediction)
{
    int found = -1;
    for (int i = 0; i < sweep->n_points; i++) {
        const fc_prediction *at = &prediction[i];
        double work = at->totals.messages + at->totals.steps * at->ranks;
        bool is_small =
            at->ranks > 1 && at->ranks <= MOST_RANKS && work <= most_work && !at->apart.file && !at->failure;
        if (is_small && (found < 0 || at->ranks > prediction[found].ranks))
            found = i;
    }
    return found;
}

/* threads: of regions without a number of their own; 0: there are none */
static void note_difference(const fc_prediction *alone, const fc_prediction *together, int threads, FILE *errors)
{
    double ratio = together->totals.time_s / alone->totals.time_s;
    if (!(fabs(ratio - 1) > least_difference))
        return;
    fc_text time = {0};
    fc_table_seconds(&time, together->totals.time_s, 4);
    fc_text_add(&time, " at p = %d", alone->ranks);
    if (threads > 1)
        fc_text_add(&time, ", threads = %d", threads);
    fc_diagnose(errors, FC_NOTE, FC_NOWHERE, FC_MSG_METHOD_SUM_NEGLECTS_RANKS_WAIT, time.bytes, ratio);
    fc_text_free(&time);
}

/* One point, and how long its evaluation may take. */
typedef struct attempt {
    int point;
    double patience_s;
} attempt;

/* Predicts the point by method ranks. */
static fc_status predict_together(fc_prediction **out, fc_prediction_context *context, const fc_sweep *sweep,
                                  attempt at, const fc_arguments *arguments, fc_report *report)
{
    fc_sweep part = fc_sweep_part(sweep, at.point, 1);
    const double most_seconds = context->most_seconds;
    context->most_seconds = at.patience_s;
    context->forces_method_ranks = true;
    fc_status status = fc_prediction_context_predict(out, context, &part, arguments, report);
    context->forces_method_ranks = false;
    context->most_seconds = most_seconds;
    return status;
}

/* The prediction stands: the remedy of a dynamic destination, another method, is the one in use. */
static void note_failure(const fc_prediction_context *context, const fc_report *report, const fc_arguments *arguments)
{
    size_t first = strcspn(report->text, "\n");
    char *line = fc_format("%.*s\n  The time has no waiting of ranks for each other.", (int)first, report->text);
    fc_diagnose(arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_METHOD_RANKS_PROGRAM_DOES_NOT,
                context->ended == FC_END_UNKNOWN ? line : report->text);
    free(line);
}

/* Method ranks for a short time, in which ranks that wait for each other mostly come to do so. Nothing is said if it
 * takes longer. */
static void note_deadlock(fc_prediction_context *context, const fc_sweep *sweep, const fc_prediction *prediction,
                          const fc_arguments *arguments)
{
    /* The point with the fewest ranks above one. */
    int point = -1;
    for (int i = 0; i < sweep->n_points; i++) {
        const fc_prediction *at = &prediction[i];
        bool is_usable = at->ranks > 1 && at->ranks <= MOST_RANKS && !at->apart.file && !at->failure;
        if (is_usable && (point < 0 || at->ranks < prediction[point].ranks))
            point = i;
    }
    fc_prediction *together = NULL;
    fc_report report = {0};
    if (point < 0)
        return;
    fc_status status = predict_together(&together, context, sweep, (attempt){point, 0.5}, arguments, &report);
    if (status == FC_OK)
        fc_evaluate_free(together, 1);
    else if (context->ended == FC_END_DEADLOCK)
        note_failure(context, &report, arguments);
}

void fc_method_note(fc_prediction_context *context, const fc_sweep *sweep, const fc_prediction *prediction,
                    const fc_arguments *arguments)
{
    const char *asked = fc_arguments_has(arguments, "method") ? fc_arguments_value(arguments, "method") : NULL;
    if (context->trace || (asked && strcmp(asked, "sum") != 0))
        return;
    int i = asked ? -1 : find_point(sweep, prediction);
    if (i < 0) {
        note_deadlock(context, sweep, prediction, arguments);
        return;
    }
    fc_prediction *together = NULL;
    fc_report report = {0};
    fc_status status = predict_together(&together, context, sweep, (attempt){i, 4}, arguments, &report);
    if (status == FC_OK) {
        note_difference(&prediction[i], together, fc_threads_option_given(&context->team, context->program),
                        arguments->errors);
        fc_evaluate_free(together, 1);
    } else if (status == FC_E_INPUT && context->ended != FC_END_DONE) /* else it takes longer */
        note_failure(context, &report, arguments);
}
