/* SPDX-License-Identifier: Apache-2.0 */
/** @file window_race.h  Conflicting accesses to the memory of a window (MPI 3.1, section 11.7), by vector clocks.
 *
 * Two accesses conflict if they overlap, one of them writes, and neither happens before the other: an access of another
 * rank ends when its origin closes the epoch (fence, unlock, flush, complete), and a rank knows of that end by a
 * message or a collective operation. Accumulates do not conflict, nor do accesses under exclusive locks. All functions
 * do nothing unless the run collects findings. */
#ifndef FC_WINDOW_RACE_H
#define FC_WINDOW_RACE_H

#include "buffer_race.h"
#include "window.h"

typedef struct fc_window_event fc_window_event;

typedef enum fc_window_use {
    FC_WINDOW_LOAD,
    FC_WINDOW_STORE,
    FC_WINDOW_GET,
    FC_WINDOW_PUT,
    FC_WINDOW_UPDATE /* accumulate and the like */
} fc_window_use;

/** An access of this rank to bytes [low, high) of the target's memory. */
void fc_window_race_remote(fc_rank *r, int site, const fc_window *of, int target, const double span[2],
                           fc_window_use use);
/** A statement or call of this rank uses memory, which may be that of its windows. */
void fc_window_race_local(fc_rank *r, int site, const fc_buffer *b);
/** This rank locks the window: its own loads and stores before that count as synchronized. */
void fc_window_race_lock(fc_rank *r, const fc_window *of);
/** This rank's accesses to the target (-1: all) have ended. */
void fc_window_race_end(fc_rank *r, const fc_window *of, int target);
/** A fence: all accesses have ended, and all ranks know it. */
void fc_window_race_fence(fc_shared_window *exposure);

#endif
