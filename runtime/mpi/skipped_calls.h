/* SPDX-License-Identifier: Apache-2.0 */
/** @file skipped_calls.h  The calls that a rank left out last, and by which condition. They explain for what other
 * ranks wait in vain. Known only if the program has the calls of mpi_check.h. */
#ifndef FC_SKIPPED_CALLS_H
#define FC_SKIPPED_CALLS_H

#include "operations.h"
#include "rank.h"

/** A call that a rank left out; site: of the condition. */
typedef struct fc_skipped_call {
    const fc_site *site;
    const fc_mpi_operation *operation;
    int line;
    unsigned long when;
} fc_skipped_call;

/** The latest call left out that `fits`; NULL: none. */
const fc_skipped_call *fc_skipped_calls_find(const fc_rank *r, bool fits(const fc_mpi_operation *, const void *),
                                             const void *data);
void fc_skipped_calls_free(fc_rank *r);

#endif
