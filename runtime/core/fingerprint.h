/* SPDX-License-Identifier: Apache-2.0 */
/** @file fingerprint.h  The fingerprint of a virtual rank: a digest of its calls and costs without times. Ranks of
 * equal fingerprints are candidates for one equivalence class (classes.h).
 *
 * A run for a fingerprint computes no costs and does not communicate. The digest covers all that a virtual rank's clock
 * and partners depend on: regions with their counts, calls with their sizes, partners as distances from the own rank.
 * Ranks of equal fingerprints make the same calls, whatever the clocks are. A call whose result depends on clocks (a
 * wildcard receive, a test) excludes equivalence. */
#ifndef FC_FINGERPRINT_H
#define FC_FINGERPRINT_H

#include "rank.h"

#include <stdint.h>
#include <string.h>

enum {
    FC_FINGERPRINT_PARTNERS = 64
};

typedef struct fc_fingerprint {
    uint64_t digest;
    double calls, most;                   /* entries of the digest so far; the run ends at `most` */
    int partner[FC_FINGERPRINT_PARTNERS]; /* their ranks in MPI_COMM_WORLD less the own one, in order of first use */
    int n_partners;
    const char *bar; /* why the rank cannot be in an equivalence class; NULL: it can */
    const fc_site *bar_site;
} fc_fingerprint;

/** Classes of ranks with equal fingerprints (equivalence/classes.h); all arrays are owned. */
typedef struct fc_classes {
    int n_ranks;
    int *of; /* [n_ranks]: the class of a rank */
    int n;
    int *first;                  /* [n]: the lowest rank of a class */
    int *size;                   /* [n] */
    fc_fingerprint *fingerprint; /* [n]: the fingerprint of its ranks; NULL in refined classes */
    bool sampled;                /* fingerprints were cut off: all calls of all ranks are too many */
} fc_classes;

/* ---- internal to the runtime; r->fingerprint is not NULL ---- */
/** Adds n numbers that describe one call or cost. */
void fc_fingerprint_add(fc_rank *r, const double *number, int n);
/** Adds a message to or from this rank of MPI_COMM_WORLD. */
void fc_fingerprint_add_partner(fc_rank *r, int site, int partner);
/** Ends the run: the rank cannot be in an equivalence class, because of `why`. */
_Noreturn void fc_fingerprint_exclude(fc_rank *r, int site, const char *why);

#endif
