/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures kernels that no cost was fitted to (benchmarks/check.c); the model's errors on them are found later. */
#include "machine_properties/calibration/calibrate_internal.h"

#include "support/messages/machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double part_of_cache = 0.4, beyond_last = 2, /* of the level's bytes */
    most_of_cache = 64 * 1048576.0;                       /* of a last cache that many guests share */
static const double patience_s = 2; /* for repeating disturbed measurements, of each number of cores */

static FC_GIVE char *command_of(const fc_calibration *c, int active)
{
    const fc_machine *machine = c->machine;
    char *units = fc_core_counts_units(&c->cores, active);
    fc_text text = {0};
    fc_text_add(&text, "./check %s %g", units, patience_s);
    for (unsigned i = 0; i < machine->n_caches; i++)
        fc_text_add(&text, " %.0f", part_of_cache * fmin(machine->cache_bytes[i], most_of_cache));
    double last = machine->cache_bytes[machine->n_caches - 1];
    fc_text_add(&text, " %.0f", fmin(beyond_last * last, fc_calibrate_memory_most_bytes(last, 1) / 2));
    free(units);
    return fc_text_take(&text);
}

/* A line: name, bytes, nanoseconds. */
static fc_status take_output(fc_machine *machine, int active, char *output, fc_report *report)
{
    char *rest = NULL, name[48], of[80];
    for (char *line = strtok_r(output, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        double bytes, time;
        if (line[0] == '#')
            continue;
        if (sscanf(line, "%47s %lf %lf", name, &bytes, &time) != 3 || !(time > 0) || !(bytes > 0))
            return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Calibrate again.",
                           FC_MSG_UNEXPECTED_OUTPUT_CHECK_BENCHMARK, line);
        time *= 1e-9;
        snprintf(of, sizeof of, "check %s %d", name, active);
        fc_machine_add_samples(machine, of, &(fc_samples){.at = &bytes, .seconds = &time, .n_at = 1, .n_seconds = 1});
    }
    return FC_OK;
}

fc_status fc_calibrate_check(fc_calibration *c, fc_report *report)
{
    int cores = c->cores.n_cores;
    if (c->machine->n_caches == 0)
        return FC_OK;
    fc_status status = fc_benchmark_build_unaligned(c, "check", c->machine->compiler, report);
    c->stage = "check of the models";
    for (int active = 1; active <= cores && !status; active += cores > 1 ? cores - 1 : 1) {
        char *command = command_of(c, active), *output = NULL;
        status = fc_benchmark_run(&output, c, command, report);
        if (!status)
            status = take_output(c->machine, active, output, report);
        free(output);
        free(command);
    }
    c->stage = "";
    return status;
}
