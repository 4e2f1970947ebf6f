/* SPDX-License-Identifier: Apache-2.0 */
/** @file announcement.h  Creations of communicators that only some ranks of the parent take part in.
 *
 * A rank that knows who takes part announces it. A rank whose arguments are dynamic waits until an announcement names
 * it, and takes part in that creation. It goes on alone if no rank of the world can go on before it does. */
#ifndef FC_ANNOUNCEMENT_H
#define FC_ANNOUNCEMENT_H

#include "group.h"

/** One creation that a rank takes part in, and some others do not yet. */
typedef struct fc_announcement {
    struct fc_announcement *next; /* of the world */
    const fc_group *parent;       /* of MPI_Comm_create_group; NULL: the leader of an MPI_Intercomm_create */
    unsigned long name;           /* equal at all ranks that know this creation; 0: only one does */
    int by;                       /* the rank that made it */
    int n;
    const int *member; /* [n] ranks in MPI_COMM_WORLD; of a leader the other leader only */
    bool *came;        /* [n] the rank takes part */
    int n_came;
    fc_communicator between; /* leaders: the peer communicator, the announcing rank in it, and the tag */
    int leader, tag;
} fc_announcement;

/** This rank takes part in the creation, whose members it knows. */
void fc_announcement_make(fc_rank *r, const fc_announcement *made);
/** Waits to be named, with a parent of MPI_Comm_create_group or, NULL, as a leader. False: no rank names this one. *out
 * is valid until the run ends. */
bool fc_announcement_await(fc_announcement *out, fc_rank *r, int site, const fc_group *parent);
/** Announces the ranks that wait to be named with this parent, and takes part. */
void fc_announcement_assume(fc_announcement *out, fc_rank *r, const fc_group *parent);
/** The leader's exchange is over. */
void fc_announcement_withdraw(fc_rank *r);
void fc_announcement_free_all(fc_simulation *w);

#endif
