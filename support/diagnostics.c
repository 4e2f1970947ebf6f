/* SPDX-License-Identifier: Apache-2.0 */
#include "support/diagnostics.h"

#include "support/messages/messages.h"

#include <stdarg.h>

static void add(fc_text *out, fc_severity severity, fc_place place, const char *coded)
{
    char code[8], where[4400] = "";
    const char *text;
    const size_t begin = out->length;
    fc_message_split(code, &text, coded);
    fc_place_write(where, sizeof where, place);
    fc_text_add(out, "%s", where);
    fc_text_add(out, severity == FC_WARNING ? "warning" : "note");
    fc_text_add(out, code[0] ? "[%s]: %s\n" : "%s: %s\n", code, text);
    fc_status_hide_controls(out->bytes + begin);
}

void fc_diagnose_text(fc_text *out, fc_severity severity, fc_place place, const char *format, ...)
{
    fc_text coded = {0};
    va_list args;
    va_start(args, format);
    fc_text_add_list(&coded, format, args);
    va_end(args);
    add(out, severity, place, coded.bytes);
    fc_text_free(&coded);
}

void fc_diagnose(FILE *out, fc_severity severity, fc_place place, const char *format, ...)
{
    fc_text coded = {0}, line = {0};
    va_list args;
    va_start(args, format);
    fc_text_add_list(&coded, format, args);
    va_end(args);
    add(&line, severity, place, coded.bytes);
    fputs(line.bytes, out);
    fc_text_free(&line);
    fc_text_free(&coded);
}
