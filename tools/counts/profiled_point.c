/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts/profiled_point.h"

#include <stdlib.h>

static bool is_unchanged(const fc_input_copy *input)
{
    fc_input_files present = {0};
    fc_input_files_add_present(&present, input->name);
    bool is_same = present.n > 0 && fc_input_copy_is_same(&present.file[0], input);
    fc_input_files_free(&present);
    return is_same;
}

fc_profiled_point fc_profiled_point_open(const fc_profile_run *run)
{
    fc_profiled_point out = {.argv = fc_allocate((size_t)run->n_arguments + 2, sizeof *out.argv),
                             .inputs.file = fc_allocate(run->inputs.n, sizeof *out.inputs.file)};
    static char name[] = "program"; /* fc_point has char *, but does not write to it */
    out.argv[0] = name;
    for (int i = 0; i < run->n_arguments; i++)
        out.argv[i + 1] = run->argument[i];
    for (size_t i = 0; i < run->inputs.n; i++) {
        const fc_input_copy *input = &run->inputs.file[i];
        if (input->bytes || !is_unchanged(input))
            out.inputs.file[out.inputs.n++] = (fc_recorded_input){input->name, input->bytes, input->n};
    }
    out.point = (fc_point){.ranks = run->ranks, .argc = run->n_arguments + 1, .argv = out.argv};
    return out;
}

void fc_profiled_point_close(fc_profiled_point *point)
{
    free(point->argv);
    free(point->inputs.file);
    *point = (fc_profiled_point){0};
}
