/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/mispredictions.h"

#include "analyzer/model/node_search.h"
#include "analyzer/regions/machine_code.h"
#include "analyzer/regions/region_model.h"

static bool writes_or_calls(const fc_node *node, const void *data)
{
    (void)data;
    bool sets = node->kind == FC_ASSIGN || node->kind == FC_STEP;
    return node->kind == FC_CALL || (sets && fc_node_without_casts(node->child[0])->kind != FC_NAME);
}

static bool is_branch(const fc_node *node, fc_code_branches code)
{
    bool is_plain = code == FC_CODE_UNKNOWN && node->kind == FC_IF;
    for (int i = 1; i < node->n_children && is_plain; i++)
        is_plain = !node->child[i] || !fc_node_search_first(node->child[i], writes_or_calls, NULL);
    return code != FC_CODE_NO_BRANCHES && !is_plain;
}

typedef struct adding {
    const fc_program *program;
    fc_code_branches code;
} adding;

/* at: the region of the last operations before the sequence. */
static void add_in(const adding *to, const fc_cost *sequence, fc_region_model *at)
{
    for (int i = 0; i < sequence->n_children; i++) {
        const fc_cost *cost = sequence->child[i];
        at = cost->kind == FC_COST_REGION ? cost->region : at;
        if (cost->kind == FC_COST_SHARE && is_branch(cost->node, to->code))
            at->operation[FC_OP_CLASS_MISPREDICT][FC_I32] += to->program->mispredicted[cost->node->id];
        for (int k = 0; k < cost->n_children && cost->kind == FC_COST_SHARE; k++)
            add_in(to, cost->child[k], at);
        if (cost->kind == FC_COST_SEQUENCE)
            add_in(to, cost, at);
    }
}

void fc_mispredictions_add(const fc_program *program, const fc_cost *loop)
{
    fc_region_model *own = loop->region;
    if (program->mispredicted && own->operation[FC_OP_CLASS_MISPREDICT][FC_I32] == 0) /* a search has its own */
        add_in(&(adding){program, fc_machine_code_branches(program, own)}, loop->child[0], own);
}
