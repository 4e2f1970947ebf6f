/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/whatif/whatif.h"

#include "machine_properties/machine_edit.h"
#include "tools/output/progress.h"
#include "tools/prediction/usable_points.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>
#include <stdlib.h>

const double fc_whatif_tolerances[FC_WHATIF_N_TOLERANCES] = {0.01, 0.02, 0.05};

fc_status fc_whatif_predict(fc_whatif *whatif, fc_report *report)
{
    fc_machine *machine = whatif->context->machine;
    const fc_machine before = *machine;
    whatif->scenarios = fc_allocate((size_t)whatif->n_scenarios, sizeof *whatif->scenarios);
    fc_status status =
        fc_prediction_context_predict(&whatif->base, whatif->context, whatif->sweep, whatif->arguments, report);
    for (int i = 0; i < whatif->n_scenarios && !status; i++) {
        status = fc_machine_edit(machine, whatif->scenario[i].edits, "--set", report);
        if (!status)
            status = fc_prediction_context_predict(&whatif->scenarios[i], whatif->context, whatif->sweep,
                                                   whatif->arguments, report);
        *machine = before;
    }
    if (!status) {
        /* Skips also the points that a scenario lacks, and warns of all. */
        for (int k = 0; k < whatif->n_scenarios; k++)
            for (int i = 0; i < whatif->sweep->n_points; i++)
                if (whatif->scenarios[k][i].failure && !whatif->base[i].failure)
                    whatif->base[i].failure = fc_copy_string(whatif->scenarios[k][i].failure);
        fc_usable_points_warn(whatif->base, NULL, whatif->sweep, whatif->arguments->errors);
    }
    return status;
}

void fc_whatif_free(fc_whatif *whatif)
{
    if (whatif->base)
        fc_evaluate_free(whatif->base, whatif->sweep->n_points);
    for (int i = 0; i < whatif->n_scenarios && whatif->scenarios; i++)
        if (whatif->scenarios[i])
            fc_evaluate_free(whatif->scenarios[i], whatif->sweep->n_points);
    free(whatif->scenarios);
    free(whatif->tolerance);
}

/* The search for one point. nearest: the factor of the latency whose time is nearest to the limit so far. */
typedef struct search {
    fc_whatif *whatif;
    fc_sweep point;
    double base_s, limit_s;
    double nearest, nearest_excess_s;
    fc_report *report;
    fc_status status;
} search;

/* The predicted seconds above the limit with x times the latency. */
static double excess(double x, void *data)
{
    search *s = data;
    fc_machine *machine = s->whatif->context->machine;
    const fc_machine before = *machine;
    fc_prediction *made = NULL;
    if (s->status)
        return NAN;
    fc_machine_scale(machine, "network.latency", x);
    s->status = fc_prediction_context_predict(&made, s->whatif->context, &s->point, s->whatif->arguments, s->report);
    *machine = before;
    if (s->status)
        return NAN;
    double seconds = made[0].totals.time_s - s->limit_s;
    fc_evaluate_free(made, 1);
    if (fabs(seconds) < fabs(s->nearest_excess_s)) {
        s->nearest = x;
        s->nearest_excess_s = seconds;
    }
    return seconds;
}

static const double most_times = 0x1p60;

enum {
    MOST_STEPS = 60
};

static bool is_found(const search *s)
{
    return fabs(s->nearest_excess_s) <= 1e-7 * (s->limit_s - s->base_s);
}

/* The upper end of a bracket of the root; *low is the lower end. INFINITY: there is no root. The time as a function of
 * latency is convex: the maximum of linear functions, one for each path. So the secant through two points below the
 * limit reaches the limit at the root or beyond: one step is usually enough. */
static double bracket(search *s, double *low)
{
    double high = 2, before = s->base_s - s->limit_s;
    *low = 1;
    for (;;) {
        double here = excess(high, s);
        if (s->status || here > 0 || is_found(s))
            return high;
        if (high >= most_times)
            return INFINITY;
        double next = here > before ? high - here * (high - *low) / (here - before) : high * high;
        *low = high;
        before = here;
        high = fmin(fmax(next, high * (1 + 1e-6)), most_times);
    }
}

/* Brent's method; the time never decreases with latency, so there is at most one root. INFINITY: none. */
static double solve(search *s)
{
    s->nearest_excess_s = INFINITY;
    double low, high = bracket(s, &low);
    if (s->status || isinf(high))
        return INFINITY;
    gsl_function function = {excess, s};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    int code = is_found(s) ? GSL_SUCCESS : gsl_root_fsolver_set(solver, &function, low, high);
    for (int i = 0; i < MOST_STEPS && !code && !s->status && !is_found(s); i++) {
        code = gsl_root_fsolver_iterate(solver);
        if (gsl_root_test_interval(gsl_root_fsolver_x_lower(solver), gsl_root_fsolver_x_upper(solver), 0, 1e-9) ==
            GSL_SUCCESS)
            break;
    }
    gsl_set_error_handler(handler);
    gsl_root_fsolver_free(solver);
    return s->nearest;
}

fc_status fc_whatif_find_tolerances(fc_whatif *whatif, fc_report *report)
{
    search s = {.whatif = whatif, .report = report};
    whatif->tolerance = fc_allocate((size_t)whatif->sweep->n_points, sizeof *whatif->tolerance);
    fc_progress_line progress = fc_progress_on(whatif->arguments->errors);
    for (int i = 0; i < whatif->sweep->n_points && !s.status; i++) {
        if (whatif->base[i].failure)
            continue;
        char *what = fc_format("solving for latencies  point %d/%d", i + 1, whatif->sweep->n_points);
        fc_progress_show(&progress, what, -1);
        free(what);
        for (int k = 0; k < FC_WHATIF_N_TOLERANCES && !s.status; k++) {
            s.point = fc_sweep_part(whatif->sweep, i, 1);
            s.base_s = whatif->base[i].totals.time_s;
            s.limit_s = (1 + fc_whatif_tolerances[k]) * s.base_s;
            whatif->tolerance[i][k] = solve(&s);
        }
    }
    fc_progress_clear(&progress);
    return s.status;
}
