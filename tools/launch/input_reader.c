/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/input_reader.h"

#include "support/messages/profile.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#define BEGIN "input."

/* Excludes files that a process was still writing when it ended: their names have a second dot. */
static int is_input(const struct dirent *entry)
{
    return strncmp(entry->d_name, BEGIN, sizeof BEGIN - 1) == 0 && !strchr(entry->d_name + sizeof BEGIN - 1, '.');
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Format: "NAME\0BYTES\0", then the first FC_INPUT_FILE_MOST bytes. */
static bool take(fc_input_files *out, const char *text, size_t length)
{
    const char *number = text + strlen(text) + 1;
    if (number > text + length)
        return false;
    char *end;
    size_t n = strtoul(number, &end, 10);
    const char *bytes = end + 1;
    if (end == number || *end || bytes > text + length)
        return false;
    size_t kept = n < FC_INPUT_FILE_MOST ? n : FC_INPUT_FILE_MOST;
    if ((size_t)(text + length - bytes) != kept)
        return false;
    fc_input_files_add(out, text, bytes, n);
    return true;
}

fc_status fc_input_reader_read(fc_input_files *out, const char *folder, fc_report *report)
{
    struct dirent **entry = NULL;
    int n = scandir(folder, &entry, is_input, by_name);
    fc_status status = FC_OK;
    for (int i = 0; i < n; i++) {
        char *path = fc_format("%s/%s", folder, entry[i]->d_name);
        if (!status) {
            char *text = NULL;
            size_t length = 0;
            status = fc_file_read(&text, &length, path, 0, report);
            if (!status && !take(out, text, length))
                status = fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, "Run `forecost profile` again.",
                                 FC_MSG_PROGRAM_S_COPY_INPUT_FILE);
            free(text);
        }
        free(path);
        free(entry[i]);
    }
    free(entry);
    return status;
}
