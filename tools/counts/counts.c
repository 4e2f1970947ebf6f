/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts/counts.h"

#include "analyzer/binding/input_calls.h"
#include "analyzer/constants/conditional_constants.h"
#include "analyzer/cost_tree/analysis.h"
#include "analyzer/effects/error_checks.h"
#include "support/diagnostics.h"
#include "support/messages/profile.h"
#include "tools/counts/count_annotation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Cached answers for one point that was not profiled: a cost program repeats its questions in every iteration. */
struct fc_count_cache {
    int ranks;
    double moved;
    double *parameter; /* [n_parameters] of that point */
    bool *is_made;     /* by counter */
    fc_counter_value *answer;
};

static fc_status read_profile(fc_counts *counts, const fc_arguments *arguments, const fc_program *program,
                              fc_report *report)
{
    const char *asked = fc_arguments_value(arguments, "profile");
    if (!asked && arguments->n_operands == 0)
        return FC_OK;
    char *path = asked ? fc_copy_string(asked) : fc_format("%s.profile", arguments->operand[0]);
    fc_status status = FC_OK;
    if (asked || access(path, F_OK) == 0)
        status = fc_profile_read(&counts->profile, path, program, report);
    if (counts->profile)
        counts->profile_path = path;
    else
        free(path);
    return status;
}

/* Some run of the profile has counters of that kind. */
static bool has_kind(const fc_profile *profile, fc_counter_kind kind)
{
    bool has = false;
    for (size_t i = 0; profile && i < profile->n_runs; i++)
        for (int k = 0; k < profile->run[i].n_counters; k++)
            has |= profile->run[i].counter[k].kind == kind;
    return has;
}

/* By the simulated branch predictor of the profile. */
static FC_GIVE double *find_mispredicted(const fc_program *program, const fc_profile *profile)
{
    size_t n = (size_t)program->n_nodes;
    double *simulated = fc_allocate(n, sizeof *simulated), *wrong = fc_allocate(n, sizeof *wrong);
    for (size_t i = 0; i < profile->n_runs; i++)
        for (int k = 0; k < profile->run[i].n_counters; k++) {
            const fc_profile_counter *counter = &profile->run[i].counter[k];
            simulated[counter->node] += (double)counter->simulated;
            wrong[counter->node] += (double)counter->mispredicted;
        }
    for (size_t i = 0; i < n; i++)
        wrong[i] = simulated[i] > 0 ? wrong[i] / simulated[i] : 0;
    free(simulated);
    return wrong;
}

fc_status fc_counts_begin(fc_counts *out, const fc_arguments *arguments, fc_program *program, fc_report *report)
{
    fc_counts counts = {.source = program};
    fc_status status = read_profile(&counts, arguments, program, report);
    if (status)
        return status;
    program->times_calls = has_kind(counts.profile, FC_COUNTER_TIME);
    program->counts_extents = has_kind(counts.profile, FC_COUNTER_EXTENT);
    if (counts.profile)
        program->mispredicted = find_mispredicted(program, counts.profile);
    fc_error_checks_remove(NULL, program);
    fc_conditional_constants_remove(NULL, program);
    if (counts.profile && !fc_arguments_value(arguments, "assume"))
        fc_never_executed_remove(&counts.idle, program, counts.profile);
    *out = counts;
    return FC_OK;
}

static FC_GIVE struct fc_count_cache *open_moved(const fc_cost_program *program)
{
    size_t n = (size_t)program->n_counters;
    struct fc_count_cache *moved = fc_allocate(1, sizeof *moved);
    *moved = (struct fc_count_cache){.parameter = fc_allocate((size_t)program->n_parameters, sizeof(double)),
                                     .is_made = fc_allocate(n, sizeof(bool)),
                                     .answer = fc_allocate(n, sizeof(fc_counter_value))};
    return moved;
}

/* Whether the loop reached its bound, which the next counter counts, in each profiled run that entered it. */
static bool came_to_bound(const fc_counts *counts, int loop)
{
    bool came = false;
    int reached = loop + 1;
    if (!counts->profile || reached >= counts->program->n_counters ||
        strcmp(counts->program->counter[reached].operation, "bound") != 0)
        return false;
    for (size_t i = 0; i < counts->profile->n_runs; i++) {
        const fc_profile_run *run = &counts->profile->run[i];
        if (fc_profile_entries(run, counts->node[reached]) == 0)
            continue;
        if (fc_profile_mean(run, counts->node[reached]) < 1)
            return false;
        came = true;
    }
    return came;
}

bool fc_counts_is_at_bound(const fc_counts *counts, int loop)
{
    return counts->assumptions.takes_bounds && fc_assumed_bounds_has(counts->program, loop) &&
           isnan(counts->assumptions.value[loop]) && isnan(counts->annotated[loop]) &&
           !(counts->profile && fc_profile_select(counts->profile, counts->node[loop], &counts->wanted));
}

/* The slice opens an input file. */
static bool reads_inputs(const struct fc_analysis *analysis)
{
    int n;
    int *node = fc_input_calls_find(&n, analysis->program);
    bool reads = false;
    for (int i = 0; i < n && !reads; i++)
        reads = fc_control_in_slice(analysis->control, analysis->program->node[node[i]]);
    free(node);
    return reads;
}

fc_status fc_counts_open(fc_counts *counts, const fc_arguments *arguments, const fc_loaded_program *loaded,
                         struct fc_analysis *analysis, fc_report *report)
{
    size_t n = analysis->n_counters;
    counts->program = loaded->program;
    counts->object = loaded->object;
    counts->present = fc_allocate(1, sizeof *counts->present);
    if (counts->profile)
        *counts->present = fc_profile_present_inputs(counts->profile);
    counts->wanted = (fc_profile_request){-1, arguments->rest, arguments->n_rest, counts->present};
    counts->annotated = fc_allocate(n, sizeof *counts->annotated);
    counts->node = fc_allocate(n, sizeof *counts->node);
    counts->answer = fc_allocate(n, sizeof *counts->answer);
    counts->is_known = fc_allocate(n, sizeof *counts->is_known);
    counts->run = fc_allocate(n, sizeof *counts->run);
    counts->spread = fc_allocate(n, sizeof *counts->spread);
    counts->moved = open_moved(loaded->program);
    counts->reads_inputs = reads_inputs(analysis);
    for (size_t i = 0; i < n; i++)
        counts->node[i] = analysis->counter[i].node->id;
    fc_status status = fc_missing_counts_open(&counts->missing, loaded->program, report);
    if (!status)
        status = fc_assumptions_parse(&counts->assumptions, arguments, loaded->program, report);
    for (size_t i = 0; i < n && !status; i++)
        status = fc_count_annotation_find(&counts->annotated[i], analysis->program, &analysis->counter[i], report);
    for (size_t i = 0; i < n && !status; i++)
        analysis->counter[i].is_reached =
            fc_counts_is_at_bound(counts, (int)i) ||
            (isnan(counts->assumptions.value[i]) && isnan(counts->annotated[i]) && came_to_bound(counts, (int)i));
    if (!status && counts->assumptions.takes_bounds)
        fc_assumed_bounds_create(&counts->bounds, analysis);
    return status;
}

void fc_counts_fit(fc_counts *counts, const fc_coefficients *machine)
{
    if (!counts->profile || counts->profile->n_runs < 2)
        return;
    counts->fits = fc_count_fits_create(&(fc_count_fits_source){.program = counts->program,
                                                                .object = counts->object,
                                                                .node = counts->node,
                                                                .profile = counts->profile,
                                                                .wanted = counts->wanted,
                                                                .reads_inputs = counts->reads_inputs,
                                                                .machine = machine,
                                                                .sandbox = counts->sandbox});
    counts->moved->ranks = 0;
}

void fc_counts_close(fc_counts *counts)
{
    fc_missing_counts_close(&counts->missing);
    fc_count_fits_free(counts->fits);
    fc_never_executed_free(&counts->idle);
    fc_assumptions_free(&counts->assumptions);
    fc_assumed_bounds_free(&counts->bounds);
    fc_profile_free(counts->profile);
    free(counts->profile_path);
    if (counts->present)
        fc_input_files_free(counts->present);
    free(counts->present);
    free(counts->annotated);
    free(counts->node);
    free(counts->answer);
    free(counts->is_known);
    free(counts->run);
    free(counts->spread);
    struct fc_count_cache *moved = counts->moved;
    if (moved) {
        free(moved->parameter);
        free(moved->is_made);
        free(moved->answer);
        free(moved);
    }
    *counts = (fc_counts){0};
}

/* The run that gives a counter its value; NULL: none, or the counter is assumed or annotated. */
static const fc_profile_run *run_of(const fc_counts *counts, int counter, const fc_profile_request *wish)
{
    if (!counts->profile || !isnan(counts->assumptions.value[counter]) || !isnan(counts->annotated[counter]))
        return NULL;
    return fc_profile_select(counts->profile, counts->node[counter], wish);
}

static double error_of(const fc_counts *counts, int counter, const fc_profile_run *run)
{
    bool is_loop = strcmp(counts->program->counter[counter].operation, "loop") == 0;
    return is_loop ? fc_profile_loop_error(run, &counts->wanted) : fc_profile_error(run, &counts->wanted);
}

static void find_answer(fc_counts *counts, int counter)
{
    double assumed = counts->assumptions.value[counter], annotated = counts->annotated[counter];
    const fc_profile_run *run = counts->run[counter] = run_of(counts, counter, &counts->wanted);
    fc_counter_value *answer = &counts->answer[counter];
    if (!isnan(assumed))
        *answer = (fc_counter_value){assumed, FC_ORIGIN_ASSUMED, 0};
    else if (!isnan(annotated))
        *answer = (fc_counter_value){annotated, FC_ORIGIN_ANNOTATED, 0};
    else if (run)
        *answer = (fc_counter_value){fc_profile_mean(run, counts->node[counter]), FC_ORIGIN_PROFILED,
                                     error_of(counts, counter, run)};
    counts->is_known[counter] = !isnan(assumed) || !isnan(annotated) || run;
    counts->spread[counter] = run ? fc_profile_spread(run, counts->node[counter]) : 0;
}

/* The fitted value, else the run's; the error includes the run's spread over the ranks. */
static void find_moved(const fc_counts *counts, const fc_counter_query *question, fc_counter_value *answer)
{
    if (!fc_count_fits_answer(counts->fits, question, answer))
        answer->relative_error = hypot(answer->relative_error, fc_profile_parameter_error(question->moved));
    answer->relative_error = hypot(answer->relative_error, counts->spread[question->counter]);
}

static void answer_moved(const fc_counts *counts, const fc_counter_query *question, fc_counter_value *answer)
{
    struct fc_count_cache *moved = counts->moved;
    int counter = question->counter;
    if (!question->parameter) {
        find_moved(counts, question, answer);
        return;
    }
    /* Clears the cache if the question is about another point. */
    size_t size = (size_t)counts->program->n_parameters * sizeof *moved->parameter;
    if (moved->ranks != question->ranks || moved->moved != question->moved ||
        memcmp(moved->parameter, question->parameter, size) != 0) {
        moved->ranks = question->ranks;
        moved->moved = question->moved;
        memcpy(moved->parameter, question->parameter, size);
        memset(moved->is_made, 0, (size_t)counts->program->n_counters * sizeof *moved->is_made);
    }
    if (!moved->is_made[counter]) {
        find_moved(counts, question, answer);
        moved->answer[counter] = *answer;
        moved->is_made[counter] = true;
    }
    *answer = moved->answer[counter];
}

static bool find_value(fc_counts *counts, const fc_counter_query *question, fc_counter_value *answer)
{
    if (counts->wanted.ranks != question->ranks) {
        counts->wanted.ranks = question->ranks;
        for (int i = 0; i < counts->program->n_counters; i++)
            find_answer(counts, i);
    }
    int counter = question->counter;
    const fc_profile_run *run = counts->run[counter];
    *answer = counts->answer[counter];
    if (!run)
        return counts->is_known[counter];
    if (answer->relative_error == 0 && question->moved == 0) {
        if (question->side_by_side)
            answer->value = fc_profile_mean_of_rank(run, counts->node[counter], question->rank);
        return true;
    }
    answer_moved(counts, question, answer);
    return true;
}

bool fc_counts_lookup(void *data, const fc_counter_query *question, fc_counter_value *answer)
{
    fc_counts *counts = data;
    const int counter = question->counter;
    if (!find_value(counts, question, answer)) {
        if (fc_assumed_bounds_answer(&counts->bounds, counts->program, counter, answer))
            return true;
        return !fc_counts_is_at_bound(counts, counter) &&
               fc_missing_counts_ask(&counts->missing, counter, counts->program, answer);
    }
    /* A call's time, unlike a count, differs from run to run. */
    enum {
        PERCENT = 10 /* one standard deviation */
    };
    if (answer->origin == FC_ORIGIN_PROFILED && fc_counter_is_time(&counts->program->counter[counter]))
        answer->relative_error = hypot(answer->relative_error, PERCENT / 100.0);
    return true;
}

/* ---- the note ---- */

/* Whether the run gives some counter its value at this number of ranks, although it did not profile that point. */
static bool stands_in(const fc_counts *counts, const fc_profile_run *run, const fc_sweep *sweep, int ranks)
{
    fc_profile_request wish = counts->wanted;
    wish.ranks = ranks;
    if (sweep->n_parameters == 0 && fc_profile_error(run, &wish) == 0)
        return false;
    for (int i = 0; i < counts->program->n_counters; i++)
        if (run_of(counts, i, &wish) == run && !fc_count_fits_has(counts->fits, i))
            return true;
    return false;
}

/* " -n 1, 4, 8 .. 64": the numbers of ranks at which the run stands in; false: none. */
static bool add_ranks(fc_text *out, const fc_counts *counts, const fc_profile_run *run, const fc_sweep *sweep)
{
    enum {
        SHOWN = 3
    };
    int n = 0, last = 0;
    for (int i = 0; i < sweep->ranks.n; i++) { /* the first points of a sweep have all numbers of ranks */
        int ranks = fc_sweep_ranks(sweep, i);
        if (!stands_in(counts, run, sweep, ranks))
            continue;
        if (n < SHOWN)
            fc_text_add(out, n ? ", %d" : " -n %d", ranks);
        last = ranks;
        n++;
    }
    if (n > SHOWN)
        fc_text_add(out, n > SHOWN + 1 ? " .. %d" : ", %d", last);
    return n > 0;
}

static void add_arguments(fc_text *out, const char *const *argument, int n)
{
    fc_text_append(out, " --", n ? 3 : 0);
    for (int i = 0; i < n; i++)
        fc_text_add(out, " %s", argument[i]);
}

/* Whether some point of the sweep takes the node's count from runs of other points. */
static bool is_moved_at(const fc_counts *counts, int node, const fc_sweep *sweep)
{
    fc_profile_request wish = counts->wanted;
    for (int i = 0; i < sweep->ranks.n; i++) {
        wish.ranks = fc_sweep_ranks(sweep, i);
        const fc_profile_run *run = counts->profile ? fc_profile_select(counts->profile, node, &wish) : NULL;
        if (run && (sweep->n_parameters > 0 || fc_profile_error(run, &wish) > 0))
            return true;
    }
    return false;
}

static bool is_moved_somewhere(const fc_counts *counts, int counter, const fc_sweep *sweep)
{
    return run_of(counts, counter, &counts->wanted) && is_moved_at(counts, counts->node[counter], sweep);
}

/* The fitted counts, if some point of the sweep was not profiled. */
static void note_fits(const fc_counts *counts, const fc_sweep *sweep, FILE *out)
{
    enum {
        SHOWN = 3
    };
    int n = 0;
    fc_text text = {0};
    for (int i = 0; i < counts->program->n_counters; i++) {
        const fc_site *site = &counts->program->counter[i];
        if (!fc_count_fits_has(counts->fits, i) || !is_moved_somewhere(counts, i, sweep))
            continue;
        if (n++ < SHOWN) {
            fc_text_add(&text, n > 1 ? ", " : " ");
            fc_text_add_place(&text, site->file, site->line);
            fc_text_add(&text, " ");
            fc_count_fits_print(&text, counts->fits, i);
        }
    }
    if (n > SHOWN)
        fc_text_add(&text, " and %d more", n - SHOWN);
    if (n > 0)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_FITTED_PROFILING_RUNS, n, n == 1 ? "count" : "counts", text.bytes);
    fc_text_free(&text);
}

/* The loops with an early exit that are counted up to their bound at points that were not profiled. */
static void note_bounds(const fc_counts *counts, const fc_sweep *sweep, FILE *out)
{
    enum {
        SHOWN = 3
    };
    int n = 0;
    fc_text text = {0};
    for (int i = 0; i < counts->program->n_counters; i++)
        if (came_to_bound(counts, i) && is_moved_somewhere(counts, i, sweep) && n++ < SHOWN) {
            fc_text_add(&text, n > 1 ? ", " : " ");
            fc_text_add_place(&text, counts->program->counter[i].file, counts->program->counter[i].line);
        }
    if (n > SHOWN)
        fc_text_add(&text, " and %d more", n - SHOWN);
    if (n > 0)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_ALL_ITERATIONS_UP_BOUND_COUNTED, text.bytes,
                    n == 1 ? "this loop" : "these loops");
    fc_text_free(&text);
}

/* The branches that no profiled run executed, if they matter at points that were not profiled. */
static void note_idle(const fc_counts *counts, const fc_sweep *sweep, FILE *out)
{
    enum {
        SHOWN = 3
    };
    int n = 0;
    fc_text text = {0};
    for (size_t i = 0; i < counts->idle.n; i++) {
        fc_place place = fc_program_place(counts->source, counts->source->node[counts->idle.node[i]]->span);
        if (is_moved_at(counts, counts->idle.node[i], sweep) && n++ < SHOWN) {
            fc_text_add(&text, n > 1 ? ", " : " ");
            fc_text_add_place(&text, place.file, place.line);
        }
    }
    if (n > SHOWN)
        fc_text_add(&text, " and %d more", n - SHOWN);
    if (n > 0)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_BRANCHES_NOT_TAKEN_PROFILED_RUNS, text.bytes);
    fc_text_free(&text);
}

/* What --assume bounds stands in for. */
static void note_assumed_bounds(const fc_counts *counts, FILE *out)
{
    enum {
        SHOWN = 3
    };
    int n = 0;
    fc_text text = {0};
    for (int i = 0; i < counts->program->n_counters && counts->bounds.leaves; i++)
        if (fc_counts_is_at_bound(counts, i) && n++ < SHOWN) {
            fc_text_add(&text, n > 1 ? ", " : "these loops run up to their bound, an upper limit: ");
            fc_text_add_place(&text, counts->program->counter[i].file, counts->program->counter[i].line);
        }
    if (n > SHOWN)
        fc_text_add(&text, " and %d more", n - SHOWN);
    if (n > 0)
        fc_text_add(&text, "; ");
    if (counts->bounds.leaves)
        fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_COUNTS_AT_BOUNDS, n > 0 ? text.bytes : "");
    fc_text_free(&text);
}

void fc_counts_note(const fc_counts *counts, const fc_sweep *sweep, FILE *out)
{
    note_assumed_bounds(counts, out);
    note_fits(counts, sweep, out);
    note_bounds(counts, sweep, out);
    note_idle(counts, sweep, out);
    /* The runs that broke off. */
    const fc_profile *profile = counts->profile;
    for (size_t i = 0; profile && i < profile->n_runs; i++)
        if (profile->run[i].is_partial)
            fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_PROFILED_RUN_ENDED_EARLY_COUNTS, profile->run[i].command);
    for (size_t i = 0; counts->profile && i < counts->profile->n_runs; i++) {
        const fc_profile_run *run = &counts->profile->run[i];
        fc_text text = {0};
        fc_text_add(&text, "%d", run->ranks);
        add_arguments(&text, (const char *const *)run->argument, run->n_arguments);
        if (fc_profile_n_changed_inputs(run, &counts->wanted) > 0)
            fc_text_add(&text, ", with other input files,");
        fc_text_add(&text, " stand in for");
        if (add_ranks(&text, counts, run, sweep)) {
            for (int k = 0; k < sweep->n_parameters; k++)
                fc_text_add(&text, " -D %s", sweep->name[k]);
            add_arguments(&text, counts->wanted.argument, counts->wanted.n_arguments);
            fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_COUNTS_STAND_IN, text.bytes);
        }
        fc_text_free(&text);
    }
}
