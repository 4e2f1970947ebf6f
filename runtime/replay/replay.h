/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file replay.h  A time-independent trace as a program of virtual ranks: the network simulator of [pmac], section 2.
 *
 * Each rank performs its events with the virtual MPI of cost programs, so messages, collectives, networks and
 * placements cost what they cost under method `ranks`. As smpirun -replay: all calls are on MPI_COMM_WORLD, `waitall`
 * completes all requests of the rank, and so does the rank's end. */
#ifndef FC_REPLAY_H
#define FC_REPLAY_H

#include "runtime/core/rank.h"
#include "runtime/replay/ti_trace.h"

/** The tables of the program, whose main() replays fc_setting.replayed, an fc_replay. */
typedef struct fc_replay {
    fc_cost_program program;
    const fc_ti_trace *trace; /* borrowed */
    fc_region *region;        /* of COMPUTE and SLEEP places */
    fc_origin *origin;
    fc_site *site;
    int *region_of, *site_of; /* by place of the trace */
    int begin, end;           /* sites of MPI_Init and MPI_Finalize */
} fc_replay;

/** flop_rate > 0: flops per second of a core; name (borrowed): the program's. */
FC_GIVE fc_replay *fc_replay_create(const fc_ti_trace *trace, double flop_rate, const char *name);
void fc_replay_free(FC_TAKE fc_replay *replay);

/** The compute model: fc_region.seconds an iteration, a flop or a second of the trace. */
fc_compute_model fc_replay_compute;

#endif
