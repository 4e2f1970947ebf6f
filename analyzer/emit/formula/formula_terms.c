/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups terms, and prints their costs, for the notations TEXT and LATEX. Quadratic in the terms. */
#include "analyzer/emit/formula/formula_view.h"

#include "runtime/core/forecost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- groups ---- */

static bool same_sums(const fc_formula_term *a, const fc_formula_term *b)
{
    if (a->n_sums != b->n_sums)
        return false;
    for (int i = 0; i < a->n_sums; i++)
        if (a->sum[i].variable != b->sum[i].variable || a->sum[i].low != b->sum[i].low ||
            a->sum[i].high != b->sum[i].high)
            return false;
    return true;
}

/* True for terms of one place and cost, which may differ in executions and allocated bytes. */
static bool same_cost(const fc_formula_term *a, const fc_formula_term *b)
{
    if (a->region || b->region)
        return a->region == b->region;
    if (a->is_overhead != b->is_overhead || a->overhead != b->overhead)
        return false;
    bool allocates = !a->operation && !b->operation; /* also true for executed terms */
    return a->node == b->node && (allocates || (a->fit == b->fit && a->variant == b->variant && a->ranks == b->ranks &&
                                                a->bytes == b->bytes));
}

static double seconds_of(const fc_formula_view *view, size_t term)
{
    return view->seconds ? view->seconds[term] : 0;
}

/* Merges a term into an earlier one of its group; false if none has the same cost. */
static bool merge(fc_formula_view *view, fc_formula_group *group, size_t i)
{
    fc_algebra *algebra = view->formula->analysis->algebra;
    for (size_t k = 0; k < group->n; k++) {
        fc_formula_term *first = &view->term[group->term[k]];
        if (!same_cost(first, &view->term[i]))
            continue;
        view->printed_with[i] = group->term[k];
        first->iterations = fc_sym_join_quotients(
            fc_sym_add(algebra, fc_formula_iterations(algebra, first), fc_formula_iterations(algebra, &view->term[i])));
        if (!first->region && !first->operation)
            first->bytes = fc_sym_add(algebra, first->bytes, view->term[i].bytes);
        if (view->seconds)
            view->seconds[group->term[k]] += view->seconds[i];
        if (view->is_hidden)
            view->is_hidden[i] = true;
        return true;
    }
    return false;
}

static fc_formula_group *find_group(fc_formula_view *view, fc_formula_group *groups, size_t n, size_t i)
{
    for (size_t g = 0; g < n; g++) {
        const fc_formula_term *first = &view->term[groups[g].term[0]];
        if (first->count == view->term[i].count && same_sums(first, &view->term[i]))
            return &groups[g];
    }
    groups[n] = (fc_formula_group){.term = fc_allocate(view->n_terms, sizeof(size_t))};
    return &groups[n];
}

fc_formula_group *fc_formula_groups(fc_formula_view *view, size_t *n_groups)
{
    fc_formula_group *groups = fc_allocate(view->n_terms, sizeof *groups);
    size_t n = 0;
    for (size_t i = 0; i < view->n_terms; i++) {
        if (view->is_hidden && view->is_hidden[i])
            continue;
        fc_formula_group *group = find_group(view, groups, n, i);
        n += group == &groups[n];
        group->seconds += seconds_of(view, i);
        if (!merge(view, group, i))
            group->term[group->n++] = i;
    }
    for (size_t g = 0; g < n; g++) {
        /* Longest first, stable. */
        fc_formula_group *group = &groups[g];
        for (size_t i = 1; i < group->n; i++)
            for (size_t k = i; k > 0 && seconds_of(view, group->term[k]) > seconds_of(view, group->term[k - 1]); k--) {
                size_t longer = group->term[k];
                group->term[k] = group->term[k - 1];
                group->term[k - 1] = longer;
            }
    }
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && groups[k].seconds > groups[k - 1].seconds; k--) {
            fc_formula_group longer = groups[k];
            groups[k] = groups[k - 1];
            groups[k - 1] = longer;
        }
    *n_groups = n;
    return groups;
}

void fc_formula_groups_free(fc_formula_group *groups, size_t n)
{
    while (n > 0)
        free(groups[--n].term);
    free(groups);
}

/* ---- operations ---- */

typedef struct printer {
    fc_text *out;
    fc_notation notation;
    bool any;
} printer;

/* n t_<name>_<type>^chain; type and chain may be absent. */
static void put(printer *p, double n, const char *name, const char *type, bool chain)
{
    if (n <= 0)
        return;
    fc_text_add(p->out, "%s", p->any ? " + " : "");
    p->any = true;
    if (n != 1)
        fc_text_add(p->out, p->notation == FC_NOTATION_LATEX ? "%.6g\\," : "%.6g ", n);
    if (p->notation == FC_NOTATION_LATEX)
        fc_text_add(p->out, "t_{\\mathrm{%s%s%s}}%s", name, type[0] ? "\\," : "", type,
                    chain ? "^{\\mathrm{chain}}" : "");
    else
        fc_text_add(p->out, "t_%s%s%s%s", name, type[0] ? "_" : "", type, chain ? "^chain" : "");
}

void fc_formula_operations(fc_text *out, const fc_region_model *region, fc_notation notation)
{
    static const char *const operation[] = {
#define NAME(name, text) text,
        FC_OPERATION_LIST(NAME)
#undef NAME
    };
    static const char *const numeric[] = {
#define NAME(name, text) text,
        FC_NUMERIC_LIST(NAME)
#undef NAME
    };
    printer p = {out, notation, false};
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++)
            put(&p, region->chain[o][t], operation[o], numeric[t], true);
    if (region->flags & FC_REGION_RECURRENCE_MEMORY)
        put(&p, 1, "forward", "", true);
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++)
            put(&p, region->operation[o][t] - region->chain[o][t], operation[o], numeric[t], false);
    for (int t = 0; t < FC_N_NUMERICS; t++)
        put(&p, region->reads[t], "read", numeric[t], false);
    for (int t = 0; t < FC_N_NUMERICS; t++)
        put(&p, region->writes[t], "write", numeric[t], false);
    put(&p, region->calls, "call", "", false);
    if (region->seconds > 0)
        fc_text_add(out, "%s%g s", p.any ? " + " : "", region->seconds), p.any = true;
    if (!p.any)
        fc_text_add(out, "0");
}

/* ---- factors ---- */

/* True if the text has a + or - outside of brackets. */
static bool is_sum(const char *text)
{
    int depth = 0;
    for (const char *c = text; *c; c++) {
        depth += strchr("([{", *c) != NULL;
        depth -= strchr(")]}", *c) != NULL;
        if (depth == 0 && (*c == '+' || *c == '-'))
            return true;
    }
    return false;
}

void fc_formula_factor(fc_text *out, const fc_sym *expression, fc_notation notation)
{
    fc_text text = {0};
    fc_sym_print(&text, expression, notation);
    fc_text_add(out, is_sum(text.bytes) ? "(%s)" : "%s", text.bytes);
    fc_text_free(&text);
}

static bool is_one(const fc_sym *expression)
{
    double value;
    return fc_sym_is_constant(expression, &value) && value == 1;
}

void fc_formula_weight(fc_text *out, const fc_formula_term *term, fc_notation notation)
{
    for (int i = 0; i < term->n_sums; i++) {
        fc_text_add(out, i > 0 ? " " : "");
        const fc_formula_sum *sum = &term->sum[i];
        fc_text_add(out, notation == FC_NOTATION_LATEX ? "\\sum_{" : "sum_{");
        fc_sym_print(out, sum->variable, notation);
        fc_text_add(out, "=");
        fc_sym_print(out, sum->low, notation);
        fc_text_add(out, "}^{");
        fc_sym_print(out, sum->high, notation);
        fc_text_add(out, "}");
    }
    if (is_one(term->count))
        return;
    fc_text_add(out, term->n_sums ? " " : "");
    fc_formula_factor(out, term->count, notation);
}

static void put_call(fc_text *out, const fc_formula_term *term, fc_notation notation)
{
    char *name = fc_formula_function_name(term->fit, term->variant);
    fc_text_add(out, notation == FC_NOTATION_LATEX ? "T_{\\mathrm{" : "T_");
    for (const char *at = name; *at; at++)
        fc_text_add(out, notation == FC_NOTATION_LATEX && *at == '_' ? "\\_" : "%c", *at);
    fc_text_add(out, notation == FC_NOTATION_LATEX ? "}}(" : "(");
    free(name);
    if (fc_formula_is_collective(term->fit))
        fc_sym_print(out, term->ranks, notation);
    if (term->fit != FC_FIT_BARRIER) {
        fc_text_add(out, fc_formula_is_collective(term->fit) ? ", " : "");
        fc_sym_print(out, term->bytes, notation);
    }
    fc_text_add(out, ")");
}

static void put_allocation(fc_text *out, const fc_formula_term *term, fc_notation notation)
{
    bool latex = notation == FC_NOTATION_LATEX;
    if (term->iterations) {
        fc_formula_factor(out, term->iterations, notation);
        fc_text_add(out, latex ? "\\," : " ");
    }
    fc_text_add(out, latex ? "t_{\\mathrm{allocate}} + " : "t_allocate + ");
    fc_formula_factor(out, term->bytes, notation);
    fc_text_add(out, latex ? "\\, t_{\\mathrm{touch}}" : " t_touch");
}

static void put_overhead(fc_text *out, const fc_formula_term *term, fc_notation notation)
{
    if (term->iterations && !is_one(term->iterations)) {
        fc_formula_factor(out, term->iterations, notation);
        fc_text_add(out, notation == FC_NOTATION_LATEX ? "\\," : " ");
    }
    fc_text_add(out, notation == FC_NOTATION_LATEX ? "t_{\\mathrm{omp\\ %s}}" : "t_omp_%s",
                fc_formula_overhead_name(term->overhead));
}

static bool has_entries_only(const fc_formula_term *term)
{
    double iterations;
    return term->region && term->iterations && fc_sym_is_constant(term->iterations, &iterations) && iterations == 0;
}

void fc_formula_cost(fc_text *out, const fc_formula_term *term, fc_notation notation)
{
    const char *times = notation == FC_NOTATION_LATEX ? " \\cdot " : " * ";
    fc_text cost = {0};
    if (has_entries_only(term)) {
        /* Entries of a loop whose iterations other terms have. */
        if (!is_one(term->entries)) {
            fc_formula_factor(out, term->entries, notation);
            fc_text_add(out, notation == FC_NOTATION_LATEX ? "\\," : " ");
        }
        fc_text_add(out, notation == FC_NOTATION_LATEX ? "t_{\\mathrm{entry}}" : "t_entry");
        return;
    }
    if (term->region)
        fc_formula_operations(&cost, term->region, notation);
    else if (term->operation)
        put_call(&cost, term, notation);
    else if (term->executed)
        fc_text_add(&cost, notation == FC_NOTATION_LATEX ? "T_{\\mathrm{%s}}" : "T_%s",
                    term->is_setup ? "setup" : "run");
    else if (term->is_overhead)
        put_overhead(&cost, term, notation);
    else
        put_allocation(&cost, term, notation);
    bool brackets = is_sum(cost.bytes);
    if ((term->region || term->operation) && term->iterations && !is_one(term->iterations)) {
        fc_formula_factor(out, term->iterations, notation);
        fc_text_add(out, "%s", times);
    }
    fc_text_add(out, brackets ? "(%s)" : "%s", cost.bytes);
    fc_text_free(&cost);
}
