/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs benchmarks/communication.c at each rank count and fits a runtime function per operation and variant ([analyzer]
 * table 1). */
#include "machine_properties/calibration/calibrate_internal.h"

#include "machine_properties/bundled.h"
#include "machine_properties/calibration/fit_classes.h"
#include "support/messages/machine.h"
#include "support/quote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LINE_WORDS = 4,
    MOST_POINTS = 2048
};

#define TEXT_OF(name, text) text,
static const char *const fit_text[] = {FC_FIT_LIST(TEXT_OF)};

char *fc_calibrate_launch(const fc_calibration *c, const char *benchmark, int ranks, const char *arguments)
{
    static const char mark[] = "{ranks}";
    const char *launcher = c->machine->launcher, *at;
    char *here = getcwd(NULL, 0), *path = fc_format("%s/%s", c->folder, benchmark);
    fc_text command = {0};
    bool is_marked = strstr(launcher, mark) != NULL;
    fc_text_add(&command, "cd ");
    fc_quote_shell(&command, here ? here : ".");
    fc_text_add(&command, " && ");
    for (; (at = strstr(launcher, mark)); launcher = at + sizeof mark - 1)
        fc_text_add(&command, "%.*s%d", (int)(at - launcher), launcher, ranks);
    fc_text_add(&command, "%s", launcher);
    if (!is_marked)
        fc_text_add(&command, " -n %d", ranks);
    fc_text_add(&command, " ");
    fc_quote_shell(&command, path);
    fc_text_add(&command, " %s", arguments);
    free(here);
    free(path);
    return fc_text_take(&command);
}

static int rounds_of(const fc_calibration *c)
{
    return c->options->quick ? 5 : 15;
}

/* Measures what the journal lacks at one rank count. Transfers between two ranks are measured once per variant. */
static fc_status measure(fc_calibration *c, int ranks, fc_report *report)
{
    char stage[64], *printed = NULL;
    int total, done = fc_journal_steps_done(c, ranks, &total);
    if (done > 0 && done == total)
        return FC_OK;
    fc_text files = {0};
    if (c->options->files)
        fc_quote_shell(&files, c->options->files);
    int most[FC_N_VARIANTS];
    fc_journal_max_ranks(most, c, ranks);
    char *arguments = fc_format("%d %d %d %d %d %d %s", rounds_of(c), 4 << 20, done, most[FC_VARIANT_ANY],
                                most[FC_VARIANT_INTRA], most[FC_VARIANT_INTER], files.bytes ? files.bytes : "");
    char *command = fc_calibrate_launch(c, "communication", ranks, arguments);
    snprintf(stage, sizeof stage, "communication, %d ranks", ranks);
    c->stage = stage;
    c->step = fc_journal_add;
    fc_status status = fc_benchmark_run(&printed, c, command, report);
    c->stage = "";
    c->step = NULL;
    done = fc_journal_steps_done(c, ranks, &total);
    if (!status && (done == 0 || done < total))
        status =
            fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Run another MPI program with this launcher to check it.",
                    FC_MSG_COMMUNICATION_BENCHMARK_ENDED_AFTER_OPERATIONS, done, total, command);
    free(printed);
    free(command);
    free(arguments);
    fc_text_free(&files);
    return status;
}

/* First line of the journal: a hash of all that determines the measurement. */
static FC_GIVE char *journal_head(const fc_calibration *c)
{
    static const char *const sources[] = {"benchmarks/communication.c", "benchmarks/mpi_operations.h"};
    fc_text text = {0};
    char key[33];
    fc_text_add(&text, "%s\n%s\n%d\n%s\n", c->machine->mpi_compiler, c->machine->launcher, rounds_of(c),
                c->options->files ? c->options->files : "");
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        const fc_bundled_file *source = fc_bundled_find(sources[i]);
        if (source)
            fc_text_append(&text, source->bytes, source->length);
    }
    fc_content_key(key, text.bytes, text.length);
    fc_text_free(&text);
    return fc_format("forecost calibration %s %.100s", key, c->machine->launcher);
}

/* Points of one operation. Samples of the current rank count are collected and then moved to the machine. */
typedef struct points {
    fc_fit_point point[MOST_POINTS];
    int n;
    double at[128];
    double *seconds;
    int n_at, n_seconds, ranks;
} points;

static void flush_series(fc_machine *machine, points *p, const char *name)
{
    char of[96];
    fc_samples series = {
        .at = p->at, .seconds = p->seconds, .n_at = (unsigned)p->n_at, .n_seconds = (unsigned)p->n_seconds};
    snprintf(of, sizeof of, "communication %s %d", name, p->ranks);
    if (p->n_at > 0)
        fc_machine_add_samples(machine, of, &series);
    p->n_at = p->n_seconds = 0;
}

static bool take_line(fc_machine *machine, points *p, const char *name, const fc_benchmark_line *line)
{
    int ranks = atoi(line->word[1]);
    if (ranks != p->ranks)
        flush_series(machine, p, name);
    p->ranks = ranks;
    double bytes = atof(line->word[2]);
    bool is_next = bytes >= 0 && bytes < 1e12 && (p->n_at == 0 || bytes > p->at[p->n_at - 1]);
    if (p->n == MOST_POINTS || p->n_at == 128 || ranks < 2 || !is_next)
        return false;
    fc_location time = fc_fit_locate(line->sample, line->n_samples);
    p->point[p->n++] = (fc_fit_point){ranks, bytes, time.value, time.spread};
    p->at[p->n_at++] = bytes;
    p->seconds = realloc(p->seconds, sizeof(double) * (size_t)(p->n_seconds + line->n_samples));
    if (!p->seconds)
        return false;
    memcpy(p->seconds + p->n_seconds, line->sample, sizeof(double) * (size_t)line->n_samples);
    p->n_seconds += line->n_samples;
    return true;
}

static fc_status refuse_line(const fc_calibration *c, const char *line, fc_report *report)
{
    const char *journal = c->options->journal;
    char *next = journal ? fc_format("Remove %s and calibrate again.", journal) : fc_copy_string("Calibrate again.");
    size_t length = strcspn(line, "\n");
    fc_status status = fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, next,
                               FC_MSG_UNEXPECTED_OUTPUT_COMMUNICATION_BENCHMARK, length > 60 ? 60 : (int)length, line);
    free(next);
    return status;
}

/* Suffix of an operation's name in the benchmark's output for a variant: "@intra". */
static const char *mark_of(fc_variant variant)
{
#define MARK_OF(name, text) "@" text,
    static const char *const mark[] = {FC_VARIANT_LIST(MARK_OF)};
#undef MARK_OF
    return variant == FC_VARIANT_ANY ? "" : mark[variant];
}

/* Whether the line, "bcast@intra 2 8 ...", belongs to the operation and variant. */
static bool is_marked(const char *line, const char *operation, fc_variant variant)
{
    size_t length = strlen(operation), mark = strlen(mark_of(variant));
    return strncmp(line, operation, length) == 0 && strncmp(line + length, mark_of(variant), mark) == 0 &&
           line[length + mark] == ' ';
}

/* An operation of the benchmark's output, the fit that uses it, the variant measured and the one it is stored as. */
typedef struct series {
    const char *operation;
    fc_fit fit;
    fc_variant as, measured;
} series;

static const char *after_line(const char *at)
{
    at += strcspn(at, "\n");
    return at + (*at == '\n');
}

/* All points of the series; the samples go to the machine. */
static fc_status collect(fc_calibration *c, points *p, const series *of, fc_report *report)
{
    char *name = fc_format("%s%s", of->operation, mark_of(of->as));
    fc_status status = FC_OK;
    for (const char *at = fc_journal_lines(c); status == FC_OK && *at; at = after_line(at)) {
        fc_benchmark_line line;
        /* Whether the line belongs to the series. For MPI-IO the variant is ignored, since the folder belongs to no
         * node. */
        bool is_it = false;
        for (int v = 0; v < FC_N_VARIANTS; v++)
            is_it |=
                (v == (int)of->measured || of->fit >= FC_FIT_FILE_OPEN) && is_marked(at, of->operation, (fc_variant)v);
        if (is_it && (!fc_benchmark_line_parse(&line, at, LINE_WORDS, 1) || !take_line(c->machine, p, name, &line)))
            status = refuse_line(c, at, report);
    }
    flush_series(c->machine, p, name);
    free(name);
    return status;
}

static fc_status fit_one(fc_calibration *c, const series *of, fc_report *report)
{
    fc_machine *machine = c->machine;
    points *p = fc_allocate(1, sizeof *p);
    fc_status status = collect(c, p, of, report);
    const fc_runtime_function *single = &machine->coefficients.communication[of->as][FC_FIT_SINGLE];
    fc_fit_target target = {of->fit, single->n_segments > 0 ? single : NULL, of->as};
    if (status == FC_OK && p->n > 0)
        status = fc_fit_operation(&machine->coefficients, &machine->is_assumed[of->as][of->fit], &target,
                                  (fc_fit_points){p->point, p->n}, report);
    free(p->seconds);
    free(p);
    return status;
}

/* Widens the error of single transfers by messages of bytes that no rank writes: the source does not show in which
 * cache the bytes of a message are. */
static fc_status widen_single(fc_calibration *c, fc_variant as, fc_variant measured, fc_report *report)
{
    points *p = fc_allocate(1, sizeof *p);
    fc_status status = collect(c, p, &(series){"single_kept", FC_FIT_SINGLE, as, measured}, report);
    if (status == FC_OK)
        fc_fit_widen(&c->machine->coefficients.communication[as][FC_FIT_SINGLE], p->point, p->n);
    free(p->seconds);
    free(p);
    return status;
}

static bool has_variant(const fc_calibration *c, fc_variant variant)
{
    for (const char *at = fc_journal_lines(c); *at; at = after_line(at))
        if (is_marked(at, fit_text[FC_FIT_BARRIER], variant))
            return true;
    return false;
}

/* If only one placement occurred, its functions are stored as the variant `any`. MPI-IO always has the variant `any`.
 */
static fc_status fit_all(fc_calibration *c, fc_report *report)
{
    fc_status status = FC_OK;
    bool has[FC_N_VARIANTS];
    int n = 0;
    for (int v = 0; v < FC_N_VARIANTS; v++)
        n += has[v] = has_variant(c, (fc_variant)v);
    for (int v = 0; v < FC_N_VARIANTS; v++) {
        fc_variant measured = (fc_variant)v, as = n > 1 ? measured : FC_VARIANT_ANY;
        for (int k = 0; k < FC_FIT_FILE_OPEN && status == FC_OK && has[v]; k++)
            status = fit_one(c, &(series){fit_text[k], (fc_fit)k, as, measured}, report);
        if (status == FC_OK && has[v])
            status = widen_single(c, as, measured, report);
    }
    for (int k = FC_FIT_FILE_OPEN; k < FC_N_FITS && status == FC_OK; k++)
        status = fit_one(c, &(series){fit_text[k], (fc_fit)k, FC_VARIANT_ANY, FC_VARIANT_ANY}, report);
    return status;
}

/* The eager limit between ranks of any placement, or of the only one. */
static fc_status take_eager_limit(fc_calibration *c, fc_report *report)
{
    static const char name[] = "eager";
    for (const char *at = fc_journal_lines(c); *at; at = after_line(at)) {
        fc_benchmark_line line;
        bool is_any = strncmp(at, name, sizeof name - 1) == 0 && at[sizeof name - 1] == ' ';
        if (strncmp(at, name, sizeof name - 1) != 0 || (c->machine->coefficients.eager_bytes > 0 && !is_any))
            continue;
        if (!fc_benchmark_line_parse(&line, at, LINE_WORDS, 1) || !(atof(line.word[2]) >= 1))
            return refuse_line(c, at, report);
        c->machine->coefficients.eager_bytes = atof(line.word[2]);
    }
    return FC_OK;
}

fc_status fc_calibrate_communication(fc_calibration *c, fc_report *report)
{
    char *head = journal_head(c);
    head[strcspn(head, "\n")] = '\0';
    fc_status status = fc_journal_open(c, head, report);
    if (!status)
        status = fc_benchmark_build(c, "communication", c->machine->mpi_compiler, report);
    for (int i = 0; i < c->options->n_ranks && !status; i++)
        status = measure(c, (int)c->options->ranks[i], report);
    if (!status)
        status = fit_all(c, report);
    if (!status)
        status = take_eager_limit(c, report);
    if (!status) {
        /* Raises the number of cores to the number of ranks that shared a node. */
        fc_machine *machine = c->machine;
        const fc_runtime_function *barrier = &machine->coefficients.communication[FC_VARIANT_INTRA][FC_FIT_BARRIER];
        if (barrier->n_segments > 0 && barrier->high_ranks > machine->coefficients.cores)
            machine->coefficients.cores = (int)barrier->high_ranks;
    }
    free(head);
    return status;
}
