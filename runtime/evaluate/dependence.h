/* SPDX-License-Identifier: Apache-2.0 */
/** @file dependence.h  Tells a trace that asks for it (trace.h) which calls of a world wait for which: what a task
 * graph's edges are made of. Nothing is told of what follows MPI_Finalize, where clocks stand. */
#ifndef FC_DEPENDENCE_H
#define FC_DEPENDENCE_H

#include "process.h"

/** A call begins that this rank or others may wait for; its number among the rank's, from 1 on. */
unsigned long fc_dependence_event(fc_rank *r);
/** The call in hand ends no sooner than `end` [s, virtual], because of that event of `rank` (in MPI_COMM_WORLD). */
void fc_dependence_after(const fc_rank *r, int rank, unsigned long event, double end);
/** This rank's last event is its coming to a meeting of this number. */
void fc_dependence_meet(const fc_rank *r, unsigned meeting);
/** The call in hand ends no sooner than `end` [s, virtual], `delay` after the last has come to that meeting. */
void fc_dependence_met(const fc_rank *r, unsigned meeting, double end, double delay);
/** The call in hand has ended: the clock stands where it goes on. */
void fc_dependence_over(const fc_rank *r);

#endif
