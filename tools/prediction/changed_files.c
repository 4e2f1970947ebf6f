/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/changed_files.h"

#include "analyzer/model/source_files.h"
#include "support/diagnostics.h"
#include "support/messages/evaluation.h"
#include "support/text.h"

#include <stdlib.h>

void fc_changed_files_note_sources(const fc_program *program, const char *model, FILE *out)
{
    const char *first = NULL;
    int n = 0;
    for (int i = 0; i < program->n_files; i++) {
        const fc_finite_source *source = &program->file[i];
        char *text = NULL;
        size_t length = 0;
        bool changed = source->is_main && fc_file_read(&text, &length, source->path, 0, NULL) == FC_OK &&
                       fc_source_files_differ(source, text, length);
        free(text);
        if (!changed)
            continue;
        first = first ? first : program->file[i].path;
        n++;
    }
    if (n == 0)
        return;
    char *others = n > 1 ? fc_format(" and %d other source%s", n - 1, n > 2 ? "s" : "") : fc_copy_string("");
    fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_SOURCES_CHANGED, first, others, model);
    free(others);
}

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

void fc_changed_files_note_inputs(const fc_counts *counts, FILE *out)
{
    const char *name = NULL;
    for (size_t i = 0; counts->profile && i < counts->profile->n_runs; i++) {
        name = first_other(&counts->profile->run[i], counts->present);
        if (!name) /* this run has the current files */
            return;
    }
    if (name)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_CHANGED_SINCE_RECORDED_RECORDED_COPY, name, counts->profile_path);
}
