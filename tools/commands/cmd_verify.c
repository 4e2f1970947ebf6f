/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/checks/memory_checks.h"
#include "analyzer/checks/skipped_calls.h"
#include "runtime/host/isolate.h"
#include "support/diagnostics.h"
#include "support/messages/verify.h"
#include "tools/command_line/command_table.h"
#include "tools/points/points_command.h"
#include "tools/verify/findings_print.h"

#include <stdlib.h>
#include <string.h>

/* One run of the command. */
typedef struct session {
    fc_prediction_context context;
    fc_sweep sweep;
    fc_prediction *prediction;
    fc_findings *findings; /* in memory shared with the children */
} session;

static void print(const session *of, const fc_arguments *arguments)
{
    size_t n = (size_t)of->sweep.n_points;
    int *ranks = fc_allocate(n, sizeof *ranks);
    char **failure = fc_allocate(n, sizeof *failure);
    fc_findings_report results = {of->context.model, of->findings, ranks, failure, of->sweep.n_points};
    for (int i = 0; i < of->sweep.n_points; i++) {
        ranks[i] = of->prediction[i].ranks;
        failure[i] = of->prediction[i].failure;
    }
    fc_text text = {0};
    for (int i = 0; i < of->findings->n_gaps; i++)
        fc_diagnose(arguments->errors, FC_WARNING, (fc_place){of->findings->gap[i].file, of->findings->gap[i].line, 0},
                    FC_MSG_COUNT_FILLED);
    for (int i = 0; i < results.n_points; i++)
        if (results.failure[i])
            fc_diagnose(arguments->errors, FC_WARNING, FC_NOWHERE, FC_MSG_RANKS_NOT_VERIFIED, results.ranks[i],
                        results.ranks[i] == 1 ? "" : "s", results.failure[i]);
    fc_findings_print(&text, &results, fc_arguments_value(arguments, "format"));
    fwrite(text.bytes, 1, text.length, arguments->out);
    fc_text_free(&text);
    free(ranks);
    free(failure);
}

static fc_status verify(session *of, const fc_arguments *arguments, fc_report *report)
{
    void *shared = NULL;
    fc_status status = fc_isolate_share(&shared, sizeof *of->findings, report);
    of->findings = of->context.findings = shared;
    of->context.skips_failed = true;
    of->context.children = 1;
    if (!status)
        status = fc_prediction_context_predict(&of->prediction, &of->context, &of->sweep, arguments, report);
    if (status)
        return status;
    fc_finding_check(of->findings);
    print(of, arguments);
    int n = of->findings->n;
    return n ? fc_fail(report, FC_E_CHECK, FC_NOWHERE, NULL, FC_MSG_FINDINGS_FOUND, n, n == 1 ? "" : "s",
                       of->context.model)
             : FC_OK;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    session of = {0};
    fc_status status = fc_sweep_parse(&of.sweep, arguments, FC_RANGE_MAX_POINTS, report);
    if (!status) {
        fc_program *program = NULL;
        status = fc_program_read(&program, arguments->operand[0], report);
        if (!status) {
            program->is_verified = true;
            fc_program_keep_numbers(program);
            fc_check_types types = fc_check_call_types(program);
            fc_memory_checks_insert(program, &types);
            fc_skipped_calls_insert(program, &types);
            status = fc_prediction_context_create(&of.context, program, arguments, report);
        }
    }
    if (!status)
        status = verify(&of, arguments, report);
    if (of.findings)
        fc_isolate_unshare(of.findings, sizeof *of.findings);
    fc_evaluate_free(of.prediction, of.sweep.n_points);
    fc_prediction_context_close(&of.context);
    fc_sweep_free(&of.sweep);
    return status;
}

static const fc_option options[] = {
    FC_CONTEXT_OPTIONS_FOR(false, "1:4"),
    {0, "format", "FORMAT", "text|json|sarif|junit", "text", false, "the format of the output"},
};

const fc_command fc_command_verify = {
    .name = "verify",
    .workflow = FC_WORKFLOW_CI,
    .operands = "MODEL.fc",
    .least_operands = 1,
    .most_operands = 1,
    .rest = "the application's own arguments, as after `mpirun -n P ./app`; {ranks} in them is the number of ranks",
    .help = "find errors in the use of MPI, for any number of ranks",
    .about =
        "Runs the virtual ranks and reports errors in the use of MPI, without running the program: deadlocks, also "
        "those that buffered sends hide; collectives, types, counts and roots that do not match; truncated and "
        "unreceived messages; invalid arguments; races on buffers, windows and wildcard receives; operations that "
        "are never completed; objects that are never freed; the order of calls. Each finding has both places, the "
        "ranks, the cause and a hint. Exit code 1: there are findings.",
    .example = "forecost verify app.fc -n 2:64 -- 4000 100",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
