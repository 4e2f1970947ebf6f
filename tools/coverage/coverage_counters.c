/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/coverage/coverage_counters.h"

#include <stdlib.h>

typedef struct search {
    const fc_analysis *analysis;
    int *of_item;
    int *of_procedure; /* by id: a counter around some call of it; -1: none */
    bool has_changed;
} search;

static void note(int *known, int counter)
{
    if (*known < 0)
        *known = counter;
}

/* Records the counters below a node. counter: the innermost one around the node; -1: none. */
static void look(search *s, const fc_cost *cost, int counter)
{
    int n_regions = (int)s->analysis->n_regions;
    if (cost->counter >= 0)
        counter = cost->counter;
    if (cost->region)
        note(&s->of_item[cost->region->id], counter);
    if (cost->site >= 0)
        note(&s->of_item[n_regions + cost->site], counter);
    if (cost->callee && counter >= 0 && s->of_procedure[cost->callee->id] < 0) {
        s->of_procedure[cost->callee->id] = counter;
        s->has_changed = true;
    }
    for (int i = 0; i < cost->n_children; i++)
        look(s, cost->child[i], counter);
}

int *fc_coverage_counters(const fc_analysis *analysis)
{
    size_t n_items = analysis->n_regions + analysis->n_sites, n = (size_t)analysis->program->n_procedures;
    search s = {.analysis = analysis,
                .of_item = fc_allocate(n_items, sizeof *s.of_item),
                .of_procedure = fc_allocate(n, sizeof *s.of_procedure),
                .has_changed = true};
    for (size_t i = 0; i < n_items; i++)
        s.of_item[i] = -1;
    for (size_t i = 0; i < n; i++)
        s.of_procedure[i] = -1;
    while (s.has_changed) {
        s.has_changed = false;
        for (size_t i = 0; i < n; i++)
            if (analysis->reached[i] && analysis->tree[i])
                look(&s, analysis->tree[i], s.of_procedure[i]);
    }
    free(s.of_procedure);
    return s.of_item;
}

size_t fc_coverage_item(const fc_analysis *analysis, const fc_formula_term *term)
{
    if (term->region)
        return (size_t)term->region->id;
    size_t site = 0;
    while (site < analysis->n_sites && analysis->site[site].node != term->node)
        site++;
    return analysis->n_regions + site;
}
