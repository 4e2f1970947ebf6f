/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/values/procedure_ir.h"

#include "analyzer/binding/control.h"
#include "analyzer/effects/external.h"

#include <string.h>

static fc_cfg_call classify(void *data, const fc_node *call)
{
    (void)data;
    const fc_symbol *target = fc_call_target(call);
    if (target && !target->definition && strstr(target->name, "setjmp"))
        return FC_CFG_RETURNS_TWICE;
    return target && fc_external_is_stop(target) ? FC_CFG_STOPS : FC_CFG_RETURNS;
}

void fc_procedure_ir_create(fc_procedure_ir *out, const fc_procedure *procedure)
{
    static const fc_cfg_calls calls = {classify, NULL};
    fc_cfg_create(&out->cfg, procedure, &calls);
    const fc_graph *graph = &out->cfg.graph;
    fc_dominance_create(&out->dominance, graph, 0, FC_GRAPH_FORWARD);
    fc_dominance_create(&out->postdominance, graph, graph->n - 1, FC_GRAPH_BACKWARD);
    fc_dominance_frontiers_create(&out->frontiers, &out->dominance, graph);
    fc_loop_nest_create(&out->nest, graph, 0);
    fc_control_dependence_create(&out->dependence, graph, &out->postdominance);
    fc_ssa_create(&out->ssa, &out->cfg, &out->dominance, NULL);
}

void fc_procedure_ir_free(fc_procedure_ir *ir)
{
    fc_ssa_free(&ir->ssa);
    fc_control_dependence_free(&ir->dependence);
    fc_loop_nest_free(&ir->nest);
    fc_dominance_frontiers_free(&ir->frontiers);
    fc_dominance_free(&ir->postdominance);
    fc_dominance_free(&ir->dominance);
    fc_cfg_free(&ir->cfg);
}

int fc_procedure_ir_loop_left(const fc_procedure_ir *ir, int from, int to)
{
    int left = FC_GRAPH_NONE;
    for (int loop = ir->nest.innermost[from]; loop != FC_GRAPH_NONE; loop = ir->nest.loop[loop].parent)
        if (!fc_loop_nest_holds(&ir->nest, loop, to))
            left = loop;
    return left;
}

int fc_procedure_ir_depth(const fc_procedure_ir *ir, int block)
{
    int loop = ir->nest.innermost[block];
    return loop == FC_GRAPH_NONE ? 0 : ir->nest.loop[loop].depth;
}
