/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/bundled.h"

#include "machine_properties/machine_file.h"
#include "support/messages/machine.h"

#include <stdlib.h>
#include <string.h>

const fc_bundled_file *fc_bundled_find(const char *path)
{
    for (int i = 0; i < fc_bundled_n_files; i++)
        if (strcmp(fc_bundled_files[i].path, path) == 0)
            return &fc_bundled_files[i];
    return NULL;
}

fc_status fc_bundled_unpack_benchmark(const char *name, const char *folder, fc_report *report)
{
    char *source = fc_format("benchmarks/%s", name), *path = fc_format("%s/%s", folder, name);
    const fc_bundled_file *file = fc_bundled_find(source);
    fc_status status = file ? fc_file_write(path, file->bytes, file->length, report)
                            : fc_fail(report, FC_E_BUG, FC_NOWHERE, NULL, FC_MSG_NOT_BUNDLED, source);
    free(path);
    free(source);
    return status;
}

void fc_bundled_list_machines(fc_text *out, const char *after)
{
    static const char folder[] = "machines/", ending[] = ".yaml";
    for (int i = 0; i < fc_bundled_n_files; i++) {
        const char *path = fc_bundled_files[i].path;
        size_t begin = sizeof folder - 1, length = strlen(path);
        if (strncmp(path, folder, begin) == 0 && strcmp(path + length + 1 - sizeof ending, ending) == 0)
            fc_text_add(out, "%.*s%s", (int)(length - begin - (sizeof ending - 1)), path + begin, after);
    }
}

/* The samples of a bundled machine are bundled beside it. */
static fc_status parse_bundled(fc_machine **out, const fc_bundled_file *file, fc_report *report)
{
    fc_machine *machine = NULL;
    fc_status status = fc_machine_parse(&machine, file->bytes, file->length, file->path, report);
    char *path = !status && machine->samples_file ? fc_format("machines/%s", machine->samples_file) : NULL;
    const fc_bundled_file *samples = path ? fc_bundled_find(path) : NULL;
    if (samples)
        status = fc_machine_parse_samples(machine, samples->bytes, samples->length, path, report);
    free(path);
    if (status)
        fc_machine_free(machine);
    else
        *out = machine;
    return status;
}

fc_status fc_bundled_machine(fc_machine **out, const char *name, fc_report *report)
{
    char *path = fc_format("machines/%s.yaml", name);
    const fc_bundled_file *file = fc_bundled_find(path);
    fc_status status;
    if (file)
        status = parse_bundled(out, file, report);
    else {
        fc_text list = {0};
        fc_bundled_list_machines(&list, " ");
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give one of these names, or a machine file.",
                         FC_MSG_NO_BUNDLED_MACHINE_BUNDLED_MACHINES, name, list.bytes);
        fc_text_free(&list);
    }
    free(path);
    return status;
}
