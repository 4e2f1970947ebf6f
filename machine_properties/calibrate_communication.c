/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibrate_run.h"

#include "machine_properties/fit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_WORDS = 4,
    MOST_POINTS = 2048
};

#define TEXT_OF(name, text) text,
static const char *const fit_text[] = {FC_FIT_LIST(TEXT_OF)};

/* The launcher's command with every "{ranks}" replaced; without one the number goes behind " -n ". */
static char *launch(const char *launcher, int ranks, const char *program)
{
    static const char mark[] = "{ranks}";
    fc_text command = {0};
    const char *at;
    bool is_marked = strstr(launcher, mark) != NULL;
    for (; (at = strstr(launcher, mark)); launcher = at + sizeof mark - 1)
        fc_text_add(&command, "%.*s%d", (int)(at - launcher), launcher, ranks);
    fc_text_add(&command, "%s", launcher);
    if (!is_marked)
        fc_text_add(&command, " -n %d", ranks);
    fc_text_add(&command, " %s", program);
    return fc_text_take(&command);
}

fc_status fc_calibrate_communication(fc_calibration *c, int ranks, fc_text *output, fc_report *report)
{
    char stage[64], *printed = NULL;
    const char *launcher = c->options->launcher ? c->options->launcher : "mpirun -n {ranks}";
    char *program = fc_format("./communication %d %d", c->options->quick ? 5 : 15, 4 << 20);
    char *command = launch(launcher, ranks, program);
    snprintf(stage, sizeof stage, "communication, %d ranks", ranks);
    c->stage = stage;
    fc_status status = fc_bench_run(&printed, c, command, report);
    if (status == FC_OK)
        fc_text_add(output, "%s", printed);
    c->stage = "";
    free(printed);
    free(command);
    free(program);
    return status;
}

/* The points of one operation, and their samples kept in the machine a rank count a series. */
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

static bool take_line(fc_machine *machine, points *p, const fc_bench_line *line)
{
    int ranks = atoi(line->word[1]);
    if (ranks != p->ranks)
        flush_series(machine, p, line->word[0]);
    p->ranks = ranks;
    if (p->n == MOST_POINTS || p->n_at == 128 || ranks < 2)
        return false;
    double bytes = atof(line->word[2]);
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

static fc_status fit_one(fc_machine *machine, fc_fit which, const char *output, fc_report *report)
{
    points *p = fc_allocate(1, sizeof *p);
    fc_status status = FC_OK;
    size_t length = strlen(fit_text[which]);
    for (const char *at = output; status == FC_OK && *at; at += strcspn(at, "\n"), at += *at == '\n') {
        fc_bench_line line;
        if (strncmp(at, fit_text[which], length) != 0 || at[length] != ' ')
            continue;
        if (!fc_bench_line_parse(&line, at, LINE_WORDS, 1) || !take_line(machine, p, &line))
            status = fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Calibrate again.",
                             "the communication benchmark printed \"%.60s\"", at);
    }
    if (status == FC_OK && p->n > 0)
        status = fc_fit_runtime_function(&machine->coefficients.communication[which], &machine->is_assumed[which],
                                         which, p->point, p->n, report);
    flush_series(machine, p, fit_text[which]);
    free(p->seconds);
    free(p);
    return status;
}

fc_status fc_calibrate_fit_communication(fc_calibration *c, const char *output, fc_report *report)
{
    fc_status status = FC_OK;
    for (int k = 0; k < FC_N_FITS && status == FC_OK; k++)
        status = fit_one(c->machine, (fc_fit)k, output, report);
    return status;
}
