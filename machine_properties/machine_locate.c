/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/machine_file.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum {
    MOST_DEPTH = 16
};

/* Where the walk over the events is: one step a level, a key or an index. */
typedef struct walk {
    fc_text path[MOST_DEPTH];
    int index[MOST_DEPTH]; /* -1: in a mapping */
    bool wants_key[MOST_DEPTH];
    int depth;
} walk;

static void enter_value(walk *w)
{
    int top = w->depth - 1;
    if (top >= 0 && w->index[top] >= 0) {
        w->path[top].length = 0;
        fc_text_add(&w->path[top], "[%d]", w->index[top]++);
    } else if (top >= 0)
        w->wants_key[top] = true; /* the next scalar at this level is a key again */
}

static bool is_at(const walk *w, const char *path)
{
    for (int i = 0; i < w->depth; i++) {
        size_t n = w->path[i].length;
        if (*path == '.' && i > 0)
            path++;
        if (n == 0 || strncmp(path, w->path[i].bytes, n) != 0)
            return false;
        path += n;
    }
    return *path == '\0';
}

static void push(walk *w, bool is_sequence)
{
    if (w->depth < MOST_DEPTH) {
        w->index[w->depth] = is_sequence ? 0 : -1;
        w->wants_key[w->depth] = !is_sequence;
        w->path[w->depth].length = 0;
    }
    w->depth++;
}

/* Takes one event; true when a value begins whose path is the one wanted. */
static bool take(walk *w, const yaml_event_t *event, const char *path)
{
    int top = w->depth - 1;
    bool is_container = event->type == YAML_MAPPING_START_EVENT || event->type == YAML_SEQUENCE_START_EVENT;
    if (event->type == YAML_MAPPING_END_EVENT || event->type == YAML_SEQUENCE_END_EVENT)
        w->depth -= w->depth > 0;
    if ((!is_container && event->type != YAML_SCALAR_EVENT) || w->depth > MOST_DEPTH)
        return false;
    if (top >= 0 && w->index[top] < 0 && w->wants_key[top] && event->type == YAML_SCALAR_EVENT) {
        w->path[top].length = 0;
        fc_text_add(&w->path[top], "%s", (const char *)event->data.scalar.value);
        w->wants_key[top] = false;
        return false;
    }
    enter_value(w);
    bool found = is_at(w, path);
    if (is_container)
        push(w, event->type == YAML_SEQUENCE_START_EVENT);
    return found;
}

/* The place of the value at `path`; its text if it is a scalar, "" otherwise. Line 0 if it is not there. */
static fc_place locate(const char *file, const char *text, const char *path, char **found)
{
    fc_place place = {file, 0, 0};
    yaml_parser_t parser;
    yaml_event_t event;
    walk w = {0};
    bool is_end = !yaml_parser_initialize(&parser);
    *found = fc_copy_string("");
    if (is_end)
        return place;
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
    while (!is_end && yaml_parser_parse(&parser, &event)) {
        if (take(&w, &event, path)) {
            place.line = (int)event.start_mark.line + 1;
            place.column = (int)event.start_mark.column + 1;
            if (event.type == YAML_SCALAR_EVENT) {
                free(*found);
                *found = fc_copy_string((const char *)event.data.scalar.value);
            }
        }
        is_end = place.line > 0 || event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    for (int i = 0; i < MOST_DEPTH; i++)
        fc_text_free(&w.path[i]);
    return place;
}

fc_place fc_machine_locate(const char *file, const char *text, const char *path)
{
    char *found;
    fc_place place = locate(file, text, path, &found);
    free(found);
    return place;
}

fc_status fc_machine_fault(const char *file, const char *text, const char *path, const char *expected,
                           fc_report *report)
{
    char *found, *next = fc_format("Run `forecost calibrate -o %s` again, or correct the value.", file);
    fc_place place = locate(file, text, path, &found);
    fc_status status =
        *found ? fc_fail(report, FC_E_INPUT, place, next, "%s: expected %s, found \"%.60s\"", path, expected, found)
               : fc_fail(report, FC_E_INPUT, place, next, "%s: expected %s", path, expected);
    free(found);
    free(next);
    return status;
}
