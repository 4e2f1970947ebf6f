/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the notations share on the terms of a prepared formula. */
#include "analyzer/emit/formula/formula_view.h"

#include "support/path.h"

#include <stdlib.h>
#include <string.h>

void fc_formula_view_free(fc_formula_view *view)
{
    if (!view)
        return;
    for (size_t i = 0; i < view->n_terms; i++) {
        free(view->term[i].sum);
        free(view->term[i].working_set);
        if (view->on_any_rank)
            free(view->on_any_rank[i].sum);
    }
    free(view->on_any_rank);
    for (size_t i = 0; i < view->formula->n_parameters; i++)
        free(view->parameter[i]);
    for (size_t i = 0; i < view->n_counters; i++)
        free(view->counter[i].name);
    free(view->term);
    free(view->counted);
    free(view->printed_with);
    free(view->parameter);
    free(view->counter);
    free(view->variable);
    free(view->is_positive);
    free(view->is_at_least_p);
    free(view->is_fixed);
    free(view->is_hidden);
    free(view->order);
    free(view->named);
    free(view->is_name_shown);
    free(view->seconds);
    free(view);
}

void fc_formula_parts(fc_formula_term *term, void (*each)(void *data, const fc_sym **part), void *data)
{
    const fc_sym **part[] = {&term->count, &term->entries, &term->iterations, &term->ranks, &term->bytes};
    for (int i = 0; i < term->n_sums; i++) {
        each(data, &term->sum[i].low);
        each(data, &term->sum[i].high);
        each(data, &term->sum[i].variable);
    }
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (*part[i])
            each(data, part[i]);
    for (size_t i = 0; term->region && i < fc_region_model_n_sizes(term->region); i++)
        if (term->working_set[i])
            each(data, &term->working_set[i]);
}

bool fc_formula_is_program(fc_notation notation)
{
    return notation == FC_NOTATION_C || notation == FC_NOTATION_PYTHON || notation == FC_NOTATION_JAVASCRIPT;
}

/* True for nonblocking and persistent receives and nonblocking collectives: but for the post, their time counts at
 * completion (runtime/mpi/mpi_virtual.h). */
static bool counts_at_completion(const fc_formula_term *term)
{
    const char *name = term->operation ? term->operation->name : "";
    bool begins = strncmp(name, "MPI_I", strlen("MPI_I")) == 0 || strncmp(name, "MPI_Start", strlen("MPI_Start")) == 0;
    return begins && term->fit != FC_FIT_POST && term->fit != FC_FIT_POST_RECEIVE;
}

/* The first later call in the same procedure that may complete the site's operation; the site itself if there is none.
 */
static size_t completion_of(const fc_analysis *analysis, size_t site)
{
    const fc_site_model *begun = &analysis->site[site];
    size_t end = site;
    for (size_t i = 0; i < analysis->n_sites; i++) {
        const fc_site_model *of = &analysis->site[i];
        bool ends = strncmp(of->operation, "MPI_Wait", 8) == 0 || strncmp(of->operation, "MPI_Test", 8) == 0;
        bool is_later = of->procedure == begun->procedure && of->node->id > begun->node->id;
        if (ends && is_later && (end == site || of->node->id < analysis->site[end].node->id))
            end = i;
    }
    return end;
}

size_t fc_formula_item(const fc_formula *formula, const fc_formula_term *term)
{
    const fc_analysis *analysis = formula->analysis;
    if (term->executed) {
        bool *is_part = fc_formula_executed_items(formula, term);
        size_t n = formula->analysis->n_regions + formula->analysis->n_sites, i = 0;
        while (i < n && !is_part[i])
            i++;
        free(is_part);
        return i < n ? i : 0;
    }
    if (term->region)
        return (size_t)term->region->id;
    const fc_node *node = term->node;
    size_t site = 0;
    while (site < analysis->n_sites && analysis->site[site].node != node)
        site++;
    return analysis->n_regions +
           (site < analysis->n_sites && counts_at_completion(term) ? completion_of(analysis, site) : site);
}

const fc_quantity *fc_formula_quantity_at(const fc_formula *formula, size_t parameter)
{
    for (size_t i = 0; i < formula->n_quantities; i++)
        if (formula->quantity[i].parameter == parameter)
            return &formula->quantity[i];
    return NULL;
}

fc_place fc_formula_place(const fc_formula *formula, const fc_formula_term *term)
{
    fc_place place = fc_program_place(formula->analysis->program, term->region ? term->region->span : term->node->span);
    place.file = fc_path_name(place.file);
    return place;
}

const char *fc_formula_overhead_name(fc_overhead_kind kind)
{
    static const char *const name[] = {
#define NAME(kind, text) [FC_OVERHEAD_##kind] = text,
        FC_OVERHEAD_LIST(NAME)
#undef NAME
    };
    return name[kind];
}

const char *fc_formula_fit_name(fc_fit fit)
{
    static const char *const name[] = {
#define NAME(name, text) text,
        FC_FIT_LIST(NAME)
#undef NAME
    };
    return name[fit];
}

const char *fc_formula_variant_name(fc_variant variant)
{
    static const char *const name[] = {
#define NAME(name, text) text,
        FC_VARIANT_LIST(NAME)
#undef NAME
    };
    return name[variant];
}

char *fc_formula_function_name(fc_fit fit, fc_variant variant)
{
    bool is_any = variant == FC_VARIANT_ANY;
    return fc_format("%s%s%s", fc_formula_fit_name(fit), is_any ? "" : "@",
                     is_any ? "" : fc_formula_variant_name(variant));
}

bool fc_formula_is_collective(fc_fit fit)
{
    return fit > FC_FIT_SENDRECV;
}

bool fc_formula_is_never(const fc_formula_term *term)
{
    double count;
    return fc_sym_is_constant(term->count, &count) && count == 0;
}

const fc_sym *fc_formula_iterations(fc_algebra *algebra, const fc_formula_term *term)
{
    return term->iterations ? term->iterations : fc_sym_integer(algebra, 1);
}
