/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/region_factors.h"

#include "analyzer/emit/instrument/timers.h"
#include "analyzer/regions/machine_code.h"
#include "runtime/models/compute.h"
#include "runtime/models/uncertainty.h"
#include "support/messages/evaluation.h"
#include "tools/counts/profiled_point.h"
#include "tools/measure/timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this factor the model does not describe a place. */
static const double most_factor = 3;
/* Relative error of a factor from a single ratio without repeats. */
static const double unknown_spread = 0.1;

/* Sums over the ratios of a group, each weighted by its predicted seconds. */
typedef struct sums {
    double weight, ratio, square; /* of 1, ratio, ratio^2 */
    double within;                /* of the variance of the single ratio */
    int n;
} sums;

/* The part that bounds a group in one run on one rank. */
enum {
    IN_CORE,
    IN_MEMORY,
    N_PARTS
};
typedef struct parts {
    sums of[N_PARTS];
    double fitted_s[N_PARTS]; /* predicted with the current factors */
} parts;

typedef struct fitting {
    const fc_region_factors_source *source;
    fc_region_factors *made;
    int *group_of_node;
    int *node; /* timed in every run, ascending: group k is that of node[k], if it is the group's first node */
    int n_nodes;
    fc_prediction *
        *of_rank; /* by run of the profile: the model's prediction of each rank; NULL: not timed, or failed */
    fc_prediction **in_core; /* the same with all accesses in the first cache level */
    parts *parts;            /* by group */
} fitting;

/* ---- measured times ---- */

static bool is_timed_in(const fc_profile_run *run, int node)
{
    for (int i = 0; i < run->n_timers; i++)
        if (run->timer[i].node == node)
            return true;
    return false;
}

/* The pieces that all timed runs have timed; a piece that some run lacks is timed as part of the surrounding piece. */
static void find_common(fitting *at, const fc_profile *profile)
{
    for (size_t i = 0; i < profile->n_runs; i++) {
        const fc_profile_run *run = &profile->run[i];
        if (run->n_timers == 0)
            continue;
        if (at->made->n_runs++ == 0) {
            at->node = fc_allocate((size_t)run->n_timers, sizeof *at->node);
            for (int k = 0; k < run->n_timers; k++)
                at->node[at->n_nodes++] = run->timer[k].node;
            continue;
        }
        int kept = 0;
        for (int k = 0; k < at->n_nodes; k++)
            if (is_timed_in(run, at->node[k]))
                at->node[kept++] = at->node[k];
        at->n_nodes = kept;
    }
}

/* ---- predicted times ---- */

static void set_code(fc_region *region, const fc_program *timed, const fc_region_model *from)
{
    double cycles = region->code.cycles;
    region->code = fc_machine_code_of(timed, from);
    region->code.cycles = cycles;
}

/* The regions with the machine code of the timed build, whose loops have other addresses and fewer free registers. The
 * throughput from llvm-mca remains that of the program's own build. NULL: no machine code was read. */
static FC_GIVE fc_region *timed_regions(const fc_region_factors_source *source, const fc_profile_run *run)
{
    if (run->n_code == 0)
        return NULL;
    fc_program timed = *source->analysis->program;
    timed.code = run->code;
    timed.n_code = run->n_code;
    const int n = source->program->n_regions;
    fc_region *region = fc_allocate(3 * (size_t)n, sizeof *region), *loop = region + n, *always = loop + n;
    for (int i = 0; i < n; i++) {
        const fc_region_model *from = source->analysis->region[i];
        region[i] = source->program->region[i];
        set_code(&region[i], &timed, from);
        if (!region[i].loop)
            continue;
        loop[i] = *region[i].loop;
        always[i] = *region[i].always;
        set_code(&loop[i], &timed, from->whole);
        set_code(&always[i], &timed, from->whole->always);
        region[i].loop = &loop[i];
        region[i].always = &always[i];
    }
    return region;
}

/* Predicts each rank of a run with a model and the current factors; the places of a prediction have the seconds of each
 * region. NULL with a report: the cost program fails. */
static FC_GIVE fc_prediction *predict_run(const fitting *at, const fc_profile_run *run, fc_compute_model *model,
                                          fc_report *report)
{
    const fc_region_factors_source *source = at->source;
    fc_counts counts = *source->counts;
    counts.wanted = (fc_profile_request){-1, (const char *const *)run->argument, run->n_arguments, &run->inputs};
    fc_profiled_point at_run = fc_profiled_point_open(run);
    fc_point *point = fc_allocate((size_t)run->ranks, sizeof *point);
    for (int i = 0; i < run->ranks; i++) {
        point[i] = at_run.point;
        point[i].of_rank = i + 1;
    }
    fc_cost_program timed = *source->program;
    fc_region *region = timed_regions(source, run);
    timed.region = region ? region : timed.region;
    fc_evaluation evaluation = {.program = &timed,
                                .object = source->counts->object,
                                .machine = source->machine,
                                .compute = model,
                                .factor = at->made->by_region,
                                .inputs = &at_run.inputs,
                                .sandbox = source->counts->sandbox,
                                .counter = fc_counts_lookup,
                                .counter_data = &counts};
    fc_prediction *prediction = NULL;
    if (fc_evaluate_points(&prediction, &evaluation, point, run->ranks, report))
        prediction = NULL;
    free(region);
    free(point);
    fc_profiled_point_close(&at_run);
    return prediction;
}

static void add_up_regions(const fitting *at, const fc_prediction *of, double *seconds)
{
    for (int i = 0; i < of->n_by; i++) {
        int item = of->by[i].item;
        int group = item < at->source->program->n_regions
                        ? at->group_of_node[at->source->analysis->region[item]->node->id]
                        : -1;
        if (group >= 0)
            seconds[group] += of->by[i].time_s;
    }
}

/* ---- ratios ---- */

static void add_ratio(sums *to, fc_timed_group *group, double predicted, const fc_timed_seconds *measured)
{
    group->measured_s += measured->seconds;
    group->predicted_s += predicted;
    if (predicted <= 0)
        return;
    double ratio = measured->seconds / predicted;
    to->weight += predicted;
    to->ratio += predicted * ratio;
    to->square += predicted * ratio * ratio;
    to->within += measured->variance / predicted;
    to->n++;
}

static int bound_of(double predicted, double in_core)
{
    return in_core >= 0.5 * predicted ? IN_CORE : IN_MEMORY;
}

static void add_run(fitting *at, size_t number)
{
    const fc_profile_run *run = &at->source->counts->profile->run[number];
    size_t n = (size_t)at->n_nodes;
    double *predicted = fc_allocate(2 * n, sizeof *predicted), *in_core = predicted + n;
    fc_timed_seconds *measured = fc_allocate(n, sizeof *measured);
    for (int rank = 0; rank < run->ranks; rank++) {
        memset(predicted, 0, 2 * n * sizeof *predicted);
        memset(measured, 0, n * sizeof *measured);
        add_up_regions(at, &at->of_rank[number][rank], predicted);
        add_up_regions(at, &at->in_core[number][rank], in_core);
        double touch_s = at->source->machine->memory.first_touch_s;
        for (int i = 0; i < run->n_timers; i++) {
            const fc_profile_timer *timer = &run->timer[i];
            int group = at->group_of_node[timer->node];
            if (group < 0)
                continue;
            fc_timed_seconds piece = fc_timing_seconds(run, timer, rank, touch_s);
            measured[group].seconds += piece.seconds;
            measured[group].variance += piece.variance;
        }
        for (size_t i = 0; i < n; i++)
            add_ratio(&at->parts[i].of[bound_of(predicted[i], in_core[i])], &at->made->group[i], predicted[i],
                      &measured[i]);
    }
    free(predicted);
    free(measured);
}

/* The mean ratio weighted by predicted seconds, with its relative error; factor 1 and error -1 without ratios. */
static fc_part_factor fit_ratios(const sums *of, double transfer)
{
    if (of->weight <= 0 || of->ratio <= 0)
        return (fc_part_factor){1, -1};
    double ratio = of->ratio / of->weight;
    double between = of->n > 1 ? fmax(of->square / of->weight - ratio * ratio, 0) * of->n / (of->n - 1) : 0;
    double spread = sqrt(between + of->within / of->weight) / ratio;
    return (fc_part_factor){ratio, hypot(of->n == 1 && of->within == 0 ? unknown_spread : spread, transfer)};
}

static void fit_groups(fitting *at)
{
    /* The error of transferring a factor from the timed build to the program's own build, whose code differs: the
     * model's error on loops that it was not calibrated with. */
    double error = at->source->machine->core.model_error;
    double transfer = error > 0 ? error : unknown_spread;
    for (int i = 0; i < at->n_nodes; i++) {
        fc_timed_group *group = &at->made->group[i];
        const sums *a = &at->parts[i].of[IN_CORE], *b = &at->parts[i].of[IN_MEMORY];
        const sums all = (sums){a->weight + b->weight, a->ratio + b->ratio, a->square + b->square,
                                a->within + b->within, a->n + b->n};
        fc_part_factor whole = fit_ratios(&all, transfer);
        group->n_ratios = all.n;
        group->factor = whole.factor;
        group->relative_error = fmax(whole.relative_error, 0);
        group->parts.core = fit_ratios(&at->parts[i].of[IN_CORE], transfer);
        group->parts.memory = fit_ratios(&at->parts[i].of[IN_MEMORY], transfer);
    }
}

static void take_groups(fitting *at)
{
    fc_region_factors *made = at->made;
    for (size_t i = 0; i < at->source->analysis->n_regions; i++) {
        int group = at->group_of_node[at->source->analysis->region[i]->node->id];
        made->is_timed[i] = group >= 0 && made->group[group].n_ratios > 0 && made->group[group].measured_s > 0;
        if (made->is_timed[i])
            made->by_region[i] = made->group[group].parts;
    }
}

static void correct(fc_part_factor *factor, double measured, double fitted)
{
    if (factor->relative_error >= 0 && fitted > 0)
        factor->factor *= measured / fitted;
}

/* Adds up the predictions with the current factors by group and bounding part. False: the cost program fails. */
static bool add_up_fitted(fitting *at)
{
    const fc_profile *profile = at->source->counts->profile;
    size_t n = (size_t)at->n_nodes;
    double *second = fc_allocate(3 * n, sizeof *second), *predicted = second + n, *in_core = second + 2 * n;
    bool follows = true;
    for (size_t i = 0; i < profile->n_runs && follows; i++) {
        const int ranks = profile->run[i].ranks;
        fc_prediction *fitted = at->of_rank[i] ? predict_run(at, &profile->run[i], fc_compute_memory, NULL) : NULL;
        follows = !at->of_rank[i] || fitted;
        for (int rank = 0; fitted && rank < ranks; rank++) {
            memset(second, 0, 3 * n * sizeof *second);
            add_up_regions(at, &fitted[rank], second);
            add_up_regions(at, &at->of_rank[i][rank], predicted);
            add_up_regions(at, &at->in_core[i][rank], in_core);
            for (size_t k = 0; k < n; k++)
                at->parts[k].fitted_s[bound_of(predicted[k], in_core[k])] += second[k];
        }
        if (fitted)
            fc_evaluate_free(fitted, ranks);
    }
    free(second);
    return follows;
}

/* A part's factor differs from its ratio if the other part takes time too: a fixed-point iteration on the model. */
static void refine_groups(fitting *at)
{
    enum {
        ROUNDS = 6
    };
    double off = 1;
    for (int round = 0; round < ROUNDS && off > 1e-4; round++) {
        for (int i = 0; i < at->n_nodes; i++)
            memset(at->parts[i].fitted_s, 0, sizeof at->parts[i].fitted_s);
        if (!add_up_fitted(at))
            return;
        off = 0;
        for (int i = 0; i < at->n_nodes; i++) {
            const parts *of = &at->parts[i];
            fc_region_factor *factor = &at->made->group[i].parts;
            for (int part = 0; part < N_PARTS; part++)
                if (of->of[part].ratio > 0 && of->fitted_s[part] > 0)
                    off = fmax(off, fabs(of->of[part].ratio / of->fitted_s[part] - 1));
            correct(&factor->core, of->of[IN_CORE].ratio, of->fitted_s[IN_CORE]);
            correct(&factor->memory, of->of[IN_MEMORY].ratio, of->fitted_s[IN_MEMORY]);
        }
        take_groups(at);
    }
}

/* The number of different arguments of timed runs, on any ranks. */
static int n_timed_arguments(const fitting *at)
{
    const fc_profile *profile = at->source->counts->profile;
    int n = 0;
    for (size_t i = 0; i < profile->n_runs; i++) {
        const fc_profile_run *run = &profile->run[i];
        fc_profile_request same = {0, (const char *const *)run->argument, run->n_arguments, &run->inputs};
        bool is_new = at->of_rank[i] != NULL;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = !at->of_rank[k] || fc_profile_error(&profile->run[k], &same) > 0;
        n += is_new;
    }
    return n;
}

/* Halves a factor that is too far from 1 (on the scale of logarithms), with an interval that holds both. */
static void distrust(fc_part_factor *part, double *untrusted)
{
    double apart = fabs(log(part->factor));
    if (part->relative_error < 0 || apart <= log(most_factor))
        return;
    *untrusted = part->factor;
    part->factor = sqrt(part->factor);
    part->relative_error = hypot(part->relative_error, apart / 2 / FC_HALF_INTERVAL);
}

static void distrust_groups(fitting *at)
{
    enum {
        LEAST_ARGUMENTS = 3
    };
    /* Whether a timed run had the arguments and input files of the predictions, on any ranks. */
    const fc_counts *counts = at->source->counts;
    fc_profile_request wanted = counts->wanted;
    bool is_timed = false;
    wanted.ranks = 0;
    for (size_t i = 0; i < counts->profile->n_runs; i++)
        is_timed |= at->of_rank[i] && fc_profile_error(&counts->profile->run[i], &wanted) == 0;
    if (is_timed || n_timed_arguments(at) >= LEAST_ARGUMENTS)
        return;
    for (int i = 0; i < at->made->n_groups; i++) {
        fc_timed_group *group = &at->made->group[i];
        distrust(&group->parts.memory, &group->untrusted);
        distrust(&group->parts.core, &group->untrusted);
    }
    take_groups(at);
}

static void begin_factors(fitting *at)
{
    fc_region_factors *made = at->made;
    size_t n_regions = at->source->analysis->n_regions;
    made->by_region = fc_allocate(n_regions, sizeof *made->by_region);
    made->is_timed = fc_allocate(n_regions, sizeof *made->is_timed);
    for (size_t i = 0; i < n_regions; i++)
        made->by_region[i] = (fc_region_factor){{1, -1}, {1, -1}};
}

static fc_status predict_runs(fitting *at, fc_report *report)
{
    const fc_profile *profile = at->source->counts->profile;
    at->of_rank = fc_allocate(profile->n_runs, sizeof(fc_prediction *));
    at->in_core = fc_allocate(profile->n_runs, sizeof(fc_prediction *));
    at->made->n_runs = 0;
    for (size_t i = 0; i < profile->n_runs; i++) {
        const fc_profile_run *run = &profile->run[i];
        at->of_rank[i] = run->n_timers ? predict_run(at, run, fc_compute_memory, report) : NULL;
        at->in_core[i] = at->of_rank[i] ? predict_run(at, run, fc_compute_first_level, report) : NULL;
        if (at->of_rank[i] && !at->in_core[i]) {
            fc_evaluate_free(at->of_rank[i], run->ranks);
            at->of_rank[i] = NULL;
        }
        at->made->n_runs += at->of_rank[i] != NULL;
    }
    return at->made->n_runs > 0 ? FC_OK : FC_E_INPUT;
}

/* second: by region, over all runs and ranks. Returns their sum. */
static double add_up_all(const fitting *at, double *second)
{
    const fc_profile *profile = at->source->counts->profile;
    double all = 0;
    for (size_t i = 0; i < profile->n_runs; i++)
        for (int rank = 0; at->of_rank[i] && rank < profile->run[i].ranks; rank++)
            for (int k = 0; k < at->of_rank[i][rank].n_by; k++) {
                const fc_prediction_place *by = &at->of_rank[i][rank].by[k];
                if (by->item >= at->source->program->n_regions)
                    continue;
                second[by->item] += by->time_s;
                all += by->time_s;
            }
    return all;
}

/* An untimed procedure with more than this share of all predicted seconds merges the groups of its callers. */
static const double joining_share = 0.005;

static void find_groups(fitting *at)
{
    const fc_analysis *analysis = at->source->analysis;
    double *second = fc_allocate(analysis->n_regions, sizeof *second), all = add_up_all(at, second);
    fc_timed timed = {at->node, at->n_nodes, NULL};
    double *untimed = fc_timers_untimed(analysis, &timed, second);
    bool *joins = fc_allocate((size_t)analysis->program->n_procedures, sizeof *joins);
    for (int i = 0; i < analysis->program->n_procedures; i++)
        joins[i] = untimed[i] > joining_share * all;
    timed.joins = joins;
    at->group_of_node = fc_timers_group(analysis, &timed);
    free(joins);
    free(untimed);
    free(second);
}

static void add_runs(fitting *at)
{
    const fc_profile *profile = at->source->counts->profile;
    fc_region_factors *made = at->made;
    at->parts = fc_allocate((size_t)at->n_nodes, sizeof *at->parts);
    made->group = fc_allocate((size_t)at->n_nodes, sizeof *made->group);
    made->n_groups = at->n_nodes;
    unsigned long *longest = fc_allocate((size_t)at->n_nodes, sizeof *longest);
    for (int i = 0; i < at->n_nodes; i++)
        made->group[i].node = at->node[i];
    for (size_t i = 0; i < profile->n_runs; i++) {
        if (!at->of_rank[i])
            continue;
        add_run(at, i);
        /* Sets the node of each group to the piece that took longest in some run. */
        const fc_profile_run *run = &profile->run[i];
        for (int k = 0; k < run->n_timers; k++) {
            int group = at->group_of_node[run->timer[k].node];
            unsigned long all = 0;
            for (int rank = 0; rank < run->ranks; rank++)
                all += run->timer[k].nanoseconds[rank];
            if (group < 0 || all <= longest[group])
                continue;
            longest[group] = all;
            at->made->group[group].node = run->timer[k].node;
        }
    }
    free(longest);
}

static void close_fitting(fitting *at)
{
    const fc_profile *profile = at->source->counts->profile;
    for (size_t i = 0; at->of_rank && i < profile->n_runs; i++)
        if (at->of_rank[i]) {
            fc_evaluate_free(at->of_rank[i], profile->run[i].ranks);
            fc_evaluate_free(at->in_core[i], profile->run[i].ranks);
        }
    free(at->of_rank);
    free(at->in_core);
    free(at->node);
    free(at->group_of_node);
    free(at->parts);
}

fc_status fc_region_factors_create(fc_region_factors **out, const fc_region_factors_source *source, fc_report *report)
{
    fc_region_factors *made = fc_allocate(1, sizeof *made);
    fitting at = {.source = source, .made = made};
    if (source->counts->profile)
        find_common(&at, source->counts->profile);
    fc_status status = FC_OK;
    if (made->n_runs == 0)
        status =
            fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Time a small run: forecost profile MODEL.fc -n 2 -- ARGUMENTS",
                    FC_MSG_COMPUTE_MODEL_FITTED_NO_TIMED);
    begin_factors(&at);
    if (!status)
        status = predict_runs(&at, report);
    if (!status) {
        find_groups(&at);
        add_runs(&at);
        fit_groups(&at);
        take_groups(&at);
        refine_groups(&at);
        distrust_groups(&at);
        *out = made;
    } else
        fc_region_factors_free(made);
    close_fitting(&at);
    return status;
}

void fc_region_factors_free(FC_TAKE fc_region_factors *factors)
{
    if (!factors)
        return;
    free(factors->by_region);
    free(factors->is_timed);
    free(factors->group);
    free(factors);
}
