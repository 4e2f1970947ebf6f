/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/reader/for_parts.h"

#include "support/messages/frontend.h"

#include <ctype.h>
#include <string.h>

/* The first byte after a comment at `at`; `at` if there is none. */
static const char *skip_comment(const char *at, const char *end)
{
    if (end - at >= 2 && at[0] == '/' && at[1] == '*') {
        const char *close = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);
        return close ? close + 2 : end;
    }
    if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
        const char *close = memchr(at, '\n', (size_t)(end - at));
        return close ? close : end;
    }
    return at;
}

static const char *skip_literal(const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote)
        at += *at == '\\' && end - at > 1 ? 2 : 1;
    return at < end ? at + 1 : end;
}

/* Determines which of a for header's three parts are not empty. False if the text at `at` is not a for header. */
static bool scan_header(bool present[3], const char *at, const char *end)
{
    int depth = 0, part = 0;
    while (at < end) {
        const char *after = skip_comment(at, end);
        if (after != at) {
            at = after;
            continue;
        }
        bool is_open = *at == '(' || *at == '{' || *at == '[', is_close = *at == ')' || *at == '}' || *at == ']';
        depth -= is_close;
        if (is_close && depth == 0)
            return part == 2;
        if (*at == ';' && depth == 1) {
            if (++part > 2)
                return false;
        } else if (depth >= 1 && !isspace((unsigned char)*at) && *at != '\\') {
            present[part] = true;
        }
        depth += is_open;
        at = *at == '"' || *at == '\'' ? skip_literal(at, end) : at + 1;
    }
    return false;
}

/* The same for an entry's text, which may be a macro's definition. */
static bool find_present(bool present[3], fc_reader *reader, int entry)
{
    fc_point at = fc_reader_spelled(reader, entry);
    if (!at.file || at.offset + 3 > (long)at.file->length || strncmp(at.file->text + at.offset, "for", 3) != 0)
        return false;
    return scan_header(present, at.file->text + at.offset + 3, at.file->text + at.file->length);
}

bool fc_for_parts_find(fc_for_parts *parts, fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    bool present[3] = {true, true, true};
    bool is_known = at->n_children == 4;
    if (!is_known) {
        memset(present, 0, sizeof present);
        is_known = find_present(present, reader, entry) && present[0] + present[1] + present[2] + 1 == at->n_children;
    }
    if (!is_known) {
        fc_reader_fail(reader, at->cursor, "Write the loop without a macro.",
                       FC_MSG_PARTS_LOOP_CANNOT_BE_DISTINGUISHED);
        return false;
    }
    int next = at->first;
    int *part[3] = {&parts->init, &parts->condition, &parts->increment};
    for (int i = 0; i < 3; i++) {
        *part[i] = present[i] ? next : -1;
        next = present[i] ? fc_reader_entry(reader, next)->next : next;
    }
    parts->body = next;
    return true;
}
