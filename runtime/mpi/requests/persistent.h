/* SPDX-License-Identifier: Apache-2.0 */
/** @file persistent.h  Persistent requests (MPI 4.0, sections 3.9, 4.2 and 6.13): each start begins the non-blocking
 * operation. */
#ifndef FC_PERSISTENT_H
#define FC_PERSISTENT_H

#include "request.h"

/** MPI_Send_init and its like: keeps `made` and sets *request. */
int fc_persistent_make(fc_rank *r, int site, fc_persistent made, fc_request *request);
/** The program frees the persistent request, which is not active. */
void fc_persistent_free(fc_persistent *persistent);
/** Frees the persistent requests of a run. */
void fc_persistent_reset(fc_rank *r);

#endif
