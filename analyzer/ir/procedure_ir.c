/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/ir/procedure_ir.h"

void fc_procedure_ir_create(fc_procedure_ir *out, const fc_procedure *procedure, const fc_cfg_calls *calls,
                            const fc_ssa_effects *effects)
{
    fc_cfg_create(&out->cfg, procedure, calls);
    fc_dominance_create(&out->dominance, &out->cfg.graph, 0, FC_GRAPH_FORWARD);
    fc_loop_nest_create(&out->nest, &out->cfg.graph, 0);
    fc_ssa_create(&out->ssa, &out->cfg, &out->dominance, effects);
}

void fc_procedure_ir_free(fc_procedure_ir *ir)
{
    fc_ssa_free(&ir->ssa);
    fc_loop_nest_free(&ir->nest);
    fc_dominance_free(&ir->dominance);
    fc_cfg_free(&ir->cfg);
}
