/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file conditional_constants.h  Code that no run executes, since constants decide the branches around it.
 *
 * Conditional constant propagation (Wegman, Zadeck, TOPLAS 1991) over abstract locations, across procedures and without
 * regard to the order of statements: options of a library that the program leaves at their defaults are constants. A
 * branch adds the definitions and calls of an arm only once its condition may lead there. Time: nodes times the rounds
 * until no set of constants grows, usually below 20. */
#ifndef FC_CONDITIONAL_CONSTANTS_H
#define FC_CONDITIONAL_CONSTANTS_H

#include "analyzer/model/node_removal.h"

/** Empties the arms that are never executed, and makes their conditions constants unless these have side effects.
 * removed: to restore them; NULL: they stay so. */
void fc_conditional_constants_remove(fc_removed_nodes *removed, fc_program *program);

#endif
