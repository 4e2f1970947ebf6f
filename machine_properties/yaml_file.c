/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/yaml_file.h"

#include "support/messages/machine.h"
#include "support/messages/report.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* ---- position of a value ---- */

enum {
    MOST_DEPTH = 16
};

/* Current path of the walk over libyaml's events: one key or index per level. */
typedef struct walk {
    fc_text path[MOST_DEPTH];
    int index[MOST_DEPTH]; /* -1: in a mapping */
    bool wants_key[MOST_DEPTH];
    yaml_mark_t key[MOST_DEPTH]; /* position of the key */
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

/* Processes one event; true if a value with the wanted path begins. */
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
        w->key[top] = event->start_mark;
        return false;
    }
    enter_value(w);
    bool found = is_at(w, path);
    if (is_container) {
        _Bool is_sequence = event->type == YAML_SEQUENCE_START_EVENT;
        if (w->depth < MOST_DEPTH) {
            w->index[w->depth] = is_sequence ? 0 : -1;
            w->wants_key[w->depth] = !is_sequence;
            w->path[w->depth].length = 0;
        }
        w->depth++;
    }
    return found;
}

static fc_place place_of(const fc_yaml *yaml, yaml_mark_t mark)
{
    return (fc_place){yaml->path, (int)mark.line + 1, (int)mark.column + 1};
}

/* Positions of the key and the value at `path`; line 0 if there is no such value. */
static fc_place locate(const fc_yaml *yaml, const char *path, fc_place *key, char **found)
{
    fc_place place = {yaml->path, 0, 0};
    yaml_parser_t parser;
    yaml_event_t event;
    walk w = {0};
    fc_text scalar = {0};
    bool is_end = !yaml_parser_initialize(&parser);
    if (!is_end)
        yaml_parser_set_input_string(&parser, (const unsigned char *)yaml->text, yaml->length);
    while (!is_end && yaml_parser_parse(&parser, &event)) {
        if (take(&w, &event, path)) {
            int level = w.depth - 1 - (event.type != YAML_SCALAR_EVENT);
            place = place_of(yaml, event.start_mark);
            *key = level >= 0 && level < MOST_DEPTH && w.index[level] < 0 ? place_of(yaml, w.key[level]) : place;
            if (event.type == YAML_SCALAR_EVENT)
                fc_text_add(&scalar, "%s", (const char *)event.data.scalar.value);
        }
        is_end = place.line > 0 || event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    for (int i = 0; i < MOST_DEPTH; i++)
        fc_text_free(&w.path[i]);
    *found = fc_text_take(&scalar);
    return place;
}

fc_place fc_yaml_place(const fc_yaml *yaml, const char *path, char **found)
{
    fc_place key;
    char *text;
    fc_place place = locate(yaml, path, &key, &text);
    if (found)
        *found = text;
    else
        free(text);
    return place;
}

fc_status fc_yaml_fault(const fc_yaml *yaml, const char *path, const char *expected, fc_report *report)
{
    char *found;
    fc_place place = fc_yaml_place(yaml, path, &found);
    fc_status status =
        *found ? fc_fail(report, FC_E_INPUT, place, yaml->next, FC_MSG_YAML_EXPECTED_TEXT, path, expected, found)
               : fc_fail(report, FC_E_INPUT, place, yaml->next, FC_MSG_YAML_EXPECTED, path, expected);
    free(found);
    return status;
}

/* ---- reading against a schema ---- */

/* A fault as libcyaml logs it: a message, then one line per level from the innermost to the outermost. */
typedef struct log_fault {
    char message[300];
    char path[300];
    int line, column;
} log_fault;

/* Prepends the level of a line, "in mapping field 'x' (line: 1, column: 4)" or "in sequence entry '2' (line ...", to
 * the path. */
static void add_level(log_fault *c, const char *level)
{
    char name[100] = "", path[300];
    const char *place = strstr(level, "(line: ");
    int line = 0, column = 0;
    if (place && sscanf(place, "(line: %d, column: %d)", &line, &column) == 2 && c->line == 0)
        c->line = line, c->column = column;
    bool is_entry = sscanf(level, " in sequence entry '%99[^']", name) == 1;
    if (!is_entry && sscanf(level, " in mapping field '%99[^']", name) != 1)
        return;
    const char *join = c->path[0] && c->path[0] != '[' ? "." : "";
    if (is_entry) /* libcyaml counts entries from 1 */
        snprintf(path, sizeof path, "[%d]%s%.150s", atoi(name) - 1, join, c->path);
    else
        snprintf(path, sizeof path, "%s%s%.150s", name, join, c->path);
    memcpy(c->path, path, sizeof path);
}

static void collect_log(cyaml_log_t level, void *data, const char *format, va_list args)
{
    (void)level;
    log_fault *c = data;
    char line[400];
    vsnprintf(line, sizeof line, format, args);
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, "  in ", 5) == 0)
        add_level(c, line);
    else if (!c->message[0] && strncmp(line, "Load: ", 6) == 0)
        snprintf(c->message, sizeof c->message, "%.290s", line + 6);
}

/* For an unexpected key libcyaml logs the position of the previous value; looks up the key's own position. */
static fc_place place_of_fault(const log_fault *c, const fc_yaml *yaml)
{
    static const char unexpected[] = "Unexpected key: ";
    fc_place place = {yaml->path, c->line, c->column}, key = {0};
    if (strncmp(c->message, unexpected, strlen(unexpected)) != 0)
        return place;
    char *text, *path = fc_format("%s%s%s", c->path, c->path[0] ? "." : "", c->message + strlen(unexpected));
    if (locate(yaml, path, &key, &text).line > 0)
        place = key;
    free(text);
    free(path);
    return place;
}

/* The schema of the value at "communication[3].variant"; NULL if there is none. */
static const cyaml_schema_value_t *schema_at(const cyaml_schema_value_t *schema, const char *path)
{
    while (schema && *path) {
        size_t length = strcspn(path += *path == '.', ".[");
        if (*path == '[') {
            bool is_sequence = schema->type == CYAML_SEQUENCE || schema->type == CYAML_SEQUENCE_FIXED;
            schema = is_sequence ? schema->sequence.entry : NULL;
            path += strcspn(path, "]") + 1;
            continue;
        }
        const cyaml_schema_field_t *field = schema->type == CYAML_MAPPING ? schema->mapping.fields : NULL;
        while (field && field->key && (strlen(field->key) != length || strncmp(field->key, path, length) != 0))
            field++;
        schema = field && field->key ? &field->value : NULL;
        path += length;
    }
    return schema;
}

/* "one of intra, inter": the values of an enumeration. */
static void add_choices(fc_text *out, const cyaml_schema_value_t *schema)
{
    if (schema && schema->type == CYAML_ENUM)
        for (uint32_t i = 0; i < schema->enumeration.count; i++)
            fc_text_add(out, "%s%s", i ? ", " : "one of ", schema->enumeration.strings[i].str);
    else
        fc_text_add(out, "another value");
}

/* Reports a value that its enumeration lacks. */
static fc_status refuse_choice(const log_fault *c, const fc_yaml *yaml, const cyaml_schema_value_t *schema,
                               fc_report *report)
{
    const char *found = strstr(c->message, "value: ");
    fc_text choices = {0};
    add_choices(&choices, schema_at(schema, c->path));
    fc_status status = fc_fail(report, FC_E_INPUT, place_of_fault(c, yaml), yaml->next, FC_MSG_YAML_EXPECTED_NUMBER,
                               c->path, choices.bytes, found ? found + 7 : "");
    fc_text_free(&choices);
    return status;
}

static fc_status refuse(const log_fault *c, const fc_yaml *yaml, cyaml_err_t code, fc_report *report)
{
    fc_place place = place_of_fault(c, yaml);
    const char *found = strstr(c->message, "value: ");
    const char *where = c->path[0] ? c->path : yaml->what;
    if (strncmp(c->message, "Invalid FLOAT", 13) == 0 || strncmp(c->message, "Invalid INT", 11) == 0)
        return fc_fail(report, FC_E_INPUT, place, yaml->next, FC_MSG_EXPECTED_NUMBER_FOUND, where,
                       found ? found + 7 : "");
    return fc_fail(report, FC_E_INPUT, place, yaml->next, FC_MSG_FIELD_INVALID, where,
                   c->message[0] ? c->message : cyaml_strerror(code));
}

static cyaml_config_t config_with(log_fault *logged)
{
    return (cyaml_config_t){.log_fn = collect_log,
                            .log_ctx = logged,
                            .mem_fn = cyaml_mem,
                            .log_level = CYAML_LOG_ERROR,
                            .flags = CYAML_CFG_NO_ALIAS};
}

/* Loads with the numeric locale "C". */
static cyaml_err_t load_plain(void **out, const fc_yaml *yaml, const cyaml_schema_value_t *schema, log_fault *logged)
{
    cyaml_config_t config = config_with(logged);
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), before = plain ? uselocale(plain) : (locale_t)0;
    cyaml_err_t code = cyaml_load_data((const uint8_t *)yaml->text, yaml->length, &config, schema, out, NULL);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return code;
}

fc_status fc_yaml_load(void **out, const fc_yaml *yaml, const cyaml_schema_value_t *schema, fc_report *report)
{
    log_fault logged = {0};
    void *loaded = NULL;
    if (memchr(yaml->text, '\0', yaml->length))
        return fc_fail(report, FC_E_INPUT, (fc_place){yaml->path, 1, 1}, yaml->next, FC_MSG_NOT_CONTAINS_NUL_BYTES,
                       yaml->what);
    cyaml_err_t code = load_plain(&loaded, yaml, schema, &logged);
    if (code != CYAML_OK)
        return strncmp(logged.message, "Invalid ENUM", 12) == 0 ? refuse_choice(&logged, yaml, schema, report)
                                                                : refuse(&logged, yaml, code, report);
    if (!loaded)
        return fc_fail(report, FC_E_INPUT, (fc_place){yaml->path, 1, 1}, yaml->next, FC_MSG_YAML_FILE_EMPTY,
                       yaml->what);
    *out = loaded;
    return FC_OK;
}

void fc_yaml_free(void *loaded, const cyaml_schema_value_t *schema)
{
    log_fault logged = {0};
    cyaml_config_t config = config_with(&logged);
    cyaml_free(&config, schema, loaded, 0);
}

/* ---- saving ---- */

/* libcyaml prints 17 digits, "4.9499999999999997e-10"; six significant digits, "4.95e-10", are easier to read. */
static void shorten_numbers(fc_text *out, const char *text, size_t length)
{
    size_t begin = 0;
    while (begin < length) {
        size_t end = begin;
        while (end < length && !strchr(" \n,[]{}", text[end]))
            end++;
        bool is_long = end - begin > 20 && end - begin < 26 && memchr(text + begin, 'e', end - begin) &&
                       (isdigit((unsigned char)text[begin]) || text[begin] == '-');
        char number[32], *stop;
        if (is_long) {
            memcpy(number, text + begin, end - begin);
            number[end - begin] = '\0';
            double value = strtod(number, &stop);
            is_long = *stop == '\0';
            if (is_long)
                fc_text_add(out, value == floor(value) && fabs(value) < 1e15 ? "%.0f" : "%.6g", value);
        }
        if (!is_long)
            fc_text_append(out, text + begin, end - begin);
        if (end < length)
            fc_text_append(out, text + end++, 1);
        begin = end;
    }
}

fc_status fc_yaml_save(fc_text *out, const void *file, const cyaml_schema_value_t *schema, fc_report *report)
{
    char *text = NULL;
    size_t length = 0;
    cyaml_config_t config = {.mem_fn = cyaml_mem, .log_level = CYAML_LOG_ERROR, .flags = CYAML_CFG_STYLE_BLOCK};
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), before = plain ? uselocale(plain) : (locale_t)0;
    cyaml_err_t code = cyaml_save_data(&text, &length, &config, schema, file, 0);
    if (code == CYAML_OK)
        shorten_numbers(out, text, length);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    cyaml_mem(NULL, text, 0);
    return code == CYAML_OK
               ? FC_OK
               : fc_fail(report, FC_E_BUG, FC_NOWHERE, NULL, FC_MSG_MACHINE_DOES_NOT_FIT_FILE, cyaml_strerror(code));
}
