/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formula as an align* environment of amsmath. */
#include "analyzer/emit/formula_view.h"

#include <math.h>

/* A name as \mathit, or one letter as it is. */
static void put_name(fc_text *out, const char *name)
{
    fc_text_add(out, name[1] ? "\\mathit{" : "{");
    for (; *name; name++)
        fc_text_add(out, *name == '_' || *name == '#' || *name == '%' || *name == '&' ? "\\%c" : "%c", *name);
    fc_text_add(out, "}");
}

static void put_head(fc_text *out, const fc_formula_view *view)
{
    fc_text_add(out, "T(p");
    for (size_t i = 0; i < view->formula->n_parameters; i++) {
        fc_text_add(out, ", ");
        put_name(out, view->parameter[i]);
    }
    for (size_t i = 0; i < view->n_counters; i++) {
        fc_text_add(out, ", ");
        put_name(out, view->counter[i].name);
    }
    fc_text_add(out, ") ={}& %s", view->formula->uses_rank ? "\\max_{\\mathit{rank} = 0}^{p - 1} \\Bigl(" : "");
}

static void put_place(fc_text *out, const fc_formula_view *view, size_t i)
{
    fc_place place = fc_formula_place(view->formula, &view->term[i]);
    fc_text_add(out, " && \\text{\\footnotesize ");
    for (const char *c = place.file; *c; c++)
        fc_text_add(out, *c == '_' || *c == '#' || *c == '%' || *c == '&' ? "\\%c" : "%c", *c);
    fc_text_add(out, ":%d", place.line);
    if (view->seconds && view->total > 0)
        fc_text_add(out, ", %.1f\\,\\%%", 100 * view->seconds[i] / view->total);
    fc_text_add(out, "}");
}

/* One line a term. */
static void put_group(fc_text *out, const fc_formula_view *view, const fc_formula_group *group, bool first)
{
    const fc_formula_term *of = &view->term[group->term[0]];
    fc_text weight = {0};
    fc_formula_weight(&weight, of, FC_NOTATION_LATEX);
    bool brackets = weight.length && group->n > 1;
    double count;
    bool only_sums = of->n_sums > 0 && fc_sym_is_constant(of->count, &count) && count == 1;
    const char *open = brackets ? " \\Bigl( " : only_sums ? " \\, " : " \\cdot ";
    for (size_t i = 0; i < group->n; i++) {
        if (!first || i > 0)
            fc_text_add(out, " \\\\\n  & %s+ ", brackets && i > 0 ? "\\qquad " : "");
        if (weight.length && i == 0)
            fc_text_add(out, "%s%s", weight.bytes, open);
        fc_formula_cost(out, &view->term[group->term[i]], FC_NOTATION_LATEX);
        if (brackets && i + 1 == group->n)
            fc_text_add(out, " \\Bigr)");
        put_place(out, view, group->term[i]);
    }
    fc_text_free(&weight);
}

void fc_formula_print_latex(fc_text *out, fc_formula_view *view)
{
    size_t n = 0;
    fc_formula_group *groups = fc_formula_groups(view, &n);
    fc_text_add(out, "\\begin{align*}\n  ");
    put_head(out, view);
    for (size_t g = 0; g < n; g++)
        put_group(out, view, &groups[g], g == 0);
    if (n == 0)
        fc_text_add(out, "0");
    if (view->formula->uses_rank)
        fc_text_add(out, " \\\\\n  & \\Bigr)");
    fc_text_add(out, "\n\\end{align*}\n");
    fc_formula_groups_free(groups, n);
}
