/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts.h"

#include <math.h>

fc_status fc_counts_open(fc_counts *out, const fc_arguments *arguments, const fc_cost_program *program,
                         const struct fc_analysis *analysis, fc_report *report)
{
    (void)analysis;
    return fc_assumptions_parse(&out->assumptions, arguments, program, report);
}

void fc_counts_close(fc_counts *counts)
{
    fc_assumptions_free(&counts->assumptions);
}

bool fc_counts_lookup(void *data, const fc_question *question, double *value, fc_origin *origin)
{
    const fc_counts *counts = data;
    double assumed = counts->assumptions.value[question->counter];
    if (isnan(assumed))
        return false;
    *value = assumed;
    *origin = FC_ORIGIN_ASSUMED;
    return true;
}
