/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file assumption.h  --assume file:line=VALUE: counts that the person tells, because neither source nor profile does.
 */
#ifndef FC_ASSUMPTION_H
#define FC_ASSUMPTION_H

#include "runtime/evaluate/forecost.h"
#include "tools/command_line/command.h"

/** Values by counter of a cost program; NAN where nothing is assumed. */
typedef struct fc_assumptions {
    double *value; /* [n_counters] */
    int n_counters;
} fc_assumptions;

/** From the option `assume`: mean iterations an entry of a loop (>= 0), or share of a branch (0 .. 1). file is the
 * source's path or its end ("heat.c" for "src/heat.c"). All counters of that line get the value. FC_E_USAGE for what is
 * no such text, a value out of range, or a place without a counter, naming the places there are. */
fc_status fc_assumptions_parse(FC_GIVE fc_assumptions *out, const fc_arguments *arguments,
                               const fc_cost_program *program, fc_report *report);
void fc_assumptions_free(fc_assumptions *assumptions);

#endif
