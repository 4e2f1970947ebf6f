/* SPDX-License-Identifier: Apache-2.0 */
/** @file quotient.h  Quotient execution of method `ranks`: one representative of each rank equivalence class is
 * simulated. The times equal those of simulating all ranks; the cost is that of the classes.
 *
 * Ranks with equal calls and equal partner classes share a representative. If all representatives of a class have equal
 * times, these are the times of all its ranks (classes.h proves it). Otherwise the class is split by times, and the
 * simulation is repeated. */
#ifndef FC_QUOTIENT_H
#define FC_QUOTIENT_H

#include "simulation.h"

/** Outcome. why non-NULL: each rank has to be run. */
typedef struct fc_quotient {
    fc_classes classes;  /* used by the world: keep them as long as it lives */
    int n_told;          /* classes by calls and times; one representative is run for each kind of partners */
    bool sampled;        /* fingerprints cover the first calls of all ranks, and all calls of sampled ranks */
    const char *why;     /* why quotient execution is impossible or does not pay; NULL: it succeeded */
    const fc_site *site; /* the call that prevents it; NULL: none in particular */
} fc_quotient;

/** Runs representatives of launch->ranks ranks; r: a context of the same setting, for fingerprints. Returns the
 * world after its run; its outcome is in *ending. NULL: each rank has to be run, see out->why. Free the world first,
 * then out. */
fc_simulation *fc_quotient_run(fc_quotient *out, fc_rank *r, const fc_launch *launch, fc_ending *ending);
void fc_quotient_free(fc_quotient *alike);

#endif
