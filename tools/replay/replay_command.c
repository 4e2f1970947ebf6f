/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/replay/replay_command.h"

#include "runtime/host/cost_program.h"
#include "runtime/host/evaluate.h"
#include "runtime/replay/replay.h"
#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "support/messages/evaluation.h"
#include "support/path.h"
#include "tools/command_line/machine_option.h"
#include "tools/points/points.h"
#include "tools/prediction/placement_option.h"
#include "tools/prediction/sandbox_option.h"
#include "tools/timeline/timeline.h"

#include <stdlib.h>
#include <string.h>

/* One run of the command. */
typedef struct session {
    const char *path;
    fc_ti_trace *trace;
    double flop_rate;
    fc_replay *replay;
    fc_machine *machine;
    fc_placement_option placement;
    fc_sandbox_options *sandbox;
    fc_user_models models; /* of --comm-model; {0}: none */
    fc_sweep sweep;        /* the trace's number of ranks */
    double ranks;
    fc_timeline timeline;
    fc_prediction *prediction;
} session;

static fc_status refuse_others(const fc_arguments *arguments, fc_report *report)
{
    static const char *const allowed[] = {"trace",          "flop-rate",  "machine", "ranks",      "placement",
                                          "collectives",    "format",     "method",  "comm-model", "timeline",
                                          "timeline-ranks", "every-rank", "memory",  "unsafe"};
    for (int i = 0; i < arguments->n_given; i++) {
        bool is_allowed = false;
        for (size_t k = 0; k < sizeof allowed / sizeof *allowed; k++)
            is_allowed |= strcmp(arguments->given[i].option->name, allowed[k]) == 0;
        if (!is_allowed)
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Leave one of them out.", FC_MSG_TRACE_EXCLUDES, "--",
                           arguments->given[i].option->name);
    }
    if (arguments->n_operands > 0 || arguments->n_rest > 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Leave one of them out.", FC_MSG_TRACE_EXCLUDES, "",
                       arguments->n_operands > 0 ? arguments->operand[0] : "arguments after \"--\"");
    if (fc_arguments_has(arguments, "method") && strcmp(fc_arguments_value(arguments, "method"), "ranks") != 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Leave one of them out.", FC_MSG_TRACE_EXCLUDES, "",
                       "--method sum");
    return FC_OK;
}

static fc_status read_rate(session *of, const fc_arguments *arguments, fc_report *report)
{
    static const char next[] = "Give --flop-rate F, the trace's flops that a core of the machine does in a second.";
    const char *text = fc_arguments_value(arguments, "flop-rate");
    fc_range range = {0};
    if (!text && of->trace->flops > 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_TRACE_NEEDS_RATE, of->trace->flops);
    of->flop_rate = 1;
    if (!text)
        return FC_OK;
    fc_status status = fc_range_parse(&range, text, &(fc_range_limits){"--flop-rate", 1, 1e30, false}, report);
    if (!status && range.n != 1)
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_TRACE_NEEDS_RATE, of->trace->flops);
    if (!status)
        of->flop_rate = range.value[0];
    fc_range_free(&range);
    return status;
}

/* -n may confirm the number of ranks. */
static fc_status set_ranks(session *of, const fc_arguments *arguments, fc_report *report)
{
    fc_range given = {0};
    fc_status status = FC_OK;
    of->ranks = of->trace->n_ranks;
    of->sweep = (fc_sweep){.ranks = {&of->ranks, 1}, .n_points = 1};
    if (!fc_arguments_has(arguments, "ranks"))
        return FC_OK;
    const char *text = fc_arguments_value(arguments, "ranks");
    status = fc_range_parse_ranks(&given, text, report);
    if (!status && (given.n != 1 || given.value[0] != of->ranks))
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Leave -n out, or trace a run of so many ranks.",
                         FC_MSG_TRACE_RANKS, text, of->trace->n_ranks);
    fc_range_free(&given);
    return status;
}

static fc_status open_session(session *of, const fc_arguments *arguments, fc_report *report)
{
    const char *models = fc_arguments_value(arguments, "comm-model");
    of->path = fc_arguments_value(arguments, "trace");
    fc_status status = fc_ti_trace_read(&of->trace, of->path, report);
    if (!status)
        status = read_rate(of, arguments, report);
    if (!status)
        status = set_ranks(of, arguments, report);
    if (!status)
        status = fc_machine_option_costs(&of->machine, fc_arguments_value(arguments, "machine"), report);
    if (!status)
        fc_placement_option_take_collectives(&of->machine->coefficients, arguments);
    if (!status)
        status = fc_placement_option_read(&of->placement, arguments, of->machine, report);
    if (!status)
        status = fc_placement_option_check(&of->placement, of->machine, of->trace->n_ranks, report);
    if (!status)
        status = fc_sandbox_option_read(&of->sandbox, arguments, report);
    if (!status && models)
        status = fc_user_models_load(&of->models, models, NULL, report);
    if (!status)
        status = fc_timeline_open(&of->timeline, arguments, &of->sweep, report);
    if (!status)
        of->replay = fc_replay_create(of->trace, of->flop_rate, fc_path_name(of->path));
    return status;
}

static void close_session(session *of)
{
    fc_evaluate_free(of->prediction, of->prediction ? 1 : 0);
    if (of->replay)
        fc_replay_free(of->replay);
    fc_timeline_close(&of->timeline);
    if (of->models.object)
        fc_user_models_unload(&of->models);
    fc_sandbox_option_free(of->sandbox);
    fc_placement_option_free(&of->placement);
    fc_machine_free(of->machine);
    if (of->trace)
        fc_ti_trace_free(of->trace);
}

static fc_status replay(session *of, const fc_arguments *arguments, fc_report *report)
{
    enum {
        MOST_SECONDS = 3600
    };
    fc_end ended = FC_END_DONE;
    fc_evaluation evaluation = {.program = &of->replay->program,
                                .replayed = of->replay,
                                .user_model = {of->models.object},
                                .machine = &of->machine->coefficients,
                                .compute = fc_replay_compute,
                                .communication = of->models.object ? &of->models.communication : NULL,
                                .trace = of->timeline.path ? &of->timeline.recording.trace : NULL,
                                .placement = of->placement.is_given ? &of->placement.placement : NULL,
                                .method = FC_METHOD_RANKS,
                                .every_rank = fc_arguments_has(arguments, "every-rank"),
                                .timeout_s = MOST_SECONDS,
                                .sandbox = of->sandbox,
                                .ended = &ended};
    char *argv[] = {(char *)of->path, NULL};
    const fc_point point = {.ranks = of->trace->n_ranks, .argc = 1, .argv = argv};
    fc_status status = fc_evaluate_points(&of->prediction, &evaluation, &point, 1, report);
    if (ended == FC_END_DEADLOCK || ended == FC_END_ARGUMENT)
        fc_diagnose(arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_TRACE_LACKS_CALLS);
    return status;
}

static void print(const session *of, const fc_arguments *arguments)
{
    char *provenance = fc_machine_option_provenance(of->machine);
    const fc_points points = {.model = of->path,
                              .machine = of->machine->coefficients.name,
                              .provenance = provenance,
                              .method = "ranks",
                              .compute_model = "trace",
                              .program = &of->replay->program,
                              .coefficients = &of->machine->coefficients,
                              .sweep = &of->sweep,
                              .prediction = of->prediction};
    fc_text text = {0};
    fc_points_print(&text, &points, fc_arguments_value(arguments, "format"));
    fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    free(provenance);
}

fc_status fc_replay_command(const fc_arguments *arguments, fc_report *report)
{
    session of = {0};
    fc_status status = refuse_others(arguments, report);
    if (!status)
        status = open_session(&of, arguments, report);
    if (!status)
        status = replay(&of, arguments, report);
    if (!status)
        status = fc_timeline_write(&of.timeline, &of.replay->program, report);
    if (!status) {
        /* Warnings of what the trace lacks, and of messages without a receive. */
        const fc_unmatched *left = &of.prediction->unmatched;
        if (of.trace->n_derived > 0)
            fc_diagnose(arguments->errors, FC_WARNING, (fc_place){of.trace->derived_file, of.trace->derived_line, 0},
                        FC_MSG_TRACE_DERIVED, of.trace->n_derived, of.trace->n_derived == 1 ? " has" : "s have");
        if (left->n > 0)
            fc_diagnose(arguments->errors, FC_WARNING, (fc_place){left->file, left->line, 0},
                        FC_MSG_MESSAGE_NEVER_RECEIVED_RANKS_FIRST, left->n, left->n == 1 ? " is" : "s are",
                        of.prediction->ranks, left->sender, left->target, left->operation);
        print(&of, arguments);
    }
    close_session(&of);
    return status;
}
