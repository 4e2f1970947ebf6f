/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file assignments.h  Where a variable is given a new value, whatever it had. */
#ifndef FC_ASSIGNMENTS_H
#define FC_ASSIGNMENTS_H

#include "analyzer/model/program.h"

/** The for statement's start assigns the variable. */
bool fc_assignments_start(const fc_node *loop, const fc_symbol *symbol);
/** The last statement before `node` in its block that assigns the variable; NULL: none, or a label stands between. */
const fc_node *fc_assignments_before(const fc_node *node, const fc_symbol *symbol);

#endif
