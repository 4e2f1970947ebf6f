/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A time-independent trace, or a list of its files; what can be read is replayed, if it has few ranks. */
#include "runtime/host/evaluate.h"
#include "runtime/replay/replay.h"
#include "testsuite/fuzz/input.h"
#include "tools/command_line/machine_option.h"

static void replay(const fc_ti_trace *trace)
{
    static fc_machine *machine;
    fc_report report;
    if (!machine && fc_machine_option_costs(&machine, "gigabit-switch", &report))
        abort();
    fc_replay *made = fc_replay_create(trace, 1e9, "trace");
    const fc_evaluation evaluation = {.program = &made->program,
                                      .replayed = made,
                                      .machine = &machine->coefficients,
                                      .compute = fc_replay_compute,
                                      .method = FC_METHOD_RANKS,
                                      .in_process = true};
    char name[] = "trace", *argv[] = {name, NULL};
    const fc_point point = {.ranks = trace->n_ranks, .argc = 1, .argv = argv};
    fc_prediction *prediction = NULL;
    if (fc_evaluate_points(&prediction, &evaluation, &point, 1, &report) == FC_OK)
        fc_evaluate_free(prediction, 1);
    fc_replay_free(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum {
        MOST_RANKS = 64
    };
    input_file file = input_open(data, size);
    fc_report report;
    fc_ti_trace *trace = NULL;
    if (fc_ti_trace_read(&trace, file.path, &report) == FC_OK) {
        if (trace->n_ranks <= MOST_RANKS)
            replay(trace);
        fc_ti_trace_free(trace);
    }
    input_close(&file);
    return 0;
}
