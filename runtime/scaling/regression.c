/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/regression.h"

#include <stdlib.h>

const char *fc_regression_outcome_words(fc_regression_outcome outcome)
{
    static const char *const words[] = {
#define WORDS(name, words, fails) words,
        FC_REGRESSION_OUTCOME_LIST(WORDS)
#undef WORDS
    };
    return words[outcome];
}

bool fc_regression_outcome_fails(fc_regression_outcome outcome)
{
    static const bool fails[] = {
#define FAILS(name, words, fails) fails,
        FC_REGRESSION_OUTCOME_LIST(FAILS)
#undef FAILS
    };
    return fails[outcome];
}

static fc_regression_decision *add(fc_regression_decisions *all, fc_regression_decision decision)
{
    all->item = fc_grow(all->item, &all->capacity, all->n + 1, sizeof *all->item);
    all->count[decision.outcome]++;
    all->item[all->n] = decision;
    return &all->item[all->n++];
}

static fc_regression_outcome outcome_of(double was, double is, double limit)
{
    if (is > was * (1 + limit))
        return FC_REGRESSION_SLOWER;
    return is < was * (1 - limit) ? FC_REGRESSION_FASTER : FC_REGRESSION_SAME;
}

/* Compares two points by the first measure that differs beyond its tolerance. */
static fc_regression_decision compare(const fc_baseline_point *was, const fc_baseline_point *is,
                                      const fc_regression_tolerance *tolerance)
{
    fc_regression_decision decision = {.outcome = FC_REGRESSION_SAME, .was = was, .is = is};
    for (int m = 0; m < FC_N_MEASURES; m++) {
        fc_regression_outcome outcome = outcome_of(was->cost.of[m], is->cost.of[m], tolerance->of[m]);
        if (outcome == FC_REGRESSION_SAME)
            continue;
        decision.outcome = outcome;
        decision.measure = (fc_measure)m;
        decision.limit = tolerance->of[m];
        return decision;
    }
    return decision;
}

static fc_regression_decision decide_point(const fc_baseline_program *before, const fc_baseline_point *is,
                                           const fc_regression_tolerance *tolerance)
{
    long index = before ? fc_baseline_find_point(before, is) : -1;
    const fc_baseline_point *was = index >= 0 ? &before->point[index] : NULL;
    if (is->fault)
        return (fc_regression_decision){
            .outcome = is->is_unmeasured ? FC_REGRESSION_UNMEASURED : FC_REGRESSION_FAILED, .was = was, .is = is};
    return was ? compare(was, is, tolerance) : (fc_regression_decision){.outcome = FC_REGRESSION_NEW, .is = is};
}

static void decide_program(fc_regression_decisions *out, const fc_baseline_program *before,
                           const fc_baseline_program *after, const fc_regression_tolerance *tolerance)
{
    long *pairs = NULL;
    for (size_t i = 0; i < after->n_points; i++) {
        fc_regression_decision *made = add(out, decide_point(before, &after->point[i], tolerance));
        made->before = before;
        made->after = after;
        if (made->outcome != FC_REGRESSION_SLOWER && made->outcome != FC_REGRESSION_FASTER)
            continue;
        if (!pairs)
            pairs = fc_regression_pair_terms(before, after);
        fc_regression_find_causes(made, pairs);
    }
    free(pairs);
}

/* Reports the points of `before` that `after` lacks (NULL: all). */
static void decide_removed(fc_regression_decisions *out, const fc_baseline_program *before,
                           const fc_baseline_program *after)
{
    for (size_t i = 0; i < before->n_points; i++)
        if (!after || fc_baseline_find_point(after, &before->point[i]) < 0)
            add(out, (fc_regression_decision){
                         .outcome = FC_REGRESSION_GONE, .before = before, .after = after, .was = &before->point[i]});
}

void fc_regression_decide(fc_regression_decisions *out, const fc_baseline *before, const fc_baseline *after,
                          const fc_regression_tolerance *tolerance)
{
    fc_regression_decisions made = {0};
    for (size_t i = 0; i < after->n_programs; i++) {
        const fc_baseline_program *is = &after->program[i], *was = fc_baseline_find(before, is->name);
        fc_regression_outcome without = is->is_unmeasured ? FC_REGRESSION_UNMEASURED : FC_REGRESSION_FAILED;
        if (is->fault) {
            add(&made, (fc_regression_decision){.outcome = without, .before = was, .after = is});
            continue;
        }
        decide_program(&made, was, is, &tolerance[i]);
        if (was)
            decide_removed(&made, was, is);
    }
    for (size_t i = 0; i < before->n_programs; i++)
        if (!fc_baseline_find(after, before->program[i].name))
            decide_removed(&made, &before->program[i], NULL);
    *out = made;
}

void fc_regression_decisions_free(fc_regression_decisions *decisions)
{
    free(decisions->item);
    *decisions = (fc_regression_decisions){0};
}

bool fc_regression_decisions_fail(const fc_regression_decisions *decisions)
{
    for (int v = 0; v < FC_N_REGRESSION_OUTCOMES; v++)
        if (decisions->count[v] && fc_regression_outcome_fails((fc_regression_outcome)v))
            return true;
    return false;
}

const fc_baseline_term *fc_regression_cause_term(const fc_regression_cause *cause)
{
    return cause->after ? cause->after : cause->before;
}
