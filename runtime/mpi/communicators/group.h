/* SPDX-License-Identifier: Apache-2.0 */
/** @file group.h  A communicator's state shared by its ranks in a world: group, context and collectives in progress
 * (MPI 3.1, section 6.2). */
#ifndef FC_GROUP_H
#define FC_GROUP_H

#include "process.h"

/** Owned jointly by the ranks that hold the communicator. */
typedef struct fc_group {
    struct fc_group *next, *before; /* list of the world's groups */
    unsigned context;
    int size;
    int present;                        /* members that are run; fewer than size under quotient execution */
    int *member;                        /* [size] ranks in MPI_COMM_WORLD; NULL: the identity */
    fc_variant variant;                 /* intra- or inter-node */
    int holders;                        /* members that have not freed it */
    unsigned long name;                 /* for fc_group_of_name(); 0: none */
    bool is_dynamic;                    /* of MPI_Intercomm_create: some rank's arguments are dynamic */
    const fc_site *made_by;             /* the call that created it; NULL: a predefined communicator */
    struct fc_sync_call *collective;    /* list of collectives in progress, in the order of their calls */
    struct fc_block_sizes *block_sizes; /* block_sizes.h: list of calls in progress */
    struct fc_shared_window *exposure;  /* the window of an internal communicator (window.h); NULL: none */
} fc_group;

/** A new group of `size` ranks, of which `present` are run. member is copied; NULL: rank i is rank i of MPI_COMM_WORLD.
 * Returns NULL if out of memory. */
fc_group *fc_group_create(fc_simulation *w, int size, const int *member, int present);
/** The world's group of this name; created at the first call. */
fc_group *fc_group_of_name(fc_rank *r, unsigned long name, int size, const int *member, int present);
/** A rank frees its handle; the last one frees the group. */
void fc_group_release(fc_simulation *w, fc_group *group);
void fc_group_free_all(fc_simulation *w);
/** The rank in MPI_COMM_WORLD. */
static inline int fc_group_member(const fc_group *group, int rank)
{
    return group->member ? group->member[rank] : rank;
}

#endif
