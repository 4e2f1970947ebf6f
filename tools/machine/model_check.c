/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/machine/model_check.h"

#include "machine_properties/bundled.h"
#include "runtime/models/uncertainty.h"
#include "support/messages/machine.h"
#include "support/messages/report.h"
#include "tools/command_line/command_table.h"
#include "tools/command_line/program_sources.h"
#include "tools/machine_code/disassembly.h"
#include "tools/prediction/prediction_context.h"
#include "tools/process/scratch.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_LEVELS = FC_MAX_CACHES + 1,
    MOST_POINTS = 4000
};

/* The points of a check are a product: kernels x numbers of bytes x numbers of busy cores, in this order. */
typedef struct checking {
    const fc_machine *machine;
    const char *compiler; /* command and flags */
    fc_model_check *out;
    int n_kernels, n_bytes, n_active;
    double bytes[MOST_LEVELS];
    int active[2];
    fc_scratch scratch;
    FILE *nowhere;
} checking;

/* ---- measured times ---- */

/* The name in "check NAME ACTIVE" and the number after it; false: another series. */
static bool split_name(const char **name, size_t *length, int *active, const fc_samples *series)
{
    static const char prefix[] = "check ";
    const char *space = strrchr(series->of, ' ');
    if (strncmp(series->of, prefix, sizeof prefix - 1) != 0 || space < series->of + sizeof prefix)
        return false;
    *name = series->of + sizeof prefix - 1;
    *length = (size_t)(space - *name);
    *active = atoi(space);
    return *active > 0 && series->n_at == 1 && series->n_seconds == 1 && series->seconds[0] > 0;
}

/* Kernels are numbered as they are printed first, as the program numbers them. */
static void take_axes(checking *at)
{
    const char *name, *first = NULL;
    size_t length, first_length = 0;
    int active;
    for (unsigned i = 0; i < at->machine->n_samples; i++) {
        const fc_samples *series = &at->machine->samples[i];
        if (!split_name(&name, &length, &active, series))
            continue;
        if (at->n_active == 0 || (active > at->active[at->n_active - 1] && at->n_active < 2))
            at->active[at->n_active++] = active;
        if (at->n_active > 1)
            continue;
        if (!first)
            first = name, first_length = length;
        if (length == first_length && strncmp(name, first, length) == 0 && at->n_bytes < MOST_LEVELS)
            at->bytes[at->n_bytes++] = series->at[0];
        at->n_kernels += at->n_bytes == 1;
    }
}

/* One point for each measured time, in the order of a sweep; false: the times are not such a product. */
static bool take_times(checking *at, fc_model_check_point *point)
{
    const char *name;
    size_t length;
    int active, n = 0, most = at->n_kernels * at->n_bytes * at->n_active;
    for (unsigned i = 0; i < at->machine->n_samples; i++) {
        if (!split_name(&name, &length, &active, &at->machine->samples[i]) || n == most)
            continue;
        int kernel = n % at->n_kernels, level = n / at->n_kernels % at->n_bytes, a = n / at->n_kernels / at->n_bytes;
        if (active != at->active[a] || at->machine->samples[i].at[0] != at->bytes[level])
            return false;
        point[(kernel * at->n_bytes + level) * at->n_active + a] =
            (fc_model_check_point){.kernel = name,
                                   .number = kernel,
                                   .active = active,
                                   .bytes = at->bytes[level],
                                   .measured_s = at->machine->samples[i].seconds[0]};
        n++;
    }
    return n == most;
}

/* ---- predictions ---- */

static void add_word(fc_words *words, FC_TAKE char *word)
{
    fc_words_add(words, word);
    free(word);
}

/* The kernels as a program, with this compiler and its flags; with the machine code of its loops if asked. */
static fc_status read_program(fc_program **out, const checking *at, bool with_code, fc_report *report)
{
    const char *flags = strstr(at->compiler, " -");
    size_t length = flags ? (size_t)(flags - at->compiler) : strlen(at->compiler);
    fc_words words = {0};
    fc_arguments arguments = {0};
    add_word(&words, fc_format("%s/check_program.c", at->scratch.folder));
    fc_words_add(&words, "--cc");
    add_word(&words, fc_format("%.*s", (int)length, at->compiler));
    fc_words_add(&words, "--");
    fc_words_split(&words, flags ? flags : "-O0");
    fc_words_add(&words, "-lm");
    fc_status status =
        fc_arguments_parse(&arguments, &fc_command_analyze, (int)words.n, (const char *const *)words.item, report);
    arguments.out = arguments.errors = at->nowhere;
    if (!status)
        status = fc_program_sources_read(out, &arguments, report);
    if (!status && with_code)
        status = fc_disassembly_read(*out, NULL, report);
    fc_arguments_free(&arguments);
    fc_words_free(&words);
    return status;
}

/* "-D NAME=a,b,c" */
static void add_values(fc_words *words, const char *name, const double *value, int n)
{
    fc_text text = {0};
    fc_text_add(&text, "%s=", name);
    for (int i = 0; i < n; i++)
        fc_text_add(&text, "%s%.0f", i ? "," : "", value[i]);
    fc_words_add(words, "-D");
    add_word(words, fc_text_take(&text));
}

/* The command line of a prediction of all points. Repetitions make the set-up negligible. */
static void add_command(fc_words *words, const checking *at)
{
    double *kernel = fc_allocate((size_t)at->n_kernels, sizeof *kernel);
    for (int i = 0; i < at->n_kernels; i++)
        kernel[i] = i;
    fc_words_add(words, "check_program.fc");
    add_word(words, fc_format("--machine=%s/machine.yaml", at->scratch.folder));
    add_word(words, at->n_active > 1 ? fc_format("--ranks=%d,%d", at->active[0], at->active[1])
                                     : fc_format("--ranks=%d", at->active[0]));
    add_values(words, "kernel", kernel, at->n_kernels);
    add_values(words, "bytes", at->bytes, at->n_bytes);
    fc_words_split(words, "-- 0 16384 1000000");
    free(kernel);
}

static const double repetitions = 1e6; /* of that command line */

/* The relative standard error of each point with these discrepancies, and the predicted times. */
static fc_status predict_all(double *error, fc_prediction_context *context, const fc_arguments *arguments,
                             fc_model_check_point *point, fc_report *report)
{
    fc_sweep sweep;
    fc_prediction *prediction;
    fc_status status = fc_sweep_parse(&sweep, arguments, MOST_POINTS, report);
    if (status)
        return status;
    status = fc_prediction_context_predict(&prediction, context, &sweep, arguments, report);
    for (int i = 0; i < sweep.n_points && !status; i++) {
        const fc_totals *totals = &prediction[i].totals;
        error[i] = (totals->high_s / totals->time_s - 1) / FC_HALF_INTERVAL;
        point[i].predicted_s = totals->time_s / repetitions;
    }
    if (!status)
        fc_evaluate_free(prediction, sweep.n_points);
    fc_sweep_free(&sweep);
    return status;
}

/* The parts of the points' variances: predictions with a discrepancy of one class only. Without machine code the
 * class of the source is the only one of interest. */
static fc_status take_parts(fc_prediction_context *context, const fc_arguments *arguments, fc_model_check_point *point,
                            int n, fc_report *report)
{
    static const double none = 1e-9, tried = 0.3;
    double *own = fc_allocate((size_t)n, sizeof *own), *with = fc_allocate((size_t)n, sizeof *with);
    double *discrepancy = context->machine->coefficients.discrepancy;
    for (int kind = 0; kind < FC_N_DISCREPANCIES; kind++)
        discrepancy[kind] = none;
    fc_status status = predict_all(own, context, arguments, point, report);
    for (int kind = 0; kind < FC_DISCREPANCY_FITTED && !status; kind++) {
        if (!point->is_read && kind != FC_DISCREPANCY_SOURCE)
            continue;
        discrepancy[kind] = tried;
        status = predict_all(with, context, arguments, point, report);
        discrepancy[kind] = none;
        for (int i = 0; i < n && !status; i++)
            point[i].part[kind] = fmax(with[i] * with[i] - own[i] * own[i], 0) / (tried * tried);
    }
    for (int i = 0; i < n && !status; i++)
        point[i].own = own[i] * own[i];
    free(own);
    free(with);
    return status;
}

static fc_status predict(const checking *at, fc_model_check_point *point, fc_report *report)
{
    fc_program *program = NULL;
    fc_prediction_context context;
    fc_words words = {0};
    fc_arguments arguments = {0};
    add_command(&words, at);
    fc_status status =
        fc_arguments_parse(&arguments, &fc_command_predict, (int)words.n, (const char *const *)words.item, report);
    arguments.out = arguments.errors = at->nowhere;
    if (!status)
        status = read_program(&program, at, point->is_read, report);
    if (!status) {
        status = fc_prediction_context_create(&context, program, &arguments, report);
        if (!status) {
            status = take_parts(&context, &arguments, point, at->n_kernels * at->n_bytes * at->n_active, report);
            fc_prediction_context_close(&context);
        }
    }
    fc_arguments_free(&arguments);
    fc_words_free(&words);
    return status;
}

static fc_status predict_with_and_without(checking *at, fc_report *report)
{
    char *path = fc_format("%s/machine.yaml", at->scratch.folder);
    fc_model_check_point *point = at->out->point;
    int n = at->out->n_read;
    fc_status status = fc_machine_write(at->machine, path, report);
    if (!status)
        status = fc_bundled_unpack_benchmark("check_program.c", at->scratch.folder, report);
    if (!status)
        status = fc_bundled_unpack_benchmark("check_kernels.h", at->scratch.folder, report);
    for (int i = 0; i < n; i++) {
        point[n + i] = point[i];
        point[i].is_read = fc_disassembly_knows_host();
    }
    if (!status)
        status = predict(at, point, report);
    if (!status)
        status = predict(at, point + n, report);
    free(path);
    return status;
}

fc_status fc_model_check_predict(fc_model_check *out, const fc_machine *machine, const char *compiler,
                                 fc_report *report)
{
    checking at = {.machine = machine, .compiler = compiler, .out = out};
    *out = (fc_model_check){0};
    take_axes(&at);
    int n = at.n_kernels * at.n_bytes * at.n_active;
    out->point = fc_allocate(2 * (size_t)n, sizeof *out->point);
    if (n == 0 || n > MOST_POINTS || !take_times(&at, out->point))
        return FC_OK;
    fc_status status = fc_scratch_open(&at.scratch, report);
    if (status)
        return status;
    out->n_read = n;
    out->n = 2 * n;
    at.nowhere = fopen("/dev/null", "w");
    status = at.nowhere
                 ? predict_with_and_without(&at, report)
                 : fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, FC_MSG_CANNOT_BE_WRITTEN, strerror(errno));
    if (at.nowhere)
        fclose(at.nowhere);
    fc_scratch_close(&at.scratch);
    return status;
}

void fc_model_check_free(fc_model_check *check)
{
    free(check->point);
    *check = (fc_model_check){0};
}
