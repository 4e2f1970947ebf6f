/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Discrepancies by class from predicted and measured times, as split conformal prediction takes its quantiles. */
#include "tools/machine/model_check.h"

#include "runtime/models/uncertainty.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double share = 0.9, /* of the points that an interval shall hold */
    mostly = 0.5,                /* the least share of the source in a variance, for a point of that class */
    waits = 0.1,                 /* the least share of the memory in a variance, for a point of that class */
    least = 0.02;                /* of a discrepancy: clocks and placement of code and data */
enum {
    LEAST_POINTS = 9, /* for a quantile of 90 % */
    CORE_LEVELS = 2   /* the classes of the core are checked in the nearest caches */
};

static double log_error(const fc_model_check_point *point)
{
    return log(point->predicted_s / point->measured_s);
}

static bool is_near(const fc_model_check_point *point, const fc_machine *machine)
{
    unsigned level = machine->n_caches < CORE_LEVELS ? machine->n_caches : CORE_LEVELS;
    return level > 0 && point->bytes <= machine->cache_bytes[level - 1];
}

/* The class that a point is evidence for; FC_N_DISCREPANCIES: none, as the core bounds it beside a far memory. */
static fc_discrepancy class_of(const fc_model_check_point *point, const fc_machine *machine)
{
    int best = 0;
    for (int kind = 1; kind < FC_DISCREPANCY_MEMORY; kind++)
        best = point->part[kind] > point->part[best] ? kind : best;
    if (!point->is_read) /* of other classes the same time counts already */
        best = point->part[FC_DISCREPANCY_SOURCE] >= mostly ? FC_DISCREPANCY_SOURCE : FC_N_DISCREPANCIES;
    else if (point->part[FC_DISCREPANCY_MEMORY] >= waits)
        return FC_DISCREPANCY_MEMORY;
    return is_near(point, machine) ? (fc_discrepancy)best : FC_N_DISCREPANCIES;
}

/* The discrepancy with which the point's interval just holds the measured time, beside those of other classes. */
static double needed(const fc_model_check_point *point, fc_discrepancy kind, const double *discrepancy)
{
    double half = expm1(fabs(log_error(point))) / FC_HALF_INTERVAL, others = point->own;
    for (int k = 0; k < FC_N_DISCREPANCIES; k++)
        others += k == (int)kind ? 0 : point->part[k] * discrepancy[k] * discrepancy[k];
    return sqrt(fmax(half * half - others, 0) / point->part[kind]);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value of rank ceil(share (n + 1)), at most the largest. */
static double quantile(double *value, int n)
{
    int rank = (int)ceil(share * (n + 1));
    qsort(value, (size_t)n, sizeof *value, ascending);
    return value[(rank < n ? rank : n) - 1];
}

static void set(fc_machine *machine, fc_discrepancy kind, double *value, int n)
{
    if (n < LEAST_POINTS)
        return;
    machine->coefficients.discrepancy[kind] = fmax(quantile(value, n), least);
    machine->discrepancy_points[kind] = n;
}

static void fit_class(fc_machine *machine, const fc_model_check *check, fc_discrepancy kind, double *value)
{
    int n = 0;
    for (int i = 0; i < check->n; i++)
        if (class_of(&check->point[i], machine) == kind)
            value[n++] = needed(&check->point[i], kind, machine->coefficients.discrepancy);
    set(machine, kind, value, n);
}

/* A factor from a timed run is wrong at the next size by the change of the model's error. */
static void fit_factors(fc_machine *machine, const fc_model_check *check, double *value)
{
    int n = 0;
    for (int i = 0; i < check->n_read; i++)
        for (int k = 0; k < check->n_read; k++) {
            const fc_model_check_point *small = &check->point[i], *large = &check->point[k];
            if (small->number == large->number && small->active == large->active && small->bytes < large->bytes &&
                is_near(large, machine) && class_of(large, machine) < FC_DISCREPANCY_MEMORY)
                value[n++] = expm1(fabs(log_error(large) - log_error(small))) / FC_HALF_INTERVAL;
        }
    set(machine, FC_DISCREPANCY_FITTED, value, n);
}

void fc_model_check_fit(fc_machine *machine, const fc_model_check *check)
{
    double *value = fc_allocate((size_t)check->n * (FC_MAX_CACHES + 1), sizeof *value);
    memset(machine->coefficients.discrepancy, 0, sizeof machine->coefficients.discrepancy);
    memset(machine->discrepancy_points, 0, sizeof machine->discrepancy_points);
    for (int kind = 0; kind < FC_DISCREPANCY_FITTED; kind++)
        fit_class(machine, check, (fc_discrepancy)kind, value);
    fit_factors(machine, check, value);
    free(value);
}

static void fill(fc_table *table, const fc_model_check_point *point, const fc_machine *machine)
{
#define NAME_OF(name, text) text,
    static const char *const class_text[] = {FC_DISCREPANCY_LIST(NAME_OF) ""};
#undef NAME_OF
    char *kernel = fc_format("%.*s", (int)strcspn(point->kernel, " "), point->kernel);
    fc_table_row(table);
    fc_table_text(table, 0, kernel);
    fc_table_number(table, 1, point->bytes);
    fc_table_number(table, 2, point->active);
    fc_table_number(table, 3, point->predicted_s);
    fc_table_number(table, 4, point->measured_s);
    fc_table_number(table, 5, point->predicted_s / point->measured_s - 1);
    fc_table_text(table, 6, class_text[class_of(point, machine)]);
    free(kernel);
}

void fc_model_check_table(fc_table *out, const fc_model_check *check, const fc_machine *machine)
{
    fc_table_column(out, "kernel", "kernel", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(out, "bytes", "bytes", FC_UNIT_COUNT, FC_SHOW_ALL);
    fc_table_column(out, "cores", "cores", FC_UNIT_COUNT, FC_SHOW_ALL);
    fc_table_column(out, "predicted_s", "predicted", FC_UNIT_SECONDS, FC_SHOW_ALL);
    fc_table_column(out, "measured_s", "measured", FC_UNIT_SECONDS, FC_SHOW_ALL);
    fc_table_column(out, "error", "error", FC_UNIT_CHANGE, FC_SHOW_ALL);
    fc_table_column(out, "class", "evidence for", FC_UNIT_TEXT, FC_SHOW_ALL);
    for (int i = 0; i < check->n_read; i++)
        fill(out, &check->point[i], machine);
}

void fc_model_check_print(fc_text *out, const fc_model_check *check)
{
    const fc_model_check_point *worst = NULL;
    double *error = fc_allocate((size_t)check->n_read, sizeof *error);
    for (int i = 0; i < check->n_read; i++) {
        const fc_model_check_point *point = &check->point[i];
        error[i] = fabs(expm1(log_error(point)));
        worst = !worst || error[i] > fabs(expm1(log_error(worst))) ? point : worst;
    }
    if (worst) {
        double at_share = quantile(error, check->n_read), middle = error[check->n_read / 2];
        fc_text_add(
            out,
            "model on %d times of kernels that no cost was fitted to: median error %.0f %%, 90 %% within %.0f %%; "
            "largest %+.0f %% (%.*s, %.3g MB, %d core%s)\n",
            check->n_read, 100 * middle, 100 * at_share, 100 * expm1(log_error(worst)),
            (int)strcspn(worst->kernel, " "), worst->kernel, worst->bytes / 1e6, worst->active,
            worst->active == 1 ? "" : "s");
    }
    free(error);
}
