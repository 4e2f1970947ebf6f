/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/commands/build.h"

#include "support/messages/frontend.h"
#include "support/path.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *fc_build_name(const char *directory, const char *path)
{
    char *here = getcwd(NULL, 0);
    const char *base = directory[0] == '/' || !here ? directory : here;
    char *joined = path[0] == '/' ? fc_copy_string(path) : fc_format("%s/%s", base, path);
    char *real = fc_path_in_real_folder(joined);
    const char *full = real ? real : joined;
    size_t length = here ? strlen(here) : 0;
    bool is_below = length > 1 && strncmp(full, here, length) == 0 && full[length] == '/';
    char *name = fc_copy_string(is_below ? full + length + 1 : full);
    free(here);
    free(real);
    free(joined);
    return name;
}

void fc_build_source_free(fc_build_source *source)
{
    free(source->path);
    free(source->directory);
    fc_words_free(&source->flag);
}

void fc_build_free(fc_build *build)
{
    for (size_t i = 0; i < build->n_sources; i++)
        fc_build_source_free(&build->source[i]);
    free(build->source);
    free(build->name);
    free(build->compiler);
    fc_words_free(&build->link);
    fc_text_free(&build->warnings);
    *build = (fc_build){0};
}

fc_status fc_build_add(fc_build *build, fc_build_source *source, const char *where, fc_report *report)
{
    fc_status status = FC_OK;
    for (size_t i = 0; i < build->n_sources; i++) {
        const fc_build_source *other = &build->source[i];
        if (strcmp(other->path, source->path) != 0)
            continue;
        if (strcmp(other->directory, source->directory) != 0 || !fc_words_are_same(&other->flag, &source->flag))
            status = fc_fail(report, FC_E_INPUT, (fc_place){source->path, 0, 0},
                             "A model can contain a file only once. For the second use, compile another file that "
                             "includes this one.",
                             FC_MSG_COMPILED_TWICE_INTO_DIFFERENT_FLAGS, where);
        fc_build_source_free(source);
        return status;
    }
    build->source = fc_grow(build->source, &build->capacity, build->n_sources + 1, sizeof *build->source);
    build->source[build->n_sources++] = *source;
    return FC_OK;
}
