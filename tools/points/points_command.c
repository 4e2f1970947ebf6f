/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/points/points_command.h"
#include "support/diagnostics.h"
#include "support/messages/evaluation.h"
#include "tools/points/method_note.h"

#include "tools/command_line/machine_option.h"
#include "tools/points/points.h"
#include "tools/prediction/efficiency_note.h"
#include "tools/prediction/prediction_open.h"
#include "tools/prediction/usable_points.h"
#include "tools/timeline/timeline.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* One run of the command, gathered as it goes. */
typedef struct session {
    fc_prediction_context context;
    fc_timeline timeline;
    fc_range threads;
    fc_sweep sweep, all;         /* for one number of threads; for all of them, which borrows from `sweep` */
    fc_prediction *prediction;   /* [all.n_points] */
    bool *early;                 /* [all.n_points]: usable_points.h */
    fc_measured_points measured; /* of all points; times NULL: nothing was measured */
} session;

static fc_status write_results(const fc_arguments *arguments, const session *of, fc_report *report)
{
    const char *picture = fc_arguments_value(arguments, "plot");
    char *provenance = fc_machine_option_provenance(of->context.machine);
    fc_points points = {.model = of->context.model,
                        .machine = of->context.machine->coefficients.name,
                        .provenance = provenance,
                        .method = fc_arguments_value(arguments, "method"),
                        .compute_model = of->context.compute_model,
                        .threads = fc_threads_option_given(&of->context.team, of->context.program),
                        .program = of->context.loaded.program,
                        .coefficients = &of->context.machine->coefficients,
                        .swept_threads = of->threads.n > 1 ? &of->threads : NULL,
                        .sweep = &of->all,
                        .prediction = of->prediction,
                        .early = of->early,
                        .factors = of->context.factors,
                        .source = of->context.program,
                        .measured = of->measured.times,
                        .places = of->measured.places,
                        .lists_places =
                            of->measured.times && strcmp(fc_arguments_value(arguments, "by"), "place") == 0};
    fc_text text = {0};
    fc_status status = picture ? fc_points_plot(picture, &points, report) : FC_OK;
    if (!status) {
        fc_points_print(&text, &points, fc_arguments_value(arguments, "format"));
        fwrite(text.bytes, 1, text.length, arguments->out);
    }
    fc_text_free(&text);
    free(provenance);
    return status;
}

/* Adds the threads as the sweep's first parameter: they vary slowest, and each number is predicted as a whole. */
static fc_status add_threads(session *of, fc_report *report)
{
    const fc_sweep *one = &of->sweep;
    of->all = *one;
    if (of->threads.n < 2)
        return FC_OK;
    if (one->n_points > FC_RANGE_MAX_POINTS / of->threads.n)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Sweep fewer values at once.", FC_MSG_N_D_THREADS_TOGETHER_GIVE,
                       FC_RANGE_MAX_POINTS);
    const size_t n = (size_t)one->n_parameters;
    of->all.name = fc_allocate(n + 1, sizeof *of->all.name);
    of->all.range = fc_allocate(n + 1, sizeof *of->all.range);
    of->all.name[0] = (char *)(uintptr_t) "threads";
    of->all.range[0] = of->threads;
    for (size_t i = 0; i < n; i++) {
        of->all.name[i + 1] = one->name[i];
        of->all.range[i + 1] = one->range[i];
    }
    of->all.n_parameters++;
    of->all.n_points *= of->threads.n;
    return FC_OK;
}

/* Predicts, and measures, the points of the n-th number of threads. */
static fc_status predict_points(session *of, int n, const fc_arguments *arguments, fc_points_measure *measure,
                                fc_report *report)
{
    const size_t points = (size_t)of->sweep.n_points, first = (size_t)n * points;
    fc_prediction *prediction = NULL;
    of->context.team.threads = (int)of->threads.value[n];
    fc_status status = fc_prediction_context_predict(&prediction, &of->context, &of->sweep, arguments, report);
    if (status)
        return status;
    memcpy(of->prediction + first, prediction, points * sizeof *prediction);
    free(prediction);
    if (!measure)
        return FC_OK;
    fc_measured_points *all = &of->measured;
    if (!all->times) {
        all->n = of->all.n_points;
        all->times = fc_allocate((size_t)all->n, sizeof *all->times);
        all->places = fc_allocate((size_t)all->n, sizeof *all->places);
    }
    const fc_measured_points here = {all->times + first, all->places + first, of->sweep.n_points};
    return measure(&here, arguments, &of->context, of->prediction + first, report);
}

/* A note on several ranks of a program without MPI. */
static void note_copies(const fc_arguments *arguments, const session *of)
{
    bool has_ranks = false;
    for (int i = 0; i < of->sweep.ranks.n; i++)
        has_ranks |= fc_sweep_ranks(&of->sweep, i) > 1;
    if (has_ranks && fc_launch_lacks_mpi(of->context.program))
        fc_diagnose(arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_DOES_NOT_USE_MPI_EVERY, of->context.model);
}

/* A warning about messages that no rank receives: the program is erroneous. */
static void warn_of_unmatched(const fc_arguments *arguments, const session *of)
{
    for (int i = 0; i < of->all.n_points; i++) {
        const fc_prediction *at = &of->prediction[i];
        const fc_unmatched *left = &at->unmatched;
        if (left->n > 0)
            fc_diagnose(arguments->errors, FC_WARNING, (fc_place){left->file, left->line, 0},
                        FC_MSG_MESSAGE_NEVER_RECEIVED_RANKS_FIRST, left->n, left->n == 1 ? " is" : "s are", at->ranks,
                        left->sender, left->target, left->operation);
    }
}

fc_status fc_points_command(const fc_arguments *arguments, fc_points_measure *measure, fc_report *report)
{
    session of = {0};
    fc_status status = fc_sweep_parse(&of.sweep, arguments, FC_RANGE_MAX_POINTS, report);
    of.threads = fc_threads_option_range(arguments);
    if (!status)
        status = add_threads(&of, report);
    if (!status && fc_arguments_has(arguments, "plot"))
        status = fc_points_check_plot(fc_arguments_value(arguments, "plot"), &of.all, report);
    if (!status)
        status = fc_timeline_open(&of.timeline, arguments, &of.all, report);
    if (!status)
        status = fc_prediction_open(&of.context, arguments, report);
    of.context.skips_failed = true;
    of.context.trace = of.timeline.path ? &of.timeline.recording.trace : NULL;
    of.prediction = fc_allocate((size_t)of.all.n_points + 1, sizeof *of.prediction);
    for (int i = 0; i < of.threads.n && !status; i++)
        status = predict_points(&of, i, arguments, measure, report);
    if (!status)
        status = fc_timeline_write(&of.timeline, of.context.loaded.program, report);
    if (!status) {
        of.early = fc_allocate((size_t)of.all.n_points, sizeof *of.early);
        fc_usable_points_find_early(of.early, of.prediction, &of.all);
        fc_usable_points_warn(of.prediction, of.early, &of.all, arguments->errors);
        note_copies(arguments, &of);
        warn_of_unmatched(arguments, &of);
        /* The notes on method sum and on efficiencies, for the points with the last number of threads, which the
         * context is set to. */
        const fc_prediction *last = of.prediction + (of.all.n_points - of.sweep.n_points);
        fc_method_note(&of.context, &of.sweep, last, arguments);
        if (!of.measured.times)
            fc_efficiency_note(&of.context, &of.sweep, last, of.early + (last - of.prediction), arguments->errors);
        status = write_results(arguments, &of, report);
    }
    for (int i = 0; i < of.measured.n; i++)
        fc_place_errors_free(&of.measured.places[i]);
    free(of.measured.places);
    free(of.measured.times);
    free(of.early);
    fc_evaluate_free(of.prediction, of.all.n_points);
    fc_timeline_close(&of.timeline);
    fc_prediction_context_close(&of.context);
    if (of.all.name != of.sweep.name) {
        free(of.all.name);
        free(of.all.range);
    }
    fc_range_free(&of.threads);
    fc_sweep_free(&of.sweep);
    return status;
}
