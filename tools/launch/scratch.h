/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file scratch.h  A folder for the time of one piece of work, gone afterwards whatever happens. */
#ifndef FC_SCRATCH_H
#define FC_SCRATCH_H

#include "machine_properties/support/status.h"

#include <signal.h>

typedef struct fc_scratch {
    char *folder; /* absolute; the caller may put files and folders there */
    sigset_t signals_before;
} fc_scratch;

/** *folder: a new one, absolute, in TMPDIR or else /tmp; the caller removes it. FC_E_ENVIRONMENT: it cannot be made. */
fc_status fc_scratch_folder(FC_GIVE char **folder, fc_report *report);

/** Makes the folder, in TMPDIR or else /tmp, and holds signals back (process.h) until it is closed. FC_E_ENVIRONMENT:
 * it cannot be made; then there is nothing to close. Several are closed in the reverse order. */
fc_status fc_scratch_open(fc_scratch *out, fc_report *report);
/** Removes it with everything in it. */
void fc_scratch_close(fc_scratch *scratch);

#endif
