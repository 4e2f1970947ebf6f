/* SPDX-License-Identifier: Apache-2.0 */
/** @file persistent.h  Persistent requests (MPI 4.0, sections 3.9, 4.2 and 6.13): each start begins the non-blocking
 * operation. request.h makes them. */
#ifndef FC_PERSISTENT_H
#define FC_PERSISTENT_H

#include "request.h"

/** The program frees the persistent request, which is not active. */
void fc_persistent_free(fc_persistent *persistent);
/** Frees the persistent requests of a run. */
void fc_persistent_reset(fc_rank *r);

#endif
