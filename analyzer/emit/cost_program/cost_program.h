/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_program.h  Prints the cost program: C code that computes predicted seconds ([analyzer] section 3.2.1). */
#ifndef FC_COST_PROGRAM_COST_PROGRAM_H
#define FC_COST_PROGRAM_COST_PROGRAM_H

#include "analyzer/summary/formula.h"

/** Writes the whole C file into `out`: `#include "forecost.h"`, tables of regions, sites and counters, one
 * `double cost_<procedure>(fc_rank *r, ...)` for each reached procedure, and FC_COST_PROGRAM_EXPORT. FC_E_INPUT if the
 * program has no main or uses an unsupported MPI constant. Deterministic: equal models give equal bytes. */
fc_status fc_cost_program_write(fc_text *out, const fc_analysis *analysis, fc_report *report);
/** The same with the formula's probes. */
fc_status fc_cost_program_write_probed(fc_text *out, const fc_formula *formula, fc_report *report);

#endif
