/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file evaluate_child.h  The part of an evaluation that runs in child processes, and what it shares with their
 * parent.
 */
#ifndef FC_EVALUATE_CHILD_H
#define FC_EVALUATE_CHILD_H

#include "runtime/host/evaluate.h"
#include "runtime/host/isolate.h"

/* The result of one point, in memory shared with the child. The record is followed by the items' seconds (of the
 * slowest rank), messages and bytes (of all ranks), the parameters, and the probes (of the slowest rank). */
typedef struct fc_evaluation_record {
    fc_ending ending;
    fc_totals totals;
    int slowest_rank, ranks_evaluated;
    fc_unmatched unmatched;
    fc_prediction_classes classes;
    fc_prediction_fallback apart;
    double value[];
} fc_evaluation_record;

typedef struct fc_evaluation_work {
    const fc_evaluation *evaluation;
    const fc_point *points;
    int n_points, first;   /* first: the point of the first record */
    int begun;             /* the first point of the running children */
    char **argv;           /* of the current point, padded: fc_word() */
    fc_source_mark *mark;  /* [children]; also in shared memory */
    uintptr_t *base;       /* [children]; where each has loaded the program; also in shared memory */
    fc_step_sample *steps; /* of the first child; also in shared memory, with a budget; NULL: none */
    int children;
    char *records;
    size_t record_size;
    int n_items, n_parameters, n_probes;
    fc_sandbox sandbox;
} fc_evaluation_work;

/** The record of a point. */
fc_evaluation_record *fc_evaluate_child_record(const fc_evaluation_work *w, int point);
/** The number of ranks to evaluate at a point. */
int fc_evaluate_child_ranks(const fc_evaluation_work *w, int point);
/** The parameter that an override names; false: none. */
bool fc_evaluate_child_parameter(int *index, const fc_cost_program *program, const fc_prediction_override *override);
/** Evaluates the points of the steps, in a child: an fc_isolate_work. data: fc_evaluation_work. */
void fc_evaluate_child_run(void *data, const fc_isolate_steps *steps, void (*done)(void *progress), void *progress);

#endif
