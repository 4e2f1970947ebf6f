/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/json_place.h"

#include <stdbool.h>
#include <string.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* The position after the string that begins at `at`. */
static const char *skip_string(const char *at)
{
    for (at++; *at && *at != '"'; at++)
        at += *at == '\\' && at[1];
    return *at ? at + 1 : at;
}

/* The position after the value that begins at `at`. */
static const char *skip_value(const char *at)
{
    int depth = 0;
    do {
        if (*at == '"') {
            at = skip_string(at);
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
        } else if (*at == '}' || *at == ']') {
            depth--;
            at++;
        } else {
            at += depth ? 1 : strcspn(at, ",]} \t\r\n");
        }
    } while (depth && *at);
    return at;
}

/* The member's value, or NULL; `at` is at '{'. */
static const char *find_member(const char *at, const char *key)
{
    const size_t length = strlen(key);
    at = skip_blanks(at + 1);
    while (*at == '"') {
        const char *name = at + 1, *end = skip_string(at);
        at = skip_blanks(skip_blanks(end) + 1);
        if ((size_t)(end - 1 - name) == length && strncmp(name, key, length) == 0)
            return at;
        at = skip_blanks(skip_value(at));
        at = *at == ',' ? skip_blanks(at + 1) : at;
    }
    return NULL;
}

/* The element, or NULL; `at` is at '['. */
static const char *find_element(const char *at, size_t index)
{
    at = skip_blanks(at + 1);
    for (size_t i = 0; *at && *at != ']'; i++) {
        if (i == index)
            return at;
        at = skip_blanks(skip_value(at));
        at = *at == ',' ? skip_blanks(at + 1) : at;
    }
    return NULL;
}

static const char *find(const char *text, const fc_json_step *step)
{
    if (!step)
        return skip_blanks(text);
    const char *around = find(text, step->up), *found = NULL;
    if (step->key && *around == '{')
        found = find_member(around, step->key);
    else if (!step->key && *around == '[')
        found = find_element(around, step->index);
    return found ? found : around;
}

fc_place fc_json_place(const char *file, const char *text, const fc_json_step *step)
{
    const char *at = find(text, step), *line = text;
    fc_place place = {file, 1, 1};
    for (const char *end; (end = memchr(line, '\n', (size_t)(at - line))); line = end + 1)
        place.line++;
    place.column = (int)(at - line) + 1;
    return place;
}
