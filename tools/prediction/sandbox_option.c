/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/sandbox_option.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

fc_status fc_sandbox_option_read(fc_sandbox_options **out, const fc_arguments *arguments, fc_report *report)
{
    long bytes = 0;
    fc_status status = FC_OK;
    if (fc_arguments_value(arguments, "memory"))
        status = fc_arguments_whole(&bytes, arguments, "memory", (const long[]){1, LONG_MAX}, report);
    if (status)
        return status;
    fc_sandbox_options *made = fc_allocate(1, sizeof *made);
    *made = (fc_sandbox_options){.is_off = fc_arguments_has(arguments, "unsafe"), .memory = (double)bytes};
    const char **folder = fc_allocate((size_t)arguments->n_given, sizeof *folder);
    for (int i = 0; i < arguments->n_given; i++)
        if (strcmp(arguments->given[i].option->name, "allow-read") == 0)
            folder[made->n_folders++] = arguments->given[i].value;
    made->folder = folder;
    if (made->is_off)
        fputs("warning: the program is evaluated without a sandbox, because of --unsafe\n", arguments->errors);
    *out = made;
    return FC_OK;
}

void fc_sandbox_option_free(fc_sandbox_options *options)
{
    if (!options)
        return;
    free((void *)options->folder);
    free(options);
}
