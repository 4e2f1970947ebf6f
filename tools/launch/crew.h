/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file crew.h  Work in chunks, done by processes here and on other machines, printed in order.
 *
 * Every process that mpirun started runs the same command. Rank 0 hands out chunks to workers, one at a time, and
 * prints what they make of them; the others only keep workers. A worker is a process of its own, so that none of those
 * that mpirun watches computes: a worker that is killed, crashes, or says nothing for ten seconds is given up, and its
 * chunk done again. Nothing of MPI is linked or called: ranks know each other from the environment that mpirun leaves
 * them, meet through a file in a folder that all of them see, and talk over TCP, which tells at once when the other end
 * is gone. Without mpirun there is rank 0 alone. */
#ifndef FC_CREW_H
#define FC_CREW_H

#include "machine_properties/support/text.h"

#include <stdbool.h>
#include <stdio.h>

/** Appends what chunk `chunk` comes to; the same wherever it is done. */
typedef fc_status fc_crew_work(void *data, int chunk, fc_text *out, fc_report *report);
/** Told some ten times a second how many chunks are printed, and for how long [s] it goes on; false: give up. */
typedef bool fc_crew_watch(void *data, int printed, double spent_s);

typedef struct fc_crew {
    fc_crew_work *work;
    void *data;
    int n_chunks;
    int workers;          /* of this rank, at least 1 */
    const char *identity; /* equal for all ranks that do the same work: models, machine, version, points */
    const char *folder;   /* where ranks meet: all of them see it */
    FILE *out, *errors;   /* of rank 0 */
    fc_crew_watch *watch; /* NULL: none */
    void *watch_data;
} fc_crew;

/** Which process of mpirun's this is: rank 0 of 1 without it (Open MPI, and what sets PMI_RANK and PMI_SIZE). */
typedef struct fc_crew_seat {
    int rank, size;
    const char *job; /* tells apart what mpirun starts at the same time; NULL: not known */
} fc_crew_seat;
fc_crew_seat fc_crew_seat_find(void);

/** Does the work. On rank 0 returns when all is printed; the status of the earliest chunk that failed, with its report,
 *  after all before it; FC_E_INTERRUPTED; FC_E_ENVIRONMENT where a chunk loses worker after worker,
 *  or no process, socket or file can be made. On other ranks FC_OK when their workers have ended, whatever became of
 * them. */
fc_status fc_crew_run(const fc_crew *crew, fc_report *report);

#endif
