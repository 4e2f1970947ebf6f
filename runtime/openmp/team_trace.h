/* SPDX-License-Identifier: Apache-2.0 */
/** @file team_trace.h  Writes the parts of a team's threads and their dependences into a trace (trace.h), from which a
 * task graph is built.
 *
 * A *part* is the work of one thread between two synchronization events: task creation, a lock, a barrier, the end of a
 * chunk. Parts are numbered from 1 on; 0 is the team's begin. A *join* is a part without duration that stands for a
 * barrier; it follows all earlier parts that have no successor. Edges come from the program's synchronization only, not
 * from the schedule; the order of lock owners is that of this simulation. */
#ifndef FC_TEAM_TRACE_H
#define FC_TEAM_TRACE_H

#include "team.h"

typedef struct fc_team_trace {
    const fc_rank *rank; /* NULL: no trace */
    int n_parts;
    int phase;      /* the latest barrier's join; 0: the team's begin */
    double delay_s; /* parts after the latest barrier begin that much later */
    bool *precedes; /* [capacity] by part: it has a successor, or has not ended */
    int capacity;
    bool short_of_memory;
} fc_team_trace;

/** Opens and closes the trace of one simulation of a team. */
void fc_team_trace_open(fc_team_trace *out, const fc_rank *r);
void fc_team_trace_close(fc_team_trace *trace);
/** A new part's number. */
int fc_team_trace_new_part(fc_team_trace *trace);
/** Part `part` follows part `before`. */
void fc_team_trace_dependence(fc_team_trace *trace, int part, int before);
/** A part has ended: [begin, end] s since the team's begin, unweighted. */
void fc_team_trace_part(fc_team_trace *trace, int part, int thread, int site, const double span[2]);
/** All threads have reached a barrier at `at`, and continue `delay` seconds later. */
void fc_team_trace_barrier(fc_team_trace *trace, double at, double delay);

/** The team begins; it ends `delay` seconds [weighted] after its last barrier. */
void fc_team_trace_begin(const fc_rank *r);
void fc_team_trace_end(const fc_rank *r, double delay);

#endif
