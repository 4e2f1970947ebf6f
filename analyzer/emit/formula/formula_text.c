/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the formula as text, about 100 columns wide: terms, places, shares of the time. */
#include "analyzer/cost_tree/cost_counts.h"
#include "analyzer/emit/formula/formula_growth.h"
#include "analyzer/emit/formula/formula_leading.h"
#include "support/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TERM_WIDTH = 68,
    PLACE_WIDTH = 22,
    NOTE_WIDTH = 96,
    MOST_LINES = 24, /* of a formula without --all: one screen */
    LEAST_TERMS = 6  /* that are printed beside notes of any length */
};

typedef struct row {
    const char *lead; /* "  + ", "    ", ... */
    const char *text;
    const char *place; /* "": none */
    double share;      /* NAN: not known */
} row;

/* The offset of the line break within `width` characters: at a sign in the second half, else after the last blank; if
 * there is none, after the first blank beyond, or the end. */
static size_t break_at(const char *text, size_t width)
{
    size_t length = strlen(text), at = 0, sign = 0;
    if (length <= width)
        return length;
    for (size_t i = 0; i < length && (i <= width || at == 0); i++)
        if (text[i] == ' ') {
            at = i + 1;
            if (strchr("+-*", text[at]) || (i > 0 && text[i - 1] == '*'))
                sign = at;
        }
    return sign > width / 2 ? sign : at ? at : length;
}

/* Prints the text broken into lines; place and share are on the last line. */
static void put_row(fc_text *out, const row *row)
{
    const char *text = row->text;
    size_t indent = strlen(row->lead);
    for (bool first = true;; first = false) {
        size_t hang = first ? indent : indent + 4, length = break_at(text, TERM_WIDTH - hang);
        bool last = text[length] == '\0';
        fc_text_add(out, "%*s", (int)hang, first ? row->lead : "");
        fc_text_append(out, text, length - !last);
        if (last) {
            if (row->place[0] || !isnan(row->share))
                fc_text_add(out, "%*s  %-*s", (hang + length) < TERM_WIDTH ? (int)(TERM_WIDTH - (hang + length)) : 0,
                            "", isnan(row->share) ? 0 : PLACE_WIDTH, row->place);
            if (!isnan(row->share))
                fc_text_add(out, " %5.1f %%", 100 * row->share);
            fc_text_add(out, "\n");
            return;
        }
        fc_text_add(out, "\n");
        text += length;
    }
}

/* "a.c:5", "a.c:5, 7" for terms merged into this one, as many as fit, "a.c:5 ..." if there are more. */
static char *places_of(const fc_formula_view *view, size_t first)
{
    fc_text where = {0};
    fc_place place = fc_formula_place(view->formula, &view->term[first]);
    int last = place.line;
    bool more = false;
    fc_text_add(&where, "%s:%d", place.file, place.line);
    for (size_t i = 0; i < view->n_terms; i++) {
        fc_place other = fc_formula_place(view->formula, &view->term[i]);
        if (view->printed_with[i] != first || i == first || other.line == last)
            continue;
        bool fits = !more && strcmp(other.file, place.file) == 0 && where.length + 6 < PLACE_WIDTH;
        more = more || !fits;
        if (fits)
            fc_text_add(&where, ", %d", other.line);
        last = other.line;
    }
    fc_text_add(&where, more ? " ..." : "");
    return fc_text_take(&where);
}

/* Prints a term's line; around: the lead, the text before the cost, the text after it. */
static void put_term(fc_text *out, fc_formula_sheet *s, size_t i, const char *const *around)
{
    const fc_formula_view *view = s->view;
    char *where = places_of(view, i);
    char *text = fc_format("%s%s%s", around[1], s->lines.text[s->next++], around[2]);
    double share = view->seconds && view->total > 0 ? view->seconds[i] / view->total : NAN;
    put_row(out, &(row){around[0], text, where, share});
    free(text);
    free(where);
}

/* weight * ( term + term ), or weight * term. */
static void put_group(fc_text *out, fc_formula_sheet *s, const fc_formula_group *group, bool first)
{
    const char *weight = s->lines.text[s->next++], *lead = first ? "    " : "  + ";
    size_t length = strlen(weight);
    const char *times = length == 0 ? "" : weight[length - 1] == '}' ? " " : " * ";
    char *before = fc_format("%s%s", weight, times), *open = fc_format("%s(", before);
    if (length && group->n > 1) {
        put_row(out, &(row){lead, open, "", NAN});
        for (size_t i = 0; i < group->n; i++)
            put_term(out, s, group->term[i],
                     (const char *[]){i ? "      + " : "        ", "", i + 1 < group->n ? "" : " )"});
    } else {
        for (size_t i = 0; i < group->n; i++)
            put_term(out, s, group->term[i], (const char *[]){i ? "  + " : lead, before, ""});
    }
    free(before);
    free(open);
}

/* ---- notes below the formula ---- */

static bool is_own_parameter(const fc_formula_view *view, size_t parameter)
{
    return !fc_formula_quantity_at(view->formula, parameter);
}

static bool is_listed_own(const fc_formula_view *view, size_t parameter)
{
    return is_own_parameter(view, parameter) && fc_formula_is_listed(view, parameter);
}

static void put_domain(fc_text *out, const fc_formula_view *view)
{
    const fc_formula *formula = view->formula;
    fc_text_add(out, "for integers p >= 1");
    for (size_t i = 0; i < formula->n_parameters; i++)
        if (!formula->is_real[i] && !formula->is_signed[i] && is_listed_own(view, i))
            fc_text_add(out, ", %s >= %s", view->parameter[i],
                        view->is_at_least_p[i] ? "p"
                        : view->is_positive[i] ? "1"
                                               : "0");
    for (size_t i = 0; i < formula->n_parameters; i++)
        if (formula->is_signed[i] && is_listed_own(view, i))
            fc_text_add(out, ", any integer %s", view->parameter[i]);
    for (size_t i = 0; i < formula->n_parameters; i++)
        if (formula->is_real[i] && is_listed_own(view, i))
            fc_text_add(out, ", real %s", view->parameter[i]);
    /* The options that have the point's value in all terms. */
    const char *lead = "; for ";
    for (size_t i = 0; i < view->formula->n_parameters; i++)
        if (view->is_fixed[i]) {
            fc_text_add(out, "%s%s = %.15g", lead, view->parameter[i], view->options->point->parameter[i]);
            lead = ", ";
        }
    fc_text_add(out, lead[0] == ',' ? " (--all prints every case)" : "");
}

static void put_counters(fc_text *out, const fc_formula_view *view)
{
    for (size_t i = 0; i < view->n_counters; i++) {
        const fc_formula_counter *counter = &view->counter[i];
        const fc_site_model *site = &view->formula->analysis->counter[counter->counter];
        if (!fc_formula_is_counter_listed(view, i))
            continue;
        fc_text_add(out, "  %s: %s", counter->name, fc_cost_counts_wording(site).meaning);
        if (isnan(counter->value))
            fc_text_add(out, ", not known: run `forecost profile`, or use --assume");
        else
            fc_text_add(out, ", %.6g", counter->value);
        fc_formula_fit_note(out, view, fc_formula_fit_of_counter(view, counter->counter));
        fc_text_add(out, "\n");
    }
}

static void put_point(fc_text *out, const fc_formula_view *view)
{
    const fc_formula_point *point = view->options->point;
    fc_text_add(out, "shares at p = %d", point->ranks);
    for (size_t i = 0; i < view->formula->n_parameters; i++)
        if (is_own_parameter(view, i) && (view->is_fixed[i] || fc_formula_is_listed(view, i)))
            fc_text_add(out, ", %s = %.15g", view->parameter[i], point->parameter[i]);
    fc_text_add(out, " on \"%s\", compute model %s: T = %.4g s", view->options->machine->name,
                view->options->compute_model, view->total);
    if (view->options->is_fitted && !isnan(view->options->predicted))
        fc_text_add(out, " by the fits, %.4g s by forecost predict", view->options->predicted);
}

static void put_note(fc_text *out, const fc_text *note)
{
    const char *text = note->bytes;
    for (const char *lead = "  "; *text; lead = "    ") {
        size_t length = break_at(text, NOTE_WIDTH);
        bool last = text[length] == '\0';
        fc_text_add(out, "%s%.*s\n", lead, (int)(length - !last), text);
        text += length;
    }
}

/* "iterations(cg.c:75) = 1.9 + 0.7 log2(n), 11 here: mean iterations of the loop, fitted to 3 runs" */
static void put_fitted_row(fc_text *out, const fc_formula_view *view, const fc_formula_fit *fit, const char *name,
                           double value, const char *meaning)
{
    fc_text note = {0};
    fc_text_add(&note, "%s = ", name);
    fc_formula_fit_print(&note, view, fit, FC_NOTATION_TEXT);
    fc_text_add(&note, ", %.6g here: %s, fitted to %d runs", value, meaning, fit->n_runs);
    put_note(out, &note);
    fc_text_free(&note);
}

/* What the fits replace in the printed terms. */
static void put_fitted(fc_text *out, const fc_formula_view *view)
{
    for (size_t i = 0; i < view->n_counters; i++)
        if (fc_formula_is_counter_replaced(view, i) && fc_formula_is_shown(view, view->counter[i].name))
            put_fitted_row(out, view, fc_formula_fit_of_counter(view, view->counter[i].counter), view->counter[i].name,
                           view->counter[i].value,
                           fc_cost_counts_wording(&view->formula->analysis->counter[view->counter[i].counter]).meaning);
    for (size_t i = 0; i < view->formula->n_parameters; i++)
        if (fc_formula_is_replaced(view, i) && fc_formula_is_shown(view, view->parameter[i]))
            put_fitted_row(out, view, fc_formula_fit_of_parameter(view, i), view->parameter[i],
                           view->options->point->parameter[i], "computed by the program slice");
    for (size_t i = 0; i < view->n_terms; i++) {
        const fc_formula_term *term = &view->term[i];
        const fc_sym *part = fc_formula_part_variable(view, term);
        if (part && (!view->is_hidden || !view->is_hidden[i]))
            put_fitted_row(out, view, fc_formula_fit_of_term(view, term), fc_sym_label(part),
                           fc_formula_executed_seconds(view->formula, term, view->options), "seconds");
    }
}

/* "computed by the program slice: q = 4 (main.c:25)": the named quantities of the terms. */
static void put_quantities(fc_text *out, const fc_formula_view *view, bool counts)
{
    const char *head =
        counts ? "counted by the program slice, means at this point: " : "computed by the program slice: ";
    fc_text note = {0};
    for (size_t i = 0; i < view->formula->n_parameters; i++) {
        const fc_quantity *quantity = fc_formula_quantity_at(view->formula, i);
        if (!quantity || fc_quantity_is_count(quantity) != counts || !fc_formula_is_listed(view, i))
            continue;
        fc_place place = fc_program_place(view->formula->analysis->program, quantity->place->span);
        fc_text_add(&note, "%s%s", note.length ? ", " : head, view->parameter[i]);
        if (view->options->point)
            fc_text_add(&note, counts ? " = %.6g" : " = %.15g", view->options->point->parameter[i]);
        if (!counts)
            fc_text_add(&note, " (%s:%d)", fc_path_name(place.file), place.line);
        fc_formula_fit_note(&note, view, fc_formula_fit_of_parameter(view, i));
    }
    if (note.length)
        put_note(out, &note);
    fc_text_free(&note);
}

static bool is_shown(const fc_formula_view *view, const fc_sym *executions)
{
    for (size_t i = 0; i < view->n_terms; i++)
        if (!view->is_hidden[i] && view->term[i].iterations == executions)
            return true;
    return false;
}

/* "N(lu.c:116) = 5208: ...". */
static void put_named(fc_text *out, const fc_formula_view *view)
{
    fc_text note = {0};
    for (size_t i = 0; i < view->n_named; i++) {
        if (!view->is_name_shown[i] && !is_shown(view, view->named[i].printed))
            continue;
        fc_text_add(&note, "%s%s", note.length ? ", " : "", fc_sym_label(view->named[i].printed));
        if (!isnan(view->named[i].value))
            fc_text_add(&note, " = %.6g", view->named[i].value);
    }
    if (note.length) {
        fc_text_add(&note, ": counts or sizes there; --all prints them as formulas");
        put_note(out, &note);
    }
    fc_text_free(&note);
}

/* The definitions of names, from that line on. */
static void put_names(fc_text *out, const fc_formula_lines *lines, size_t from)
{
    for (size_t i = from; i < lines->n; i++)
        put_row(out, &(row){i == from ? "  where " : "        ", lines->text[i], "", NAN});
}

/* "for runs in which timestep.c:63 calls ljForce" */
static void put_targets(fc_text *out, const fc_formula *formula)
{
    fc_text note = {0};
    for (size_t i = 0; i < formula->n_targets; i++) {
        const fc_formula_target *target = &formula->target[i];
        fc_place place = fc_program_place(formula->analysis->program, target->cost->node->span);
        if (target->callee)
            fc_text_add(&note, "%s%s:%d calls %s", note.length ? ", " : "for runs in which ", fc_path_name(place.file),
                        place.line, target->callee->symbol->name);
    }
    if (note.length)
        put_note(out, &note);
    fc_text_free(&note);
}

/* A part whose time is that of the point. */
static bool has_executed(const fc_formula_view *view, bool is_setup)
{
    bool any = false;
    for (size_t i = 0; i < view->n_terms && !any; i++) {
        const fc_formula_term *term = &view->term[i];
        any = term->executed && term->is_setup == is_setup && !fc_formula_part_variable(view, term);
    }
    return any;
}

static void put_parts(fc_text *out, const fc_formula_view *view)
{
    fc_text note = {0};
    if (has_executed(view, true)) {
        fc_text_add(&note,
                    "T_setup: the time of reading the program's inputs, evaluated for the given ones; the values "
                    "read are parameters");
        put_note(out, &note);
    }
    note.length = 0;
    if (has_executed(view, false)) {
        fc_text_add(&note, "T_run: the time of a part without closed form, evaluated at this point%s",
                    view->options->by_ranks ? " by method ranks" : "");
        put_note(out, &note);
    }
    fc_text_free(&note);
}

/* "2 places left out under method sum: farm.c:26, 40 (wildcard receives)", and what T lacks by that */
static void put_places_left_out(fc_text *out, const fc_formula *formula)
{
    fc_text note = {0};
    fc_place last = {0};
    size_t n = formula->n_left_out, of_one_kind = 0;
    for (size_t i = 0; i < n; i++) {
        const fc_formula_left_out *at = &formula->left_out[i];
        fc_place place = fc_program_place(formula->analysis->program, at->call->span);
        bool is_last = i + 1 == n || at[1].why != at->why, same_file = last.file && strcmp(last.file, place.file) == 0;
        fc_text_add(&note, i ? ", " : "%zu place%s left out under method sum: ", n, n == 1 ? "" : "s");
        if (same_file)
            fc_text_add(&note, "%d", place.line);
        else
            fc_text_add(&note, "%s:%d", fc_path_name(place.file), place.line);
        of_one_kind++;
        if (is_last)
            fc_text_add(&note, " (%s%s)", at->why, of_one_kind > 1 ? "s" : "");
        of_one_kind = is_last ? 0 : of_one_kind;
        last = is_last ? (fc_place){0} : place;
    }
    if (n) {
        fc_text_add(&note, "; T lacks the waiting there, which `forecost predict --method ranks` has");
        put_note(out, &note);
    }
    fc_text_free(&note);
}

/* "Theta in n: computation n^2 (row.c:58); communication n (row.c:63)", a line for each parameter. */
static void put_growth(fc_text *out, const fc_formula_view *view)
{
    for (size_t i = 0; i <= view->formula->n_parameters; i++) {
        const char *name = i == 0 ? "p" : view->parameter[i - 1];
        fc_formula_growth computation, communication;
        fc_text line = {0};
        const fc_quantity *quantity = i == 0 ? NULL : fc_formula_quantity_at(view->formula, i - 1);
        if ((quantity && fc_quantity_is_count(quantity)) || !fc_formula_growth_depends(view, i))
            continue;
        fc_formula_growth_find(&computation, &communication, view, i);
        fc_text_add(&line, "Theta in %s%s: computation ", name, view->formula->uses_rank ? " on rank 0" : "");
        fc_formula_growth_print(&line, view, &computation, name);
        fc_text_add(&line, "; communication ");
        fc_formula_growth_print(&line, view, &communication, name);
        put_note(out, &line);
        fc_text_free(&line);
    }
}

static void put_head_line(fc_text *out, const char *text)
{
    for (size_t indent = 0; *text; indent = 4) {
        size_t length = break_at(text, NOTE_WIDTH + 2 - indent);
        bool last = text[length] == '\0';
        fc_text_add(out, "%*s%.*s\n", (int)indent, "", (int)(length - !last), text);
        text += length;
    }
}

/* "max over rank = 0 .. p - 1 of"; the grid's coordinates if it has some. */
static void put_ranks(fc_text *out, const fc_formula_view *view)
{
    if (view->rank && view->formula->uses_rank)
        fc_text_add(out, fc_sym_is_constant(view->rank, NULL) ? " (on rank 0, the slowest)"
                                                              : " (on rank p - 1, the slowest)");
    if (!view->uses_rank)
        return;
    if (view->n_coordinates == 1) {
        fc_text_add(out, " max over rank = 0 .. p - 1 of");
        return;
    }
    if (!view->is_created_grid) {
        fc_text_add(out, " max over ranks ");
        fc_sym_print(out, view->place, FC_NOTATION_TEXT);
        /* ", x = 0 .. ceil(p/c) - 1, y = 0 .. c - 1": the coordinates of the ranks. */
        fc_algebra *algebra = view->formula->analysis->algebra;
        const fc_sym *one = fc_sym_integer(algebra, 1);
        for (int i = 0; i < view->n_coordinates; i++) {
            fc_text_add(out, ", %s = 0 .. ", fc_sym_label(view->coordinate[i]));
            fc_sym_print(out, fc_sym_subtract(algebra, view->coordinate_size[i], one), FC_NOTATION_TEXT);
        }
        fc_text_add(out, " of");
        return;
    }
    fc_text_add(out, " max over ranks (");
    for (int i = 0; i < view->n_coordinates; i++)
        fc_text_add(out, "%s%s", i ? ", " : "", fc_sym_label(view->coordinate[i]));
    fc_text_add(out, ") of the grid dims_create(p, %d) of", view->n_coordinates);
}

static void put_left_out(fc_text *out, const fc_formula_view *view, size_t n, double seconds, bool is_first)
{
    char *text = fc_format("%zu more term%s%s; --all prints %s", n, n == 1 ? "" : "s",
                           view->seconds ? "" : " of lower order", n == 1 ? "it" : "them");
    if (n)
        put_row(out, &(row){is_first ? "    " : "  + ", text, "",
                            view->seconds && view->total > 0 ? seconds / view->total : NAN});
    free(text);
}

/* "T(p, n) =" */
static void put_left_side(fc_text *out, const fc_formula_view *view)
{
    fc_text side = {0};
    fc_text_add(&side, "T(");
    fc_formula_parameters(&side, view, "");
    fc_text_add(&side, ") =");
    put_ranks(&side, view);
    put_head_line(out, side.bytes);
    fc_text_free(&side);
}

/* T(p, n) = the terms that are not hidden, and the names of their parts. */
static void put_terms(fc_text *out, fc_formula_view *view)
{
    fc_formula_sheet s;
    fc_formula_sheet_open(&s, view, FC_NOTATION_TEXT);
    put_left_side(out, view);
    for (size_t g = 0; g < s.n_groups; g++)
        put_group(out, &s, &s.group[g], g == 0);
    if (s.n_groups == 0 && view->n_left_out == 0)
        fc_text_add(out, "    0\n");
    put_left_out(out, view, view->n_left_out, view->left_out_s, s.n_groups == 0);
    put_names(out, &s.lines, s.next);
    fc_formula_sheet_close(&s);
}

/* The notes below the terms. */
static void put_notes(fc_text *out, const fc_formula_view *view)
{
    fc_text domain = {0}, stops = {0}, point = {0};
    put_domain(&domain, view);
    put_note(out, &domain);
    /* Prints the places at which the program may stop early. */
    const fc_formula *formula = view->formula;
    int line = -1;
    for (size_t i = 0; i < formula->n_stop_places; i++) {
        fc_place place = fc_program_place(formula->analysis->program, formula->stop_place[i]->span);
        if (place.line == line)
            continue;
        fc_text_add(&stops, "%s%s:%d", line < 0 ? "for runs that do not stop at " : ", ", fc_path_name(place.file),
                    place.line);
        line = place.line;
    }
    if (stops.length)
        put_note(out, &stops);
    put_targets(out, view->formula);
    put_parts(out, view);
    put_places_left_out(out, view->formula);
    if (view->options->all)
        put_growth(out, view);
    put_fitted(out, view);
    put_quantities(out, view, false);
    put_quantities(out, view, true);
    put_counters(out, view);
    put_named(out, view);
    if (view->seconds)
        put_point(&point, view);
    else if (view->options->machine && view->options->point)
        fc_text_add(&point, "no shares: the sums have too many terms to evaluate");
    else if (view->options->no_point)
        fc_text_add(&point, "no shares: %s", view->options->no_point);
    if (point.length)
        put_note(out, &point);
    fc_text_free(&domain);
    fc_text_free(&stops);
    fc_text_free(&point);
}

static int count_lines(const fc_text *text)
{
    int n = 0;
    for (const char *c = text->bytes; c && *c; c++)
        n += *c == '\n';
    return n;
}

static size_t count_shown(const fc_formula_view *view)
{
    size_t n = 0;
    for (size_t i = 0; i < view->n_terms; i++)
        n += !view->is_hidden[i];
    return n;
}

/* The leading terms and the growth, above all. */
static void put_head(fc_text *out, fc_formula_view *view)
{
    fc_formula_products products, growing;
    fc_text leading = {0}, theta = {0};
    fc_formula_products_find(&products, view);
    fc_formula_put_leading(&leading, view, &products);
    fc_formula_products_find_growing(&growing, view);
    fc_formula_put_theta(&theta, view, &growing);
    if (leading.length)
        put_head_line(out, leading.bytes);
    put_head_line(out, theta.bytes);
    fc_text_free(&leading);
    fc_text_free(&theta);
    fc_formula_products_free(&products);
    fc_formula_products_free(&growing);
}

/* "T(p, n) = 1.2 ns * n^2 + ..." with the machine's numbers. */
static void put_numbers(fc_text *out, fc_formula_view *view)
{
    fc_formula_products products;
    fc_formula_lines lines = {0};
    double left_out_s = 0;
    fc_formula_products_find(&products, view);
    size_t n_left_out = view->options->all ? 0 : fc_formula_products_trim(&left_out_s, &products, view->total);
    for (size_t i = 0; i < products.n; i++)
        fc_formula_products_add_line(&lines, view, &products.item[i]);
    fc_formula_lines_abbreviate(&lines, view);
    put_left_side(out, view);
    for (size_t i = 0; i < products.n; i++)
        put_row(out, &(row){i ? "  + " : "    ", lines.text[i], "", products.item[i].seconds / view->total});
    put_left_out(out, view, n_left_out, left_out_s, products.n == 0);
    put_names(out, &lines, products.n);
    fc_formula_lines_free(&lines);
    fc_formula_products_free(&products);
}

static const char numbers_note[] =
    "while working sets stay in their cache levels, and messages in the segments of their "
    "runtime functions";

void fc_formula_print_text(fc_text *out, fc_formula_view *view)
{
    fc_text head = {0}, terms = {0}, notes = {0};
    if (view->options->numbers && view->seconds) {
        fc_formula_merge_equal(view);
        put_head(out, view);
        put_numbers(out, view);
        fc_text_add(out, "  %s\n", numbers_note);
        put_notes(out, view);
        return;
    }
    if (!view->options->all) {
        fc_formula_merge_equal(view);
        put_head(&head, view);
        fc_formula_hide_small(view);
        fc_formula_name_long(view);
    }
    put_terms(&terms, view);
    put_notes(&notes, view);
    while (!view->options->all && count_lines(&head) + count_lines(&terms) + count_lines(&notes) > MOST_LINES &&
           count_shown(view) > LEAST_TERMS && fc_formula_hide_smallest(view)) {
        terms.length = notes.length = 0;
        put_terms(&terms, view);
        put_notes(&notes, view);
    }
    fc_text_add(out, "%s%s%s", head.bytes ? head.bytes : "", terms.bytes, notes.bytes);
    fc_text_free(&head);
    fc_text_free(&terms);
    fc_text_free(&notes);
}
