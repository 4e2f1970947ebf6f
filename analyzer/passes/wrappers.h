/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file wrappers.h  Procedures around malloc and free: what they hand on keeps apart what their callers hold.
 *
 * Programs allocate and free through procedures of their own. All their callers' memory would be one cell if what goes
 * in and comes out met in them. */
#ifndef FC_WRAPPERS_H
#define FC_WRAPPERS_H

#include "analyzer/model/program.h"

typedef struct fc_wrappers {
    bool *allocates; /* by procedure id: it returns fresh memory, or null, and does nothing with it */
    bool *is_inert;  /* by symbol id: a pointer parameter that is only compared and freed */
    bool
        *is_own; /* by symbol id: a local pointer to nothing but memory that the same call of its procedure allocated */
} fc_wrappers;

void fc_wrappers_find(FC_GIVE fc_wrappers *out, const fc_program *program);
void fc_wrappers_free(fc_wrappers *wrappers);

#endif
