/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists a formula's terms one by one, for reports on single places. */
#include "analyzer/emit/formula/formula_view.h"

#include <stdlib.h>

/* The term's operation; NULL: computation. */
static const char *operation_of(const fc_analysis *analysis, const fc_formula_term *term)
{
    for (size_t i = 0; !term->region && i < analysis->n_sites; i++)
        if (analysis->site[i].node == term->node)
            return analysis->site[i].operation;
    return NULL;
}

static void put_term(fc_text *out, const fc_formula_term *term)
{
    fc_text weight = {0};
    fc_formula_weight(&weight, term, FC_NOTATION_TEXT);
    if (weight.length)
        fc_text_add(out, "%s%s", weight.bytes, weight.bytes[weight.length - 1] == '}' ? " " : " * ");
    /* The executions of a region's body, or the cost of an operation. */
    if (!term->region)
        fc_formula_cost(out, term, FC_NOTATION_TEXT);
    else if (term->iterations)
        fc_formula_factor(out, term->iterations, FC_NOTATION_TEXT);
    else
        fc_text_add(out, "1");
    fc_text_free(&weight);
}

fc_status fc_formula_list(fc_formula_entry **out, size_t *n, const fc_formula *formula, fc_report *report)
{
    fc_formula_view *view = NULL;
    fc_formula_options options = {.plain = true};
    size_t n_groups, count = 0;
    fc_status status = fc_formula_view_create(&view, formula, FC_NOTATION_TEXT, &options, report);
    if (status)
        return status;
    fc_formula_entry *list = fc_allocate(formula->n_terms, sizeof *list);
    fc_formula_group *groups = fc_formula_groups(view, &n_groups);
    for (size_t g = 0; g < n_groups; g++)
        for (size_t i = 0; i < groups[g].n; i++) {
            const fc_formula_term *term = &view->term[groups[g].term[i]];
            fc_text text = {0};
            put_term(&text, term);
            list[count++] = (fc_formula_entry){
                fc_program_place(formula->analysis->program, term->region ? term->region->span : term->node->span),
                term->procedure->symbol->name, operation_of(formula->analysis, term), fc_text_take(&text)};
        }
    fc_formula_groups_free(groups, n_groups);
    fc_formula_view_free(view);
    *out = list;
    *n = count;
    return FC_OK;
}

void fc_formula_list_free(fc_formula_entry *list, size_t n)
{
    while (n > 0)
        free(list[--n].text);
    free(list);
}
