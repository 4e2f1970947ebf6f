/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/machine_option.h"

#include <string.h>
#include <unistd.h>

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

fc_status fc_machine_option_read(fc_machine **out, const char *name, fc_report *report)
{
    bool is_file = strchr(name, '/') || ends_with(name, ".yaml") || ends_with(name, ".yml") || access(name, F_OK) == 0;
    return is_file ? fc_machine_read(out, name, report) : fc_machine_bundled(out, name, report);
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
