/* SPDX-License-Identifier: Apache-2.0 */
#include "support/status.h"

#include "support/messages/messages.h"
#include "support/path.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int fc_place_write(char *out, size_t size, fc_place place)
{
    if (!place.file)
        return 0;
    char file[4096];
    fc_path_write(file, sizeof file, place.file);
    if (place.line <= 0)
        return snprintf(out, size, "%s: ", file);
    if (place.column <= 0)
        return snprintf(out, size, "%s:%d: ", file, place.line);
    return snprintf(out, size, "%s:%d:%d: ", file, place.line, place.column);
}

/* Those of ASCII, and U+0080 to U+009F in UTF-8. */
void fc_status_hide_controls(char *text)
{
    for (unsigned char *at = (unsigned char *)text; *at; at++) {
        if ((*at < ' ' && *at != '\n' && *at != '\t') || *at == 0x7f)
            *at = '?';
        else if (*at == 0xc2 && at[1] >= 0x80 && at[1] <= 0x9f)
            at[0] = at[1] = '?';
    }
}

fc_status fc_fail(fc_report *report, fc_status status, fc_place place, const char *next, const char *format, ...)
{
    char coded[sizeof report->text], code[8];
    const char *text;
    if (!report)
        return status;
    va_list args;
    va_start(args, format);
    vsnprintf(coded, sizeof coded, format, args);
    va_end(args);
    fc_message_split(code, &text, coded);
    report->status = status;
    size_t size = sizeof report->text;
    int used = fc_place_write(report->text, size, place);
    if (used < 0 || (size_t)used >= size)
        used = 0;
    snprintf(report->text + used, size - (size_t)used, code[0] ? "error[%s]: %s" : "%s%s", code, text);
    size_t length = strlen(report->text);
    if (next && length + 1 < size)
        snprintf(report->text + length, size - length, "\n  %s", next);
    fc_status_hide_controls(report->text);
    return status;
}

int fc_status_exit_code(fc_status status)
{
    switch (status) {
#define FC_STATUS_CODE(name, code, text)                                                                               \
    case name:                                                                                                         \
        return code;
        FC_STATUS_LIST(FC_STATUS_CODE)
#undef FC_STATUS_CODE
    }
    return 70;
}
