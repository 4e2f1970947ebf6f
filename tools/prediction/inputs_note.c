/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/inputs_note.h"

/* The first file of the run that has changed; NULL: none. */
static const char *first_other(const fc_profile_run *run, const fc_input_files *present)
{
    for (size_t i = 0; i < run->inputs.n; i++) {
        const fc_input_copy *was = &run->inputs.file[i], *is = fc_input_files_find(present, was->name);
        if (!is || !fc_input_copy_is_same(is, was))
            return was->name;
    }
    return NULL;
}

void fc_inputs_note(const fc_counts *counts, FILE *out)
{
    const char *name = NULL;
    for (size_t i = 0; counts->profile && i < counts->profile->n_runs; i++) {
        name = first_other(&counts->profile->run[i], counts->present);
        if (!name) /* this run has the current files */
            return;
    }
    if (name)
        fprintf(out, "note: %s has changed since %s was recorded; the recorded copy is used.\n", name,
                counts->profile_path);
}
