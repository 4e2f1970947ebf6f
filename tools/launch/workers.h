/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file crew.h  Distributes work in chunks to processes here and on other machines, and prints the results in order.
 *
 * Every process that mpirun started runs the same command. Rank 0 assigns chunks to workers, one at a time, and prints
 * their results; the other ranks only supervise workers. A worker is a process of its own, so that no process under
 * mpirun's supervision computes. A worker that ends or is silent for ten seconds is dropped, and its chunk is repeated.
 * MPI is neither linked nor called. Ranks read their number from mpirun's environment variables and find rank 0 by a
 * file in a shared folder. They communicate over TCP, which reports a lost connection at once. Without mpirun there is
 * only rank 0. */
#ifndef FC_WORKERS_H
#define FC_WORKERS_H

#include "support/text.h"

#include <stdbool.h>
#include <stdio.h>

/** Appends the result of chunk `chunk`, which must not depend on the process that computes it. */
typedef fc_status fc_workers_task(void *data, int chunk, fc_text *out, fc_report *report);
/** Called about ten times a second with the number of printed chunks and the elapsed time [s]; false: stop. */
typedef bool fc_workers_watch(void *data, int printed, double spent_s);

typedef struct fc_workers {
    fc_workers_task *work;
    void *data;
    int n_chunks;
    int workers;             /* of this rank, at least 1 */
    const char *identity;    /* equal for all ranks with the same work: models, machine, version, points */
    const char *folder;      /* shared folder for the rendezvous file */
    FILE *out, *errors;      /* of rank 0 */
    fc_workers_watch *watch; /* NULL: none */
    void *watch_data;
} fc_workers;

/** This process's rank under mpirun (Open MPI, or launchers that set PMI_RANK and PMI_SIZE); otherwise rank 0 of 1. */
typedef struct fc_workers_rank {
    int rank, size;
    const char *job; /* identifies the job among concurrent ones; NULL: unknown */
} fc_workers_rank;
fc_workers_rank fc_workers_rank_find(void);

/** Does the work. Rank 0 returns when everything is printed. If a chunk fails, the chunks before it are printed and the
 * status and report are those of the earliest failed chunk. FC_E_INTERRUPTED; FC_E_ENVIRONMENT if a chunk repeatedly
 * loses its worker, or if a process, socket or file cannot be created. Other ranks return FC_OK when their workers have
 * ended, whatever the result. */
fc_status fc_workers_run(const fc_workers *crew, fc_report *report);

#endif
