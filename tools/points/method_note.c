/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/points/method_note.h"
#include "support/diagnostics.h"
#include "support/messages/evaluation.h"
#include "tools/output/table.h"
#include "tools/prediction/threads_option.h"

#include <math.h>
#include <stdio.h>

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

void fc_method_note(fc_prediction_context *subject, const fc_sweep *sweep, const fc_prediction *prediction,
                    const fc_arguments *arguments)
{
    int i = fc_arguments_has(arguments, "method") ? -1 : find_point(sweep, prediction);
    if (i < 0 || subject->trace)
        return;
    fc_sweep point = fc_sweep_part(sweep, i, 1);
    fc_prediction *together = NULL;
    fc_report side_by_side = {0};
    subject->forces_method_ranks = true;
    fc_status status = fc_prediction_context_predict(&together, subject, &point, arguments, &side_by_side);
    if (status == FC_OK) {
        note_difference(&prediction[i], together, fc_threads_option_given(&subject->team, subject->program),
                        arguments->errors);
        fc_evaluate_free(together, 1);
    } else if (status == FC_E_INPUT)
        fc_diagnose(arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_METHOD_RANKS_PROGRAM_DOES_NOT, side_by_side.text);
    subject->forces_method_ranks = false;
}
