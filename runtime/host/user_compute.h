/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file user_compute.h  Replaces measured compute costs by a user's cost expressions ([analyzer] section 4). */
#ifndef FC_USER_COMPUTE_H
#define FC_USER_COMPUTE_H

#include "runtime/host/sandbox.h"
#include "runtime/models/compute.h"
#include "support/status.h"

/** The functions that the file at `path` defines, as addresses in the object's image; NULL: not defined. */
typedef struct fc_user_compute {
    const char *path;
    struct fc_shared_object *object;
    fc_operation_expression *operation;
    fc_access_expression *access;
} fc_user_compute;

/** Replaces the machine's costs by the expressions' values: for every operation, type and use; for accesses at the
 * measured working sets or, without measurements, at powers of two from 1 KiB to 1 GiB. Runs in a child process.
 * FC_E_INPUT: an expression returns an invalid time, crashes or does not end; the machine is then unchanged. */
fc_status fc_user_compute_apply(fc_coefficients *machine, const fc_user_compute *own, const fc_sandbox_options *sandbox,
                                fc_report *report);

#endif
