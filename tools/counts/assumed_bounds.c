/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/counts/assumed_bounds.h"

#include "analyzer/cost_tree/analysis.h"
#include "analyzer/effects/external.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A statement by which control leaves the tree. A break or continue of a loop or switch within the tree does not. */
static bool leaves(const fc_node *node, bool in_loop, bool in_switch)
{
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    if (node->kind == FC_RETURN || node->kind == FC_GOTO || (target && fc_external_is_stop(target)))
        return true;
    if ((node->kind == FC_BREAK && !in_loop && !in_switch) || (node->kind == FC_CONTINUE && !in_loop))
        return true;
    in_switch = (in_switch || node->kind == FC_SWITCH) && !fc_node_is_loop(node);
    in_loop |= fc_node_is_loop(node);
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && leaves(node->child[i], in_loop, in_switch))
            return true;
    return false;
}

void fc_assumed_bounds_create(fc_assumed_bounds *out, const fc_analysis *analysis)
{
    out->leaves = fc_allocate(analysis->n_counters, sizeof *out->leaves);
    for (size_t i = 0; i < analysis->n_counters; i++) {
        const fc_node *node = analysis->counter[i].node;
        if (node->kind != FC_IF)
            continue;
        bool first = leaves(node->child[1], false, false);
        bool second = node->n_children > 2 && node->child[2] && leaves(node->child[2], false, false);
        out->leaves[i] = (signed char)(first - second);
    }
}

void fc_assumed_bounds_free(fc_assumed_bounds *bounds)
{
    free(bounds->leaves);
    *bounds = (fc_assumed_bounds){0};
}

static bool is_branch(const char *operation)
{
    return strcmp(operation, "branch") == 0 || strcmp(operation, "case") == 0;
}

bool fc_assumed_bounds_cover(const char *operation, const char *next)
{
    return is_branch(operation) || (next && strcmp(next, "bound") == 0);
}

static bool is_bound(const fc_cost_program *program, int counter)
{
    return counter < program->n_counters && strcmp(program->counter[counter].operation, "bound") == 0;
}

bool fc_assumed_bounds_has(const fc_cost_program *program, int loop)
{
    return is_bound(program, loop + 1);
}

bool fc_assumed_bounds_answer(const fc_assumed_bounds *bounds, const fc_cost_program *program, int counter,
                              fc_counter_value *answer)
{
    if (!bounds->leaves)
        return false;
    if (is_bound(program, counter)) {
        *answer = (fc_counter_value){1, FC_ORIGIN_ASSUMED, 0};
        return true;
    }
    if (!is_branch(program->counter[counter].operation))
        return false;
    static const double arm_taken[] = {1, 0.5, 0}; /* where the second, no, the first arm leaves */
    double share = arm_taken[bounds->leaves[counter] + 1];
    *answer = (fc_counter_value){share, FC_ORIGIN_ASSUMED, share == 0.5 ? 1 / sqrt(12) / share : 0};
    return true;
}
