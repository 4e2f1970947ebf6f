/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluates the terms' seconds at one point: counts by evaluating the symbolic expressions, prices by the runtime's
 * models. Sums without a closed form are added up term by term, at most MOST_STEPS evaluations in all. */
#include "analyzer/emit/formula/formula_dims.h"
#include "analyzer/emit/formula/formula_region.h"
#include "analyzer/emit/formula/formula_view.h"

#include "comm_interface/runtime_function.h"
#include "runtime/models/compute.h"
#include "runtime/openmp/team_costs.h"
#include "support/messages/analysis.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_RANKS = 4096, /* as in runtime/host/evaluate.h: of more ranks, as many, evenly spaced */
    MAX_SUMS = 16,
    MOST_STEPS = 200000 /* about ten seconds */
};

typedef struct adder {
    const fc_formula *formula;
    const fc_formula_options *options;
    fc_compute_model *compute;
    fc_formula_region *region; /* by term */
    int rank;
    const fc_sym *bound[MAX_SUMS]; /* indices of the enclosing sums, and their values */
    double value[MAX_SUMS];
    int n_bound;
    long steps;
    const fc_formula_term *faulty; /* the first term without a value at this point */
} adder;

/* ---- values ---- */

static bool look_up(void *data, const char *key, double *value)
{
    const adder *a = data;
    const fc_formula_point *point = a->options->point;
    for (int i = a->n_bound - 1; i >= 0; i--)
        if (strcmp(fc_sym_key(a->bound[i]), key) == 0) {
            *value = a->value[i];
            return true;
        }
    if (strcmp(key, "p") == 0 || strcmp(key, "rank") == 0) {
        *value = key[0] == 'p' ? point->ranks : a->rank;
        return true;
    }
    for (size_t i = 0; i < a->formula->n_parameters; i++)
        if (strcmp(fc_formula_key(a->formula->parameter[i]), key) == 0) {
            *value = point->parameter[i];
            return true;
        }
    size_t counter = key[0] == 'c' ? strtoul(key + 1, NULL, 10) : SIZE_MAX;
    if (!a->options->counter || counter >= a->formula->analysis->n_counters)
        return false;
    *value = a->options->counter[counter];
    return !isnan(*value);
}

bool fc_formula_call(void *data, const char *name, const double *args, int n_args, double *value)
{
    (void)data;
    if (strcmp(name, "dims_create") != 0 || n_args != 3)
        return false;
    *value = dims_create(args[0], args[1], args[2]);
    return true;
}

/* A count, which must be finite and >= 0; otherwise the term is recorded as faulty. */
static double value_of(adder *a, const fc_formula_term *term, const fc_sym *expression)
{
    fc_values values = {look_up, fc_formula_call, a};
    double value = 0;
    a->steps++;
    if (!fc_sym_evaluate(expression, &values, &value) || value < 0)
        a->faulty = a->faulty ? a->faulty : term;
    return value;
}

/* ---- one term ---- */

double fc_formula_executed_seconds(const fc_formula *formula, const fc_formula_term *term,
                                   const fc_formula_options *options)
{
    return options->probe ? options->probe[formula->probe[term->probe].number] : 0;
}

static double region_seconds(adder *a, const fc_formula_term *term, fc_formula_region *region)
{
    const fc_coefficients *machine = a->options->machine;
    int ranks = a->options->point->ranks, active = ranks < machine->cores ? ranks : machine->cores;
    double entries = value_of(a, term, term->entries), iterations = value_of(a, term, term->iterations);
    if (a->faulty || (entries == 0 && iterations == 0))
        return 0;
    for (int i = 0; i < fc_region_n_sizes(&region->region); i++)
        region->working_set[i] = term->working_set[i] ? value_of(a, term, term->working_set[i]) : INFINITY;
    return a->compute(machine, active < 1 ? 1 : active, &region->region, entries, iterations, region->working_set,
                      NULL);
}

static double once(adder *a, const fc_formula_term *term, fc_formula_region *region)
{
    const fc_coefficients *machine = a->options->machine;
    double error, count = value_of(a, term, term->count);
    if (a->faulty || count == 0)
        return 0;
    if (term->region)
        return count * region_seconds(a, term, region);
    if (term->executed)
        return count * fc_formula_executed_seconds(a->formula, term, a->options);
    if (term->is_overhead)
        return count * fc_team_overhead(fc_team_costs(machine), term->overhead, 1);
    double bytes = value_of(a, term, term->bytes);
    if (!term->operation)
        return count * (machine->memory.allocate_s + bytes * machine->memory.first_touch_s);
    double ranks = value_of(a, term, term->ranks);
    return a->faulty ? 0
                     : count * fc_runtime_function_time(
                                   machine, (fc_runtime_query){term->fit, term->variant, ranks, bytes}, &error);
}

/* Adds up the sums from number `depth` on. */
static double summed(adder *a, const fc_formula_term *term, fc_formula_region *region, int depth)
{
    if (depth == term->n_sums)
        return once(a, term, region);
    fc_values values = {look_up, fc_formula_call, a};
    double low = 0, high = 0, total = 0;
    if (depth >= MAX_SUMS || !fc_sym_evaluate(term->sum[depth].low, &values, &low) ||
        !fc_sym_evaluate(term->sum[depth].high, &values, &high)) {
        a->faulty = a->faulty ? a->faulty : term;
        return 0;
    }
    a->bound[a->n_bound++] = term->sum[depth].variable;
    for (double at = low; at <= high && !a->faulty && a->steps < MOST_STEPS; at++) {
        a->value[a->n_bound - 1] = at;
        total += summed(a, term, region, depth + 1);
    }
    a->n_bound--;
    return total;
}

/* Evaluates one rank's seconds by term; returns their sum. */
static double add_rank(adder *a, double *seconds, int rank)
{
    double total = 0;
    a->rank = rank;
    for (size_t i = 0; i < a->formula->n_terms; i++)
        total += seconds[i] = summed(a, &a->formula->term[i], &a->region[i], 0);
    return total;
}

static void find_slowest(adder *a, double *seconds)
{
    int ranks = a->options->point->ranks, n = ranks < MAX_RANKS ? ranks : MAX_RANKS;
    double slowest = -1;
    double *each = fc_allocate(a->formula->n_terms, sizeof *each);
    for (int i = 0; i < n && !a->faulty && a->steps < MOST_STEPS; i++) {
        double total = add_rank(a, each, n < 2 ? 0 : (int)((long)i * (ranks - 1) / (n - 1)));
        if (total > slowest) {
            slowest = total;
            if (a->formula->n_terms)
                memcpy(seconds, each, a->formula->n_terms * sizeof *each);
        }
    }
    free(each);
}

bool fc_formula_stops(const fc_formula *formula, const fc_formula_options *options)
{
    adder a = {.formula = formula, .options = options, .rank = options->point->rank >= 0 ? options->point->rank : 0};
    fc_values values = {look_up, fc_formula_call, &a};
    double value;
    bool stops = false;
    for (size_t i = 0; i < formula->n_stops && !stops; i++)
        stops = fc_sym_evaluate(formula->stop[i], &values, &value) && value > 0;
    return stops;
}

bool fc_formula_agrees(double *total, const fc_formula *formula, const double *seconds, double predicted)
{
    double asked = 0, sum = 0, margin = 1e-9 * predicted;
    for (size_t i = 0; i < formula->n_terms; i++) {
        sum += seconds[i];
        asked += formula->term[i].is_asked ? seconds[i] : 0;
    }
    *total = sum;
    return predicted <= sum + margin && predicted >= sum - asked - margin;
}

fc_status fc_formula_seconds(double *seconds, bool *known, const fc_formula *formula, const fc_formula_options *options,
                             fc_report *report)
{
    adder a = {.formula = formula, .options = options, .compute = fc_compute_find(options->compute_model)};
    a.region = fc_allocate(formula->n_terms, sizeof *a.region);
    for (size_t i = 0; i < formula->n_terms; i++)
        if (formula->term[i].region)
            fc_formula_region_build(&a.region[i], formula->analysis->program, formula->term[i].region);
    if (options->point->rank >= 0 || !formula->uses_rank)
        add_rank(&a, seconds, options->point->rank >= 0 ? options->point->rank : 0);
    else
        find_slowest(&a, seconds);
    for (size_t i = 0; i < formula->n_terms; i++)
        fc_formula_region_free(&a.region[i]);
    free(a.region);
    if (a.faulty) {
        fc_text text = {0};
        for (size_t i = 0; i < a.formula->n_parameters; i++)
            fc_text_add(&text, ", %s = %.17g", a.formula->parameter[i], a.options->point->parameter[i]);
        fc_status status =
            fc_fail(report, FC_E_INPUT, fc_program_place(a.formula->analysis->program, a.faulty->node->span),
                    "Check the arguments after -- and the values of -D; all counts of a profile must be known.",
                    FC_MSG_FORMULA_NO_VALUE_P, a.options->point->ranks, text.bytes ? text.bytes : "");
        fc_text_free(&text);
        return status;
    }
    *known = a.steps < MOST_STEPS;
    return FC_OK;
}
