/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file whatif.h  A program on hypothetical machines: the speedup from each class of machine parameters ([machine]
 *  section 5.2, figure 9), and the latency tolerance (LLAMP). */
#ifndef FC_WHATIF_H
#define FC_WHATIF_H

#include "tools/prediction/prediction_context.h"

/** A hypothetical machine. Borrowed. */
typedef struct fc_whatif_scenario {
    const char *name;  /* for the output */
    const char *edits; /* machine_edit.h */
} fc_whatif_scenario;

enum {
    FC_WHATIF_N_TOLERANCES = 3
};
/** The relative increases of the time: 1 %, 2 %, 5 %. */
extern const double fc_whatif_tolerances[FC_WHATIF_N_TOLERANCES];

typedef struct fc_whatif {
    fc_prediction_context *context;
    const fc_arguments *arguments; /* with the application's after "--" */
    const fc_sweep *sweep;
    const fc_whatif_scenario *scenario;
    int n_scenarios;
    fc_prediction *base;                         /* [sweep->n_points] on the unchanged machine; some may be skipped */
    fc_prediction **scenarios;                   /* [n_scenarios][sweep->n_points] */
    double (*tolerance)[FC_WHATIF_N_TOLERANCES]; /* [sweep->n_points] factors of network.latency; INFINITY: any latency
                                             is tolerated; NULL: not computed */
} fc_whatif;

/** Predicts every point on the machine and on each hypothetical machine, and warns of skipped points. FC_E_USAGE: an
 * edit is malformed. The machine is restored. Call fc_whatif_free() also on error. */
fc_status fc_whatif_predict(fc_whatif *whatif, fc_report *report);
/** Solves for the factors of network.latency with which each point takes fc_whatif_tolerances longer, to a relative
 * 1e-7 of the increase, by Brent's method: a few predictions for each value. */
fc_status fc_whatif_find_tolerances(fc_whatif *whatif, fc_report *report);
void fc_whatif_free(fc_whatif *whatif);

#endif
