/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file ti_receives.h  Receives from MPI_PROC_NULL in a time-independent trace.
 *
 * SMPI writes the same number for MPI_ANY_SOURCE and MPI_PROC_NULL. The traced run ended, so each receive from any
 * source got a message. Where the trace has no such message, the receives came from MPI_PROC_NULL. */
#ifndef FC_TI_RECEIVES_H
#define FC_TI_RECEIVES_H

#include "runtime/replay/ti_trace.h"

/** Sets the source of these receives to FC_TI_PROC_NULL: by receiver and tag, there are no more sends than receives
 * from named sources. Ranks with receives of any tag are left as they are. O(n log n). */
void fc_ti_receives_resolve(fc_ti_trace *trace);

#endif
