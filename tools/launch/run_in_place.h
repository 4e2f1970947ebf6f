/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file run_in_place.h  Runs a command with this process's streams, environment, folder, open files and signals.
 */
#ifndef FC_RUN_IN_PLACE_H
#define FC_RUN_IN_PLACE_H

#include "support/words.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct fc_run_in_place {
    pid_t pid;
    sigset_t watched, before;
} fc_run_in_place;

/** Starts the command; its first word is looked up in PATH. FC_E_ENVIRONMENT if it cannot be started. */
fc_status fc_run_in_place_start(fc_run_in_place *out, const fc_words *command, fc_report *report);
/** Waits for its end and returns its exit code. SIGTERM, SIGHUP, and SIGINT and SIGQUIT from other processes are
 * forwarded. If a signal ended the command, the same signal ends this process. */
int fc_run_in_place_wait(fc_run_in_place *run);

#endif
