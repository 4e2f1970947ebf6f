/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/evaluate.h"

#include "runtime/host/isolate.h"
#include "support/messages/evaluation.h"
#include "support/text.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* The result of one point, in memory shared with the child. The record is followed by the items' seconds (of the
 * slowest rank), messages and bytes (of all ranks), the parameters, and the probes (of the slowest rank). */
typedef struct record {
    fc_ending ending;
    fc_totals totals;
    int slowest_rank, ranks_evaluated;
    fc_unmatched unmatched;
    fc_prediction_classes classes;
    fc_prediction_fallback apart;
    double value[];
} record;

typedef struct work {
    const fc_evaluation *evaluation;
    const fc_point *points;
    int n_points, first;  /* first: the point of the first record */
    int begun;            /* the first point of the running children */
    char **argv;          /* of the current point, padded: fc_word() */
    fc_source_mark *mark; /* [children]; also in shared memory */
    char *records;
    size_t record_size;
    int n_items, n_parameters, n_probes;
    fc_sandbox sandbox;
} work;

static record *record_of(const work *w, int point)
{
    return (record *)(void *)(w->records + w->record_size * (size_t)(point - w->first));
}

static size_t stack_limit(void)
{
    struct rlimit limit;
    size_t usable = (size_t)48 << 20;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur / 4 * 3 < usable)
        usable = limit.rlim_cur / 4 * 3;
    return usable;
}

/* The i-th of n evaluated ranks, evenly spaced. */
static int spaced_rank(int i, int n, int ranks)
{
    return n < 2 ? 0 : (int)((long)i * (ranks - 1) / (n - 1));
}

static void keep_slowest(const work *w, const fc_rank *r, record *into)
{
    fc_rank_totals(r, &into->totals);
    for (int i = 0; i < w->n_items; i++)
        into->value[i] = fc_rank_item_seconds(r, i);
    for (int i = 0; i < w->n_probes; i++)
        into->value[3 * w->n_items + w->n_parameters + i] = fc_rank_probe_value(r, i);
    into->slowest_rank = r->seat.rank;
}

static void clear_parameters(const work *w, record *into)
{
    for (int i = 0; i < w->n_parameters; i++)
        into->value[3 * w->n_items + i] = NAN;
}

/* A point begins: no rank has passed a parameter. */
static void forget_parameters(const work *w, const fc_rank *r)
{
    for (int i = 0; i < w->n_parameters; i++)
        r->setting.point_parameter[i] = NAN;
}

/* Keeps the parameters that r set and no earlier rank did: often only rank 0 reads the arguments. */
static void keep_parameters(const work *w, const fc_rank *r, record *into)
{
    double *parameter = into->value + 3 * w->n_items;
    for (int i = 0; i < w->n_parameters; i++)
        if (isnan(parameter[i]))
            parameter[i] = r->parameter[i];
}

/* Adds the messages of r at each place, times the number of ranks that r represents. */
static void add_messages(const work *w, const fc_rank *r, double ranks, record *into)
{
    double *messages = into->value + w->n_items, *bytes = messages + w->n_items;
    for (int i = 0; i < r->n_touched; i++) {
        int item = r->touched[i];
        messages[item] += ranks * r->item[item].messages;
        bytes[item] += ranks * r->item[item].bytes;
    }
}

static bool find_override(const fc_cost_program *program, const fc_prediction_override *override, int *index)
{
    for (int i = 0; i < program->n_parameters; i++)
        if (strcmp(program->parameter[i], override->name) == 0) {
            *index = i;
            return true;
        }
    return false;
}

static void fill_overrides(const fc_cost_program *program, const fc_point *point, double *override)
{
    int index;
    for (int i = 0; i < program->n_parameters; i++)
        override[i] = NAN;
    for (int i = 0; i < point->n_overrides; i++)
        if (find_override(program, &point->override[i], &index))
            override[index] = point->override[i].value;
}

/* The number of ranks to evaluate at a point. */
static int ranks_of(const work *w, int point)
{
    int ranks = w->evaluation->program->rank_dependent ? w->points[point].ranks : 1;
    if (w->evaluation->method == FC_METHOD_RANKS)
        return w->points[point].ranks;
    return ranks < FC_EVALUATE_MAX_RANKS ? ranks : FC_EVALUATE_MAX_RANKS;
}

/* Keeps the first site of each assumption. */
static void add_assumptions(int *into, const fc_rank *r)
{
    for (int i = 0; i < FC_N_ASSUMPTIONS; i++)
        into[i] = into[i] ? into[i] : r->assumed[i];
}

static void evaluate_point(const work *w, fc_rank *r, int number, double *override)
{
    const fc_point *point = &w->points[number];
    record *into = record_of(w, number);
    int n = ranks_of(w, number);
    double messages = 0, bytes = 0, slowest = -1, block = -1;
    int assumed[FC_N_ASSUMPTIONS] = {0};
    fill_overrides(w->evaluation->program, point, override);
    fc_deferred_reset(r);
    clear_parameters(w, into);
    forget_parameters(w, r);
    for (int i = 0; i < n; i++) {
        fc_launch seat = {spaced_rank(i, n, point->ranks), point->ranks, point->argc, w->argv, override};
        if (fc_rank_run(r, &seat) != FC_END_DONE) {
            into->ending = r->ending;
            return;
        }
        messages += r->messages;
        bytes += r->bytes;
        add_assumptions(assumed, r);
        add_messages(w, r, (double)point->ranks / n, into);
        keep_parameters(w, r, into);
        block = fc_max(block, fc_rank_block_seconds(r));
        if (point->of_rank && n > 1 ? seat.rank == point->of_rank - 1 : fc_now(r) > slowest)
            keep_slowest(w, r, into);
        slowest = into->totals.time_s;
    }
    into->totals.messages = messages * point->ranks / n;
    into->totals.bytes = bytes * point->ranks / n;
    into->totals.block_s = block;
    memcpy(into->totals.assumed, assumed, sizeof assumed);
    into->ranks_evaluated = n;
}

static void take_world(const work *w, const fc_simulation *world, record *into)
{
    double messages = 0, bytes = 0;
    int assumed[FC_N_ASSUMPTIONS] = {0}, stands_for, n_run = fc_simulation_n_run(world);
    const fc_rank *slowest = NULL;
    clear_parameters(w, into);
    for (int i = 0; i < n_run; i++) {
        const fc_rank *r = fc_simulation_rank(world, i, &stands_for);
        messages += r->messages * stands_for;
        bytes += r->bytes * stands_for;
        add_assumptions(assumed, r);
        add_messages(w, r, stands_for, into);
        keep_parameters(w, r, into);
        if (!slowest || fc_now(r) > fc_now(slowest))
            slowest = r;
    }
    keep_slowest(w, slowest, into);
    into->totals.messages = messages;
    into->totals.bytes = bytes;
    memcpy(into->totals.assumed, assumed, sizeof assumed);
    into->ranks_evaluated = n_run;
    into->unmatched = fc_simulation_unmatched(world);
    if (w->evaluation->trace)
        w->evaluation->trace->take(w->evaluation->trace->data, &(fc_trace_record){.kind = FC_TRACE_END});
}

static void describe_mismatch(fc_prediction_classes *out, const fc_quotient *alike)
{
    const fc_site *site = alike->site;
    if (site)
        snprintf(out->why, sizeof out->why, "%s (%s, %s:%d)", alike->why, site->operation, site->file, site->line);
    else
        snprintf(out->why, sizeof out->why, "%s", alike->why);
}

/* Simulates one rank a class, if the ranks form classes and there are enough of them; otherwise NULL. */
static fc_simulation *run_classes(const work *w, fc_rank *r, const fc_launch *seat, fc_quotient *alike, record *into)
{
    enum {
        WORTH_CLASSES = 64
    };
    const fc_trace *trace = w->evaluation->trace;
    if (seat->ranks < WORTH_CLASSES || w->evaluation->every_rank || (trace && !trace->by_class))
        return NULL;
    fc_deferred_reset(r);
    fc_simulation *world = fc_quotient_run(alike, r, seat, &into->ending);
    into->classes = (fc_prediction_classes){alike->n_told, alike->sampled, ""};
    if (alike->why)
        describe_mismatch(&into->classes, alike);
    return world;
}

/* Evaluates a point with method ranks. */
static void evaluate_world(const work *w, fc_rank *r, int number, double *override)
{
    const fc_point *point = &w->points[number];
    record *into = record_of(w, number);
    fc_launch seat = {0, point->ranks, point->argc, w->argv, override};
    fc_quotient alike = {0};
    fill_overrides(w->evaluation->program, point, override);
    forget_parameters(w, r);
    fc_simulation *world = run_classes(w, r, &seat, &alike, into);
    if (world) {
        if (into->ending.end == FC_END_DONE)
            take_world(w, world, into);
        fc_simulation_free(world);
        fc_quotient_free(&alike);
        return;
    }
    world = fc_simulation_create(&r->setting, point->ranks, NULL);
    if (!world) {
        into->ending = (fc_ending){.end = FC_END_LIMIT, .next = "Use fewer ranks, or --method sum."};
        snprintf(into->ending.what, sizeof into->ending.what,
                 "not enough memory for so many virtual ranks, or more than %d ranks", FC_SIMULATION_MAX_RANKS);
    } else if (fc_simulation_run(world, &seat, &into->ending) == FC_END_DONE) {
        take_world(w, world, into);
    }
    fc_simulation_free(world);
}

/* Repeats a point with method ranks, as method sum cannot follow received data. */
static void evaluate_with_ranks(const work *w, fc_rank *r, int number, double *override)
{
    record *into = record_of(w, number);
    fc_prediction_fallback apart = {into->ending.file, into->ending.line};
    memset(into, 0, w->record_size);
    evaluate_world(w, r, number, override);
    into->apart = apart;
}

static char **padded_arguments(const fc_point *point)
{
    char **argv = fc_allocate((size_t)point->argc + 1 + FC_ARGUMENT_PADDING, sizeof *argv);
    for (int i = 0; i < point->argc; i++)
        argv[i] = point->argv[i];
    return argv;
}

/* Evaluates the points of the steps, in a child. */
static void evaluate_steps(void *data, const fc_isolate_steps *steps, void (*done)(void *progress), void *progress)
{
    work *w = data;
    const fc_evaluation *e = w->evaluation;
    fc_setting setting = {.program = e->program,
                          .machine = e->machine,
                          .compute = e->compute,
                          .factor = e->factor,
                          .traffic = e->traffic,
                          .communication = e->communication,
                          .placement = e->placement,
                          .team = e->team,
                          .inputs = e->inputs,
                          .may_open = e->in_process ? NULL : fc_sandbox_permits,
                          .may_open_data = &w->sandbox,
                          .trace = e->trace,
                          .counter = e->counter,
                          .counter_data = e->counter_data,
                          .step_limit = e->step_limit,
                          .stack_limit = stack_limit(),
                          .mark = &w->mark[steps->child]};
    double *override = fc_allocate(2 * (size_t)w->n_parameters + 1, sizeof *override);
    setting.point_parameter = override + w->n_parameters;
    fc_rank *r = fc_rank_create(&setting);
    for (int i = steps->first; r && i < steps->last; i += steps->stride) {
        w->argv = padded_arguments(&w->points[i]);
        if (e->method == FC_METHOD_RANKS)
            evaluate_world(w, r, i, override);
        else
            evaluate_point(w, r, i, override);
        if (record_of(w, i)->ending.end == FC_END_NEEDS_MESSAGE)
            evaluate_with_ranks(w, r, i, override);
        free(w->argv);
        done(progress);
    }
    free(override);
    fc_rank_free(r);
}

static int compare_by(const void *a, const void *b)
{
    const fc_prediction_place *x = a, *y = b;
    if (x->time_s != y->time_s)
        return x->time_s < y->time_s ? 1 : -1;
    return x->line - y->line;
}

static fc_prediction_place by_of(const work *w, int item, const record *from)
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

static void take_record(const work *w, const record *from, fc_prediction *out)
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
            if (!find_override(e->program, &points[i].override[k], &index))
                return refuse_name(e->program, points[i].override[k].name, report);
    }
    return FC_OK;
}

/* A failed point: skipped with its report, or the end of the evaluation. */
static fc_status take_failure(const work *w, int point, const fc_report *failure, fc_prediction *out, fc_report *report)
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
static void take_waiting(const work *w, int point, fc_prediction *out)
{
    fc_report failure = {0};
    for (int i = point + 1; i < w->n_points; i++) {
        fc_fail(&failure, FC_E_INPUT, FC_NOWHERE, NULL, FC_MSG_POINT_NOT_EVALUATED, w->points[point].ranks);
        take_failure(w, i, &failure, out, NULL);
    }
}

/* Takes the records of points first ... last - 1. */
static fc_status take_records(const work *w, int first, int last, fc_prediction *out, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = first; i < last && !status; i++) {
        const record *from = record_of(w, i);
        fc_report failure = {0};
        if (from->ending.end != FC_END_DONE) {
            report_ending(&from->ending, &w->points[i], &failure);
            status = take_failure(w, i, &failure, out, report);
            continue;
        }
        out[i].ranks = w->points[i].ranks;
        take_record(w, from, &out[i]);
    }
    return status;
}

/* Evaluates points first ... last - 1, whose records fit the shared memory. The children begin again after a point at
 * which one of them failed. */
static fc_status evaluate_chunk(work *w, const fc_isolate *how, int first, int last, fc_prediction *out,
                                fc_report *report)
{
    fc_status status = FC_OK;
    w->first = first;
    for (w->begun = first; w->begun < last && !status;) {
        fc_report failure = {0};
        fc_isolate_end end;
        memset(record_of(w, w->begun), 0, w->record_size * (size_t)(last - w->begun));
        fc_status ran = fc_isolate_run(how, w->begun, last, &end, &failure);
        int reached = w->begun + end.reached;
        status = take_records(w, w->begun, reached, out, report);
        if (!status && ran)
            status = take_failure(w, reached, &failure, out, report);
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
static double work_of(const work *w, int n)
{
    double all = 0;
    for (int i = 0; i < n; i++)
        all += ranks_of(w, i);
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
static int children_of(const work *w)
{
    enum {
        WORTH_A_CHILD = 10000
    };
    int most = w->evaluation->children;
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
    const work *w = data;
    const fc_evaluation *e = w->evaluation;
    done += w->begun;
    return e->watch(e->watch_data, done, work_of(w, done) / work_of(w, w->n_points));
}

static work work_with(const fc_evaluation *evaluation, const fc_point *points, int n_points)
{
    const fc_cost_program *program = evaluation->program;
    work w = {.evaluation = evaluation,
              .points = points,
              .n_points = n_points,
              .n_items = program->n_regions + program->n_sites,
              .n_parameters = program->n_parameters,
              .n_probes = program->n_probes};
    w.record_size = sizeof(record) + (size_t)(3 * w.n_items + w.n_parameters + w.n_probes) * sizeof(double);
    return w;
}

/* The points' arguments name files that the program may read. */
static fc_status open_sandbox(work *w, fc_report *report)
{
    fc_status status = fc_sandbox_open(&w->sandbox, w->evaluation->sandbox, report);
    for (int i = 0; i < w->n_points && !status; i++)
        for (int k = 1; k < w->points[i].argc && (i == 0 || w->points[i].argv != w->points[i - 1].argv); k++)
            fc_sandbox_add_argument(&w->sandbox, w->points[i].argv[k]);
    return status;
}

/* Evaluates all points, in chunks whose records fit the shared memory. */
static fc_status evaluate_all(work *w, fc_prediction *out, fc_report *report)
{
    enum {
        SHARED_BYTES = 64 << 20
    };
    const fc_evaluation *e = w->evaluation;
    int n_points = w->n_points, chunk = w->record_size < SHARED_BYTES ? (int)(SHARED_BYTES / w->record_size) : 1;
    chunk = chunk < n_points ? chunk : n_points;
    fc_isolate how = {.work = evaluate_steps,
                      .data = w,
                      .children = children_of(w),
                      .timeout_s = e->timeout_s > 0 ? e->timeout_s : 60,
                      .in_process = e->in_process,
                      .sandbox = &w->sandbox,
                      .output = e->trace ? e->trace->descriptor : 0,
                      .watch = e->watch ? watch : NULL,
                      .watch_data = w};
    void *shared = NULL;
    size_t marks = (size_t)how.children * sizeof(fc_source_mark), shared_size = marks + w->record_size * (size_t)chunk;
    fc_status status = fc_isolate_share(&shared, shared_size, report);
    if (status)
        return status;
    how.mark = w->mark = shared;
    w->records = (char *)shared + marks;
    for (int first = 0; first < n_points && !status && w->begun <= n_points; first += chunk)
        status = evaluate_chunk(w, &how, first, first + chunk < n_points ? first + chunk : n_points, out, report);
    fc_isolate_unshare(shared, shared_size);
    return status;
}

fc_status fc_evaluate_points(fc_prediction **out, const fc_evaluation *evaluation, const fc_point *points, int n_points,
                             fc_report *report)
{
    work w = work_with(evaluation, points, n_points);
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
        fc_predictions_free(made, n_points);
    else
        *out = made;
    return status;
}

void fc_predictions_free(fc_prediction *predictions, int n)
{
    for (int i = 0; predictions && i < n; i++) {
        free(predictions[i].by);
        free(predictions[i].parameter);
        free(predictions[i].failure);
        free(predictions[i].probe);
    }
    free(predictions);
}
