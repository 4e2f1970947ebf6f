/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/compare/comparison.h"

#include "support/path.h"
#include "tools/output/table.h"
#include "tools/prediction/prediction_open.h"
#include "tools/prediction/usable_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- contenders ---- */

/* "row" of "build/row.fc". */
static FC_GIVE char *short_name(const char *path)
{
    const char *name = fc_path_name(path);
    size_t length = strlen(name);
    if (length > 3 && strcmp(name + length - 3, ".fc") == 0)
        length -= 3;
    return fc_format("%.*s", (int)length, name);
}

/* The command line with one operand and one machine. */
static fc_arguments single_command_line(const fc_arguments *arguments, int operand, const char *machine,
                                        fc_given_option *given)
{
    fc_arguments one = *arguments;
    one.operand = &arguments->operand[operand];
    one.n_operands = 1;
    one.given = given;
    one.n_given = 0;
    for (int i = 0; i < arguments->n_given; i++) {
        bool is_machine = strcmp(arguments->given[i].option->name, "machine") == 0;
        if (!is_machine || strcmp(arguments->given[i].value, machine) == 0)
            given[one.n_given++] = arguments->given[i];
    }
    return one;
}

/* Prints the notes that `printed` does not hold yet, and adds them to it. Indented lines continue a note. */
static void print_new_notes(FILE *errors, fc_text *printed, const char *notes)
{
    while (*notes) {
        const char *end = notes;
        do {
            end += strcspn(end, "\n");
            end += *end == '\n';
        } while (*end == ' ');
        char *note = fc_format("%.*s", (int)(end - notes), notes);
        if (!printed->length || !strstr(printed->bytes, note)) {
            fputs(note, errors);
            fc_text_add(printed, "%s", note);
        }
        free(note);
        notes = end;
    }
}

/* Opens a contender; a note that several contenders have in common is printed once. */
static fc_status open_context(fc_prediction_context *out, const fc_arguments *arguments,
                              const fc_comparison_source *source, fc_report *report)
{
    char *notes = NULL;
    size_t length = 0;
    fc_arguments noted = *arguments;
    noted.errors = open_memstream(&notes, &length);
    if (!noted.errors)
        return fc_prediction_open(out, arguments, report);
    fc_status status = fc_prediction_open(out, &noted, report);
    if (!status)
        fc_prediction_context_note(out, source->sweep, noted.errors);
    fclose(noted.errors);
    print_new_notes(arguments->errors, source->printed, notes);
    free(notes);
    return status;
}

static fc_status open_contender(fc_compared_program *out, const fc_arguments *arguments,
                                const fc_comparison_source *source, fc_report *report)
{
    fc_status status = open_context(&out->context, arguments, source, report);
    out->context.skips_failed = true;
    return status ? status
                  : fc_prediction_context_predict(&out->prediction, &out->context, source->sweep, arguments, report);
}

/* Leaves out the numbers of ranks at which a contender is not usable. */
static fc_status keep_usable(fc_comparison *comparison, FILE *errors, fc_report *report)
{
    const fc_sweep sweep = *comparison->sweep;
    bool *usable = fc_allocate((size_t)sweep.ranks.n, sizeof *usable);
    fc_status status = FC_OK;
    memset(usable, true, (size_t)sweep.ranks.n);
    for (int i = 0; i < comparison->n && !status; i++) {
        /* Warns of the points that are not usable, and clears their numbers of ranks. */
        const fc_compared_program *contender = &comparison->contender[i];
        bool *early = fc_allocate((size_t)sweep.n_points, sizeof *early);
        fc_usable_points_find_early(early, contender->prediction, &sweep);
        fc_usable_points_warn(contender->prediction, early, &sweep, errors);
        fc_usable_points_mark(usable, contender->prediction, &sweep);
        free(early);
        status = fc_usable_points_check(usable, contender->prediction, &sweep, report);
    }
    if (!status) {
        for (int i = 0; i < comparison->n; i++)
            fc_usable_points_keep(comparison->contender[i].prediction, &sweep, usable);
        *comparison->sweep = fc_usable_points_sweep(&sweep, usable);
        comparison->owns_ranks = true;
    }
    free(usable);
    return status;
}

/* ---- crossovers ---- */

/* The data of times_at(): one set of parameters. */
typedef struct search {
    fc_comparison *comparison;
    const fc_arguments *arguments;
    int set;
} search;

/* A sweep of one set of parameters over other numbers of ranks. */
typedef struct other_ranks {
    fc_sweep sweep;
    fc_range *range;
    double *value;
} other_ranks;

/* One contender on other numbers of ranks. */
typedef struct contender_ranks {
    int contender;
    const int *ranks;
    int n;
} contender_ranks;

static fc_status predict_at(fc_prediction **out, const search *of, contender_ranks place, fc_report *report)
{
    int n = place.n;
    double *value = fc_allocate((size_t)n, sizeof *value);
    for (int i = 0; i < n; i++)
        value[i] = place.ranks[i];
    const fc_sweep *sweep = of->comparison->sweep;
    size_t width = (size_t)sweep->n_parameters;
    other_ranks other = {*sweep, fc_allocate(width, sizeof *other.range), fc_allocate(width, sizeof *other.value)};
    fc_sweep_values(other.value, sweep, of->set * sweep->ranks.n);
    for (size_t i = 0; i < width; i++)
        other.range[i] = (fc_range){&other.value[i], 1};
    other.sweep.range = other.range;
    other.sweep.ranks = (fc_range){value, n};
    other.sweep.first = 0;
    other.sweep.n_points = n;
    fc_status status = fc_prediction_context_predict(out, &of->comparison->contender[place.contender].context,
                                                     &other.sweep, of->arguments, report);
    free(other.range);
    free(other.value);
    free(value);
    return status;
}

static fc_status times_at(void *data, const int *ranks, int n_ranks, double *time, fc_report *report)
{
    const search *of = data;
    int n = of->comparison->n;
    fc_status status = FC_OK;
    for (int c = 0; c < n && !status; c++) {
        fc_prediction *prediction = NULL;
        status = predict_at(&prediction, of, (contender_ranks){c, ranks, n_ranks}, report);
        for (int i = 0; i < n_ranks; i++)
            time[i * n + c] = status || prediction[i].failure ? NAN : prediction[i].totals.time_s;
        fc_evaluate_free(prediction, status ? 0 : n_ranks);
        status = status == FC_E_INPUT ? FC_OK : status;
    }
    return status;
}

static fc_status add_crossing(const search *of, int low, int high, fc_report *report)
{
    fc_comparison *comparison = of->comparison;
    fc_comparison_crossing crossing = {.set = of->set};
    fc_crossover_question question = {times_at, (void *)of, comparison->n, low, high, 0};
    fc_status status = fc_crossover_find(&crossing.crossover, &question, report);
    const int sides[] = {crossing.crossover.from, crossing.crossover.to};
    for (int i = 0; i < 2 && !status; i++)
        status =
            predict_at(&crossing.prediction[i], of, (contender_ranks){sides[i], &crossing.crossover.ranks, 1}, report);
    comparison->crossing = fc_grow(comparison->crossing, &comparison->crossing_capacity, comparison->n_crossings + 1,
                                   sizeof *comparison->crossing);
    comparison->crossing[comparison->n_crossings++] = crossing;
    return status;
}

static fc_status find_crossings(fc_comparison *comparison, const fc_arguments *arguments, fc_report *report)
{
    const fc_sweep *sweep = comparison->sweep;
    fc_status status = FC_OK;
    for (int i = 1; i < sweep->n_points && !status; i++) {
        search of = {comparison, arguments, i / sweep->ranks.n};
        bool clear;
        if (i % sweep->ranks.n != 0 &&
            fc_comparison_winner(comparison, i - 1, &clear) != fc_comparison_winner(comparison, i, &clear))
            status = add_crossing(&of, fc_sweep_ranks(sweep, i - 1), fc_sweep_ranks(sweep, i), report);
    }
    return status;
}

fc_status fc_comparison_create(fc_comparison *out, const fc_comparison_source *source, fc_report *report)
{
    const fc_arguments *arguments = source->arguments;
    fc_comparison made = {.sweep = fc_allocate(1, sizeof *made.sweep), .n = arguments->n_operands};
    fc_given_option *given = fc_allocate((size_t)arguments->n_given, sizeof *given);
    fc_status status = FC_OK;
    *made.sweep = *source->sweep;
    made.contender = fc_allocate((size_t)made.n, sizeof *made.contender);
    for (int i = 0; i < made.n; i++) {
        bool is_alone = true;
        for (int k = 0; k < made.n; k++)
            is_alone &= k == i || strcmp(fc_path_name(arguments->operand[i]), fc_path_name(arguments->operand[k])) != 0;
        made.contender[i].name = is_alone ? short_name(arguments->operand[i]) : fc_copy_string(arguments->operand[i]);
    }
    for (int i = 0; i < made.n && !status; i++) {
        fc_arguments one = single_command_line(arguments, i, source->machine, given);
        status = open_contender(&made.contender[i], &one, source, report);
    }
    if (!status)
        status = keep_usable(&made, arguments->errors, report);
    if (!status)
        status = find_crossings(&made, arguments, report);
    free(given);
    if (status)
        fc_comparison_free(&made);
    else
        *out = made;
    return status;
}

void fc_comparison_free(fc_comparison *comparison)
{
    for (size_t i = 0; i < comparison->n_crossings; i++)
        for (int k = 0; k < 2; k++)
            fc_evaluate_free(comparison->crossing[i].prediction[k], 1);
    for (int i = 0; i < comparison->n; i++) {
        fc_compared_program *contender = &comparison->contender[i];
        fc_evaluate_free(contender->prediction, contender->prediction ? comparison->sweep->n_points : 0);
        fc_prediction_context_close(&contender->context);
        free(contender->name);
    }
    if (comparison->owns_ranks)
        free(comparison->sweep->ranks.value);
    free(comparison->sweep);
    free(comparison->contender);
    free(comparison->crossing);
    *comparison = (fc_comparison){0};
}

/* ---- winners and reasons ---- */

const char *fc_comparison_machine(const fc_comparison *comparison)
{
    return comparison->contender[0].context.machine->coefficients.name;
}

int fc_comparison_winner(const fc_comparison *comparison, int index, bool *clear)
{
    double *time = fc_allocate((size_t)comparison->n, sizeof *time);
    for (int i = 0; i < comparison->n; i++)
        time[i] = comparison->contender[i].prediction[index].totals.time_s;
    int winner = fc_crossover_winner(time, comparison->n);
    free(time);
    *clear = true;
    for (int i = 0; i < comparison->n; i++)
        if (i != winner && comparison->contender[i].prediction[index].totals.low_s <=
                               comparison->contender[winner].prediction[index].totals.high_s)
            *clear = false;
    return winner;
}

/* The communication place, or else the computation place, that takes longest; NULL: there is none. */
static const fc_prediction_place *longest_place(const fc_prediction *prediction, bool communicates)
{
    for (int i = 0; i < prediction->n_by; i++)
        if (prediction->by[i].is_communication == communicates)
            return &prediction->by[i];
    return NULL;
}

void fc_comparison_reason(fc_text *out, const fc_comparison *comparison, const fc_comparison_crossing *crossing)
{
    const char *loser = comparison->contender[crossing->crossover.from].name;
    const char *winner = comparison->contender[crossing->crossover.to].name;
    const fc_prediction *slow = crossing->prediction[0], *fast = crossing->prediction[1];
    double communication =
        slow->totals.communication_s + slow->totals.wait_s - fast->totals.communication_s - fast->totals.wait_s;
    double rest = slow->totals.time_s - fast->totals.time_s - communication;
    bool communicates = communication >= rest;
    double more = communicates ? communication : rest, other = communicates ? rest : communication;
    const fc_prediction_place *by = longest_place(slow, communicates);
    fc_text_add(out, "%s's %s takes ", loser, communicates ? "communication" : "computation");
    fc_table_seconds(out, more, 3);
    fc_text_add(out, " longer than %s's", winner);
    if (by)
        fc_text_add(out, " (most in %s, %s:%d)", by->operation ? by->operation : by->function, fc_path_name(by->file),
                    by->line);
    if (other < 0)
        fc_text_add(out, ", more than the ");
    else
        fc_text_add(out, ", and its %s ", communicates ? "computation" : "communication");
    fc_table_seconds(out, fabs(other), 3);
    if (other < 0)
        fc_text_add(out, " that its %s saves", communicates ? "computation" : "communication");
    else
        fc_text_add(out, " longer too");
}
