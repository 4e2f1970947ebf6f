/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts.h"

#include "analyzer/passes/analysis.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static fc_status read_profile(fc_counts *counts, const fc_arguments *arguments, const fc_program *program,
                              fc_report *report)
{
    const char *asked = fc_arguments_value(arguments, "profile");
    char *path = asked ? fc_copy_string(asked) : fc_format("%s.profile", arguments->operand[0]);
    fc_status status = FC_OK;
    if (asked || access(path, F_OK) == 0)
        status = fc_profile_read(&counts->profile, path, program, report);
    free(path);
    return status;
}

fc_status fc_counts_open(fc_counts *out, const fc_arguments *arguments, const fc_cost_program *program,
                         const struct fc_analysis *analysis, fc_report *report)
{
    fc_counts counts = {.node = fc_allocate(analysis->n_counters, sizeof *counts.node)};
    for (size_t i = 0; i < analysis->n_counters; i++)
        counts.node[i] = analysis->counter[i].node->id;
    fc_status status = fc_assumptions_parse(&counts.assumptions, arguments, program, report);
    if (!status)
        status = read_profile(&counts, arguments, analysis->program, report);
    if (status)
        fc_counts_close(&counts);
    else
        *out = counts;
    return status;
}

void fc_counts_close(fc_counts *counts)
{
    fc_assumptions_free(&counts->assumptions);
    fc_profile_free(counts->profile);
    free(counts->node);
    *counts = (fc_counts){0};
}

bool fc_counts_lookup(void *data, const fc_question *question, double *value, fc_origin *origin)
{
    const fc_counts *counts = data;
    double assumed = counts->assumptions.value[question->counter];
    if (!isnan(assumed)) {
        *value = assumed;
        *origin = FC_ORIGIN_ASSUMED;
        return true;
    }
    if (!counts->profile || !fc_profile_mean(counts->profile, counts->node[question->counter], question->ranks, value))
        return false;
    *origin = FC_ORIGIN_PROFILED;
    return true;
}
