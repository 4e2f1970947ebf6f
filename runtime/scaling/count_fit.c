/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/count_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Exponents, and the complexity that a factor with one adds to a model. */
static const struct {
    double exponent, complexity;
} exponents[] = {{0, 0},        {1, 1},        {-1, 1},        {2, 1.5},       {3, 1.5},      {-2, 1.5},
                 {-3, 1.5},     {0.5, 2},      {-0.5, 2},      {1.5, 2},       {-1.5, 2},     {2.5, 2},
                 {1. / 3, 2.5}, {2. / 3, 2.5}, {-1. / 3, 2.5}, {-2. / 3, 2.5}, {4. / 3, 2.5}, {5. / 3, 2.5}};
enum {
    N_EXPONENTS = sizeof exponents / sizeof *exponents,
    N_WHOLE = 7 /* integers: the first entries */
};
static const double log_complexity = 1.5, term_complexity = 1;
/* Per unit of acceleration: growth that the samples barely show should not dominate predictions for larger runs. */
static const double acceleration_complexity = 5;
/* A competing model must have an error smaller by this share for each unit of complexity, and by this amount in any
 * case. */
static const double complexity_weight = 0.1, negligible_error = 1e-9;
/* Above sufficient_error, models are also started from products that single-factor changes do not reach, of variables
 * with at least minor_effect of the greatest effect. Two products must reduce the error by `convincing` and leave at
 * most most_error. Alternatives with hopeless_factor times the best error get no weight. */
static const double sufficient_error = 1e-3, minor_effect = 0.1, convincing = 0.5, most_error = 0.01,
                    hopeless_factor = 10;

/* The variables in a bracket share one power, that of the result; NULL: there is no bracket. */
static const fc_count_factor *in_bracket(const fc_count_model *model)
{
    const fc_count_factor *found = NULL;
    for (int v = 0; v < FC_COUNT_VARIABLES && !found; v++)
        if (model->term[0].factor[v].has_offset)
            found = &model->term[0].factor[v];
    return found;
}

static double complexity_of_power(const fc_count_factor *factor)
{
    size_t e = 0;
    while (e + 1 < N_EXPONENTS && exponents[e].exponent != factor->exponent)
        e++;
    return exponents[e].complexity + (factor->logs ? log_complexity : 0);
}

static double complexity_of(const fc_count_model *model)
{
    double complexity = (model->n_terms - 1 + model->is_complement + model->has_volume) * term_complexity;
    const fc_count_factor *bracket = in_bracket(model);
    complexity += acceleration_complexity * model->acceleration + (bracket ? complexity_of_power(bracket) : 0);
    for (int t = 0; t < model->n_terms; t++)
        for (int v = 0; v < FC_COUNT_VARIABLES; v++) {
            const fc_count_factor *factor = &model->term[t].factor[v];
            complexity += factor->has_offset ? term_complexity : complexity_of_power(factor);
        }
    return complexity;
}

static double cost_of(const fc_count_model *model)
{
    double complexity = complexity_of(model);
    return model->error * (1 + complexity_weight * complexity) + negligible_error * complexity;
}

/* The error at which the model would have this cost: the inverse of cost_of(). */
static double error_of_cost(const fc_count_model *model, double cost)
{
    double complexity = complexity_of(model);
    return (cost - negligible_error * complexity) / (1 + complexity_weight * complexity);
}

/* ---- neighbours ---- */

/* The positions of a factor in a neighboring model, as a bit set for searches. */
enum {
    ALONE,
    BESIDE,
    BRACKET,
    SECOND,
    MOVED,
    N_WAYS,
    PLAIN = 1 << ALONE | 1 << BESIDE,
    TWO_PRODUCTS = PLAIN | 1 << SECOND | 1 << MOVED,
    BRACKETS = 1 << ALONE | 1 << BRACKET,
    ALL_WAYS = TWO_PRODUCTS | BRACKETS
};

/* Limits of a search: the first exponents, and these positions. */
typedef struct limits {
    size_t n_exponents;
    unsigned ways;
} limits;

/* The k-th neighbor in one variable: another factor alone, beside a constant or second term, in the bracket, in both
 * terms, or only in the second. False: there are no more. */
static bool take_neighbour(fc_count_model *out, const fc_count_model *model, int variable, size_t k)
{
    if (k >= 2 * N_WAYS * N_EXPONENTS)
        return false;
    fc_count_factor factor = {.exponent = exponents[k / (2 * N_WAYS)].exponent, .logs = k & 1};
    int way = (int)(k / 2 % N_WAYS);
    *out = *model;
    if (way == BRACKET && in_bracket(model))
        factor = *in_bracket(model);
    if (way == MOVED)
        out->term[0].factor[variable] = (fc_count_factor){0};
    out->term[way == SECOND || way == MOVED].factor[variable] = factor;
    out->n_terms = way == ALONE || way == BRACKET ? 1 : 2;
    if (out->n_terms == 1)
        memset(&out->term[1], 0, sizeof out->term[1]);
    out->is_sum &= in_bracket(out) != NULL;
    return true;
}

/* The power of an existing bracket is fixed, so BRACKET is tried once. */
static bool is_among(limits among, size_t k)
{
    size_t exponent = k / (2 * N_WAYS), way = k / 2 % N_WAYS;
    bool again = way == BRACKET && (exponent > 0 || (k & 1));
    return exponent < among.n_exponents && (among.ways >> way & 1) && !again;
}

/* Replaces *best by the best neighbor in one variable within the limits, if that is better. */
static bool improve(fc_count_model *best, const fc_count_trial *trial, int variable, limits among)
{
    fc_count_model from = *best, rival;
    for (size_t k = 0; take_neighbour(&rival, &from, variable, k); k++) {
        if (!is_among(among, k))
            continue;
        fc_count_model_validate(&rival, trial, error_of_cost(&rival, cost_of(best)));
        if (cost_of(&rival) < cost_of(best))
            *best = rival;
    }
    return cost_of(best) < cost_of(&from);
}

static bool varies(const fc_count_fit *fit, int variable)
{
    return fit->least[variable] < fit->greatest[variable];
}

/* Coordinate descent from a validated model to a local optimum. */
static void descend(fc_count_model *model, const fc_count_fit *fit, const fc_count_trial *trial, limits among)
{
    bool changed = true;
    for (int pass = 0; changed && pass < 2 * FC_COUNT_VARIABLES; pass++) {
        changed = false;
        for (int v = 0; v < fit->n_variables; v++)
            changed |= varies(fit, v) && improve(model, trial, v, among);
    }
}

/* The effect of a variable: the greatest ratio (ln) of samples that differ in this variable alone. */
static double effect_of(const fc_count_trial *trial, int variable)
{
    const fc_count_samples *samples = trial->samples;
    double most = 0;
    int width = samples->n_variables;
    for (int i = 0; i < samples->n_samples; i++)
        for (int k = 0; k < i; k++) {
            bool alone = true;
            for (int v = 0; v < width; v++)
                alone &= v == variable || samples->x[i * width + v] == samples->x[k * width + v];
            if (alone)
                most =
                    fmax(most, fabs(log((samples->y[i] + trial->least_scale) / (samples->y[k] + trial->least_scale))));
        }
    return most;
}

/* A start model: all relevant variables have this factor. */
static fc_count_model start_of(const fc_count_fit *fit, const fc_count_trial *trial, const fc_count_factor *factor)
{
    fc_count_model model = {.n_terms = 1};
    double effect[FC_COUNT_VARIABLES], most = 0;
    for (int v = 0; v < fit->n_variables; v++)
        most = fmax(most, effect[v] = effect_of(trial, v));
    for (int v = 0; v < fit->n_variables; v++)
        if (effect[v] > minor_effect * most)
            model.term[0].factor[v] = *factor;
    return model;
}

/* Descends from the start and keeps the result as an alternative; infinite error: the samples do not determine the
 * start. */
static void descend_from(fc_count_model *start, fc_count_fit *fit, const fc_count_trial *trial, limits among)
{
    fc_count_model_validate(start, trial, INFINITY);
    if (!isfinite(start->error))
        return;
    descend(start, fit, trial, among);
    fit->rival[fit->n_rivals++] = *start;
}

/* Starts from one product of all relevant variables: where samples vary one variable each, single factors explain
 * little of noisy data. */
static void try_powers(fc_count_fit *fit, const fc_count_trial *trial)
{
    for (int exponent = -1; exponent <= 1; exponent += 2) {
        fc_count_model model = start_of(fit, trial, &(fc_count_factor){.exponent = exponent});
        descend_from(&model, fit, trial, (limits){N_EXPONENTS, PLAIN});
        if (cost_of(&model) < cost_of(&fit->model))
            fit->model = model;
    }
}

/* Starts from products of all relevant variables with a second term, which single-factor changes do not reach. */
static void try_two_products(fc_count_fit *fit, const fc_count_trial *trial)
{
    fc_count_model best = fit->model;
    for (int exponent = -1; exponent <= 1; exponent += 2) {
        fc_count_model model = start_of(fit, trial, &(fc_count_factor){.exponent = exponent});
        model.n_terms = 2;
        descend_from(&model, fit, trial, (limits){N_WHOLE, TWO_PRODUCTS});
        if (cost_of(&model) < cost_of(&best))
            best = model;
    }
    if (best.error > fmin(convincing * fit->model.error, most_error))
        return;
    descend(&best, fit, trial, (limits){N_EXPONENTS, TWO_PRODUCTS});
    fit->model = best;
}

/* The forms of brackets: power and position. */
static const struct bracket {
    double exponent;
    int logs;
    bool is_sum, has_volume, is_complement;
} brackets[] = {{-1, 0, false, false, false}, {1, 0, false, false, false}, {-1, 0, false, false, true},
                {1, 0, false, false, true},   {-1, 0, true, false, false}, {1, 0, true, false, false},
                {-1, 0, true, true, false},   {0, 1, true, false, false},  {0, 1, true, true, false}};
enum {
    N_BRACKETS = sizeof brackets / sizeof *brackets
};

/* Tries counts of a box: its volume, surface or edges, and means over its points. */
static void try_brackets(fc_count_fit *fit, const fc_count_trial *trial)
{
    for (int i = 0; i < N_BRACKETS; i++) {
        const struct bracket *of = &brackets[i];
        if (of->is_complement && !fit->is_share)
            continue;
        fc_count_model model =
            start_of(fit, trial, &(fc_count_factor){.exponent = of->exponent, .logs = of->logs, .has_offset = true});
        if (!in_bracket(&model))
            return;
        model.is_sum = of->is_sum;
        model.has_volume = of->has_volume;
        model.is_complement = of->is_complement;
        descend_from(&model, fit, trial, (limits){N_WHOLE, BRACKETS});
        if (cost_of(&model) < cost_of(&fit->model))
            fit->model = model;
    }
}

/* ---- rivals ---- */

/* Keeps the alternatives of greatest weight, sorted. */
static void keep_rival(fc_count_fit *fit, const fc_count_model *rival)
{
    int at = fit->n_rivals < FC_COUNT_FIT_RIVALS ? fit->n_rivals++ : FC_COUNT_FIT_RIVALS;
    for (; at > 0 && rival->weight > fit->rival[at - 1].weight; at--)
        if (at < FC_COUNT_FIT_RIVALS)
            fit->rival[at] = fit->rival[at - 1];
    if (at < FC_COUNT_FIT_RIVALS)
        fit->rival[at] = *rival;
}

static bool is_same(const fc_count_model *a, const fc_count_model *b, int variable)
{
    bool same = a->n_terms == b->n_terms && a->is_sum == b->is_sum && a->is_complement == b->is_complement &&
                a->has_volume == b->has_volume;
    for (int t = 0; t < 2; t++) {
        const fc_count_factor *one = &a->term[t].factor[variable], *other = &b->term[t].factor[variable];
        same &= one->exponent == other->exponent && one->logs == other->logs && one->has_offset == other->has_offset;
    }
    return same;
}

static void add_rival(fc_count_fit *fit, fc_count_model *rival)
{
    double best = fit->model.error + negligible_error, added = complexity_of(rival) - complexity_of(&fit->model);
    rival->weight = fmin(pow(best / (rival->error + negligible_error), fit->n_samples) * exp(-added), 1);
    if (rival->weight > 0)
        keep_rival(fit, rival);
}

static void gather_rivals(fc_count_fit *fit, const fc_count_trial *trial, int variable)
{
    fc_count_model rival;
    for (size_t k = 0; take_neighbour(&rival, &fit->model, variable, k); k++) {
        if (!is_among((limits){N_EXPONENTS, ALL_WAYS}, k) || is_same(&rival, &fit->model, variable))
            continue;
        fc_count_model_validate(&rival, trial, hopeless_factor * (fit->model.error + negligible_error));
        add_rival(fit, &rival);
    }
}

/* Weights the best models of the other forms. */
static void gather_others(fc_count_fit *fit)
{
    fc_count_model other[FC_COUNT_FIT_RIVALS];
    int n = fit->n_rivals;
    memcpy(other, fit->rival, sizeof other);
    fit->n_rivals = 0;
    for (int i = 0; i < n; i++) {
        bool same = true;
        for (int v = 0; v < fit->n_variables; v++)
            same &= is_same(&other[i], &fit->model, v);
        if (!same)
            add_rival(fit, &other[i]);
    }
}

/* ---- the fit ---- */

static void leave_out(fc_count_fit *fit, const fc_count_trial *trial)
{
    if (fit->n_samples < 2 || fit->model.error <= negligible_error)
        return;
    fit->left_out = fc_allocate((size_t)fit->n_samples, sizeof *fit->left_out);
    for (int i = 0; i < fit->n_samples; i++) {
        fit->left_out[i] = fit->model;
        if (!fc_count_model_leave_out(&fit->left_out[i], trial, i))
            fit->left_out[i] = fit->model;
    }
}

static void note_samples(fc_count_fit *fit, const fc_count_samples *samples)
{
    size_t n = (size_t)(samples->n_samples * samples->n_variables);
    fit->x = fc_allocate(n, sizeof *fit->x);
    memcpy(fit->x, samples->x, n * sizeof *fit->x);
    for (int v = 0; v < samples->n_variables; v++) {
        fit->least[v] = fit->greatest[v] = samples->x[v];
        for (int i = 1; i < samples->n_samples; i++) {
            double x = samples->x[i * samples->n_variables + v];
            fit->least[v] = fmin(fit->least[v], x);
            fit->greatest[v] = fmax(fit->greatest[v], x);
        }
    }
}

void fc_count_fit_samples(fc_count_fit *out, const fc_count_samples *samples)
{
    fc_count_trial trial;
    fc_count_fit fit = {.n_variables = samples->n_variables,
                        .n_samples = samples->n_samples,
                        .is_share = samples->is_share,
                        .model = {.n_terms = 1}};
    fc_count_trial_begin(&trial, samples);
    note_samples(&fit, samples);
    fc_count_model_validate(&fit.model, &trial, INFINITY);
    bool is_constant = fit.model.error <= negligible_error; /* no other model has lower cost then */
    if (fit.n_samples > 1 && !is_constant)
        descend(&fit.model, &fit, &trial, (limits){N_EXPONENTS, PLAIN});
    if (fit.n_samples > 1 && fit.model.error > sufficient_error) {
        try_powers(&fit, &trial);
        try_two_products(&fit, &trial);
        try_brackets(&fit, &trial);
    }
    fit.model.weight = 1;
    gather_others(&fit);
    for (int v = 0; v < fit.n_variables; v++)
        if (fit.n_samples > 1 && !is_constant && varies(&fit, v))
            gather_rivals(&fit, &trial, v);
    leave_out(&fit, &trial);
    fit.is_saturated = fc_count_model_parameters(&fit.model) == fit.n_samples;
    fc_count_trial_end(&trial);
    *out = fit;
}

void fc_count_fit_free(fc_count_fit *fit)
{
    free(fit->x);
    free(fit->left_out);
    fit->x = NULL;
    fit->left_out = NULL;
}

/* ---- values ---- */

/* Adds to distance[v] how far x lies above (sign 1) or below (-1) the nearest sample: ln of the ratio, by variable. */
static void add_distance(double *distance, const fc_count_fit *fit, const double *x, int sign)
{
    double nearest = INFINITY;
    const double *from = fit->x;
    for (int i = 0; i < fit->n_samples; i++) {
        double squares = 0;
        for (int v = 0; v < fit->n_variables; v++)
            squares += pow(fmax(sign * log(x[v] / fit->x[i * fit->n_variables + v]), 0), 2);
        if (squares < nearest) {
            nearest = squares;
            from = fit->x + (size_t)i * (size_t)fit->n_variables;
        }
    }
    for (int v = 0; v < fit->n_variables; v++)
        distance[v] += fmax(sign * log(x[v] / from[v]), 0);
}

/* The uncertainty of the slope; error: the model's. */
static double slope_uncertainty(const fc_count_fit *fit, int variable, double error, double unknown)
{
    double range = log(fit->greatest[variable] / fit->least[variable]);
    return range > 0 ? fmax(error / range, fit->is_saturated ? 1. / 12 : 0) : unknown;
}

/* The model's value, limited to the valid range. */
static double valid_value(const fc_count_fit *fit, const fc_count_model *model, const double *x)
{
    double value = fc_count_model_valid_value(model, x, fit->n_variables);
    return fit->is_share ? fmin(value, 1) : value;
}

/* The weighted standard deviation of all models' values around the selected one's, relative to it. */
static double spread_at(const fc_count_fit *fit, const double *x, double value)
{
    double weights = 1, squares = 0;
    for (int i = 0; i < fit->n_rivals; i++) {
        double apart = valid_value(fit, &fit->rival[i], x) - value;
        weights += fit->rival[i].weight;
        squares += fit->rival[i].weight * apart * apart;
    }
    return value > 0 ? sqrt(squares / weights) / value : 0;
}

/* The jackknife's standard deviation, relative to the value. */
static double jackknife_at(const fc_count_fit *fit, const double *x, double value)
{
    double squares = 0;
    for (int i = 0; fit->left_out && i < fit->n_samples; i++)
        squares += pow(valid_value(fit, &fit->left_out[i], x) - value, 2);
    return value > 0 ? sqrt(squares * (fit->n_samples - 1) / fit->n_samples) / value : 0;
}

double fc_count_fit_value(const fc_count_fit *fit, const double *x, const double *unknown, double *relative_error)
{
    double value = valid_value(fit, &fit->model, x);
    double part = fit->is_share && value > 0.5 ? (1 - value) / value : 1, own = part * fit->model.error, error = own;
    double distance[FC_COUNT_VARIABLES] = {0};
    add_distance(distance, fit, x, 1);
    add_distance(distance, fit, x, -1);
    for (int v = 0; v < fit->n_variables; v++)
        error = hypot(error, slope_uncertainty(fit, v, own, unknown[v]) * distance[v]);
    error = hypot(error, spread_at(fit, x, value));
    error = hypot(error, jackknife_at(fit, x, value));
    if (fit->is_share && value > 0)
        error = hypot(error, fabs(fc_count_model_value(&fit->model, x, fit->n_variables) - value) / value);
    *relative_error = error;
    return value;
}
