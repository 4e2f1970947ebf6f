/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits the overheads of OpenMP constructs to the output of benchmarks/openmp.c. */
#include "machine_properties/calibration/calibrate_internal.h"

#include "machine_properties/calibration/fit.h"
#include "support/messages/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_WORDS = 3,
    WORK = FC_N_OVERHEADS, /* the bare work item that chunk, critical and task also execute */
    N_CONSTRUCTS
};

#define NAME_OF(name, text) text,
static const char *const construct[N_CONSTRUCTS] = {FC_OVERHEAD_LIST(NAME_OF) "work"};

/* Seconds of thread time per item, with one thread and with all; 0: not printed. */
typedef struct items {
    double seconds[N_CONSTRUCTS][2];
} items;

static bool take_line(items *to, fc_machine *machine, const char *text)
{
    fc_benchmark_line line;
    if (!fc_benchmark_line_parse(&line, text, LINE_WORDS, 1))
        return false;
    for (int i = 0; i < N_CONSTRUCTS; i++)
        if (strcmp(line.word[0], construct[i]) == 0) {
            to->seconds[i][strcmp(line.word[1], "1") != 0] = fc_fit_locate(line.sample, line.n_samples).value;
            char of[64];
            double once = 1;
            snprintf(of, sizeof of, "openmp %s %s", line.word[0], line.word[1]);
            fc_samples series = {.at = &once, .seconds = line.sample, .n_at = 1, .n_seconds = (unsigned)line.n_samples};
            fc_machine_add_samples(machine, of, &series);
            return true;
        }
    return false;
}

static fc_status take_output(items *to, fc_machine *machine, char *output, fc_report *report)
{
    char *rest = NULL;
    for (char *line = strtok_r(output, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (line[0] != '#' && !take_line(to, machine, line))
            return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Calibrate again.",
                           FC_MSG_UNEXPECTED_OUTPUT_OPENMP_BENCHMARK, line);
    return FC_OK;
}

/* Overhead of an item: its time minus that of the work in it; regions and barriers contain no work. */
static double overhead_of(const items *of, int which, int all)
{
    bool is_bare = which == FC_OVERHEAD_REGION || which == FC_OVERHEAD_BARRIER;
    double seconds = of->seconds[which][all] - (is_bare ? 0 : of->seconds[WORK][all]);
    return seconds > 0 ? seconds : 0;
}

/* Without -fopenmp, or with fewer threads than cores, the section is omitted and the models use default costs. */
fc_status fc_calibrate_openmp(fc_calibration *c, int threads, fc_report *report)
{
    char *compiler = fc_format("%s -fopenmp", c->machine->compiler), *output = NULL;
    char *command = fc_format("./openmp %d %d", c->options->quick ? 7 : 25, threads);
    items of = {0};
    c->stage = "OpenMP";
    fc_status status = fc_benchmark_build(c, "openmp", compiler, report);
    if (!status)
        status = fc_benchmark_run(&output, c, command, report);
    bool is_measured = !status;
    if (status == FC_E_ENVIRONMENT)
        status = FC_OK;
    if (is_measured)
        status = take_output(&of, c->machine, output, report);
    for (int i = 0; is_measured && !status && i < FC_N_OVERHEADS; i++) {
        c->machine->coefficients.threads.threads = threads;
        c->machine->coefficients.threads.overhead[i] = (fc_overhead){overhead_of(&of, i, 0), overhead_of(&of, i, 1)};
    }
    c->stage = "";
    free(compiler);
    free(command);
    free(output);
    return status;
}
