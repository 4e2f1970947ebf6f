/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file region_factors.h  Compute model `fitted` (design, section 6): the structure of `memory`, and one factor a
 * group of regions (analyzer/passes/timers.h) from timed profiling runs.
 *
 * A run tells of what bound it: of the core, if the core alone takes half of a group's predicted seconds at least, of
 * the memory else. A part's factor is the one for which the model says what was measured where that part bound; its
 * error: how the ratios of runs and ranks differ, how sure each is, and what another build of the same source may be
 * off. A part that bound no run, and what was never timed, keeps factor 1 and the model's own error.
 */
#ifndef FC_REGION_FACTORS_H
#define FC_REGION_FACTORS_H

#include "tools/prediction/counts.h"

#include <stdio.h>

struct fc_analysis;

/** What the timed runs tell of one group. */
typedef struct fc_timed_group {
    int node;                       /* its timed piece that took longest */
    double measured_s, predicted_s; /* over all runs and ranks, in quiet stretches (fc_profile_timer) */
    double factor,
        relative_error; /* measured_s / predicted_s; 1, 0 where the model sees no cost or the clock no time */
    int n_ratios;       /* runs and ranks behind it */
    fc_region_factor parts;
} fc_timed_group;

typedef struct fc_region_factors {
    fc_region_factor *by_region;
    bool *is_timed;        /* by region */
    fc_timed_group *group; /* in the order of the source */
    int n_groups, n_runs;
} fc_region_factors;

/** All borrowed for the call; counts tell the profile. */
typedef struct fc_region_factors_source {
    const struct fc_analysis *analysis;
    const fc_cost_program *program;
    const fc_coefficients *machine;
    const fc_counts *counts;
} fc_region_factors_source;

/** FC_E_INPUT: no timed run, or the cost program follows none of them. */
fc_status fc_region_factors_create(FC_GIVE fc_region_factors **out, const fc_region_factors_source *source,
                                   fc_report *report);
void fc_region_factors_free(FC_TAKE fc_region_factors *factors);

/** What the factors rest on, and a warning for each that is far from 1 and matters, in a few lines. */
void fc_region_factors_note(const fc_region_factors *factors, const fc_program *program, FILE *out);
/** A member of the contract of `predict --format json`: "factors": [{file, line, factor, error, measured_s,
 * predicted_s}], error and seconds as in fc_timed_group. */
void fc_region_factors_json(fc_text *out, const fc_region_factors *factors, const fc_program *program);

#endif
