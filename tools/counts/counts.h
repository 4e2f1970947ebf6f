/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file counts.h  The values of a cost program's counters: assumed, annotated, profiled or fitted, in this order. */
#ifndef FC_COUNTS_H
#define FC_COUNTS_H

#include "analyzer/model/profile/profile.h"
#include "runtime/host/cost_program.h"
#include "tools/command_line/sweep.h"
#include "tools/counts/assumed_bounds.h"
#include "tools/counts/assumptions.h"
#include "tools/counts/count_fits.h"
#include "tools/counts/missing_counts.h"
#include "tools/counts/never_executed.h"

struct fc_analysis;

typedef struct fc_counts {
    const fc_program *source;
    fc_never_executed idle; /* the never-executed branches removed from it */
    const fc_cost_program *program;
    fc_shared_object *object; /* of the program; borrowed */
    fc_assumptions assumptions;
    fc_assumed_bounds bounds;
    double *annotated;         /* by counter: count_annotation.h; NAN: none */
    fc_profile *profile;       /* NULL: none */
    char *profile_path;        /* its file; NULL: none */
    fc_profile_request wanted; /* the application's arguments, with `present` */
    fc_input_files *present;   /* the current content of the files that the profiled runs read */
    bool reads_inputs;         /* the program slice reads input files */
    fc_count_fits *fits;       /* NULL: fewer than two comparable runs */
    int *node;                 /* by counter: its node in the program */
    fc_counter_value *answer;  /* by counter: the cached answer for wanted.ranks */
    bool *is_known;
    fc_missing_counts missing;    /* asked for, without a value */
    const fc_profile_run **run;   /* by counter: the run of the answer; NULL: the answer is not profiled */
    double *spread;               /* by counter: the spread over the ranks of that run (fc_profile_spread) */
    struct fc_count_cache *moved; /* cached answers for one point that was not profiled */
    const struct fc_sandbox_options
        *sandbox; /* of the evaluations that derive parameters; borrowed; NULL: the default */
} fc_counts;

/** Reads the profile that the option `profile` names, else MODEL.fc.profile if it exists. Must precede the analysis: it
 * removes never-executed branches from the program (never_executed.h), unless counts are assumed, and requests the
 * counters of timed calls. Errors of fc_profile_read(). */
fc_status fc_counts_begin(FC_GIVE fc_counts *out, const fc_arguments *arguments, fc_program *program,
                          fc_report *report);
/** Reads the option `assume` and the annotations, after fc_counts_begin(), and sets is_reached of the analysis'
 * counters. loaded: the cost program of the analysis; arguments and the program are borrowed. Errors of
 * fc_assumptions_parse(), fc_count_annotation_find(). */
fc_status fc_counts_open(fc_counts *counts, const fc_arguments *arguments, const fc_loaded_program *loaded,
                         struct fc_analysis *analysis, fc_report *report);
/** Fits the counts of runs that differ in ranks and arguments, for predictions of points that were not profiled. The
 * machine is borrowed for this call. */
void fc_counts_fit(fc_counts *counts, const fc_coefficients *machine);
void fc_counts_close(fc_counts *counts);

/** An fc_counter_lookup on an fc_counts. In order of preference, the value is assumed, annotated, that of a run of the
 * same point and input files, fitted, or that of the nearest run with fc_profile_error(). The last two are means over
 * the ranks, and their error includes the spread over the ranks of the nearest run. */
bool fc_counts_lookup(void *data, const fc_counter_query *question, fc_counter_value *answer);

/** By --assume bounds, the loop of that counter runs up to its bound: it has no other value. */
bool fc_counts_is_at_bound(const fc_counts *counts, int loop);

/** Notes what --assume bounds stands in for, the fitted counts, the loops that are counted up to their bound, the
 * never-executed branches, the runs that broke off, and the runs that are used for points that were not profiled. */
void fc_counts_note(const fc_counts *counts, const fc_sweep *sweep, FILE *out);

#endif
