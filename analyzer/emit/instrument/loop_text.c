/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/loop_text.h"
#include "analyzer/emit/instrument/statement_place.h"

#include <string.h>

/* The offset after the string or character literal that begins at `at`. */
static long skip_quoted(const char *text, long length, long at)
{
    char quote = text[at++];
    while (at < length && text[at] != quote)
        at += text[at] == '\\' ? 2 : 1;
    return at + 1;
}

/* The offset of `what` outside of nested brackets, or of the enclosing closing parenthesis; -1: neither. */
static long find_unnested(const char *text, long length, long at, char what)
{
    int depth = 0;
    while (at < length) {
        char c = text[at];
        if (depth == 0 && (c == what || c == ')'))
            return at;
        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        at = c == '"' || c == '\'' ? skip_quoted(text, length, at) : at + 1;
    }
    return -1;
}

bool fc_loop_text_find(fc_loop_text *out, const char *text, size_t length, const fc_node *loop)
{
    const char *word = loop->kind == FC_FOR ? "for" : "while";
    long begin = loop->span.begin, n = (long)length;
    *out = (fc_loop_text){0};
    if (begin < 0 || (size_t)loop->span.end > length || strncmp(text + begin, word, strlen(word)) != 0)
        return false;
    long at = begin + (long)strlen(word), close;
    at += (long)strspn(text + at, " \t\n");
    if (text[at] != '(')
        return false;
    if (loop->kind == FC_FOR) {
        /* Splits a `for` head from after its parenthesis. */
        long first = find_unnested(text, n, at + 1, ';');
        long second = first >= 0 && text[first] == ';' ? find_unnested(text, n, first + 1, ';') : -1;
        close = second >= 0 && text[second] == ';' ? find_unnested(text, n, second + 1, ')') : -1;
        out->init = (fc_text_range){at + 1, first};
        out->condition = (fc_text_range){first + 1, second};
        out->step = (fc_text_range){second + 1, close};
    } else {
        close = find_unnested(text, n, at + 1, ')');
        out->condition = (fc_text_range){at + 1, close};
    }
    long end = fc_statement_end(text, length, loop);
    if (close < 0 || close >= end)
        return false;
    out->body = (fc_text_range){close + 1, end};
    return true;
}
