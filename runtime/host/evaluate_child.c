/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/evaluate_child.h"

#include "runtime/host/cost_program.h"
#include "runtime/mpi/verification.h"
#include "support/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

fc_evaluation_record *fc_evaluate_child_record(const fc_evaluation_work *w, int point)
{
    return (fc_evaluation_record *)(void *)(w->records + w->record_size * (size_t)(point - w->first));
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

static void keep_slowest(const fc_evaluation_work *w, const fc_rank *r, fc_evaluation_record *into)
{
    fc_rank_totals(r, &into->totals);
    for (int i = 0; i < w->n_items; i++)
        into->value[i] = fc_rank_item_seconds(r, i);
    for (int i = 0; i < w->n_probes; i++)
        into->value[3 * w->n_items + w->n_parameters + i] = fc_rank_probe_value(r, i);
    into->slowest_rank = r->launch.rank;
}

static void clear_parameters(const fc_evaluation_work *w, fc_evaluation_record *into)
{
    for (int i = 0; i < w->n_parameters; i++)
        into->value[3 * w->n_items + i] = NAN;
}

/* A point begins: no rank has passed a parameter. */
static void forget_parameters(const fc_evaluation_work *w, const fc_rank *r)
{
    for (int i = 0; i < w->n_parameters; i++)
        r->setting.point_parameter[i] = NAN;
}

/* Keeps the parameters that r set and no earlier rank did: often only rank 0 reads the arguments. */
static void keep_parameters(const fc_evaluation_work *w, const fc_rank *r, fc_evaluation_record *into)
{
    double *parameter = into->value + 3 * w->n_items;
    for (int i = 0; i < w->n_parameters; i++)
        if (isnan(parameter[i]))
            parameter[i] = r->parameter[i];
}

/* Adds the messages of r at each place, times the number of ranks that r represents. */
static void add_messages(const fc_evaluation_work *w, const fc_rank *r, double ranks, fc_evaluation_record *into)
{
    double *messages = into->value + w->n_items, *bytes = messages + w->n_items;
    for (int i = 0; i < r->n_touched; i++) {
        int item = r->touched[i];
        messages[item] += ranks * r->item[item].messages;
        bytes[item] += ranks * r->item[item].bytes;
    }
}

bool fc_evaluate_child_parameter(int *index, const fc_cost_program *program, const fc_prediction_override *override)
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
        if (fc_evaluate_child_parameter(&index, program, &point->override[i]))
            override[index] = point->override[i].value;
}

int fc_evaluate_child_ranks(const fc_evaluation_work *w, int point)
{
    int ranks = w->evaluation->program->rank_dependent ? w->points[point].ranks : 1;
    if (w->evaluation->method == FC_METHOD_RANKS)
        return w->points[point].ranks;
    return ranks < FC_EVALUATE_MAX_RANKS ? ranks : FC_EVALUATE_MAX_RANKS;
}

/* What the ranks of a point assumed. */
typedef struct assumptions {
    int first[FC_N_ASSUMPTIONS];
    fc_negative_count negative;
    fc_input_end input_end;
} assumptions;

/* Keeps the first site of each assumption. */
static void add_assumptions(assumptions *into, const fc_rank *r)
{
    for (int i = 0; i < FC_N_ASSUMPTIONS; i++)
        into->first[i] = into->first[i] ? into->first[i] : r->assumed[i];
    if (!into->negative.file)
        into->negative = r->negative;
    if (!into->input_end.file)
        into->input_end = r->input_end;
}

static void keep_assumptions(const assumptions *from, fc_totals *totals)
{
    memcpy(totals->assumed, from->first, sizeof totals->assumed);
    totals->negative = from->negative;
    totals->input_end = from->input_end;
}

static void evaluate_point(const fc_evaluation_work *w, fc_rank *r, int number, double *override)
{
    const fc_point *point = &w->points[number];
    fc_evaluation_record *into = fc_evaluate_child_record(w, number);
    int n = fc_evaluate_child_ranks(w, number);
    double messages = 0, bytes = 0, slowest = -1, block = -1;
    assumptions assumed = {0};
    fill_overrides(w->evaluation->program, point, override);
    fc_deferred_reset(r);
    clear_parameters(w, into);
    forget_parameters(w, r);
    for (int i = 0; i < n; i++) {
        fc_launch launch = {spaced_rank(i, n, point->ranks), point->ranks, point->argc, w->argv, override};
        if (fc_rank_run(r, &launch) != FC_END_DONE) {
            into->ending = r->ending;
            return;
        }
        messages += r->messages;
        bytes += r->bytes;
        add_assumptions(&assumed, r);
        add_messages(w, r, (double)point->ranks / n, into);
        keep_parameters(w, r, into);
        block = fc_max(block, fc_rank_block_seconds(r));
        if (point->of_rank && n > 1 ? launch.rank == point->of_rank - 1 : fc_now(r) > slowest)
            keep_slowest(w, r, into);
        slowest = into->totals.time_s;
    }
    into->totals.messages = messages * point->ranks / n;
    into->totals.bytes = bytes * point->ranks / n;
    into->totals.block_s = block;
    keep_assumptions(&assumed, &into->totals);
    into->ranks_evaluated = n;
}

/* Whether evenly spaced ranks of the point end so early that all of them are far within the budget. */
static bool is_within_budget(const fc_evaluation_work *w, fc_rank *r, int number, double *override)
{
    enum {
        SAMPLES = 16,
        MARGIN = 16 /* the mean of all ranks may be so many times that of the samples */
    };
    const fc_point *point = &w->points[number];
    const int n = fc_evaluate_child_ranks(w, number);
    const double begin = fc_clock_seconds();
    bool ends = n > SAMPLES;
    fill_overrides(w->evaluation->program, point, override);
    fc_deferred_reset(r);
    forget_parameters(w, r);
    for (int i = 0; i < SAMPLES && ends; i++) {
        fc_launch launch = {spaced_rank(i, SAMPLES, point->ranks), point->ranks, point->argc, w->argv, override};
        ends = fc_rank_run(r, &launch) == FC_END_DONE;
    }
    return ends && (fc_clock_seconds() - begin) * n / SAMPLES * MARGIN < w->evaluation->budget->seconds;
}

static void take_world(const fc_evaluation_work *w, const fc_simulation *world, fc_evaluation_record *into)
{
    double messages = 0, bytes = 0;
    int stands_for, n_run = fc_simulation_n_run(world);
    assumptions assumed = {0};
    const fc_rank *slowest = NULL;
    clear_parameters(w, into);
    for (int i = 0; i < n_run; i++) {
        const fc_rank *r = fc_simulation_rank(world, i, &stands_for);
        messages += r->messages * stands_for;
        bytes += r->bytes * stands_for;
        add_assumptions(&assumed, r);
        add_messages(w, r, stands_for, into);
        keep_parameters(w, r, into);
        if (!slowest || fc_now(r) > fc_now(slowest))
            slowest = r;
    }
    keep_slowest(w, slowest, into);
    into->totals.messages = messages;
    into->totals.bytes = bytes;
    keep_assumptions(&assumed, &into->totals);
    into->ranks_evaluated = n_run;
    into->unmatched = fc_simulation_unmatched(world);
    if (w->evaluation->trace)
        w->evaluation->trace->take(w->evaluation->trace->data, &(fc_trace_record){.kind = FC_TRACE_END});
}

/* Simulates one rank a class, if the ranks form classes and there are enough of them; otherwise NULL. */
static fc_simulation *run_classes(const fc_evaluation_work *w, fc_rank *r, const fc_launch *launch, fc_quotient *alike,
                                  fc_evaluation_record *into)
{
    enum {
        WORTH_CLASSES = 64
    };
    const fc_trace *trace = w->evaluation->trace;
    if (launch->ranks < WORTH_CLASSES || w->evaluation->every_rank || (trace && !trace->by_class))
        return NULL;
    fc_deferred_reset(r);
    fc_simulation *world = fc_quotient_run(alike, r, launch, &into->ending);
    into->classes = (fc_prediction_classes){alike->n_told, alike->sampled, ""};
    if (alike->why) {
        fc_prediction_classes *out = &into->classes;
        const fc_site *site = alike->site;
        if (site)
            snprintf(out->why, sizeof out->why, "%s (%s, %s:%d)", alike->why, site->operation, site->file, site->line);
        else
            snprintf(out->why, sizeof out->why, "%s", alike->why);
    }
    return world;
}

/* Runs a point for its defects. */
static void verify_point(const fc_evaluation_work *w, fc_setting *setting, int number, double *override)
{
    const fc_point *point = &w->points[number];
    fc_launch launch = {0, point->ranks, point->argc, w->argv, override};
    fill_overrides(w->evaluation->program, point, override);
    for (int i = 0; i < w->n_parameters; i++)
        setting->point_parameter[i] = NAN;
    fc_verification_run(setting, &launch, &fc_evaluate_child_record(w, number)->ending);
}

/* Evaluates a point with method ranks. */
static void evaluate_world(const fc_evaluation_work *w, fc_rank *r, int number, double *override)
{
    const fc_point *point = &w->points[number];
    fc_evaluation_record *into = fc_evaluate_child_record(w, number);
    fc_launch launch = {0, point->ranks, point->argc, w->argv, override};
    fc_quotient alike = {0};
    fill_overrides(w->evaluation->program, point, override);
    forget_parameters(w, r);
    fc_simulation *world = run_classes(w, r, &launch, &alike, into);
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
    } else if (fc_simulation_run(world, &launch, &into->ending) == FC_END_DONE) {
        take_world(w, world, into);
    }
    fc_simulation_free(world);
}

/* Repeats a point with method ranks, as method sum cannot follow received data in few rounds; or in many, if a message
 * to a dynamic rank prevents method ranks. */
static void evaluate_with_ranks(const fc_evaluation_work *w, fc_rank *r, int number, double *override)
{
    fc_evaluation_record *into = fc_evaluate_child_record(w, number);
    const fc_ending sum = into->ending;
    fc_prediction_fallback apart = {sum.file, sum.line};
    memset(into, 0, w->record_size);
    evaluate_world(w, r, number, override);
    into->apart = apart;
    if (into->ending.end != FC_END_UNKNOWN)
        return;
    const fc_ending together = into->ending;
    memset(into, 0, w->record_size);
    r->takes_all_rounds = true;
    evaluate_point(w, r, number, override);
    r->takes_all_rounds = false;
    if (into->ending.end != FC_END_NEEDS_MESSAGE)
        return;
    into->ending = together;
    snprintf(into->ending.next, sizeof into->ending.next, "Method sum cannot predict it either (%s:%d): %.200s.",
             sum.file ? sum.file : "?", sum.line, sum.what);
}

static char **padded_arguments(const fc_point *point)
{
    char **argv = fc_allocate((size_t)point->argc + 1 + FC_ARGUMENT_PADDING, sizeof *argv);
    for (int i = 0; i < point->argc; i++)
        argv[i] = point->argv[i];
    return argv;
}

/* What a child evaluates with: the functions where it has loaded them. */
typedef struct functions {
    fc_cost_program program;
    fc_compute_model *compute;
    fc_comm_model communication;
} functions;

/* Loads the objects in a child, which is then sealed. False: the system refuses. */
static bool load_functions(functions *out, const fc_evaluation_work *w, int child)
{
    const fc_evaluation *e = w->evaluation;
    *out = (functions){.program = *e->program, .compute = e->compute};
    if (e->communication)
        out->communication = *e->communication;
    if (e->object) {
        if (!fc_shared_object_open(e->object))
            return false;
        fc_cost_program_here(&out->program, e->object, e->program);
        w->base[child] = fc_shared_object_base(e->object);
    }
    for (int i = 0; i < 2; i++)
        if (e->user_model[i]) {
            if (!fc_shared_object_open(e->user_model[i]))
                return false;
            const fc_shared_object *object = e->user_model[i];
            out->compute = (fc_compute_model *)fc_shared_object_here(object, (uintptr_t)out->compute);
            for (int fit = 0; fit < FC_N_FITS; fit++) {
                fc_single_time **single = &out->communication.single[fit];
                fc_collective_time **collective = &out->communication.collective[fit];
                *single = (fc_single_time *)fc_shared_object_here(object, (uintptr_t)*single);
                *collective = (fc_collective_time *)fc_shared_object_here(object, (uintptr_t)*collective);
            }
        }
    return e->in_process || fc_sandbox_seal(&w->sandbox);
}

void fc_evaluate_child_run(void *data, const fc_isolate_steps *steps, void (*done)(void *progress), void *progress)
{
    fc_evaluation_work *w = data;
    const fc_evaluation *e = w->evaluation;
    functions loaded;
    if (!load_functions(&loaded, w, steps->child))
        _exit(FC_ISOLATE_NOT_LOADED);
    fc_setting setting = {.program = &loaded.program,
                          .machine = e->machine,
                          .compute = loaded.compute,
                          .factor = e->factor,
                          .traffic = e->traffic,
                          .communication = e->communication ? &loaded.communication : NULL,
                          .placement = e->placement,
                          .team = e->team,
                          .inputs = e->inputs,
                          .may_open = e->in_process ? NULL : fc_sandbox_permits,
                          .may_open_data = &w->sandbox,
                          .replayed = e->replayed,
                          .trace = e->trace,
                          .counter = e->counter,
                          .counter_data = e->counter_data,
                          .findings = e->findings,
                          .step_limit = e->step_limit,
                          .steps = w->steps,
                          .stack_limit = stack_limit(),
                          .mark = &w->mark[steps->child]};
    double *override = fc_allocate(2 * (size_t)w->n_parameters + 1, sizeof *override);
    setting.point_parameter = override + w->n_parameters;
    fc_rank *r = fc_rank_create(&setting);
    for (int i = steps->first; r && i < steps->last; i += steps->stride) {
        w->argv = padded_arguments(&w->points[i]);
        if (e->findings)
            verify_point(w, &setting, i, override);
        else if (e->method == FC_METHOD_RANKS)
            evaluate_world(w, r, i, override);
        else if (!e->budget || !e->budget->estimates || !is_within_budget(w, r, i, override))
            evaluate_point(w, r, i, override);
        if (fc_evaluate_child_record(w, i)->ending.end == FC_END_NEEDS_MESSAGE)
            evaluate_with_ranks(w, r, i, override);
        free(w->argv);
        done(progress);
    }
    free(override);
    fc_rank_free(r);
}
