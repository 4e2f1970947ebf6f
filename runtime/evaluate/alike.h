/* SPDX-License-Identifier: Apache-2.0 */
/** @file alike.h  Method ranks with one rank of each class: the same times as of all ranks, at the cost of the classes.
 *
 * One rank is run of those whose own calls and whose partners' classes are the same. If ranks of one class come out
 * with the same times whatever their partners' classes, those are the times of all (classes.h). If not, the class is
 * divided by its times, and it is tried again. */
#ifndef FC_ALIKE_H
#define FC_ALIKE_H

#include "world.h"

/** How it went. */
typedef struct fc_alike {
    fc_classes classes; /* the world's: to be kept as long as that */
    int n_told;         /* classes by calls and times; of each, one rank a kind of partners is run */
    bool sampled;       /* told from the beginnings of all ranks and from some to their ends */
    const char *why;    /* why ranks are not alike, or too few; NULL: they are */
    const fc_site *site;
} fc_alike;

/** Runs the seat's program on representatives only; r: a context of the same setting, for sketches. A world that was
 * run to *ending, good or bad; NULL: each rank has to be run, out->why. Free the world first, then out. */
fc_world *fc_alike_run(fc_alike *out, fc_rank *r, const fc_seat *seat, fc_ending *ending);
void fc_alike_free(fc_alike *alike);

#endif
