/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the places responsible for a difference between two versions of a program. */
#include "runtime/scaling/regression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- pairs ---- */

/* Two versions and the pairing of their points and terms. */
typedef struct matching {
    const fc_baseline_program *before, *after;
    long *point; /* for each point of after, that of before; -1: none */
    long *pair;  /* for each term of after */
    bool *taken; /* for each term of before */
} matching;

static bool is_close(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static bool same_cost(const matching *m, const fc_baseline_term *was, const fc_baseline_term *is)
{
    for (size_t i = 0; i < m->after->n_points; i++)
        for (int k = 0; k < FC_N_MEASURES && m->point[i] >= 0; k++)
            if (!is_close(was->cost[m->point[i]].of[k], is->cost[i].of[k]))
                return false;
    return true;
}

static bool same_source(const fc_baseline_term *was, const fc_baseline_term *is)
{
    return strcmp(was->source, is->source) == 0;
}

/* The properties that must agree in a pair, besides the operation. */
typedef struct likeness {
    bool cost, function, source;
} likeness;

static bool is_like(const matching *m, const fc_baseline_term *was, const fc_baseline_term *is, likeness in)
{
    return strcmp(was->operation, is->operation) == 0 && (!in.function || strcmp(was->function, is->function) == 0) &&
           (!in.source || same_source(was, is)) && (!in.cost || same_cost(m, was, is));
}

static void pair_up(matching *m, likeness in)
{
    for (size_t i = 0; i < m->after->n_terms; i++)
        for (size_t k = 0; k < m->before->n_terms && m->pair[i] < 0; k++)
            if (!m->taken[k] && is_like(m, &m->before->term[k], &m->after->term[i], in)) {
                m->pair[i] = (long)k;
                m->taken[k] = true;
            }
}

long *fc_regression_pair_terms(const fc_baseline_program *before, const fc_baseline_program *after)
{
    static const likeness steps[] = {{true, true, true},   {true, true, false}, {true, false, true},
                                     {true, false, false}, {false, true, true}, {false, false, true},
                                     {false, true, false}};
    matching m = {before, after, fc_allocate(after->n_points, sizeof *m.point),
                  fc_allocate(after->n_terms, sizeof *m.pair), fc_allocate(before->n_terms, sizeof *m.taken)};
    for (size_t i = 0; i < after->n_points; i++)
        m.point[i] = fc_baseline_find_point(before, &after->point[i]);
    for (size_t i = 0; i < after->n_terms; i++)
        m.pair[i] = -1;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        pair_up(&m, steps[i]);
    free(m.point);
    free(m.taken);
    return m.pair;
}

/* ---- causes ---- */

static bool stands_around(const fc_baseline_term *term, const char *text)
{
    for (size_t i = 0; i < term->n_within; i++)
        if (strcmp(term->within[i].text, text) == 0)
            return true;
    return false;
}

/* The innermost new loop or call around the term; NULL if its own statement changed too. */
static const fc_baseline_head *find_changed(const fc_baseline_term *was, const fc_baseline_term *is)
{
    for (size_t i = 0; was && is && same_source(was, is) && i < is->n_within; i++)
        if (!stands_around(was, is->within[i].text))
            return &is->within[i];
    return NULL;
}

/* The cause's contribution in the direction of the outcome; <= 0: opposite. */
static double weight_of(const fc_regression_decision *of, const fc_regression_cause *cause)
{
    return of->outcome == FC_REGRESSION_SLOWER ? cause->is - cause->was : cause->was - cause->is;
}

/* Keeps the FC_REGRESSION_MOST_CAUSES largest causes, sorted; the first of equals. */
static void keep(fc_regression_decision *of, const fc_regression_cause *cause)
{
    int at = of->n_causes;
    while (at > 0 && weight_of(of, &of->cause[at - 1]) < weight_of(of, cause))
        at--;
    if (at == FC_REGRESSION_MOST_CAUSES || weight_of(of, cause) <= 0)
        return;
    int last = of->n_causes < FC_REGRESSION_MOST_CAUSES ? of->n_causes++ : FC_REGRESSION_MOST_CAUSES - 1;
    for (; last > at; last--)
        of->cause[last] = of->cause[last - 1];
    of->cause[at] = *cause;
}

void fc_regression_find_causes(fc_regression_decision *decision, const long *pairs)
{
    enum {
        LEAST_SHARE = 10 /* least share of the largest cause, as a divisor */
    };
    size_t was = (size_t)(decision->was - decision->before->point);
    size_t is = (size_t)(decision->is - decision->after->point);
    for (size_t i = 0; i < decision->after->n_terms; i++) {
        const fc_baseline_term *after = &decision->after->term[i];
        const fc_baseline_term *before = pairs[i] >= 0 ? &decision->before->term[pairs[i]] : NULL;
        keep(decision, &(fc_regression_cause){before, after, find_changed(before, after),
                                              before ? before->cost[was].of[decision->measure] : 0,
                                              after->cost[is].of[decision->measure]});
    }
    size_t point = (size_t)(decision->was - decision->before->point);
    bool *paired = fc_allocate(decision->before->n_terms, sizeof *paired);
    for (size_t i = 0; i < decision->after->n_terms; i++)
        if (pairs[i] >= 0)
            paired[pairs[i]] = true;
    for (size_t k = 0; k < decision->before->n_terms; k++)
        if (!paired[k])
            keep(decision, &(fc_regression_cause){.before = &decision->before->term[k],
                                                  .was = decision->before->term[k].cost[point].of[decision->measure]});
    free(paired);
    while (decision->n_causes > 1 && LEAST_SHARE * weight_of(decision, &decision->cause[decision->n_causes - 1]) <
                                         weight_of(decision, &decision->cause[0]))
        decision->n_causes--;
}
