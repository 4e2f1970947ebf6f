/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/machine_option.h"

#include "machine_properties/bundled.h"
#include "support/text.h"
#include "tools/command_line/machine_cache.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool is_file(const char *name)
{
    return strchr(name, '/') || ends_with(name, ".yaml") || ends_with(name, ".yml") || access(name, F_OK) == 0;
}

bool fc_machine_option_is_bundled(const char *name)
{
    return !is_file(name);
}

fc_status fc_machine_option_read(fc_machine **out, const char *name, fc_report *report)
{
    return fc_machine_option_is_bundled(name) ? fc_bundled_machine(out, name, report)
                                              : fc_machine_read(out, name, report);
}

fc_status fc_machine_option_costs(fc_machine **out, const char *name, fc_report *report)
{
    char *text = NULL;
    size_t length;
    if (fc_machine_option_is_bundled(name)) {
        char *path = fc_format("machines/%s.yaml", name);
        const fc_bundled_file *file = fc_bundled_find(path);
        fc_status status =
            file ? fc_machine_cache_parse(out, file->bytes, fc_machine_costs_length(file->bytes, file->length), path,
                                          report)
                 : fc_bundled_machine(out, name, report);
        free(path);
        return status;
    }
    fc_status status = fc_file_read(&text, &length, name, FC_MACHINE_MAX_BYTES, report);
    if (!status)
        status = fc_machine_cache_parse(out, text, fc_machine_costs_length(text, length), name, report);
    free(text);
    return status;
}

char *fc_machine_option_provenance(const fc_machine *machine)
{
    fc_text text = {0};
    if (machine->compiler)
        fc_text_add(&text, "%s", machine->compiler);
    if (machine->date)
        fc_text_add(&text, "%s%s", text.length ? ", " : "", machine->date);
    return fc_text_take(&text);
}
