/* SPDX-License-Identifier: Apache-2.0 */
#include "support/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int write_place(char *out, size_t size, fc_place place)
{
    if (!place.file)
        return 0;
    if (place.line <= 0)
        return snprintf(out, size, "%s: ", place.file);
    if (place.column <= 0)
        return snprintf(out, size, "%s:%d: ", place.file, place.line);
    return snprintf(out, size, "%s:%d:%d: ", place.file, place.line, place.column);
}

fc_status fc_fail(fc_report *report, fc_status status, fc_place place, const char *next, const char *format, ...)
{
    if (!report)
        return status;
    report->status = status;
    size_t size = sizeof report->text;
    int used = write_place(report->text, size, place);
    if (used < 0 || (size_t)used >= size)
        used = 0;
    va_list args;
    va_start(args, format);
    vsnprintf(report->text + used, size - (size_t)used, format, args);
    va_end(args);
    size_t length = strlen(report->text);
    if (next && length + 1 < size)
        snprintf(report->text + length, size - length, "\n  %s", next);
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
