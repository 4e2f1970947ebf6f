/* SPDX-License-Identifier: Apache-2.0 */
/** @file leaks.h  What a rank must have completed or freed when it calls MPI_Finalize (MPI 3.1, section 8.7). */
#ifndef FC_LEAKS_H
#define FC_LEAKS_H

#include "rank.h"

typedef enum fc_object {
    FC_OBJECT_COMMUNICATOR = 1,
    FC_OBJECT_GROUP = 2,
    FC_OBJECT_DATATYPE = 4,
    FC_OBJECT_OPERATION = 8
} fc_object;

/** Finds operations that were begun and never completed, persistent requests that were never started, and objects that
 * were never freed; `site` is that of MPI_Finalize. */
void fc_leaks_find(fc_rank *r, int site);
/** The call at `site` frees an object that the call at made_at - 1 made (0: none). */
void fc_leaks_note_free(fc_rank *r, int made_at, int site);

/** A call frees an object by a dynamic handle: those of this kind that are left at the end are no findings. */
static inline void fc_leaks_note_unknown(fc_rank *r, fc_object kind)
{
    r->freed_unknown |= kind;
}

#endif
