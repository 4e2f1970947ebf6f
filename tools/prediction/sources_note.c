/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/sources_note.h"

#include "analyzer/model/source_content.h"
#include "machine_properties/support/text.h"

#include <stdlib.h>

static bool has_changed(const fc_source *source)
{
    char *text = NULL;
    size_t length = 0;
    bool changed = source->is_main && fc_file_read(&text, &length, source->path, 0, NULL) == FC_OK &&
                   fc_source_content_differs(source, text, length);
    free(text);
    return changed;
}

void fc_sources_note(const fc_program *program, const char *model, FILE *out)
{
    const char *first = NULL;
    int n = 0;
    for (int i = 0; i < program->n_files; i++) {
        if (!has_changed(&program->file[i]))
            continue;
        first = first ? first : program->file[i].path;
        n++;
    }
    if (n == 0)
        return;
    fprintf(out, "note: %s", first);
    if (n > 1)
        fprintf(out, " and %d other source%s", n - 1, n > 2 ? "s" : "");
    fprintf(
        out,
        " changed since %s was made; the prediction is for the earlier version.\n  Run `forecost analyze` again, and "
        "`forecost profile` if the model needs a profile.\n",
        model);
}
