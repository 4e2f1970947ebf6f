/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file memory_checks.h  Inserts calls into the program that say which memory MPI calls and statements use
 * (runtime/mpi/requests/mpi_check.h), for races on buffers and windows, and by which operations reductions reduce.
 *
 * Objects are variables, and pointers with a single assignment, from malloc() or of a variable's address. Statements
 * are checked if they access the buffer of a nonblocking call or the memory of a window, outside of loops without MPI
 * calls. All else is left out, so that each finding is certain. */
#ifndef FC_MEMORY_CHECKS_H
#define FC_MEMORY_CHECKS_H

#include "analyzer/checks/check_call.h"

/** Changes the program, whose node ids change. */
void fc_memory_checks_insert(fc_program *program, const fc_check_types *types);

#endif
