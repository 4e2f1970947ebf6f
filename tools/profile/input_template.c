/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/profile/input_template.h"

#include "support/messages/command_line.h"
#include "support/messages/profile.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- places ---- */

/* The length of "{NAME}" at the text; 0: there is none. */
static size_t place_at(const char *text)
{
    size_t n = 1;
    if (*text != '{' || !(isalpha((unsigned char)text[1]) || text[1] == '_'))
        return 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return text[n] == '}' ? n + 1 : 0;
}

static bool is_ranks(const char *place, size_t length)
{
    return length == strlen(FC_RANKS_MARK) && strncmp(place, FC_RANKS_MARK, length) == 0;
}

/* The index of the place's name; names->n: it is new. */
static size_t index_of(const fc_words *names, const char *place, size_t length)
{
    size_t i = 0;
    while (i < names->n && !(strlen(names->item[i]) == length - 2 && !strncmp(names->item[i], place + 1, length - 2)))
        i++;
    return i;
}

/* Takes the value of a place. False: an earlier place of this name has another one. */
static bool take_value(fc_input_template *of, const char *place, size_t length, const char *value, size_t n)
{
    if (is_ranks(place, length))
        return true;
    char *text = fc_format("%.*s", (int)n, value), *name = fc_format("%.*s", (int)length - 2, place + 1);
    size_t i = index_of(&of->name, place, length);
    bool is_new = i == of->name.n, is_same = is_new || strcmp(of->value.item[i], text) == 0;
    if (is_new) {
        fc_words_add(&of->name, name);
        fc_words_add(&of->value, text);
    }
    free(text);
    free(name);
    return is_same;
}

/* Compares file and template. Returns the line of the first difference; 0: there is none. */
static int match(fc_input_template *of, const char *file)
{
    int line = 1;
    const char *at = of->text;
    while (*at) {
        size_t length = place_at(at), n = length ? strspn(file, "0123456789.eE+-") : 0;
        if (length ? n == 0 || !take_value(of, at, length, file, n) : *at != *file)
            return line;
        line += *at == '\n';
        at += length ? length : 1;
        file += length ? n : 1;
    }
    return *file ? line : 0;
}

char *fc_input_template_fill(const fc_input_template *of, const char *const *value, int ranks)
{
    fc_text out = {0};
    for (const char *at = of->text; *at;) {
        size_t length = place_at(at);
        if (!length)
            fc_text_append(&out, at++, 1);
        else if (is_ranks(at, length))
            fc_text_add(&out, "%d", ranks);
        else
            fc_text_add(&out, "%s", value[index_of(&of->name, at, length)]);
        at += length;
    }
    return fc_text_take(&out);
}

/* ---- the folder ---- */

/* Links the entries of one folder into another, but for one. */
static bool link_entries(const char *from, const char *to, const char *without)
{
    DIR *folder = opendir(from);
    const struct dirent *entry;
    bool is_fine = folder != NULL;
    while (is_fine && (entry = readdir(folder))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") || !strcmp(entry->d_name, without))
            continue;
        char *target = fc_format("%s/%s", from, entry->d_name), *path = fc_format("%s/%s", to, entry->d_name);
        is_fine = symlink(target, path) == 0;
        free(target);
        free(path);
    }
    if (folder)
        closedir(folder);
    return is_fine;
}

/* Makes the folder for runs, with the current folder's name, beside links to what is beside that one. */
static bool make_runs(fc_input_template *of, const char *here)
{
    const char *name = strrchr(here, '/') + 1;
    char *above = fc_format("%.*s", (int)(name - here), here);
    of->runs = fc_format("%s/%s", of->folder.folder, *name ? name : "root");
    bool is_made = mkdir(of->runs, 0700) == 0;
    if (*name)
        link_entries(above, of->folder.folder, name); /* fails where that folder cannot be read: no run needs it then */
    free(above);
    return is_made;
}

/* Makes the folder, and the folders on the way to the file, with links to all entries beside that way. */
static bool make_folder(fc_input_template *of)
{
    char *way = fc_copy_string(of->file), *from = realpath(".", NULL);
    bool is_fine = from && make_runs(of, from);
    char *to = fc_copy_string(of->runs ? of->runs : "");
    for (char *name = way, *slash; name && is_fine; name = slash) {
        slash = strchr(name, '/');
        if (slash)
            *slash++ = '\0';
        is_fine = link_entries(from, to, name);
        char *next_from = fc_format("%s/%s", from, name), *next_to = fc_format("%s/%s", to, name);
        free(from);
        free(to);
        from = next_from;
        to = next_to;
        if (slash && is_fine)
            is_fine = mkdir(to, 0700) == 0;
    }
    free(way);
    free(from);
    free(to);
    return is_fine;
}

fc_status fc_input_template_write(const fc_input_template *of, const char *text, fc_report *report)
{
    char *path = fc_format("%s/%s", of->runs, of->file);
    FILE *out = fopen(path, "w");
    bool is_fine = out && fputs(text, out) >= 0;
    is_fine = out && fclose(out) == 0 && is_fine;
    fc_status status = FC_OK;
    if (!is_fine)
        status = fc_fail(report, FC_E_ENVIRONMENT, (fc_place){path, 0, 0}, "Set TMPDIR to a folder you may write to.",
                         FC_MSG_SCRATCH_FOLDER_CANNOT_BE_MADE_WHY, strerror(errno));
    free(path);
    return status;
}

/* ---- opening ---- */

static fc_status read_both(fc_input_template *of, const char *template_path, fc_report *report)
{
    size_t length;
    char *file = NULL;
    fc_status status = fc_file_read(&of->text, &length, template_path, 0, report);
    if (!status)
        status = fc_file_read(&file, &length, of->file, 0, report);
    int line = status ? 0 : match(of, file);
    if (line)
        status = fc_fail(report, FC_E_INPUT, (fc_place){template_path, line, 0},
                         "Copy the file, and put {NAME} in place of its sizes only.", FC_MSG_TEMPLATE_DIFFERS_FROM_FILE,
                         of->file);
    free(file);
    return status;
}

fc_status fc_input_template_open(fc_input_template *out, const char *option, fc_report *report)
{
    const char *equals = strchr(option, '=');
    fc_input_template made = {0};
    if (!equals || equals == option || option[0] == '/' || strncmp(option, "../", 3) == 0 || strstr(option, "/../"))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE,
                       "Write --template FILE=TEMPLATE, for example mesh.in=mesh.template.",
                       FC_MSG_TEMPLATE_NOT_FILE_TEMPLATE, option);
    while (strncmp(option, "./", 2) == 0)
        option += 2;
    made.file = fc_format("%.*s", (int)(equals - option), option);
    fc_status status = read_both(&made, equals + 1, report);
    if (!status)
        status = fc_scratch_open(&made.folder, report);
    if (!status && !make_folder(&made))
        status = fc_fail(report, FC_E_ENVIRONMENT, (fc_place){made.folder.folder, 0, 0},
                         "Set TMPDIR to a folder you may write to.", FC_MSG_SCRATCH_FOLDER_CANNOT_BE_MADE_WHY,
                         strerror(errno));
    if (status)
        fc_input_template_close(&made);
    else
        *out = made;
    return status;
}

void fc_input_template_close(fc_input_template *of)
{
    if (of->folder.folder)
        fc_scratch_close(&of->folder);
    free(of->runs);
    free(of->file);
    free(of->text);
    fc_words_free(&of->name);
    fc_words_free(&of->value);
    *of = (fc_input_template){0};
}
