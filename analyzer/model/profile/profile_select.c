/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/profile/profile.h"

#include "runtime/models/uncertainty.h"
#include "support/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const fc_profile_counter *find_counter(const fc_profile_run *run, int node)
{
    int low = 0, high = run->n_counters - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (run->counter[middle].node == node)
            return &run->counter[middle];
        if (run->counter[middle].node < node)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return NULL;
}

size_t fc_profile_number_at(const char *argument)
{
    const char *sign = strrchr(argument, '=');
    return sign ? (size_t)(sign + 1 - argument) : 0;
}

bool fc_profile_number(const char *argument, double *value)
{
    char *end;
    const char *text = argument + fc_profile_number_at(argument);
    *value = strtod(text, &end);
    return end != text && *end == '\0' && *value > 0 && isfinite(*value);
}

bool fc_profile_numbers(const char *a, const char *b, double *x, double *y)
{
    size_t option = fc_profile_number_at(a);
    return option == fc_profile_number_at(b) && strncmp(a, b, option) == 0 && fc_profile_number(a, x) &&
           fc_profile_number(b, y);
}

bool fc_profile_has_argument(const fc_profile_run *run, int i, const char *wanted)
{
    char *filled = fc_words_with_ranks(wanted, run->ranks);
    bool same = strcmp(run->argument[i], filled) == 0;
    free(filled);
    return same;
}

/* The ratio of an argument to the requested one; 2 for words that differ. */
static double factor_of(const fc_profile_run *run, int i, const char *wanted)
{
    double x, y;
    if (fc_profile_has_argument(run, i, wanted))
        return 1;
    return fc_profile_numbers(run->argument[i], wanted, &x, &y) ? x / y : 2;
}

/* 0 for the same file, log(2) for a missing one. */
static double distance_of_input(const fc_input_copy *file, const fc_input_files *wanted)
{
    const fc_input_copy *present = fc_input_files_find(wanted, file->name);
    if (!present)
        return log(2);
    return fc_input_copy_is_same(present, file) ? 0 : fc_input_copy_distance(present, file);
}

static double error_by(const fc_profile_run *run, const fc_profile_request *wish, double by_argument)
{
    double error = wish->ranks > 0 ? FC_PROFILE_BY_RANKS * log((double)run->ranks / wish->ranks) : 0;
    int n = run->n_arguments > wish->n_arguments ? run->n_arguments : wish->n_arguments;
    for (int i = 0; i < n; i++) {
        bool both = i < run->n_arguments && i < wish->n_arguments;
        double factor = both ? factor_of(run, i, wish->argument[i]) : 2;
        error = hypot(error, by_argument * log(factor));
    }
    for (size_t i = 0; wish->inputs && i < run->inputs.n; i++)
        error = hypot(error, by_argument * distance_of_input(&run->inputs.file[i], wish->inputs));
    return error;
}

double fc_profile_error(const fc_profile_run *run, const fc_profile_request *wish)
{
    return error_by(run, wish, FC_PROFILE_BY_ARGUMENT);
}

double fc_profile_loop_error(const fc_profile_run *run, const fc_profile_request *wish)
{
    const double by_argument = 2 / sqrt(3);
    return expm1(FC_HALF_INTERVAL * error_by(run, wish, by_argument)) / FC_HALF_INTERVAL;
}

int fc_profile_n_changed_inputs(const fc_profile_run *run, const fc_profile_request *wish)
{
    int n = 0;
    for (size_t i = 0; wish->inputs && i < run->inputs.n; i++) {
        const fc_input_copy *present = fc_input_files_find(wish->inputs, run->inputs.file[i].name);
        n += !present || !fc_input_copy_is_same(present, &run->inputs.file[i]);
    }
    return n;
}

fc_input_files fc_profile_present_inputs(const fc_profile *profile)
{
    fc_input_files present = {0};
    for (size_t i = 0; i < profile->n_runs; i++)
        for (size_t k = 0; k < profile->run[i].inputs.n; k++)
            if (!fc_input_files_find(&present, profile->run[i].inputs.file[k].name))
                fc_input_files_add_present(&present, profile->run[i].inputs.file[k].name);
    return present;
}

double fc_profile_parameter_error(double squares)
{
    return FC_PROFILE_BY_ARGUMENT * sqrt(squares);
}

bool fc_profile_matches(const fc_profile_run *run, const fc_profile_request *wish)
{
    if (run->n_arguments != wish->n_arguments || fc_profile_n_changed_inputs(run, wish) > 0)
        return false;
    for (int i = 0; i < run->n_arguments; i++)
        if (!fc_profile_has_argument(run, i, wish->argument[i]))
            return false;
    return true;
}

/* Run a is a better substitute than run b. */
static bool is_nearer(const fc_profile_run *a, const fc_profile_run *b, const fc_profile_request *wish)
{
    bool same = fc_profile_matches(a, wish);
    if (same != fc_profile_matches(b, wish))
        return same;
    return fc_profile_error(a, wish) < fc_profile_error(b, wish);
}

const fc_profile_run *fc_profile_select(const fc_profile *profile, int node, const fc_profile_request *wish)
{
    const fc_profile_run *best = NULL;
    for (size_t i = profile->n_runs; i-- > 0;) {
        const fc_profile_run *run = &profile->run[i];
        if (find_counter(run, node) && (!best || is_nearer(run, best, wish)))
            best = run;
    }
    return best;
}

double fc_profile_entries(const fc_profile_run *run, int node)
{
    const fc_profile_counter *counter = find_counter(run, node);
    double entries = 0;
    for (int i = 0; counter && i < run->ranks; i++)
        entries += (double)counter->entries[i];
    return entries;
}

double fc_profile_mean(const fc_profile_run *run, int node)
{
    const fc_profile_counter *counter = find_counter(run, node);
    double entries = fc_profile_entries(run, node), count = 0;
    for (int i = 0; counter && i < run->ranks; i++)
        count += (double)counter->count[i];
    return entries > 0 ? count / entries : 0;
}

double fc_profile_mean_of_rank(const fc_profile_run *run, int node, int rank)
{
    const fc_profile_counter *counter = find_counter(run, node);
    if (!counter || rank < 0 || rank >= run->ranks || counter->entries[rank] == 0)
        return fc_profile_mean(run, node);
    return (double)counter->count[rank] / (double)counter->entries[rank];
}

double fc_profile_spread(const fc_profile_run *run, int node)
{
    double mean = fc_profile_mean(run, node), squares = 0;
    for (int rank = 0; rank < run->ranks; rank++) {
        double off = fc_profile_mean_of_rank(run, node, rank) - mean;
        squares += off * off;
    }
    return mean > 0 ? sqrt(squares / run->ranks) / mean : 0;
}
