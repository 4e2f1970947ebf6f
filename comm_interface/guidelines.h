/* SPDX-License-Identifier: Apache-2.0 */
/** @file guidelines.h  Self-consistent performance guidelines: an operation should not be slower than its
 * implementation by others.
 *
 * Traeff, Gropp, Thakur: Self-consistent MPI performance guidelines (IEEE TPDS 21(5), 2010). Where a machine's runtime
 * functions violate a guideline, its MPI library has a poor algorithm there, or the measurement is bad. */
#ifndef FC_GUIDELINES_H
#define FC_GUIDELINES_H

#include "runtime_function.h"

#include <stdbool.h>

/** fit(m) <= part[0] + part[1], among p ranks. */
typedef struct fc_guideline {
    const char *text; /* "Allreduce(m) <= Reduce(m) + Bcast(m)" */
    fc_fit fit;
    double times; /* m is multiplied by this on the left-hand side */
    int n_parts;
    struct {
        fc_fit fit;
        double times; /* the part moves times * m * p^power bytes ... */
        int power;
        double repeat; /* ... and runs this many times */
    } part[2];
} fc_guideline;

extern const fc_guideline fc_guidelines[];
extern const int fc_n_guidelines;

/** The raw samples of a calibration: lower and upper quartile of an operation's seconds among p ranks; false: no
 * samples there. */
typedef struct fc_guideline_samples {
    bool (*time)(void *data, double quartile[2], fc_fit fit, const double p_and_bytes[2]);
    void *data;
} fc_guideline_samples;

/** How well a machine satisfies one guideline. */
typedef struct fc_guideline_result {
    int points, broken;  /* points where all operations are calibrated; points where the fits violate the guideline */
    int seen, confirmed; /* violated points with samples for all operations; those where the samples violate it too */
    int clear;           /* violations beyond noise */
    /* the range of clear violations, and the worst one: `factor` is the greatest whole / parts */
    double low_bytes, high_bytes;
    double factor, p, bytes;
    double whole_s, parts_s;
} fc_guideline_result;

/** Checks powers of two of ranks and of bytes (8 ... 4 MiB), where every operation of the guideline has a fit that
 * covers the point. A violation exceeds the relative errors of both sides (one standard deviation each); samples
 * confirm it if the lower quartile of the whole exceeds the upper quartiles of the parts. A clear violation is
 * confirmed, or exceeds two standard deviations where samples are lacking, and a neighboring size has one too: a single
 * size is noise, or the step of a protocol. witness may be NULL. */
fc_guideline_result fc_guideline_check(const fc_guideline *guideline, const fc_coefficients *machine,
                                       const fc_guideline_samples *witness);

#endif
