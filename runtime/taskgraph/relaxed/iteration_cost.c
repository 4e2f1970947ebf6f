/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/relaxed/iteration_cost.h"

#include <gsl/gsl_linalg.h>
#include <math.h>

enum {
    MOST_DEGREE = 3,
    LEAST_PERIOD = 6 /* closer jumps are not detected: iterations of several segments cover them */
};

static const double alike = 1e-11; /* relative */

static double power(double x, int n)
{
    double product = 1;
    for (; n > 0; n--)
        product *= x;
    return product;
}

static double phase_of(const fc_iteration_cost *cost, double iteration)
{
    return cost->period > 0 ? fmod(iteration + cost->shift, cost->period) : 0;
}

double fc_iteration_cost_value(const fc_iteration_cost *cost, double iteration)
{
    const double phase = phase_of(cost, iteration);
    double sum = 0;
    for (int i = 0; i < cost->n; i++)
        sum += cost->term[i].s * power(iteration, cost->term[i].degree) * power(phase, cost->term[i].phase);
    return sum;
}

/* The sequence to be fitted. */
typedef struct seen {
    const double *value;
    uint32_t n;
    double rounding;
} seen;

static double tolerance(const seen *of, uint32_t i)
{
    return alike * fabs(of->value[i]) + of->rounding;
}

static bool is_exact(const fc_iteration_cost *cost, const seen *of)
{
    for (uint32_t i = 0; i < of->n; i++)
        if (!(fabs(fc_iteration_cost_value(cost, i + 1.0) - of->value[i]) <= tolerance(of, i)))
            return false;
    return true;
}

static bool find_constant(fc_iteration_cost *out, const seen *of)
{
    double sum = 0;
    for (uint32_t i = 0; i < of->n; i++) {
        if (fabs(of->value[i] - of->value[0]) > 2 * tolerance(of, i))
            return false;
        sum += of->value[i];
    }
    *out = (fc_iteration_cost){.term = {{sum / of->n, 0, 0}}, .n = 1};
    return true;
}

/* Coefficients by QR least squares, with columns scaled to 1 as powers differ widely. Terms within rounding are
 * dropped. */
static void solve(fc_iteration_cost *cost, const seen *of)
{
    gsl_matrix *a = gsl_matrix_alloc(of->n, (size_t)cost->n);
    gsl_vector *tau = gsl_vector_alloc((size_t)cost->n), *x = gsl_vector_alloc((size_t)cost->n);
    gsl_vector *rest = gsl_vector_alloc(of->n);
    gsl_vector_const_view value = gsl_vector_const_view_array(of->value, of->n);
    for (uint32_t i = 0; i < of->n; i++)
        for (int k = 0; k < cost->n; k++)
            gsl_matrix_set(a, i, (size_t)k,
                           power((i + 1.0) / of->n, cost->term[k].degree) *
                               power(phase_of(cost, i + 1.0) / (cost->period + 1.0), cost->term[k].phase));
    gsl_linalg_QR_decomp(a, tau);
    gsl_linalg_QR_lssolve(a, tau, &value.vector, x, rest);
    int kept = 0;
    for (int k = 0; k < cost->n; k++) {
        const fc_iteration_cost_term *term = &cost->term[k];
        const double scaled = gsl_vector_get(x, (size_t)k);
        if (k == 0 || fabs(scaled) > 0.01 * of->rounding)
            cost->term[kept++] =
                (fc_iteration_cost_term){scaled / power(of->n, term->degree) / power(cost->period + 1.0, term->phase),
                                         term->degree, term->phase};
    }
    cost->n = kept;
    gsl_matrix_free(a);
    gsl_vector_free(tau);
    gsl_vector_free(x);
    gsl_vector_free(rest);
}

/* Tries increasing degrees, with the period of *out. */
static bool find_powers(fc_iteration_cost *out, const seen *of)
{
    for (int degree = 1; degree <= MOST_DEGREE; degree++) {
        fc_iteration_cost cost = {.period = out->period, .shift = out->shift};
        for (int total = 0; total <= degree; total++)
            for (int phase = 0; phase <= (cost.period > 0 ? total : 0); phase++)
                cost.term[cost.n++] = (fc_iteration_cost_term){0, total - phase, phase};
        if (of->n < 2 * (uint32_t)cost.n)
            return false;
        solve(&cost, of);
        if (is_exact(&cost, of)) {
            *out = cost;
            return true;
        }
    }
    return false;
}

/* A jump shows as a fourth difference beyond rounding, since that of polynomials up to MOST_DEGREE vanishes; it shows
 * from three values before the jump on. Two jumps give the period, and the iteration after the first has phase 0. */
static bool find_period(fc_iteration_cost *out, const seen *of)
{
    uint32_t begin = 0, last = 0;
    int found = 0;
    for (uint32_t i = 0; i + 4 < of->n; i++) {
        const double *v = of->value + i;
        if (fabs(v[0] - 4 * v[1] + 6 * v[2] - 4 * v[3] + v[4]) <= 16 * tolerance(of, i))
            continue;
        const bool begins = i > 0 && (last == 0 || i - last > 2);
        last = i > 0 ? i : 1;
        if (!begins)
            continue;
        if (found++ > 0) {
            const uint32_t period = i - begin, iteration = begin + 5;
            *out = (fc_iteration_cost){.period = period, .shift = (period - iteration % period) % period};
            return period >= LEAST_PERIOD;
        }
        begin = i;
    }
    return false;
}

bool fc_iteration_cost_fit(fc_iteration_cost *out, const double *value, uint32_t n, double rounding)
{
    const seen of = {value, n, rounding};
    fc_iteration_cost cost = {0};
    if (!find_constant(&cost, &of) && !find_powers(&cost, &of) && !(find_period(&cost, &of) && find_powers(&cost, &of)))
        return false;
    *out = cost;
    return true;
}
