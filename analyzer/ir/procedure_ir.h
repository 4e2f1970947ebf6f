/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file procedure_ir.h  The intermediate representation of one procedure that analyses of values need: control-flow
 * graph, dominators, loop nest and SSA form. */
#ifndef FC_PROCEDURE_IR_H
#define FC_PROCEDURE_IR_H

#include "analyzer/ir/loop_nest.h"
#include "analyzer/ir/ssa.h"

typedef struct fc_procedure_ir {
    fc_cfg cfg;
    fc_dominance dominance;
    fc_loop_nest nest;
    fc_ssa ssa;
} fc_procedure_ir;

/** calls, effects: as of fc_cfg_create() and fc_ssa_create(). The result must not be moved: its parts refer to each
 * other. */
void fc_procedure_ir_create(FC_GIVE fc_procedure_ir *out, const fc_procedure *procedure, const fc_cfg_calls *calls,
                            const fc_ssa_effects *effects);
void fc_procedure_ir_free(fc_procedure_ir *ir);

#endif
