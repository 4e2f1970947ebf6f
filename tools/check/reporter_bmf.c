/* SPDX-License-Identifier: GPL-3.0-or-later */
/* https://bencher.dev/docs/reference/bencher-metric-format/: {"benchmark": {"measure": {"value": number}}}; the
 * built-in measure latency is in nanoseconds. */
#include "support/quote.h"
#include "tools/check/reporter.h"
#include "tools/output/table.h"

#include <stdlib.h>

static void put_point(fc_text *out, const fc_baseline_program *program, const fc_baseline_point *point)
{
    static const char *const slug[FC_N_MEASURES] = {"latency", "messages", "bytes"};
    char *label = fc_baseline_label(point), *name = fc_format("%s, %s", program->name, label);
    fc_quote_json(out, name);
    fc_text_add(out, ": {");
    for (int m = 0; m < FC_N_MEASURES; m++) {
        fc_text_add(out, "%s\"%s\": {\"value\": ", m ? ", " : "", slug[m]);
        fc_number_text(out, point->cost.of[m] * (m == FC_MEASURE_TIME ? 1e9 : 1));
        fc_text_add(out, "}");
    }
    fc_text_add(out, "}");
    free(name);
    free(label);
}

void fc_reporter_bmf(fc_text *out, const fc_reporter_input *verdicts)
{
    const char *between = "\n  ";
    fc_text_add(out, "{");
    for (size_t i = 0; i < verdicts->now->n_programs; i++) {
        const fc_baseline_program *program = &verdicts->now->program[i];
        for (size_t k = 0; k < program->n_points; k++) {
            if (program->point[k].fault)
                continue;
            fc_text_add(out, "%s", between);
            put_point(out, program, &program->point[k]);
            between = ",\n  ";
        }
    }
    fc_text_add(out, "\n}\n");
}
