/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file comparison.h  Several programs at the same points on one machine: the fastest at each point, the crossovers
 * between numbers of ranks (runtime/scaling/crossover.h), and their reasons. */
#ifndef FC_COMPARISON_H
#define FC_COMPARISON_H

#include "runtime/scaling/crossover.h"
#include "tools/prediction/prediction_context.h"

/** One program. */
typedef struct fc_compared_program {
    char *name; /* the file's name without ".fc"; the whole path if two files have the same name */
    fc_prediction_context context;
    fc_prediction *prediction; /* [sweep->n_points] */
} fc_compared_program;

/** A crossover for one combination of the parameters' values, with the predictions at its number of ranks. */
typedef struct fc_comparison_crossing {
    int set; /* points set * ranks.n .. (set + 1) * ranks.n - 1 of the sweep */
    fc_crossover crossover;
    fc_prediction *prediction[2]; /* one point each: of crossover.from and of crossover.to */
} fc_comparison_crossing;

typedef struct fc_comparison {
    fc_sweep *sweep; /* ranks ascending: the usable numbers (usable_points.h); borrows its parameters */
    bool owns_ranks; /* sweep->ranks.value */
    fc_compared_program *contender;
    int n;
    fc_comparison_crossing *crossing;
    size_t n_crossings, crossing_capacity;
} fc_comparison;

/** The operands of the command, compared at the points of the sweep on the machine of that name. All borrowed.
 * printed: the notes printed so far, which are not repeated; extended. */
typedef struct fc_comparison_source {
    const fc_sweep *sweep;
    const fc_arguments *arguments;
    const char *machine;
    fc_text *printed;
} fc_comparison_source;

/** Predicts every operand, leaves out the numbers of ranks at which one of them is not usable, and finds the crossovers
 * between neighboring numbers of ranks. Errors of fc_prediction_open(), fc_prediction_context_predict(). */
fc_status fc_comparison_create(FC_GIVE fc_comparison *out, const fc_comparison_source *source, fc_report *report);
void fc_comparison_free(fc_comparison *comparison);

/** The machine's own name. */
const char *fc_comparison_machine(const fc_comparison *comparison);
/** The fastest contender at point `index` of the sweep. *clear: its 90 % interval ends below those of all others. */
int fc_comparison_winner(const fc_comparison *comparison, int index, bool *clear);
/** The reason of a crossover, as a sentence without its period: which part of the slower program takes longer, and what
 * its other part saves. */
void fc_comparison_reason(fc_text *out, const fc_comparison *comparison, const fc_comparison_crossing *crossing);

#endif
