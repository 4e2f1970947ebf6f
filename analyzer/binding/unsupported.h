/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file unsupported.h  MPI calls that the table of operations rejects or lacks. */
#ifndef FC_UNSUPPORTED_H
#define FC_UNSUPPORTED_H

#include "analyzer/model/program.h"

/** FC_E_INPUT at the first such call in a reachable procedure (by procedure id). The report names each function once,
 * with the reason and its places. */
fc_status fc_unsupported_check(const fc_program *program, const bool *reachable, fc_report *report);

#endif
