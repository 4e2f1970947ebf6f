/* SPDX-License-Identifier: Apache-2.0 */
/** @file team_costs.h  Overheads of OpenMP constructs. */
#ifndef FC_OPENMP_TEAM_COSTS_H
#define FC_OPENMP_TEAM_COSTS_H

#include "coefficients.h"

/** Those of the machine; common ones if it was calibrated without OpenMP. */
const fc_openmp_costs *fc_team_costs(const fc_coefficients *machine);
/** Overhead [s] of a construct for a team of n threads. */
double fc_team_overhead(const fc_openmp_costs *threads, fc_overhead_kind kind, int n);

#endif
