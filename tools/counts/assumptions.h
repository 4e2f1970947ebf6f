/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file assumptions.h  --assume FILE:LINE=VALUE: user annotations of counts that are in neither source nor profile.
 * --assume bounds: such counts at their bounds (assumed_bounds.h). */
#ifndef FC_ASSUMPTIONS_H
#define FC_ASSUMPTIONS_H

#include "runtime/core/forecost.h"
#include "tools/command_line/command.h"

/** Values by counter of a cost program; NAN: not assumed. */
typedef struct fc_assumptions {
    double *value; /* [n_counters] */
    int n_counters;
    bool takes_bounds;
} fc_assumptions;

/** Parses the option `assume`: the mean trip count of a loop (>= 0), or the share of a branch (0 .. 1). FILE is the
 * source's path or its end ("heat.c" for "src/heat.c"). All counters of that line get the value. FC_E_USAGE: a syntax
 * error, a value out of range, or a place without a counter; the hint lists the places with counters. */
fc_status fc_assumptions_parse(FC_GIVE fc_assumptions *out, const fc_arguments *arguments,
                               const fc_cost_program *program, fc_report *report);
void fc_assumptions_free(fc_assumptions *assumptions);

#endif
