/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/check/reporter.h"

#include <string.h>

void fc_reporter_print(fc_text *out, const fc_reporter_input *input, const char *format)
{
    static const struct {
        const char *name;
        void (*print)(fc_text *out, const fc_reporter_input *input);
    } formats[] = {{"text", fc_reporter_text},         {"json", fc_reporter_json},   {"junit", fc_reporter_junit},
                   {"markdown", fc_reporter_markdown}, {"sarif", fc_reporter_sarif}, {"bmf", fc_reporter_bmf}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, format) == 0)
            formats[i].print(out, input);
}
