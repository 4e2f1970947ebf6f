/* SPDX-License-Identifier: Apache-2.0 */
/** @file team_tell.h  Tells a trace that asks for it (trace.h) what the threads of a team do and which wait for which:
 * what a task graph is made of.
 *
 * A *part* is what a thread does between two events of the play that others wait for, or wait for others at: making a
 * task, a lock, a barrier, the end of a chunk. Parts are numbered from 1 on; 0 is the team's begin. A *join* takes no
 * time: a barrier, which all parts before it precede that precede nothing else. Only what the program asks for makes an
 * edge, not which thread was free; but locks are handed on as in this play. */
#ifndef FC_TEAM_TELL_H
#define FC_TEAM_TELL_H

#include "team.h"

typedef struct fc_team_tell {
    const fc_rank *rank; /* NULL: nobody asks */
    int n_parts;
    int phase;      /* the latest barrier's join; 0: the team's begin */
    double delay_s; /* what follows the latest barrier begins that much later */
    bool *precedes; /* [capacity] by part: another, or it is not over */
    int capacity;
    bool short_of_memory;
} fc_team_tell;

/** Of one play. */
void fc_team_tell_open(fc_team_tell *out, const fc_rank *r);
void fc_team_tell_close(fc_team_tell *tell);
/** The next part's number. */
int fc_team_tell_number(fc_team_tell *tell);
void fc_team_tell_after(fc_team_tell *tell, int part, int before);
/** A part is over: [begin, end] s since the team's begin, unweighted. */
void fc_team_tell_part(fc_team_tell *tell, int part, int thread, int site, const double span[2]);
/** All threads have come to a barrier at `at`, and go on `delay` seconds later. */
void fc_team_tell_barrier(fc_team_tell *tell, double at, double delay);

/** The team begins; and ends, `delay` seconds [weighted] after its last barrier. */
void fc_team_tell_begin(const fc_rank *r);
void fc_team_tell_end(const fc_rank *r, double delay);

#endif
