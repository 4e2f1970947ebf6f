/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file counts.h  Values of the counters a cost program asks for: assumed ones first, then profiled ones. */
#ifndef FC_COUNTS_H
#define FC_COUNTS_H

#include "analyzer/model/profile.h"
#include "runtime/evaluate/rank.h"
#include "tools/command_line/assumption.h"
#include "tools/command_line/sweep.h"
#include "tools/prediction/count_fits.h"
#include "tools/prediction/idle_arms.h"

struct fc_analysis;

typedef struct fc_counts {
    const fc_program *source;
    fc_idle_arms idle; /* of it, what the profile's runs never ran is left out */
    const fc_cost_program *program;
    fc_assumptions assumptions;
    double *annotated;       /* by counter: annotation.h; NAN: not */
    fc_profile *profile;     /* NULL: none */
    char *profile_path;      /* where it was read; NULL: likewise */
    fc_profile_wish wanted;  /* the application's arguments; with the next */
    fc_input_files *present; /* what lies where the profile's runs read files */
    fc_count_fits *fits;     /* NULL: no two runs to fit */
    int *node;               /* by counter: its node in the program */
    fc_answer *answer;       /* by counter: the answer for wanted.ranks, as asked for last */
    bool *is_known;
    const fc_profile_run **run;    /* by counter: the run that the answer comes from; NULL: it is not a profile's */
    double *spread;                /* by counter: how far ranks were apart in that run (fc_profile_spread) */
    struct fc_moved_counts *moved; /* answers for a point that nobody profiled, as asked for last */
} fc_counts;

/** Reads the profile that the option `profile` names, or without it the one beside the model (MODEL.fc.profile), if
 * there is one; before the program is analysed, since what no run of it came to is left out of the program
 * (idle_arms.h) unless counts are assumed, and times of calls in it want their counters. Errors of fc_profile_read().
 */
fc_status fc_counts_begin(FC_GIVE fc_counts *out, const fc_arguments *arguments, fc_program *program,
                          fc_report *report);
/** From the option `assume`, behind fc_counts_begin(). program: the loaded cost program of the analysis; arguments and
 * program are borrowed. Errors of fc_assumptions_parse(), fc_annotation_find(). */
fc_status fc_counts_open(fc_counts *counts, const fc_arguments *arguments, const fc_cost_program *program,
                         const struct fc_analysis *analysis, fc_report *report);
/** Fits the counts of runs that differ in ranks and arguments; predictions of points that nobody profiled take the
 * fits. The machine is borrowed for this call. */
void fc_counts_fit(fc_counts *counts, const fc_coefficients *machine);
void fc_counts_close(fc_counts *counts);

/** fc_counter_lookup over an fc_counts: what is assumed, else annotated, else counted by a run of the same ranks,
 * arguments and input files, else fitted, else what the nearest run counted, with fc_profile_error(). The last two are
 * means over the ranks; how far ranks were apart in the nearest run is part of their error. */
bool fc_counts_lookup(void *data, const fc_question *question, fc_answer *answer);

/** Says which counts are fitted, which loops run to their bound because data never ended them, what never ran, and
 * which runs stand in for others at the points of a sweep; nothing where profile and points agree, or nothing comes
 * from a profile. */
void fc_counts_note(const fc_counts *counts, const fc_sweep *sweep, FILE *out);

#endif
