/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file wrappers.h  Allocation wrappers: procedures that only allocate or free memory.
 *
 * Their callers' memory is kept apart, since otherwise all of it would be one abstract location. Fixed-point iterations
 * over the uses of pointers. */
#ifndef FC_WRAPPERS_H
#define FC_WRAPPERS_H

#include "analyzer/model/program.h"

typedef struct fc_wrappers {
    bool *allocates; /* by procedure id: it only returns fresh memory or null */
    bool *is_inert;  /* by symbol id: a pointer parameter that is only compared and freed */
    bool *is_own; /* by symbol id: a local pointer only to memory allocated in the same activation of its procedure */
} fc_wrappers;

void fc_wrappers_find(FC_GIVE fc_wrappers *out, const fc_program *program);
void fc_wrappers_free(fc_wrappers *wrappers);

#endif
