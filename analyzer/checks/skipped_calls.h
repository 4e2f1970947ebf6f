/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file skipped_calls.h  Inserts calls into the program that say which messages and collectives a condition leaves out
 * (runtime/mpi/skipped_calls.h), so that a deadlock is traced back to the condition.
 *
 * A check stands at the begin of an arm of an `if` whose other arm has MPI calls, also where the source has no such
 * arm. Calls that a procedure of the program makes there are not followed. */
#ifndef FC_ANALYZER_SKIPPED_CALLS_H
#define FC_ANALYZER_SKIPPED_CALLS_H

#include "analyzer/checks/check_call.h"

/** Changes the program, whose node ids change. */
void fc_skipped_calls_insert(fc_program *program, const fc_check_types *types);

#endif
