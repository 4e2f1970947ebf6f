/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/points_command.h"
#include "tools/prediction/method_note.h"

#include "tools/command_line/machine_option.h"
#include "tools/prediction/points.h"
#include "tools/prediction/timeline.h"

#include <stdlib.h>

/* One run of the command, gathered as it goes. */
typedef struct session {
    fc_subject subject;
    fc_timeline timeline;
    fc_sweep sweep;
    fc_prediction *prediction;
    fc_launch_times *measured;
} session;

static fc_status write_results(const fc_arguments *arguments, const session *of, fc_report *report)
{
    const char *picture = fc_arguments_value(arguments, "plot");
    char *provenance = fc_machine_option_provenance(of->subject.machine);
    fc_points points = {.model = of->subject.model,
                        .machine = of->subject.machine->coefficients.name,
                        .provenance = provenance,
                        .method = fc_arguments_value(arguments, "method"),
                        .compute_model = of->subject.compute_model,
                        .threads = fc_threads_option_given(&of->subject.team, of->subject.program),
                        .program = of->subject.loaded.program,
                        .coefficients = &of->subject.machine->coefficients,
                        .sweep = &of->sweep,
                        .prediction = of->prediction,
                        .factors = of->subject.factors,
                        .source = of->subject.program,
                        .measured = of->measured};
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

static fc_status measure_points(session *of, const fc_arguments *arguments, fc_points_measure *measure,
                                fc_report *report)
{
    if (!measure)
        return FC_OK;
    of->measured = fc_allocate((size_t)of->sweep.n_points, sizeof *of->measured);
    return measure(of->measured, arguments, &of->subject, of->prediction, of->sweep.n_points, report);
}

/* Ranks of a program that calls nothing of MPI. */
static void note_copies(const fc_arguments *arguments, const session *of)
{
    bool has_ranks = false;
    for (int i = 0; i < of->sweep.ranks.n; i++)
        has_ranks |= fc_sweep_ranks(&of->sweep, i) > 1;
    if (has_ranks && fc_launch_lacks_mpi(of->subject.program))
        fprintf(arguments->errors, "note: %s calls nothing of MPI: every rank does all of its work\n",
                of->subject.model);
}

/* Sends that no rank receives: the program is not right, and its time not told for them. */
static void warn_of_unmatched(const fc_arguments *arguments, const session *of)
{
    for (int i = 0; i < of->sweep.n_points; i++) {
        const fc_prediction *at = &of->prediction[i];
        const fc_unmatched *left = &at->unmatched;
        if (left->n > 0)
            fprintf(
                arguments->errors,
                "%s:%d: warning: %.0f message%s never received (%d ranks), the first one sent by rank %d to rank %d "
                "with %s here\n",
                left->file, left->line, left->n, left->n == 1 ? " is" : "s are", at->ranks, left->sender, left->target,
                left->operation);
    }
}

fc_status fc_points_command(const fc_arguments *arguments, fc_points_measure *measure, fc_report *report)
{
    session of = {0};
    fc_status status = fc_sweep_parse(&of.sweep, arguments, FC_RANGE_MAX_POINTS, report);
    if (!status && fc_arguments_has(arguments, "plot"))
        status = fc_points_check_plot(fc_arguments_value(arguments, "plot"), &of.sweep, report);
    if (!status)
        status = fc_timeline_open(&of.timeline, arguments, &of.sweep, report);
    if (!status)
        status = fc_subject_open(&of.subject, arguments, report);
    of.subject.trace = of.timeline.path ? &of.timeline.recording.trace : NULL;
    if (!status)
        status = fc_subject_predict(&of.prediction, &of.subject, &of.sweep, arguments, report);
    if (!status)
        status = fc_timeline_write(&of.timeline, of.subject.loaded.program, report);
    if (!status)
        note_copies(arguments, &of);
    if (!status)
        warn_of_unmatched(arguments, &of);
    if (!status)
        fc_method_note(&of.subject, &of.sweep, of.prediction, arguments);
    if (!status)
        status = measure_points(&of, arguments, measure, report);
    if (!status)
        status = write_results(arguments, &of, report);
    free(of.measured);
    if (of.prediction)
        fc_predictions_free(of.prediction, of.sweep.n_points);
    fc_timeline_close(&of.timeline);
    fc_subject_close(&of.subject);
    fc_sweep_free(&of.sweep);
    return status;
}
