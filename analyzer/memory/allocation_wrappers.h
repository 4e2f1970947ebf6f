/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file allocation_wrappers.h  Allocation wrappers: procedures that only allocate or free memory.
 *
 * Their callers' memory is kept apart, since otherwise all of it would be one abstract location. Fixed-point iterations
 * over the uses of pointers. */
#ifndef FC_ALLOCATION_WRAPPERS_H
#define FC_ALLOCATION_WRAPPERS_H

#include "analyzer/model/program.h"

typedef struct fc_allocation_wrappers {
    bool *allocates; /* by procedure id: it only returns fresh memory or null */
    bool *is_inert;  /* by symbol id: a pointer parameter that is only compared and freed */
    bool *is_own; /* by symbol id: a local pointer only to memory allocated in the same activation of its procedure */
} fc_allocation_wrappers;

void fc_allocation_wrappers_find(FC_GIVE fc_allocation_wrappers *out, const fc_program *program);
void fc_allocation_wrappers_free(fc_allocation_wrappers *wrappers);

#endif
