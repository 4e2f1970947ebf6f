/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file whatif.h  The same program on machines that are not: what each class of parameters is worth ([machine] section
 *  5.2, figure 9), and how much latency the program bears. */
#ifndef FC_WHATIF_H
#define FC_WHATIF_H

#include "tools/prediction/subject.h"

/** A machine that is not. Borrowed. */
typedef struct fc_scenario {
    const char *name;  /* for people */
    const char *edits; /* machine_edit.h */
} fc_scenario;

enum {
    FC_N_TOLERANCES = 3
};
/** How much longer a program may take: 1 %, 2 %, 5 %. */
extern const double fc_tolerances[FC_N_TOLERANCES];

typedef struct fc_whatif {
    fc_subject *subject;
    const fc_arguments *arguments; /* the application's stand behind "--" */
    const fc_sweep *sweep;
    const fc_scenario *scenario;
    int n_scenarios;
    fc_prediction *base;                  /* [sweep->n_points] as the machine is */
    fc_prediction **scenarios;            /* [n_scenarios], likewise */
    double (*tolerance)[FC_N_TOLERANCES]; /* [sweep->n_points] factors of network.latency; INFINITY: it bears any;
                                             NULL: not asked for */
} fc_whatif;

/** Predicts every point on the machine and on every other one. FC_E_USAGE: an edit is none. The machine is as before
 * afterwards. fc_whatif_free() in any case. */
fc_status fc_whatif_predict(fc_whatif *whatif, fc_report *report);
/** Solves for the factors of the times a message (network.latency) with which every point takes that much longer, to
 * 1e-7. */
fc_status fc_whatif_tolerate(fc_whatif *whatif, fc_report *report);
void fc_whatif_free(fc_whatif *whatif);

#endif
