/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file error_checks.h  Checks of error codes: conditions that no successful run meets.
 *
 * MPI calls return MPI_SUCCESS, as the virtual ones do, and a variable or a procedure has the value 0 if all its
 * definitions have. This is constant propagation (Kildall, POPL 1973) for the constant 0, without regard to the order
 * of statements. */
#ifndef FC_ERROR_CHECKS_H
#define FC_ERROR_CHECKS_H

#include "analyzer/model/node_removal.h"

/** Empties the arms that such conditions exclude, so that the jumps in them do not count as exits of loops. The
 * conditions stay. removed: to restore them; NULL: they stay empty. */
void fc_error_checks_remove(fc_removed_nodes *removed, fc_program *program);

#endif
