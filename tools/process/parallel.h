/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file parallel.h  Independent child processes side by side: one thread for each, as many as the process has cores.
 */
#ifndef FC_PARALLEL_H
#define FC_PARALLEL_H

#include "support/status.h"

/** Runs fc_process_run() and nothing that other tasks change. */
typedef fc_status fc_parallel_task(void *data, int i, fc_report *report);

/** Runs tasks 0 ... n - 1, in this order on one core. After a failure no further task begins. Returns the status of
 * the failed task with the least number, and its report. The caller holds the signals (process.h); a signal interrupts
 * all tasks that run. */
fc_status fc_parallel_run(int n, fc_parallel_task *task, void *data, fc_report *report);

#endif
