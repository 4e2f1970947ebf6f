/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file memory_versions.h  Memory SSA of one procedure: the versions of each abstract location.
 *
 * Each statement or call that may modify a location begins a version of it, and so does each join of versions
 * (Chow et al., "Effective representation of aliases and indirect memory operations in SSA form", 1996; phi functions
 * at iterated dominance frontiers). A location's versions are computed when first asked for; time linear in the
 * procedure's blocks and calls. */
#ifndef FC_MEMORY_VERSIONS_H
#define FC_MEMORY_VERSIONS_H

#include "analyzer/ir/procedure_ir.h"
#include "analyzer/values/modified_memory.h"
#include "support/map.h"

typedef struct fc_memory_version {
    int block;
    int position;                /* of the instruction that modifies the location; FC_GRAPH_NONE: entry or join */
    const fc_modification *done; /* by a statement or an external call; NULL: none */
    const fc_called *called;     /* by a call of MPI or of the program; NULL: none */
    int previous;                /* the version that it replaces */
    int first_operand;           /* of a join: operand[first_operand + i] comes along the block's i-th incoming edge */
    int query, result;           /* for searches: of which search, and what it found */
} fc_memory_version;

typedef struct fc_location {
    int cell;
    fc_memory_version *version; /* 0: as at entry; then statements and calls by position; then joins */
    int n_versions, n_defined;  /* version[1] .. version[n_defined] are no joins */
    size_t capacity;
    int *at_start; /* by block: the version in effect at its start; NULL: that at entry, the only one */
    int *operand;
} fc_location;

typedef struct fc_memory_versions {
    const fc_procedure_ir *ir;
    fc_dominance_frontiers frontiers;
    const fc_modified_memory *modified;
    int procedure; /* id */
    fc_location **location;
    size_t n, capacity;
    fc_map by_cell;
} fc_memory_versions;

void fc_memory_versions_open(FC_GIVE fc_memory_versions *out, const fc_procedure_ir *ir,
                             const fc_modified_memory *modified, int procedure);
void fc_memory_versions_free(fc_memory_versions *versions);
fc_location *fc_memory_versions_of(fc_memory_versions *versions, int cell);
/** The version in effect directly before the instruction. */
int fc_memory_versions_before(const fc_memory_versions *versions, const fc_location *location, int position);
/** The version in effect at the start of the block. */
static inline int fc_memory_versions_at_start(const fc_location *location, int block)
{
    return location->at_start ? location->at_start[block] : 0;
}
static inline bool fc_memory_version_is_join(const fc_location *location, int version)
{
    return version > location->n_defined;
}

#endif
