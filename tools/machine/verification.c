/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/machine/verification.h"

#include "comm_interface/runtime_function.h"
#include "machine_properties/calibration/fit.h"
#include "machine_properties/machine_parameters.h"
#include "tools/machine/sample_medians.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Expected deviation of a quick measurement on a machine under load; at least two standard errors of the fit. */
static const double least_interval = 0.2;
/* Core costs below this [s] are residues of a slope fit; their relative deviation is meaningless. */
static const double least_cost_s = 2e-11;

#define TEXT_OF(name, text) text,
static const char *const fit_text[] = {FC_FIT_LIST(TEXT_OF)}, *const variant_text[] = {FC_VARIANT_LIST(TEXT_OF)};

/* A value of a group: relative deviation of the new measurement from the file. */
typedef struct pair {
    char *group;
    size_t order; /* of the group's first pair */
    double deviation, interval;
} pair;

typedef struct pairs {
    pair *item;
    size_t n, capacity;
} pairs;

static void add(pairs *to, FC_TAKE char *group, double deviation, double interval)
{
    size_t order = to->n;
    for (size_t i = to->n; i-- > 0;)
        if (strcmp(to->item[i].group, group) == 0) {
            order = to->item[i].order;
            break;
        }
    to->item = fc_grow(to->item, &to->capacity, to->n + 1, sizeof *to->item);
    to->item[to->n++] = (pair){group, order, deviation, interval};
}

/* ---- computation and memory ---- */

/* "core.operations[madd,f64].latency_s" -> "operations f64"; "memory.curves[1,unit,read].seconds[4,L2]" -> "memory unit
 * read L2"; NULL: not compared, since its effect is too small. */
static FC_GIVE char *group_of(const char *path)
{
    char a[16], b[16], c[16], level[16];
    int n = 0;
    if (sscanf(path, "core.operations[%15[^],],%15[^],]]", a, b) == 2)
        return fc_format("operations %s", b);
    if (sscanf(path, "core.accesses[%15[^],]]", a) == 1)
        return fc_format("loads and stores %s", a);
    if (sscanf(path, "memory.curves[%15[^],],%15[^],],%15[^],]].seconds[%d,%15[^],]]", a, b, c, &n, level) == 5)
        return fc_format("memory %s %s %s%s%s", b, c, level, strcmp(a, "1") ? ", busy cores " : "",
                         strcmp(a, "1") ? a : "");
    return NULL;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(((const fc_parameter *)a)->path, ((const fc_parameter *)b)->path);
}

static void compare_computation(pairs *to, fc_machine *file, fc_machine *now)
{
    fc_parameters old, new;
    fc_machine_parameters(&old, file);
    fc_machine_parameters(&new, now);
    fc_parameter *sorted = fc_allocate(new.n + 1, sizeof *sorted);
    memcpy(sorted, new.item, new.n * sizeof *sorted);
    qsort(sorted, new.n, sizeof *sorted, compare_paths);
    for (size_t i = 0; i < old.n; i++) {
        const fc_parameter *of = &old.item[i], *found = bsearch(of, sorted, new.n, sizeof *sorted, compare_paths);
        const double least = strncmp(of->path, "core.", 5) == 0 ? least_cost_s : 0;
        char *group = of->is_time && found && of->number && *of->number > least ? group_of(of->path) : NULL;
        if (group)
            add(to, group, *found->number / *of->number - 1, least_interval);
    }
    free(sorted);
    fc_machine_parameters_free(&old);
    fc_machine_parameters_free(&new);
}

/* ---- communication ---- */

static void compare_series(pairs *to, const fc_machine *file, const fc_sample_medians_series *series)
{
    for (int i = 0; i < series->n; i++) {
        const fc_runtime_query use = {series->fit, series->variant, series->ranks, series->bytes[i]};
        double error, seconds = fc_runtime_function_time(&file->coefficients, use, &error);
        char *name = fc_format("%s%s%s, %d ranks", fit_text[series->fit], series->variant == FC_VARIANT_ANY ? "" : "@",
                               series->variant == FC_VARIANT_ANY ? "" : variant_text[series->variant], series->ranks);
        if (seconds > 0)
            add(to, name, series->seconds[i] / seconds - 1, fmax(least_interval, 2 * error));
        else
            free(name);
    }
}

/* ---- decisions by group ---- */

static int compare_pairs(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return (x->deviation > y->deviation) - (x->deviation < y->deviation);
}

static void add_group(fc_verification *to, const pair *item, size_t n)
{
    const double *first = &item[0].deviation, *last = &item[n - 1].deviation;
    const double middle = n % 2 ? item[n / 2].deviation : (item[n / 2 - 1].deviation + item[n / 2].deviation) / 2;
    double *interval = fc_allocate(n, sizeof *interval);
    for (size_t i = 0; i < n; i++)
        interval[i] = item[i].interval;
    const double within = fc_fit_median(interval, (int)n);
    const bool differs = fabs(middle) > within;
    free(interval);
    fc_table_row(&to->groups);
    fc_table_text(&to->groups, FC_VERIFICATION_GROUP, item->group);
    fc_table_number(&to->groups, FC_VERIFICATION_VALUES, (double)n);
    fc_table_number(&to->groups, FC_VERIFICATION_DEVIATION, middle);
    fc_table_number(&to->groups, FC_VERIFICATION_WORST, fabs(*first) > fabs(*last) ? *first : *last);
    fc_table_number(&to->groups, FC_VERIFICATION_INTERVAL, within);
    fc_table_text(&to->groups, FC_VERIFICATION_RESULT, differs ? "differs" : "as the file");
    to->n++;
    to->differing += differs;
}

void fc_verification_make(fc_verification *out, fc_machine *file, fc_machine *now, bool without_computation)
{
    fc_verification made = {0};
    pairs all = {0};
    fc_table_column(&made.groups, "what", "group", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&made.groups, "values", "values", FC_UNIT_COUNT, FC_SHOW_ALL);
    fc_table_column(&made.groups, "deviation", "median now", FC_UNIT_CHANGE, FC_SHOW_ALL);
    fc_table_column(&made.groups, "worst", "worst", FC_UNIT_CHANGE, FC_SHOW_ALL);
    fc_table_column(&made.groups, "interval", "interval", FC_UNIT_ERROR, FC_SHOW_ALL);
    fc_table_column(&made.groups, "verdict", "verdict", FC_UNIT_TEXT, FC_SHOW_ALL);
    if (!without_computation)
        compare_computation(&all, file, now);
    fc_sample_medians measured;
    fc_sample_medians_make(&measured, now);
    for (int i = 0; i < measured.n; i++)
        compare_series(&all, file, &measured.series[i]);
    fc_sample_medians_free(&measured);
    if (all.n > 0)
        qsort(all.item, all.n, sizeof *all.item, compare_pairs);
    for (size_t i = 0, next; i < all.n; i = next) {
        for (next = i + 1; next < all.n && all.item[next].order == all.item[i].order; next++)
            continue;
        add_group(&made, all.item + i, next - i);
    }
    for (size_t i = 0; i < all.n; i++)
        free(all.item[i].group);
    free(all.item);
    *out = made;
}

void fc_verification_print_differing(fc_text *out, const fc_verification *verification)
{
    const fc_table *groups = &verification->groups;
    for (size_t row = 0; row < groups->n_rows; row++) {
        const fc_cell *cell = groups->cell + row * groups->n_columns;
        const double change = cell[FC_VERIFICATION_DEVIATION].number, limit = cell[FC_VERIFICATION_INTERVAL].number;
        if (fabs(change) > limit)
            fc_text_add(out, "  %-40s %+5.0f %%  (median of %g values; limit %.0f %%)\n",
                        cell[FC_VERIFICATION_GROUP].text, 100 * change, cell[FC_VERIFICATION_VALUES].number,
                        100 * limit);
    }
}

void fc_verification_free(fc_verification *verification)
{
    fc_table_free(&verification->groups);
    *verification = (fc_verification){0};
}
