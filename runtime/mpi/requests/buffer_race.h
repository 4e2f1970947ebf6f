/* SPDX-License-Identifier: Apache-2.0 */
/** @file buffer_race.h  Races on memory that pending operations use (MPI 3.1, sections 3.7.2 and 11.7).
 *
 * A buffer belongs to its operation until that is completed; meanwhile nothing may write it, and nothing may read it if
 * the operation writes it. All functions do nothing unless the program has the calls of mpi_check.h. */
#ifndef FC_BUFFER_RACE_H
#define FC_BUFFER_RACE_H

#include "rank.h"

/** Bytes [low, high) of an object. */
typedef struct fc_buffer {
    int object;
    double low, high;
    bool reads, writes;
} fc_buffer;

/** A request gets the announced buffers; it is completed. */
void fc_buffer_race_begin(fc_rank *r, int site, int slot);
void fc_buffer_race_end(fc_rank *r, int slot);
/** A persistent request keeps them; it is started with this slot. */
void fc_buffer_race_keep(fc_rank *r, int site, int persistent);
void fc_buffer_race_start(fc_rank *r, int site, int persistent, int slot);
/** An access to a window's target gets them; the accesses to the target (-1: all) are completed at the origin. */
void fc_buffer_race_access(fc_rank *r, int site, int window, int target);
/** The announced buffers are not used: the partner is MPI_PROC_NULL. */
void fc_buffer_race_forget(fc_rank *r);
void fc_buffer_race_close(fc_rank *r, int window, int target);
/** The announced memory of the window that the call creates, and where its pointer got its value; false: unknown. */
bool fc_buffer_race_take_window(fc_rank *r, fc_buffer *memory, const fc_site **set_at);
/** The announced buffer of the receive that is called now is FC_CHECK_OVERWRITTEN. */
bool fc_buffer_race_take_overwritten(fc_rank *r);
void fc_buffer_race_reset(fc_rank *r);
void fc_buffer_race_free(fc_rank *r);

#endif
