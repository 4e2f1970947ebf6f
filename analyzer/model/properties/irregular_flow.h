/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file irregular_flow.h  Irregular regions of the control-flow graph: a goto enters a block or goes back over a
 * declaration, a goto is computed, a goto ends or repeats a goto loop by values in memory, or a case label stands
 * inside another statement (Duff's device).
 *
 * Such a block is cut into straight-line regions, whose statements all run equally often. Each region begins with an
 * FC_IRREGULAR_REGION. A profiling run counts its executions per entry of the block. */
#ifndef FC_IRREGULAR_FLOW_H
#define FC_IRREGULAR_FLOW_H

#include "analyzer/model/program.h"

/** &&label in the model: FC_LABEL_ADDRESS("label"). No source defines this function. */
#define FC_LABEL_ADDRESS "__label_address"

/** Inserts an FC_IRREGULAR_REGION where a region begins. The first region of a block runs once per entry; its `text`
 * names the irregular jump. Loops and branches that no such jump enters or leaves stay whole. A block contains the
 * targets of all of its jumps: with a return it is the procedure's body. */
void fc_irregular_flow_cut(fc_program *program);
/** The first FC_IRREGULAR_REGION of the block that the region belongs to. */
const fc_node *fc_irregular_flow_first(const fc_node *piece);
/** A region begins at or below the node. */
bool fc_irregular_flow_is_within(const fc_node *node);
/** The block is cut into irregular regions. */
bool fc_irregular_flow_is_block(const fc_node *block);

#endif
