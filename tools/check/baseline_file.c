/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/check/baseline_file.h"

#include "machine_properties/yaml_file.h"
#include "support/json_writer.h"
#include "support/messages/report.h"
#include "tools/output/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FORMAT = 1
};

/* ---- writing ---- */

static const char *const measure_key[] = {
#define KEY(name, word, key) key,
    FC_MEASURE_LIST(KEY)
#undef KEY
};

static void put_term(fc_json_writer *json, const fc_baseline_term *term, size_t n_points)
{
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "function", term->function);
    fc_json_writer_string(json, "op", term->operation);
    fc_json_writer_string(json, "file", term->file);
    fc_json_writer_whole(json, "line", term->line);
    fc_json_writer_string(json, "source", term->source);
    fc_json_writer_string(json, "formula", term->formula);
    fc_json_writer_array(json, "within", FC_JSON_ONE_LINE);
    for (size_t i = 0; i < term->n_within; i++)
        fc_json_writer_string(json, NULL, term->within[i].text);
    fc_json_writer_end(json);
    for (int m = 0; m < FC_N_MEASURES; m++) {
        /* Omits a measure that is 0 at all points: computation sends no messages. */
        bool any = false;
        for (size_t i = 0; i < n_points; i++)
            any |= term->cost[i].of[m] != 0;
        if (!any)
            continue;
        fc_json_writer_array(json, measure_key[m], FC_JSON_ONE_LINE);
        for (size_t i = 0; i < n_points; i++)
            fc_json_writer_number(json, NULL, term->cost[i].of[m]);
        fc_json_writer_end(json);
    }
    fc_json_writer_end(json);
}

static void put_program(fc_json_writer *json, const fc_baseline_program *program)
{
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "name", program->name);
    fc_json_writer_string(json, "machine", program->machine);
    fc_json_writer_string(json, "machine_key", program->machine_key);
    fc_json_writer_break(json, 6);
    fc_json_writer_string(json, "method", program->method);
    fc_json_writer_string(json, "compute_model", program->compute_model);
    fc_json_writer_break(json, 6);
    fc_json_writer_array(json, "points", 8);
    for (size_t i = 0; i < program->n_points; i++) {
        const fc_baseline_point *point = &program->point[i];
        fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_whole(json, "ranks", point->ranks);
        fc_json_writer_string(json, "parameters", point->parameters);
        fc_json_writer_string(json, "arguments", point->arguments);
        for (int m = 0; m < FC_N_MEASURES; m++)
            fc_json_writer_number(json, measure_key[m], point->cost.of[m]);
        fc_json_writer_end(json);
    }
    fc_json_writer_end(json);
    fc_json_writer_break(json, 6);
    fc_json_writer_array(json, "terms", 8);
    for (size_t i = 0; i < program->n_terms; i++)
        put_term(json, &program->term[i], program->n_points);
    fc_json_writer_end(json);
    fc_json_writer_end(json);
}

fc_status fc_baseline_file_write(const fc_baseline *baseline, const char *path, fc_report *report)
{
    fc_text text = {0};
    fc_json_writer json = {.out = &text};
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_break(&json, 2);
    fc_json_writer_string(&json, "forecost", FORECOST_VERSION);
    fc_json_writer_whole(&json, "baseline", FORMAT);
    fc_json_writer_break(&json, 2);
    fc_json_writer_array(&json, "programs", 4);
    for (size_t i = 0; i < baseline->n_programs; i++)
        put_program(&json, &baseline->program[i]);
    fc_json_writer_end(&json);
    fc_json_writer_break(&json, 0);
    fc_json_writer_end(&json);
    fc_status status = fc_file_write(path, text.bytes, text.length, report);
    fc_text_free(&text);
    return status;
}

/* ---- the schema ---- */

typedef struct file_point {
    int ranks;
    char *parameters, *arguments;
    double time_s, messages, bytes;
} file_point;

typedef struct file_term {
    char *function, *op, *file;
    int line;
    char *source, *formula;
    char **within;
    unsigned n_within;
    double *cost[FC_N_MEASURES];
    unsigned n_cost[FC_N_MEASURES];
} file_term;

typedef struct file_program {
    char *name, *machine, *machine_key, *method, *compute_model;
    file_point *points;
    unsigned n_points;
    file_term *terms;
    unsigned n_terms;
} file_program;

typedef struct file_baseline {
    char *forecost;
    int baseline;
    file_program *programs;
    unsigned n_programs;
} file_baseline;

#define TEXT(T, member) CYAML_FIELD_STRING_PTR(#member, CYAML_FLAG_POINTER, T, member, 0, 1 << 20)
#define LIST(T, key, flags, member, count, entry)                                                                      \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER | (flags), T, member, count, &(entry), 0, 1000000)

static const cyaml_schema_value_t number = {CYAML_VALUE_FLOAT(CYAML_FLAG_DEFAULT, double)};
static const cyaml_schema_value_t text = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, 1 << 20)};

static const cyaml_schema_field_t point_fields[] = {
    CYAML_FIELD_INT("ranks", CYAML_FLAG_DEFAULT, file_point, ranks),
    TEXT(file_point, parameters),
    TEXT(file_point, arguments),
    CYAML_FIELD_FLOAT("time_s", CYAML_FLAG_DEFAULT, file_point, time_s),
    CYAML_FIELD_FLOAT("messages", CYAML_FLAG_DEFAULT, file_point, messages),
    CYAML_FIELD_FLOAT("bytes", CYAML_FLAG_DEFAULT, file_point, bytes),
    CYAML_FIELD_END};
static const cyaml_schema_value_t point_value = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_point, point_fields)};

#define COSTS(name, word, key)                                                                                         \
    LIST(file_term, key, CYAML_FLAG_OPTIONAL, cost[FC_MEASURE_##name], n_cost[FC_MEASURE_##name], number),
static const cyaml_schema_field_t term_fields[] = {TEXT(file_term, function),
                                                   TEXT(file_term, op),
                                                   TEXT(file_term, file),
                                                   CYAML_FIELD_INT("line", CYAML_FLAG_DEFAULT, file_term, line),
                                                   TEXT(file_term, source),
                                                   TEXT(file_term, formula),
                                                   LIST(file_term, "within", 0, within, n_within, text),
                                                   FC_MEASURE_LIST(COSTS) CYAML_FIELD_END};
static const cyaml_schema_value_t term_value = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_term, term_fields)};

static const cyaml_schema_field_t program_fields[] = {TEXT(file_program, name),
                                                      TEXT(file_program, machine),
                                                      TEXT(file_program, machine_key),
                                                      TEXT(file_program, method),
                                                      TEXT(file_program, compute_model),
                                                      LIST(file_program, "points", 0, points, n_points, point_value),
                                                      LIST(file_program, "terms", 0, terms, n_terms, term_value),
                                                      CYAML_FIELD_END};
static const cyaml_schema_value_t program_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_program, program_fields)};

static const cyaml_schema_field_t baseline_fields[] = {
    TEXT(file_baseline, forecost), CYAML_FIELD_INT("baseline", CYAML_FLAG_DEFAULT, file_baseline, baseline),
    LIST(file_baseline, "programs", 0, programs, n_programs, program_value), CYAML_FIELD_END};
static const cyaml_schema_value_t schema = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, file_baseline, baseline_fields)};

/* ---- reading ---- */

/* The state of reading; only the first fault is reported. */
typedef struct reading {
    const fc_yaml *yaml;
    fc_report *report;
    fc_status status;
} reading;

static void reject(reading *r, const char *expected, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void reject(reading *r, const char *expected, const char *format, ...)
{
    char path[200];
    va_list args;
    va_start(args, format);
    vsnprintf(path, sizeof path, format, args);
    va_end(args);
    if (!r->status)
        r->status = fc_yaml_fault(r->yaml, path, expected, r->report);
}

static bool is_cost(double value)
{
    return value >= 0 && isfinite(value);
}

/* where: "programs[2]". */
static void take_points(reading *r, fc_baseline_program *to, const file_program *from, const char *where)
{
    for (unsigned k = 0; k < from->n_points; k++) {
        const file_point *point = &from->points[k];
        const double cost[] = {point->time_s, point->messages, point->bytes};
        fc_baseline_point made = {.ranks = point->ranks,
                                  .parameters = fc_copy_string(point->parameters),
                                  .arguments = fc_copy_string(point->arguments)};
        if (point->ranks < 1)
            reject(r, "a number of ranks from 1 on", "%s.points[%u].ranks", where, k);
        if (fc_baseline_find_point(to, &made) >= 0)
            reject(r, "each point once", "%s.points[%u]", where, k);
        for (int m = 0; m < FC_N_MEASURES; m++)
            if (!is_cost(made.cost.of[m] = cost[m]))
                reject(r, "a number >= 0", "%s.points[%u].%s", where, k, measure_key[m]);
        *fc_baseline_add_point(to) = made;
    }
}

static void take_terms(reading *r, fc_baseline_program *to, const file_program *from, const char *where)
{
    for (unsigned k = 0; k < from->n_terms && !r->status; k++) {
        const file_term *term = &from->terms[k];
        fc_baseline_term *made = fc_baseline_add_term(to);
        made->function = fc_copy_string(term->function);
        made->operation = fc_copy_string(term->op);
        made->file = fc_copy_string(term->file);
        made->line = term->line;
        made->source = fc_copy_string(term->source);
        made->formula = fc_copy_string(term->formula);
        for (unsigned i = 0; i < term->n_within; i++)
            fc_baseline_add_head(made, term->within[i]);
        char *place = fc_format("%s.terms[%u]", where, k);
        /* [n_points] costs of a term, or none of them. */
        size_t n_points = to->n_points;
        for (int m = 0; m < FC_N_MEASURES; m++) {
            if (term->n_cost[m] != 0 && term->n_cost[m] != n_points)
                reject(r, "a number for each point", "%s.%s", place, measure_key[m]);
            for (unsigned i = 0; i < term->n_cost[m] && !r->status; i++)
                if (!is_cost(made->cost[i].of[m] = term->cost[m][i]))
                    reject(r, "a number >= 0", "%s.%s[%u]", place, measure_key[m], i);
        }
        free(place);
    }
}

static void take_programs(reading *r, fc_baseline *to, const file_baseline *from)
{
    for (unsigned i = 0; i < from->n_programs && !r->status; i++) {
        const file_program *program = &from->programs[i];
        char *where = fc_format("programs[%u]", i);
        if (fc_baseline_find(to, program->name))
            reject(r, "a unique name", "%s.name", where);
        fc_baseline_program *made = fc_baseline_add_program(to, program->name);
        made->machine = fc_copy_string(program->machine);
        made->machine_key = fc_copy_string(program->machine_key);
        made->method = fc_copy_string(program->method);
        made->compute_model = fc_copy_string(program->compute_model);
        take_points(r, made, program, where);
        take_terms(r, made, program, where);
        free(where);
    }
}

/* Checked before the schema, since another format may have other keys. The schema reports missing keys. */
static void check_version(reading *r)
{
    char *format, *version, *expected = fc_format("format %d", FORMAT);
    bool has_format = fc_yaml_place(r->yaml, "baseline", &format).line > 0;
    bool has_version = fc_yaml_place(r->yaml, "forecost", &version).line > 0;
    if (has_format && atoi(format) != FORMAT)
        reject(r, expected, "baseline");
    if (has_version && strcmp(version, FORECOST_VERSION) != 0)
        reject(r, "the current version, " FORECOST_VERSION, "forecost");
    free(format);
    free(version);
    free(expected);
}

static void check_same(reading *r, unsigned i, const char *key, const char *was, const char *is)
{
    char *expected = strcmp(was, is) != 0 ? fc_format("the current value, %s", is) : NULL;
    if (expected)
        reject(r, expected, "programs[%u].%s", i, key);
    free(expected);
}

/* Times of different machines or models cannot be compared. */
static void check_comparable(reading *r, const fc_baseline *before, const fc_baseline *now)
{
    for (size_t i = 0; i < before->n_programs; i++) {
        const fc_baseline_program *was = &before->program[i], *is = fc_baseline_find(now, was->name);
        if (!is || is->fault)
            continue;
        check_same(r, (unsigned)i, "method", was->method, is->method);
        check_same(r, (unsigned)i, "compute_model", was->compute_model, is->compute_model);
        check_same(r, (unsigned)i, "machine", was->machine, is->machine);
        if (strcmp(was->machine_key, is->machine_key) != 0)
            reject(r, "the key of the machine's current costs", "programs[%zu].machine_key", i);
    }
}

fc_status fc_baseline_file_read(fc_baseline *out, const char *path, const fc_baseline *now, fc_report *report)
{
    fc_baseline made = {0};
    char *bytes = NULL;
    void *file = NULL;
    fc_yaml yaml = {.path = path,
                    .what = "baseline of forecost check",
                    .next = "Make a new one from correct sources: `forecost check --update`."};
    reading r = {&yaml, report, FC_OK};
    if (access(path, F_OK) != 0)
        return fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, "Make one: `forecost check --update`.",
                       FC_MSG_THERE_NO_BASELINE_YET);
    r.status = fc_file_read(&bytes, &yaml.length, path, (size_t)256 << 20, report);
    yaml.text = bytes;
    if (!r.status)
        check_version(&r);
    if (!r.status)
        r.status = fc_yaml_load(&file, &yaml, &schema, report);
    if (!r.status)
        take_programs(&r, &made, file);
    if (!r.status)
        check_comparable(&r, &made, now);
    if (r.status)
        fc_baseline_free(&made);
    else
        *out = made;
    fc_yaml_free(file, &schema);
    free(bytes);
    return r.status;
}
