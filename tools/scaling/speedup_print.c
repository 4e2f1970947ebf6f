/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/scaling/speedup_print.h"

#include "support/json_writer.h"
#include "tools/output/plot.h"
#include "tools/output/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const uses[] = {
    [FC_SPEEDUP_FITTED] = "fitted", [FC_SPEEDUP_SUPERLINEAR] = "superlinear", [FC_SPEEDUP_FALLING] = "falling"};

static const char *const knowledge_names[] = {
    [FC_SPEEDUP_KNOWN] = "known", [FC_SPEEDUP_UNCERTAIN] = "uncertain", [FC_SPEEDUP_AT_LEAST] = "at least"};

static const char *regime(const fc_speedup_inference *inference)
{
    return inference->downey.sigma <= 1 ? "low" : "high";
}

/* ---- tables ---- */

static fc_table points_table(const fc_speedup_results *of)
{
    fc_table table = {0};
    fc_table_column(&table, "ranks", "ranks", FC_UNIT_COUNT, FC_SHOW_ALL);
    fc_table_column(&table, "time_s", "time", FC_UNIT_SECONDS, of->data->is_times ? FC_SHOW_ALL : 0);
    fc_table_column(&table, "speedup", "speedup", FC_UNIT_RATIO, FC_SHOW_ALL);
    fc_table_column(&table, "fitted", "fitted", FC_UNIT_RATIO, FC_SHOW_ALL);
    fc_table_column(&table, NULL, "off", FC_UNIT_CHANGE, FC_SHOW_TABLE);
    fc_table_column(&table, "lower", "lower", FC_UNIT_RATIO, FC_SHOW_ALL);
    fc_table_column(&table, "upper", "upper", FC_UNIT_RATIO, FC_SHOW_ALL);
    fc_table_column(&table, "use", "use", FC_UNIT_TEXT, FC_SHOW_ALL);
    for (int i = 0; i < of->data->n; i++) {
        double ranks = of->data->row[i].ranks, A = of->inference->downey.A, unit = of->inference->unit;
        double observed = fc_speedup_observed(of->inference, of->data, i);
        double fitted = ranks < unit ? NAN : fc_speedup_fitted(of->inference, ranks);
        fc_table_row(&table);
        fc_table_number(&table, 0, ranks);
        fc_table_number(&table, 1, of->data->row[i].value);
        fc_table_number(&table, 2, observed);
        fc_table_number(&table, 3, fitted);
        fc_table_number(&table, 4, fitted / observed - 1);
        fc_table_number(&table, 5, ranks < unit ? NAN : unit * fc_downey_lower(A / unit, ranks / unit));
        fc_table_number(&table, 6, fc_downey_upper(A, ranks));
        fc_table_text(&table, 7, uses[of->inference->use[i]]);
    }
    return table;
}

static fc_table named_numbers(const fc_speedup_fit *fit)
{
    fc_table table = {0};
    fc_table_column(&table, "name", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    fc_table_column(&table, "value", NULL, FC_UNIT_NUMBER, FC_SHOW_JSON);
    fc_table_column(&table, "standard_error", NULL, FC_UNIT_NUMBER, FC_SHOW_JSON);
    for (int i = 0; i < fit->law->n_parameters; i++) {
        fc_table_row(&table);
        fc_table_text(&table, 0, fit->law->parameter[i].name);
        fc_table_number(&table, 1, fit->parameter[i]);
        fc_table_number(&table, 2, fit->standard_error[i]);
    }
    return table;
}

static fc_table laws_table(const fc_speedup_results *of)
{
    fc_table table = {0};
    fc_speedup_rival rival[FC_N_LAWS];
    fc_speedup_rank(rival, of->inference);
    fc_table_column(&table, "law", "law", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, "cross_validated_error", "error", FC_UNIT_ERROR, FC_SHOW_ALL);
    fc_table_column(&table, "formula", "speedup", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, NULL, "fitted", FC_UNIT_TEXT, FC_SHOW_TABLE);
    fc_table_column(&table, "parameters", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    for (int i = 0; i < FC_N_LAWS; i++) {
        fc_text fitted = {0};
        fc_table parameters = named_numbers(&rival[i].fit);
        const fc_speedup_fit *fit = &rival[i].fit;
        for (int k = 0; k < fit->law->n_parameters; k++) {
            fc_text_add(&fitted, "%s%s = %.4g", k ? ", " : "", fit->law->parameter[k].name, fit->parameter[k]);
            if (isfinite(fit->standard_error[k]))
                fc_text_add(&fitted, " +- %.2g", fit->standard_error[k]);
        }
        fc_table_row(&table);
        fc_table_text(&table, 0, rival[i].fit.law->name);
        fc_table_number(&table, 1, rival[i].cross_validated);
        fc_table_text(&table, 2, rival[i].fit.law->formula);
        fc_table_text(&table, 3, fitted.bytes);
        fc_table_nested(&table, 4, &parameters);
        fc_text_free(&fitted);
    }
    return table;
}

/* ---- text ---- */

static void add_estimate(fc_text *out, const char *name, double value, double error, const double interval[2])
{
    fc_text_add(out, "%s = %.4g", name, value);
    if (!isfinite(error))
        return;
    fc_text_add(out, " +- %.2g (95 %%: %.3g .. ", error, interval[0]);
    if (isinf(interval[1]))
        fc_text_add(out, "any)");
    else
        fc_text_add(out, "%.3g)", interval[1]);
}

static void add_answer(fc_text *out, const fc_speedup_inference *inference)
{
    const fc_downey *downey = &inference->downey;
    const char *at = inference->knowledge == FC_SPEEDUP_AT_LEAST ? "not before" : "at";
    double knee = inference->knee, speedup = fc_speedup_fitted(inference, knee);
    add_estimate(out, "Average parallelism A", downey->A, inference->A_error, inference->A_interval);
    add_estimate(out, "\nVariance sigma", downey->sigma, inference->sigma_error, inference->sigma_interval);
    fc_text_add(out, ", %s variance\n", regime(inference));
    fc_text_add(out, "Knee %s p = %.4g: the greatest speedup^2 / p, speedup %.3g, efficiency %.0f %%\n", at, knee,
                speedup, 100 * speedup / knee);
}

static void add_knowledge(fc_text *out, const fc_speedup_inference *inference)
{
    double most = inference->unit * inference->points.point[inference->points.n - 1].ranks;
    if (inference->knowledge == FC_SPEEDUP_AT_LEAST)
        fc_text_add(
            out,
            "A cannot be inferred: up to p = %.0f the curve follows Amdahl's law, and every A >= %.4g fits equally "
            "well.\n  Observe more ranks to see where the speedup saturates.\n",
            most, inference->downey.A);
    if (inference->knowledge == FC_SPEEDUP_UNCERTAIN)
        fc_text_add(out, "A is uncertain: Amdahl's law, which has no A, fits the observations equally well.\n"
                         "  Observe more ranks, or repeat the observations.\n");
    if (inference->downey.A <= inference->unit)
        fc_text_add(out, "Nothing runs in parallel, so sigma has no meaning.\n");
    if (inference->sigma_held)
        fc_text_add(out, "sigma came out below 0 and is held at 0.\n");
}

typedef bool is_listed(const fc_speedup_results *of, int row);

static bool is_superlinear(const fc_speedup_results *of, int row)
{
    return of->inference->use[row] == FC_SPEEDUP_SUPERLINEAR;
}

static bool is_falling(const fc_speedup_results *of, int row)
{
    return of->inference->use[row] == FC_SPEEDUP_FALLING;
}

/* No curve of the model has a speedup above the number of ranks. */
static bool is_out_of_reach(const fc_speedup_results *of, int row)
{
    return of->inference->use[row] == FC_SPEEDUP_FITTED &&
           fc_speedup_observed(of->inference, of->data, row) > 1.02 * of->data->row[row].ranks;
}

/* "Left out: p = 1, 2: superlinear"; nothing if no row is listed. */
static void add_ranks(fc_text *out, const fc_speedup_results *of, is_listed *listed, const char *before,
                      const char *after)
{
    double last = 0;
    for (int i = 0; i < of->data->n; i++) {
        double ranks = of->data->row[i].ranks;
        if (!listed(of, i) || ranks == last)
            continue;
        fc_text_add(out, "%s%.0f", last ? ", " : before, ranks);
        last = ranks;
    }
    if (last)
        fc_text_add(out, ": %s\n", after);
}

/* The largest relative distance of a curve, or of the fitted one (NULL), from the fitted observations. */
static double farthest(const fc_speedup_results *of, const fc_downey *curve)
{
    double most = 0;
    for (int i = 0; i < of->data->n; i++) {
        const double ranks = of->data->row[i].ranks, observed = fc_speedup_observed(of->inference, of->data, i);
        if (of->inference->use[i] != FC_SPEEDUP_FITTED)
            continue;
        double at = curve ? fc_downey_speedup(curve, ranks, NULL) : fc_speedup_fitted(of->inference, ranks);
        most = fmax(most, fabs(at / observed - 1));
    }
    return most;
}

static void add_profile(fc_text *out, const fc_speedup_results *of)
{
    const fc_parallelism *profile = of->profile;
    if (!profile)
        return;
    const fc_downey curve = {profile->A, profile->sigma};
    fc_text_add(out, "Parallelism profile: A = %.4g, sigma = %.4g (variance %.4g), at most %.0f tasks at once\n",
                profile->A, profile->sigma, profile->variance, profile->most);
    fc_text_add(out, "  Largest distance from the speedups: %.1f %% with these, %.1f %% with the fitted ones\n",
                100 * farthest(of, &curve), 100 * farthest(of, NULL));
}

static void print_table(fc_text *out, const fc_speedup_results *of)
{
    fc_table points = points_table(of), laws = laws_table(of);
    fc_text_add(out, "%s   %d of %d observations fitted\n", of->name, of->inference->points.n, of->data->n);
    add_answer(out, of->inference);
    add_knowledge(out, of->inference);
    add_profile(out, of);
    const fc_speedup_inference *inference = of->inference;
    char *superlinear = fc_format("superlinear (sigma = %.3g with them); fewer ranks than %d run inefficiently.",
                                  inference->superlinear, inference->unit);
    add_ranks(out, of, is_superlinear, "Left out: p = ", superlinear);
    free(superlinear);
    add_ranks(out, of, is_falling, "Left out: p = ", "the speedup falls there; do not use so many ranks.");
    add_ranks(out, of, is_out_of_reach, "Superlinear at p = ", "above every curve of the model.");
    if (inference->unit > 1)
        fc_text_add(out, "%d ranks are one unit: their efficiency is defined as 100 %%.\n", inference->unit);
    fc_text_add(out, "\n");
    fc_table_print(out, &points);
    fc_text_add(out, "\nCross-validated error, at points left out of the fit%s:\n",
                of->inference->unit > 1 ? ", p in units" : "");
    fc_table_print(out, &laws);
    fc_table_free(&points);
    fc_table_free(&laws);
}

/* ---- JSON ---- */

static void add_interval(fc_json_writer *json, const char *key, const double interval[2])
{
    fc_json_writer_array(json, key, FC_JSON_ONE_LINE);
    fc_json_writer_number(json, NULL, interval[0]);
    fc_json_writer_number(json, NULL, interval[1]);
    fc_json_writer_end(json);
}

static void add_json_profile(fc_json_writer *json, const fc_speedup_results *of)
{
    if (!of->profile)
        return;
    const fc_downey curve = {of->profile->A, of->profile->sigma};
    fc_json_writer_object(json, "profile", FC_JSON_ONE_LINE);
    fc_json_writer_number(json, "A", of->profile->A);
    fc_json_writer_number(json, "sigma", of->profile->sigma);
    fc_json_writer_number(json, "variance", of->profile->variance);
    fc_json_writer_number(json, "most_tasks", of->profile->most);
    fc_json_writer_number(json, "largest_error", farthest(of, &curve));
    fc_json_writer_number(json, "largest_error_of_fit", farthest(of, NULL));
    fc_json_writer_end(json);
}

static void print_json(fc_text *out, const fc_speedup_results *of)
{
    const fc_speedup_inference *inference = of->inference;
    fc_table points = points_table(of), laws = laws_table(of);
    fc_json_writer json = fc_json_writer_document(out);
    fc_json_writer_string(&json, "data", of->name);
    fc_json_writer_number(&json, "A", inference->downey.A);
    fc_json_writer_number(&json, "sigma", inference->downey.sigma);
    fc_json_writer_number(&json, "knee", inference->knee);
    fc_json_writer_string(&json, "regime", regime(inference));
    fc_json_writer_number(&json, "A_standard_error", inference->A_error);
    fc_json_writer_number(&json, "sigma_standard_error", inference->sigma_error);
    add_interval(&json, "A_interval", inference->A_interval);
    add_interval(&json, "sigma_interval", inference->sigma_interval);
    fc_json_writer_string(&json, "A_is", knowledge_names[inference->knowledge]);
    fc_json_writer_number(&json, "unit_ranks", inference->unit);
    fc_json_writer_number(&json, "superlinear_sigma", inference->superlinear < 0 ? inference->superlinear : NAN);
    add_json_profile(&json, of);
    fc_table_json(&json, "points", &points, 2);
    fc_table_json(&json, "laws", &laws, 2);
    fc_json_writer_end(&json);
    fc_table_free(&points);
    fc_table_free(&laws);
}

void fc_speedup_print(fc_text *out, const fc_speedup_results *of, const char *format)
{
    if (strcmp(format, "json") == 0) {
        print_json(out, of);
    } else if (strcmp(format, "csv") == 0) {
        fc_table points = points_table(of);
        fc_table_csv(out, &points);
        fc_table_free(&points);
    } else {
        print_table(out, of);
    }
}

/* ---- picture ---- */

enum {
    CURVE_POINTS = 401
};

/* Coordinates of everything in the picture. */
typedef struct drawing {
    double x[CURVE_POINTS], fitted[CURVE_POINTS], lower[CURVE_POINTS], upper[CURVE_POINTS];
    double *ranks, *speedup; /* [2 * n]: fitted observations from index 0, those left out from index n */
    int n_fitted, n_left_out;
} drawing;

static void place_observations(drawing *d, const fc_speedup_results *of)
{
    size_t n = (size_t)of->data->n;
    d->ranks = fc_allocate(2 * n, sizeof *d->ranks);
    d->speedup = fc_allocate(2 * n, sizeof *d->speedup);
    for (int i = 0; i < of->data->n; i++) {
        int at = of->inference->use[i] == FC_SPEEDUP_FITTED ? d->n_fitted++ : of->data->n + d->n_left_out++;
        d->ranks[at] = of->data->row[i].ranks;
        d->speedup[at] = fc_speedup_observed(of->inference, of->data, i);
    }
}

static void place_curves(drawing *d, const fc_speedup_results *of)
{
    double unit = of->inference->unit, A = of->inference->downey.A, last = of->data->row[of->data->n - 1].ranks;
    for (int i = 0; i < CURVE_POINTS; i++) {
        double n = unit + (last - unit) * i / (CURVE_POINTS - 1);
        d->x[i] = n;
        d->fitted[i] = fc_speedup_fitted(of->inference, n);
        d->upper[i] = fc_downey_upper(A, n);
        d->lower[i] = unit * fc_downey_lower(A / unit, n / unit);
    }
}

fc_status fc_speedup_plot(const char *path, const fc_speedup_results *of, fc_report *report)
{
    const int n = of->data->n;
    drawing *d = fc_allocate(1, sizeof *d);
    place_observations(d, of);
    place_curves(d, of);
    fc_plot_series series[] = {
        {"sigma = 0", FC_PLOT_THIN, d->x, d->upper, CURVE_POINTS, NULL},
        {"sigma infinite", FC_PLOT_THIN, d->x, d->lower, CURVE_POINTS, NULL},
        {"fitted", FC_PLOT_LINE, d->x, d->fitted, CURVE_POINTS, NULL},
        {"observed", FC_PLOT_POINTS, d->ranks, d->speedup, d->n_fitted, NULL},
        {"left out", FC_PLOT_HOLLOW, d->ranks + n, d->speedup + n, d->n_left_out, NULL},
    };
    char *title =
        fc_format("%s: A = %.4g, sigma = %.3g", of->name, of->inference->downey.A, of->inference->downey.sigma);
    fc_plot plot = {
        title, {"ranks", FC_PLOT_NUMBER, false}, {"speedup", FC_PLOT_NUMBER, false}, series, d->n_left_out ? 5 : 4};
    fc_status status = fc_plot_write(path, &plot, report);
    free(title);
    free(d->ranks);
    free(d->speedup);
    free(d);
    return status;
}
