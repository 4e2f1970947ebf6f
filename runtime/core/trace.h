/* SPDX-License-Identifier: Apache-2.0 */
/** @file trace.h  Records of a simulation of all ranks, emitted while it runs. Intervals of a rank come in the order of
 * its clock, without gaps; a message comes when both its ends are known. */
#ifndef FC_TRACE_H
#define FC_TRACE_H

#include <stdbool.h>

typedef enum fc_trace_kind {
    FC_TRACE_COMPUTE,
    FC_TRACE_COMMUNICATION,
    FC_TRACE_WAIT,
    FC_TRACE_MESSAGE,
    /* only with `dependences` (dependence.h); the current call is the one that the rank is in */
    FC_TRACE_EVENT,   /* at `begin`; item: its number among the rank's events, from 1 on */
    FC_TRACE_AFTER,   /* the current call ends no sooner than `end`, because of event `item` of rank `peer` */
    FC_TRACE_ARRIVAL, /* the rank's last event is its arrival at collective synchronization `item` */
    FC_TRACE_SYNC,    /* the current call ends no sooner than `end`; at `begin` the last rank arrived at `item` */
    FC_TRACE_OVER,    /* end of the current call: the intervals since its first AFTER or MET depend on these */
    /* only with `teams`, as one run of records */
    FC_TRACE_TEAM,       /* a team of `peer` threads begins at `begin`; intervals until TEAM_END cover it as a whole */
    FC_TRACE_PART,       /* part `part` of thread `peer`, begin ... end since the team's begin; peer -1: a join */
    FC_TRACE_PART_AFTER, /* part `part` begins no sooner than `end` seconds after part `peer` has ended */
    FC_TRACE_TEAM_END,   /* `end` seconds after the last join, which is the last part */
    FC_TRACE_BEGIN,      /* the rank's clock restarts at 0: its earlier records are void */
    FC_TRACE_END         /* last record of a run that ended well */
} fc_trace_kind;

/** begin, end [s, virtual]; item: region, or regions plus site. Of a message: `item` is its send, `rank` its sender,
 * `peer` its receiver. */
typedef struct fc_trace_record {
    double begin, end, bytes;
    int rank, peer, item;
    fc_trace_kind kind;
    int part; /* of a team, from 1 on; 0: its begin */
} fc_trace_record;

/** take(data, record) receives the records of ranks 0 ... ranks - 1, and messages between these ranks. With by_class,
 * `peer` of a dependence is the representative of the peer's class. */
typedef struct fc_trace {
    void (*take)(void *data, const fc_trace_record *record);
    void *data;
    int descriptor; /* that take() writes to */
    int ranks;
    bool dependences; /* record dependences between calls */
    bool teams;       /* record the threads of OpenMP teams too (team_trace.h) */
    bool by_class;    /* record representatives of rank classes only (quotient.h) */
} fc_trace;

#endif
