/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/evaluate.h"

#include "runtime/host/evaluate_child.h"
#include "support/messages/evaluation.h"
#include "support/text.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_by(const void *a, const void *b)
{
    const fc_prediction_place *x = a, *y = b;
    if (x->time_s != y->time_s)
        return x->time_s < y->time_s ? 1 : -1;
    return x->line - y->line;
}

static fc_prediction_place by_of(const fc_evaluation_work *w, int item, const fc_evaluation_record *from)
{
    const fc_cost_program *program = w->evaluation->program;
    fc_prediction_place by = {.item = item,
                              .time_s = from->value[item],
                              .messages = from->value[w->n_items + item],
                              .bytes = from->value[2 * w->n_items + item]};
    if (item < program->n_regions) {
        const fc_region *region = &program->region[item];
        by.file = region->file, by.line = region->line, by.function = region->function;
        return by;
    }
    const fc_site *site = &program->site[item - program->n_regions];
    by.file = site->file, by.line = site->line, by.function = site->function;
    by.operation = site->operation;
    by.is_communication = strncmp(site->operation, "MPI_", 4) == 0;
    return by;
}

static void take_record(const fc_evaluation_work *w, const fc_evaluation_record *from, fc_prediction *out)
{
    out->totals = from->totals;
    out->slowest_rank = from->slowest_rank;
    out->ranks_evaluated = from->ranks_evaluated;
    out->unmatched = from->unmatched;
    out->classes = from->classes;
    out->apart = from->apart;
    out->parameter = fc_allocate((size_t)w->n_parameters, sizeof(double));
    memcpy(out->parameter, from->value + 3 * w->n_items, (size_t)w->n_parameters * sizeof(double));
    out->probe = fc_allocate((size_t)w->n_probes, sizeof(double));
    memcpy(out->probe, from->value + 3 * w->n_items + w->n_parameters, (size_t)w->n_probes * sizeof(double));
    out->by = fc_allocate((size_t)w->n_items, sizeof *out->by);
    for (int i = 0; i < w->n_items; i++)
        if (from->value[i] > 0 || from->value[w->n_items + i] > 0)
            out->by[out->n_by++] = by_of(w, i, from);
    qsort(out->by, (size_t)out->n_by, sizeof *out->by, compare_by);
}

static fc_status report_ending(const fc_ending *ending, const fc_point *point, fc_report *report)
{
    const char *next = ending->next[0] ? ending->next : NULL;
    return fc_fail(report, FC_E_INPUT, (fc_place){ending->file, ending->line, 0}, next, FC_MSG_EVALUATION_ENDED,
                   ending->what, point->ranks, point->ranks == 1 ? "" : "s");
}

/* Reports an unknown parameter, with the known ones. */
static fc_status refuse_name(const fc_cost_program *program, const char *name, fc_report *report)
{
    fc_text next = {0};
    fc_text_add(&next, "Its parameters are:");
    for (int i = 0; i < program->n_parameters; i++)
        fc_text_add(&next, "%s %s", i > 0 ? "," : "", program->parameter[i]);
    fc_status status =
        fc_fail(report, FC_E_USAGE, FC_NOWHERE,
                program->n_parameters > 0 ? next.bytes : "It has none: it reads no numbers from its arguments.",
                FC_MSG_D_NO_PARAMETER_NAME, name, program->name);
    fc_text_free(&next);
    return status;
}

static fc_status check_points(const fc_evaluation *e, const fc_point *points, int n_points, fc_report *report)
{
    int index;
    for (int i = 0; i < n_points; i++) {
        if (points[i].ranks < 1)
            return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give -n a number of 1 or more.",
                           FC_MSG_INVALID_NUMBER_RANKS, points[i].ranks);
        for (int k = 0; k < points[i].n_overrides; k++)
            if (!fc_evaluate_child_parameter(&index, e->program, &points[i].override[k]))
                return refuse_name(e->program, points[i].override[k].name, report);
    }
    return FC_OK;
}

/* A failed point: skipped with its report, or the end of the evaluation. */
static fc_status take_failure(const fc_evaluation_work *w, int point, const fc_report *failure, fc_prediction *out,
                              fc_report *report)
{
    if (!w->evaluation->skips_failed || failure->status != FC_E_INPUT) {
        if (report)
            *report = *failure;
        return failure->status;
    }
    out[point].ranks = w->points[point].ranks;
    out[point].failure = fc_copy_string(failure->text);
    out[point].parameter = fc_allocate((size_t)w->n_parameters, sizeof(double));
    for (int i = 0; i < w->n_parameters; i++)
        out[point].parameter[i] = NAN;
    return FC_OK;
}

/* After a point that took too long, the others would too: they are skipped. */
static void take_waiting(const fc_evaluation_work *w, int point, fc_prediction *out)
{
    fc_report failure = {0};
    for (int i = point + 1; i < w->n_points; i++) {
        fc_fail(&failure, FC_E_INPUT, FC_NOWHERE, NULL, FC_MSG_POINT_NOT_EVALUATED, w->points[point].ranks);
        take_failure(w, i, &failure, out, NULL);
    }
}

/* A text that child `child` gives by its address; NULL: none of the program's. */
static const char *own_text(void *data, int child, const char *text)
{
    const fc_evaluation_work *w = data;
    const fc_shared_object *object = w->evaluation->object;
    return object && text ? fc_shared_object_text(object, w->base[child], text) : text;
}

/* What the child that evaluated the point wrote is numbers and texts; it may have written anything. */
static void check_record(const fc_evaluation_work *w, int point, fc_evaluation_record *into)
{
    int child = (point - w->begun) % w->children, n_sites = w->evaluation->program->n_sites;
    into->ending.file = own_text((void *)w, child, into->ending.file);
    into->apart.file = own_text((void *)w, child, into->apart.file);
    into->unmatched.file = own_text((void *)w, child, into->unmatched.file);
    into->unmatched.operation = own_text((void *)w, child, into->unmatched.operation);
    into->totals.negative.file = own_text((void *)w, child, into->totals.negative.file);
    into->totals.input_end.file = own_text((void *)w, child, into->totals.input_end.file);
    into->totals.input_end.what = own_text((void *)w, child, into->totals.input_end.what);
    into->totals.input_end.message = own_text((void *)w, child, into->totals.input_end.message);
    into->ending.what[sizeof into->ending.what - 1] = '\0';
    into->ending.next[sizeof into->ending.next - 1] = '\0';
    into->classes.why[sizeof into->classes.why - 1] = '\0';
    for (int i = 0; i < FC_N_ASSUMPTIONS; i++)
        if (into->totals.assumed[i] < 0 || into->totals.assumed[i] > n_sites)
            into->totals.assumed[i] = 0;
}

/* Takes the records of points first ... last - 1. */
static fc_status take_records(const fc_evaluation_work *w, int first, int last, fc_prediction *out, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = first; i < last && !status; i++) {
        fc_evaluation_record *from = fc_evaluate_child_record(w, i);
        fc_report failure = {0};
        check_record(w, i, from);
        if (from->ending.end != FC_END_DONE) {
            report_ending(&from->ending, &w->points[i], &failure);
            if (w->evaluation->ended && *w->evaluation->ended == FC_END_DONE)
                *w->evaluation->ended = from->ending.end;
            status = take_failure(w, i, &failure, out, report);
            continue;
        }
        out[i].ranks = w->points[i].ranks;
        take_record(w, from, &out[i]);
    }
    return status;
}

/* Whether the first point of an evaluation with a budget exceeded it, after its record was taken. */
static void note_budget(const fc_evaluation_work *w, const fc_isolate_end *end)
{
    fc_evaluation_budget *budget = w->evaluation->budget;
    const fc_ending *ending = &fc_evaluate_child_record(w, w->first)->ending;
    budget->is_of_arrays = !end->timed_out && ending->end == FC_END_MEMORY;
    budget->is_exceeded = end->timed_out || budget->is_of_arrays;
    *budget->steps = *w->steps;
    for (int i = 0; i < FC_STEP_PLACES; i++)
        budget->steps->place[i].file = own_text((void *)w, 0, budget->steps->place[i].file);
    if (budget->is_of_arrays)
        *budget->steps = (fc_step_sample){.place = {{ending->file, ending->line, 1}}};
}

/* Evaluates points first ... last - 1, whose records fit the shared memory. The children begin again after a point at
 * which one of them failed. */
static fc_status evaluate_chunk(fc_evaluation_work *w, const fc_isolate *how, int first, int last, fc_prediction *out,
                                fc_report *report)
{
    fc_status status = FC_OK;
    w->first = first;
    for (w->begun = first; w->begun < last && !status;) {
        fc_report failure = {0};
        fc_isolate_end end;
        memset(fc_evaluate_child_record(w, w->begun), 0, w->record_size * (size_t)(last - w->begun));
        fc_status ran = fc_isolate_run(how, w->begun, last, &end, &failure);
        int reached = w->begun + end.reached;
        status = take_records(w, w->begun, reached, out, report);
        if (!status && ran)
            status = take_failure(w, reached, &failure, out, report);
        if (w->steps)
            note_budget(w, &end);
        if (!status && end.timed_out)
            take_waiting(w, reached, out);
        w->begun = end.timed_out ? w->n_points + 1 : reached + 1;
    }
    return status;
}

/* With skips_failed: the error of the first point, if none could be evaluated. */
static fc_status check_some(const fc_prediction *made, int n_points, fc_report *report)
{
    for (int i = 0; i < n_points; i++)
        if (!made[i].failure)
            return FC_OK;
    if (n_points > 0 && report) {
        report->status = FC_E_INPUT;
        snprintf(report->text, sizeof report->text, "%s", made[0].failure);
    }
    return n_points > 0 ? FC_E_INPUT : FC_OK;
}

/* The number of ranks to evaluate at the first n points: a measure of work. */
static double work_of(const fc_evaluation_work *w, int n)
{
    double all = 0;
    for (int i = 0; i < n; i++)
        all += fc_evaluate_child_ranks(w, i);
    return all;
}

/* Whether the program slice contains loops, which execute at every point. */
static bool runs_loops(const fc_cost_program *program)
{
    for (int i = 0; i < program->n_regions; i++)
        if (program->region_origin[i] == FC_ORIGIN_EXECUTED)
            return true;
    return false;
}

/* The number of children: one a core, if the work exceeds the cost of starting them. */
static int children_of(const fc_evaluation_work *w)
{
    enum {
        WORTH_A_CHILD = 10000
    };
    int most = w->evaluation->budget ? 1 : w->evaluation->children;
    double worth = runs_loops(w->evaluation->program) ? w->n_points : work_of(w, w->n_points) / WORTH_A_CHILD;
    cpu_set_t cores;
    if (most <= 0) {
        most = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
        most = most < worth ? most : 1 + (int)worth;
    }
    if (most > w->n_points)
        most = w->n_points > 0 ? w->n_points : 1;
    return most < FC_ISOLATE_MAX_CHILDREN ? most : FC_ISOLATE_MAX_CHILDREN;
}

static bool watch(void *data, int done)
{
    const fc_evaluation_work *w = data;
    const fc_evaluation *e = w->evaluation;
    done += w->begun;
    return e->watch(e->watch_data, done, work_of(w, done) / work_of(w, w->n_points));
}

static fc_evaluation_work work_with(const fc_evaluation *evaluation, const fc_point *points, int n_points)
{
    const fc_cost_program *program = evaluation->program;
    fc_evaluation_work w = {.evaluation = evaluation,
                            .points = points,
                            .n_points = n_points,
                            .n_items = program->n_regions + program->n_sites,
                            .n_parameters = program->n_parameters,
                            .n_probes = program->n_probes};
    w.record_size =
        sizeof(fc_evaluation_record) + (size_t)(3 * w.n_items + w.n_parameters + w.n_probes) * sizeof(double);
    return w;
}

/* The points' arguments name files that the program may read. */
static fc_status open_sandbox(fc_evaluation_work *w, fc_report *report)
{
    fc_status status = fc_sandbox_open(&w->sandbox, w->evaluation->sandbox, report);
    for (int i = 0; i < w->n_points && !status; i++)
        for (int k = 1; k < w->points[i].argc && (i == 0 || w->points[i].argv != w->points[i - 1].argv); k++)
            fc_sandbox_add_argument(&w->sandbox, w->points[i].argv[k]);
    const fc_evaluation *e = w->evaluation;
    const fc_shared_object *object[FC_SANDBOX_MAX_OBJECTS] = {e->object, e->user_model[0], e->user_model[1]};
    for (int i = 0; i < FC_SANDBOX_MAX_OBJECTS; i++)
        w->sandbox.object[i] = object[i] ? fc_shared_object_descriptor(object[i]) : -1;
    return status;
}

/* Evaluates all points, in chunks whose records fit the shared memory. */
static fc_status evaluate_all(fc_evaluation_work *w, fc_prediction *out, fc_report *report)
{
    enum {
        SHARED_BYTES = 64 << 20
    };
    const fc_evaluation *e = w->evaluation;
    int n_points = w->n_points, chunk = w->record_size < SHARED_BYTES ? (int)(SHARED_BYTES / w->record_size) : 1;
    chunk = chunk < n_points ? chunk : n_points;
    w->children = children_of(w);
    fc_isolate how = {.work = fc_evaluate_child_run,
                      .data = w,
                      .children = w->children,
                      .timeout_s = e->budget          ? e->budget->seconds
                                   : e->timeout_s > 0 ? e->timeout_s
                                                      : 60,
                      .in_process = e->in_process,
                      .sandbox = &w->sandbox,
                      .text = own_text,
                      .output = e->trace ? e->trace->descriptor : 0,
                      .watch = e->watch ? watch : NULL,
                      .watch_data = w};
    void *shared = NULL;
    size_t marks = (size_t)w->children * sizeof(fc_source_mark), bases = (size_t)w->children * sizeof(uintptr_t),
           samples = e->budget ? sizeof(fc_step_sample) : 0,
           shared_size = marks + bases + samples + w->record_size * (size_t)chunk;
    fc_status status = fc_isolate_share(&shared, shared_size, report);
    if (status)
        return status;
    how.mark = w->mark = shared;
    w->base = (uintptr_t *)(void *)((char *)shared + marks);
    w->steps = samples ? (fc_step_sample *)(void *)((char *)shared + marks + bases) : NULL;
    w->records = (char *)shared + marks + bases + samples;
    for (int first = 0; first < n_points && !status && w->begun <= n_points; first += chunk)
        status = evaluate_chunk(w, &how, first, first + chunk < n_points ? first + chunk : n_points, out, report);
    fc_isolate_unshare(shared, shared_size);
    return status;
}

fc_status fc_evaluate_points(fc_prediction **out, const fc_evaluation *evaluation, const fc_point *points, int n_points,
                             fc_report *report)
{
    fc_evaluation_work w = work_with(evaluation, points, n_points);
    fc_prediction *made = NULL;
    fc_status status = check_points(evaluation, points, n_points, report);
    if (!status)
        status = open_sandbox(&w, report);
    if (!status) {
        made = fc_allocate((size_t)n_points, sizeof *made);
        status = evaluate_all(&w, made, report);
        if (!status)
            status = check_some(made, n_points, report);
    }
    fc_sandbox_close(&w.sandbox);
    if (status)
        fc_evaluate_free(made, n_points);
    else
        *out = made;
    return status;
}

void fc_evaluate_free(fc_prediction *predictions, int n)
{
    for (int i = 0; predictions && i < n; i++) {
        free(predictions[i].by);
        free(predictions[i].parameter);
        free(predictions[i].failure);
        free(predictions[i].probe);
    }
    free(predictions);
}
