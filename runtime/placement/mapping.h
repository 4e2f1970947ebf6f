/* SPDX-License-Identifier: Apache-2.0 */
/** @file mapping.h  Rank placement: the mapping of ranks to nodes and cores, and the extra time of a message by the
 * distance of its ranks ([machine] eq. 1). */
#ifndef FC_MAPPING_H
#define FC_MAPPING_H

#include "network.h"

#include <stdbool.h>

/** A mapping of ranks to cores. A place is a core of the machine: node * cores + core in the node. */
typedef struct fc_placement {
    fc_distribution dealing; /* block or cyclic over the nodes */
    const int *place;        /* [n] by rank, each place once; NULL: by `dealing` */
    int n;
} fc_placement;

/** The placement of `ranks` ranks. network NULL: each message takes the measured time, whatever its distance. */
typedef struct fc_mapping {
    const fc_network *network;
    fc_placement placement;
    int ranks, cores;  /* cores of a node */
    fc_path measured;  /* between the endpoints of the calibration */
    fc_path mean;      /* over pairs of different ranks: arithmetic mean latency, harmonic mean bandwidth */
    bool has_variants; /* the machine has intra- or inter-node fits */
    bool has_inside;   /* it has an intra-node fit of single messages, which replaces network->inside */
} fc_mapping;

/** ranks: at most fc_mapping_max_ranks(). placement NULL: the machine's default. */
void fc_mapping_init(fc_mapping *out, const fc_coefficients *machine, const fc_placement *placement, int ranks);
/** Maximum number of ranks on the machine's network; INFINITY: unlimited. */
double fc_mapping_max_ranks(const fc_coefficients *machine);
/** The node of a rank; defined for machines without a network, too. */
int fc_mapping_node(const fc_mapping *layout, int rank);
/** The variant of an operation among n ranks of MPI_COMM_WORLD: INTRA if all share a node, as one rank does; INTER
 * if no two do; else ANY. member NULL: ranks 0 ... n - 1. */
fc_variant fc_mapping_variant(const fc_mapping *layout, const int *member, int n);
/** The network endpoint of a rank: its node, or its core in a hierarchical network. */
int fc_mapping_endpoint(const fc_mapping *layout, int rank);
/** The network path between two ranks; links 0: they share an endpoint. */
fc_path fc_mapping_path(const fc_mapping *layout, int from, int to);
/** Extra seconds of a message of `bytes` bytes on `path` over the measured path; may be < 0. *gap: in, the part of the
 * measured time that grows with the bytes [s]; out, that of `path`. */
double fc_mapping_extra_time(const fc_mapping *layout, const fc_path *path, double bytes, double *gap);

#endif
