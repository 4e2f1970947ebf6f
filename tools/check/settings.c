/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/check/settings.h"

#include "support/messages/report.h"
#include "tools/check/check_request.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the schema ---- */

#define OPTIONAL (CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL)
#define TEXT(T, member) CYAML_FIELD_STRING_PTR(#member, OPTIONAL, T, member, 0, 65536)
#define PERCENT(member) CYAML_FIELD_FLOAT_PTR(#member, OPTIONAL, fc_settings_tolerance, member)
#define LIST(T, member, count, entry)                                                                                  \
    CYAML_FIELD_SEQUENCE_COUNT(#member, OPTIONAL, T, member, count, &(entry), 0, 10000)

static const cyaml_schema_value_t text_value = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, 65536)};

static const cyaml_schema_field_t tolerance_fields[] = {PERCENT(time_percent), PERCENT(messages_percent),
                                                        PERCENT(bytes_percent), CYAML_FIELD_END};

static const cyaml_schema_field_t points_fields[] = {
    TEXT(fc_settings_points, ranks), TEXT(fc_settings_points, arguments),
    LIST(fc_settings_points, parameters, n_parameters, text_value), CYAML_FIELD_END};
static const cyaml_schema_value_t points_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, fc_settings_points, points_fields)};

static const cyaml_schema_field_t program_fields[] = {
    CYAML_FIELD_STRING_PTR("name", CYAML_FLAG_POINTER, fc_settings_program, name, 1, 1000),
    LIST(fc_settings_program, sources, n_sources, text_value),
    TEXT(fc_settings_program, build),
    TEXT(fc_settings_program, main),
    TEXT(fc_settings_program, flags),
    TEXT(fc_settings_program, compiler),
    TEXT(fc_settings_program, machine),
    TEXT(fc_settings_program, method),
    TEXT(fc_settings_program, compute_model),
    LIST(fc_settings_program, assume, n_assume, text_value),
    CYAML_FIELD_MAPPING_PTR("tolerance", OPTIONAL, fc_settings_program, tolerance, tolerance_fields),
    LIST(fc_settings_program, points, n_points, points_value),
    CYAML_FIELD_END};
static const cyaml_schema_value_t program_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, fc_settings_program, program_fields)};

static const cyaml_schema_field_t file_fields[] = {
    TEXT(fc_settings_file, baseline),
    TEXT(fc_settings_file, machine),
    TEXT(fc_settings_file, method),
    TEXT(fc_settings_file, compute_model),
    CYAML_FIELD_MAPPING_PTR("tolerance", OPTIONAL, fc_settings_file, tolerance, tolerance_fields),
    CYAML_FIELD_SEQUENCE_COUNT("programs", CYAML_FLAG_POINTER, fc_settings_file, programs, n_programs, &program_value,
                               1, 10000),
    CYAML_FIELD_END};
static const cyaml_schema_value_t schema = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, fc_settings_file, file_fields)};

/* ---- checks beyond the schema ---- */

/* The state of the checks; only the first fault is reported. */
typedef struct checking {
    const fc_settings *settings;
    fc_report *report;
    fc_status status;
} checking;

static void reject(checking *c, const char *expected, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void reject(checking *c, const char *expected, const char *format, ...)
{
    char path[200];
    va_list args;
    va_start(args, format);
    vsnprintf(path, sizeof path, format, args);
    va_end(args);
    if (!c->status)
        c->status = fc_yaml_fault(&c->settings->yaml, path, expected, c->report);
}

/* Reports an error of the command-line parser at the value's place in the file. */
static void relay(checking *c, const char *path, const fc_report *error)
{
    if (!c->status)
        c->status = fc_fail(c->report, FC_E_INPUT, fc_yaml_place(&c->settings->yaml, path, NULL), NULL,
                            FC_MSG_FIELD_INVALID, path, error->text);
}

/* Texts that are kept in a baseline: no control characters, except line ends and tabs, which are escaped there. */
static bool is_printable(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        if ((*at < 0x20 && *at != '\n' && *at != '\t') || *at == 0x7F || (*at == 0xC2 && at[1] < 0xA0))
            return false;
    return true;
}

static void check_texts(checking *c, const char *where, char *const *texts, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (!is_printable(texts[i]) || texts[i][0] == '-')
            reject(c, "text without control characters that does not begin with \"-\"", "%s[%u]", where, i);
}

static void check_tolerance(checking *c, const char *where, const fc_settings_tolerance *tolerance)
{
    if (!tolerance)
        return;
    const double *percent[] = {tolerance->time_percent, tolerance->messages_percent, tolerance->bytes_percent};
    static const char *const name[] = {"time_percent", "messages_percent", "bytes_percent"};
    for (int m = 0; m < FC_N_MEASURES; m++)
        if (percent[m] && !(*percent[m] >= 0 && *percent[m] <= 1e6))
            reject(c, "percent from 0 to 1000000", "%stolerance.%s", where, name[m]);
}

static void check_choice(checking *c, const char *where, const char *key, const char *value, const char *const *choice)
{
    if (!value || strcmp(value, choice[0]) == 0 || strcmp(value, choice[1]) == 0)
        return;
    char *expected = fc_format("%s or %s", choice[0], choice[1]);
    reject(c, expected, "%s%s", where, key);
    free(expected);
}

static void check_models(checking *c, const char *where, const char *method, const char *compute_model)
{
    static const char *const methods[] = {"sum", "ranks"}, *const models[] = {"memory", "ops"};
    check_choice(c, where, "method", method, methods);
    check_choice(c, where, "compute_model", compute_model, models);
}

static void check_points(checking *c, const fc_settings_program *program, unsigned i, unsigned k)
{
    const fc_settings_points *points = &program->points[k];
    char *path = fc_format("programs[%u].points[%u]", i, k), *ranks = fc_format("%s.ranks", path);
    char *parameters = fc_format("%s.parameters", path);
    fc_range range = {0};
    fc_check_request request = {0};
    fc_report inner = {0};
    if (points->arguments && !is_printable(points->arguments))
        reject(c, "text without control characters", "%s.arguments", path);
    check_texts(c, parameters, points->parameters, points->n_parameters);
    if (points->ranks && fc_range_parse_ranks(&range, points->ranks, &inner))
        relay(c, ranks, &inner);
    else if (fc_check_request_points(&request, program, points, stderr, &inner))
        relay(c, points->n_parameters ? parameters : path, &inner);
    fc_check_request_free(&request);
    fc_range_free(&range);
    free(path);
    free(ranks);
    free(parameters);
}

static void check_program(checking *c, unsigned i)
{
    const fc_settings_program *program = &c->settings->file->programs[i];
    char *where = fc_format("programs[%u].", i), *sources = fc_format("programs[%u].sources", i);
    if (!is_printable(program->name))
        reject(c, "text without control characters", "%sname", where);
    for (unsigned k = 0; k < i; k++)
        if (strcmp(c->settings->file->programs[k].name, program->name) == 0)
            reject(c, "a unique name", "%sname", where);
    if (program->n_sources == 0 && !program->build)
        reject(c, "sources: [FILE.c], or build: DIR", "programs[%u]", i);
    check_texts(c, sources, program->sources, program->n_sources);
    check_models(c, where, program->method, program->compute_model);
    check_tolerance(c, where, program->tolerance);
    for (unsigned k = 0; k < program->n_points && !c->status; k++)
        check_points(c, program, i, k);
    free(where);
    free(sources);
}

/* ---- defaults ---- */

/* Sets a missing text to a copy of the value for all programs, else of the default. */
static void complete(char **text, const char *common, const char *default_value)
{
    if (!*text)
        *text = fc_copy_string(common ? common : default_value);
}

static void override(fc_regression_tolerance *tolerance, const fc_settings_tolerance *with)
{
    if (!with)
        return;
    const double *percent[] = {with->time_percent, with->messages_percent, with->bytes_percent};
    for (int m = 0; m < FC_N_MEASURES; m++)
        tolerance->of[m] = percent[m] ? *percent[m] / 100 : tolerance->of[m];
}

fc_regression_tolerance fc_settings_tolerance_of(const fc_settings *settings, unsigned program)
{
    fc_regression_tolerance tolerance = {{0.05, 0, 0}};
    override(&tolerance, settings->file->tolerance);
    override(&tolerance, settings->file->programs[program].tolerance);
    return tolerance;
}

/* ---- the file ---- */

static fc_status check(fc_settings *settings, fc_report *report)
{
    checking c = {settings, report, FC_OK};
    fc_settings_file *file = settings->file;
    check_models(&c, "", file->method, file->compute_model);
    check_tolerance(&c, "", file->tolerance);
    complete(&file->baseline, NULL, "perf.json");
    for (unsigned i = 0; i < file->n_programs && !c.status; i++) {
        check_program(&c, i);
        fc_settings_program *program = &file->programs[i];
        complete(&program->machine, file->machine, "default");
        complete(&program->method, file->method, "sum");
        complete(&program->compute_model, file->compute_model, "memory");
        for (unsigned k = 0; k < program->n_points; k++) {
            complete(&program->points[k].ranks, NULL, "1");
            complete(&program->points[k].arguments, NULL, "");
        }
    }
    return c.status;
}

fc_status fc_settings_read(fc_settings *out, const char *path, fc_report *report)
{
    enum {
        MOST_BYTES = 16 << 20
    };
    fc_settings settings = {0};
    void *file = NULL;
    settings.yaml =
        (fc_yaml){.path = path, .what = "settings file of forecost check", .next = "See `forecost help check`."};
    if (access(path, F_OK) != 0)
        return fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0},
                       "Write one (`forecost help check` describes it), or name another file with --settings.",
                       FC_MSG_CANNOT_BE_READ_THERE_NO);
    fc_status status = fc_file_read(&settings.text, &settings.yaml.length, path, MOST_BYTES, report);
    settings.yaml.text = settings.text;
    if (!status)
        status = fc_yaml_load(&file, &settings.yaml, &schema, report);
    settings.file = file;
    if (!status)
        status = check(&settings, report);
    if (status)
        fc_settings_free(&settings);
    else
        *out = settings;
    return status;
}

void fc_settings_free(fc_settings *settings)
{
    fc_yaml_free(settings->file, &schema);
    free(settings->text);
    *settings = (fc_settings){0};
}
