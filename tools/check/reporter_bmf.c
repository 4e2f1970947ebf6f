/* SPDX-License-Identifier: GPL-3.0-or-later */
/* https://bencher.dev/docs/reference/bencher-metric-format/: {"benchmark": {"measure": {"value": number}}}; the
 * built-in measure latency is in nanoseconds. */
#include "support/json_writer.h"
#include "tools/check/reporter.h"
#include "tools/output/table.h"

#include <stdlib.h>

static void put_point(fc_json_writer *json, const fc_baseline_program *program, const fc_baseline_point *point)
{
    static const char *const slug[FC_N_MEASURES] = {"latency", "messages", "bytes"};
    char *label = fc_baseline_label(point), *name = fc_format("%s, %s", program->name, label);
    fc_json_writer_object(json, name, FC_JSON_ONE_LINE);
    for (int m = 0; m < FC_N_MEASURES; m++) {
        fc_json_writer_object(json, slug[m], FC_JSON_ONE_LINE);
        fc_json_writer_number(json, "value", point->cost.of[m] * (m == FC_MEASURE_TIME ? 1e9 : 1));
        fc_json_writer_end(json);
    }
    fc_json_writer_end(json);
    free(name);
    free(label);
}

void fc_reporter_bmf(fc_text *out, const fc_reporter_input *input)
{
    fc_json_writer json = {.out = out};
    fc_json_writer_object(&json, NULL, 2);
    for (size_t i = 0; i < input->now->n_programs; i++) {
        const fc_baseline_program *program = &input->now->program[i];
        for (size_t k = 0; k < program->n_points; k++)
            if (!program->point[k].fault)
                put_point(&json, program, &program->point[k]);
    }
    fc_json_writer_end(&json);
}
