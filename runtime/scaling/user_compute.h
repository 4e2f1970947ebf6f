/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file user_compute.h  A user's cost expressions in place of measured costs ([analyzer] section 4). */
#ifndef FC_USER_COMPUTE_H
#define FC_USER_COMPUTE_H

#include "machine_properties/support/status.h"
#include "runtime/models/compute.h"

/** What the file at `path` defines; NULL: not. */
typedef struct fc_user_compute {
    const char *path;
    fc_operation_expression *operation;
    fc_access_expression *access;
} fc_user_compute;

/** Puts what the expressions say into the machine's costs: those of every operation, type and use; those of accesses at
 * the working sets that were measured, or, where none were, at powers of two from 1 KiB to 1 GiB. Asked in a child
 * process. FC_E_INPUT: one says a negative or infinite time (for what), crashes or does not end; the machine is then as
 * before. */
fc_status fc_user_compute_apply(fc_coefficients *machine, const fc_user_compute *own, fc_report *report);

#endif
