/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/profile/measured_parts.h"

#include "analyzer/context/values.h"
#include "analyzer/cost_tree/analysis.h"
#include "analyzer/cost_tree/collapse.h"
#include "analyzer/cost_tree/loop_effects.h"

#include <stdlib.h>

/* The slice executes the loop one iteration after the other. */
static bool is_executed(const fc_analysis *analysis, const fc_cost *cost)
{
    fc_view view = {.control = analysis->control, .algebra = analysis->algebra, .root = cost->node};
    fc_terms terms = {0};
    if (cost->kind != FC_COST_CANONICAL_LOOP)
        return cost->kind == FC_COST_EXECUTED_LOOP;
    bool is_closed = fc_collapse(&terms, analysis, cost, &view) || fc_loop_effects_repeats(analysis, cost);
    fc_terms_free(&terms);
    return !is_closed;
}

static void find_executed(int *out, int *n, const fc_analysis *analysis, const fc_cost *cost)
{
    if (is_executed(analysis, cost))
        out[(*n)++] = cost->node->id;
    for (int i = 0; i < cost->n_children; i++)
        if (cost->child[i])
            find_executed(out, n, analysis, cost->child[i]);
}

fc_status fc_measured_parts_counters(int **out, int *n, fc_program *program, const fc_analysis *analysis,
                                     fc_report *report)
{
    fc_analysis *measured = NULL;
    fc_status status = FC_OK;
    *out = NULL;
    *n = 0;
    /* The loops that a budget may have to measure. */
    int *found = fc_allocate((size_t)analysis->program->n_nodes, sizeof *found);
    program->n_measured = 0;
    for (int i = 0; i < analysis->program->n_procedures; i++)
        if (analysis->reached[i] && analysis->tree[i])
            find_executed(found, &program->n_measured, analysis, analysis->tree[i]);
    program->measured = found;
    if (program->n_measured > 0)
        status = fc_analysis_create(&measured, program, report);
    if (measured) {
        *out = fc_allocate(measured->n_counters, sizeof **out);
        for (size_t i = 0; i < measured->n_counters; i++)
            (*out)[(*n)++] = measured->counter[i].node->id;
        fc_analysis_free(measured);
    }
    free(program->measured);
    program->measured = NULL;
    program->n_measured = 0;
    return status;
}
