/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts/count_fits.h"

#include "runtime/models/compute.h"
#include "tools/counts/input_numbers.h"
#include "tools/counts/profiled_point.h"
#include "tools/process/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOLLOWING_S 2   /* processor time to follow a run for its parameters */
#define GOOD_ERROR 0.01 /* of a mean's fit: up to here, the fits of the sums are not tried */

/* The fitted series of a counter. If the number of entries jumps with the data (levels of a hierarchy), the mean jumps
 * too, but the sums are smooth. */
enum {
    MEAN,
    COUNT, /* of all ranks */
    ENTRIES,
    N_SERIES
};

struct fc_count_fits {
    fc_count_fits_source source;
    const fc_profile_run **run; /* the comparable ones */
    double **parameter;         /* [run][parameter]: derived by the cost program from the run's arguments */
    int n_runs;
    fc_input_numbers inputs;
    fc_count_variable variable[FC_COUNT_VARIABLES];
    int n_variables;
    fc_count_variable *shadow; /* those with a twin */
    size_t n_proportional, proportional_capacity;
    int n_series;      /* N_SERIES of each counter */
    double **seen;     /* by series: whether it is a share, then its value in each run; NAN: not reached */
    int *like;         /* by series: the first series with the same values, whose fit it shares; -1: fewer than two
                          runs reached it */
    fc_count_fit *fit; /* by series, computed on demand; n_samples 0: not yet */
};

/* ---- runs ---- */

/* Whether the run read the file that its argument names, where the wish names another file. The parameters that the
 * slice reads from the two files make the counts comparable. */
static bool names_input(const fc_profile_run *run, int argument, const char *wanted)
{
    return fc_input_files_find(&run->inputs, run->argument[argument]) && access(wanted, R_OK) == 0;
}

/* The same number of arguments, and the same ones but for numbers and names of input files. */
static bool is_comparable(const fc_profile_run *run, const fc_profile_request *wanted)
{
    if (run->n_arguments != wanted->n_arguments)
        return false;
    for (int i = 0; i < run->n_arguments; i++) {
        double a, b;
        bool numbers = fc_profile_numbers(run->argument[i], wanted->argument[i], &a, &b);
        if (!numbers && !fc_profile_has_argument(run, i, wanted->argument[i]) &&
            !names_input(run, i, wanted->argument[i]))
            return false;
    }
    return true;
}

/* A run's own counts, by counter, with which the cost program follows the run. */
static bool look_up_own(void *data, const fc_counter_query *question, fc_counter_value *answer)
{
    const double *own = data;
    answer->value = own[question->counter];
    return true;
}

/* The parameters' values of a run; NULL: the cost program fails on it, or exceeds a budget as of --budget, which then
 * shrinks for the next runs: their slices exceed it too until more of their parts are measured. */
static FC_GIVE double *parameters_of(const fc_count_fits_source *source, const fc_profile_run *run, double *budget_s)
{
    const double shrinks = 0.25;
    fc_step_sample unused = {0};
    fc_evaluation_budget budget = {.seconds = *budget_s, .steps = &unused};
    double *own = fc_allocate((size_t)source->program->n_counters, sizeof *own);
    for (int i = 0; i < source->program->n_counters; i++)
        own[i] = fc_profile_mean(run, source->node[i]);
    fc_profiled_point at = fc_profiled_point_open(run);
    fc_evaluation evaluation = {.program = source->program,
                                .object = source->object,
                                .machine = source->machine,
                                .compute = fc_compute_find("ops"),
                                .inputs = &at.inputs,
                                .sandbox = source->sandbox,
                                .budget = &budget,
                                .counter = look_up_own,
                                .counter_data = own};
    fc_prediction *prediction = NULL;
    double *value = NULL;
    fc_report unfollowed; /* ignored: the run is left out */
    if (fc_evaluate_points(&prediction, &evaluation, &at.point, 1, &unfollowed) == FC_OK) {
        size_t n = (size_t)source->program->n_parameters;
        value = fc_allocate(n, sizeof *value);
        memcpy(value, prediction->parameter, n * sizeof *value);
        fc_evaluate_free(prediction, 1);
    }
    fc_profiled_point_close(&at);
    free(own);
    *budget_s *= budget.is_exceeded ? shrinks : 1;
    return value;
}

/* ---- variables ---- */

/* The variable's value in a run; NAN: not a positive number. */
static double value_in(const fc_count_fits *fits, const fc_count_variable *of, int run)
{
    double value = NAN;
    if (of->kind == FC_COUNT_BY_RANKS)
        return fits->run[run]->ranks;
    if (of->kind == FC_COUNT_BY_PARAMETER)
        value = fits->parameter[run][of->index];
    else if (of->kind == FC_COUNT_BY_INPUT)
        value = fits->inputs.number[of->index].in_run[run];
    else if (!fc_profile_number(fits->run[run]->argument[of->index], &value))
        return NAN;
    return value > 0 ? value : NAN;
}

static bool is_a_parameter(const fc_count_fits *fits, const fc_count_variable *of)
{
    for (int k = 0; k < fits->source.program->n_parameters; k++) {
        fc_count_variable parameter = {.kind = FC_COUNT_BY_PARAMETER, .index = k};
        bool same = true;
        for (int i = 0; same && i < fits->n_runs; i++)
            same = value_in(fits, of, i) == value_in(fits, &parameter, i);
        if (same)
            return true;
    }
    return false;
}

/* True if the variable is proportional in all runs to one of the variables, the ranks excepted. */
static bool find_twin(const fc_count_fits *fits, fc_count_variable *of)
{
    for (int v = 0; v < fits->n_variables; v++) {
        const fc_count_variable *other = &fits->variable[v];
        double ratio = value_in(fits, of, 0) / value_in(fits, other, 0);
        bool same = other->kind != FC_COUNT_BY_RANKS && of->kind != FC_COUNT_BY_RANKS;
        for (int i = 1; same && i < fits->n_runs; i++)
            same = fabs(value_in(fits, of, i) / value_in(fits, other, i) - ratio) <= 1e-9 * ratio;
        if (same) {
            of->twin = v;
            of->ratio = ratio;
            return true;
        }
    }
    return false;
}

/* Adds the variable if it is a positive number in every run, and if it varies among the runs as `varying` says. */
static void add_variable(fc_count_fits *fits, fc_count_variable of, bool varying, FC_TAKE char *name)
{
    bool differs = false, is_number = true;
    for (int i = 0; is_number && i < fits->n_runs; i++) {
        is_number = !isnan(value_in(fits, &of, i));
        differs |= value_in(fits, &of, i) != value_in(fits, &of, 0);
    }
    bool wanted = is_number && differs == varying;
    if (wanted && differs && find_twin(fits, &of)) {
        fits->shadow =
            fc_grow(fits->shadow, &fits->proportional_capacity, fits->n_proportional + 1, sizeof *fits->shadow);
        fits->shadow[fits->n_proportional++] = of;
    } else if (wanted && fits->n_variables < FC_COUNT_VARIABLES) {
        of.name = name;
        fits->variable[fits->n_variables++] = of;
        return;
    }
    free(name);
}

static void take_variables(fc_count_fits *fits)
{
    const fc_cost_program *program = fits->source.program;
    for (int pass = 0; pass < 2; pass++) { /* variables that vary come first, since their number is limited */
        bool varying = pass == 0;
        add_variable(fits, (fc_count_variable){.twin = -1, .kind = FC_COUNT_BY_RANKS}, varying, fc_copy_string("p"));
        for (int k = 0; k < program->n_parameters; k++)
            add_variable(fits, (fc_count_variable){.twin = -1, .kind = FC_COUNT_BY_PARAMETER, .index = k}, varying,
                         fc_copy_string(program->parameter[k]));
        for (int k = 0; k < fits->source.wanted.n_arguments; k++) {
            fc_count_variable of = {.twin = -1, .kind = FC_COUNT_BY_ARGUMENT, .index = k};
            if (fc_profile_number(fits->source.wanted.argument[k], &of.wanted) && !is_a_parameter(fits, &of))
                add_variable(fits, of, varying, fc_format("argv[%d]", k + 1));
        }
        for (size_t k = 0; k < fits->inputs.n; k++) {
            fc_count_variable of = {
                .twin = -1, .kind = FC_COUNT_BY_INPUT, .index = (int)k, .wanted = fits->inputs.number[k].wanted};
            if (!is_a_parameter(fits, &of))
                add_variable(fits, of, varying, fc_copy_string(fits->inputs.number[k].name));
        }
    }
}

/* ---- fits ---- */

static int n_reached(const fc_count_fits *fits, int series)
{
    int n = 0;
    for (int i = 0; i < fits->n_runs; i++)
        n += !isnan(fits->seen[series][i + 1]);
    return n;
}

static int compare_seen(const void *a, const void *b, void *data)
{
    const fc_count_fits *fits = data;
    int one = *(const int *)a, other = *(const int *)b;
    int order = memcmp(fits->seen[one], fits->seen[other], ((size_t)fits->n_runs + 1) * sizeof **fits->seen);
    return order ? order : one - other;
}

/* In a large program many counters have equal values in all runs: equal series are fitted once. */
static void take_seen(fc_count_fits *fits)
{
    size_t row = ((size_t)fits->n_runs + 1) * sizeof **fits->seen, n = (size_t)fits->n_series;
    int *order = fc_allocate(n, sizeof *order);
    for (int i = 0; i < fits->n_series; i++) {
        /* A series' values in the runs. */
        int counter = i / N_SERIES, of = i % N_SERIES, node = fits->source.node[counter];
        double *seen = fc_allocate((size_t)fits->n_runs + 1, sizeof *seen);
        seen[0] = of == MEAN && fc_counter_is_share(&fits->source.program->counter[counter]);
        for (int k = 0; k < fits->n_runs; k++) {
            const fc_profile_run *run = fits->run[k];
            double entries = fc_profile_entries(run, node), mean = fc_profile_mean(run, node);
            seen[k + 1] = !(entries > 0) ? NAN : of == MEAN ? mean : of == COUNT ? entries * mean : entries;
        }
        fits->seen[i] = seen;
        order[i] = i;
    }
    qsort_r(order, n, sizeof *order, compare_seen, fits);
    for (int i = 0, first = 0; i < fits->n_series; i++) {
        if (memcmp(fits->seen[order[i]], fits->seen[order[first]], row) != 0)
            first = i;
        fits->like[order[i]] = n_reached(fits, order[i]) > 1 ? order[first] : -1;
    }
    free(order);
}

static void fit_values(fc_count_fit *out, const fc_count_fits *fits, const double *value, bool is_share)
{
    int width = fits->n_variables;
    double *x = fc_allocate((size_t)(fits->n_runs * width), sizeof *x),
           *y = fc_allocate((size_t)fits->n_runs, sizeof *y);
    fc_count_samples samples = {x, y, 0, width, is_share};
    for (int i = 0; i < fits->n_runs; i++) {
        if (isnan(value[i]))
            continue;
        for (int v = 0; v < width; v++)
            x[samples.n_samples * width + v] = value_in(fits, &fits->variable[v], i);
        y[samples.n_samples++] = value[i];
    }
    fc_count_fit_samples(out, &samples);
    free(x);
    free(y);
}

/* The fit of a counter's series, computed on the first call. The counter has a fit. */
static const fc_count_fit *fit_of(const fc_count_fits *fits, int counter, int series)
{
    int like = fits->like[N_SERIES * counter + series];
    if (fits->fit[like].n_samples == 0)
        fit_values(&fits->fit[like], fits, fits->seen[like] + 1, fits->seen[like][0] != 0);
    return &fits->fit[like];
}

static bool has_poor_mean(const fc_count_fits *fits, int counter)
{
    return fit_of(fits, counter, MEAN)->model.error > GOOD_ERROR;
}

/* Whether the mean is computed as count / entries: its own fit errs, and that of the count does not. The entries are
 * the count of the surrounding loop or branch, with the same fit, so its error cancels. */
static bool is_quotient(const fc_count_fits *fits, int counter)
{
    return has_poor_mean(fits, counter) && fit_of(fits, counter, COUNT)->model.error <= GOOD_ERROR;
}

/* Fits that are still to make, one for each group of equal series. */
typedef struct fit_list {
    const fc_count_fits *fits;
    int *like;
    int n;
} fit_list;

static fc_status make_fit(void *data, int i, fc_report *report)
{
    const fit_list *list = data;
    (void)report;
    fit_of(list->fits, list->like[i] / N_SERIES, list->like[i] % N_SERIES);
    return FC_OK;
}

/* The fits of one series of all counters that need it. */
static void fit_series(const fc_count_fits *fits, int series, bool (*needs)(const fc_count_fits *, int counter))
{
    fit_list list = {fits, fc_allocate((size_t)fits->n_series, sizeof(int)), 0};
    bool *is_listed = fc_allocate((size_t)fits->n_series, sizeof *is_listed);
    for (int i = 0; i < fits->source.program->n_counters; i++) {
        int like = fits->like[N_SERIES * i + series];
        if (fc_count_fits_has(fits, i) && !is_listed[like] && fits->fit[like].n_samples == 0 && needs(fits, i)) {
            is_listed[like] = true;
            list.like[list.n++] = like;
        }
    }
    fc_parallel_run(list.n, make_fit, &list, NULL); /* cannot fail */
    free(is_listed);
    free(list.like);
}

static bool is_needed(const fc_count_fits *fits, int counter)
{
    (void)fits;
    (void)counter;
    return true;
}

/* Evaluations run in processes of their own, each of which would repeat fits that are made on demand, at the cost of
 * the slice's budget. */
static void fit_all(const fc_count_fits *fits)
{
    fit_series(fits, MEAN, is_needed);
    fit_series(fits, COUNT, has_poor_mean);
    fit_series(fits, ENTRIES, is_quotient);
}

fc_count_fits *fc_count_fits_create(const fc_count_fits_source *source)
{
    size_t n = N_SERIES * (size_t)source->program->n_counters;
    fc_count_fits *fits = fc_allocate(1, sizeof *fits);
    *fits = (fc_count_fits){.source = *source,
                            .n_series = (int)n,
                            .fit = fc_allocate(n, sizeof *fits->fit),
                            .seen = fc_allocate(n, sizeof *fits->seen),
                            .like = fc_allocate(n, sizeof *fits->like)};
    const fc_profile *profile = fits->source.profile;
    double budget_s = FOLLOWING_S;
    fits->run = fc_allocate(profile->n_runs, sizeof(fc_profile_run *));
    fits->parameter = fc_allocate(profile->n_runs, sizeof *fits->parameter);
    for (size_t i = 0; i < profile->n_runs; i++) {
        const fc_profile_run *run = &profile->run[i];
        double *parameter =
            is_comparable(run, &fits->source.wanted) ? parameters_of(&fits->source, run, &budget_s) : NULL;
        if (!parameter)
            continue;
        fits->run[fits->n_runs] = run;
        fits->parameter[fits->n_runs++] = parameter;
    }
    if (fits->n_runs < 2) {
        fc_count_fits_free(fits);
        return NULL;
    }
    fc_input_numbers_find(&fits->inputs, fits->run, fits->n_runs, &source->wanted);
    take_variables(fits);
    take_seen(fits);
    fit_all(fits);
    return fits;
}

void fc_count_fits_free(FC_TAKE fc_count_fits *fits)
{
    if (!fits)
        return;
    for (int i = 0; i < fits->n_variables; i++)
        free(fits->variable[i].name);
    for (int i = 0; i < fits->n_runs; i++)
        free(fits->parameter[i]);
    free(fits->parameter);
    free(fits->shadow);
    fc_input_numbers_free(&fits->inputs);
    free(fits->run);
    for (int i = 0; i < fits->n_series; i++) {
        fc_count_fit_free(&fits->fit[i]);
        free(fits->seen[i]);
    }
    free(fits->fit);
    free(fits->seen);
    free(fits->like);
    free(fits);
}

/* ---- answers ---- */

bool fc_count_fits_has(const fc_count_fits *fits, int counter)
{
    return fits && fits->like[N_SERIES * counter] >= 0;
}

/* The variable's value for a question; NAN: the question lacks it. */
static double value_for(const fc_count_variable *of, const fc_counter_query *question)
{
    if (of->kind == FC_COUNT_BY_RANKS)
        return question->ranks;
    if (of->kind == FC_COUNT_BY_ARGUMENT || of->kind == FC_COUNT_BY_INPUT)
        return of->wanted;
    return question->parameter && question->parameter[of->index] > 0 ? question->parameter[of->index] : NAN;
}

/* The error from variables that were proportional in all runs, but are not at this point: an unknown exponent of their
 * ratio. */
static double separation_error(const fc_count_fits *fits, const fc_counter_query *question, const double *x)
{
    double error = 0;
    for (size_t i = 0; i < fits->n_proportional; i++) {
        const fc_count_variable *of = &fits->shadow[i];
        double value = value_for(of, question);
        if (!isnan(value))
            error = hypot(error, FC_PROFILE_BY_ARGUMENT * log(value / x[of->twin] / of->ratio));
    }
    return error;
}

/* The answer by one fit. False: it needs a parameter that the question lacks. */
static bool answer_by(const fc_count_fits *fits, const fc_count_fit *fit, const fc_counter_query *question,
                      fc_counter_value *answer)
{
    double x[FC_COUNT_VARIABLES], unknown[FC_COUNT_VARIABLES], error = 0;
    for (int v = 0; v < fits->n_variables; v++) {
        x[v] = value_for(&fits->variable[v], question);
        unknown[v] = fits->variable[v].kind == FC_COUNT_BY_RANKS ? FC_PROFILE_BY_RANKS : FC_PROFILE_BY_ARGUMENT;
        if (isnan(x[v]) && fc_count_model_has(&fit->model, v))
            return false;
        if (isnan(x[v])) /* the program has not set the parameter yet, so the count cannot depend on it */
            x[v] = fit->least[v];
    }
    double value = fc_count_fit_value(fit, x, unknown, &error);
    error = hypot(error, separation_error(fits, question, x));
    if (!fits->source.reads_inputs)
        error = hypot(error, fits->inputs.other);
    *answer = (fc_counter_value){value, FC_ORIGIN_PROFILED, error};
    return true;
}

bool fc_count_fits_answer(const fc_count_fits *fits, const fc_counter_query *question, fc_counter_value *answer)
{
    int counter = question->counter;
    fc_counter_value entries;
    if (!fc_count_fits_has(fits, counter))
        return false;
    if (!is_quotient(fits, counter) || !answer_by(fits, fit_of(fits, counter, COUNT), question, answer) ||
        !answer_by(fits, fit_of(fits, counter, ENTRIES), question, &entries) || !(entries.value > 0))
        return answer_by(fits, fit_of(fits, counter, MEAN), question, answer);
    answer->value /= entries.value;
    if (fc_counter_is_share(&fits->source.program->counter[counter]))
        answer->value = fmin(answer->value, 1);
    answer->relative_error = hypot(answer->relative_error, entries.relative_error);
    return true;
}

const fc_count_variable *fc_count_fits_variables(const fc_count_fits *fits, int *n)
{
    *n = fits->n_variables;
    return fits->variable;
}

const fc_profile_run *const *fc_count_fits_runs(const fc_count_fits *fits, int *n)
{
    *n = fits->n_runs;
    return fits->run;
}

int fc_count_fits_models(const fc_count_fits *fits, int counter, const fc_count_model **model,
                         const fc_count_model **divisor)
{
    bool by_sums = is_quotient(fits, counter);
    const fc_count_fit *fit = fit_of(fits, counter, by_sums ? COUNT : MEAN);
    *model = &fit->model;
    *divisor = by_sums ? &fit_of(fits, counter, ENTRIES)->model : NULL;
    return fit->n_samples;
}

bool fc_count_fits_of_values(fc_count_fit *out, const fc_count_fits *fits, const double *value)
{
    int n = 0;
    for (int i = 0; i < fits->n_runs; i++) {
        if (value[i] < 0 || isinf(value[i]))
            return false;
        n += !isnan(value[i]);
    }
    if (n < 2)
        return false;
    fit_values(out, fits, value, false);
    return true;
}

void fc_count_fits_print(fc_text *out, const fc_count_fits *fits, int counter)
{
    const char *name[FC_COUNT_VARIABLES];
    if (!fc_count_fits_has(fits, counter))
        return;
    for (int v = 0; v < fits->n_variables; v++)
        name[v] = fits->variable[v].name;
    bool by_sums = is_quotient(fits, counter);
    const fc_count_fit *fit = fit_of(fits, counter, by_sums ? COUNT : MEAN);
    if (by_sums)
        fc_count_model_print_quotient(out, &fit->model, &fit_of(fits, counter, ENTRIES)->model, fits->n_variables,
                                      name);
    else
        fc_count_model_print(out, &fit->model, fits->n_variables, name);
    fc_text_add(out, " (%d runs)", fit->n_samples);
}
