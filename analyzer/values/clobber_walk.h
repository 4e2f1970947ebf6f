/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file clobber_walk.h  The version of a location that last may have modified an address (LLVM's MemorySSA: the
 * clobber walk).
 *
 * Versions that leave the address are skipped. Joins of what remains are phi functions; those that are redundant,
 * together with others in a cycle, are found as strongly connected components whose operands outside are one (Braun et
 * al., CC 2013, algorithm 5). Linear in the versions reached times the nesting depth of loops. */
#ifndef FC_CLOBBER_WALK_H
#define FC_CLOBBER_WALK_H

#include "analyzer/ir/loop_nest.h"
#include "analyzer/values/memory_versions.h"

typedef struct fc_clobber_walk {
    const fc_cfg *cfg;
    fc_location *location;
    const fc_loop_nest *nest;
    int within; /* the load's block: iterations of its loops end the walk at their beginning; FC_GRAPH_NONE: none do */
    /** The version's statement or call does not modify the address. has_crossed: it and the load may belong to
     * different iterations of a loop. */
    bool (*leaves)(void *data, const fc_memory_version *version, bool has_crossed);
    void *data;
    int query;    /* differs from that of every earlier walk of the location */
    int farthest; /* versions to look at; one that is farther away counts as modifying the address */
} fc_clobber_walk;

/** From the version in effect at the load; 0: the address is as at entry of the procedure. */
int fc_clobber_walk_from(const fc_clobber_walk *walk, int start);

#endif
