/* SPDX-License-Identifier: Apache-2.0 */
/** @file trace.h  What the ranks of a world did when, told as it becomes known: a rank's slices in the order of its
 * clock, without gaps; a message when both its ends are. */
#ifndef FC_TRACE_H
#define FC_TRACE_H

#include <stdbool.h>

typedef enum fc_trace_kind {
    FC_TRACE_COMPUTE,
    FC_TRACE_COMMUNICATION,
    FC_TRACE_WAIT,
    FC_TRACE_MESSAGE,
    /* told only where dependences are asked for (dependence.h) */
    FC_TRACE_EVENT, /* at `begin`; item: its number among the rank's, from 1 on */
    FC_TRACE_AFTER, /* the call in hand ends no sooner than `end`, because of event `item` of rank `peer` */
    FC_TRACE_MEET,  /* the rank's last event is its coming to meeting `item` */
    FC_TRACE_MET,   /* the call in hand ends no sooner than `end`: begin when the last has come to meeting `item` */
    FC_TRACE_OVER,  /* of the call in hand: the rank's slices since its first AFTER or MET follow from these */
    /* told only where teams are asked for, as one run of records */
    FC_TRACE_TEAM,       /* a team of `peer` threads begins at `begin`; slices until TEAM_END tell of it as a whole */
    FC_TRACE_PART,       /* part `part` of thread `peer`, begin ... end since the team's begin; peer -1: a join */
    FC_TRACE_PART_AFTER, /* part `part` begins no sooner than `end` seconds after part `peer` has ended */
    FC_TRACE_TEAM_END,   /* `end` seconds after the last join, which is the last part told */
    FC_TRACE_BEGIN,      /* the rank's clock begins anew at 0: what it told so far does not count */
    FC_TRACE_END         /* of a run that ended well: nothing follows */
} fc_trace_kind;

/** begin, end [s, virtual]; item: region, or regions plus site; of a message that of its send, `rank` its sender,
 * `peer` its receiver. */
typedef struct fc_trace_record {
    double begin, end, bytes;
    int rank, peer, item;
    fc_trace_kind kind;
    int part; /* of a team, from 1 on; 0: its begin */
} fc_trace_record;

/** take(data, record) of ranks 0 ... ranks - 1; a message if both its ranks are among them. By class, `peer` of a
 * dependence is the representative of the rank that is meant. */
typedef struct fc_trace {
    void (*take)(void *data, const fc_trace_record *record);
    void *data;
    int ranks;
    bool dependences; /* wanted */
    bool teams;       /* wanted too: what the threads of OpenMP's teams do (team_tell.h) */
    bool by_class;    /* of representatives only, where ranks stand for others (alike.h) */
} fc_trace;

#endif
