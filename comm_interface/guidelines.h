/* SPDX-License-Identifier: Apache-2.0 */
/** @file guidelines.h  Performance guidelines: what one operation can be made of, it should not be slower than.
 *
 * Traeff, Gropp, Thakur: Self-consistent MPI performance guidelines (IEEE TPDS 21(5), 2010). A machine whose runtime
 * functions break one has an MPI library with a poor algorithm there, or was measured badly. */
#ifndef FC_GUIDELINES_H
#define FC_GUIDELINES_H

#include "runtime_function.h"

#include <stdbool.h>

/** fit(m) <= part[0] + part[1], among p ranks. */
typedef struct fc_guideline {
    const char *text; /* "Allreduce(m) <= Reduce(m) + Bcast(m)" */
    fc_fit fit;
    double times; /* the bytes of `fit` are so many m */
    int n_parts;
    struct {
        fc_fit fit;
        double times; /* takes times * m bytes p^power ... */
        int power;
        double repeat; /* ... so often */
    } part[2];
} fc_guideline;

extern const fc_guideline fc_guidelines[];
extern const int fc_n_guidelines;

/** What else tells an operation's seconds among p ranks, the samples of a calibration for example; false: it does not
 * know. */
typedef struct fc_guideline_witness {
    bool (*time)(void *data, double *seconds, fc_fit fit, const double p_and_bytes[2]);
    void *data;
} fc_guideline_witness;

/** How a machine keeps one. */
typedef struct fc_guideline_verdict {
    int points, broken;  /* points where all its operations are calibrated; where it is broken */
    int seen, confirmed; /* broken points of which the witness knows all; where it has the parts faster too */
    /* the worst of them: `factor` is the greatest of whole / parts */
    double factor, p, bytes;
    double whole_s, parts_s;
} fc_guideline_verdict;

/** At powers of two of ranks and of bytes (8 ... 4 MiB) where every operation of the guideline has a fit of its own
 * that reaches there. Broken: beyond both sides' relative errors (one standard deviation each). witness NULL: nobody.
 */
fc_guideline_verdict fc_guideline_check(const fc_guideline *guideline, const fc_coefficients *machine,
                                        const fc_guideline_witness *witness);

#endif
