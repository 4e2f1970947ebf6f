/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/cost_program/emitter.h"

#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/regions/operations.h"
#include "analyzer/symbolic/symbolic_postfix.h"
#include "runtime/core/forecost.h"
#include "support/quote.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_counter(const fc_sym *variable)
{
    return fc_sym_key(variable)[0] == 'c';
}

static void mark_counted(void *data, const fc_sym *variable)
{
    bool *counted = data;
    *counted |= is_counter(variable);
}

static void note_origin(fc_emitter *e, const fc_term *term)
{
    bool counted = e->counted > 0;
    fc_sym_variables(term->iterations, mark_counted, &counted);
    unsigned char origin = term->region->is_annotated ? FC_ORIGIN_ANNOTATED
                           : counted                  ? FC_ORIGIN_PROFILED
                           : e->executed              ? FC_ORIGIN_EXECUTED
                                                      : FC_ORIGIN_CLOSED;
    unsigned char *known = &e->origin[term->region->id];
    *known = origin > *known ? origin : *known;
}

/* ---- working sets ---- */

/* Working sets are not part of the slice: one may depend on a variable that the slice does not have, and is unknown. */
static bool is_known_set(const fc_emitter *e, const fc_sym *set)
{
    return set && fc_value_is_in_slice(e->analysis->control, e->analysis->program, set);
}

/* ---- common subexpressions of a statement ---- */

static void open_constant(fc_emitter_shared *s)
{
    fc_text_add(s->out, s->is_open ? "const double " : "{ const double ");
    s->is_open = true;
}

static void share_counter(void *data, const fc_sym *variable)
{
    fc_emitter_shared *s = data;
    for (size_t i = 0; i < s->n_counters; i++)
        if (s->counter[i] == variable)
            return;
    if (!is_counter(variable))
        return;
    open_constant(s);
    const char *key = fc_sym_key(variable);
    fc_text_add(s->out, "fc_%s = fc_counted(r, %s); ", key, key + 1);
    s->counter = fc_grow(s->counter, &s->capacity, s->n_counters + 1, sizeof *s->counter);
    s->counter[s->n_counters++] = variable;
}

void fc_emitter_share_counters(fc_emitter_shared *s, const fc_sym *expression)
{
    if (expression)
        fc_sym_variables(expression, share_counter, s);
}

/* The first stream with the same working set as this one. */
static size_t first_with_set(const fc_term *term, size_t stream)
{
    size_t first = 0;
    while (term->working_set[first] != term->working_set[stream])
        first++;
    return first;
}

static bool is_shared_set(const fc_term *term, size_t stream)
{
    bool is_again = false;
    for (size_t i = stream + 1; i < fc_region_model_n_sizes(term->region); i++)
        is_again |= term->working_set[i] == term->working_set[stream];
    return is_again && term->working_set[stream] && fc_sym_n_terms(term->working_set[stream]) > 1;
}

static void open_shared(const fc_emitter *e, fc_emitter_shared *s, const fc_term *term)
{
    fc_emitter_share_counters(s, term->entries);
    fc_emitter_share_counters(s, term->iterations);
    fc_emitter_share_counters(s, term->bytes);
    if (!term->region)
        return;
    for (size_t i = 0; i < fc_region_model_n_sizes(term->region); i++)
        fc_emitter_share_counters(s, term->working_set[i]);
    for (size_t i = 0; i < fc_region_model_n_sizes(term->region); i++) {
        if (first_with_set(term, i) < i || !is_shared_set(term, i) || !is_known_set(e, term->working_set[i]))
            continue;
        open_constant(s);
        fc_text_add(s->out, "fc_set_%zu = ", i);
        fc_sym_print(s->out, term->working_set[i], FC_NOTATION_C);
        fc_text_add(s->out, "; ");
    }
}

void fc_emitter_close_shared(fc_emitter_shared *s)
{
    fc_text_add(s->out, s->is_open ? " }" : "");
    free(s->counter);
}

/* ---- terms ---- */

static void print_working_sets(fc_emitter *e, const fc_term *term)
{
    if (fc_region_model_n_sizes(term->region) == 0) {
        fc_text_add(e->residual.out, "NULL");
        return;
    }
    fc_text_add(e->residual.out, "(double[]){");
    for (size_t i = 0; i < fc_region_model_n_sizes(term->region); i++) {
        fc_text_add(e->residual.out, i ? ", " : "");
        size_t first = first_with_set(term, i);
        if (!is_known_set(e, term->working_set[i]))
            fc_text_add(e->residual.out, "INFINITY");
        else if (is_shared_set(term, first))
            fc_text_add(e->residual.out, "fc_set_%zu", first);
        else
            fc_sym_print(e->residual.out, term->working_set[i], FC_NOTATION_C);
    }
    fc_text_add(e->residual.out, "}");
}

/* Records an object's size, if it is allocated at all. */
static void print_object(fc_emitter *e, const fc_term *term)
{
    fc_text *out = e->residual.out;
    if (!fc_sym_is_constant(term->iterations, NULL)) {
        fc_text_add(out, "if (");
        fc_sym_print(out, term->iterations, FC_NOTATION_C);
        fc_text_add(out, " > 0) ");
    }
    fc_text_add(out, "G->fc_extent[%d] = ", term->object);
    fc_sym_print(out, term->bytes, FC_NOTATION_C);
    fc_text_add(out, ";");
}

/* Of a loop whose entry is charged. */
static bool is_iteration(const fc_emitter *e, const fc_term *term)
{
    return e->entered && e->entered->region == term->region;
}

static void print_compute(fc_emitter *e, const fc_term *term)
{
    fc_text_add(e->residual.out, "fc_compute(r, %d, ", term->region->id);
    if (is_iteration(e, term))
        fc_text_add(e->residual.out, "0.0");
    else
        fc_sym_print(e->residual.out, term->entries, FC_NOTATION_C);
    fc_text_add(e->residual.out, ", ");
    fc_sym_print(e->residual.out, term->iterations, FC_NOTATION_C);
    fc_text_add(e->residual.out, ", ");
    print_working_sets(e, term);
    fc_text_add(e->residual.out, ");");
}

/* ---- terms as texts ---- */

static bool is_counted(const fc_term *term)
{
    bool counted = false;
    fc_sym_variables(term->entries, mark_counted, &counted);
    fc_sym_variables(term->iterations, mark_counted, &counted);
    for (size_t i = 0; i < fc_region_model_n_sizes(term->region) && !counted; i++)
        if (term->working_set[i])
            fc_sym_variables(term->working_set[i], mark_counted, &counted);
    return counted;
}

/* Entries and iterations, then the working sets. False: a value has no postfix notation, or the stack is too deep. */
static bool write_postfix(const fc_emitter *e, fc_postfix *out, const fc_term *term)
{
    bool is_known = fc_postfix_add(out, term->entries);
    if (term->iterations == term->entries)
        fc_postfix_repeat(out, 0);
    else
        is_known = is_known && fc_postfix_add(out, term->iterations);
    fc_postfix_mark(out);
    for (size_t i = 0; i < fc_region_model_n_sizes(term->region) && is_known; i++) {
        size_t first = first_with_set(term, i);
        if (!is_known_set(e, term->working_set[i]))
            fc_postfix_add_infinity(out);
        else if (first < i)
            fc_postfix_repeat(out, (int)first + 2);
        else
            is_known = fc_postfix_add(out, term->working_set[i]);
    }
    return is_known && out->most < FC_POSTFIX_DEPTH;
}

/* In a large program, values over counters outside of executed loops are data to the compiler. False: not printed. */
static bool print_postfix(fc_emitter *e, const fc_term *term)
{
    fc_postfix postfix = {0};
    if (!e->is_large || e->executed || is_iteration(e, term) || !is_counted(term) ||
        !write_postfix(e, &postfix, term)) {
        fc_postfix_free(&postfix);
        return false;
    }
    fc_text *out = e->residual.out;
    fc_text_add(out, "fc_compute_postfix(r, %d, \"%s\", ", term->region->id, postfix.text.bytes);
    for (size_t i = 0; i < postfix.n_variables; i++) {
        fc_text_add(out, i ? ", " : "(double[]){");
        fc_sym_print(out, postfix.variable[i], FC_NOTATION_C);
    }
    fc_text_add(out, postfix.n_variables ? "});" : "NULL);");
    fc_postfix_free(&postfix);
    return true;
}

static void emit_term(fc_emitter *e, const fc_term *term)
{
    fc_emitter_shared s = {.out = e->residual.out};
    fc_residual_indent(&e->residual);
    bool is_compute = term->object < 0 && term->region;
    if (is_compute)
        note_origin(e, term);
    if (!is_compute || !print_postfix(e, term)) {
        open_shared(e, &s, term);
        if (term->object >= 0)
            print_object(e, term);
        else if (!term->region) {
            const bool is_shared = term->cost->is_parallel;
            fc_text_add(e->residual.out, "fc_charge_allocation(r, %d, %s", term->cost->site, is_shared ? "(" : "");
            fc_sym_print(e->residual.out, term->bytes, FC_NOTATION_C);
            fc_text_add(e->residual.out, is_shared ? ") / fc_omp_get_max_threads(r), " : ", ");
            fc_sym_print(e->residual.out, term->iterations, FC_NOTATION_C);
            fc_text_add(e->residual.out, ");");
        } else
            print_compute(e, term);
        fc_emitter_close_shared(&s);
    }
    if (term->region)
        fc_text_add(e->residual.out, " /* line %d */", term->region->span.line);
    fc_text_add(e->residual.out, "\n");
}

void fc_emitter_terms(fc_emitter *e, const fc_terms *terms)
{
    for (size_t i = 0; i < terms->n; i++)
        if (!terms->term[i].region || !fc_operations_is_empty(terms->term[i].region)) {
            fc_hoist *hoist = fc_hoist_begin_term(e, &terms->term[i]);
            emit_term(e, &terms->term[i]);
            fc_hoist_end(e, hoist);
        }
}
