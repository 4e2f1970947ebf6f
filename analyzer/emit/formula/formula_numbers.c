/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/formula_numbers.h"

#include "analyzer/emit/formula/formula_growth.h"
#include "comm_interface/runtime_function.h"
#include "terms.h"

#include <math.h>
#include <stdlib.h>

typedef struct finder {
    const fc_formula_view *view;
    fc_algebra *algebra;
    const fc_formula_term *term;
    size_t number;  /* of the term */
    double seconds; /* of the term; NAN: not known */
    bool is_growth; /* products that are 0 at the point, where one is alone or has no elements, are added too */
    fc_formula_products *out;
} finder;

/* ---- products ---- */

static void add_product(finder *f, double coefficient, const fc_sym *factor, double seconds)
{
    fc_formula_products *out = f->out;
    for (size_t i = 0; i < out->n; i++)
        if (out->item[i].factor == factor) {
            out->item[i].coefficient += coefficient;
            out->item[i].seconds += seconds;
            return;
        }
    out->item = fc_grow(out->item, &out->capacity, out->n + 1, sizeof *out->item);
    out->item[out->n++] = (fc_formula_product){coefficient, factor, seconds, f->number};
}

/* The part times the term's weight, added up over its sums. */
static const fc_sym *weighted(const finder *f, const fc_sym *part)
{
    const fc_formula_term *term = f->term;
    const fc_sym *sum = fc_sym_multiply(f->algebra, term->count, part);
    for (int i = term->n_sums - 1; i >= 0; i--)
        sum = fc_sym_sum_or_loop(f->algebra, term->sum[i].variable, term->sum[i].low, term->sum[i].high, sum);
    return sum;
}

/* Adds seconds that are proportional to the part; a numeric factor of it goes into the coefficient. */
static void add_part(finder *f, const fc_sym *part, double seconds)
{
    const fc_sym *factor = weighted(f, part);
    double value;
    if ((seconds == 0 && !f->is_growth) || (fc_sym_is_constant(factor, &value) && value == 0))
        return;
    factor = fc_sym_primitive(f->algebra, factor);
    value = fc_formula_view_value(f->view, factor);
    if (seconds == 0 && value != 0)
        return;
    bool known = !isnan(seconds) && value > 0;
    add_product(f, known ? seconds / value : NAN, factor, known ? seconds : 0);
}

/* ---- terms ---- */

/* Seconds of term k of the runtime function, split into the parts of its shape. */
typedef struct split {
    double seconds[2];
    fc_formula_shape shape;
} split;

static split split_term(const finder *f, int k, double p, double bytes)
{
    const fc_coefficients *machine = f->view->options->machine;
    const fc_runtime_query transfer = {FC_FIT_SINGLE, f->term->variant, 2, bytes};
    const fc_runtime_function *single = fc_runtime_function_fit(machine, &transfer);
    split s = {.shape = fc_formula_shape_of(f->algebra, f->term, k)};
    double whole = fc_terms_value(k, single, p, bytes), latency = fc_terms_value(k, single, p, 0);
    s.seconds[0] = s.shape.part[1] ? latency : whole;
    s.seconds[1] = s.shape.part[1] ? whole - latency : 0;
    return s;
}

/* The terms of the fit, scaled to the term's seconds, since a fit is bounded from below by its earlier segments. */
static void add_fit(finder *f, const fc_runtime_function *function, double p, double bytes)
{
    const fc_segment *segment = &function->segment[fc_terms_segment(function, p, bytes)];
    double all = 0;
    for (int round = 0; round < 2; round++)
        for (int k = 0; k < FC_N_TERMS; k++) {
            split s = segment->c[k] != 0 ? split_term(f, k, p, bytes) : (split){0};
            for (int i = 0; i < 2 && s.shape.part[i]; i++) {
                double seconds = segment->c[k] * s.seconds[i];
                if (round == 0)
                    all += seconds;
                else if (all > 0)
                    add_part(f, s.shape.part[i], f->seconds * seconds / all);
            }
        }
    if (!(all > 0))
        add_part(f, fc_sym_integer(f->algebra, 1), f->seconds);
}

/* Where no seconds are known: the terms of a segment, of the largest messages without a point. */
static void add_terms_of(finder *f, const fc_segment *segment)
{
    for (int k = 0; k < FC_N_TERMS; k++) {
        fc_formula_shape shape = fc_formula_shape_of(f->algebra, f->term, k);
        for (int i = 0; i < 2 && shape.part[i] && segment->c[k] > 0; i++)
            add_part(f, shape.part[i], NAN);
    }
}

/* The mean of a size over the term's calls, at the point. */
static double mean_of(const finder *f, const fc_sym *size)
{
    return fc_formula_view_value(f->view, weighted(f, size)) /
           fc_formula_view_value(f->view, weighted(f, fc_sym_integer(f->algebra, 1)));
}

static void add_message(finder *f)
{
    const fc_coefficients *machine = f->view->options->machine;
    const fc_formula_term *term = f->term;
    double p = term->ranks ? mean_of(f, term->ranks) : 2, bytes = term->bytes ? mean_of(f, term->bytes) : 0;
    if (f->is_growth && p < 2)
        p = 2;
    const fc_runtime_query query = {term->fit, term->variant, isnan(p) ? 2 : p, isnan(bytes) ? 0 : bytes};
    const fc_runtime_function *function = !machine   ? NULL
                                          : isnan(p) ? fc_runtime_function_general(machine, term->fit, term->variant)
                                                     : fc_runtime_function_fit(machine, &query);
    if (!function || function->n_segments == 0) {
        /* Without a fit: the latency and the bytes of the usual algorithm's steps. */
        bool is_collective = fc_formula_is_collective(f->term->fit);
        fc_formula_shape shape = fc_formula_shape_of(f->algebra, f->term, is_collective ? FC_TERM_TREE : FC_TERM_ONE);
        double value = fc_formula_view_value(f->view, weighted(f, shape.part[0]));
        add_part(f, value > 0 || isnan(f->seconds) ? shape.part[0] : fc_sym_integer(f->algebra, 1), f->seconds);
        if (isnan(f->seconds) && f->term->bytes)
            add_part(f, is_collective ? shape.part[1] : f->term->bytes, f->seconds);
    } else if (isnan(f->seconds) || isnan(p) || isnan(bytes))
        add_terms_of(f, &function->segment[function->n_segments - 1]);
    else if (f->is_growth && f->seconds == 0)
        add_terms_of(f, &function->segment[fc_terms_segment(function, p, bytes)]);
    else
        add_fit(f, function, p, bytes);
}

static void add_term_number(finder *f, size_t i)
{
    const fc_formula_term *on_any_rank = f->is_growth ? f->view->on_any_rank : NULL;
    f->number = i;
    f->term = on_any_rank && !on_any_rank[i].executed ? &on_any_rank[i] : &f->view->term[i];
    f->seconds = f->view->seconds ? f->view->seconds[i] : NAN;
    if (f->term->region) {
        double iterations = fc_formula_view_value(f->view, weighted(f, f->term->iterations));
        bool counts = iterations > 0 || isnan(iterations);
        add_part(f, counts ? f->term->iterations : f->term->entries, f->seconds);
        if (!counts && f->is_growth)
            add_part(f, f->term->iterations, 0);
    } else if (f->term->operation)
        add_message(f);
    else if (f->term->executed) {
        /* The seconds of a part, or the variable that the fits give. */
        const fc_sym *fitted = fc_formula_part_variable(f->view, f->term);
        add_part(f, fitted ? fitted : fc_sym_integer(f->algebra, 1), f->seconds);
    } else if (f->term->is_overhead)
        add_part(f, f->term->iterations ? f->term->iterations : fc_sym_integer(f->algebra, 1), f->seconds);
    else {
        const fc_memory *memory = f->view->options->machine ? &f->view->options->machine->memory : NULL;
        const fc_sym *times = f->term->iterations ? f->term->iterations : fc_sym_integer(f->algebra, 1);
        double calls = memory ? memory->allocate_s * fc_formula_view_value(f->view, weighted(f, times)) : NAN;
        add_part(f, times, calls);
        add_part(f, f->term->bytes, f->seconds - calls);
    }
}

void fc_formula_products_of_term(fc_formula_products *out, const fc_formula_view *view, size_t term)
{
    finder f = {.view = view, .algebra = view->formula->analysis->algebra, .out = out};
    *out = (fc_formula_products){0};
    add_term_number(&f, term);
}

static void add_terms(finder *f)
{
    const fc_formula_view *view = f->view;
    bool is_merged = !f->is_growth || !view->on_any_rank;
    *f->out = (fc_formula_products){0};
    for (size_t i = 0; i < view->n_terms; i++)
        if ((view->printed_with[i] == i || !is_merged) && (!is_merged || !fc_formula_is_never(&view->term[i])))
            add_term_number(f, i);
    /* The largest first, stable. */
    for (size_t i = 1; i < f->out->n; i++)
        for (size_t k = i; k > 0 && f->out->item[k].seconds > f->out->item[k - 1].seconds; k--) {
            fc_formula_product larger = f->out->item[k];
            f->out->item[k] = f->out->item[k - 1];
            f->out->item[k - 1] = larger;
        }
}

void fc_formula_products_find_growing(fc_formula_products *out, const fc_formula_view *view)
{
    finder f = {.view = view, .algebra = view->formula->analysis->algebra, .is_growth = true, .out = out};
    add_terms(&f);
}

void fc_formula_products_find(fc_formula_products *out, const fc_formula_view *view)
{
    finder f = {.view = view, .algebra = view->formula->analysis->algebra, .out = out};
    add_terms(&f);
}

size_t fc_formula_products_trim(double *seconds, fc_formula_products *of, double total)
{
    size_t before = of->n;
    *seconds = 0;
    while (of->n > 0 && *seconds + of->item[of->n - 1].seconds < FC_FORMULA_LEAST_SHARE * total)
        *seconds += of->item[--of->n].seconds;
    return before - of->n;
}

void fc_formula_products_free(fc_formula_products *products)
{
    free(products->item);
}

/* ---- text ---- */

void fc_formula_put_seconds(fc_text *out, double seconds)
{
    static const char *const unit[] = {"s", "ms", "us", "ns", "ps"};
    int i = 0;
    while (i < 4 && fabs(seconds) < 0.9995)
        seconds *= 1000, i++;
    fc_text_add(out, "%.3g %s", seconds, unit[i]);
}

void fc_formula_products_add_line(fc_formula_lines *lines, fc_formula_view *view, const fc_formula_product *item)
{
    const fc_sym *factor = item->factor;
    fc_text text = {0};
    if (fc_formula_is_long(factor)) {
        factor = fc_formula_name_executions(view, item->term, factor);
        fc_formula_show_name(view, factor);
    }
    fc_formula_put_seconds(&text, item->coefficient);
    if (!fc_sym_is_constant(factor, NULL)) {
        fc_text_add(&text, " * ");
        fc_formula_factor(&text, factor, FC_NOTATION_TEXT);
    }
    fc_formula_lines_add(lines, &text);
}
