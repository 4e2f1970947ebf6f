/* SPDX-License-Identifier: Apache-2.0 */
/** @file layout.h  Where the ranks of a run live on the machine's network, and what their distance adds to a message.
 */
#ifndef FC_LAYOUT_H
#define FC_LAYOUT_H

#include "network.h"

#include <stdbool.h>

/** Places of ranks. A place is a core: node * cores + core in the node. */
typedef struct fc_placement {
    fc_dealing dealing;
    const int *place; /* [n] by rank, each once; NULL: by the dealing */
    int n;
} fc_placement;

/** Of `ranks` ranks. network NULL: every message is as those that were measured. */
typedef struct fc_layout {
    const fc_network *network;
    fc_placement placement;
    int ranks, cores;
    fc_path measured;  /* between the ends that were measured */
    fc_path mean;      /* of messages between two different ranks: mean latency, harmonic mean of the bandwidths */
    bool has_variants; /* runtime functions are told apart by where ranks live */
    bool has_inside;   /* also those of single messages within a node, whatever the network says */
} fc_layout;

/** Ranks beyond what fc_layout_most() says must not be asked for. placement NULL: as the machine says. */
void fc_layout_make(fc_layout *out, const fc_coefficients *machine, const fc_placement *placement, int ranks);
/** How many ranks the machine's network holds, INFINITY: any number. */
double fc_layout_most(const fc_coefficients *machine);
/** The node where a rank lives, on a machine without a network too. */
int fc_layout_node(const fc_layout *layout, int rank);
/** The variant of an operation of n ranks, member[0 ... n - 1] of MPI_COMM_WORLD; NULL: 0 ... n - 1. */
fc_variant fc_layout_variant(const fc_layout *layout, const int *member, int n);
/** The end of the network where a rank lives. */
int fc_layout_end(const fc_layout *layout, int rank);
/** Between two ranks; links 0: they share an end. */
fc_path fc_layout_path(const fc_layout *layout, int from, int to);
/** Seconds that a message of so many bytes takes more on this path than on the measured one, may be < 0. *gap: its part
 * that grows with the bytes [s], as measured; set to that of the path. */
double fc_layout_extra(const fc_layout *layout, const fc_path *path, double bytes, double *gap);

#endif
