/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/cost_tree/analysis.h"

#include "analyzer/binding/unsupported.h"
#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/cost_annotated.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/cost_tree/first_touches.h"
#include "analyzer/cost_tree/independent_work.h"
#include "analyzer/cost_tree/object_sizes.h"
#include "analyzer/cost_tree/recursion.h"
#include "analyzer/effects/library_annotated.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/properties/subscript_variables.h"
#include "analyzer/regions/loop_parts.h"
#include "analyzer/regions/volumes.h"
#include "runtime/core/forecost.h"

#include <stdlib.h>

static void count_loop(void *data, const fc_cost *cost)
{
    fc_analysis *analysis = data;
    if (cost->kind == FC_COST_CANONICAL_LOOP) {
        fc_view view = {
            .control = analysis->control, .algebra = analysis->algebra, .root = fc_cost_outermost_loop(cost->node)};
        bool closed = fc_loops_is_closed(cost, &view);
        analysis->n_closed_loops += closed;
        analysis->n_executed_loops += !closed;
    }
    analysis->n_executed_loops += cost->kind == FC_COST_EXECUTED_LOOP;
}

static fc_status build_trees(fc_analysis *analysis, fc_report *report)
{
    for (int i = 0; i < analysis->program->n_procedures; i++) {
        if (!analysis->reached[i])
            continue;
        fc_status status = fc_cost_tree_build(analysis, analysis->program->procedure[i], report);
        if (status)
            return status;
        fc_cost_walk(analysis->tree[i], count_loop, analysis);
    }
    return FC_OK;
}

typedef struct joining {
    fc_analysis *analysis;
    fc_cost **inlinable;
} joining;

static void join_parts(void *data, const fc_cost *cost)
{
    joining *at = data;
    fc_analysis *analysis = at->analysis;
    bool is_innermost = cost->kind != FC_COST_REGION && cost->innermost && cost->region &&
                        (cost->region->flags & FC_REGION_LOOP || cost->region->unrolled > 0);
    if (!is_innermost)
        return;
    fc_region_model *whole = fc_loop_parts_join(cost, analysis->program, at->inlinable);
    if (!whole)
        return;
    whole->id = (int)analysis->n_wholes;
    analysis->whole =
        fc_grow(analysis->whole, &analysis->whole_capacity, analysis->n_wholes + 1, sizeof(fc_region_model *));
    analysis->whole[analysis->n_wholes++] = whole;
}

static void join_loops(fc_analysis *analysis)
{
    const int n = analysis->program->n_procedures;
    joining at = {analysis, fc_loop_parts_inlinable(analysis->tree, n)};
    for (int i = 0; i < n; i++)
        if (analysis->tree[i])
            fc_cost_walk(analysis->tree[i], join_parts, &at);
    free(at.inlinable);
}

fc_status fc_analysis_create(fc_analysis **out, const fc_program *program, fc_report *report)
{
    fc_analysis *analysis = fc_allocate(1, sizeof *analysis);
    analysis->program = program;
    analysis->algebra = fc_algebra_create();
    analysis->pointer_calls = fc_indirect_calls_find(program);
    analysis->control = fc_control_create(program, analysis->pointer_calls);
    analysis->tree = fc_allocate((size_t)program->n_procedures, sizeof *analysis->tree);
    analysis->reached = fc_cost_annotated_reachable(analysis);
    analysis->is_head = fc_recursion_find_heads(analysis);
    analysis->number_counter = fc_allocate((size_t)program->n_nodes, sizeof *analysis->number_counter);
    analysis->extent_counter = fc_allocate((size_t)program->n_nodes, sizeof *analysis->extent_counter);
    analysis->reuses = fc_allocate((size_t)program->n_nodes, sizeof *analysis->reuses);
    analysis->object = fc_allocate((size_t)program->n_nodes, sizeof *analysis->object);
    analysis->subscript = fc_subscript_variables_find(program);
    for (int i = 0; i < program->n_nodes; i++)
        analysis->number_counter[i] = analysis->extent_counter[i] = analysis->object[i] = -1;
    fc_status status = fc_library_annotated_check(program, report);
    if (!status)
        status = fc_unsupported_check(program, analysis->reached, report);
    if (!status)
        status = build_trees(analysis, report);
    if (!status)
        fc_object_sizes_find(analysis);
    if (!status)
        fc_independent_work_find(analysis);
    if (!status)
        fc_first_touches_find(analysis);
    if (status)
        fc_analysis_free(analysis);
    else {
        join_loops(analysis);
        analysis->volumes = fc_volumes_create(program);
        *out = analysis;
    }
    return status;
}

void fc_analysis_free(fc_analysis *analysis)
{
    if (!analysis)
        return;
    for (int i = 0; i < analysis->program->n_procedures; i++)
        fc_cost_free(analysis->tree[i]);
    for (size_t i = 0; i < analysis->n_regions; i++) {
        free(analysis->region[i]->stream);
        free(analysis->region[i]->quotient);
        free(analysis->region[i]->hoisted);
        free(analysis->region[i]);
    }
    for (size_t i = 0; i < analysis->n_wholes; i++)
        fc_loop_parts_free(analysis->whole[i]);
    free(analysis->whole);
    for (size_t i = 0; i < analysis->n_warnings; i++)
        free(analysis->warning[i]);
    free(analysis->region);
    free(analysis->warning);
    free(analysis->site);
    for (size_t i = 0; i < analysis->n_counters; i++)
        free(analysis->counter[i].why);
    free(analysis->counter);
    free(analysis->number_counter);
    free(analysis->extent_counter);
    free(analysis->object);
    free(analysis->reuses);
    free(analysis->subscript);
    free(analysis->tree);
    free(analysis->reached);
    free(analysis->is_head);
    fc_control_free(analysis->control);
    fc_indirect_calls_free(analysis->pointer_calls);
    fc_volumes_free(analysis->volumes);
    fc_algebra_free(analysis->algebra);
    free(analysis);
}
