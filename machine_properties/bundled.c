/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/bundled.h"

#include "machine_properties/machine.h"

#include <stdlib.h>
#include <string.h>

const fc_bundled_file *fc_bundled_find(const char *path)
{
    for (int i = 0; i < fc_bundled_n_files; i++)
        if (strcmp(fc_bundled_files[i].path, path) == 0)
            return &fc_bundled_files[i];
    return NULL;
}

void fc_bundled_list_machines(fc_text *out, const char *after)
{
    static const char folder[] = "machines/", ending[] = ".yaml";
    for (int i = 0; i < fc_bundled_n_files; i++) {
        const char *path = fc_bundled_files[i].path;
        size_t begin = sizeof folder - 1, length = strlen(path);
        if (strncmp(path, folder, begin) == 0)
            fc_text_add(out, "%.*s%s", (int)(length - begin - (sizeof ending - 1)), path + begin, after);
    }
}

fc_status fc_bundled_machine(fc_machine **out, const char *name, fc_report *report)
{
    char *path = fc_format("machines/%s.yaml", name);
    const fc_bundled_file *file = fc_bundled_find(path);
    fc_status status;
    if (file)
        status = fc_machine_parse(out, file->bytes, file->length, path, report);
    else {
        fc_text list = {0};
        fc_bundled_list_machines(&list, " ");
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give one of these names, or a machine file.",
                         "no bundled machine \"%s\"; the bundled machines are: %s", name, list.bytes);
        fc_text_free(&list);
    }
    free(path);
    return status;
}
