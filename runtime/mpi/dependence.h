/* SPDX-License-Identifier: Apache-2.0 */
/** @file dependence.h  Trace records of the happens-before relation of MPI calls: the edges of a task graph. Written
 * only if the trace asks for dependences (trace.h), and not after MPI_Finalize, where clocks stand still. */
#ifndef FC_DEPENDENCE_H
#define FC_DEPENDENCE_H

#include "process.h"

/** A message or collective call begins; returns its number on this rank, from 1 on. */
unsigned long fc_dependence_event(fc_rank *r);
/** The current call ends at `end` [s, virtual] or later, because of that event of `rank` (in MPI_COMM_WORLD). */
void fc_dependence_after(const fc_rank *r, int rank, unsigned long event, double end);
/** The rank's last event is its arrival at the collective of this number. */
void fc_dependence_arrival(const fc_rank *r, unsigned collective);
/** The current call ends at `end` [s, virtual] or later: `delay` after the last arrival at that collective. */
void fc_dependence_sync(const fc_rank *r, unsigned collective, double end, double delay);
/** The current call has ended at the rank's clock. */
void fc_dependence_end(const fc_rank *r);

#endif
