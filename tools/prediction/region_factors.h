/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file region_factors.h  Compute model `fitted`: the model `memory`, scaled by factors from timed profiling runs.
 * Each group of regions (analyzer/emit/instrument/timers.h) has a factor for the core and one for the memory.
 *
 * A run constrains one part: the core if the core alone takes at least half of a group's predicted seconds, else the
 * memory. A part's factor makes prediction and measurement agree over the runs that constrain it. Its error combines
 * the spread over runs and ranks, the error of each ratio, and the model's error for another build of the source. A
 * part without runs, and a region that was never timed, keep factor 1 and the model's own error.
 *
 * A factor above 3 or below 1/3 says that the model does not describe the place. At the arguments of a timed run it
 * stands: it reproduces the measured time of each call. For others it may have another cause than the counted work, so
 * the prediction takes its square root, with an interval from the model alone to the factor. Timed runs with three
 * different arguments prove a factor: its spread over them is its error. */
#ifndef FC_REGION_FACTORS_H
#define FC_REGION_FACTORS_H

#include "tools/counts/counts.h"

#include <stdio.h>

struct fc_analysis;

/** The result of the timed runs for one group. */
typedef struct fc_timed_group {
    int node;                       /* its timed piece that took longest */
    double measured_s, predicted_s; /* sums over all runs and ranks, in undisturbed intervals (fc_profile_timer) */
    double factor, relative_error;  /* the mean ratio weighted by predicted seconds; 1, 0 if either sum is 0 */
    int n_ratios;                   /* one for each run and rank */
    fc_region_factor parts;
    double untrusted; /* the part's factor that the prediction does not take; 0: it takes the factors */
} fc_timed_group;

typedef struct fc_region_factors {
    fc_region_factor *by_region;
    bool *is_timed;        /* by region */
    fc_timed_group *group; /* in the order of the source */
    int n_groups, n_runs;
} fc_region_factors;

/** All borrowed for the call; `counts` holds the profile. */
typedef struct fc_region_factors_source {
    const struct fc_analysis *analysis;
    const fc_cost_program *program;
    const fc_coefficients *machine;
    const fc_counts *counts;
} fc_region_factors_source;

/** FC_E_INPUT: there is no timed run, or the cost program fails on all of them. */
fc_status fc_region_factors_create(FC_GIVE fc_region_factors **out, const fc_region_factors_source *source,
                                   fc_report *report);
void fc_region_factors_free(FC_TAKE fc_region_factors *factors);

/** Notes the number of factors and runs, and warns of each significant factor above 2 or below 0.5. */
void fc_region_factors_note(const fc_region_factors *factors, const fc_program *program, FILE *out);
/** The value of "factors" in `predict --format json`: [{file, line, factor, error, measured_s, predicted_s}], with
 * error and seconds as in fc_timed_group. */
void fc_region_factors_json(fc_json_writer *json, const fc_region_factors *factors, const fc_program *program);

#endif
