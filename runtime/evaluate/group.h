/* SPDX-License-Identifier: Apache-2.0 */
/** @file group.h  The ranks of a communicator in a world. */
#ifndef FC_GROUP_H
#define FC_GROUP_H

#include "process.h"

/** The ranks of a communicator, shared by all of them. */
typedef struct fc_group {
    struct fc_group *next, *before; /* of the world */
    unsigned context;
    int size;
    int present;                  /* ranks of it that are run */
    int *member;                  /* ranks in MPI_COMM_WORLD by rank here; NULL: the same */
    fc_variant variant;           /* where they live */
    int holders;                  /* ranks that have not freed it */
    unsigned long name;           /* 0: none, else by which fc_group_of_name() finds it */
    struct fc_meeting *meeting;   /* in progress, in order */
    struct fc_exposure *exposure; /* of a window's own communicator (window.h); NULL: none */
} fc_group;

/** A new group of `size` ranks, of which `present` are run; member borrowed and copied, NULL: rank i is i. NULL: memory
 * is short. */
fc_group *fc_group_create(fc_world *w, int size, const int *member, int present);
/** The world's group of this name; the first to ask makes it. */
fc_group *fc_group_of_name(fc_rank *r, unsigned long name, int size, const int *member, int present);
/** One rank frees its handle; the last frees the group. */
void fc_group_release(fc_world *w, fc_group *group);
void fc_group_free_all(fc_world *w);
/** The rank in MPI_COMM_WORLD. */
static inline int fc_group_member(const fc_group *group, int rank)
{
    return group->member ? group->member[rank] : rank;
}

#endif
