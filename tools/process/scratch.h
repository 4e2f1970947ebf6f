/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file scratch.h  Temporary folders that are removed even if the work is interrupted. */
#ifndef FC_SCRATCH_H
#define FC_SCRATCH_H

#include "support/status.h"

#include <signal.h>

typedef struct fc_scratch {
    char *folder; /* absolute; the caller may put files and folders there */
    sigset_t signals_before;
} fc_scratch;

/** *folder: a new folder, absolute, in TMPDIR or /tmp; the caller removes it. FC_E_ENVIRONMENT: it cannot be made. */
fc_status fc_scratch_folder(FC_GIVE char **folder, fc_report *report);

/** Makes the folder in TMPDIR or /tmp, and blocks signals (process.h) until it is closed. FC_E_ENVIRONMENT: it cannot
 * be made; then there is nothing to close. Several folders are closed in reverse order. */
fc_status fc_scratch_open(fc_scratch *out, fc_report *report);
/** Removes the folder and its contents. */
void fc_scratch_close(fc_scratch *scratch);

#endif
