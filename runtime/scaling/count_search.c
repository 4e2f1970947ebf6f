/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/count_search.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

/* Exponents, and the complexity that a factor with one adds to a model: work and its conservation, volumes, surfaces
 * and sides of two and three dimensions. */
static const struct {
    double exponent, complexity;
} exponents[] = {{0, 0},    {1, 1},   {-1, 1},       {2, 1.5},      {3, 1.5},       {0.5, 2},
                 {-0.5, 2}, {1.5, 2}, {1. / 3, 2.5}, {2. / 3, 2.5}, {-1. / 3, 2.5}, {-2. / 3, 2.5}};
enum {
    N_EXPONENTS = sizeof exponents / sizeof *exponents,
    N_WITH_LOGS = 3, /* 0, 1, -1: the first entries */
    N_WHOLE = 5,     /* integers: the first entries */
    N_FACTORS = N_EXPONENTS + N_WITH_LOGS - 1
};
static const double log_complexity = 1.5, term_complexity = 1;
/* Per unit of acceleration: growth that the samples barely show should not dominate predictions for larger runs. */
static const double acceleration_complexity = 5;
/* A competing model must have an error smaller by this share for each unit of complexity, and by this amount in any
 * case. */
static const double complexity_weight = 0.1, negligible_error = 1e-9;
/* Above sufficient_error, models are also started from products that single-factor changes do not reach, of variables
 * with at least minor_effect of the greatest effect. Two products must reduce the error by `convincing` and leave at
 * most most_error. `level` is that of the test against simpler models. */
static const double sufficient_error = 1e-3, minor_effect = 0.1, convincing = 0.5, most_error = 0.01, level = 0.05;

/* Prior of the test: counts scatter by 5 % around their law, as well known as from three runs. A larger prior scatter
 * makes more counts constant. */
static const double prior_scatter = 0.05, prior_runs = 3;

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

double fc_count_search_complexity(const fc_count_model *model)
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
    double complexity = fc_count_search_complexity(model);
    return model->error * (1 + complexity_weight * complexity) + negligible_error * complexity;
}

/* ---- neighbors ---- */

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
static bool take_neighbor(fc_count_model *out, const fc_count_model *model, int variable, size_t k)
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

bool fc_count_search_is_same(const fc_count_model *a, const fc_count_model *b, int variable)
{
    bool same = a->n_terms == b->n_terms && a->is_sum == b->is_sum && a->is_complement == b->is_complement &&
                a->has_volume == b->has_volume;
    for (int t = 0; t < 2; t++) {
        const fc_count_factor *one = &a->term[t].factor[variable], *other = &b->term[t].factor[variable];
        same &= one->exponent == other->exponent && one->logs == other->logs && one->has_offset == other->has_offset;
    }
    return same;
}

/* The power of an existing bracket is fixed, so BRACKET is tried once. Logarithms have few powers beside them. */
static bool is_among(limits among, size_t k)
{
    size_t exponent = k / (2 * N_WAYS), way = k / 2 % N_WAYS;
    bool again = way == BRACKET && (exponent > 0 || (k & 1)), has_log = k & 1;
    return exponent < among.n_exponents && (among.ways >> way & 1) && !again && (!has_log || exponent < N_WITH_LOGS);
}

/* The limits for a variable: two values show no product with a logarithm, and no constant beside the variable. A
 * logarithm alone is what counts that are 0 on one rank need. */
static bool is_allowed(const fc_count_search *search, const fc_count_model *model, int variable, size_t k)
{
    if (!search->is_coarse[variable])
        return true;
    unsigned ways = model->n_terms > 1 ? 1 << BESIDE : 1 << ALONE;
    size_t n = k & 1 ? 1 : N_EXPONENTS;
    return is_among((limits){n, ways}, k);
}

/* Two terms need a variable with three values or more. */
static bool is_supported(const fc_count_search *search, const fc_count_model *model)
{
    bool is_fine = model->n_terms < 2;
    for (int v = 0; v < search->trial->samples->n_variables && !is_fine; v++)
        is_fine = !search->is_coarse[v] && fc_count_model_has(model, v);
    return is_fine;
}

/* Replaces *best by the best neighbor in one variable within the limits, if that is better. */
static bool improve(fc_count_model *best, const fc_count_search *search, int variable, limits among)
{
    fc_count_model from = *best, rival;
    for (size_t k = 0; take_neighbor(&rival, &from, variable, k); k++) {
        if (!is_among(among, k) || !is_allowed(search, &from, variable, k) || !is_supported(search, &rival))
            continue;
        /* The error at which the model would have this cost: the inverse of cost_of(). */
        double cost = cost_of(best);
        double complexity = fc_count_search_complexity(&rival);
        fc_count_model_validate(&rival, search->trial,
                                (cost - negligible_error * complexity) / (1 + complexity_weight * complexity));
        if (cost_of(&rival) < cost_of(best))
            *best = rival;
    }
    return cost_of(best) < cost_of(&from);
}

/* Coordinate descent from a validated model to a local optimum. */
static void descend(fc_count_model *model, const fc_count_search *search, limits among)
{
    bool changed = true;
    for (int pass = 0; changed && pass < 2 * FC_COUNT_VARIABLES; pass++) {
        changed = false;
        for (int v = 0; v < search->trial->samples->n_variables; v++)
            changed |= search->is_open[v] && improve(model, search, v, among);
    }
}

/* What samples that differ in one variable alone show of it. */
typedef struct effect {
    double most;  /* the greatest ratio of their counts (ln) */
    double slope; /* the exponent: mean over pairs, weighted by the distance of the pair */
    int n_pairs;
} effect;

static effect effect_of(const fc_count_trial *trial, int variable)
{
    const fc_count_samples *samples = trial->samples;
    effect of = {0};
    double distances = 0;
    for (int i = 0; i < samples->n_samples; i++)
        for (int k = 0; k < i; k++) {
            /* Whether two samples differ in this variable alone. */
            const double *one = samples->x + (size_t)i * (size_t)samples->n_variables,
                         *other = samples->x + (size_t)k * (size_t)samples->n_variables;
            bool alone = one[variable] != other[variable];
            for (int v = 0; alone && v < samples->n_variables; v++)
                alone = v == variable || one[v] == other[v];
            if (!alone)
                continue;
            double y = log((samples->y[i] + trial->least_scale) / (samples->y[k] + trial->least_scale));
            double x =
                log(samples->x[i * samples->n_variables + variable] / samples->x[k * samples->n_variables + variable]);
            of.most = fmax(of.most, fabs(y));
            of.slope += y * x;
            distances += x * x;
            of.n_pairs++;
        }
    of.slope = distances > 0 ? of.slope / distances : 0;
    return of;
}

static double nearest_exponent(double slope)
{
    double nearest = 0;
    for (int e = 0; e < N_EXPONENTS; e++)
        if (fabs(exponents[e].exponent - slope) < fabs(nearest - slope))
            nearest = exponents[e].exponent;
    return nearest;
}

/* A start model: all relevant variables have this factor; NULL: the power that single variables show. Coarse ones have
 * no offset. */
static fc_count_model start_of(const fc_count_search *search, const fc_count_factor *factor)
{
    fc_count_model model = {.n_terms = 1};
    effect of[FC_COUNT_VARIABLES];
    double most = 0;
    int n = search->trial->samples->n_variables;
    for (int v = 0; v < n; v++) {
        of[v] = search->is_open[v] ? effect_of(search->trial, v) : (effect){0};
        most = fmax(most, of[v].most);
    }
    for (int v = 0; v < n; v++) {
        if (!factor && search->is_open[v])
            model.term[0].factor[v].exponent = nearest_exponent(of[v].slope);
        else if (factor && of[v].most > minor_effect * most && !(search->is_coarse[v] && factor->has_offset))
            model.term[0].factor[v] = *factor;
    }
    return model;
}

/* Descends from the start and keeps the result as an alternative; infinite error: the samples do not determine the
 * start. */
static void descend_from(fc_count_model *start, fc_count_search *search, limits among)
{
    fc_count_model_validate(start, search->trial, INFINITY);
    if (!isfinite(start->error) || !is_supported(search, start))
        return;
    descend(start, search, among);
    search->form[search->n_forms++] = *start;
}

/* Starts from one product of all relevant variables: where samples vary one variable each, single factors explain
 * little of noisy data. */
static void try_powers(fc_count_model *best, fc_count_search *search)
{
    static const fc_count_factor start[] = {{.exponent = -1}, {.exponent = 1}};
    for (int i = 0; i < 3; i++) {
        fc_count_model model = start_of(search, i < 2 ? &start[i] : NULL);
        descend_from(&model, search, (limits){N_EXPONENTS, PLAIN});
        if (cost_of(&model) < cost_of(best))
            *best = model;
    }
}

/* Starts from products of all relevant variables with a second term, which single-factor changes do not reach. */
static void try_two_products(fc_count_model *selected, fc_count_search *search)
{
    fc_count_model best = *selected;
    for (int exponent = -1; exponent <= 1; exponent += 2) {
        fc_count_model model = start_of(search, &(fc_count_factor){.exponent = exponent});
        model.n_terms = 2;
        descend_from(&model, search, (limits){N_WHOLE, TWO_PRODUCTS});
        if (is_supported(search, &model) && cost_of(&model) < cost_of(&best))
            best = model;
    }
    if (best.error > fmin(convincing * selected->error, most_error))
        return;
    descend(&best, search, (limits){N_EXPONENTS, TWO_PRODUCTS});
    *selected = best;
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
static void try_brackets(fc_count_model *best, fc_count_search *search)
{
    for (int i = 0; i < N_BRACKETS; i++) {
        const struct bracket *of = &brackets[i];
        if (of->is_complement && !search->trial->samples->is_share)
            continue;
        fc_count_model model =
            start_of(search, &(fc_count_factor){.exponent = of->exponent, .logs = of->logs, .has_offset = true});
        if (!in_bracket(&model))
            return;
        model.is_sum = of->is_sum;
        model.has_volume = of->has_volume;
        model.is_complement = of->is_complement;
        descend_from(&model, search, (limits){N_WHOLE, BRACKETS});
        if (cost_of(&model) < cost_of(best))
            *best = model;
    }
}

/* ---- parsimony ---- */

static int coefficients_of(const fc_count_model *model)
{
    int n = model->n_terms;
    for (int v = 0; v < FC_COUNT_VARIABLES; v++)
        n += model->term[0].factor[v].has_offset;
    return n;
}

/* Whether the data reject the simpler model, by the moderated F test (Smyth, "Linear models and empirical Bayes
 * methods", 2004, section 4): few runs estimate the scatter badly, so a prior of it joins them. The exponents are those
 * of a fixed hypothesis, so only coefficients use up degrees of freedom. */
static bool is_rejected(const fc_count_model *simple, const fc_count_model *rich, int n_samples)
{
    int added = coefficients_of(rich) - coefficients_of(simple), left = n_samples - coefficients_of(rich);
    double squares = pow(rich->misfit, 2), gained = pow(simple->misfit, 2) - squares;
    if (!isfinite(simple->misfit))
        return true;
    if (left < 1 || !(gained > 0))
        return false;
    if (rich->misfit <= negligible_error)
        return simple->misfit > negligible_error;
    double by = added > 1 ? added : 1, freedom = left + prior_runs;
    double scatter = (squares * n_samples + prior_runs * pow(prior_scatter, 2)) / freedom;
    return gsl_cdf_fdist_Q(gained * n_samples / by / scatter, by, freedom) * N_FACTORS < level;
}

static void sweep_again(fc_count_model *model, const fc_count_search *search)
{
    fc_count_model_validate(model, search->trial, INFINITY);
    if (!is_supported(search, model))
        model->error = INFINITY;
    if (isfinite(model->error))
        descend(model, search, (limits){N_EXPONENTS, in_bracket(model) ? BRACKETS : PLAIN});
}

/* Models of falling complexity: each lacks one variable of the one before, that with the least effect. */
typedef struct ladder {
    fc_count_model step[2 * (FC_COUNT_VARIABLES + 1)];
    int n;
} ladder;

/* Adds the model, then its form with one term. */
static void add_step(ladder *to, const fc_count_search *search, const fc_count_model *model)
{
    to->step[to->n++] = *model;
    if (model->n_terms < 2)
        return;
    /* The best model near this one with one term. */
    fc_count_model one = *model;
    one.n_terms = 1;
    memset(&one.term[1], 0, sizeof one.term[1]);
    fc_count_model_validate(&one, search->trial, INFINITY);
    descend(&one, search, (limits){N_EXPONENTS, 1 << ALONE});
    if (isfinite(one.error))
        to->step[to->n++] = one;
}

/* The best model that lacks one of the variables, which is closed. False: there is no variable. */
static bool lose_variable(fc_count_model *model, fc_count_search *search)
{
    fc_count_model best = {.misfit = INFINITY};
    int least = -1;
    for (int v = 0; v < search->trial->samples->n_variables; v++) {
        if (!fc_count_model_has(model, v))
            continue;
        /* The best model near this one that lacks the variable. */
        fc_count_search closed = {.trial = search->trial};
        fc_count_model constant = {.n_terms = 1}, near = *model;
        memcpy(closed.is_open, search->is_open, sizeof closed.is_open);
        memcpy(closed.is_coarse, search->is_coarse, sizeof closed.is_coarse);
        closed.is_open[v] = false;
        near.term[0].factor[v] = near.term[1].factor[v] = (fc_count_factor){0};
        sweep_again(&near, &closed);
        sweep_again(&constant, &closed);
        fc_count_model simple = cost_of(&near) < cost_of(&constant) ? near : constant;
        if (simple.misfit < best.misfit) {
            best = simple;
            least = v;
        }
    }
    if (least < 0)
        return false;
    search->is_open[least] = false;
    *model = best;
    return true;
}

/* The simplest model of the ladder that the data do not reject. The rich model is kept as an alternative. */
static void make_parsimonious(fc_count_model *model, fc_count_search *search)
{
    ladder simpler = {0};
    bool is_open[FC_COUNT_VARIABLES];
    memcpy(is_open, search->is_open, sizeof is_open);
    fc_count_model at = *model;
    do
        add_step(&simpler, search, &at);
    while (lose_variable(&at, search));
    memcpy(search->is_open, is_open, sizeof is_open);
    int chosen = simpler.n - 1;
    while (chosen > 0 && is_rejected(&simpler.step[chosen], model, search->trial->samples->n_samples))
        chosen--;
    if (chosen > 0 && search->n_forms < FC_COUNT_SEARCH_FORMS)
        search->form[search->n_forms++] = *model;
    *model = simpler.step[chosen];
}

/* ---- the search ---- */

void fc_count_search_begin(fc_count_search *out, const fc_count_trial *trial)
{
    fc_count_search search = {.trial = trial};
    for (int v = 0; v < trial->samples->n_variables; v++) {
        /* The number of different values, counted up to 3. */
        const fc_count_samples *samples = trial->samples;
        double value[2];
        int n = 0;
        for (int i = 0; i < samples->n_samples && n < 3; i++) {
            double x = samples->x[i * samples->n_variables + v];
            bool is_new = (n < 1 || x != value[0]) && (n < 2 || x != value[1]);
            if (is_new && n < 2)
                value[n] = x;
            n += is_new;
        }
        effect of = effect_of(trial, v);
        search.is_open[v] = n > 1 && (of.n_pairs == 0 || of.most > negligible_error);
        search.is_coarse[v] = n == 2;
    }
    *out = search;
}

void fc_count_search_select(fc_count_model *out, fc_count_search *search)
{
    fc_count_model model = {.n_terms = 1};
    fc_count_model_validate(&model, search->trial, INFINITY);
    if (search->trial->samples->n_samples > 1 && model.error > negligible_error) {
        search->form[search->n_forms++] = model;
        descend(&model, search, (limits){N_EXPONENTS, PLAIN});
        if (model.error > sufficient_error) {
            try_powers(&model, search);
            try_two_products(&model, search);
            try_brackets(&model, search);
        }
        if (model.error > negligible_error)
            make_parsimonious(&model, search);
    }
    *out = model;
}

bool fc_count_search_neighbor(fc_count_model *out, const fc_count_search *search, const fc_count_model *model,
                              int variable, size_t k)
{
    if (!take_neighbor(out, model, variable, k))
        return false;
    bool is_tried = is_among((limits){N_EXPONENTS, ALL_WAYS}, k) && is_allowed(search, model, variable, k) &&
                    is_supported(search, out) && !fc_count_search_is_same(out, model, variable);
    if (!is_tried)
        out->n_terms = 0;
    return true;
}
