/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file loop_effects.h  Side effects of the slice's statements: private to a subtree, or equal in each iteration. */
#ifndef FC_LOOP_EFFECTS_H
#define FC_LOOP_EFFECTS_H

#include "analyzer/cost_tree/analysis.h"

/** The slice's statements below the node change only local variables that are not read after the root. */
bool fc_loop_effects_are_private(const fc_control *control, const fc_node *node, const fc_node *root);
/** So do the parts of a loop's head. */
bool fc_loop_effects_has_private_head(const fc_control *control, const fc_node *loop, const fc_node *root);
/** All iterations of the body are equal, so that the method `sum` may run one with a weight: the slice does not read
 * the loop's variable, no jump leaves it, and its statements change only variables that the body sets itself. */
bool fc_loop_effects_repeats(const fc_analysis *analysis, const fc_cost *loop);
/** The statement of the loop's body is left out of a check. */
typedef bool fc_loop_effects_is_apart(void *data, const fc_cost *statement);
/** Whether the iterations of the body, without such statements of its own, are equal where these and the loop's head
 * are executed apart (emit/cost_program/loop_distribution.h). */
bool fc_loop_effects_repeat_without(const fc_analysis *analysis, const fc_cost *loop,
                                    fc_loop_effects_is_apart *is_apart, void *data);

#endif
