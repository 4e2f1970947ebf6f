/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file procedure_ir.h  All parts of the intermediate representation of one procedure. */
#ifndef FC_PROCEDURE_IR_H
#define FC_PROCEDURE_IR_H

#include "analyzer/ir/control_dependence.h"
#include "analyzer/ir/loop_nest.h"
#include "analyzer/ir/ssa.h"

typedef struct fc_procedure_ir {
    fc_cfg cfg;
    fc_dominance dominance, postdominance;
    fc_dominance_frontiers frontiers;
    fc_loop_nest nest;
    fc_control_dependence dependence;
    fc_ssa ssa;
} fc_procedure_ir;

/** *out stays where it is: its parts refer to each other. */
void fc_procedure_ir_create(FC_GIVE fc_procedure_ir *out, const fc_procedure *procedure);
void fc_procedure_ir_free(fc_procedure_ir *ir);

/** The outermost loop around `from` that does not hold `to`; FC_GRAPH_NONE: each loop around `from` holds `to`. */
int fc_procedure_ir_loop_left(const fc_procedure_ir *ir, int from, int to);
/** The block's innermost loop is nested this deep; 0: no loop. */
int fc_procedure_ir_depth(const fc_procedure_ir *ir, int block);

#endif
