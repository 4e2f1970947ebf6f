/* SPDX-License-Identifier: Apache-2.0 */
/** @file deferred.h  Deferred collectives: payload and splits between ranks that run one after the other, under method
 * sum and for fingerprints (fingerprint.h).
 *
 * Each rank records its contribution. A run that needs a missing contribution ends with FC_END_DEFERRED and is repeated
 * in the next round. In a world ranks synchronize instead (sync.h); quotient execution reads the contributions
 * recorded with the fingerprints. */
#ifndef FC_DEFERRED_H
#define FC_DEFERRED_H

#include "payload.h"

/** A subcommunicator: the ranks of one color. */
typedef struct fc_subcomm {
    const int *member; /* ranks in MPI_COMM_WORLD: by key, then rank */
    int size;
    unsigned long class_name; /* name of its equivalence class (fc_classes_refine) */
    int present;              /* representatives in that class: ranks that are run */
} fc_subcomm;

/** A rank's color and key in a split; its subcommunicator (-1: none) and its rank there. */
typedef struct fc_split_entry {
    int color, key;
    int part, rank;
} fc_split_entry;

/** One collective call on the communicator named `context`; shared by all ranks of a point. All arrays are owned. */
struct fc_deferred {
    unsigned long context, kind;
    unsigned number;         /* of the call on the communicator */
    int size, n_contributed; /* n_contributed: ranks that have contributed */
    bool *said;              /* [size]: has contributed; NULL: a broadcast, where only the root contributes */
    int silent;              /* all lower ranks have contributed */
    fc_split_entry *word;    /* [size]; NULL: no split */
    bool is_unknown;         /* some rank's color or key is dynamic */
    int *member;             /* [size]: members of all parts; NULL until all ranks have contributed, as `part` */
    fc_subcomm *part;        /* [n_parts] */
    int n_parts;             /* subcommunicators */
    fc_payload *payload;     /* copies of the contributions; NULL: none */
    fc_carried broadcast;    /* the root's values; bytes NULL: they depend on data */
};

/** Contributes color and key as rank of->rank of `of`. Returns the subcommunicator of this color and sets *rank to the
 * caller's rank in it; NULL: color FC_MPI_UNDEFINED, or *rank FC_MPI_NUMBER_UNKNOWN, if some rank's color or key is
 * dynamic. Ends the run (FC_END_DEFERRED) while contributions are missing. */
const fc_subcomm *fc_deferred_split(fc_rank *r, int site, const fc_communicator *of, const int color_and_key[2],
                                    int *rank);
/** Contributes `mine` as rank of->rank of `of` to the call `own`, and writes this rank's result. If the rank receives a
 * result or `waits`, the run ends (FC_END_DEFERRED) while contributions are missing. */
const fc_payload *fc_deferred_carry(fc_rank *r, int site, fc_communicator *of, const fc_payload *own,
                                    fc_payload_buffers mine, bool waits);
/** The rank uses deferred collectives: method sum, fingerprints, quotient execution. False: it synchronizes. */
bool fc_deferred_applies(const fc_rank *r);
/** Number of contributions over all calls; a round that does not increase it makes no progress. */
long fc_deferred_contributions(const fc_rank *r);

#endif
