/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the formula as an align* environment of amsmath, with lines broken to fit a page. */
#include "analyzer/emit/formula/formula_view.h"

#include "support/quote.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_WIDTH = 68 /* letters; with the places this fits A4 with margins of 2 cm */
};

/* Prints a name as \mathit, a single letter unchanged. */
static void put_name(fc_text *out, const char *name)
{
    fc_text_add(out, name[1] ? "\\mathit{" : "{");
    fc_quote_latex(out, name);
    fc_text_add(out, "}");
}

static void put_head(fc_text *out, const fc_formula_view *view)
{
    fc_text_add(out, "& T(p");
    for (size_t i = 0; i < view->formula->n_parameters; i++) {
        if (!fc_formula_is_listed(view, i))
            continue;
        fc_text_add(out, ", ");
        put_name(out, view->parameter[i]);
    }
    for (size_t i = 0; i < view->n_counters; i++) {
        if (!fc_formula_is_counter_listed(view, i))
            continue;
        fc_text_add(out, ", ");
        put_name(out, view->counter[i].name);
    }
    fc_text_add(out, ") =%s",
                !view->uses_rank          ? ""
                : view->n_coordinates > 1 ? " \\max_{"
                                          : " \\max_{\\mathit{rank} = 0}^{p - 1} \\Bigl(");
    for (int i = 0; i < view->n_coordinates && view->uses_rank && view->n_coordinates > 1; i++) {
        fc_text_add(out, i ? ", " : "");
        fc_sym_print(out, view->coordinate[i], FC_NOTATION_LATEX);
    }
    fc_text_add(out, view->uses_rank && view->n_coordinates > 1 ? "} \\Bigl(" : "");
}

/* ---- long lines ---- */

/* The printed width of a command in letters; *length: its length in the text. */
static double width_of_command(const char *command, size_t *length)
{
    static const char *const silent[] = {"mathit", "mathrm", "Bigl", "Bigr"};
    size_t n = 1;
    while (isalpha((unsigned char)command[n]))
        n++;
    *length = n > 1 ? n : 2;
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        if (n == strlen(silent[i]) + 1 && strncmp(command + 1, silent[i], n - 1) == 0)
            return 0;
    bool function = strncmp(command, "\\max", 4) == 0 || strncmp(command, "\\min", 4) == 0;
    return function ? 4 : n > 1 ? 1 : 0.4;
}

static bool is_sign(const char *at)
{
    return at[0] == ' ' && (at[1] == '+' || at[1] == '-') && at[2] == ' ';
}

/* The offset of the line break: before the last sign outside of braces that fits LINE_WIDTH, else the first one, or the
 * text's end. */
static size_t break_at(const char *text)
{
    double width = 0;
    int depth = 0;
    size_t best = 0, length;
    for (size_t i = 0; text[i]; i += length) {
        length = 1;
        depth += (text[i] == '{') - (text[i] == '}');
        if (text[i] == '\\')
            width += width_of_command(text + i, &length);
        else if (!strchr(" {}_^", text[i]))
            width += depth > 0 ? 0.75 : strchr("+-=", text[i]) ? 2 : 1;
        if (i > 0 && depth == 0 && is_sign(text + i) && (width <= LINE_WIDTH || !best))
            best = i;
        if (width > LINE_WIDTH && best)
            return best;
    }
    return strlen(text);
}

/* Prints the text in as many lines as needed. */
static void put_broken(fc_text *out, const char *text)
{
    for (size_t length = break_at(text); text[length]; length = break_at(text)) {
        fc_text_add(out, "%.*s \\\\\n  & \\qquad\\qquad {}", (int)length, text);
        text += length + 1;
    }
    fc_text_add(out, "%s", text);
}

/* ---- terms ---- */

static const char *sign_between(const fc_formula_term *of)
{
    double count;
    bool only_sums = of->n_sums > 0 && fc_sym_is_constant(of->count, &count) && count == 1;
    return only_sums ? " \\, " : " \\cdot ";
}

/* Prints the costs of a group's terms; the group's weight precedes the first. */
static void put_group(fc_text *out, fc_formula_sheet *s, const fc_formula_group *group, bool first)
{
    const char *weight = s->lines.text[s->next++];
    bool brackets = weight[0] && group->n > 1;
    const char *open = brackets ? " \\Bigl( " : sign_between(&s->view->term[group->term[0]]);
    for (size_t i = 0; i < group->n; i++) {
        const char *indent = brackets && i > 0 ? "\\qquad\\quad " : "\\quad ", *plus = first && i == 0 ? "" : "{}+ ";
        bool weighted = weight[0] && i == 0, closes = brackets && i + 1 == group->n;
        char *line = fc_format("%s%s%s%s", weighted ? weight : "", weighted ? open : "", s->lines.text[s->next++],
                               closes ? " \\Bigr)" : "");
        fc_text_add(out, " \\\\\n  & %s%s", indent, plus);
        put_broken(out, line);
        const fc_formula_view *view = s->view;
        fc_place place = fc_formula_place(view->formula, &view->term[group->term[i]]);
        fc_text_add(out, " && \\text{\\footnotesize ");
        fc_quote_latex(out, place.file);
        fc_text_add(out, ":%d", place.line);
        if (view->seconds && view->total > 0)
            fc_text_add(out, ", %.1f\\,\\%%", 100 * view->seconds[group->term[i]] / view->total);
        fc_text_add(out, "}");
        free(line);
    }
}

static void put_fitted_row(fc_text *out, const fc_formula_view *view, const char *name, const fc_formula_fit *fit)
{
    fc_text_add(out, " \\\\\n  & \\text{with } ");
    put_name(out, name);
    fc_text_add(out, " = ");
    fc_formula_fit_print(out, view, fit, FC_NOTATION_LATEX);
}

/* What the fits replace in the printed terms. */
static void put_fitted(fc_text *out, const fc_formula_view *view)
{
    for (size_t i = 0; i < view->n_counters; i++)
        if (fc_formula_is_counter_replaced(view, i) && fc_formula_is_shown(view, view->counter[i].name))
            put_fitted_row(out, view, view->counter[i].name, fc_formula_fit_of_counter(view, view->counter[i].counter));
    for (size_t i = 0; i < view->formula->n_parameters; i++)
        if (fc_formula_is_replaced(view, i) && fc_formula_is_shown(view, view->parameter[i]))
            put_fitted_row(out, view, view->parameter[i], fc_formula_fit_of_parameter(view, i));
    for (size_t i = 0; i < view->n_terms; i++) {
        const fc_sym *part = fc_formula_part_variable(view, &view->term[i]);
        if (part && (!view->is_hidden || !view->is_hidden[i]))
            put_fitted_row(out, view, fc_sym_label(part), fc_formula_fit_of_term(view, &view->term[i]));
    }
}

void fc_formula_print_latex(fc_text *out, fc_formula_view *view)
{
    fc_formula_sheet s;
    if (!view->options->all) {
        fc_formula_merge_equal(view);
        fc_formula_hide_small(view);
    }
    fc_formula_sheet_open(&s, view, FC_NOTATION_LATEX);
    fc_text_add(out, "{\\allowdisplaybreaks\n\\begin{align*}\n  ");
    put_head(out, view);
    for (size_t g = 0; g < s.n_groups; g++)
        put_group(out, &s, &s.group[g], g == 0);
    if (s.n_groups == 0)
        fc_text_add(out, "0");
    if (view->n_left_out != 0) {
        fc_text_add(out, " \\\\\n  & \\quad {}+ \\text{%zu more term%s}", view->n_left_out,
                    view->n_left_out == 1 ? "" : "s");
        if (view->seconds && view->total > 0)
            fc_text_add(out, " && \\text{\\footnotesize %.1f\\,\\%%}", 100 * view->left_out_s / view->total);
    }
    if (view->uses_rank)
        fc_text_add(out, " \\\\\n  & \\Bigr)");
    for (size_t i = s.next; i < s.lines.n; i++) {
        fc_text_add(out, " \\\\\n  & \\text{%s } ", i == s.next ? "where" : "and");
        put_broken(out, s.lines.text[i]);
    }
    put_fitted(out, view);
    fc_text_add(out, "\n\\end{align*}}\n");
    fc_formula_sheet_close(&s);
}
