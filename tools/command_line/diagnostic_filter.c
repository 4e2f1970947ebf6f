/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/diagnostic_filter.h"

#include "support/messages/command_line.h"
#include "support/messages/messages.h"

#include <stdlib.h>
#include <string.h>

/* ---- the options ---- */

static fc_status read_entry(fc_diagnostic_filter *filter, const char *entry, fc_report *report)
{
    bool hides = entry[0] == '-';
    const fc_message *message = fc_message_find(entry + hides);
    filter->is_set = true;
    if (strcmp(entry, "all") == 0 || strcmp(entry, "none") == 0) {
        filter->hides_all = entry[0] == 'n';
        fc_text_free(&filter->shown);
        fc_text_free(&filter->hidden);
        return FC_OK;
    }
    if (!message || strcmp(message->severity, "error") == 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE,
                       "Give all, none, a code to show, or a code after \"-\" to hide: --warnings none,FC0501",
                       FC_MSG_WARNINGS_LIST_INVALID, entry);
    fc_text_add(hides ? &filter->hidden : &filter->shown, "%.6s ", message->text);
    return FC_OK;
}

static fc_status read_list(fc_diagnostic_filter *filter, const char *list, fc_report *report)
{
    fc_status status = FC_OK;
    do {
        size_t length = strcspn(list, ",");
        char *entry = fc_format("%.*s", (int)length, list);
        status = read_entry(filter, entry, report);
        free(entry);
        list += length;
    } while (!status && *list++);
    return status;
}

fc_status fc_diagnostic_filter_read(fc_diagnostic_filter *out, int *argc, const char **argv, fc_report *report)
{
    fc_diagnostic_filter filter = {0};
    fc_status status = FC_OK;
    bool is_over = false;
    int n = 0;
    for (int i = 0; i < *argc && !status; i++) {
        const char *word = argv[i], *list = strncmp(word, "--warnings=", 11) == 0 ? word + 11 : NULL;
        is_over |= strcmp(word, "--") == 0;
        bool takes_next = !is_over && strcmp(word, "--warnings") == 0;
        if (takes_next)
            list = ++i < *argc ? argv[i] : "";
        if (is_over || (!list && strcmp(word, "--quiet") != 0))
            argv[n++] = word;
        else
            status = read_list(&filter, list ? list : "none", report);
    }
    if (status) {
        fc_diagnostic_filter_free(&filter);
        return status;
    }
    *argc = n;
    *out = filter;
    return FC_OK;
}

void fc_diagnostic_filter_free(fc_diagnostic_filter *filter)
{
    fc_text_free(&filter->shown);
    fc_text_free(&filter->hidden);
}

/* ---- the stream ---- */

typedef struct stream {
    const fc_diagnostic_filter *filter;
    FILE *to;
    fc_text line;   /* what was written since the last line end */
    bool is_hiding; /* the last diagnostic is hidden */
} stream;

static bool names(const fc_text *codes, const char *code)
{
    char *found = codes->bytes ? strstr(codes->bytes, code) : NULL;
    return found != NULL;
}

/* "a.c:3: warning[FC0201]: ..." */
static bool is_diagnostic(const char *line, char code[8])
{
    static const char *const marks[] = {"warning[", "note["};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *mark = strstr(line, marks[i]);
        if (!mark || (mark != line && mark[-1] != ' '))
            continue;
        snprintf(code, 8, "%.6s", mark + strlen(marks[i]));
        return fc_message_find(code) != NULL;
    }
    return false;
}

static void write_line(stream *s)
{
    char code[8];
    const char *line = s->line.bytes;
    bool continues = line[0] == ' ';
    if (is_diagnostic(line, code))
        s->is_hiding = names(&s->filter->hidden, code) || (s->filter->hides_all && !names(&s->filter->shown, code));
    else if (!continues)
        s->is_hiding = false;
    if (!s->is_hiding)
        fputs(line, s->to);
    s->line.length = 0;
}

static ssize_t write_bytes(void *cookie, const char *bytes, size_t size)
{
    stream *s = cookie;
    for (size_t i = 0; i < size; i++) {
        fc_text_append(&s->line, bytes + i, 1);
        if (bytes[i] == '\n')
            write_line(s);
    }
    return (ssize_t)size;
}

static int close_stream(void *cookie)
{
    stream *s = cookie;
    if (s->line.length)
        write_line(s);
    fc_text_free(&s->line);
    free(s);
    return 0;
}

FILE *fc_diagnostic_filter_open(fc_diagnostic_filter *filter, FILE *to)
{
    stream *s = fc_allocate(1, sizeof *s);
    *s = (stream){.filter = filter, .to = to};
    FILE *made = fopencookie(s, "w", (cookie_io_functions_t){.write = write_bytes, .close = close_stream});
    if (made)
        setvbuf(made, NULL, _IOLBF, BUFSIZ);
    else
        free(s);
    return made;
}
