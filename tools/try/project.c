/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/try/project.h"

#include "support/messages/command_line.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    DEPTH = 3,   /* levels of folders that are searched */
    LISTED = 20, /* folders in a hint */
};

static bool is_folder(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISDIR(file.st_mode);
}

static bool is_file(const char *folder, const char *name)
{
    struct stat file;
    char *path = fc_format("%s/%s", folder, name);
    bool is = stat(path, &file) == 0 && S_ISREG(file.st_mode);
    free(path);
    return is;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a folder, in alphabetical order, without hidden ones. */
static fc_words names_in(const char *folder)
{
    fc_words names = {0};
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));)
        if (entry->d_name[0] != '.')
            fc_words_add(&names, entry->d_name);
    if (listing)
        closedir(listing);
    if (names.n)
        qsort(names.item, names.n, sizeof *names.item, by_name);
    return names;
}

static bool ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), n = strlen(end);
    return length > n && strcmp(name + length - n, end) == 0;
}

/* "Makefile.vanilla", but not the inputs of automake and configure. */
static bool is_named_makefile(const char *name)
{
    return strncmp(name, "Makefile.", 9) == 0 && strcmp(name, "Makefile.am") != 0 && strcmp(name, "Makefile.in") != 0 &&
           strncmp(name, "Makefile.inc", 12) != 0;
}

/* Whether make finds a makefile by itself, or the folder has one of another name only. */
static bool has_makefile(fc_project *out, const fc_words *names)
{
    static const char *const usual[] = {"GNUmakefile", "makefile", "Makefile"};
    const char *named = NULL;
    int n_named = 0;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (is_file(out->folder, usual[i]))
            return true;
    for (size_t i = 0; i < names->n; i++)
        if (is_named_makefile(names->item[i])) {
            named = names->item[i];
            n_named++;
        }
    out->makefile = n_named == 1 ? fc_copy_string(named) : NULL;
    return n_named == 1;
}

static bool has_c_files(fc_project *out, const fc_words *names)
{
    for (size_t i = 0; i < names->n; i++) {
        if (!ends_with(names->item[i], ".c") || !is_file(out->folder, names->item[i]))
            continue;
        bool is_current = strcmp(out->folder, ".") == 0;
        char *path = is_current ? fc_copy_string(names->item[i]) : fc_format("%s/%s", out->folder, names->item[i]);
        fc_words_add(&out->files, path);
        free(path);
    }
    return out->files.n > 0;
}

/* Takes the first kind that the folder is of; false: none. */
static bool take_kind(fc_project *out)
{
    fc_words names = names_in(out->folder);
    bool is_found = true;
    if (is_file(out->folder, "compile_commands.json"))
        out->kind = FC_PROJECT_DATABASE;
    else if (is_file(out->folder, "CMakeLists.txt"))
        out->kind = FC_PROJECT_CMAKE;
    else if (has_makefile(out, &names))
        out->kind = FC_PROJECT_MAKE;
    else if (is_file(out->folder, "configure"))
        out->kind = FC_PROJECT_CONFIGURE;
    else if (has_c_files(out, &names))
        out->kind = FC_PROJECT_FILES;
    else
        is_found = false;
    fc_words_free(&names);
    return is_found;
}

/* Adds the folders below that are projects; a project's own folders are not searched. */
static void search(fc_words *found, const char *folder, int depth)
{
    fc_words names = names_in(folder);
    for (size_t i = 0; i < names.n; i++) {
        fc_project below = {.folder = fc_format("%s/%s", folder, names.item[i])};
        struct stat file;
        bool is_own = lstat(below.folder, &file) == 0 && S_ISDIR(file.st_mode);
        if (is_own && take_kind(&below))
            fc_words_add(found, below.folder);
        else if (is_own && depth > 1)
            search(found, below.folder, depth - 1);
        fc_project_free(&below);
    }
    fc_words_free(&names);
}

static fc_status refuse(const char *folder, const fc_words *found, fc_report *report)
{
    fc_text hint = {0};
    fc_text_add(&hint, found->n ? "Name one of them:" : "Name a folder with C sources, C files, or an executable.");
    for (size_t i = 0; i < found->n && i < LISTED; i++)
        fc_text_add(&hint, " %s", found->item[i]);
    if (found->n > LISTED)
        fc_text_add(&hint, " ...");
    fc_status status =
        found->n ? fc_fail(report, FC_E_INPUT, (fc_place){folder, 0, 0}, hint.bytes, FC_MSG_SEVERAL_PROJECTS, found->n)
                 : fc_fail(report, FC_E_INPUT, (fc_place){folder, 0, 0}, hint.bytes, FC_MSG_NO_PROJECT);
    fc_text_free(&hint);
    return status;
}

static fc_status of_folder(fc_project *out, fc_report *report)
{
    if (take_kind(out))
        return FC_OK;
    fc_words found = {0};
    fc_status status = FC_OK;
    search(&found, out->folder, DEPTH);
    if (found.n == 1) {
        free(out->folder);
        out->folder = fc_copy_string(found.item[0]);
        take_kind(out);
    } else
        status = refuse(out->folder, &found, report);
    fc_words_free(&found);
    return status;
}

fc_status fc_project_find(fc_project *out, const char *const *operand, int n, fc_report *report)
{
    fc_project made = {.kind = FC_PROJECT_FILES};
    fc_status status = FC_OK;
    if (n == 1 && is_folder(operand[0])) {
        size_t length = strlen(operand[0]);
        while (length > 1 && operand[0][length - 1] == '/')
            length--;
        made.folder = fc_format("%.*s", (int)length, operand[0]);
        status = of_folder(&made, report);
    } else {
        made.folder = fc_copy_string(".");
        for (int i = 0; i < n; i++)
            fc_words_add(&made.files, operand[i]);
        if (n == 1 && !ends_with(operand[0], ".c"))
            made.kind = FC_PROJECT_EXECUTABLE;
    }
    if (status)
        fc_project_free(&made);
    else
        *out = made;
    return status;
}

void fc_project_free(fc_project *project)
{
    free(project->folder);
    free(project->makefile);
    fc_words_free(&project->files);
    *project = (fc_project){0};
}
