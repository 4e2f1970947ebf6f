/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scans a source text once for pragma lines, skipping comments and literals (C17 5.1.1.2). Linear in the text. */
#include "analyzer/frontend/reader/pragmas.h"
#include "support/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The first byte after a comment or literal that starts at `at`; `at` itself if none starts there. */
static const char *skip_opaque(const char *at, const char *end)
{
    if (end - at >= 2 && at[0] == '/' && at[1] == '*') {
        const char *close = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);
        return close ? close + 2 : end;
    }
    if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
        while (at < end && *at != '\n')
            at += *at == '\\' && end - at > 1 ? 2 : 1;
        return at;
    }
    if (*at == '"' || *at == '\'') {
        char quote = *at++;
        while (at < end && *at != quote && *at != '\n')
            at += *at == '\\' && end - at > 1 ? 2 : 1;
        return at < end && *at == quote ? at + 1 : at;
    }
    return at;
}

/* The first byte after `word` if the text at `at`, blanks skipped, is this word; NULL otherwise. */
static const char *skip_word(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if ((size_t)(end - at) < length || memcmp(at, word, length) != 0)
        return NULL;
    at += length;
    return at < end && (isalnum((unsigned char)*at) || *at == '_') ? NULL : at;
}

/* Appends the rest of a logical line, each comment and line continuation replaced by one blank. Returns the line's end.
 */
static const char *take_rest(fc_text *rest, const char *at, const char *end)
{
    while (at < end && *at != '\n') {
        const char *after = *at == '/' ? skip_opaque(at, end) : at;
        bool is_continued = *at == '\\' && end - at > 1 && at[1] == '\n';
        if (after != at || is_continued)
            fc_text_append(rest, " ", 1);
        else
            fc_text_append(rest, at, 1);
        at = after != at ? after : at + 1 + is_continued;
    }
    return at;
}

/* The state of one scan. */
typedef struct scan {
    fc_pragmas *pragmas;  /* out */
    fc_omp_lines *openmp; /* out; NULL: OpenMP directives are left alone */
    char *text;
} scan;

/* Overwrites the comments of a logical line with blanks; returns the line's end. */
static const char *clear_comments(char *text, const char *at, const char *end)
{
    while (at < end && *at != '\n') {
        const char *after = *at == '/' ? skip_opaque(at, end) : at;
        for (; at < after; at++)
            if (*at != '\n')
                text[at - text] = ' ';
        if (at < end && *at != '\n')
            at += *at == '\\' && end - at > 1 ? 2 : 1;
    }
    return at;
}

/* Takes the pragma whose '#' is at `at`; returns where the scan continues. */
static const char *take_pragma(scan *s, const char *at, const char *end)
{
    const char *pragma = skip_word(at + 1, end, "pragma");
    const char *openmp = pragma && s->openmp ? skip_word(pragma, end, "omp") : NULL;
    if (openmp) {
        const char *line_end = clear_comments(s->text, openmp, end);
        fc_omp_lines_take(s->openmp, s->text, (size_t)(at - s->text), (size_t)(openmp - s->text),
                          (size_t)(line_end - s->text));
        return line_end;
    }
    const char *after = pragma ? skip_word(pragma, end, "forecost") : NULL;
    if (!after)
        return at + 1;
    fc_pragmas *pragmas = s->pragmas;
    fc_text rest = {0};
    const char *line_end = take_rest(&rest, after, end);
    pragmas->item = fc_grow(pragmas->item, &pragmas->capacity, (size_t)pragmas->n + 1, sizeof *pragmas->item);
    const char *from = rest.bytes ? rest.bytes : "", *to = from + rest.length;
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    pragmas->item[pragmas->n++] = (fc_pragma){
        .text = fc_format("%.*s", (int)(to - from), from), .begin = at - s->text, .end = line_end - s->text};
    fc_text_free(&rest);
    return line_end;
}

void fc_pragmas_find(fc_pragmas *pragmas, fc_omp_lines *openmp, char *text, size_t length)
{
    scan s = {pragmas, openmp, text};
    const char *end = text + length;
    bool is_line_start = true;
    for (const char *at = text; at < end;) {
        const char *after = skip_opaque(at, end);
        if (after != at)
            at = after; /* a directive may follow a comment on its line */
        else if (*at == '#' && is_line_start)
            at = take_pragma(&s, at, end);
        else {
            is_line_start = *at == '\n' || (is_line_start && isspace((unsigned char)*at));
            at++;
        }
    }
}

void fc_pragmas_drop(fc_pragmas *pragmas, long begin, long end)
{
    for (int i = 0; i < pragmas->n; i++)
        if (pragmas->item[i].begin >= begin && pragmas->item[i].begin < end)
            pragmas->item[i].is_used = true;
}

int fc_pragmas_next(const fc_pragmas *pragmas, long begin, long end)
{
    for (int i = 0; i < pragmas->n; i++)
        if (!pragmas->item[i].is_used && pragmas->item[i].begin >= begin && pragmas->item[i].begin < end)
            return i;
    return -1;
}

void fc_pragmas_free(fc_pragmas *pragmas)
{
    for (int i = 0; i < pragmas->n; i++)
        free(pragmas->item[i].text);
    free(pragmas->item);
    *pragmas = (fc_pragmas){0};
}
