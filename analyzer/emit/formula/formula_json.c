/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the formula as JSON (fc_formula_print_json()). */
#include "analyzer/emit/formula/formula_growth.h"
#include "analyzer/model/json_text.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value ? value : json_null());
}

static json_t *expression_of(const fc_sym *expression)
{
    fc_text text = {0};
    if (!expression)
        return json_null();
    fc_sym_print(&text, expression, FC_NOTATION_TEXT);
    json_t *value = fc_json_text(text.bytes);
    fc_text_free(&text);
    return value;
}

static json_t *number_of(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* ---- terms ---- */

static json_t *sums_of(const fc_formula_term *term)
{
    json_t *sums = json_array();
    for (int i = 0; i < term->n_sums; i++) {
        json_t *sum = json_object();
        set(sum, "variable", expression_of(term->sum[i].variable));
        set(sum, "low", expression_of(term->sum[i].low));
        set(sum, "high", expression_of(term->sum[i].high));
        json_array_append_new(sums, sum);
    }
    return sums;
}

static void describe_region(json_t *object, const fc_formula_term *term)
{
    fc_text operations = {0};
    json_t *sets = json_array();
    fc_formula_operations(&operations, term->region, FC_NOTATION_TEXT);
    for (size_t i = 0; i < term->region->n_streams; i++)
        json_array_append_new(sets, expression_of(term->working_set[i]));
    set(object, "entries", expression_of(term->entries));
    set(object, "iterations", expression_of(term->iterations));
    set(object, "operations", fc_json_text(operations.bytes));
    set(object, "working_sets_bytes", sets);
    fc_text_free(&operations);
}

static const char *kind_of(const fc_formula_term *term)
{
    return term->region        ? "compute"
           : term->operation   ? "communication"
           : term->executed    ? "executed"
           : term->is_overhead ? "overhead"
                               : "allocation";
}

static json_t *term_of(const fc_formula_view *view, size_t i)
{
    const fc_formula_term *term = &view->term[i];
    const fc_program *program = view->formula->analysis->program;
    fc_place place = fc_program_place(program, term->region ? term->region->span : term->node->span);
    json_t *object = json_object();
    set(object, "file", place.file ? fc_json_text(place.file) : NULL);
    set(object, "line", json_integer(place.line));
    set(object, "function", fc_json_text(term->procedure->symbol->name));
    set(object, "item", json_integer((json_int_t)fc_formula_item(view->formula, term)));
    set(object, "kind", fc_json_text(kind_of(term)));
    set(object, "op", term->operation ? fc_json_text(term->operation->name) : NULL);
    if (term->is_overhead)
        set(object, "overhead", fc_json_text(fc_formula_overhead_name(term->overhead)));
    set(object, "count", expression_of(term->count));
    set(object, "sums", sums_of(term));
    if (term->region) {
        describe_region(object, term);
    } else {
        set(object, "bytes", expression_of(term->bytes));
        if (term->operation) {
            set(object, "ranks", expression_of(term->ranks));
            set(object, "runtime_function", fc_json_text(fc_formula_fit_name(term->fit)));
            set(object, "variant", fc_json_text(fc_formula_variant_name(term->variant)));
        }
    }
    if (term->executed)
        set(object, "number", json_integer(view->formula->probe[term->probe].number));
    if (view->seconds)
        set(object, "time_s", number_of(view->seconds[i]));
    return object;
}

/* ---- parameters, counters, growth ---- */

static json_t *parameters_of(const fc_formula_view *view)
{
    json_t *list = json_array();
    for (size_t i = 0; i < view->formula->n_parameters; i++) {
        json_t *parameter = json_object();
        set(parameter, "name", fc_json_text(view->formula->parameter[i]));
        set(parameter, "type", fc_json_text(view->formula->is_real[i] ? "real" : "integer"));
        const fc_quantity *quantity = fc_formula_quantity_at(view->formula, i);
        if (quantity)
            set(parameter, "number", json_integer(quantity->number));
        if (view->options->point)
            set(parameter, "value", number_of(view->options->point->parameter[i]));
        json_array_append_new(list, parameter);
    }
    return list;
}

static json_t *counters_of(const fc_formula_view *view)
{
    json_t *list = json_array();
    for (size_t i = 0; i < view->n_counters; i++) {
        const fc_analysis *analysis = view->formula->analysis;
        const fc_site_model *site = &analysis->counter[view->counter[i].counter];
        fc_place place = fc_program_place(analysis->program, site->node->span);
        json_t *counter = json_object();
        set(counter, "name", fc_json_text(view->counter[i].name));
        set(counter, "counter", json_integer(view->counter[i].counter));
        set(counter, "file", place.file ? fc_json_text(place.file) : NULL);
        set(counter, "line", json_integer(place.line));
        set(counter, "op", fc_json_text(site->operation));
        set(counter, "value", number_of(view->counter[i].value));
        json_array_append_new(list, counter);
    }
    return list;
}

/* ---- quantities ---- */

static json_t *quantity_of(const char *name, const char *how, const fc_place *place, double value)
{
    json_t *object = json_object();
    set(object, "name", fc_json_text(name));
    set(object, "file", place && place->file ? fc_json_text(place->file) : NULL);
    set(object, "line", place ? json_integer(place->line) : NULL);
    set(object, "how", fc_json_text(how));
    set(object, "value", number_of(value));
    return object;
}

static void set_fit(json_t *object, const fc_formula_view *view, const fc_formula_fit *fit)
{
    fc_text text = {0};
    if (!fit)
        return;
    json_t *value = json_object();
    fc_formula_fit_print(&text, view, fit, FC_NOTATION_TEXT);
    set(value, "text", fc_json_text(text.bytes));
    set(value, "runs", json_integer(fit->n_runs));
    set(object, "fit", value);
    fc_text_free(&text);
}

/* The time of a part, a quantity too. */
static json_t *part_of(const fc_formula_view *view, const fc_formula_term *term)
{
    const fc_formula *formula = view->formula;
    fc_place place = fc_program_place(formula->analysis->program, term->node->span);
    const double *probe = view->options->probe;
    double seconds = probe ? fc_formula_executed_seconds(formula, term, view->options) : NAN;
    char *name = term->is_setup ? fc_copy_string("T_setup")
                                : fc_format("T_run(%s:%d)", fc_formula_place(formula, term).file, place.line);
    json_t *object = quantity_of(name, "computed", &place, seconds);
    set(object, "unit", fc_json_text("s"));
    set(object, "why",
        fc_json_text(formula->probe[term->probe].why ? formula->probe[term->probe].why : "program inputs"));
    set_fit(object, view, fc_formula_fit_of_term(view, term));
    free(name);
    return object;
}

static const char *meaning_of(const fc_quantity *quantity)
{
    switch (quantity->cost->kind) {
    case FC_COST_BRANCH:
    case FC_COST_SWITCH:
        return "share of the executions that take this way, at this point";
    case FC_COST_POINTER:
        return "share of the calls that call this procedure, at this point";
    default:
        return "mean number of iterations of an execution of the loop, at this point";
    }
}

static json_t *quantities_of(const fc_formula_view *view)
{
    const fc_formula *formula = view->formula;
    const fc_formula_point *point = view->options->point;
    json_t *list = json_array();
    for (size_t i = 0; i < formula->n_parameters; i++) {
        const fc_quantity *quantity = fc_formula_quantity_at(formula, i);
        fc_place place = quantity ? fc_program_place(formula->analysis->program, quantity->place->span) : (fc_place){0};
        json_t *object = quantity_of(formula->parameter[i], quantity ? "computed" : "parameter",
                                     quantity ? &place : NULL, point ? point->parameter[i] : NAN);
        if (quantity && fc_quantity_is_count(quantity))
            set(object, "meaning", fc_json_text(meaning_of(quantity)));
        set_fit(object, view, fc_formula_fit_of_parameter(view, i));
        json_array_append_new(list, object);
    }
    for (size_t i = 0; i < view->n_counters; i++) {
        const fc_site_model *site = &formula->analysis->counter[view->counter[i].counter];
        fc_place place = fc_program_place(formula->analysis->program, site->node->span);
        json_t *object = quantity_of(view->counter[i].name, "measured", &place, view->counter[i].value);
        set_fit(object, view, fc_formula_fit_of_counter(view, view->counter[i].counter));
        json_array_append_new(list, object);
    }
    for (size_t i = 0; i < view->n_terms; i++)
        if (view->term[i].executed)
            json_array_append_new(list, part_of(view, &view->term[i]));
    return list;
}

static json_t *targets_of(const fc_formula *formula)
{
    json_t *list = json_array();
    for (size_t i = 0; i < formula->n_targets; i++) {
        const fc_formula_target *target = &formula->target[i];
        fc_place place = fc_program_place(formula->analysis->program, target->cost->node->span);
        if (!target->callee)
            continue;
        json_t *object = json_object();
        set(object, "file", place.file ? fc_json_text(place.file) : NULL);
        set(object, "line", json_integer(place.line));
        set(object, "calls", fc_json_text(target->callee->symbol->name));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *left_out_of(const fc_formula *formula)
{
    json_t *list = json_array();
    for (size_t i = 0; i < formula->n_left_out; i++) {
        const fc_formula_left_out *at = &formula->left_out[i];
        fc_place place = fc_program_place(formula->analysis->program, at->call->span);
        json_t *object = json_object();
        set(object, "file", place.file ? fc_json_text(place.file) : NULL);
        set(object, "line", json_integer(place.line));
        set(object, "op", fc_json_text(at->operation));
        set(object, "why", fc_json_text(at->why));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *growth_of(const fc_formula_growth *of, const char *name)
{
    json_t *object = json_object(), *places = json_array();
    fc_text text = {0};
    fc_growth growth = of->growth;
    growth.is_bound = false;
    fc_formula_growth_text(&text, growth, name);
    set(object, "theta", of->is_known && !of->growth.is_bound ? fc_json_text(text.bytes) : json_null());
    set(object, "at_most", of->is_known ? fc_json_text(text.bytes) : json_null());
    for (size_t i = 0; i < of->n_terms; i++)
        json_array_append_new(places, json_integer((json_int_t)of->term[i]));
    set(object, "terms", places);
    fc_text_free(&text);
    return object;
}

static json_t *growths_of(const fc_formula_view *view)
{
    json_t *list = json_array();
    for (size_t i = 0; i <= view->formula->n_parameters; i++) {
        const char *name = i == 0 ? "p" : view->parameter[i - 1];
        fc_formula_growth computation, communication;
        if (!fc_formula_growth_depends(view, i))
            continue;
        fc_formula_growth_find(&computation, &communication, view, i);
        json_t *object = json_object();
        set(object, "parameter", fc_json_text(name));
        set(object, "computation", growth_of(&computation, name));
        set(object, "communication", growth_of(&communication, name));
        json_array_append_new(list, object);
    }
    return list;
}

/* ---- typeset ---- */

/* The indices of the terms printed on this line, and its cost. */
static json_t *line_of(const fc_formula_view *view, size_t term, const char *cost)
{
    json_t *line = json_object(), *terms = json_array();
    for (size_t i = 0; i < view->n_terms; i++)
        if (view->printed_with[i] == term)
            json_array_append_new(terms, json_integer((json_int_t)i));
    set(line, "terms", terms);
    set(line, "cost", fc_json_text(cost));
    return line;
}

/* The sheet of a view of notation LATEX. */
static json_t *sheet_of(fc_formula_view *view)
{
    fc_formula_sheet sheet;
    json_t *document = json_object(), *groups = json_array(), *where = json_array();
    fc_formula_sheet_open(&sheet, view, FC_NOTATION_LATEX);
    for (size_t g = 0; g < sheet.n_groups; g++) {
        json_t *group = json_object(), *lines = json_array();
        set(group, "weight", fc_json_text(sheet.lines.text[sheet.next++]));
        for (size_t i = 0; i < sheet.group[g].n; i++)
            json_array_append_new(lines, line_of(view, sheet.group[g].term[i], sheet.lines.text[sheet.next++]));
        set(group, "lines", lines);
        json_array_append_new(groups, group);
    }
    while (sheet.next < sheet.lines.n)
        json_array_append_new(where, fc_json_text(sheet.lines.text[sheet.next++]));
    set(document, "groups", groups);
    set(document, "where", where);
    fc_formula_sheet_close(&sheet);
    return document;
}

static json_t *document_of(const fc_formula_view *view)
{
    const fc_formula_options *options = view->options;
    json_t *document = json_object(), *terms = json_array();
    set(document, "forecost", fc_json_text(FORECOST_VERSION));
    set(document, "program", fc_json_text(view->formula->analysis->program->name));
    set(document, "machine", options->machine && options->point ? fc_json_text(options->machine->name) : NULL);
    set(document, "compute_model", fc_json_text(options->compute_model));
    set(document, "uses_rank", json_boolean(view->formula->uses_rank));
    set(document, "ranks", options->point ? json_integer(options->point->ranks) : NULL);
    set(document, "parameters", parameters_of(view));
    set(document, "counters", counters_of(view));
    set(document, "quantities", quantities_of(view));
    set(document, "targets", targets_of(view->formula));
    set(document, "left_out", left_out_of(view->formula));
    set(document, "time_s", view->seconds ? number_of(view->total) : NULL);
    set(document, "is_fitted", json_boolean(options->is_fitted));
    set(document, "growth", growths_of(view));
    for (size_t i = 0; i < view->n_terms; i++)
        json_array_append_new(terms, term_of(view, i));
    set(document, "terms", terms);
    return document;
}

fc_status fc_formula_print_json(fc_text *out, const fc_formula *formula, const fc_formula_options *options,
                                fc_report *report)
{
    fc_formula_view *view = NULL, *typeset = NULL;
    fc_formula_options whole = *options;
    whole.all = true; /* every case of the program's options */
    fc_status status = fc_formula_view_create(&view, formula, FC_NOTATION_TEXT, &whole, report);
    if (!status)
        status = fc_formula_view_create(&typeset, formula, FC_NOTATION_LATEX, options, report);
    if (!status) {
        json_t *document = document_of(view);
        set(document, "latex", sheet_of(typeset));
        char *text = json_dumps(document, JSON_INDENT(2));
        fc_text_add(out, "%s\n", text);
        free(text);
        json_decref(document);
    }
    fc_formula_view_free(view);
    fc_formula_view_free(typeset);
    return status;
}
