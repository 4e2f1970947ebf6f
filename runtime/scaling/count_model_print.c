/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints models of counts as text. */
#include "runtime/scaling/count_model.h"

#include <math.h>

static void print_power(fc_text *out, const fc_count_factor *factor, const char *name)
{
    double exponent = factor->exponent;
    int below = exponent * 2 == nearbyint(exponent * 2) ? 2 : 3;
    if (exponent == 1)
        fc_text_add(out, " %s", name);
    else if (exponent != 0 && exponent == nearbyint(exponent))
        fc_text_add(out, " %s^%.0f", name, exponent);
    else if (exponent != 0)
        fc_text_add(out, " %s^(%.0f/%d)", name, exponent * below, below);
    if (factor->logs)
        fc_text_add(out, " log2(%s)", name);
}

/* " x y (1 - 0.5 x^-1 - 0.5 y^-1)". */
static void print_sum(fc_text *out, const fc_count_model *model, int n_variables, const char *const *name)
{
    fc_text sum = {0};
    const fc_count_factor *factor = model->term[0].factor;
    for (int v = 0; v < n_variables; v++) {
        if (!factor[v].has_offset) {
            print_power(out, &factor[v], name[v]);
            continue;
        }
        if (model->has_volume)
            fc_text_add(out, " %s", name[v]);
        if (factor[v].offset != 0)
            fc_text_add(&sum, "1");
        fc_text_add(&sum, sum.length == 0 ? "%s%.4g" : " %s %.4g",
                    factor[v].slope < 0 ? "-"
                    : sum.length        ? "+"
                                        : "",
                    fabs(factor[v].slope));
        print_power(&sum, &factor[v], name[v]);
    }
    fc_text_add(out, " (%s)", sum.bytes);
    fc_text_free(&sum);
}

static void print_term(fc_text *out, double coefficient, const fc_count_model *model, int t, int n_variables,
                       const char *const *name)
{
    fc_text factors = {0};
    if (model->is_sum)
        print_sum(&factors, model, n_variables, name);
    else
        for (int v = 0; v < n_variables; v++) {
            /* " p^-1 n^2", or " (1 - 1.11 n^-1)", each with a leading space. */
            const fc_count_factor *factor = &model->term[t].factor[v];
            if (!factor->has_offset) {
                print_power(&factors, factor, name[v]);
                continue;
            }
            fc_text_add(&factors, " (%.4g %c %.4g", factor->offset, factor->slope < 0 ? '-' : '+', fabs(factor->slope));
            print_power(&factors, factor, name[v]);
            fc_text_add(&factors, ")");
        }
    if (fabs(coefficient - 1) < 5e-5 && factors.length > 0)
        fc_text_add(out, "%s", factors.bytes + 1);
    else
        fc_text_add(out, "%.4g%s", coefficient, factors.bytes ? factors.bytes : "");
    fc_text_free(&factors);
}

void fc_count_model_print(fc_text *out, const fc_count_model *model, int n_variables, const char *const *name)
{
    bool is_first = true;
    if (model->is_complement) {
        fc_text_add(out, "1");
        is_first = false;
    }
    for (int t = model->n_terms; t-- > 0;) {
        double coefficient = model->is_complement ? -model->term[t].coefficient : model->term[t].coefficient;
        if (!is_first) {
            fc_text_add(out, coefficient < 0 ? " - " : " + ");
            coefficient = fabs(coefficient);
        }
        print_term(out, coefficient, model, t, n_variables, name);
        is_first = false;
    }
}

/* Divides the terms by a single product. False: the result is not a model. */
static bool divide(fc_count_model *model, const fc_count_model *by)
{
    if (by->n_terms > 1 || model->is_complement || by->is_complement || fc_count_model_in_bracket(model) > 0 ||
        fc_count_model_in_bracket(by) > 0)
        return false;
    for (int t = 0; t < model->n_terms; t++) {
        model->term[t].coefficient /= by->term[0].coefficient;
        for (int v = 0; v < FC_COUNT_VARIABLES; v++) {
            fc_count_factor *factor = &model->term[t].factor[v];
            factor->exponent -= by->term[0].factor[v].exponent;
            factor->logs -= by->term[0].factor[v].logs;
            if (factor->logs < 0)
                return false;
        }
    }
    return true;
}

/* The least exponent, and number of logarithms, of variable v in the terms. False: it stands in a bracket. */
static bool find_least(const fc_count_model *model, int v, double *exponent, int *logs)
{
    for (int t = 0; t < model->n_terms; t++) {
        const fc_count_factor *factor = &model->term[t].factor[v];
        if (factor->has_offset)
            return false;
        *exponent = fmin(*exponent, factor->exponent);
        *logs = factor->logs < *logs ? factor->logs : *logs;
    }
    return true;
}

static void divide_terms(fc_count_model *model, int v, double exponent, int logs)
{
    for (int t = 0; t < model->n_terms; t++) {
        model->term[t].factor[v].exponent -= exponent;
        model->term[t].factor[v].logs -= logs;
    }
}

/* Cancels the powers that all terms of both have in common, and the coefficient of a single product. */
static void cancel(fc_count_model *model, fc_count_model *by)
{
    if (model->is_complement || by->is_complement)
        return;
    for (int v = 0; v < FC_COUNT_VARIABLES; v++) {
        double exponent = INFINITY;
        int logs = 1 << 30;
        if (!find_least(model, v, &exponent, &logs) || !find_least(by, v, &exponent, &logs))
            continue;
        divide_terms(model, v, exponent, logs);
        divide_terms(by, v, exponent, logs);
    }
    const double common = by->term[0].coefficient;
    for (int t = 0; t < model->n_terms && by->n_terms == 1; t++)
        model->term[t].coefficient /= common;
    if (by->n_terms == 1)
        by->term[0].coefficient = 1;
}

void fc_count_model_print_quotient(fc_text *out, const fc_count_model *model, const fc_count_model *by, int n_variables,
                                   const char *const *name)
{
    fc_count_model quotient = *model;
    if (divide(&quotient, by)) {
        fc_count_model_print(out, &quotient, n_variables, name);
        return;
    }
    fc_count_model divisor = *by;
    quotient = *model;
    cancel(&quotient, &divisor);
    fc_text_add(out, "(");
    fc_count_model_print(out, &quotient, n_variables, name);
    fc_text_add(out, ") / (");
    fc_count_model_print(out, &divisor, n_variables, name);
    fc_text_add(out, ")");
}
