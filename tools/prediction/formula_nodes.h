/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_nodes.h  The nodes by which a formula distinguishes variants of runtime functions. */
#ifndef FC_FORMULA_NODES_H
#define FC_FORMULA_NODES_H

#include "analyzer/summary/formula.h"
#include "tools/prediction/prediction_context.h"

/** None if the machine has no variants, or a rank file gives the placement, which has no closed form. */
fc_formula_nodes fc_formula_nodes_of(const fc_prediction_context *subject);

#endif
