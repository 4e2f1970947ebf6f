/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/machine/guidelines_print.h"

#include "comm_interface/guidelines.h"
#include "tools/machine/sample_medians.h"
#include "tools/output/table.h"

#include <stdlib.h>

static bool measured_time(void *data, double *seconds, fc_fit fit, const double p_and_bytes[2])
{
    return fc_sample_medians_time(seconds, data,
                                  (fc_runtime_query){fit, FC_VARIANT_ANY, p_and_bytes[0], p_and_bytes[1]});
}

/* Whether raw samples confirm the broken points, which distinguishes a fault of the library from one of the fit. */
static FC_GIVE char *confirmation(const fc_guideline_verdict *verdict)
{
    if (verdict->seen == 0)
        return fc_format("no samples");
    if (verdict->confirmed == 0)
        return fc_format("fit only");
    if (verdict->confirmed == verdict->broken)
        return fc_format("confirmed by samples");
    return fc_format("confirmed by samples at %d of %d", verdict->confirmed, verdict->seen);
}

static void print_broken(fc_text *out, const fc_guideline *guideline, const fc_guideline_verdict *verdict)
{
    fc_text whole = {0}, parts = {0};
    char *measured = confirmation(verdict);
    fc_table_seconds(&whole, verdict->whole_s, 3);
    fc_table_seconds(&parts, verdict->parts_s, 3);
    fc_text_add(out, "  %-52s broken at %d of %d points (%s), worst p = %g, m = %g bytes: %s, %.3g times %s\n",
                guideline->text, verdict->broken, verdict->points, measured, verdict->p, verdict->bytes, whole.bytes,
                verdict->factor, parts.bytes);
    free(measured);
    fc_text_free(&whole);
    fc_text_free(&parts);
}

void fc_guidelines_print(fc_text *out, const fc_machine *machine)
{
    fc_text lines = {0};
    fc_sample_medians measured;
    fc_sample_medians_make(&measured, machine);
    const fc_guideline_samples witness = {measured_time, &measured};
    int checked = 0, broken = 0;
    for (int i = 0; i < fc_n_guidelines; i++) {
        fc_guideline_verdict verdict = fc_guideline_check(&fc_guidelines[i], &machine->coefficients, &witness);
        checked += verdict.points > 0;
        broken += verdict.broken > 0;
        if (verdict.broken > 0)
            print_broken(&lines, &fc_guidelines[i], &verdict);
    }
    if (checked > 0)
        fc_text_add(out, "\nperformance guidelines: %d checked, %d broken beyond the fits' errors%s\n%s", checked,
                    broken, broken > 0 ? ": the right-hand side would be faster" : "", broken > 0 ? lines.bytes : "");
    fc_text_free(&lines);
    fc_sample_medians_free(&measured);
}
