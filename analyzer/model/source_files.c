/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/source_files.h"

#include "support/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool fc_source_files_differ(const fc_finite_source *source, const char *text, size_t length)
{
    char key[sizeof source->key];
    fc_content_key(key, text, length);
    return source->key[0] && strcmp(key, source->key) != 0;
}

/* NULL: all paths are absolute. */
static const fc_finite_source *first_relative(const fc_program *program)
{
    for (int i = 0; i < program->n_files; i++)
        if (program->file[i].is_main && program->file[i].path[0] != '/')
            return &program->file[i];
    return NULL;
}

static FC_GIVE char *path_in(const char *folder, const char *path)
{
    return *folder ? fc_format("%s/%s", folder, path) : fc_copy_string(path);
}

static bool has_source(const char *folder, const fc_finite_source *source)
{
    char *path = path_in(folder, source->path), *text = NULL;
    size_t length = 0;
    bool found = fc_file_read(&text, &length, path, 0, NULL) == FC_OK && !fc_source_files_differ(source, text, length);
    free(text);
    free(path);
    return found;
}

/* Relative to the current directory if it lies below, unchanged otherwise. */
static FC_GIVE char *shortened(const char *folder)
{
    char *here = getcwd(NULL, 0);
    size_t length = here ? strlen(here) : 0;
    bool is_below = here && strncmp(folder, here, length) == 0 && folder[length] == '/';
    char *seen = fc_copy_string(is_below ? folder + length + 1 : folder);
    free(here);
    return seen;
}

static void lead_to(fc_program *program, const char *given)
{
    char *absolute = realpath(given, NULL), *folder = shortened(given);
    for (int i = 0; i < program->n_files; i++) {
        fc_finite_source *file = &program->file[i];
        if (file->path[0] != '/') {
            char *path = path_in(folder, file->path);
            free(file->path);
            file->path = path;
        }
        if (absolute && file->directory && file->directory[0] != '/') {
            char *directory =
                strcmp(file->directory, ".") == 0 ? fc_copy_string(absolute) : path_in(absolute, file->directory);
            free(file->directory);
            file->directory = directory;
        }
    }
    free(absolute);
    free(folder);
}

/* The folder of a file, absolute; NULL: it does not exist. */
static FC_GIVE char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = !slash          ? fc_copy_string(".")
                   : slash == path ? fc_copy_string("/")
                                   : fc_format("%.*s", (int)(slash - path), path);
    char *absolute = realpath(folder, NULL);
    free(folder);
    return absolute;
}

char *fc_source_files_folder_from(const char *folder, const char *path)
{
    char *from = folder_of(fc_file_is_stream(path) ? "." : path);
    size_t common = 0;
    fc_text out = {0};
    for (size_t i = 0; from && (i == 0 || (folder[i - 1] && folder[i - 1] == from[i - 1])); i++)
        if ((!folder[i] || folder[i] == '/') && (!from[i] || from[i] == '/'))
            common = i;
    if (common == 0) {
        free(from);
        return fc_copy_string(folder);
    }
    for (const char *at = from + common; *at; at++)
        if (*at == '/')
            fc_text_add(&out, "../");
    fc_text_add(&out, "%s", folder[common] ? folder + common + 1 : "");
    if (out.length == 0)
        fc_text_add(&out, ".");
    else if (out.bytes[out.length - 1] == '/')
        out.bytes[--out.length] = '\0';
    free(from);
    return fc_text_take(&out);
}

void fc_source_files_find(fc_program *program, const char *path)
{
    /* Makes the folder absolute that a model file names. */
    char *from = program->folder && program->folder[0] != '/' ? folder_of(path) : NULL;
    if (from) {
        char *joined = path_in(from, program->folder), *real = realpath(joined, NULL);
        free(program->folder);
        program->folder = real ? real : fc_copy_string(joined);
        free(joined);
        free(from);
    }
    const fc_finite_source *source = first_relative(program);
    const char *slash = strrchr(path, '/');
    if (!source || has_source("", source))
        return;
    char *beside = slash == path ? fc_copy_string("/") : fc_format("%.*s", slash ? (int)(slash - path) : 0, path);
    const char *const folder[] = {beside, program->folder ? program->folder : "",
                                  source->directory ? source->directory : ""};
    for (size_t i = 0; i < sizeof folder / sizeof *folder; i++)
        if (*folder[i] && has_source(folder[i], source)) {
            lead_to(program, folder[i]);
            break;
        }
    free(beside);
}
