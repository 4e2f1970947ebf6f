/* SPDX-License-Identifier: Apache-2.0 */
/** @file classes.h  Rank classes (design, section 2): virtual ranks of equal sketches.
 *
 * Time of ranks is a fixed point: each event of a rank ends when its own past and its partners' events say (world.h),
 * and as no event waits for itself there is one solution. Ranks of one class have the same events and partners of the
 * same distances. So if a time for each event of each class fits all its ranks, whatever classes their partners are of,
 * it is the time of every rank. fc_classes_refine() tells those ranks apart whose partners are of different classes:
 * one of each is to be tried (alike.h).
 *
 * A collective call of a part of the ranks (MPI_Comm_split) ends when all its members say. Parts whose members are of
 * the same classes, in the same order, are one kin: those of any of its parts that are run meet as one. Where classes
 * fit, members of one class come at the same time, so the latest of the kin is the latest of each part. */
#ifndef FC_CLASSES_H
#define FC_CLASSES_H

#include "sketch.h"

/** All arrays are owned. */
typedef struct fc_classes {
    int n_ranks;
    int *of; /* [n_ranks]: the class of a rank */
    int n;
    int *first;        /* [n]: the lowest rank of a class */
    int *size;         /* [n] */
    fc_sketch *sketch; /* [n]: what all of its ranks do; NULL in refined classes */
    bool sampled;      /* sketches were cut off: all calls of all ranks are too many */
} fc_classes;

/** Classes of the seat's ranks (its rank is not read) from their sketches. Where those of all ranks are too long, from
 * their beginnings, and some ranks of each class are compared to their ends. `most` classes at most. NULL: done; else
 * why they cannot be told, *site the place if there is one, and `out` is empty. */
const char *fc_classes_find(fc_classes *out, fc_rank *r, const fc_seat *seat, int most, const fc_site **site);
/** Classes of ranks that are in the same class of `told` (from fc_classes_find by r), the same of `by` (which refines
 * it), and so are their partners and the members of the communicators they share, one by one. Names the kins of those
 * communicators (exchange.h). False: there are more than `most`, or memory is short; `out` is empty. */
bool fc_classes_refine(fc_classes *out, fc_rank *r, const fc_classes *told, const int *by, int most);
void fc_classes_free(fc_classes *classes);

#endif
