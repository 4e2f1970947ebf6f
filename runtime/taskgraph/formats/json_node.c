/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/formats/json_node.h"

#include "support/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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

fc_status fc_json_node_read_document(fc_json_document *out, const char *file, fc_report *report)
{
    char *text = NULL;
    size_t length = 0;
    json_error_t error;
    fc_status status = fc_file_read(&text, &length, file, (size_t)4 << 30, report);
    if (status)
        return status;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        free(text);
        return fc_fail(report, FC_E_INPUT, (fc_place){file, error.line, error.column}, "Correct the JSON there.", "%s",
                       error.text);
    }
    *out = (fc_json_document){file, text, root};
    return FC_OK;
}

void fc_json_node_free_document(fc_json_document *document)
{
    json_decref(document->root);
    free(document->text);
    *document = (fc_json_document){0};
}

fc_json_node fc_json_node_root(const fc_json_document *document)
{
    return (fc_json_node){.document = document, .is_root = true, .value = document->root};
}

static const fc_json_step *step_of(const fc_json_node *node)
{
    return node->is_root ? NULL : &node->step;
}

fc_json_node fc_json_node_member(const fc_json_node *node, const char *key)
{
    return (fc_json_node){
        .document = node->document, .step = {step_of(node), key, 0}, .value = json_object_get(node->value, key)};
}

fc_json_node fc_json_node_element(const fc_json_node *node, size_t index)
{
    return (fc_json_node){
        .document = node->document, .step = {step_of(node), NULL, index}, .value = json_array_get(node->value, index)};
}

size_t fc_json_node_length(const fc_json_node *node)
{
    return json_array_size(node->value);
}

fc_place fc_json_node_place(const fc_json_node *node)
{
    return fc_json_place(node->document->file, node->document->text, step_of(node));
}

fc_status fc_json_node_fail(const fc_json_node *node, fc_report *report, const char *format, ...)
{
    char what[512];
    va_list values;
    va_start(values, format);
    vsnprintf(what, sizeof what, format, values);
    va_end(values);
    const char *name = node->is_root || !node->step.key ? NULL : node->step.key;
    return fc_fail(report, FC_E_INPUT, fc_json_node_place(node), NULL, "%s%s%s", name ? name : "", name ? ": " : "",
                   what);
}

/* "expected a number ..., found ..." */
static fc_status unexpected(const fc_json_node *node, const char *expected, fc_report *report)
{
    if (!node->value)
        return fc_json_node_fail(node, report, "expected %s, but it is missing", expected);
    char *found = json_dumps(node->value, JSON_ENCODE_ANY | JSON_COMPACT);
    fc_status status =
        fc_json_node_fail(node, report, "expected %s, found %.60s", expected, found ? found : "another value");
    free(found);
    return status;
}

fc_status fc_json_node_number(double *out, const fc_json_node *node, const double range[2], fc_report *report)
{
    const double value = json_is_number(node->value) ? json_number_value(node->value) : NAN;
    if (value >= range[0] && value <= range[1]) {
        *out = value;
        return FC_OK;
    }
    char *expected = fc_format("a number of %.10g .. %.10g", range[0], range[1]);
    fc_status status = unexpected(node, expected, report);
    free(expected);
    return status;
}

fc_status fc_json_node_whole(double *out, const fc_json_node *node, const double range[2], fc_report *report)
{
    const double value = json_is_number(node->value) ? json_number_value(node->value) : NAN;
    if (value >= range[0] && value <= range[1] && value == floor(value)) {
        *out = value;
        return FC_OK;
    }
    char *expected = fc_format("a whole number of %.10g .. %.10g", range[0], range[1]);
    fc_status status = unexpected(node, expected, report);
    free(expected);
    return status;
}

fc_status fc_json_node_string(const char **out, const fc_json_node *node, fc_report *report)
{
    if (!json_is_string(node->value) || json_string_length(node->value) == 0)
        return unexpected(node, "a string", report);
    *out = json_string_value(node->value);
    return FC_OK;
}

fc_status fc_json_node_object(const fc_json_node *node, const char *const *known, fc_report *report)
{
    const char *key;
    json_t *value;
    if (!json_is_object(node->value))
        return unexpected(node, "an object", report);
    json_object_foreach(node->value, key, value)
    {
        const char *const *at = known;
        while (*at && strcmp(*at, key) != 0)
            at++;
        if (*at)
            continue;
        fc_text names = {0};
        fc_json_node member = fc_json_node_member(node, key);
        for (at = known; *at; at++)
            fc_text_add(&names, "%s%s", at == known ? "" : ", ", *at);
        fc_status status = fc_json_node_fail(&member, report, "unknown member; known members: %s", names.bytes);
        fc_text_free(&names);
        return status;
    }
    return FC_OK;
}

fc_status fc_json_node_array(const fc_json_node *node, fc_report *report)
{
    return json_is_array(node->value) ? FC_OK : unexpected(node, "an array", report);
}
