/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits of a formula's counters, quantities and parts (runtime/scaling/count_model.h): their values, their text in each
 * notation, and their form as products of powers. */
#include "analyzer/emit/formula/formula_view.h"

#include "runtime/host/machine_source.h"
#include "support/quote.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void fc_formula_fits_free(fc_formula_fits *fits)
{
    if (!fits)
        return;
    for (int v = 0; v < fits->n_variables; v++)
        free(fits->variable[v].name);
    free(fits->counter);
    free(fits->number);
    free(fits);
}

double fc_formula_fits_value(const fc_formula_fits *fits, const fc_formula_fit *fit, double p, const double *parameter)
{
    double x[FC_COUNT_VARIABLES];
    for (int v = 0; v < fits->n_variables; v++) {
        const fc_formula_fit_variable *of = &fits->variable[v];
        x[v] = of->parameter == FC_FIT_BY_RANKS      ? p
               : of->parameter == FC_FIT_BY_ARGUMENT ? of->value
                                                     : parameter[of->parameter];
        if (!(x[v] > 0) &&
            (fc_count_model_has(&fit->model, v) || (fit->is_quotient && fc_count_model_has(&fit->divisor, v))))
            return NAN;
        x[v] = x[v] > 0 ? x[v] : 1;
    }
    double value = fc_count_model_valid_value(&fit->model, x, fits->n_variables);
    if (fit->is_quotient)
        value /= fc_count_model_valid_value(&fit->divisor, x, fits->n_variables);
    return fit->is_share ? fmin(value, 1) : value;
}

const fc_formula_fit *fc_formula_fit_of_counter(const fc_formula_view *view, int counter)
{
    const fc_formula_fits *fits = view->options->fits;
    return fits && fits->counter[counter].n_runs > 0 ? &fits->counter[counter] : NULL;
}

const fc_formula_fit *fc_formula_fit_of_number(const fc_formula_view *view, int number)
{
    const fc_formula_fits *fits = view->options->fits;
    return fits && fits->number && fits->number[number].n_runs > 0 ? &fits->number[number] : NULL;
}

const fc_formula_fit *fc_formula_fit_of_parameter(const fc_formula_view *view, size_t parameter)
{
    const fc_quantity *quantity = fc_formula_quantity_at(view->formula, parameter);
    return quantity ? fc_formula_fit_of_number(view, quantity->number) : NULL;
}

const fc_formula_fit *fc_formula_fit_of_term(const fc_formula_view *view, const fc_formula_term *term)
{
    return term->executed ? fc_formula_fit_of_number(view, view->formula->probe[term->probe].number) : NULL;
}

bool fc_formula_is_replaced(const fc_formula_view *view, size_t parameter)
{
    return view->options->is_fitted && fc_formula_fit_of_parameter(view, parameter);
}

bool fc_formula_is_counter_replaced(const fc_formula_view *view, size_t counter)
{
    return view->options->is_fitted && fc_formula_fit_of_counter(view, view->counter[counter].counter);
}

const fc_sym *fc_formula_part_variable(const fc_formula_view *view, const fc_formula_term *term)
{
    if (!view->options->is_fitted || !fc_formula_fit_of_term(view, term))
        return NULL;
    fc_place place = fc_formula_place(view->formula, term);
    char *key = fc_format("seconds %d", view->formula->probe[term->probe].number);
    char *name = term->is_setup ? fc_copy_string("T_setup") : fc_format("T_run(%s:%d)", place.file, place.line);
    const fc_sym *variable =
        fc_sym_variable(view->formula->analysis->algebra, key, name, NULL, FC_FACT_REAL | FC_FACT_NONNEGATIVE);
    free(name);
    free(key);
    return variable;
}

/* ---- text ---- */

typedef struct writer {
    fc_text *out;
    fc_notation notation;
    const char *name[FC_COUNT_VARIABLES];
    char *own[FC_COUNT_VARIABLES]; /* names that the writer made */
    int n_variables;
} writer;

static bool is_latex(const writer *w)
{
    return w->notation == FC_NOTATION_LATEX;
}

static void put_number(const writer *w, double value)
{
    if (is_latex(w))
        fc_text_add(w->out, "%.4g", value);
    else
        fc_machine_source_number(w->out, value);
}

static FC_GIVE char *latex_name(const char *name)
{
    fc_text text = {0};
    fc_text_add(&text, name[1] ? "\\mathit{" : "{");
    fc_quote_latex(&text, name);
    fc_text_add(&text, "}");
    return fc_text_take(&text);
}

/* "x^2 log2(x)"; 1 without a power. */
static void put_power(const writer *w, const fc_count_factor *of, int v)
{
    const char *name = w->name[v], *module = w->notation == FC_NOTATION_JAVASCRIPT ? "Math." : "";
    if (!fc_count_factor_counts(of))
        fc_text_add(w->out, "1");
    else if (of->exponent == 1)
        fc_text_add(w->out, "%s", name);
    else if (of->exponent != 0) {
        fc_text_add(w->out, is_latex(w) ? "%s%s^{" : "%spow(%s, ", is_latex(w) ? "" : module, name);
        put_number(w, of->exponent);
        fc_text_add(w->out, is_latex(w) ? "}" : ")");
    }
    if (of->logs)
        fc_text_add(w->out, is_latex(w) ? "%s%s\\log_2 %s" : "%s%slog2(%s)",
                    of->exponent == 0 ? ""
                    : is_latex(w)     ? " \\, "
                                      : " * ",
                    is_latex(w) ? "" : module, name);
}

static void put_times(const writer *w)
{
    fc_text_add(w->out, is_latex(w) ? " \\, " : " * ");
}

/* "(offset + slope * power)" */
static void put_bracket(const writer *w, const fc_count_factor *of, int v)
{
    fc_text_add(w->out, "(");
    put_number(w, of->offset);
    fc_text_add(w->out, of->slope < 0 ? " - " : " + ");
    put_number(w, fabs(of->slope));
    put_times(w);
    put_power(w, of, v);
    fc_text_add(w->out, ")");
}

static void put_product(const writer *w, const fc_count_term *term)
{
    put_number(w, fabs(term->coefficient));
    for (int v = 0; v < w->n_variables; v++) {
        if (!term->factor[v].has_offset && !fc_count_factor_counts(&term->factor[v]))
            continue;
        put_times(w);
        if (term->factor[v].has_offset)
            put_bracket(w, &term->factor[v], v);
        else
            put_power(w, &term->factor[v], v);
    }
}

/* A model that is a sum over the variables: the factors in front, then the sum. */
static void put_sum(const writer *w, const fc_count_model *model)
{
    const fc_count_factor *factor = model->term[0].factor;
    bool any = false;
    put_number(w, fabs(model->term[0].coefficient));
    for (int v = 0; v < w->n_variables; v++) {
        bool in_front = factor[v].has_offset ? model->has_volume : fc_count_factor_counts(&factor[v]);
        if (!in_front)
            continue;
        put_times(w);
        if (factor[v].has_offset)
            fc_text_add(w->out, "%s", w->name[v]);
        else
            put_power(w, &factor[v], v);
    }
    put_times(w);
    fc_text_add(w->out, "(");
    for (int v = 0; v < w->n_variables; v++) {
        if (!factor[v].has_offset)
            continue;
        fc_text_add(w->out, any ? " + " : "");
        put_bracket(w, &factor[v], v);
        any = true;
    }
    fc_text_add(w->out, ")");
}

static void put_model(const writer *w, const fc_count_model *model)
{
    fc_text_add(w->out, model->is_complement ? "1" : "");
    for (int t = model->n_terms; t-- > 0;) {
        bool is_negative = (model->term[t].coefficient < 0) != model->is_complement;
        bool is_first = !model->is_complement && t == model->n_terms - 1;
        fc_text_add(w->out, is_first ? is_negative ? "-" : "" : is_negative ? " - " : " + ");
        if (model->is_sum)
            put_sum(w, model);
        else
            put_product(w, &model->term[t]);
    }
}

/* The same bounds as fc_formula_fits_value(): at least 0, a share at most 1. */
static void put_program(const writer *w, const fc_formula_fit *fit)
{
    bool is_c = w->notation == FC_NOTATION_C;
    const char *most = is_c ? "fmax(0, " : "Math.max(0, ";
    fc_text_add(w->out, fit->is_share ? is_c ? "fmin(1, " : "Math.min(1, " : "");
    fc_text_add(w->out, "%s", most);
    put_model(w, &fit->model);
    fc_text_add(w->out, ")");
    if (fit->is_quotient) {
        fc_text_add(w->out, " / %s", most);
        put_model(w, &fit->divisor);
        fc_text_add(w->out, ")");
    }
    fc_text_add(w->out, fit->is_share ? ")" : "");
}

static void put_latex(const writer *w, const fc_formula_fit *fit)
{
    fc_text_add(w->out, fit->is_quotient ? "\\frac{" : "");
    put_model(w, &fit->model);
    if (!fit->is_quotient)
        return;
    fc_text_add(w->out, "}{");
    put_model(w, &fit->divisor);
    fc_text_add(w->out, "}");
}

void fc_formula_fit_print(fc_text *out, const fc_formula_view *view, const fc_formula_fit *fit, fc_notation notation)
{
    writer w = {.out = out, .notation = notation};
    /* In a program, an argument is its value. */
    const fc_formula_fits *fits = view->options->fits;
    w.n_variables = fits->n_variables;
    for (int v = 0; v < fits->n_variables; v++) {
        const fc_formula_fit_variable *of = &fits->variable[v];
        bool is_number = of->parameter == FC_FIT_BY_ARGUMENT && fc_formula_is_program(w.notation);
        fc_text number = {0};
        if (is_number)
            fc_machine_source_number(&number, of->value);
        w.name[v] = of->parameter >= 0 ? view->parameter[of->parameter] : of->name;
        w.own[v] = is_number ? fc_text_take(&number) : is_latex(&w) ? latex_name(w.name[v]) : NULL;
        w.name[v] = w.own[v] ? w.own[v] : w.name[v];
    }
    if (fc_formula_is_program(notation))
        put_program(&w, fit);
    else if (notation == FC_NOTATION_LATEX)
        put_latex(&w, fit);
    else if (fit->is_quotient)
        fc_count_model_print_quotient(out, &fit->model, &fit->divisor, w.n_variables, w.name);
    else
        fc_count_model_print(out, &fit->model, w.n_variables, w.name);
    for (int v = 0; v < w.n_variables; v++)
        free(w.own[v]);
}

void fc_formula_fit_note(fc_text *out, const fc_formula_view *view, const fc_formula_fit *fit)
{
    if (!fit)
        return;
    fc_text_add(out, "; fits ");
    fc_formula_fit_print(out, view, fit, FC_NOTATION_TEXT);
    fc_text_add(out, " (%d runs)", fit->n_runs);
}

/* ---- products of powers ---- */

typedef struct expansion {
    const fc_formula_view *view;
    const fc_powers_domain *domain;
} expansion;

/* The place of a variable of the fits in the domain; -1: it has none. */
static int place_of(const expansion *e, int v)
{
    const fc_formula_fit_variable *of = &e->view->options->fits->variable[v];
    const char *name = of->parameter >= 0 ? e->view->parameter[of->parameter] : "p";
    for (size_t i = 0; of->parameter != FC_FIT_BY_ARGUMENT && i < e->domain->n_variables; i++)
        if (strcmp(fc_sym_label(e->domain->variable[i]), name) == 0)
            return (int)i;
    return -1;
}

/* product *= power of variable v. */
static bool multiply_power(const expansion *e, fc_powers *product, const fc_count_factor *of, int v)
{
    const fc_formula_fit_variable *variable = &e->view->options->fits->variable[v];
    int place = fc_count_factor_counts(of) ? place_of(e, v) : -1;
    if (place >= 0) {
        product->power[place] += of->exponent;
        product->logs[place] += of->logs;
    } else if (fc_count_factor_counts(of) && variable->parameter == FC_FIT_BY_ARGUMENT) {
        product->coefficient *= pow(variable->value, of->exponent) * (of->logs ? log2(variable->value) : 1);
    }
    return place >= 0 || !fc_count_factor_counts(of) || variable->parameter == FC_FIT_BY_ARGUMENT;
}

/* Adds the products that the factors from variable v on make of `product`. */
static bool expand_product(const expansion *e, fc_powers_sum *out, const fc_count_term *term, int v, fc_powers product)
{
    if (v == e->view->options->fits->n_variables) {
        fc_powers_add(out, &product);
        return true;
    }
    const fc_count_factor *of = &term->factor[v];
    fc_powers scaled = product;
    if (of->has_offset) {
        product.coefficient *= of->offset;
        if (of->offset != 0 && !expand_product(e, out, term, v + 1, product))
            return false;
        scaled.coefficient *= of->slope;
    }
    return multiply_power(e, &scaled, of, v) && expand_product(e, out, term, v + 1, scaled);
}

/* The summand of variable `of` in a model that is a sum. */
static bool expand_summand(const expansion *e, fc_powers_sum *out, const fc_count_model *model, int of)
{
    fc_count_term term = model->term[0];
    const fc_count_factor once = {.exponent = 1};
    fc_powers product = {.coefficient = term.coefficient};
    bool known = true;
    for (int v = 0; v < e->view->options->fits->n_variables && known; v++) {
        if (term.factor[v].has_offset && model->has_volume)
            known = multiply_power(e, &product, &once, v);
        if (term.factor[v].has_offset && v != of)
            term.factor[v] = (fc_count_factor){0};
    }
    return known && expand_product(e, out, &term, 0, product);
}

static bool expand_model(const expansion *e, fc_powers_sum *out, const fc_count_model *model)
{
    bool known = true;
    for (int v = 0; model->is_sum && v < e->view->options->fits->n_variables && known; v++)
        if (model->term[0].factor[v].has_offset)
            known = expand_summand(e, out, model, v);
    for (int t = 0; !model->is_sum && t < model->n_terms && known; t++)
        known = expand_product(e, out, &model->term[t], 0, (fc_powers){.coefficient = model->term[t].coefficient});
    for (size_t i = 0; model->is_complement && i < out->n; i++)
        out->item[i].coefficient = -out->item[i].coefficient;
    if (model->is_complement)
        fc_powers_add(out, &(fc_powers){.coefficient = 1});
    return known;
}

/* Divides by a single product. */
static bool divide(fc_powers_sum *out, const fc_powers_sum *by)
{
    for (size_t i = 0; by->n == 1 && i < out->n; i++) {
        out->item[i].coefficient /= by->item[0].coefficient;
        for (int v = 0; v < FC_POWERS_VARIABLES; v++) {
            out->item[i].power[v] -= by->item[0].power[v];
            out->item[i].logs[v] -= by->item[0].logs[v];
        }
    }
    return by->n == 1;
}

bool fc_formula_fit_powers(fc_powers_sum *out, const fc_formula_view *view, const fc_formula_fit *fit,
                           const fc_powers_domain *domain)
{
    const expansion e = {view, domain};
    fc_powers_sum divisor = {0};
    bool known = expand_model(&e, out, &fit->model);
    if (known && fit->is_quotient)
        known = expand_model(&e, &divisor, &fit->divisor) && divide(out, &divisor);
    fc_powers_free(&divisor);
    if (!known)
        fc_powers_free(out);
    return known;
}
