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

/* False: it was measured before. */
static bool add_measured(fc_program *program, const fc_node *part)
{
    for (int i = 0; i < program->n_measured; i++)
        if (program->measured[i] == part->id)
            return false;
    program->measured[program->n_measured++] = part->id;
    return true;
}

/* Adds the procedures that are called below: the slice may leave each of them to the profile too. */
static void add_called(fc_program *program, const fc_analysis *analysis, const fc_cost *cost)
{
    const fc_cost *tree = cost->kind == FC_COST_CALL && cost->callee ? analysis->tree[cost->callee->id] : NULL;
    if (tree && add_measured(program, cost->callee->body))
        add_called(program, analysis, tree);
    for (int i = 0; i < cost->n_children; i++)
        if (cost->child[i])
            add_called(program, analysis, cost->child[i]);
}

/* Adds the executed loops that are not measured yet with what they call, and the conditions of for loops that are. */
static void find_executed(fc_program *program, const fc_analysis *analysis, const fc_cost *cost)
{
    const fc_node *loop = cost->node;
    if (is_executed(analysis, cost)) {
        bool is_new = add_measured(program, loop);
        add_called(program, analysis, cost);
        if (!is_new && loop->kind == FC_FOR && loop->child[1])
            add_measured(program, loop->child[1]);
    }
    for (int i = 0; i < cost->n_children; i++)
        if (cost->child[i])
            find_executed(program, analysis, cost->child[i]);
}

static void add_counters(bool *is_counted, const fc_analysis *analysis)
{
    for (size_t i = 0; i < analysis->n_counters; i++)
        is_counted[analysis->counter[i].node->id] = true;
}

fc_status fc_measured_parts_counters(int **out, int *n, fc_program *program, const fc_analysis *analysis,
                                     fc_report *report)
{
    enum {
        ROUNDS = 2 /* loops; conditions of those that are executed all the same */
    };
    fc_analysis *measured = NULL;
    const fc_analysis *last = analysis;
    fc_status status = FC_OK;
    bool *is_counted = fc_allocate((size_t)program->n_nodes, sizeof *is_counted);
    *out = fc_allocate((size_t)program->n_nodes, sizeof **out);
    *n = 0;
    program->measured = fc_allocate(2 * (size_t)program->n_nodes, sizeof *program->measured);
    program->n_measured = 0;
    for (int round = 0; round < ROUNDS && !status; round++) {
        int before = program->n_measured;
        for (int i = 0; i < last->program->n_procedures; i++)
            if (last->reached[i] && last->tree[i])
                find_executed(program, last, last->tree[i]);
        if (program->n_measured == before)
            break;
        fc_analysis_free(measured);
        measured = NULL;
        fc_report refused = {0};
        status = fc_analysis_create(&measured, program, &refused);
        if (status == FC_E_INPUT) { /* such as the dependences of tasks that a part creates */
            status = FC_OK;
            break;
        }
        if (status)
            *report = refused;
        else
            add_counters(is_counted, measured);
        last = measured;
    }
    for (int i = 0; i < program->n_nodes; i++)
        if (is_counted[i])
            (*out)[(*n)++] = i;
    fc_analysis_free(measured);
    free(is_counted);
    free(program->measured);
    program->measured = NULL;
    program->n_measured = 0;
    return status;
}
