/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sweep_workers.h  Distributes chunks of text over processes of this machine, and prints them in order.
 *
 * Of w workers, worker i writes chunks i, i + w, i + 2 w, ... to a pipe. The caller reads all pipes and prints. */
#ifndef FC_SWEEP_WORKERS_H
#define FC_SWEEP_WORKERS_H

#include "support/text.h"

#include <stdbool.h>
#include <stdio.h>

/** Points without a prediction: their number, and the report of the first one. */
typedef struct fc_sweep_skipped {
    int n;
    char *first; /* owned; NULL: n is 0 */
} fc_sweep_skipped;

/** Appends the text of chunk `chunk`, which must not depend on the process that computes it, and counts its skipped
 * points. */
typedef fc_status fc_sweep_workers_task(void *data, int chunk, fc_text *out, fc_sweep_skipped *skipped,
                                        fc_report *report);
/** Called about ten times a second with the number of printed chunks and the elapsed time [s]; false: stop. */
typedef bool fc_sweep_workers_watch(void *data, int printed, double spent_s);

typedef struct fc_sweep_workers {
    fc_sweep_workers_task *work;
    fc_sweep_workers_watch *watch;
    void *data;              /* of both */
    int n_chunks, n_workers; /* at least 1 */
    FILE *out;
    fc_sweep_skipped *skipped; /* of all printed chunks */
} fc_sweep_workers;

/** Returns when all chunks are printed. If a chunk fails, the chunks before it are printed, and the status and report
 * are those of that chunk. FC_E_INTERRUPTED; FC_E_ENVIRONMENT if a process or pipe cannot be created, or if a worker
 * is lost. */
fc_status fc_sweep_workers_run(const fc_sweep_workers *how, fc_report *report);

#endif
