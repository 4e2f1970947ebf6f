/* SPDX-License-Identifier: Apache-2.0 */
/** @file sketch.h  What a rank does, without its times: a digest of its calls and costs, by which ranks that behave
 * alike are told (classes.h).
 *
 * A run with a sketch prices nothing and meets nobody. Everything that a virtual rank's clock or its partners depend on
 * goes into the digest: regions with their counts, calls with their sizes, partners as distances from the own rank. Two
 * ranks of equal sketches make the same calls, whatever the clocks say. A call whose course clocks decide (a wildcard,
 * a test) bars that. */
#ifndef FC_SKETCH_H
#define FC_SKETCH_H

#include "rank.h"

#include <stdint.h>
#include <string.h>

enum {
    FC_SKETCH_PARTNERS = 64
};

typedef struct fc_sketch {
    uint64_t digest;
    double calls, most;              /* what went into the digest so far; the run ends at the most */
    int partner[FC_SKETCH_PARTNERS]; /* their ranks in MPI_COMM_WORLD less the own one, in order of first use */
    int n_partners;
    const char *bar; /* why its ranks cannot be told to be alike; NULL: nothing */
    const fc_site *bar_site;
} fc_sketch;

/** Runs the seat's rank for its sketch, of `most` calls at most. FC_END_UNHEARD: it needs what other ranks
 * have not said yet, and is to be taken again once they have. */
fc_end fc_sketch_take(fc_rank *r, const fc_seat *seat, double most, fc_sketch *out);

/* ---- for the files of this room; r->sketch is not NULL ---- */
/** n numbers that tell one call or cost. */
void fc_sketch_add(fc_rank *r, const double *number, int n);
/** A message to or from this rank of MPI_COMM_WORLD. */
void fc_sketch_partner(fc_rank *r, int site, int partner);
/** Ends the run: its ranks cannot be told to be alike. */
_Noreturn void fc_sketch_bar(fc_rank *r, int site, const char *why);

static inline uint64_t fc_sketch_mix(uint64_t digest, uint64_t bits)
{
    uint64_t z = digest + 0x9e3779b97f4a7c15u + bits * 0xd1b54a32d192ed03u; /* then splitmix64's first round */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return z ^ z >> 27;
}

#endif
