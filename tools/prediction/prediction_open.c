/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The budget of the program slice: parts of it that take too long are measured instead.
 *
 * The first and the last point of a sweep are evaluated under method sum, for at most --budget seconds of processor
 * time each; some ranks are enough where these end early. If the last one alone takes longer, the points from the first
 * such one on are skipped. If the first one does, the loops and procedures with most steps
 * (runtime/core/step_sample.h) join the initial dynamic set (fc_program.measured): the cost program is written anew,
 * and their counts come from the profile like those of any dynamic value. Each further round has half of the time, at
 * least a quarter, and also takes places with a tenth of the steps of the round before. */
#include "tools/prediction/prediction_open.h"

#include "analyzer/memory/definitions.h"
#include "support/diagnostics.h"
#include "support/messages/evaluation.h"
#include "tools/prediction/changed_files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 8,
    SHOWN = 6 /* parts in the note */
};
static const double hot = 0.03;     /* share of the samples of the hottest place that makes a place hot in round 1 */
static const double by_round = 0.1; /* that share from one round to the next */
static const double last_s = 0.25;  /* the least time of a round, as a share of the budget */

/* One run of apply_budget(). */
typedef struct attempt {
    fc_prediction_context *context;
    const fc_arguments *arguments;
    fc_step_sample steps;
    bool is_of_arrays; /* as in fc_evaluation_budget */
    bool is_failed;    /* the last trial ended by another error, `failed` */
    fc_report failed;  /* why the trial ended otherwise */
    fc_text noted;     /* ", FILE:LINE", the further parts */
    fc_place hottest;  /* its file's name is `file` */
    char *file;
    int n_parts;
} attempt;

/* ---- the trial ---- */

/* *exceeded: the point takes more than `seconds`. Other errors are left to the command. */
static fc_status try_point(bool *exceeded, attempt *at, const fc_sweep *sweep, int index, double seconds)
{
    fc_sweep one = fc_sweep_part(sweep, index, 1);
    fc_prediction *made = NULL;
    fc_evaluation_budget budget = {.seconds = seconds, .estimates = at->n_parts == 0, .steps = &at->steps};
    at->context->budget = &budget;
    fc_status status = fc_prediction_context_predict(&made, at->context, &one, at->arguments, &at->failed);
    at->context->budget = NULL;
    fc_evaluate_free(made, status ? 0 : 1);
    *exceeded = budget.is_exceeded;
    at->is_of_arrays = budget.is_of_arrays;
    at->is_failed = status && !*exceeded;
    return status == FC_E_INTERRUPTED ? status : FC_OK;
}

/* The sweep's last point, and then its first one. */
static fc_status try_points(bool *exceeded, attempt *at, const fc_sweep *sweep, double seconds)
{
    fc_status status = try_point(exceeded, at, sweep, sweep->n_points - 1, seconds);
    if (!status && !*exceeded && sweep->n_points > 1) {
        at->steps = (fc_step_sample){0};
        status = try_point(exceeded, at, sweep, 0, seconds);
    }
    return status;
}

/* A sweep whose last point alone exceeds the budget is predicted by the slice as far as this goes: values of the slice
 * are exact, and a profile may be of another input. False: its first point exceeds the budget too. */
static fc_status keep_first_points(bool *kept, attempt *at, const fc_sweep *sweep, double seconds)
{
    bool exceeds = true, is_of_arrays = at->is_of_arrays;
    fc_step_sample hot_at_last = at->steps;
    at->steps = (fc_step_sample){0};
    fc_status status = sweep->n_points > 1 ? try_point(&exceeds, at, sweep, 0, seconds) : FC_OK;
    *kept = !status && !exceeds && !at->is_failed;
    at->steps = hot_at_last;
    at->is_of_arrays = is_of_arrays;
    if (*kept) {
        at->context->most_seconds = seconds;
        at->context->skips_failed = true;
    }
    return status;
}

/* ---- hot parts ---- */

static int compare_places(const void *a, const void *b)
{
    const fc_step_place *x = a, *y = b;
    if (x->samples != y->samples)
        return x->samples < y->samples ? 1 : -1;
    int order = strcmp(x->file ? x->file : "", y->file ? y->file : "");
    return order ? order : x->line - y->line;
}

/* The part that a step at this node belongs to: the loop, or the body of the procedure; of an array its allocation.
 * NULL: none. */
static const fc_node *part_of(const fc_node *node, bool is_of_arrays)
{
    if (is_of_arrays)
        return node->kind == FC_CALL ? node : NULL;
    if (fc_node_is_loop(node) || (node->kind == FC_BLOCK && !node->parent))
        return node;
    if (node->kind != FC_LABEL)
        return NULL;
    while (node->parent)
        node = node->parent;
    return node;
}

static bool is_measured(const fc_program *program, int node)
{
    bool found = false;
    for (int i = 0; i < program->n_measured && !found; i++)
        found = program->measured[i] == node;
    return found;
}

static void add_part(attempt *at, const fc_node *part, fc_place place)
{
    fc_program *program = at->context->program;
    program->measured = realloc(program->measured, ((size_t)program->n_measured + 1) * sizeof *program->measured);
    program->measured[program->n_measured++] = part->id;
    if (at->n_parts == 0) {
        at->file = fc_copy_string(place.file);
        at->hottest = (fc_place){at->file, place.line, 0};
    } else if (at->n_parts < SHOWN) {
        fc_text_add(&at->noted, ", %s:%d", place.file, place.line);
    }
    at->n_parts++;
}

/* Adds the parts with steps at this place to those that are measured, or the condition of a for loop that is one and
 * was executed all the same; false: they all are. */
static bool add_parts(attempt *at, const fc_step_place *step)
{
    const fc_program *program = at->context->program;
    int before = program->n_measured;
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i], *part = part_of(node, at->is_of_arrays);
        fc_place place = fc_program_place(program, node->span);
        if (part && part->kind == FC_FOR && part->child[1] && is_measured(program, part->id))
            part = part->child[1];
        if (part && place.line == step->line && place.file && strcmp(place.file, step->file) == 0 &&
            !is_measured(program, part->id))
            add_part(at, part, place);
    }
    return program->n_measured > before;
}

/* Adds the places of most steps. False: all of them are measured already. */
static bool add_hot(attempt *at, int round)
{
    fc_step_place *place = at->steps.place;
    bool added = false;
    qsort(place, FC_STEP_PLACES, sizeof *place, compare_places);
    double least = hot * pow(by_round, round - 1) * place[0].samples;
    for (int i = 0; i < FC_STEP_PLACES && place[i].file && place[i].samples >= least; i++)
        added |= add_parts(at, &place[i]);
    return added;
}

/* ---- the context, opened again ---- */

/* Reads the program again, since a profile changes it (never_executed.h). Its notes were printed before. */
static fc_status reopen(attempt *at, fc_report *report)
{
    fc_program *program = NULL, *old = at->context->program;
    int *measured = old->measured, n_measured = old->n_measured;
    fc_arguments silent = *at->arguments;
    FILE *nowhere = fopen("/dev/null", "w");
    fc_status status = fc_program_read(&program, at->arguments->operand[0], report);
    if (!status) {
        program->measured = measured;
        program->n_measured = n_measured;
        old->measured = NULL;
        fc_prediction_context_close(at->context);
        silent.errors = nowhere ? nowhere : silent.errors;
        status = fc_prediction_context_create(at->context, program, &silent, report);
    }
    if (nowhere)
        fclose(nowhere);
    return status;
}

/* The counts of the measured parts are unknown, most often. */
static fc_status fail_unmeasured(const attempt *at, fc_report *report)
{
    const char *model = at->arguments->operand[0];
    char *next = fc_format("Count it in small runs: forecost profile %s --for 'ARGUMENTS' -n RANKS. Or give --budget "
                           "more seconds; 0: no limit.",
                           model);
    fc_status status = fc_fail(report, FC_E_INPUT, at->hottest, next, FC_MSG_SLICE_PART_UNMEASURED, at->failed.text);
    free(next);
    return status;
}

static fc_status measure_hot(attempt *at, const fc_sweep *sweep, double budget, fc_report *report)
{
    bool exceeds = false, kept = false;
    fc_status status = try_points(&exceeds, at, sweep, budget);
    if (exceeds && !status)
        status = keep_first_points(&kept, at, sweep, budget);
    if (kept || status)
        return status;
    for (int round = 1; exceeds && !status && round < ROUNDS && add_hot(at, round); round++) {
        double share = 1.0 / (1 << round);
        status = reopen(at, report);
        at->steps = (fc_step_sample){0};
        if (!status)
            status = try_points(&exceeds, at, sweep, budget * (share > last_s ? share : last_s));
    }
    if (at->n_parts > 0)
        fc_diagnose(at->arguments->errors, FC_NOTE, at->hottest, FC_MSG_SLICE_OVER_BUDGET, budget, at->n_parts,
                    at->n_parts == 1 ? "" : "s", at->noted.bytes ? at->noted.bytes : "",
                    at->n_parts > SHOWN ? " and more" : "");
    const fc_step_place *most = &at->steps.place[0]; /* add_hot() has sorted them */
    if (exceeds && !status)
        return fc_fail(report, FC_E_INPUT, at->n_parts > 0 ? at->hottest : (fc_place){most->file, most->line, 0},
                       "Give --budget more seconds, or specify the cost of this part: #pragma forecost cost(expr).",
                       FC_MSG_SLICE_STAYS_OVER_BUDGET, budget);
    at->context->lacks_counts = at->n_parts > 0 && at->is_failed && !status;
    if (at->context->lacks_counts)
        return fail_unmeasured(at, report);
    return status;
}

/* Applies the budget to an opened context, which is opened again if needed. FC_E_INPUT with the place: no profile could
 * bring the slice below its budget. */
static fc_status apply_budget(fc_prediction_context *context, const fc_arguments *arguments, fc_report *report)
{
    long budget;
    fc_sweep sweep = {0};
    fc_report unused = {0};
    attempt at = {.context = context, .arguments = arguments};
    fc_status status = fc_arguments_whole(&budget, arguments, "budget", (const long[]){0, 1000000000}, report);
    if (status || budget == 0 || fc_sweep_parse(&sweep, arguments, FC_RANGE_MAX_POINTS, &unused))
        return status;
    status = measure_hot(&at, &sweep, (double)budget, report);
    fc_sweep_free(&sweep);
    fc_text_free(&at.noted);
    free(at.file);
    return status;
}

fc_status fc_prediction_open(fc_prediction_context *out, const fc_arguments *arguments, fc_report *report)
{
    fc_program *program = NULL;
    fc_status status = fc_program_read(&program, arguments->operand[0], report);
    if (status)
        return status;
    status = fc_prediction_context_create(out, program, arguments, report);
    if (!status)
        fc_changed_files_note_sources(program, arguments->operand[0], arguments->errors);
    if (!status)
        status = apply_budget(out, arguments, report);
    return status ? status : fc_prediction_context_fit(out, report);
}
